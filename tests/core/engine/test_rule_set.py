"""The rule set of every game: why an action is refused, what unit a score has, which seats form a team."""

from __future__ import annotations

import pytest

from core import Action, games

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


def test_action_of_a_spectator_is_refused_because_they_only_watch() -> None:
    game = games["mad-queens"]
    assert game.refusal(game.start(2).view(None), REVEAL_ACTION) == "You are watching this match; its players decide."


def test_seat_that_is_not_waited_for_is_told_that_it_is_not_its_turn() -> None:
    game = games["mad-queens-classic"]
    match = game.start(2, seed=1)
    (other,) = {0, 1} - match.waiting
    assert game.refusal(match.view(other), REVEAL_ACTION) == "It is not your turn."


def test_refusal_of_an_action_of_another_game_names_the_possible_actions() -> None:
    game = games["mad-queens"]
    reason = game.refusal(game.start(2).view(0), Action(("knock",)))
    assert reason == "knock is not possible now; you may: reveal."


def test_value_that_is_no_action_is_refused_with_that_reason() -> None:
    game = games["mad-queens"]
    assert game.refusal(game.start(2).view(0), "reveal") == "'reveal' is not an action of Mad Queens."  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", games)
def test_unit_of_scores_is_cards_in_classic_and_points_in_other_games(slug: str) -> None:
    assert games[slug].score_unit == ("card" if slug == "mad-queens-classic" else "point")


@pytest.mark.parametrize(
    ("slug", "options", "teams"),
    [
        ("mad-queens", {}, [None, None, None, None]),
        ("big-queen", {}, [0, 1, 0, 1]),
        ("queens-dungeon", {}, [None, None, None, None]),
        ("queens-dungeon", {"partners": True}, [0, 1, 0, 1]),
    ],
)
def test_teams_sit_opposite_each_other_where_a_game_has_any(
    slug: str, options: dict[str, bool], teams: list[int | None]
) -> None:
    game = games[slug]
    settings = game.settings(4, options)
    assert [game.team_of(seat, settings) for seat in range(4)] == teams
    assert game.has_teams(settings) == (teams[0] is not None)


@pytest.mark.parametrize("slug", games)
def test_members_of_a_team_share_score_and_rank(slug: str) -> None:
    game = games[slug]
    match = game.start(game.usual_seats, seed=3)
    if game.has_teams(match.options):
        shared = {(game.team_of(one.seat, match.options), one.score, one.rank) for one in match.standings}
        assert len(shared) == len({game.team_of(seat, match.options) for seat in range(match.seats)})
