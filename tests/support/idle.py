"""Wait until a program under test has nothing left to do, however slow or busy the machine is.

Textual's `Pilot` takes a program for idle once the process has used little processor time for a fiftieth of a second.
On a busy machine a process that waits for its turn looks the same, so a test goes on too early; on a quiet one each key
costs a nap. `wait_for_idle` asks the event loop instead: nothing is ready to run, nothing can be read, no thread
still works for the loop, and no timer fires soon.

It reads private names of asyncio and `concurrent.futures`; this is the one file of the tests that does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import textual.app
import textual.pilot

from net.errors import NetError
from net.journal.entries import Entry
from net.journal.writer import JournalWriter

SOON_SECONDS: Final = 0.025
"""A timer that fires within this time is work to wait for: Textual repaints up to 1/60 s after a change."""

TIMERS_SECONDS: Final = 0.5
"""How much time may be spent on such timers one after another; what takes longer is an animation."""

THREAD_POLL_SECONDS: Final = 0.001

_commits = 0
"""How many commits were handed to a journal's thread and are not answered yet."""


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Return when the running event loop has nothing to do.

    The parameters are those of Textual's function of this name, which this one replaces; they have no meaning here.
    """
    loop: Any = asyncio.get_running_loop()
    waited = 0.0
    while True:
        await asyncio.sleep(0)
        if loop._ready or loop._selector.select(0):
            continue
        if _commits or _executor_is_busy(loop):
            await asyncio.sleep(THREAD_POLL_SECONDS)
            continue
        pause = _seconds_to_next_timer(loop)
        if pause > SOON_SECONDS or waited > TIMERS_SECONDS:
            return
        waited += max(pause, 0.0)
        await asyncio.sleep(max(pause, 0.0))


def install() -> None:
    """Replace Textual's function in its pilot, and count the commits that journals have not answered."""
    textual.pilot.wait_for_idle = wait_for_idle  # type: ignore[attr-defined]
    textual.app.wait_for_idle = wait_for_idle  # type: ignore[attr-defined]
    commit = JournalWriter.commit

    def counted(
        writer: JournalWriter,
        table: int,
        tick: int,
        entries: Sequence[Entry],
        then: Callable[[NetError | None], None],
    ) -> None:
        global _commits
        _commits += 1

        def answered(error: NetError | None) -> None:
            global _commits
            _commits -= 1
            then(error)

        commit(writer, table, tick, entries, answered)

    JournalWriter.commit = counted  # type: ignore[method-assign]


def _executor_is_busy(loop: Any) -> bool:
    executor = loop._default_executor
    if executor is None:
        return False
    return executor._work_queue.qsize() > 0 or executor._idle_semaphore._value < len(executor._threads)


def _seconds_to_next_timer(loop: Any) -> float:
    times = [timer._when for timer in loop._scheduled if not timer._cancelled]
    return min(times, default=float("inf")) - loop.time()
