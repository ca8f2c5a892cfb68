"""Settings of the whole process for many guests' programs: garbage collection, and the event loop's tasks.

A guest's program is some twenty thousand objects that live as long as the guest stays. When many objects are new,
Python's collector examines all objects: half a second with sixty guests, in which no key is answered. So the objects of
a program that has started are frozen (`gc.freeze`), and those of one that has ended are freed one program at a time
(`tui.app.textual_internals.GuardedApp.break_reference_cycles`).
"""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Protocol

from net.protocol.rate_limit import TokenBucket
from tui.guest.limits import (
    DELAY_BEFORE_FREEING_PROGRAM_SECONDS,
    EVENT_LOOP_SHARE_PER_GUEST,
    LOOP_SECONDS_AT_ONCE,
    MIN_GUESTS_BEFORE_COLLECTION,
    MIN_GUESTS_BEFORE_IDLE_COLLECTION,
    PAUSE_AFTER_FREEING_PROGRAM_SECONDS,
)

LOOP_TIME_BUDGET: ContextVar[TokenBucket] = ContextVar("LOOP_TIME_BUDGET")
"""Context variable: for how many seconds the guest's program of this context may still occupy the event loop.

`meter_loop_time` deducts the time of the program's steps from it.
"""


def new_loop_time_budget(now: float) -> TokenBucket:
    """Return the budget of a program for the time of the event loop, and deduct the time of the tasks of this context
    from it.
    """
    budget = TokenBucket(EVENT_LOOP_SHARE_PER_GUEST, LOOP_SECONDS_AT_ONCE, now)
    LOOP_TIME_BUDGET.set(budget)
    return budget


class MeteredCoroutine(Coroutine[Any, Any, Any]):
    """A coroutine that deducts the time of each of its steps from a time budget."""

    __slots__ = ("_budget", "_coroutine", "_loop")

    def __init__(self, coroutine: Coroutine[Any, Any, Any], budget: TokenBucket, loop: asyncio.AbstractEventLoop):
        self._coroutine, self._budget, self._loop = coroutine, budget, loop

    def send(self, value: Any) -> Any:
        return self._run_metered_step(self._coroutine.send, value)

    def throw(self, *error: Any) -> Any:
        return self._run_metered_step(self._coroutine.throw, *error)

    def close(self) -> None:
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._coroutine.__await__()

    def _run_metered_step(self, step: Callable[..., Any], *arguments: Any) -> Any:
        """Run a step of the coroutine, and deduct the time that it took."""
        begun = perf_counter()
        try:
            return step(*arguments)
        finally:
            self._budget.overdraw(perf_counter() - begun, self._loop.time())


def meter_loop_time(loop: asyncio.AbstractEventLoop) -> None:
    """From now on, deduct the time of each task of a guest's program from the budget of the task's context."""

    def new_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
        context = options.get("context")
        budget = LOOP_TIME_BUDGET.get(None) if context is None else context.get(LOOP_TIME_BUDGET)
        if budget is not None and asyncio.iscoroutine(coroutine):
            coroutine = MeteredCoroutine(coroutine, budget, loop)
        return asyncio.Task(coroutine, loop=loop, **options)

    type(loop).set_task_factory(loop, new_task)


class EndedProgram(Protocol):
    """The interface of a program that has ended: the method that frees its memory."""

    def break_reference_cycles(self) -> None:
        """Free the program without Python's garbage collector."""


class GcPolicy:
    """Exempts programs that have started from garbage collection, and frees those that have ended, one after the other.

    A full collection holds everybody up for a moment, with many guests for seconds. So there is one only for what
    `break_reference_cycles` has left of many programs, or when no guest is there.
    """

    def __init__(self) -> None:
        self._running = 0
        self._ended_count = 0
        self._ended_programs: deque[EndedProgram] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def freeze_started_program(self) -> None:
        """Exempt the objects of a program that has painted its first screen from garbage collection (`gc.freeze`)."""
        self._running += 1
        gc.collect(1)
        gc.freeze()

    def queue_ended_program(self, program: EndedProgram) -> None:
        """Free a program that has ended, once its last tasks are over and the programs ended before it are freed."""
        self._running -= 1
        self._ended_count += 1
        self._ended_programs.append(program)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(
                DELAY_BEFORE_FREEING_PROGRAM_SECONDS, self._free_program
            )

    def _free_program(self) -> None:
        """Free the program that has ended first, and schedule the next one."""
        self._timer = None
        self._ended_programs.popleft().break_reference_cycles()
        if self._ended_programs:
            self._timer = asyncio.get_running_loop().call_later(PAUSE_AFTER_FREEING_PROGRAM_SECONDS, self._free_program)
        elif self._ended_count >= (
            MIN_GUESTS_BEFORE_COLLECTION if self._running else MIN_GUESTS_BEFORE_IDLE_COLLECTION
        ):
            self.collect_garbage()

    def unfreeze(self) -> None:
        """Give all objects back to Python's collector; called when no guests are left."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._ended_programs.clear()
        gc.unfreeze()

    def collect_garbage(self) -> None:
        """Run a full garbage collection, which frees the objects of all programs in this process that have ended."""
        self._ended_count = 0
        gc.unfreeze()
        gc.collect()
        gc.freeze()
