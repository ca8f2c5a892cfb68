"""`ClusterOrders`: the orders of organisers that every host of a club carries out, also one that learns of them later.

They are in the store, so a host that was frozen or cut off finds them when it is back, and so does a host that takes
a table over:

- Which tables are *closed* for good, under ``order.close-12``: no host runs such a table any more. Numbers of tables
  are used once, so this stays.
- The *stop* of the club, under ``order.stop``. It is over when a host is opened while no other host carries it out:
  then the club is open again. So a host that comes back after that goes on, and one that comes back before it ends.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from net.cluster.retry import ask_until_answer, retry_until_answer
from net.cluster.store import EntryRefused, Store, StoreEntry
from net.limits import STORE_RETRY_PAUSE_SECONDS

ORDER_KEY_PREFIX: Final = "order"
"""The first word of the store keys of the orders that every host carries out."""
STOP_KEY: Final = f"{ORDER_KEY_PREFIX}.stop"
"""The key of the stop of the club; its last entry is empty when the club is open again."""
CLOSING_KEY_PREFIX: Final = f"{ORDER_KEY_PREFIX}.close-"
"""The beginning of the keys of the tables that are closed for good; the number of the table follows."""


class StopEntry(Struct, frozen=True, array_like=True):
    """The stop of a club, as the store has it; it was ordered at a `host`.

    The club ends at the time of day `ends_at`, in seconds, or after `minutes`, whichever is earlier: the clocks of two
    hosts may differ.
    """

    host: str
    ends_at: float
    minutes: int


class ClusterOrders:
    """The orders in the store of a club, as the host called `host` knows them; call `start` first.

    `carried_out_stop` is the number, in the store, of the stop that this host carries out, 0 for none. `close_table` is
    called with the number of each table that is closed, `stop_changed` with `carried_out_stop` when that has changed.
    """

    def __init__(
        self, store: Store, host: str, close_table: Callable[[int], None], stop_changed: Callable[[int], None]
    ) -> None:
        self.carried_out_stop = 0
        self._host = host
        self._store = store
        self._close_table = close_table
        self._stop_changed = stop_changed
        self._closed: set[int] = set()
        self._stop_entry: StopEntry | None = None
        self._stop_sequence = 0
        self._has_started = False
        self._subscribers: list[Callable[[int], None]] = []

    async def start(self) -> None:
        """Read the orders, and receive those that come; raises `StoreUnreachable` if the store does not answer.

        A stop is carried out only after `decide_about_stop`.
        """
        await self._store.watch(ORDER_KEY_PREFIX, self._receive)

    async def decide_about_stop(self, is_carried_out: Callable[[int], Awaitable[bool]]) -> None:
        """Carry out the stop that the store has, or end it: call it once, when this host is opened.

        `is_carried_out` returns whether another host carries out the stop with a number in the store. Raises
        `StoreUnreachable` if the store does not answer.
        """
        while self._stop_entry is not None and not self._has_started:
            sequence = self._stop_sequence
            if await is_carried_out(sequence):
                break
            try:
                await retry_until_answer(partial(self._store.append, STOP_KEY, b"", sequence))
            except EntryRefused:  # another host has been opened, too, or another stop is ordered
                await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
            else:
                if self._stop_sequence == sequence:
                    self._stop_entry = None
        self._has_started = True
        self._carry_out_stop()

    def is_known_to_be_closed(self, table_number: int) -> bool:
        """Return whether this host knows already that a table is closed for good."""
        return table_number in self._closed

    async def is_closed(self, table_number: int) -> bool:
        """Return whether a table is closed for good, as soon as the store answers."""
        return await ask_until_answer(partial(self._store.last, f"{CLOSING_KEY_PREFIX}{table_number}")) is not None

    async def record_table_closing(self, table_number: int) -> None:
        """Record in the store that a table is closed for good; return when that is written, however long it takes."""
        await ask_until_answer(partial(self._store.append, f"{CLOSING_KEY_PREFIX}{table_number}", b"\x01"))

    async def record_club_stop(self, minutes: int) -> None:
        """Record in the store that the club stops in `minutes`, or earlier if that is ordered already.

        Returns when that is written, however long it takes. The caller stops this host itself.
        """
        until = time.time() + 60 * minutes
        if self.carried_out_stop and self._stop_entry is not None:
            until = min(until, self._stop_entry.ends_at)
        entry = StopEntry(self._host, until, minutes)
        self._set_stop(await ask_until_answer(partial(self._store.append, STOP_KEY, msgspec.msgpack.encode(entry))))

    def watch_stop(self, stop_club: Callable[[int], None]) -> None:
        """Call `stop_club` with a number of minutes whenever this host is to stop because another one was told so.

        If that is so already, it is called now.
        """
        self._subscribers.append(stop_club)
        if self.carried_out_stop and self._stop_entry is not None and self._stop_entry.host != self._host:
            stop_club(_minutes_left(self._stop_entry))

    # Private methods

    def _receive(self, stored: StoreEntry) -> None:
        """Record an order that the store has; it may come again."""
        if stored.key == STOP_KEY:
            self._receive_stop(stored)
        elif stored.data and (digits := stored.key.removeprefix(CLOSING_KEY_PREFIX)).isdecimal():
            table_number = int(digits)
            self._closed.add(table_number)
            self._close_table(table_number)

    def _receive_stop(self, stored: StoreEntry) -> None:
        """Record the stop, or that it is over."""
        if stored.sequence <= self._stop_sequence:
            return
        self._stop_sequence = stored.sequence
        self._stop_entry = stored.decode(StopEntry)
        if self._has_started:
            self._carry_out_stop()

    def _carry_out_stop(self) -> None:
        """Stop this host if the club stops and this host does not yet."""
        entry = self._stop_entry
        if entry is not None and self._stop_sequence > self.carried_out_stop:
            self._set_stop(self._stop_sequence)
            for stops in self._subscribers if entry.host != self._host else ():
                stops(_minutes_left(entry))

    def _set_stop(self, sequence: int) -> None:
        """Record which stop this host carries out, and tell the other hosts."""
        self.carried_out_stop = max(self.carried_out_stop, sequence)
        self._stop_changed(self.carried_out_stop)


def _minutes_left(stop: StopEntry) -> int:
    """Return in how many minutes a club that stops has to end at the latest."""
    return max(0, min(math.ceil((stop.ends_at - time.time()) / 60), stop.minutes))
