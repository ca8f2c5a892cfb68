"""`ClusterHalls`: sends what happens in the hall of one host of a club to the halls of all others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Final

import msgspec

from net.club.administration import HallBroadcast
from net.cluster.cancellation import cancel_tasks
from net.cluster.retry import ask_until_answer
from net.cluster.store import Store, StoreEntry
from net.limits import MAX_HALL_ENTRY_NUMBERS_KEPT

HALL_KEY_PREFIX: Final = "hall"
"""The first word of the store keys under which halls of one club write what they send to each other."""


class ClusterHalls:
    """The link between the halls of a club, as the host called `host` uses it.

    Call `start` first, and `close` at the end. What was passed on before `start` is ignored.
    """

    def __init__(self, store: Store, host: str) -> None:
        self._store = store
        self._host = host
        self._numbers = count(1)
        self._subscribers: list[Callable[[HallBroadcast], None]] = []
        self._known: dict[str, None] = {}
        self._has_started = False
        self._work: set[asyncio.Task[int]] = set()

    async def start(self) -> None:
        """Begin to receive what other halls send; raises `StoreUnreachable` if the store does not answer."""
        await self._store.watch(HALL_KEY_PREFIX, self._receive)
        self._has_started = True

    def watch(self, receive: Callable[[HallBroadcast], None]) -> None:
        """Call `receive` from now on with what another host passes on."""
        self._subscribers.append(receive)

    def send_to_other_halls(self, item: HallBroadcast) -> None:
        """Send something to the halls of all other hosts, as soon as the store can be reached; returns at once."""
        key = f"{HALL_KEY_PREFIX}.{self._host}-{next(self._numbers)}"
        self._remember_received_key(key)
        append = partial(self._store.append, key, msgspec.msgpack.encode(item))
        task = asyncio.get_running_loop().create_task(ask_until_answer(append))  # if twice, then under the same key
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def close(self) -> None:
        """End at once, without sending what has not been sent yet."""
        await cancel_tasks(list(self._work))

    def _receive(self, stored: StoreEntry) -> None:
        """Report what another hall has sent to the subscribers, once for each entry."""
        if stored.data and stored.key not in self._known:
            self._remember_received_key(stored.key)
            if self._has_started:
                with suppress(msgspec.MsgspecError):
                    item = msgspec.msgpack.decode(stored.data, type=HallBroadcast)
                    for received in self._subscribers:
                        received(item)

    def _remember_received_key(self, key: str) -> None:
        """Remember the key of an entry, so that the entry is not received again.

        The oldest keys are forgotten; the store has deleted their entries by then.
        """
        self._known[key] = None
        if len(self._known) > MAX_HALL_ENTRY_NUMBERS_KEPT:
            del self._known[next(iter(self._known))]
