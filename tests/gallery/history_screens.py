"""Scripts of the pictures that show what a person has played for a while: the home screen, the statistics, and the
analysis of a match.
"""

from __future__ import annotations

import time
from asyncio import to_thread
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from core import games
from net.journal import JOURNAL_FILE
from net.journal.history import finished_matches
from tests.gallery.played_history import OWN_NAME, PlayedMatch, play_history, write_history
from tests.gallery.staged_nearby_tables import StagedNearbyTables
from tests.gallery.table_screens import NEARBY_TABLES, find_table
from tui.app.app import QueensApp
from tui.connect.unfinished import unfinished_tables
from tui.screens.analysis import AnalysisScreen
from tui.screens.history_match import HistoryMatchScreen
from tui.screens.home import HomeScreen
from tui.screens.statistics import StatisticsScreen

ANALYSED_MATCH: Final = PlayedMatch("mad-queens", (OWN_NAME, "Ada", "Björn", "Chidi"), 0, style="steady")
"""The match that is analysed: its people decide otherwise than the coach."""

SEED_OF_ANALYSED_MATCH: Final = 5
"""The seed of that match: one decision has cost the person the victory."""


async def show_home_of_player(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the home screen with an unfinished match, the last match, a table nearby and the best results."""
    home = app.screen
    assert isinstance(home, HomeScreen)
    await to_thread(write_history, app.folder)
    app.new_table_browser = StagedNearbyTables(await find_table(*NEARBY_TABLES[0]))  # type: ignore[assignment]
    await home.search_nearby().wait()
    home.show_unfinished(await to_thread(unfinished_tables, app.folder, also_hosted=True))
    await home.read_results().wait()
    await pilot.pause()


async def show_analysis(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show what happened in a match of Mad Queens, whose coach needs no samples."""
    await play_history(app.folder, [ANALYSED_MATCH], SEED_OF_ANALYSED_MATCH)
    [match] = finished_matches(app.folder / JOURNAL_FILE)
    await app.push_screen(HistoryMatchScreen(match))
    await pilot.press("n")
    await app.workers.wait_for_complete()
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert isinstance(app.screen, AnalysisScreen)


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
