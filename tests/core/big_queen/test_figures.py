"""The figures of RULINGS 8.5, each from 10,000 deals dealt by the rules themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from core import games
from core.big_queen.layout import BIG_QUEEN, PACK_COUNT_BY_SEATS, POINTS_BY_CARD
from core.big_queen.melds import NUMBER_OF_CARDS_BY_COUNT, counts_by_rank
from tests.support.depth import sample_cases

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""
DEALS_PER_FIGURE = 10_000
"""Number of deals from which each figure is estimated."""
SEATS_BY_PACKS = {2: 4, 3: 6, 4: 10}
"""Maps the number of packs to the number of seats."""

DEAL_PERCENTS_BY_EVENT = {
    "big queen": (20.13, 19.82, 19.67),
    "three naturals": (40.57, 43.83, 45.38),
    "some set": (79.5, 80.7, 81.2),
    "upcard is a two": (7.69, 7.69, 7.69),
    "may take": (46.1, 46.9, 47.3),
    "bonus": (2.0, 2.0, 2.0),
}
"""Maps an event of a deal to the percentages of deals in which it happens, with 2, 3 and 4 packs."""

HAND_POINTS, HAND_TWOS = 112.115, 0.846
"""The mean points of a dealt hand, and its mean number of twos."""


@cache
def count_events_of_deals(packs: int) -> Counter[str]:
    """Deal 10,000 times with `packs` packs; return how often each event of RULINGS 8.5 happened.

    Only the hand of seat 1, which begins, and the upcard are looked at. "points" and "twos" are sums over these hands.
    """
    seats = SEATS_BY_PACKS[packs]
    assert PACK_COUNT_BY_SEATS[seats] == packs
    found: Counter[str] = Counter()
    deal = GAME.parse("deal")
    for seed in range(DEALS_PER_FIGURE):
        match = GAME.start(seats, seed=f"figures-{packs}-{seed}")
        match.act(0, deal)
        hand = match.piles[1]
        counts = counts_by_rank(hand)
        twos = NUMBER_OF_CARDS_BY_COUNT[counts[0]]
        most = max(NUMBER_OF_CARDS_BY_COUNT[count] for count in counts[1:])
        found["points"] += sum(POINTS_BY_CARD[card] for card in hand)
        found["twos"] += twos
        found["big queen"] += BIG_QUEEN in hand
        found["three naturals"] += most >= 3
        found["some set"] += most + min(twos, 2) >= 3
        found["upcard is a two"] += match.discard[0].rank == "2"
        found["may take"] += any(action.verb == "take" for action in match.legal(1))
        found["bonus"] += match.score(0) == 100
        assert match.score(0) in (0, 100)
    return found


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.parametrize("decks", sample_cases(list(SEATS_BY_PACKS), 1))
@pytest.mark.parametrize(
    ("event", "is_accepted"),
    [
        ("big queen", 1.8),
        ("three naturals", 2.3),
        ("some set", 1.8),
        ("upcard is a two", 1.2),
        ("may take", 2.3),
        ("bonus", 0.63),
    ],
)
def test_rulings_section_8_5_shares_of_deals_agree_with_the_rulings(decks, event, is_accepted):
    assert 100 * count_events_of_deals(decks)[event] / DEALS_PER_FIGURE == pytest.approx(
        DEAL_PERCENTS_BY_EVENT[event][decks - 2], abs=is_accepted
    )


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.parametrize("decks", sample_cases(list(SEATS_BY_PACKS), 1))
def test_rulings_section_8_5_mean_points_and_twos_of_a_hand_agree_with_the_rulings(decks):
    found = count_events_of_deals(decks)
    assert found["points"] / DEALS_PER_FIGURE == pytest.approx(HAND_POINTS, abs=1.9)
    assert found["twos"] / DEALS_PER_FIGURE == pytest.approx(HAND_TWOS, abs=0.04)


@pytest.mark.parametrize(("seats", "points"), [(4, 1060), (6, 1590), (8, 1590), (10, 2120)])
def test_rulings_section_8_5_points_of_all_packs_and_of_a_mean_hand_agree_with_the_rulings(seats, points):
    stock = GAME.start(seats).stock
    assert sum(POINTS_BY_CARD[card] for card in stock) == points
    assert float(Fraction(11 * points, len(stock))) == pytest.approx(HAND_POINTS, abs=0.001)
