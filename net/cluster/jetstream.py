"""`JetStreamStore`: the store of a club in NATS with JetStream; only it and `nats_client` know NATS (nats-py).

A club called by the word NAME has these streams there, each with as many copies as the servers can keep, three at most:

    queens-NAME-log      the subjects queens.NAME.log.*       what happens at the tables
    queens-NAME-match    the subjects queens.NAME.match.*.*   the matches that are over
    KV_queens-NAME       a key-value bucket for all other keys
    KV_queens-NAME-host  a bucket for leases, the code, and what halls pass on; it forgets what is a minute old
    KV_queens-NAME-evening  a bucket for people, places and guests; it forgets what is not written again for an evening
    KV_queens-NAME-name  a bucket for names, which forgets them likewise; it keeps the first entry of each
    KV_queens-NAME-seat  a bucket for promised seats, which forgets them after seconds; it keeps the first entry of each
    KV_queens-NAME-result  a bucket for the results of the matches that are kept
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, TypeVar

from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    ConsumerInfo,
    DeliverPolicy,
    KeyValueConfig,
    ReplayPolicy,
    StorageType,
    StreamConfig,
)
from nats.js.errors import APIError, BadRequestError, NotFoundError, ServiceUnavailableError

from net.cluster.cancellation import cancel_tasks
from net.cluster.nats_client import NatsClient, connect_to_nats
from net.cluster.retry import retry_until_answer
from net.cluster.store import EntryRefused, StoreEntry, StoreUnreachable, StoreUnusable
from net.limits import (
    EVENING_SECONDS,
    LAPSED_LEASE_KEPT_SECONDS,
    MAX_STORE_READS_AT_ONCE,
    RESERVED_SEAT_SECONDS,
    STORE_ANSWER_SECONDS,
    STORE_PREPARE_SECONDS,
    STORE_RETRY_PAUSE_SECONDS,
    STORE_SILENCE_SECONDS,
)

StoreReply = TypeVar("StoreReply")

WRONG_SEQUENCE_ERROR_CODES: Final = frozenset({10071, 10164})
"""JetStream's error codes for an expected sequence number that is not that of the last entry.

The second one (since NATS 2.12) stands for an entry that arrives while another one of its key is being written.
"""

STREAM_EXISTS_ERROR_CODE: Final = 10058
"""JetStream's error code for a stream that exists already, with other settings."""

NO_ENTRY_ERROR_CODE: Final = 10037
"""JetStream's error code for a key, or a number, without an entry."""
NO_PEERS_ERROR_CODE: Final = 10005
"""JetStream's error code for fewer servers than copies; those that have just begun may not know of each other yet."""

MAX_KEY_HISTORY_LENGTH: Final = 64
"""Maximum number of entries of one key that a key-value bucket of NATS can keep."""

MIN_SAFE_NATS_VERSION: Final = (2, 10, 23)
"""The first version of NATS that keeps what it has acknowledged when its servers are killed.

Up to 2.9.17, if some entries of a key have been removed, a restarted server may remove the others, too
(nats-io/nats-server, issue 4196 and pull request 4212); up to 2.10.22 servers that are killed may lose a whole stream
(issue 6888, https://jepsen.io/analyses/nats-2.12.1).
"""

EXPECTED_SEQUENCE_HEADER: Final = "Nats-Expected-Last-Subject-Sequence"
"""The name of the message header with the number of the last entry of its key, as the writer expects it."""
OPERATION_HEADER: Final = "KV-Operation"
"""The name of the header of a message that removes a key of a bucket."""


