"""The turning point of a played match: where the chance of a side to win changed most, and what the journal says of
it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from core import Match, Remark, games
from core.engine.action import Action
from core.engine.coach import Figure
from core.engine.computation import run_to_end
from core.engine.registry import match_at_start
from core.engine.simulation import play_out
from core.engine.turning_point import (
    MIN_DECISIVE_CHANGE,
    TurningPoint,
    _is_steady,
    _moments_of_match,
    find_turning_point,
)
from core.mad_queens.bot import cards_left_in_deck
from core.mad_queens.hit_masks import is_queen
from core.mad_queens.levels import play_as_striving

LOSER = 2
"""The seat that did what the coach advises, and was put out by its fourth Queen."""


@pytest.fixture(autouse=True)
def estimate_with_few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate each chance from few imagined endings, so that a test is short."""
    monkeypatch.setattr("core.engine.turning_point.MAX_PLAYOUTS_AT_TURNING_POINT", 60)


@cache
def lost_match() -> Match:
    """Return a match of Mad Queens between four seats that play as the coach does with others at the table."""
    game = games["mad-queens"]
    match = game.start(4, "s0")
    play_out(game, match, [play_as_striving] * 4)
    return match


def step_of_fourth_queen(match: Match, seat: int) -> int:
    """Return the number of actions before the one by which a seat met its fourth Queen."""
    again = match_at_start(match.record)
    for step, (actor, text) in enumerate(match.record.actions):
        changes = again.act(actor, again.game.parse(text))
        if any(isinstance(change, Remark) and change.key == "fourth" and change.seat == seat for change in changes):
            return step
    raise AssertionError("no fourth Queen")


def turning_point_of(match: Match, seat: int, greatest_change: tuple[int, int]) -> TurningPoint | None:
    """Return the turning point of a match for a seat, if the estimated chances change between two steps only."""
    game, plan = games[match.record.game], plan_of(match)
    steps = tuple(sorted({0, *greatest_change, len(plan)}))
    last = [standing.seat for standing in match.standings if standing.rank == 1]
    final = tuple(Figure("wins", (one in last) / len(last)) for one in range(match.seats))
    even = tuple(Figure("wins", 1 / match.seats, 0.1) for _ in range(match.seats))
    chances = [final if step >= greatest_change[1] else even for step in steps]
    scores = [match.score(one) for one in range(match.seats)]
    return run_to_end(find_turning_point(game, match_at_start(match.record), plan, seat, scores, steps, chances))


def plan_of(match: Match) -> list[tuple[int, Action]]:
    """Return all actions of a match with their seats."""
    return [(seat, games[match.record.game].parse(text)) for seat, text in match.record.actions]


def test_loser_who_followed_the_coach_is_told_the_queen_who_ended_their_game_and_her_risk() -> None:
    match = lost_match()
    step = step_of_fourth_queen(match, LOSER)
    point = turning_point_of(match, LOSER, (step - 5, step + 3))
    assert point is not None
    assert point.is_clear
    assert not point.has_won
    assert point.before.value - point.after.value > MIN_DECISIVE_CHANGE
    turn = point.turns[-1]
    assert (turn.moment.step, turn.moment.kind, turn.moment.seat) == (step + 1, "fourth", LOSER)
    assert turn.is_advised
    again = match_at_start(match.record)
    for actor, text in match.record.actions[:step]:
        again.act(actor, again.game.parse(text))
    deck = cards_left_in_deck(again.view(LOSER), LOSER)
    assert turn.risk is not None
    assert turn.risk.value == sum(number for card, number in deck.items() if is_queen(card)) / deck.total()


def test_winner_is_told_where_their_chance_rose_and_nothing_that_hurt_them() -> None:
    match = lost_match()
    winner = match.standings[0].seat
    step = step_of_fourth_queen(match, LOSER)
    point = turning_point_of(match, winner, (step - 5, step + 3))
    assert point is not None
    assert point.has_won
    assert point.after.value > point.before.value
    assert all(turn.moment.seat != winner or turn.moment.kind in ("banked", "exact") for turn in point.turns)


def test_match_without_a_decisive_change_is_told_by_its_most_remarkable_plays() -> None:
    match = lost_match()
    point = turning_point_of(match, LOSER, (0, 3))
    assert point is not None
    assert not point.is_clear
    assert {turn.moment.seat for turn in point.turns} <= {LOSER, match.standings[0].seat}
    assert point.turns


