"""Long computations in time slices: how much of a processor they take, what progress they report, and how they end."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest

from tui.table import time_slices
from tui.table.time_slices import SLICE_SECONDS, run_in_slices


class WorkClock:
    """A clock that only the work of a test, and the pauses of the code under test, move on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.paused = 0.0
        self.is_paused = False
        monkeypatch.setattr(time_slices, "monotonic", lambda: self.now)
        monkeypatch.setattr(time_slices, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds
        self.paused += seconds
        self.is_paused = True
        await asyncio.sleep(0)
        self.is_paused = False

    def compute(self, steps: int, seconds: float) -> Generator[int, None, str]:
        """A computation: yield the number of each of `steps` steps, each of which takes `seconds`, and return a
        word.
        """
        for number in range(steps):
            assert not self.is_paused
            self.now += seconds
            yield number
        return "done"


@pytest.mark.parametrize("seconds", [SLICE_SECONDS / 4, SLICE_SECONDS, 10 * SLICE_SECONDS])
async def test_work_in_slices_takes_at_most_half_of_a_processor(monkeypatch, seconds) -> None:
    clock = WorkClock(monkeypatch)
    told: list[int] = []
    assert await run_in_slices(clock.compute(40, seconds), told.append) == "done"
    assert clock.now - clock.paused == pytest.approx(40 * seconds)
    assert clock.paused >= (clock.now - clock.paused) - SLICE_SECONDS
    assert told == sorted(told)
    assert told[-1] == 39


async def test_computations_of_all_guests_together_take_at_most_half_of_a_processor(monkeypatch) -> None:
    clock = WorkClock(monkeypatch)
    works = [clock.compute(5, SLICE_SECONDS) for _ in range(3)]
    told: list[int] = []
    assert await asyncio.gather(*(run_in_slices(work, told.append) for work in works)) == ["done"] * 3
    assert told == sorted(told), "none waits for the end of another one"


async def test_work_in_slices_stops_when_the_function_for_progress_raises_an_error(monkeypatch) -> None:
    def stop(progress: int) -> None:
        raise LookupError

    work = WorkClock(monkeypatch).compute(10, SLICE_SECONDS)
    with pytest.raises(LookupError):
        await run_in_slices(work, stop)
    assert work.gi_frame is None, "it is closed"
