"""The background work of a screen ends together with the screen."""

from __future__ import annotations

import gc
from asyncio import sleep
from pathlib import Path

import tui
from tui.screens.base import BaseScreen
from tui.screens.statistics import StatisticsScreen
from tui.widgets.key_bar import KeyBar


class BusyScreen(BaseScreen):
    """A screen that again and again shows the progress of its background work."""

    shown = 0

    def on_mount(self) -> None:
        self.run_worker(self.show_progress_forever())

    async def show_progress_forever(self) -> None:
        while True:
            await sleep(0)
            self.query_one(KeyBar).refresh()
            self.shown += 1


async def test_background_work_that_updates_a_screen_ends_before_the_widgets_of_the_screen(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        for _ in range(2):
            screen = BusyScreen()
            await app.push_screen(screen)
            await pilot.press("escape")
            await pilot.pause()
            assert screen.shown
            assert not app.workers
        await app.push_screen(BusyScreen())  # and the program ends while it works


async def test_background_work_that_is_replaced_before_it_has_begun_leaves_nothing_behind(make_program) -> None:
    app = make_program()
    async with app.run_test():
        screen = StatisticsScreen()
        await app.push_screen(screen)
        for _ in range(2):  # the second work of the group replaces the first before that ran at all
            screen.on_mount()
    gc.collect()  # Python reports a coroutine that was never awaited when it is collected


def test_only_one_file_of_the_interface_begins_background_work() -> None:
    """Textual would also accept a coroutine; but one that is replaced before it begins is never awaited."""
    folder = Path(tui.__file__).parent
    calls = {path.name for path in folder.rglob("*.py") if ".run_worker(" in path.read_text()}
    assert calls == {"background_work.py"}
