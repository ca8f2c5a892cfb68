"""What is said of a played match: courses, mistakes, and the card to share."""

from __future__ import annotations

import json
from functools import cache

import pytest
from rich.cells import cell_len

from core import Match, games
from core.engine.analysis import Analysis, analyse, finished_analysis
from core.engine.coach import Figure
from core.engine.registry import start_of
from core.engine.simulation import play_out
from tui.text.analysis import (
    NO_MISTAKE_SENTENCE,
    NO_SEAT_SENTENCE,
    amount_text,
    analysis_json,
    analysis_text,
    courses,
    courses_heading,
    share_card,
)

NAMES = ("Ann", "Bea", "Cleo", "Dora")

pytestmark = pytest.mark.usefixtures("few_ends")


@cache
def played(slug: str, bot: str = "", seat: int | None = 0) -> tuple[Match, Analysis]:
    """Return a match of four, played by a bot of the game, and its analysis for a seat.

    Without a seat no decision is judged, which is what takes long.
    """
    game = games[slug]
    match = game.start(4, "text")
    play_out(game, match, [game.bots[bot] if bot else next(iter(game.bots.values()))] * 4)
    return match, finished_analysis(analyse(game, start_of(match.record), match.record.actions, seat))


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("slug", list(games))
def test_every_course_fits_and_names_each_player_with_the_final_score(slug: str, width: int) -> None:
    match, analysis = played(slug, seat=None)
    for points in (True, False):
        rows = courses(games[slug], match.options, analysis, NAMES, 0, width, points=points)
        assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
        assert {name for name in NAMES if any(name in row.name for row in rows)} == set(NAMES)
        assert all(cell_len(row.name) + 2 + len(row.bars) + 1 + len(str(row.score)) <= width for row in rows)
        assert [row.own for row in rows].count(True) == 1


def test_the_highest_score_of_the_match_is_the_highest_bar() -> None:
    match, analysis = played("queens-dungeon", seat=None)
    rows = courses(games["queens-dungeon"], match.options, analysis, NAMES, 0, 300)
    assert "█" in rows[0].bars
    assert max(max(scores) for scores in analysis.scores) == rows[0].score or "█" in "".join(row.bars for row in rows)


@pytest.mark.parametrize("slug", ["mad-queens", "big-queen"])
def test_courses_of_chances_end_with_the_highest_bar_for_who_has_won_and_the_lowest_for_others(slug: str) -> None:
    match, analysis = played(slug, seat=None)
    rows = courses(games[slug], match.options, analysis, NAMES, 0, 80, points=False)
    winners = [NAMES[standing.seat] for standing in match.standings if standing.rank == 1]
    for row in rows:
        assert row.bars[-1] == ("█" if any(name in row.name for name in winners) else "▁")
    text = analysis_text(games[slug], match.options, analysis, NAMES, None, 80)
    assert courses_heading(analysis, points=False) in text
    assert all(f"{row.bars} {row.score}" in text for row in rows)


def test_the_reader_is_among_the_courses_of_a_large_table() -> None:
    game = games["mad-queens"]
    match = game.start(40, "many")
    play_out(game, match, [game.bots["steady"]] * 40)
    last = match.standings[-1].seat
    analysis = finished_analysis(analyse(game, start_of(match.record), match.record.actions, last))
    rows = courses(game, match.options, analysis, [f"P{number}" for number in range(40)], last, 80)
    assert len(rows) == 9
    assert (rows[-1].name, rows[-1].own) == (f"P{last}", True)


def test_a_mistake_says_what_was_done_what_was_better_by_how_much_and_why() -> None:
    match, analysis = played("mad-queens", "steady")
    text = analysis_text(games["mad-queens"], match.options, analysis, NAMES, 0, 80)
    assert f"What cost you most, of {analysis.decisions} decisions:" in text
    for mistake in analysis.mistakes:
        done = {"reveal": "turns a card", "bank": "banks", "end": "ends the game for good"}
        taken, better = done[mistake.taken.action.verb], done[mistake.best.action.verb]
        amount = amount_text(games["mad-queens"], mistake.cost)
        assert f"step {mistake.step}: Ann {taken}. The coach {better}: {amount} more." in text
        assert mistake.reason in text


def test_spectator_and_player_without_a_mistake_are_told_so() -> None:
    game = games["mad-queens"]
    match, analysis = played("mad-queens")
    assert NO_SEAT_SENTENCE in analysis_text(game, match.options, analysis, NAMES, None, 80)
    without = Analysis(analysis.steps, analysis.scores, analysis.remarks, 12, ())
    assert NO_MISTAKE_SENTENCE in analysis_text(game, match.options, without, NAMES, 0, 80)


def test_the_card_to_share_names_the_players_best_first_and_the_highlights() -> None:
    _, analysis = played("mad-queens")
    title, results, highlights = share_card(games["mad-queens"], analysis, NAMES).splitlines()
    assert title == "Mad Queens"
    scores = [int(result.split()[-1]) for result in results.split(", ")]
    assert scores == sorted(analysis.scores[-1], reverse=True)
    assert highlights.startswith("best bank ")


def test_json_has_the_same_mistakes() -> None:
    _, analysis = played("mad-queens", "steady")
    told = json.loads(analysis_json(analysis, NAMES, 0))
    assert len(told["chances"]) == len(told["chance_errors"]) == len(told["chance_steps"]) > 2
    assert told["chances"][-1] == [chance.value for chance in analysis.chances[-1]]
    assert [one["cost"] for one in told["mistakes"]] == [mistake.cost.value for mistake in analysis.mistakes]
    assert [one["step"] for one in told["mistakes"]] == [mistake.step for mistake in analysis.mistakes]


@pytest.mark.parametrize(
    ("slug", "figure", "text"),
    [
        ("mad-queens", Figure("worth", 4.0, 0, "point"), "4 points"),
        ("mad-queens", Figure("worth", 1.25, 0, "point"), "1.2 points"),
        ("mad-queens-classic", Figure("worth", 4.0, 0, "point"), "4 cards"),
        ("queens-dungeon", Figure("lead", 2.0, 0.4, "point"), "2.0 ±0.4 points"),
    ],
)
def test_amounts_are_written_in_the_unit_of_the_game_with_their_error(slug: str, figure: Figure, text: str) -> None:
    assert amount_text(games[slug], figure) == text
