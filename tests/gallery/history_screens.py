"""Scripts of the pictures that show the results of a person who has played for a while: the home screen and the
statistics.
"""

from __future__ import annotations

import time
from asyncio import to_thread
from typing import Any

import pytest
from textual.pilot import Pilot

from core import games
from tests.gallery.played_history import write_history
from tests.gallery.staged_nearby_tables import StagedNearbyTables, make_found_table
from tui.app.app import QueensApp
from tui.connect.unfinished import unfinished_tables
from tui.screens.home import HomeScreen
from tui.screens.statistics import StatisticsScreen


async def show_home_of_player(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the home screen with an unfinished match, the last match, a table nearby and the best results."""
    home = app.screen
    assert isinstance(home, HomeScreen)
    await to_thread(write_history, app.folder)
    app.new_table_browser = StagedNearbyTables(make_found_table("Ada"))  # type: ignore[assignment]
    await home.search_nearby().wait()
    home.show_unfinished(await to_thread(unfinished_tables, app.folder, also_hosted=True))
    await home.read_results().wait()
    await pilot.pause()


async def show_statistics(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the statistics of the person's matches of Mad Queens."""
    await to_thread(write_history, app.folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")  # the page says when a match ended, in the time of this machine
        time.tzset()
        await app.push_screen(StatisticsScreen())
        await pilot.press(*["right"] * (1 + tuple(games).index("mad-queens")))
        await app.workers.wait_for_complete()
        await pilot.pause()
    time.tzset()
