"""Screens of 48 columns, as on a phone held upright: nothing is cut, and nothing of what lies below shows through."""

from __future__ import annotations

import pytest

from core import Record
from net.client.playback import Playback
from net.journal.history import PlayerTally
from tests.gallery.pictures import KEPT_MATCH
from tests.gallery.staged_statistics import statistics
from tests.tui.screens.test_every_screen_fits import one_past_match, past_match, past_matches
from tui.screens.history_match import HistoryMatchScreen
from tui.screens.replay import ReplayScreen
from tui.screens.themes import ThemesScreen
from tui.text.history import statistics_text

UPRIGHT = (48, 40)
"""Columns and rows of a phone held upright."""


async def test_sample_of_the_themes_shows_whole_cards_and_sentences(program, shown) -> None:
    app = program()
    async with app.run_test(size=UPRIGHT) as pilot:
        await pilot.pause()
        await app.push_screen(ThemesScreen())
        await pilot.pause()
        rows = [row.split() for row in shown(app).splitlines()]
        assert ["Q♣", "8♠", "K♦", "5♥", "8♦"] in rows
        assert "8♦ is caught by 8♠  CAUGHT" in shown(app)
        assert "Bea" not in shown(app)


async def test_rows_of_statistics_stay_whole(program, shown) -> None:
    app = program()
    async with app.run_test(size=UPRIGHT) as pilot:
        await pilot.pause()
        await statistics(app, pilot)
        await pilot.press("end", "pagedown")
        await pilot.pause()
        assert [row.split() for row in shown(app).splitlines() if "Nora (you)" in row] == [
            ["Nora", "(you)", "14", "5", "47", "30.6"]
        ]


@pytest.mark.parametrize(("columns", "has_share"), [(0, True), (60, True), (43, False)])
def test_statistics_go_without_the_share_where_they_are_too_wide(columns: int, has_share: bool) -> None:
    tallies = (PlayerTally("Bartholomew", "mad-queens", 14, 5, 47, 30.6),)
    text = statistics_text(tallies, (), "Bartholomew", columns)
    assert ("share" in text) is has_share
    assert ("36%" in text) is has_share


async def test_heading_of_past_matches_is_not_cut(program, shown) -> None:
    app = program()
    async with app.run_test(size=UPRIGHT) as pilot:
        await pilot.pause()
        await past_matches(app, pilot, 4)
        assert next(row.split() for row in shown(app).splitlines() if "ended" in row) == ["ended", "game"]


async def test_all_house_rules_of_a_past_match_are_told(program, shown) -> None:
    app = program()
    async with app.run_test(size=UPRIGHT) as pilot:
        await pilot.pause()
        await one_past_match(app, pilot, 4)
        assert isinstance(app.screen, HistoryMatchScreen)
        last = list(past_match(4).options)[-1][1]
        assert last in " ".join(shown(app).split())
        assert "Who chooses the Queen" in " ".join(shown(app).split())


async def test_step_of_a_replay_is_told_whole(program, shown) -> None:
    app = program()
    async with app.run_test(size=UPRIGHT) as pilot:
        await pilot.pause()
        record = Record.parse(KEPT_MATCH.read_text(encoding="utf-8"))
        await app.push_screen(ReplayScreen(Playback(record, 0), "The deal is checked."))
        await pilot.pause()
        assert "The match begins." in shown(app)
        assert "as seen by Seat 1" in shown(app)
        assert "…" not in shown(app)