class JetStreamStore:
    """The store of the club called by the word `name`; make it with `open_store`, and `close` it.

    `copies` is how many servers keep each entry.
    """

    def __init__(self, client: NatsClient, name: str) -> None:
        self._client = client
        self._stream = client.jetstream(timeout=STORE_ANSWER_SECONDS)
        self._name = name
        self.copies = 0
        self._watches: set[asyncio.Task[None]] = set()
        self._reads = asyncio.Semaphore(MAX_STORE_READS_AT_ONCE)

    async def prepare(self, copies: int, min_copies: int) -> None:
        """Make the streams and buckets that are missing, with this number of `copies`, or at least `min_copies` of
        them.

        There are fewer copies than `copies` only where there are not enough servers. Streams that have fewer get more
        as soon as there are servers for them. Raises `StoreUnusable`, or `StoreUnreachable` if the servers have not
        agreed on a stream for `STORE_PREPARE_SECONDS`.
        """
        try:
            await self._make_streams(copies)
        except StoreUnusable:
            if copies == min_copies:
                raise
            await self._make_streams(min_copies)
        self.copies = min([await self._add_copies(stream, copies) for stream in self._streams])

    async def _make_streams(self, copies: int) -> None:
        """Make the streams and buckets that are missing, with this number of `copies`."""
        base = f"queens-{self._name}"
        for word, form in (("log", "*"), ("match", "*.*")):
            stream = StreamConfig(
                f"{base}-{word}",
                subjects=[f"queens.{self._name}.{word}.{form}"],
                num_replicas=copies,
                storage=StorageType.FILE,
            )
            await self._repeat_until_ready(partial(self._stream.add_stream, stream))
        for bucket in (
            KeyValueConfig(base, replicas=copies),
            KeyValueConfig(f"{base}-host", replicas=copies, ttl=LAPSED_LEASE_KEPT_SECONDS),
            KeyValueConfig(f"{base}-evening", replicas=copies, ttl=EVENING_SECONDS),
            KeyValueConfig(f"{base}-name", replicas=copies, ttl=EVENING_SECONDS, history=MAX_KEY_HISTORY_LENGTH),
            KeyValueConfig(f"{base}-seat", replicas=copies, ttl=RESERVED_SEAT_SECONDS, history=MAX_KEY_HISTORY_LENGTH),
            KeyValueConfig(f"{base}-result", replicas=copies),
        ):
            await self._repeat_until_ready(partial(self._stream.create_key_value, bucket))

    async def _add_copies(self, stream: str, copies: int) -> int:
        """Have a stream kept in this number of `copies`, if there are servers for them; return how many it has."""
        info = await retry_until_answer(lambda: self._await_reply(self._stream.stream_info(stream)))
        config = info.config
        if (config.num_replicas or 1) < copies:
            with suppress(APIError, StoreUnreachable):
                config = (await self._await_reply(self._stream.update_stream(config, num_replicas=copies))).config
        return config.num_replicas or 1

    async def close(self) -> None:
        """End all watches and the connection."""
        await cancel_tasks(list(self._watches))
        await self._client.close()

    # net.cluster.store.Store

    async def append(self, key: str, data: bytes, expected_sequence: int | None = None) -> int:
        headers = None if expected_sequence is None else {EXPECTED_SEQUENCE_HEADER: str(expected_sequence)}
        try:
            written = await self._await_reply(
                self._stream.publish(self._subject_of_key(key), data, timeout=STORE_ANSWER_SECONDS, headers=headers)
            )
        except MaxPayloadError as error:
            raise StoreUnusable("an entry is larger than NATS takes; raise its max_payload") from error
        except BadRequestError as error:  # as when a disk is full
            raise StoreUnreachable from error
        return written.seq

    async def last(self, key: str) -> StoreEntry | None:
        try:
            found = await self._await_reply(self._stream.get_last_msg(self._stream_of(key), self._subject_of_key(key)))
        except NotFoundError:
            return None
        assert found.seq is not None
        return StoreEntry(key, found.seq, found.data or b"")

    async def first_after(self, key: str, sequence: int) -> StoreEntry | None:
        try:
            found = await self._await_reply(
                self._stream.get_msg(self._stream_of(key), sequence + 1, self._subject_of_key(key), next=True)
            )
        except NotFoundError:
            return None
        assert found.seq is not None
        return StoreEntry(key, found.seq, found.data or b"")

    async def read(self, key: str) -> tuple[StoreEntry, ...]:
        found: list[StoreEntry] = []
        async with self._reads, self._open_consumer(key, DeliverPolicy.ALL) as (messages, pending):
            while pending:
                message = await _await_next_message(messages)
                if _is_heartbeat(message):
                    raise StoreUnreachable
                stored, pending = _read_entry_message(key, message, len(found) + 1)
                found.append(stored)
        return tuple(found)

    async def remove(self, key: str, before_sequence: int | None = None) -> None:
        if self._stream_of(key).startswith("KV_"):
            headers = {OPERATION_HEADER: "DEL"}
            await self._await_reply(
                self._stream.publish(self._subject_of_key(key), b"", timeout=STORE_ANSWER_SECONDS, headers=headers)
            )
        elif before_sequence is None or before_sequence > 1:
            await self._await_reply(
                self._stream.purge_stream(self._stream_of(key), seq=before_sequence, subject=self._subject_of_key(key))
            )

    async def remove_before(self, first_key_word: str, sequence: int) -> None:
        key = f"{first_key_word}.>"
        await self._await_reply(
            self._stream.purge_stream(self._stream_of(key), seq=sequence, subject=self._subject_of_key(key))
        )

    async def watch(self, first_key_word: str, report_entry: Callable[[StoreEntry], None]) -> None:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._watch(first_key_word, report_entry, ready))
        self._watches.add(task)
        task.add_done_callback(self._watches.discard)
        try:
            async with asyncio.timeout(STORE_PREPARE_SECONDS):
                await ready
        except TimeoutError as error:
            await cancel_tasks([task])
            raise StoreUnreachable from error

    # Private methods

    async def _watch(
        self, first_key_word: str, report_entry: Callable[[StoreEntry], None], ready: asyncio.Future[None]
    ) -> None:
        """Call `report_entry` with the last entry of each key, and then with each that is written, until the task is
        cancelled.

        The future `ready` is done when the entries that exist at the beginning have been reported.

        After a gap, a silence, or any error the watch begins again, with the last entry of every key. An error of
        `report_entry` ends nothing. Errors are reported to the event loop.
        """
        key = f"{first_key_word}.>"
        while True:
            try:
                async with self._open_consumer(key, DeliverPolicy.LAST_PER_SUBJECT) as (messages, pending):
                    count = 0
                    while True:
                        if not pending and not ready.done():
                            ready.set_result(None)
                        message = await _await_next_message(messages, STORE_SILENCE_SECONDS)
                        if _is_heartbeat(message):
                            if not ready.done():
                                raise StoreUnreachable
                            continue
                        count += 1
                        stored, pending = _read_entry_message(self._key_of_subject(message.subject), message, count)
                        try:
                            report_entry(stored)
                        except Exception as error:
                            _report_error(error)
            except StoreUnreachable:
                pass
            except Exception as error:
                _report_error(error)
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)

    @asynccontextmanager
    async def _open_consumer(self, key: str, policy: DeliverPolicy) -> AsyncIterator[tuple[asyncio.Queue[Msg], int]]:
        """Context manager: yield a queue of the entries whose key fits, and the number of those that exist already."""
        messages: asyncio.Queue[Msg] = asyncio.Queue()

        async def receive(message: Msg) -> None:
            messages.put_nowait(message)

        inbox = self._client.new_inbox()
        stream = self._stream_of(key)
        consumer: ConsumerInfo | None = None
        subscription = None
        try:
            try:
                subscription = await self._client.subscribe(inbox, cb=receive)
            except (NatsError, OSError) as error:
                raise StoreUnreachable from error
            config = ConsumerConfig(
                deliver_subject=inbox,
                deliver_policy=policy,
                ack_policy=AckPolicy.NONE,
                replay_policy=ReplayPolicy.INSTANT,
                filter_subject=self._subject_of_key(key),
                idle_heartbeat=STORE_SILENCE_SECONDS / 3,
                inactive_threshold=10 * STORE_SILENCE_SECONDS,
                num_replicas=1,
                mem_storage=True,
                max_deliver=1,
            )
            try:
                consumer = await self._await_reply(self._stream.add_consumer(stream, config))
            except BadRequestError as error:  # as when there are too many, of which some will end
                raise StoreUnreachable from error
            yield messages, consumer.num_pending or 0
        finally:
            if subscription is not None:
                with suppress(NatsError, OSError):
                    await subscription.unsubscribe()
            if consumer is not None:  # it would end by itself, but a take-over of many tables makes many of them
                with suppress(NatsError, OSError, TimeoutError):
                    await self._stream.delete_consumer(stream, consumer.name)

    async def _repeat_until_ready(self, step: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Do one step of `prepare`, again and again while the servers are not ready for it.

        A stream or bucket that exists is left as it is, with its number of copies. Raises `StoreUnreachable` if the
        store does not answer, `StoreUnusable` if it refuses what is asked of it.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + STORE_PREPARE_SECONDS
        while True:
            try:
                await self._await_reply(step())
            except StoreUnreachable as error:
                refusal = error.__cause__
                if isinstance(refusal, APIError) and not isinstance(refusal, ServiceUnavailableError):
                    raise StoreUnusable(str(refusal.description)) from error
                if loop.time() >= end:
                    raise
                await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
            except BadRequestError as error:
                if error.err_code == STREAM_EXISTS_ERROR_CODE:
                    return
                if error.err_code != NO_PEERS_ERROR_CODE or loop.time() >= end:
                    raise StoreUnusable(str(error.description)) from error
                await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
            else:
                return

    async def _await_reply(self, work: Coroutine[Any, Any, StoreReply]) -> StoreReply:
        """Wait for an answer of JetStream and return it.

        Raises `StoreUnreachable`, `EntryRefused`, `NotFoundError` for an entry that does not exist, or another error of
        JetStream.
        """
        try:
            return await work
        except BadRequestError as error:
            if error.err_code in WRONG_SEQUENCE_ERROR_CODES:
                raise EntryRefused from error
            raise
        except NotFoundError as error:
            if error.err_code != NO_ENTRY_ERROR_CODE:  # a stream that is missing for a moment must not count as empty
                raise StoreUnreachable from error
            raise
        except MaxPayloadError:
            raise
        except (NatsError, TimeoutError, OSError) as error:
            raise StoreUnreachable from error

    @property
    def _streams(self) -> tuple[str, ...]:
        """The names of all streams, those of buckets among them."""
        return tuple(
            dict.fromkeys(map(self._stream_of, ("log", "match", "club", "host", "person", "name", "seat", "result")))
        )

    def _stream_of(self, key: str) -> str:
        """Return the name of the stream that has the entries of a key."""
        word = key.partition(".")[0]
        if word in ("log", "match"):
            return f"queens-{self._name}-{word}"
        if word in ("host", "hall", "code"):
            return f"KV_queens-{self._name}-host"
        if word in ("seat", "result"):
            return f"KV_queens-{self._name}-{word}"
        bucket = {"person": "-evening", "guest": "-evening", "place": "-evening", "name": "-name"}.get(word, "")
        return f"KV_queens-{self._name}{bucket}"

    def _subject_of_key(self, key: str) -> str:
        """Return the subject that NATS has for a key."""
        stream = self._stream_of(key)
        return f"$KV.{stream.removeprefix('KV_')}.{key}" if stream.startswith("KV_") else f"queens.{self._name}.{key}"

    def _key_of_subject(self, subject: str) -> str:
        """Return the key that a subject of a bucket stands for."""
        return subject.split(".", 2)[2]


async def open_store(servers: Sequence[str], name: str, copies: int, min_copies: int = 0) -> JetStreamStore:
    """Connect to the servers of NATS, and prepare the club's streams there, with this number of `copies`.

    If there are fewer servers than that, `min_copies` copies are enough, unless that is 0. `name` is the word that
    names the club in NATS. Raises `StoreUnreachable` if the store does not answer, `StoreUnusable` if it refuses what
    is asked of it.
    """
    try:
        client = await connect_to_nats(
            servers,
            STORE_PREPARE_SECONDS,
            reconnect_time_wait=0.2,
            max_reconnect_attempts=-1,
            ping_interval=1,
            max_outstanding_pings=2,
        )
    except (NatsError, OSError, TimeoutError) as error:
        raise StoreUnreachable from error
    store = JetStreamStore(client, name)
    try:
        await store.prepare(copies, min_copies or copies)
    except BaseException:
        await store.close()
        raise
    return store


async def find_unsafe_nats_version(servers: Sequence[str]) -> str:
    """Return the oldest version of NATS at these addresses if it is older than `MIN_SAFE_NATS_VERSION`, or else "".

    A server that does not answer is left out.
    """
    found = await asyncio.gather(*map(_ask_server_version, servers))
    oldest = min(filter(None, found), default=MIN_SAFE_NATS_VERSION)
    return ".".join(map(str, oldest)) if oldest < MIN_SAFE_NATS_VERSION else ""


async def _ask_server_version(server: str) -> tuple[int, ...]:
    """Return the version of NATS at an address, () if it does not answer or does not give its version."""
    try:
        client = await connect_to_nats([server], STORE_PREPARE_SECONDS, reconnect_time_wait=0, max_reconnect_attempts=1)
        try:
            version = client.connected_server_version
            return (version.major, version.minor, version.patch)
        finally:
            await client.close()
    except (NatsError, OSError, TimeoutError, ValueError):
        return ()


def _report_error(error: Exception) -> None:
    """Report an error of a watch to the event loop."""
    asyncio.get_running_loop().call_exception_handler({"message": "a watch has failed", "exception": error})


async def _await_next_message(messages: asyncio.Queue[Msg], seconds: float = STORE_ANSWER_SECONDS) -> Msg:
    """Return the next message; raises `StoreUnreachable` if none comes for `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            return await messages.get()
    except TimeoutError as error:
        raise StoreUnreachable from error


def _is_heartbeat(message: Msg) -> bool:
    """Return whether a message of a consumer has no entry, but says that there is none to send.

    A server sends heartbeats only while it has nothing else to send. So a heartbeat in place of an entry that was
    counted when the consumer was made means that the entry has been removed since: it never comes.
    """
    return not message.reply


def _read_entry_message(key: str, message: Msg, count: int) -> tuple[StoreEntry, int]:
    """Return the entry in a message, and how many more entries exist already.

    Raises `StoreUnreachable` if messages are missing, so that it is not the `count`-th.
    """
    about = message.metadata
    if about.sequence.consumer != count:
        raise StoreUnreachable
    return StoreEntry(key, about.sequence.stream, message.data), about.num_pending
