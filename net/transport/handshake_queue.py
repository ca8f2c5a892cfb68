"""`HandshakeQueue`: lets the TLS handshakes of new connections begin one after the other, in fair turns.

A handshake takes the event loop a millisecond. Somebody who does nothing but handshakes, from many addresses, could
keep the host busy; so they wait while others are served, and those of newcomers come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from time import perf_counter

from net.limits import MAX_HANDSHAKE_SECONDS_AT_ONCE


class HandshakeQueue:
    """A queue of functions that begin a handshake: calls those of the lowest rank first, of equal ranks the oldest."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._numbers = count()
        self._order: list[tuple[int, int]] = []  # a heap of ranks and numbers, also of what was removed
        self._waiting: dict[int, Callable[[], None]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, rank: int, begin: Callable[[], None]) -> int:
        """Call `begin` in its turn, at the earliest in the next turn of the event loop.

        `rank` is the number of handshakes from the same address after which nobody came in. Returns a number for
        `remove`. An error of `begin` goes to the event loop, and the turns of the others come nevertheless.
        """
        if not self._order:
            self._loop.call_soon(self._begin_some)
        number = next(self._numbers)
        heappush(self._order, (rank, number))
        self._waiting[number] = begin
        return number

    def remove(self, queue_number: int) -> None:
        """Forget the function that was added under this number; nothing happens if its turn has come."""
        self._waiting.pop(queue_number, None)

    def _begin_some(self) -> None:
        """Begin handshakes for up to `MAX_HANDSHAKE_SECONDS_AT_ONCE`, at least one; the others wait for the next
        turn."""
        until = perf_counter() + MAX_HANDSHAKE_SECONDS_AT_ONCE
        try:
            while self._order:
                begin = self._waiting.pop(heappop(self._order)[1], None)
                if begin is not None:
                    begin()
                if perf_counter() > until:
                    break
        finally:
            if self._order:
                self._loop.call_soon(self._begin_some)
