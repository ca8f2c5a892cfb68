"""The timers of the program, its screens and its boards end also on a machine too busy to begin them in time."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest
import textual._time
from textual.timer import Timer

from tests.support.patience import PATIENCE_SECONDS
from tui.connect.request import TableRequest

NAME_OF_TIMER_TASKS = "set_timer#"
"""How the name of the task of each timer that ends once begins."""


@pytest.fixture
def make_timers_late(monkeypatch):
    """Make each timer that ends once begin an hour late: for its task, each look at the clock takes an hour."""
    monkeypatch.setattr("textual.message_pump.Timer", Timer)  # other tests in this process may have replaced it
    hours, usual_time = count(1), textual._time.get_time

    def time_of_busy_machine():
        is_late = asyncio.current_task().get_name().startswith(NAME_OF_TIMER_TASKS)
        return usual_time() + (3600 * next(hours) if is_late else 0)

    monkeypatch.setattr("textual._time.get_time", time_of_busy_machine)


@pytest.mark.usefixtures("make_timers_late")
@pytest.mark.parametrize("delay_seconds", [0.0, 0.00001, 1800.0])
async def test_timers_of_program_screen_and_board_end_although_they_are_late(make_program, delay_seconds):
    app = make_program(TableRequest("host", "mad-queens", 2))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.session.client.start_match()
        await pilot.pause()
        for owner in (app, app.screen, app.screen.board):
            ended = asyncio.Event()
            owner.set_timer(delay_seconds, ended.set)
            async with asyncio.timeout(PATIENCE_SECONDS):
                await ended.wait()


@pytest.mark.usefixtures("make_timers_late")
async def test_screen_takes_keys_again_although_the_end_of_its_delay_is_late(make_program):
    app = make_program()
    async with app.run_test() as pilot:
        app.screen.delay_focus()
        assert app.screen.focus_is_delayed
        async with asyncio.timeout(PATIENCE_SECONDS):
            while app.screen.focus_is_delayed:
                await pilot.pause(0.01)
        assert app.screen.focused is not None


@pytest.mark.usefixtures("make_timers_late")
async def test_notice_ends_although_its_end_is_late(make_program):
    app = make_program(TableRequest("host"))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.show_notice("Not now.")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while app.last_notice:
                await pilot.pause(0.01)
