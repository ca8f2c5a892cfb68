"""The simulated world: one clock, one source of chance, one list of what is to happen; nothing is real here.

Everything that a run does follows from its seed, so a failing seed fails again, at the same instant.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final

ADDRESS: Final = re.compile(r" object at 0x[0-9a-f]+")
"""What is in the text of some values, and differs from one run to the next."""

EVENTS: Final = 60_000
"""More than ten times what the longest run takes: then something goes round in circles."""


class Wrong(AssertionError):
    """A promise was broken; the text says which, and when."""


class Event:
    """Something that is to happen, unless it is cancelled; it may be moved to another time."""

    __slots__ = ("_do", "_instead", "pending")

    def __init__(self, do: Callable[[], None]) -> None:
        self.pending = True
        self._do = do
        self._instead: Event | None = None

    def cancel(self) -> None:
        """Do not happen."""
        self.pending = False
        if self._instead is not None:
            self._instead.cancel()

    def move(self, instead: Event) -> None:
        """Let another event take the place of this one."""
        self.pending = False
        self._instead = instead

    def happen(self) -> None:
        """Happen, once."""
        if self.pending:
            self.pending = False
            self._do()


class World:
    """The clock, the chance and the future of one run; `counters` count how often the rare paths were taken."""

    def __init__(self, seed: str, trace: bool = False) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.now = 0.0
        self.counters: Counter[str] = Counter()
        self.broken: BaseException | None = None
        self.trace: list[str] | None = [] if trace else None
        self._future: list[tuple[float, int, Event]] = []
        self._number = 0

    def after(self, seconds: float, do: Callable[[], None]) -> Event:
        """Let something happen so many seconds from now."""
        return self.at(self.now + seconds, do)

    def at(self, when: float, do: Callable[[], None]) -> Event:
        """Let something happen at a time, or at once if that is past."""
        event = Event(do)
        self._number += 1
        heappush(self._future, (max(when, self.now), self._number, event))
        return event

    def run(self, until: float, enough: Callable[[], bool] | None = None) -> None:
        """Let time pass up to an instant, or until it is enough."""
        future = self._future
        while future and future[0][0] <= until:
            self.now, _, event = heappop(future)
            self.demand(self._number < EVENTS, "this goes on and on")
            event.happen()
            if self.broken is not None:
                raise self.broken
            if enough is not None and enough():
                return
        self.now = max(self.now, until)

    def count(self, path: str) -> None:
        """Note that a rare path was taken."""
        self.counters[path] += 1

    def note(self, who: str, what: object) -> None:
        """Keep a line of the history, if somebody wants to read it."""
        if self.trace is not None:
            self.trace.append(f"{self.now:10.4f} {who:>8} {ADDRESS.sub('', str(what))}")

    def demand(self, holds: object, what: str) -> None:
        """Raise `Wrong` unless a promise holds."""
        if not holds:
            self.broken = self.broken or Wrong(f"at {self.now:.4f} s: {what}")
            raise self.broken
