"""The base of a simulated run: one virtual clock, one source of chance, one queue of future events.

A run follows from its seed alone, so a failing seed always fails at the same instant.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final

OBJECT_ADDRESS_PATTERN: Final = re.compile(r" object at 0x[0-9a-f]+")
"""Pattern of the memory address in the text of an object: it differs between runs, so the history leaves it out."""

MAX_EVENTS: Final = 60_000
"""Largest number of events of a run: ten times as many as the longest run has."""


class InvariantViolated(AssertionError):
    """Raised when an invariant is violated; the text says which one, and at what time of the run."""


class FutureEvent:
    """A function that will be called at a virtual time, unless it is cancelled or moved before."""

    __slots__ = ("_do", "_instead", "pending")

    def __init__(self, function: Callable[[], None]) -> None:
        self.pending = True
        self._do = function
        self._instead: FutureEvent | None = None

    def cancel(self) -> None:
        """Cancel the event."""
        self.pending = False
        if self._instead is not None:
            self._instead.cancel()

    def replace_with(self, instead: FutureEvent) -> None:
        """Cancel this event and put `instead` in its place: from now on, cancelling this event cancels `instead`."""
        self.pending = False
        self._instead = instead

    def call_function(self) -> None:
        """Call the function of the event, once."""
        if self.pending:
            self.pending = False
            self._do()


class Simulation:
    """The virtual clock, the source of chance and the queue of future events of one run.

    `now` is the time in seconds since the beginning of the run, `first_error` the error that ends the run or None, and
    `counters` counts how often each rare path was taken. With `trace` a history of the run is kept as lines of text.
    """

    def __init__(self, seed: str, trace: bool = False) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.now = 0.0
        self.counters: Counter[str] = Counter()
        self.first_error: BaseException | None = None
        self.trace: list[str] | None = [] if trace else None
        self._future: list[tuple[float, int, FutureEvent]] = []
        self._number = 0

    def schedule_after(self, seconds: float, function: Callable[[], None]) -> FutureEvent:
        """Schedule a call of `function` in a number of seconds from now; return the event."""
        return self.schedule_at(self.now + seconds, function)

    def schedule_at(self, time: float, function: Callable[[], None]) -> FutureEvent:
        """Schedule a call of `function` at the virtual time `time`, or at once if that is past; return the event."""
        event = FutureEvent(function)
        self._number += 1
        heappush(self._future, (max(time, self.now), self._number, event))
        return event

    def run(self, end_time: float, is_enough: Callable[[], bool] | None = None) -> None:
        """Run the events up to the virtual time `end_time`, or up to the event after which `is_enough` returns true.

        Raise `first_error` as soon as there is one, or `InvariantViolated` after `MAX_EVENTS` events.
        """
        future = self._future
        while future and future[0][0] <= end_time:
            self.now, _, event = heappop(future)
            self.check(self._number < MAX_EVENTS, "the run does not end")
            event.call_function()
            if self.first_error is not None:
                raise self.first_error
            if is_enough is not None and is_enough():
                return
        self.now = max(self.now, end_time)

    def count(self, path: str) -> None:
        """Count that a rare path with this name was taken."""
        self.counters[path] += 1

    def note(self, actor: str, details: object) -> None:
        """Add a line to the history, if one is kept: the time, who did something (`actor`), and what (`details`)."""
        if self.trace is not None:
            self.trace.append(f"{self.now:10.4f} {actor:>8} {OBJECT_ADDRESS_PATTERN.sub('', str(details))}")

    def check(self, holds: object, failure: str) -> None:
        """If `holds` is false, raise the first error of the run, or if there is none `InvariantViolated` with the text
        `failure`.
        """
        if not holds:
            self.first_error = self.first_error or InvariantViolated(f"at {self.now:.4f} s: {failure}")
            raise self.first_error
