"""StatisticsScreen: the results of people on this machine, with charts for the person at the program."""

from __future__ import annotations

from asyncio import to_thread
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from core import games
from net.errors import NetError
from net.journal import JOURNAL_FILE
from tui.drawing.chart import Bar
from tui.screens.base import ONE_MOMENT_TEXT, BaseScreen
from tui.text.history_reports import statistics_report
from tui.text.own_results import (
    MAX_MATCHES_IN_CHART,
    MIN_MATCHES_FOR_CHART,
    GameResults,
    all_results_sentence,
    game_results_sentence,
    read_game_results,
    read_results_by_title,
    score_curves,
    wins_of_matches,
)
from tui.text.results import ordinal
from tui.widgets.background_work import begin_work
from tui.widgets.key_bar import listed_key
from tui.widgets.result_charts import ResultChart, ResultCharts
from tui.widgets.scroll import Scroll

_RANGE_WIDTHS: Final = tuple(digit * 10**power for power in range(7) for digit in (1, 2, 5))
"""The possible widths, in points, of the ranges into which scores are sorted to be counted; the narrowest first."""

_MAX_RANGES: Final = 5
"""Scores are sorted into at most this many ranges."""

COLUMNS_BESIDE_TABLES: Final = 5
"""The number of columns beside the tables, with those of the scroll bar."""


class StatisticsScreen(BaseScreen):
    """The screen with a page for all games, and one for each game; `queens stats` prints the tables of these pages."""

    CSS_PATH = "history.tcss"
    SCREEN_TITLE = "Statistics"
    HELP_TEXT = (
        "How people have done in each game on this machine, most wins first. One name is one player; bots are left "
        "out. Matches with one player are below, the best results first. Left and right lead to a page for each game: "
        "your points match by match, alone and against others, and how your games ended. A large window has more: how "
        "often you won, where you came in, whom you beat, how your points spread, and your record alone."
    )
    PAGED_BOX = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Back", 0, primary=True),
        listed_key("right", "turn_page(1)", "Game", 1, label="←→"),
        Binding("left", "turn_page(-1)", show=False),
        listed_key("down", "scroll(1)", "Scroll", 2, label="↑↓"),
        Binding("up", "scroll(-1)", show=False),
        listed_key("space", "page(1)", "Next page", 3),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._page = 0
        self._columns = 0

    def contents(self) -> Iterable[Widget]:
        yield Static(self.SCREEN_TITLE, id="title", markup=False)
        yield Static("", id="headline", markup=False)
        yield Scroll(ResultCharts(id="charts"), Static("", id="tables", markup=False), id="page", can_focus=False)

    def on_mount(self) -> None:
        self._columns = self.app.size.width
        self._show_page()

    def adapt_to_size(self, width: int, height: int) -> None:
        """If the width has changed, show the page again, because the tables may have other columns."""
        super().adapt_to_size(width, height)
        if width != self._columns:
            self._columns = width
            begin_work(self, "journal", self._read_journal)

    def _show_page(self) -> None:
        """Show the title of the page of all games, or of one, at once, and its charts and tables when they are read."""
        title = self.SCREEN_TITLE if self._slug is None else f"{self.SCREEN_TITLE}: {games[self._slug].title}"
        self.query_one("#title", Static).update(title)
        self._show_results((), ONE_MOMENT_TEXT)
        begin_work(self, "journal", self._read_journal)

    @property
    def _slug(self) -> str | None:
        """The game of this page; None on the page of all games."""
        return tuple(games)[self._page - 1] if self._page else None

    async def _read_journal(self) -> None:
        """Read the journal in a thread, and show the charts and the tables of this page, or the error."""
        path, me = self.program.folder / JOURNAL_FILE, self.program.settings.name
        slug = self._slug
        charts: Sequence[ResultChart] = ()
        sentence = ""
        try:
            text = await to_thread(statistics_report, path, slug, False, me, self._columns - COLUMNS_BESIDE_TABLES)
            charts, sentence = await to_thread(read_result_charts, path, slug, me)
        except NetError as error:
            text = str(error)
        self._show_results(charts, text, sentence)

    def _show_results(self, charts: Sequence[ResultChart], text: str, sentence: str = "") -> None:
        """Show a sentence, charts below it, and below them a text, from its first row."""
        self.query_one("#headline", Static).update(sentence)
        self.query_one(ResultCharts).show_charts(charts, rows_below=text.count("\n") + 1)
        self.query_one("#tables", Static).update(Text(text))
        self.query_one("#page", Scroll).scroll_home(animate=False)
        self.call_after_refresh(self.refresh_bindings)

    def action_turn_page(self, by: int) -> None:
        """Show the page that is `by` pages further; after the last one comes the first."""
        self._page = (self._page + by) % (len(games) + 1)
        self._show_page()

    def action_scroll(self, by: int) -> None:
        """Scroll `by` rows."""
        self.query_one("#page", Scroll).scroll_relative(y=by, animate=False)


