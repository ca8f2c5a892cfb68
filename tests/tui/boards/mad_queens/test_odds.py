"""The odds of a deck, which say what the next card may be, compared with the cards that the deck really contains."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from core import Dealer, cards, games
from core.mad_queens.hit_masks import CAUGHT_FATE, SAFE_FATE
from tui.boards.mad_queens.odds import Odds, deck_odds
from tui.boards.mad_queens.text import standing_sentence


@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
@pytest.mark.parametrize("seed", range(4))
def test_odds_count_exactly_the_cards_in_the_deck(play_at_random, slug, seed):
    for match, _, _ in play_at_random(slug, 3, seed):
        for seat in range(3):
            known = deck_odds(match.view(None), seat)
            deck = Counter(match.piles[match.layout.deck[seat].layout_index])
            assert known.card_count == deck.total()
            assert {card: count for card, count in enumerate(known.count_by_card) if count} == dict(deck)


def test_risk_of_the_next_card_counts_banned_ranks_and_suits_without_exact_hits():
    dealer = Dealer.scripted({"banned-deck": [cards("Q♣ 9♦")]})
    known = deck_odds(games["mad-queens"].start(1, dealer=dealer).view(0), 0)
    assert known.caught_count == 12 + 2, "all clubs but the queen, who is aside, and two more nines"
    assert known.exact_hit_count == 1
    assert (known.queen_count, known.joker_count) == (0, 2)


def test_classic_odds_have_no_exact_hits():
    dealer = Dealer.scripted({"banned-deck": [cards("8♣ 9♦")]})
    known = deck_odds(games["mad-queens-classic"].start(1, dealer=dealer).view(0), 0)
    assert (known.caught_count, known.exact_hit_count) == (8, 0)


def test_chance_of_a_catch_is_the_share_of_deck_orders_with_a_catch():
    fate = bytes([SAFE_FATE, CAUGHT_FATE, CAUGHT_FATE, SAFE_FATE, SAFE_FATE])
    known = Odds(card_count=5, count_by_card=(1,) * 5, fate_by_card=fate)
    for number in range(6):
        orders = list(permutations(fate, number))
        with_one = sum(CAUGHT_FATE in order for order in orders)
        assert known.chance_of_catch(number) == Fraction(with_one, len(orders))
        assert known.chance_of_queen(number) == 0


def test_classic_score_is_the_number_of_cards_in_the_bank():
    view = games["mad-queens-classic"].start(2, "7").view(0)
    assert standing_sentence(view, 1, "Cleo").startswith("Cleo: score 0 cards, 0 cards in the bank,")
