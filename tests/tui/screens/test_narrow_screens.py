"""Screens of 48 columns, as on a phone held upright: no text is cut, and nothing of the screen below is visible."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from core import Record
from net.client.playback import Playback
from net.journal.history import HighScore, PlayerTally
from net.limits import MAX_NAME_CELLS
from tests.gallery.history_screens import show_statistics
from tests.gallery.pictures import REPLAYED_RECORD_FILE
from tests.gallery.played_history import OWN_NAME
from tests.tui.screens.test_every_screen_fits import make_past_match, show_one_past_match, show_past_matches
from tui.screens.history_match import HistoryMatchScreen
from tui.screens.replay import ReplayScreen
from tui.screens.statistics import COLUMNS_BESIDE_TABLES, StatisticsScreen
from tui.screens.themes import ThemesScreen
from tui.text.history_reports import statistics_text

UPRIGHT_PHONE_SIZE = (48, 40)
"""Columns and rows of a phone held upright."""


async def test_sample_on_the_screen_of_themes_shows_whole_cards_and_sentences(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=UPRIGHT_PHONE_SIZE) as pilot:
        await pilot.pause()
        await app.push_screen(ThemesScreen())
        await pilot.pause()
        rows = [row.split() for row in screen_text(app).splitlines()]
        assert ["Q♣", "8♠", "K♦", "5♥", "8♦"] in rows
        assert "8♦ is caught by 8♠  CAUGHT" in screen_text(app)
        assert "Bea" not in screen_text(app)


async def test_rows_of_statistics_on_a_narrow_screen_are_not_broken(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=UPRIGHT_PHONE_SIZE) as pilot:
        await pilot.pause()
        app.settings.name = OWN_NAME
        await show_statistics(app, pilot)
        await pilot.press("end", "pagedown")
        await pilot.pause()
        assert [row.split() for row in screen_text(app).splitlines() if row.strip().startswith("Nora (you)")] == [
            ["Nora", "(you)", "16", "5", "46", "30.5"]
        ]


LONG_NAMES = ("Bartholomew Longname", "漢字漢字漢字漢字漢字")
"""Names of `MAX_NAME_CELLS` cells; the first is that of the person at the program."""


RESULTS_OF_LONG_NAMES = [PlayerTally(name, "big-queen", 1_204, 305, 1_480, 730.6, 114) for name in LONG_NAMES]
"""The results of people with long names; for some of their matches bots decided."""

SOLO_SCORES = [HighScore("mad-queens", 147, LONG_NAMES[0], 1_700_000_000, 12_345)]
"""The result of a match with one player."""

COLUMNS_LEFT_OUT: dict[tuple[int, str], set[str]] = {
    (100, LONG_NAMES[0]): set(),
    (80, LONG_NAMES[0]): set(),
    (60, LONG_NAMES[0]): {"win %", "average", "with a bot", "ended"},
    (48, LONG_NAMES[0]): {"win %", "average", "with a bot", "best", "ended", "match"},
    (100, ""): set(),
    (80, ""): set(),
    (60, ""): {"win %", "average", "ended"},
    (48, ""): {"win %", "average", "with a bot", "ended"},
}
"""Maps (width of the window, person whose row is marked) to the columns that the tables of these results leave out.

The mark makes a name longer.
"""


def statistics_lines(window: int, me: str) -> list[str]:
    """Return the statistics as lines for a window of this width; the rows of `me` are marked."""
    return statistics_text(RESULTS_OF_LONG_NAMES, SOLO_SCORES, me, window - COLUMNS_BESIDE_TABLES).splitlines()


@pytest.mark.parametrize(("window", "me"), COLUMNS_LEFT_OUT)
def test_tables_of_statistics_leave_out_columns_until_they_fit(window: int, me: str) -> None:
    assert {cell_len(name) for name in LONG_NAMES} == {MAX_NAME_CELLS}
    lines = statistics_lines(window, me)
    assert max(map(cell_len, lines)) <= window - COLUMNS_BESIDE_TABLES
    left_out = COLUMNS_LEFT_OUT[window, me]
    together = ["name", "matches", "won", "win %", "best", "average", "with a bot"]
    alone = ["points", "name", "ended", "match"]
    headings = [re.split("  +", line.strip()) for line in (lines[1], lines[-3])]
    assert headings == [[one for one in table if one not in left_out] for table in (alone, together)]
    rows = [line for line in lines if any(name in line for name in LONG_NAMES)]
    assert len(rows) == 3
    assert [len(re.split("  +", row.strip())) for row in rows] == [len(headings[0]), *[len(headings[1])] * 2]


def test_tables_of_statistics_without_a_width_limit_have_all_columns() -> None:
    lines = statistics_text(RESULTS_OF_LONG_NAMES, SOLO_SCORES, LONG_NAMES[0]).splitlines()
    assert lines == statistics_lines(100, LONG_NAMES[0])


async def test_statistics_screen_follows_every_change_of_the_width(make_program, screen_text, monkeypatch) -> None:
    monkeypatch.setattr("tui.text.history_reports.player_tallies", lambda path, game: RESULTS_OF_LONG_NAMES)
    monkeypatch.setattr("tui.text.history_reports.high_scores", lambda path, game: SOLO_SCORES)
    app = make_program(name=LONG_NAMES[0])
    async with app.run_test(size=(60, 40)) as pilot:
        await pilot.pause()
        await app.push_screen(StatisticsScreen())
        for window in (60, 100, 60, 48, 80, 48, 100):
            await pilot.resize_terminal(window, 40)
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            text = [row.strip() for row in screen_text(app).splitlines()]
            assert [
                line for line in statistics_lines(window, LONG_NAMES[0]) if line and line.strip() not in text
            ] == [], window


async def test_heading_of_past_matches_is_not_cut_on_a_narrow_screen(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=UPRIGHT_PHONE_SIZE) as pilot:
        await pilot.pause()
        await show_past_matches(app, pilot, 4)
        assert next(row.split() for row in screen_text(app).splitlines() if "ended" in row) == ["ended", "game"]


async def test_all_house_rules_of_a_past_match_are_shown_on_a_narrow_screen(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=UPRIGHT_PHONE_SIZE) as pilot:
        await pilot.pause()
        await show_one_past_match(app, pilot, 4)
        assert isinstance(app.screen, HistoryMatchScreen)
        last = list(make_past_match(4).options)[-1][1]
        assert last in " ".join(screen_text(app).split())
        assert "Who chooses the Queen" in " ".join(screen_text(app).split())


async def test_sentence_of_a_replay_step_is_shown_whole_on_a_narrow_screen(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=UPRIGHT_PHONE_SIZE) as pilot:
        await pilot.pause()
        record = Record.parse(REPLAYED_RECORD_FILE.read_text(encoding="utf-8"))
        await app.push_screen(ReplayScreen(Playback(record, 0), "The deal is checked."))
        await pilot.pause()
        assert "The match begins." in screen_text(app)
        assert "as seen by Seat 1" in screen_text(app)
        assert "…" not in screen_text(app)
