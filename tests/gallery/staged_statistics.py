"""The statistics screen of a person who has played for a while, for a picture."""

from __future__ import annotations

from statistics import fmean
from typing import Any, Final

from textual.pilot import Pilot
from textual.widgets import Static

from net.journal.history import PlayerTally
from tui.app.app import QueensApp
from tui.screens.statistics import COLUMNS_BESIDE_TABLES, StatisticsScreen, game_charts
from tui.text.history_reports import statistics_text
from tui.text.own_results import GameResults, Opponent, game_results_sentence
from tui.widgets.result_charts import ResultCharts

POINTS_AGAINST_OTHERS: Final = (18, 24, 22, 31, 27, 40, 33, 19, 36, 28, 38, 35, 30, 47)
"""The points of the person in their matches of Mad Queens against others, in order."""

RANKS: Final = (4, 3, 3, 2, 3, 1, 2, 4, 1, 2, 1, 1, 3, 1)
"""The person's rank in each of these matches."""

POINTS_ALONE: Final = (21, 27, 24, 33, 30, 36)
"""The points of the person in their matches of Mad Queens alone, in order."""


async def show_statistics(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the statistics of a person's matches of Mad Queens."""
    screen = StatisticsScreen()
    await app.push_screen(screen)
    await app.workers.wait_for_complete()
    mean = round(fmean(POINTS_AGAINST_OTHERS), 1)
    tallies = (
        PlayerTally("Nora", "mad-queens", len(RANKS), RANKS.count(1), max(POINTS_AGAINST_OTHERS), mean),
        PlayerTally("Bea", "mad-queens", 14, 4, 46, 30.1),
        PlayerTally("Ada", "mad-queens", 9, 3, 44, 31.2),
        PlayerTally("Cleo", "mad-queens", 9, 2, 38, 27.8),
        PlayerTally("Björn", "mad-queens", 5, 0, 29, 22.4),
    )
    ends = (("met the fourth Queen", 9), ("the deck ran out", 6), ("chose to end the game", 5))
    screen.query_one("#title", Static).update("Statistics: Mad Queens")
    opponents = (Opponent("Bea", 8, 14), Opponent("Ada", 4, 9), Opponent("Cleo", 5, 9), Opponent("Björn", 3, 5))
    results = GameResults(POINTS_AGAINST_OTHERS, RANKS.count(1), POINTS_ALONE, ends, RANKS, opponents)
    screen.query_one("#headline", Static).update(game_results_sentence(results, "point"))
    text = statistics_text(tallies, (), "Nora", app.size.width - COLUMNS_BESIDE_TABLES)
    screen.query_one(ResultCharts).show_charts(game_charts(results, "point"), rows_below=text.count("\n") + 1)
    screen.query_one("#tables", Static).update(text)
    await pilot.pause()
