"""Timers of a widget end also if the program stands still as they begin."""

import asyncio

import pytest
import textual._time
from textual.app import App
from textual.widget import Widget

from tests.support.patience import PATIENCE_SECONDS
from tui.widgets.certain_timers import CertainTimers


class WidgetWithTimer(CertainTimers, Widget):
    """A widget that sets a timer."""


class OneWidgetApp(App[None]):
    """An app with one widget that fills it."""

    def compose(self):
        yield WidgetWithTimer()


@pytest.mark.parametrize("delay_seconds", [0.00001, 0.01])
async def test_timer_ends_although_its_time_had_passed_before_it_began_to_wait(monkeypatch, delay_seconds):
    app = OneWidgetApp()
    async with app.run_test():
        seconds = iter(range(1_000_000))
        ended = asyncio.Event()
        with monkeypatch.context() as clock_that_jumps:
            clock_that_jumps.setattr(textual._time, "get_time", lambda: float(next(seconds)))
            app.query_one(WidgetWithTimer).set_timer(delay_seconds, ended.set)
            async with asyncio.timeout(PATIENCE_SECONDS):
                await ended.wait()
