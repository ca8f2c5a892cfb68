"""The figures of RULINGS 8.5, each from 10,000 deals dealt by the rules themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from core import games
from core.big_queen.layout import BIG_QUEEN, DECKS, POINTS
from core.big_queen.melds import CARDS_OF_COUNT, counts_of

GAME = games["big-queen"]
DEALS = 10_000
SEATS = {2: 4, 3: 6, 4: 10}


@pytest.fixture(scope="module", params=[2, 3, 4])
def counts_of_deals(request) -> tuple[int, Counter[str]]:
    """Deal 10,000 times and count, in the starter's hand and on the table, what RULINGS 8.5 asks for."""
    decks = request.param
    seats = SEATS[decks]
    assert DECKS[seats] == decks
    found: Counter[str] = Counter()
    deal = GAME.parse("deal")
    for seed in range(DEALS):
        match = GAME.start(seats, seed=f"figures-{decks}-{seed}")
        match.act(0, deal)
        hand = match.piles[1]
        counts = counts_of(hand)
        twos = CARDS_OF_COUNT[counts[0]]
        most = max(CARDS_OF_COUNT[count] for count in counts[1:])
        found["points"] += sum(POINTS[card] for card in hand)
        found["twos"] += twos
        found["big queen"] += BIG_QUEEN in hand
        found["three naturals"] += most >= 3
        found["some set"] += most + min(twos, 2) >= 3
        found["upcard is a two"] += match.discard[0].rank == "2"
        found["may take"] += any(action.verb == "take" for action in match.legal(1))
        found["bonus"] += match.score(0) == 100
        assert match.score(0) in (0, 100)
    return decks, found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "shares", "accept"),
    [
        ("big queen", (20.13, 19.82, 19.67), 1.8),
        ("three naturals", (40.57, 43.83, 45.38), 2.3),
        ("some set", (79.5, 80.7, 81.2), 1.8),
        ("upcard is a two", (7.69, 7.69, 7.69), 1.2),
        ("may take", (46.1, 46.9, 47.3), 2.3),
        ("bonus", (2.0, 2.0, 2.0), 0.63),
    ],
)
def test_8_5_shares_of_deals(counts_of_deals, what, shares, accept):
    decks, found = counts_of_deals
    assert 100 * found[what] / DEALS == pytest.approx(shares[decks - 2], abs=accept)


@pytest.mark.slow
def test_8_5_mean_points_and_twos_of_a_hand(counts_of_deals):
    _, found = counts_of_deals
    assert found["points"] / DEALS == pytest.approx(112.115, abs=1.9)
    assert found["twos"] / DEALS == pytest.approx(0.846, abs=0.04)


@pytest.mark.parametrize(("seats", "points"), [(4, 1060), (6, 1590), (8, 1590), (10, 2120)])
def test_8_5_total_points(seats, points):
    stock = GAME.start(seats).stock
    assert sum(POINTS[card] for card in stock) == points
    assert float(Fraction(11 * points, len(stock))) == pytest.approx(112.115, abs=0.001)