@pytest.mark.parametrize(
    ("has_won", "course", "is_steady"),
    [
        (True, (0.7, 0.25, 0.6, 1), False),
        (True, (0.25, 0.4, 0.3, 0.6, 1), True),
        (False, (0.25, 0.7, 0.3, 0), False),
        (False, (0.7, 0.5, 0.6, 0), True),
    ],
)
def test_chance_is_steady_if_it_never_changed_decisively_against_the_result(
    has_won: bool, course: Sequence[float], is_steady: bool
) -> None:
    chances = [(Figure("", one), Figure("", 1 - one)) for one in course]
    assert _is_steady((0,), has_won, chances) is is_steady


@pytest.mark.parametrize("slug", ["big-queen", "queens-dungeon", "queen-bees-ii", "mad-queens-classic"])
def test_moments_of_a_turning_point_happened_in_its_part_of_the_match_and_concern_the_two_sides(slug: str) -> None:
    game = games[slug]
    match = game.start(game.usual_seats, "turning")
    play_out(game, match, [next(iter(game.bots.values()))] * game.usual_seats)
    count = len(match.record.actions)
    loser = match.standings[-1].seat
    point = turning_point_of(match, loser, (count * 3 // 4, count))
    assert point is not None
    own = game.team_of(loser, match.options)
    for turn in point.turns:
        assert turn.risk is None or game.risk_label_by_remarks
        assert turn.moment.seat is None or own is None or turn.moment.seat in range(match.seats)
        if point.is_clear:
            assert point.first_part <= turn.moment.part or point.last_part == turn.moment.part
    assert point.after.value == 0
    assert point.after.error == 0


def test_trick_that_a_rival_took_is_no_reason_why_the_chance_of_the_winner_rose() -> None:
    """The scores stay as they are until the deal is over, so they do not say for whom a trick is good."""
    game, found = games["queen-bees-ii"], 0
    for seed in range(3):
        match = game.start(4, f"rival-{seed}")
        play_out(game, match, [next(iter(game.bots.values()))] * 4)
        winner, count = match.standings[0].seat, len(match.record.actions)
        for start in range(0, count - 40, 40):
            point = turning_point_of(match, winner, (start, start + 40))
            assert point is not None
            tricks = [turn.moment for turn in point.turns if turn.moment.kind == "trick"]
            assert all(moment.seat == winner for moment in tricks)
            found += len(point.turns)
    assert found


def test_match_of_one_player_has_no_turning_point() -> None:
    game = games["mad-queens"]
    match = game.start(1, "alone")
    play_out(game, match, [play_as_striving])
    assert turning_point_of(match, 0, (3, 9)) is None


def test_cards_that_a_team_of_big_queen_lays_never_explain_why_its_chance_fell() -> None:
    game = games["big-queen"]
    match = game.start(4, "queens", {"target": 500})
    play_out(game, match, [next(iter(game.bots.values()))] * 4)
    found = [
        one
        for _, moments in _moments_of_match(game, match_at_start(match.record), plan_of(match), (0, 2), (1, 3))
        for one in moments
        if one.moment.kind in ("melded", "added", "taken")
    ]
    assert {one.is_own for one in found} == {True, False}
    assert all(one.is_good == one.is_own for one in found)


def test_scores_of_a_round_of_big_queen_are_told_of_the_team_whose_score_changed_most() -> None:
    """What the other team won besides would be read as the reason why the chance of this one rose."""
    game, differing = games["big-queen"], 0
    for seed in range(3):
        match = game.start(4, f"scores-{seed}", {"target": 500})
        play_out(game, match, [next(iter(game.bots.values()))] * 4)
        again, scores = match_at_start(match.record), (0, 0)
        for now, moments in _moments_of_match(game, again, plan_of(match), (0, 2), (1, 3)):
            before, scores = scores, (now.score(0), now.score(1))
            changes = [after - earlier for after, earlier in zip(scores, before, strict=True)]
            told = [one.moment.text for one in moments if one.moment.kind == "scored"]
            if told:
                most = max(changes, key=abs)
                assert told == [told[0]]
                assert told[0].split()[-2] == str(abs(most))
                differing += abs(changes[0]) > abs(changes[1])
    assert differing, "the team that is scored last is not always the one"
