"""Replaces the idle check of Textual's pilot: it waits until a program under test has nothing left to do.

The `Pilot` of Textual takes a program for idle once the process has used little processor time for 1/50 s. On a busy
machine a process that waits for the processor looks the same, so a test would go on too early; on a quiet machine each
key costs that time. `wait_for_idle` asks the event loop instead: nothing is ready to run, nothing can be read, no
thread works for the loop, and no timer fires soon.

It reads private names of asyncio and `concurrent.futures`; no other file of the tests does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import textual.app
import textual.pilot

from net.errors import NetError
from net.journal.entries import Entry
from net.journal.lock import JournalLock
from net.journal.writer import JournalWriter

MAX_TIMER_DELAY_SECONDS: Final = 0.035
"""Longest delay of a timer that is waited for: Textual repaints up to 2/60 s after a change."""

MAX_WAIT_FOR_TIMERS_SECONDS: Final = 0.5
"""Longest wait for all timers together; timers that fire later belong to an animation."""

PAUSE_BETWEEN_THREAD_CHECKS_SECONDS: Final = 0.001
"""The pause between two checks of threads that still work."""

_unanswered_commit_count = 0
"""Number of commits that journals have begun and not yet reported as done."""


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Return when the running event loop has nothing to do, apart from timers that fire too late to be waited for.

    The parameters are those of the Textual function of the same name, which this one replaces; they are ignored.
    """
    waited = 0.0
    while True:
        await _wait_until_nothing_is_ready()
        pause = _seconds_to_next_timer(asyncio.get_running_loop())
        if pause > MAX_TIMER_DELAY_SECONDS or waited > MAX_WAIT_FOR_TIMERS_SECONDS:
            return
        waited += max(pause, 0.0)
        await asyncio.sleep(max(pause, 0.0))


async def _wait_until_nothing_is_ready() -> None:
    """Return when no callback, byte, thread or commit of a journal waits for the loop; do not wait for timers."""
    loop: Any = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(0)
        is_busy = _unanswered_commit_count or _executor_is_busy(
            loop
        )  # before the rest: a thread that ends makes a callback ready
        if loop._ready or loop._selector.select(0):
            continue
        if not is_busy:
            return
        await asyncio.sleep(PAUSE_BETWEEN_THREAD_CHECKS_SECONDS)


async def _wait_for_screen(pilot: textual.pilot.Pilot[Any], timeout: float = 30.0) -> bool:  # noqa: ASYNC109
    """Return True when the widgets have processed their messages, or False if one of them raised an error.

    It replaces the method of `Pilot` of this name, which sends a message to every widget and waits for all of them;
    that was two fifths of all messages in the tests. The timeout is ignored.
    """
    await _wait_until_nothing_is_ready()
    return pilot.app._exception is None


def install_idle_check() -> None:
    """Replace the idle check of Textual's pilot, and count the commits that journals have not answered yet."""
    textual.pilot.wait_for_idle = wait_for_idle  # type: ignore[attr-defined]
    textual.app.wait_for_idle = wait_for_idle  # type: ignore[attr-defined]
    textual.pilot.Pilot._wait_for_screen = _wait_for_screen  # type: ignore[assignment, method-assign]
    commit = JournalWriter.commit

    def counted_commit(
        writer: JournalWriter,
        table: int,
        lock: JournalLock | None,
        tick: int,
        entries: Sequence[Entry],
        then: Callable[[NetError | None], None],
    ) -> None:
        """Commit entries to a journal and count the commit until its answer."""
        global _unanswered_commit_count
        _unanswered_commit_count += 1

        def pass_answer_and_count(error: NetError | None) -> None:
            """Pass the answer on, which makes a callback of the loop ready, and then count it."""
            global _unanswered_commit_count
            then(error)
            _unanswered_commit_count -= 1

        commit(writer, table, lock, tick, entries, pass_answer_and_count)

    JournalWriter.commit = counted_commit  # type: ignore[method-assign]


def _executor_is_busy(loop: Any) -> bool:
    """Return whether a thread of the loop's executor works or a job waits for one."""
    executor = loop._default_executor
    if executor is None:
        return False
    return executor._work_queue.qsize() > 0 or executor._idle_semaphore._value < len(executor._threads)


def _seconds_to_next_timer(loop: Any) -> float:
    """Return the seconds until the next timer of the loop fires: infinity without one, negative if it is overdue."""
    times = [timer._when for timer in loop._scheduled if not timer._cancelled]
    return min(times, default=float("inf")) - loop.time()
