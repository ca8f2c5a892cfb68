"""Long computations in time slices, between which keys, events and other guests are handled."""

from __future__ import annotations

from asyncio import AbstractEventLoop, Lock, get_running_loop, sleep
from collections.abc import Callable, Generator
from time import monotonic
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

SLICE_SECONDS: Final = 0.002
"""The time for which a computation works before it pauses."""

_LOCK_BY_LOOP: Final[WeakKeyDictionary[AbstractEventLoop, Lock]] = WeakKeyDictionary()
"""Maps an event loop to the lock that one computation holds for a slice and the pause after it."""

ProgressT = TypeVar("ProgressT")
OutcomeT = TypeVar("OutcomeT")


async def run_in_slices(
    work: Generator[ProgressT, None, OutcomeT], on_progress: Callable[[ProgressT], object] | None = None
) -> OutcomeT:
    """Run a generator to its end, in pieces of about `SLICE_SECONDS`, and return what it returns.

    After each piece there is a pause as long as the piece took, and all computations of an event loop take turns: so
    together they take at most half of a processor, also where a host draws for a hundred guests who ask at once. After
    each pause `on_progress` gets what the generator has yielded last. If the task is cancelled, or `on_progress` raises
    an error, the work stops and the generator is closed. Errors of the generator are raised.
    """
    turn = _LOCK_BY_LOOP.setdefault(get_running_loop(), Lock())
    try:
        while True:
            async with turn:
                began = monotonic()
                try:
                    progress = next(work)
                    while monotonic() - began < SLICE_SECONDS:
                        progress = next(work)
                except StopIteration as end:
                    result: OutcomeT = end.value
                    return result
                await sleep(monotonic() - began)
            if on_progress is not None:
                on_progress(progress)
    finally:
        work.close()