def read_result_charts(path: Path, slug: str | None, name: str) -> tuple[Sequence[ResultChart], str]:
    """Return the charts of one game, or of all, for the person called `name`, and a sentence on the results; raises
    `net.errors.NetError` if the journal cannot be read."""
    if slug is not None:
        results, unit = read_game_results(path, slug, name), games[slug].score_unit
        return game_charts(results, unit), game_results_sentence(results, unit)
    by_title = read_results_by_title(path, name)
    wins = wins_of_matches(by_title)
    charts = (ResultChart("Your wins", bars=tuple(Bar(*one) for one in wins)),) if wins else ()
    return charts, all_results_sentence(by_title)


def game_charts(results: GameResults, unit: str) -> Sequence[ResultChart]:
    """Return the charts of the results in one game; `unit` is that of its scores, in the singular."""
    charts = [ResultChart(f"{curve.heading}, best {curve.best}", curve.scores) for curve in score_curves(results, unit)]
    charts += _charts_for_large_window(results)
    if sum(number for _, number in results.counts_of_end_causes) >= MIN_MATCHES_FOR_CHART:
        bars = tuple(Bar(cause, number, str(number)) for cause, number in results.counts_of_end_causes)
        charts.append(ResultChart("How your last games ended", bars=bars))
    if len(results.ranks) >= MIN_MATCHES_FOR_CHART:
        times = [results.ranks.count(rank) for rank in range(1, max(results.ranks) + 1)]
        bars = tuple(Bar(ordinal(rank), number, str(number), own=rank == 1) for rank, number in enumerate(times, 1))
        charts.append(ResultChart("Where you came in", bars=bars, may_be_left_out=True))
        bars = tuple(
            Bar(
                other.name,
                other.times_ahead / other.matches,
                f"{other.times_ahead} of {other.matches}",
                own=2 * other.times_ahead > other.matches,
            )
            for other in results.opponents
        )
        if bars:
            charts.append(ResultChart("How often you came in ahead of", bars=bars, may_be_left_out=True))
        heading = f"Matches by {unit}s"
        charts.append(ResultChart(heading, bars=_bars_by_range(results.points), may_be_left_out=True))
    return charts


def _charts_for_large_window(results: GameResults) -> Sequence[ResultChart]:
    """Return the curves that a large window has room for: the share of matches won so far, and the record alone."""
    charts = []
    if len(results.ranks) >= MIN_MATCHES_FOR_CHART:
        won = list(accumulate(rank == 1 for rank in results.ranks))
        shares = tuple(100 * wins / matches for matches, wins in enumerate(won, 1))
        heading = f"Share of matches won so far: {won[-1]} of {len(won)}"
        charts.append(ResultChart(heading, shares[-MAX_MATCHES_IN_CHART:], percent=True, may_be_left_out=True))
    if len(results.solo_points) >= MIN_MATCHES_FOR_CHART:
        records = list(accumulate(results.solo_points, max))
        heading = f"Your record alone: from {records[0]} to {records[-1]}"
        charts.append(ResultChart(heading, tuple(map(float, records[-MAX_MATCHES_IN_CHART:])), may_be_left_out=True))
    return charts


def _bars_by_range(points: Sequence[int]) -> tuple[Bar, ...]:
    """Return a bar for each range of scores, with the number of `points` in it; at most `_MAX_RANGES` ranges of one
    width.
    """
    least, most = min(points), max(points)
    width = next(one for one in _RANGE_WIDTHS if most // one - least // one < _MAX_RANGES or one == _RANGE_WIDTHS[-1])
    numbers = Counter(one // width for one in points)
    return tuple(
        Bar(f"{width * at} to {width * at + width - 1}" if width > 1 else str(at), numbers[at], str(numbers[at]))
        for at in range(least // width, most // width + 1)
    )
