"""The figures of RULINGS 8.3: everybody plays a uniformly random legal card, driven through `legal` and `act`."""

import random
from dataclasses import dataclass, field
from math import sqrt

import pytest

from core import Moved, Remark, games
from core.engine.cards import QUEENS
from core.trick_taking import DEALER_FACT, HAND_NUMBER_FACT
from tests.core.acceptance import GAME_COUNT, mean_is_accepted, most_accepted
from tests.support.depth import DEEP, by_depth, parametrize

pytestmark = pytest.mark.deep

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""
QUEEN_SET = frozenset(QUEENS)
"""The four Queens as a set."""
POINT_REMARKS = ("earned", "dealer made", "dealer missed")
"""The remarks that tell the points of a hand; what the dungeon has taken before is not among them."""


@dataclass
class RandomHands:
    """Results of hands played at random; but for the last field each list has one entry a hand."""

    queens: list[list[int]] = field(default_factory=list)
    """The numbers of Queens in the tricks of the hand."""
    tricks: list[int] = field(default_factory=list)
    """The number of the dealer's tricks."""
    made: list[bool] = field(default_factory=list)
    """Whether the dealer made the quota."""
    dealer_points: list[int] = field(default_factory=list)
    """The points that the dealer got for the hand."""
    next_points: list[int] = field(default_factory=list)
    """The points that the player on the dealer's left got for the hand."""
    hands_to_500: list[int] = field(default_factory=list)
    """The number of hands of each match."""


def play_hands(seats: int, hands: int, seed: int) -> RandomHands:
    """Play whole matches at random until at least `hands` hands have been played."""
    draw = random.Random(seed).random
    counted = RandomHands()
    game = 0
    while len(counted.tricks) < hands:
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
                        queens.append(len(QUEEN_SET.intersection(change.cards)))
                        tricks += change.target.name == f"won/{dealer}"
                    elif type(change) is Remark and change.key in POINT_REMARKS:
                        points[change.seat] = int(change.particulars[-1])
            counted.queens.append(queens)
            counted.tricks.append(tricks)
            counted.made.append(tricks >= match.deal.quota)
            counted.dealer_points.append(points[dealer])
            counted.next_points.append(points[(dealer + 1) % seats])
        counted.hands_to_500.append(facts[HAND_NUMBER_FACT])
    return counted


def mean_agrees(values: list[float], expected: float, sd: float | None = None) -> bool:
    """Whether the mean of `values` agrees with `expected`, as far as the error of the sample allows.

    `sd` is the standard deviation of one value. Without it the values are 0 or 1, and `expected` is the share of the
    ones.
    """
    return mean_is_accepted(expected, values, 0.00005, sd or sqrt(expected * (1 - expected)))


FIGURES = {
    2: ((0.2492, 0.0044, 0.0, 0.0063), 0.3752, (5.829, 2.33), (35.2, 112), (93.5, 43), (6.49, 2.23)),
    4: ((0.4635, 0.0297, 0.00031, 0.0284), 0.2245, (3.235, 1.76), (-5.9, 84), (58.3, 38), (8.52, 2.11)),
}
"""By seats: expected values of `RandomHands` (RULINGS 8.3), as shares, or as the mean and SD of a number.

First the shares of hands with a trick of 2, 3 and 4 Queens and with two tricks of 2; then the dealer's quota and
tricks, the two kinds of points, and the hands of a match.
"""

HAND_COUNTS = {2: GAME_COUNT, 4: by_depth(2_000, 25_000)}
"""By seats: how many hands are played."""


@pytest.mark.slow
@parametrize("seats", FIGURES, 1)
def test_8_3_figures_of_random_play_agree_with_the_rulings(seats):
    """Four Queens in a trick come in 1 hand of 3,200: with `QUEENS_DEEP=1` 8 are expected, 19 accepted."""
    counted = play_hands(seats, HAND_COUNTS[seats], seed=83)
    (two, three, four, twice), made, tricks, dealer, left, hands_to_500 = FIGURES[seats]
    for expected, holds in (
        (two, lambda queens: 2 in queens),
        (three, lambda queens: 3 in queens),
        (twice, lambda queens: queens.count(2) == 2),
    ):
        assert mean_agrees([holds(queens) for queens in counted.queens], expected), expected
    fours = sum(4 in queens for queens in counted.queens)
    assert fours <= (0 if seats == 2 else most_accepted(four, len(counted.queens)))  # QD-15
    assert fours or seats == 2 or not DEEP
    assert mean_agrees(counted.made, made)
    assert mean_agrees(counted.tricks, *tricks)
    assert mean_agrees(counted.dealer_points, *dealer)
    assert mean_agrees(counted.next_points, *left)
    assert mean_agrees(counted.hands_to_500, *hands_to_500)
