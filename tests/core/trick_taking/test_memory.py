"""Deals in which some hands cannot hold some cards: every possible deal is drawn equally often."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Card, cards, games
from core.engine.cards import CARDS
from core.trick_taking import MASK_BY_SUIT, card_mask_of
from core.trick_taking.memory import PoolPlacesInPile, PossibleDeals


def all_possible_deals(dealt, piles):
    """Return all ways to deal cards to piles, by trying every order."""
    found = set()
    for order in permutations(dealt):
        rest, hands = list(order), []
        for pile in piles:
            hands.append(tuple(sorted(rest[: pile.card_count])))
            del rest[: pile.card_count]
        if not any(
            pile.barred_cards_mask >> card & 1 for pile, hand in zip(piles, hands, strict=True) for card in hand
        ):
            found.add(tuple(hands))
    return found


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_possible_deal_is_drawn_and_no_other(data):
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=2, max_size=4).filter(lambda sizes: sum(sizes) <= 6))
    dealt = data.draw(st.lists(st.sampled_from(CARDS[:52]), min_size=sum(sizes), max_size=sum(sizes), unique=True))
    piles = [
        PoolPlacesInPile(
            f"hand/{seat}", size, data.draw(st.sampled_from([0, *MASK_BY_SUIT, MASK_BY_SUIT[0] | MASK_BY_SUIT[1]]))
        )
        for seat, size in enumerate(sizes)
    ]
    possible = all_possible_deals(dealt, piles)
    deals, random = PossibleDeals(dealt, piles), Random(1)
    if not possible:
        with pytest.raises(ValueError, match="no way to deal"):
            deals.draw(random)
        return
    drawn = Counter(
        tuple(tuple(sorted(hands[pile.pile_name])) for pile in piles)
        for hands in (deals.draw(random) for _ in range(30 * len(possible)))
    )
    assert drawn.keys() == possible
    assert max(drawn.values()) < 30 + 6 * 30**0.5  # six standard deviations: a bias of a third would be seen
    assert min(drawn.values()) > 0


def test_deal_that_leaves_one_hand_no_choice_is_found_at_once():
    """Only the third hand may hold clubs, and only as many clubs are left as it has places."""
    piles = [PoolPlacesInPile(f"hand/{seat}", 9, MASK_BY_SUIT[0] if seat < 2 else 0) for seat in range(3)]
    dealt = [*CARDS[:9], *CARDS[13:31]]
    for seed in range(20):
        assert sorted(PossibleDeals(dealt, piles).draw(Random(seed))["hand/2"]) == dealt[:9]


# Cards that a seat cannot hold


def cards_barred_after_plays(slug: str, options, plays, facts) -> list[int]:
    """Return for each of four seats, as a bit mask, the cards that it cannot hold, as the memory of seat 3 has
    it.\n\nSeats 0, 1 and so on have played the cards `plays` to the trick; `facts` are set in the memory before.
    """
    game = games[slug]
    match = game.start(4, 1, options)
    memory = game.memory(match.view(3))
    memory.facts.update({"bound": None, "challenge": False, "broken": True, "trump": "♣", "trumps": ()} | facts)
    for seat, card in enumerate(cards(plays)):
        memory.record_play(seat, card)
        memory.trick.append(card)
    return memory.barred_cards_by_seat


FOUR_ACES_MASK = card_mask_of(Card.parse(name) for name in ("A♣", "A♦", "A♥", "A♠"))
"""The bit mask of the four aces, with one bit for each card."""
CLUBS, DIAMONDS, HEARTS, SPADES = MASK_BY_SUIT


@pytest.mark.parametrize(
    ("options", "trumps", "plays", "barred"),
    [
        ({}, (), "2♥ 3♥ 4♣", [0, 0, HEARTS, 0]),
        ({}, ("A",), "2♥ A♠ A♥", [0, HEARTS, 0, 0]),  # a trump of another suit, thrown without a heart (QB-5)
        ({}, ("A",), "A♥ A♠ 3♥", [0, 0, FOUR_ACES_MASK, 0]),  # QB-6, QB-7
        ({}, ("A",), "A♥ 4♠", [0, FOUR_ACES_MASK | HEARTS, 0, 0]),
        ({"void_of_trump_free": True}, ("A",), "A♥ 4♠", [0, FOUR_ACES_MASK, 0, 0]),
    ],
)
def test_memory_of_queen_bees_rules_out_the_cards_that_a_seat_did_not_follow_with(options, trumps, plays, barred):
    assert cards_barred_after_plays("queen-bees-ii", options, plays, {"trumps": trumps}) == barred


FOUR_QUEENS_MASK = card_mask_of(Card.parse(name) for name in ("Q♣", "Q♦", "Q♥", "Q♠"))
"""The bit mask of the four Queens, with one bit for each card."""


@pytest.mark.parametrize(
    ("facts", "plays", "barred"),
    [
        ({}, "2♥ 3♥ 4♣", [0, 0, HEARTS, 0]),
        ({}, "2♥ Q♠ Q♥", [0, 0, 0, 0]),  # a Queen may always be played, so she shows nothing (QD-4)
        ({"broken": False}, "4♣", [~CLUBS, 0, 0, 0]),  # trumps unbroken are led from trumps alone (QD-6)
        ({"broken": False}, "Q♣", [0, 0, 0, 0]),
        (
            {"challenge": True},
            "2♥ 3♥ 4♠ Q♠",
            [FOUR_QUEENS_MASK, FOUR_QUEENS_MASK, FOUR_QUEENS_MASK | HEARTS, 0],
        ),  # QD-26
    ],
)
def test_memory_of_queens_dungeon_rules_out_the_cards_that_a_seat_did_not_follow_with(facts, plays, barred):
    assert cards_barred_after_plays("queens-dungeon", {}, plays, facts) == barred


def test_memory_in_the_honour_mode_rules_out_cards_only_if_the_seat_must_follow_suit():
    assert cards_barred_after_plays("queens-dungeon", {"reneging": "honour"}, "2♥ 3♠", {}) == [0, 0, 0, 0]
    assert cards_barred_after_plays("queens-dungeon", {"reneging": "honour"}, "2♥ 3♠", {"bound": 1}) == [
        0,
        HEARTS,
        0,
        0,
    ]
