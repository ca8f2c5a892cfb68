"""The bot `play_as_contender`, which plays for the win: its chance of winning, and that it takes more risks the further
it is behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core import View, games
from core.mad_queens.bot import expected_points_of_reveal, play_as_careful
from core.mad_queens.contender import ContenderWinningChances, play_as_contender
from core.mad_queens.levels import choose_after_others_finish, play_as_striving
from tests.support.depth import parametrize

MAD_QUEENS_SLUGS = ("mad-queens", "mad-queens-classic")
"""The slugs of the games that the contender plays."""


def views_with_two_choices(slug: str, seats: int, seed: str) -> Iterator[View]:
    """Yield the views in which the first seat has two choices, in a match of `play_as_careful` bots."""
    match = games[slug].start(seats, seed)
    while not match.over:
        seat = min(match.awaited)
        view = match.view(seat)
        if seat == 0 and len(match.legal(0)) > 1:
            yield view
        match.act(seat, play_as_careful(view))


def view_with_stronger_rivals(view: View, points: int) -> View:
    """Return a view in which every other seat has `points` points more than in `view`."""
    facts = dict(view.facts)
    for seat in range(1, view.seats):
        score = facts[f"score/{seat}"]
        assert isinstance(score, int)
        facts[f"score/{seat}"] = score + points
    return replace(view, facts=facts)


@parametrize("slug", MAD_QUEENS_SLUGS, 1)
def test_contender_reveals_more_often_behind_than_ahead(slug):
    behind = ahead = 0
    for number in range(12):
        for view in views_with_two_choices(slug, 4, f"dare-{number}"):
            behind += play_as_contender(view_with_stronger_rivals(view, 12)).verb == "reveal"
            ahead += play_as_contender(view_with_stronger_rivals(view, -12)).verb == "reveal"
    assert behind > 1.1 * ahead


@pytest.mark.parametrize("slug", MAD_QUEENS_SLUGS)
def test_chance_of_winning_grows_with_the_score_of_the_seat_and_falls_with_those_of_rivals(slug):
    for view in views_with_two_choices(slug, 4, "chances"):
        contest, harder = ContenderWinningChances(view), ContenderWinningChances(view_with_stronger_rivals(view, 5))
        chances = [contest.chance_before_play(score) for score in range(0, 60, 5)]
        assert chances == sorted(chances)
        assert all(0 <= chance <= 1 for chance in chances)
        assert all(harder.chance_before_play(score) <= contest.chance_before_play(score) for score in range(0, 60, 5))


def test_level_hard_plays_by_the_final_scores_of_the_others_once_all_have_finished():
    for view in views_with_two_choices("mad-queens", 3, "both"):
        finished = replace(view, facts={**view.facts, "cause/1": "chosen", "cause/2": "chosen"})
        playing = replace(view, facts={**view.facts, "cause/1": "chosen", "cause/2": ""})
        assert play_as_striving(finished) == (choose_after_others_finish(finished) or play_as_careful(finished))
        assert play_as_striving(playing) == play_as_contender(playing)


@pytest.mark.parametrize("slug", MAD_QUEENS_SLUGS)
def test_bots_expect_to_keep_the_row_where_the_fourth_queen_keeps_it(slug):
    """The price of the fourth Queen is the same with and without the option, so with it no choice can bring less."""
    more = likelier = 0
    for view in views_with_two_choices(slug, 4, "fourth"):
        facts = {**view.facts, "spent/0": 3}
        lost, kept = (
            replace(view, facts=facts, options={**view.options, "fourth_queen_keeps_row": keeps})
            for keeps in (False, True)
        )
        gain = expected_points_of_reveal(kept) - expected_points_of_reveal(lost)
        better = ContenderWinningChances(kept).chance_of_reveal() - ContenderWinningChances(lost).chance_of_reveal()
        assert gain >= 0
        assert better >= 0
        more += gain > 0
        likelier += better > 0
    assert more
    assert likelier


def test_contender_that_plays_alone_chooses_by_points():
    for view in views_with_two_choices("mad-queens", 1, "alone"):
        assert play_as_contender(view) == play_as_careful(view)


def test_contender_at_the_largest_table_measures_its_chance_against_few_rivals():
    view = next(views_with_two_choices("mad-queens", 1000, "large"))
    assert len(ContenderWinningChances(view).rivals) == 8
    assert play_as_contender(view).verb in ("reveal", "bank")
