"""Promise 2: the match does not depend on the order in which the seats' actions arrive.

Sometimes a seat may act though the match does not wait for it (it is in `waiting`, but not in `awaited`), as in
catching a player who has not announced. Then the rules say that the first action counts, so the tests let the lowest
such seat act first.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Action, Match
from tests.conformance.examples import few_examples
from tests.support.depth import count_for_depth


class SeatPolicy:
    """Chooses the action of every seat by the piles and facts of that seat alone, so independently of what other seats
    do in the same play.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose_action(self, match: Match, seat: int) -> Action:
        """Return the action of a seat.

        It follows from the seat's own piles and facts, and from those that stay the same until the play ends.
        """
        view, legal = match.view(seat), match.legal(seat)
        own = [
            (name, value) for name, value in (*view.piles.items(), *view.facts.items()) if belongs_to_seat(name, seat)
        ]
        left = [(name, value) for name, value in view.piles.items() if isinstance(value, int) and "/" not in name]
        return Random(f"{self.seed} {own} {left} {legal}").choice(legal)


def belongs_to_seat(name: str, seat: int) -> bool:
    """Whether a pile or fact of this name belongs to the seat."""
    return name.endswith(f"/{seat}")


def text_of_all_views(match: Match, table) -> str:
    """Return what all audiences of `table` see of the match, as one text."""
    return repr([match.view(audience) for audience in table.audiences]) + repr(sorted(match.waiting))


@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_order_of_the_seats_actions_in_a_play_gives_the_same_match(small_table, random_play, data, seed):
    """From one state, every order of the seats' actions reaches the end of the play, and the same state there.

    States are compared after equal numbers of actions.
    """
    random = Random(seed)
    match = random_play.after_random_actions(
        small_table.start(seed, data.draw(small_table.settings_strategy())), random, random.choice((0, 4, 30))
    )
    plan = SeatPolicy(seed)
    level = {(0,) * small_table.seats: match}
    ends: list[tuple[bytes, str]] = []
    for _ in range(14):
        following: dict[tuple[int, ...], Match] = {}
        for done, state in list(level.items())[:30]:
            for seat in seats_free_to_act(state):
                twin = state.copy()
                twin.act(seat, plan.choose_action(twin, seat))
                key = (*done[:seat], done[seat] + 1, *done[seat + 1 :])
                known = following.setdefault(key, twin)
                assert known.digest == twin.digest
                assert text_of_all_views(known, small_table) == text_of_all_views(twin, small_table)
                if not twin.awaited <= state.awaited:
                    ends.append((twin.digest, text_of_all_views(twin, small_table)))
                    del following[key]
        level = following
    assert len(set(ends)) <= 1


def seats_free_to_act(match: Match) -> list[int]:
    """Return the seats that may act next, in whatever order, with the same result."""
    seats = sorted(match.awaited)
    return seats if match.waiting == match.awaited else seats[:1]


def play_to_end(
    match: Match, policy: SeatPolicy, choose_seat: Callable[[list[int]], int], max_actions: int = 3000
) -> Match:
    """Play a match until it ends or `max_actions` are done; return the same match.

    `choose_seat` chooses the seat that acts next from those that may act in any order.
    """
    for _ in range(max_actions):
        if match.over:
            break
        seat = choose_seat(seats_free_to_act(match))
        match.act(seat, policy.choose_action(match, seat))
    return match


@pytest.mark.deep
@few_examples
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_whole_match_ends_the_same_for_random_orders_of_the_seats_actions(some_table, data, seed):
    options = data.draw(some_table.settings_strategy())
    ends = []
    for choose_seat in (min, Random(seed).choice, max)[: count_for_depth(2, 3)]:
        match = play_to_end(some_table.start(seed, options), SeatPolicy(seed), choose_seat)
        if not match.over:
            return
        ends.append((match.digest, match.standings, text_of_all_views(match, some_table)))
    assert all(end == ends[0] for end in ends)


@pytest.mark.parametrize("visibility", ["open", "sealed"])
def test_every_permutation_of_a_whole_play_gives_the_same_match(game, visibility):
    """Three seats take two actions each, in all ninety orders, with open and with sealed plays."""
    if 3 not in game.seats or "visibility" not in game.options:
        return
    start = next(
        match
        for seed in range(99)
        if (match := match_before_two_actions_of_each_seat(game, seed, visibility)) is not None
    )
    ends = set()
    for order in sorted(set(permutations([0, 0, 1, 1, 2, 2]))):
        match = start.copy()
        for seat in order:
            match.act(seat, match.legal(seat)[-1])
        assert match.waiting == {0, 1, 2}
        ends.add((match.digest, repr([match.view(audience) for audience in (0, 1, 2, None)])))
    assert len(ends) == 1


def match_before_two_actions_of_each_seat(game, seed: int, visibility: str) -> Match | None:
    """Return a match in which each of three seats takes two actions in the first play in any order; None if the seed
    gives no such match."""
    start = game.start(3, seed=seed, options={"visibility": visibility})
    match = start.copy()
    for seat in (0, 1, 2):
        match.act(seat, match.legal(seat)[-1])
        if seat not in match.waiting:
            return None
    return start
