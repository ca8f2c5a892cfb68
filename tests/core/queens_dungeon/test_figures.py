"""The figures of RULINGS 8.3, when everybody plays a random legal card."""

import random
from dataclasses import dataclass, field
from math import sqrt

import pytest

from core import Moved, Remark, games
from core.engine.cards import QUEENS
from core.trick_taking import DEALER_FACT, HAND_NUMBER_FACT
from tests.core.acceptance import GAMES_PER_FIGURE, max_accepted_cases, mean_is_accepted
from tests.support.depth import IS_DEEP_RUN, count_for_depth, parametrize

pytestmark = pytest.mark.deep

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
ALL_QUEENS = frozenset(QUEENS)
"""The four Queens as a set."""
KEYS_OF_POINT_REMARKS = ("earned", "dealer made", "dealer missed")
"""Keys of the remarks in the log that name the points of a hand; points lost to the dungeon are not among them."""


@dataclass
class RandomHandCounts:
    """Results of hands played at random; each list but the last has one entry for each hand."""

    queen_counts_by_hand_and_trick: list[list[int]] = field(default_factory=list)
    """Number of Queens in each trick of the hand."""
    dealer_tricks: list[int] = field(default_factory=list)
    """Number of tricks that the dealer took."""
    quota_made: list[bool] = field(default_factory=list)
    """Whether the dealer made the quota."""
    dealer_points: list[int] = field(default_factory=list)
    """The points that the dealer got for the hand."""
    left_player_points: list[int] = field(default_factory=list)
    """The points that the player on the dealer's left got for the hand."""
    hands_per_match: list[int] = field(default_factory=list)
    """Number of hands of each match."""


def play_random_hands(seats: int, hands: int, seed: int) -> RandomHandCounts:
    """Play whole matches at random until at least `hands` hands have been played."""
    draw = random.Random(seed).random
    counted = RandomHandCounts()
    game = 0
    while len(counted.dealer_tricks) < hands:
        game += 1
        match = GAME.start(seats, seed=f"{seed}-{game}")
        act, legal, facts, trick = match.act, match.legal, match.facts, match.layout.trick
        while not match.over:
            hand, dealer = facts[HAND_NUMBER_FACT], facts[DEALER_FACT]
            points: dict[int | None, int] = {}
            queens: list[int] = []
            tricks = 0
            while facts[HAND_NUMBER_FACT] == hand and not match.over:
                (seat,) = match.waiting
                actions = legal(seat)
                for change in act(seat, actions[int(draw() * len(actions))]):
                    if type(change) is Moved and change.source is trick:
                        queens.append(len(ALL_QUEENS.intersection(change.cards)))
                        tricks += change.target.name == f"won/{dealer}"
                    elif type(change) is Remark and change.key in KEYS_OF_POINT_REMARKS:
                        points[change.seat] = int(change.particulars[-1])
            counted.queen_counts_by_hand_and_trick.append(queens)
            counted.dealer_tricks.append(tricks)
            counted.quota_made.append(tricks >= match.deal_plan.quota)
            counted.dealer_points.append(points[dealer])
            counted.left_player_points.append(points[(dealer + 1) % seats])
        counted.hands_per_match.append(facts[HAND_NUMBER_FACT])
    return counted


def is_mean_accepted(values: list[float], expected: float, sd: float | None = None) -> bool:
    """Return whether the mean of `values` agrees with `expected`, as far as the error of the sample allows.

    `sd` is the standard deviation of one value. Without it each value is 0 or 1, and `expected` is the share of the
    ones.
    """
    return mean_is_accepted(expected, values, 0.00005, sd or sqrt(expected * (1 - expected)))


FIGURES_BY_SEATS = {
    2: ((0.2492, 0.0044, 0.0, 0.0063), 0.3752, (5.829, 2.33), (35.2, 112), (93.5, 43), (6.49, 2.23)),
    4: ((0.4635, 0.0297, 0.00031, 0.0284), 0.2245, (3.235, 1.76), (-5.9, 84), (58.3, 38), (8.52, 2.11)),
}
"""Maps the number of seats to the expected values of `RandomHandCounts` (RULINGS 8.3): shares, or the mean and standard
deviation of a number. First come the shares of hands with a trick of 2, 3 and 4 Queens and with two tricks of 2 Queens,
then the dealer's quota and tricks, the two kinds of points, and the hands of a match.
"""

HANDS_BY_SEATS = {2: GAMES_PER_FIGURE, 4: count_for_depth(2_000, 25_000)}
"""Maps the number of seats to the number of hands that are played."""


@pytest.mark.slow
@parametrize("seats", FIGURES_BY_SEATS, 1)
def test_rulings_section_8_3_figures_of_random_play_agree_with_the_rulings(seats):
    """Four Queens in a trick come in 1 hand of 3,200: with `QUEENS_DEEP=1` 8 are expected, 19 accepted."""
    counted = play_random_hands(seats, HANDS_BY_SEATS[seats], seed=83)
    (two, three, four, twice), made, tricks, dealer, left, hands_to_500 = FIGURES_BY_SEATS[seats]
    for expected, holds in (
        (two, lambda queens: 2 in queens),
        (three, lambda queens: 3 in queens),
        (twice, lambda queens: queens.count(2) == 2),
    ):
        assert is_mean_accepted([holds(queens) for queens in counted.queen_counts_by_hand_and_trick], expected), (
            expected
        )
    fours = sum(4 in queens for queens in counted.queen_counts_by_hand_and_trick)
    assert fours <= (
        0 if seats == 2 else max_accepted_cases(four, len(counted.queen_counts_by_hand_and_trick))
    )  # QD-15
    assert fours or seats == 2 or not IS_DEEP_RUN
    assert is_mean_accepted(counted.quota_made, made)
    assert is_mean_accepted(counted.dealer_tricks, *tricks)
    assert is_mean_accepted(counted.dealer_points, *dealer)
    assert is_mean_accepted(counted.left_player_points, *left)
    assert is_mean_accepted(counted.hands_per_match, *hands_to_500)
