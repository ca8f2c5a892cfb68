"""Endpoints: a connection without a socket or clock. Bytes in, messages out, bytes to send, the next deadline.

A frame is one MessagePack value; frames follow each other without anything between them. What is sent at once ends with
padding that the other end skips (`net.protocol.padded_frames`). After a fault of the other end the endpoint is
`closing`: an error message for the other end is among the bytes to send, and further input is ignored. Hostile bytes
lead to one `PeerFault`, after the messages that came before them, and to nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, TypeVar

import msgpack  # type: ignore[import-untyped]
from msgspec.msgpack import Ext

from net.errors import Malformed, NetError, PeerFault, TooBig, TooFast, TooSlow, WrongVersion
from net.limits import (
    CLIENT_PADDING_MULTIPLE_BYTES,
    HOST_PADDING_MULTIPLE_BYTES,
    MAX_CLIENT_FRAME_BYTES,
    MAX_FRAME_SECONDS,
    MAX_HELLO_SECONDS,
    MAX_HOST_FRAME_BYTES,
    MAX_LIST_ITEMS_OF_CLIENT,
    MAX_LIST_ITEMS_OF_HOST,
    MAX_LISTS_OF_HOST,
    MAX_REASON_CELLS,
    MAX_SILENCE_SECONDS,
    MAX_UNAUTHENTICATED_FRAME_BYTES,
    PERSON_BYTES_AT_ONCE,
    PERSON_BYTES_PER_SECOND,
    PERSON_MESSAGES_AT_ONCE,
    PERSON_MESSAGES_PER_SECOND,
    PING_AFTER_SECONDS,
    PROTOCOL_VERSION,
)
from net.protocol.messages import (
    ClientMessage,
    ConnectionFailed,
    Hello,
    Message,
    Ping,
    Pong,
    ServerMessage,
    encode_message,
    read_client_message,
    read_server_message,
)
from net.protocol.padded_frames import is_padding, with_padding
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean_text

IncomingMessageT = TypeVar("IncomingMessageT", bound=Message)

_UNPACK_ERRORS: Final = (ValueError, msgpack.exceptions.UnpackException, msgpack.exceptions.BufferFull)
"""The exceptions that the unpacker raises for bytes that are no MessagePack, or too many."""

NEWER_THAN_HOST_SENTENCE: Final = (
    "Your program is newer than the host's: both need the same version, so ask the host to update."
)
"""The reason of `WrongVersion` for a client of a later version than the host."""
OLDER_THAN_HOST_SENTENCE: Final = "Your program is older than the host's: both need the same version, so update yours."
"""The reason of `WrongVersion` for a client of an earlier version than the host."""


class _ListBound:
    """Bounds how many lists, maps and extensions one frame may have, while it is decoded.

    An empty one takes sixty times as much memory as bytes in the frame.
    """

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    def admit(self, value: Any) -> Any:
        """Return a decoded list or map; raises `ValueError` if it is one too many."""
        self.count += 1
        if self.count > MAX_LISTS_OF_HOST:
            raise ValueError
        return value

    def admit_extension(self, code: int, data: bytes) -> Any:
        """Return a decoded extension; raises `ValueError` if it is one too many.

        `code` and `data` are its type and content in MessagePack.
        """
        return self.admit(Ext(code, data))


class Endpoint(Generic[IncomingMessageT]):
    """The base class of `HostEndpoint` and `ClientEndpoint`: frames, keepalive, deadlines.

    An unpacker is kept only while a part of a frame has arrived: it takes some 45 kB, and most connections are silent.
    """

    __slots__ = (
        "_complete_bytes",
        "_fed_bytes",
        "_frame_bytes",
        "_frame_since",
        "_list_bound",
        "_list_items",
        "_not_read_until",
        "_outgoing",
        "_padding_bytes",
        "_padding_may_follow",
        "_pinged_at",
        "_read_message",
        "_received_at",
        "_unpacker",
        "is_closing",
    )

    def __init__(
        self,
        read: Callable[[object], IncomingMessageT],
        frame_bytes: int,
        list_items: int,
        padding_bytes: int,
        now: float,
    ) -> None:
        self.is_closing = False
        self._read_message = read
        self._padding_bytes = padding_bytes
        self._padding_may_follow = False
        self._frame_bytes = frame_bytes
        self._list_items = list_items
        self._list_bound: _ListBound | None = None
        self._unpacker: msgpack.Unpacker | None = None
        self._fed_bytes = 0
        self._complete_bytes = 0
        self._outgoing: list[bytes] = []
        self._received_at = self._pinged_at = now
        self._not_read_until = now
        self._frame_since: float | None = None

    # Receiving

    def receive(self, data: bytes, now: float) -> list[IncomingMessageT | PeerFault]:
        """Return the messages that `data` completes; after a fault of the other end, begin to close.

        The fault is the last item then.

        Pings are answered; pings, pongs and padding are not returned. While closing, `data` is ignored.
        """
        received: list[IncomingMessageT | PeerFault] = []
        if self.is_closing or not data:
            return received
        self._received_at = now
        try:
            for plain in self._unpack_frames(data, now):
                if self._padding_may_follow and is_padding(plain):
                    self._padding_may_follow = False  # one after a message: a second one is a fault
                    continue
                self._padding_may_follow = True
                message = self._admit_message(plain, now)
                if isinstance(message, Ping):
                    self.send(Pong())
                elif not isinstance(message, Pong):
                    received.append(message)
        except PeerFault as fault:
            received.append(self._close_with_fault(fault))
        if self._fed_bytes == self._complete_bytes:
            self._frame_since = None
        elif self._frame_since is None or received:
            self._frame_since = now
        return received

    def _unpack_frames(self, data: bytes, now: float) -> Iterator[object]:
        """Yield the values of completed frames, never buffering more bytes than one frame may have.

        Raises `TooBig` for a longer frame, and `Malformed` for bytes that are no MessagePack.
        """
        unpacker = self._unpacker = self._unpacker or self._new_unpacker()
        start = 0
        while start < len(data):
            room = self._frame_bytes - (self._fed_bytes - self._complete_bytes)
            if room <= 0:
                raise TooBig(f"A frame of more than {self._frame_bytes} bytes is refused.")
            piece = data[start : start + room]
            start += len(piece)
            self._fed_bytes += len(piece)
            unpacker.feed(piece)
            while True:
                try:
                    plain = unpacker.unpack()
                except msgpack.OutOfData:
                    break
                except _UNPACK_ERRORS as error:
                    raise Malformed("These bytes are not a message: they are not MessagePack as agreed.") from error
                if self._list_bound is not None:
                    self._list_bound.count = 0
                self._complete_bytes = unpacker.tell()
                yield plain
        if self._fed_bytes == self._complete_bytes:
            self._fed_bytes = self._complete_bytes = 0
            self._unpacker = None

    def _new_unpacker(self) -> msgpack.Unpacker:
        """Return a MessagePack unpacker that bounds a frame, every list in it, and at a client the number of lists."""
        return msgpack.Unpacker(
            use_list=True,
            read_size=MAX_UNAUTHENTICATED_FRAME_BYTES,
            max_buffer_size=max(self._frame_bytes, MAX_CLIENT_FRAME_BYTES),
            max_array_len=self._list_items,
            max_map_len=self._list_items,
            ext_hook=Ext if self._list_bound is None else self._list_bound.admit_extension,
            list_hook=None if self._list_bound is None else self._list_bound.admit,
            object_hook=None if self._list_bound is None else self._list_bound.admit,
        )

    def _admit_message(self, unpacked: object, now: float) -> IncomingMessageT:
        """Return the message of which `unpacked` is the unpacked frame; raises `PeerFault` for an invalid one."""
        return self._read_message(unpacked)

    def _close_with_fault(self, fault: PeerFault) -> PeerFault:
        """Begin to close because of a fault of the other end, and return the fault."""
        self._close()
        return fault

    def _close(self) -> None:
        """Begin to close: ignore further input and further messages to send; bytes that wait still go out."""
        self.is_closing = True
        self._unpacker = None

    # Sending

    def send(self, message: Message) -> None:
        """Encode a message and send it; ignored while closing."""
        self.send_frame(encode_message(message))

    def send_frame(self, frame: bytes) -> None:
        """Send a message that is encoded already; ignored while closing."""
        if not self.is_closing:
            self._outgoing.append(frame)

    def take_outgoing(self) -> bytes:
        """Return all bytes that wait to be sent, with padding after them, and remove them from this endpoint."""
        outgoing, self._outgoing = self._outgoing, []
        return with_padding(b"".join(outgoing), self._padding_bytes)

    # Deadlines

    @property
    def next_check_time(self) -> float:
        """The time, by the clock of the event loop, at which to call `check_deadline` next; anything received before
        may make it later."""
        next_ping = max(self._received_at, self._pinged_at) + PING_AFTER_SECONDS
        silence = min(next_ping, self._wait_begins_at(self._received_at) + MAX_SILENCE_SECONDS)
        frame_since = self._frame_since
        return silence if frame_since is None else min(silence, self._wait_begins_at(frame_since) + MAX_FRAME_SECONDS)

    def stop_reading_until(self, time: float) -> None:
        """Record that nothing is read before this loop time, so silence until then is not a fault of the other end."""
        self._not_read_until = max(self._not_read_until, time)

    def _wait_begins_at(self, since: float) -> float:
        """Return the loop time at which a wait for the other end begins: `since`, or at the end of a later pause."""
        return max(since, self._not_read_until)

    def silence(self, now: float) -> float:
        """Return for how many seconds nothing has been received."""
        return max(0.0, now - self._received_at)

    def check_deadline(self, now: float) -> PeerFault | None:
        """Send a ping if one is due; if a deadline of the other end has passed, begin to close and return the fault.

        Returns None if no deadline has passed. `now` is the loop time.
        """
        if self.is_closing or now < self.next_check_time:
            return None
        if self._frame_since is not None and now >= self._wait_begins_at(self._frame_since) + MAX_FRAME_SECONDS:
            return self._close_with_fault(TooSlow("A message was begun and never finished."))
        if now >= self._wait_begins_at(self._received_at) + MAX_SILENCE_SECONDS:
            return self._close_with_fault(TooSlow("Nothing has been heard for too long."))
        self._pinged_at = now
        self.send(Ping())
        return None


class HostEndpoint(Endpoint[ClientMessage]):
    """The host's end: it reads client messages and bounds their size, their rate, and the time until the hello."""

    __slots__ = ("_byte_rate", "_has_received_hello", "_message_rate", "_opened_at")

    def __init__(self, now: float) -> None:
        super().__init__(
            read_client_message, MAX_CLIENT_FRAME_BYTES, MAX_LIST_ITEMS_OF_CLIENT, HOST_PADDING_MULTIPLE_BYTES, now
        )
        self._frame_bytes = MAX_UNAUTHENTICATED_FRAME_BYTES
        self._opened_at = now
        self._has_received_hello = False
        self._message_rate = TokenBucket(PERSON_MESSAGES_PER_SECOND, PERSON_MESSAGES_AT_ONCE, now)
        self._byte_rate = TokenBucket(PERSON_BYTES_PER_SECOND, PERSON_BYTES_AT_ONCE, now)

    @property
    def next_check_time(self) -> float:
        """The time, by the clock of the event loop, at which to call `check_deadline` next: until the hello has come,
        at the latest when it is due."""
        common = super().next_check_time
        return (
            common
            if self._has_received_hello
            else min(common, self._wait_begins_at(self._opened_at) + MAX_HELLO_SECONDS)
        )

    def check_deadline(self, now: float) -> PeerFault | None:
        """Return a fault, and begin to close, if no hello has come in time; else check as every endpoint does.

        Returns None if no deadline has passed.
        """
        hello_due = self._wait_begins_at(self._opened_at) + MAX_HELLO_SECONDS
        if not self.is_closing and not self._has_received_hello and now >= hello_due:
            return self._close_with_fault(TooSlow("Nobody has said hello."))
        return super().check_deadline(now)

    def _unpack_frames(self, data: bytes, now: float) -> Iterator[object]:
        """Yield the values of completed frames; raises `TooFast` for more bytes than the rate limit allows."""
        allowed = data[: max(0, int(self._byte_rate.tokens_left(now)))]
        self._byte_rate.spend(len(allowed), now)
        yield from super()._unpack_frames(allowed, now)
        if len(allowed) < len(data):
            raise TooFast(f"More than {PERSON_BYTES_PER_SECOND} bytes a second are too many.")

    def _admit_message(self, unpacked: object, now: float) -> ClientMessage:
        """Return the message of which `unpacked` is the unpacked frame.

        Raises `TooFast`, `Malformed`, or `WrongVersion` for the hello of another version.
        """
        if not self._message_rate.spend(1, now):
            raise TooFast(f"More than {PERSON_MESSAGES_PER_SECOND} messages a second are too many.")
        if not self._has_received_hello:
            self._check_hello(unpacked)
        return self._read_message(unpacked)

    def _check_hello(self, unpacked: object) -> None:
        """Check that `unpacked`, the unpacked value of the first frame, is a hello; after it frames may be as long as a
        client's may be.

        Raises `Malformed` if it is no hello, and `WrongVersion` if it is of another version.
        """
        if not isinstance(unpacked, list) or len(unpacked) < 2 or unpacked[0] != 0:
            raise Malformed("The first thing to say to a host of Mad Queens is hello.")
        if unpacked[1] != PROTOCOL_VERSION:
            newer = isinstance(unpacked[1], int) and unpacked[1] > PROTOCOL_VERSION
            raise WrongVersion(NEWER_THAN_HOST_SENTENCE if newer else OLDER_THAN_HOST_SENTENCE)
        self._has_received_hello = True
        self._frame_bytes = MAX_CLIENT_FRAME_BYTES

    def close_with_error(self, error: NetError) -> None:
        """Send `error`, which was found outside this endpoint, as the last message and begin to close."""
        if not self.is_closing:
            self._send_error(error)
            self._close()

    def _close_with_fault(self, fault: PeerFault) -> PeerFault:
        """Send the fault as the last message and begin to close; return it."""
        self._send_error(fault)
        return super()._close_with_fault(fault)

    def _send_error(self, error: NetError) -> None:
        """Send an error to the client, as the last message of the connection."""
        self.send(ConnectionFailed(type(error).__name__, clean_text(str(error), MAX_REASON_CELLS)))


class ClientEndpoint(Endpoint[ServerMessage]):
    """The client's end: it reads server messages. A `hello` is sent at once; without it the caller sends one later."""

    __slots__ = ()

    def __init__(self, hello: Hello | None, now: float) -> None:
        super().__init__(
            read_server_message, MAX_HOST_FRAME_BYTES, MAX_LIST_ITEMS_OF_HOST, CLIENT_PADDING_MULTIPLE_BYTES, now
        )
        self._list_bound = _ListBound()
        if hello is not None:
            self.send(hello)
