"""The legal actions of Big Queen, compared with a slow implementation of RULINGS 4.2 and 4.3 that tries all actions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.big_queen.hand_value import best_laying_outcome, can_lay_all, cheapest_last_discard, laying_outcome_of_hand
from core.big_queen.layout import ANSWER_NO, ANSWER_YES, NOT_ASKED_YET, POINTS_BY_CARD
from core.big_queen.legal import actions_after_drawing, actions_before_drawing
from core.big_queen.melds import counts_by_rank
from core.engine.cards import CARDS, RANKS, Card, cards

TWO_PACKS = CARDS[:52] * 2
"""The 104 cards of two packs without Jokers."""

hands = st.lists(st.sampled_from(range(104)), min_size=2, max_size=16, unique=True).map(
    lambda places: [TWO_PACKS[place] for place in places]
)
"""Hypothesis strategy for hands of 2 to 16 cards of two packs."""

hands_of_three_ranks = st.lists(
    st.sampled_from([place for place, card in enumerate(TWO_PACKS) if card.rank in ("2", "7", "Q")]),
    min_size=2,
    max_size=12,
    unique=True,
).map(lambda places: [TWO_PACKS[place] for place in places])
"""A strategy for hands of three ranks, which hold many sets."""

permissions = st.sampled_from([NOT_ASKED_YET, ANSWER_YES, ANSWER_NO])
"""Hypothesis strategy for permission to go out: whether the team has been asked, and what it has answered."""

SortedCards = tuple[Card, ...]
"""A tuple of cards in a fixed order, so that two tuples with the same cards are equal."""


def is_set_of_three(three: tuple[Card, ...]) -> bool:
    """Return whether three cards are a set: of one rank, where one or two of them may be twos instead."""
    naturals = {card.rank for card in three if card.rank != "2"}
    return len(naturals) == 1


def in_order_of_action_text(cards: tuple[Card, ...]) -> SortedCards:
    """Return cards in the order in which the text of an action names them."""
    return tuple(sorted(cards))


@settings(deadline=None)
@given(hand=st.one_of(hands, hands_of_three_ranks), sets=st.sets(st.sampled_from(RANKS[1:])), asked=permissions)
def test_rulings_section_4_2_legal_actions_after_drawing_are_those_found_by_trying(hand, sets, asked):
    bits = sum(1 << RANKS.index(rank) for rank in sets)
    actions = actions_after_drawing(counts_by_rank(hand), len(hand), bits, asked)
    least = 1 if asked == ANSWER_YES else 2
    melds = (
        {in_order_of_action_text(three) for three in combinations(hand, 3) if is_set_of_three(three)}
        if len(hand) - 3 >= least
        else set()
    )
    adds = set()
    if len(hand) - 1 >= least:
        adds |= {(card, card.rank) for card in hand if card.rank in sets}
        adds |= {(card, rank) for card in hand if card.rank == "2" for rank in sets}
    found = Counter(action.verb for action in actions)
    assert {in_order_of_action_text(action.cards) for action in actions if action.verb == "meld"} == melds
    assert found["meld"] == len(melds)
    assert {(a.cards[0], a[3] if len(a) == 4 else a.cards[0].rank) for a in actions if a.verb == "add"} == adds
    assert found["add"] == len(adds)
    assert {action.cards[0] for action in actions if action.verb == "discard"} == set(hand)
    assert found["discard"] == len(set(hand)) * (2 if len(hand) == 2 else 1)
    assert found["ask"] == (asked == NOT_ASKED_YET)


@settings(deadline=None)
@given(hand=st.one_of(hands, hands_of_three_ranks), pile=st.one_of(hands, hands_of_three_ranks), asked=permissions)
def test_rulings_section_4_2_legal_actions_before_drawing_are_those_found_by_trying(hand, pile, asked):
    actions = actions_before_drawing(counts_by_rank(hand), len(hand), pile, asked, False)
    least = 1 if asked == ANSWER_YES else 2
    takes = {
        (place, in_order_of_action_text(pair))
        for place, card in enumerate(pile, start=1)
        for pair in combinations(hand, 2)
        if card.rank != "2" and all(used.rank in (card.rank, "2") for used in pair)
        if len(hand) - 2 + len(pile) - place >= least
    }
    found = [(action[1], in_order_of_action_text(action.cards)) for action in actions if action.verb == "take"]
    assert set(found) == takes
    assert len(found) == len(takes)
    assert [action.verb for action in actions if action.verb != "take"] == ["draw", *["ask"] * (asked == NOT_ASKED_YET)]


def can_lay_whole_hand_by_trying(hand: list[Card], sets: frozenset[str]) -> bool:
    """Return whether all cards of a hand can be laid, onto these sets of its team or as new sets, found by trying every
    order.
    """
    if not hand:
        return True
    card, *rest = sorted(hand, key=lambda card: card.rank == "2")
    if card.rank in sets or (card.rank == "2" and sets):
        return can_lay_whole_hand_by_trying(rest, sets)
    for pair in combinations(range(len(rest)), 2):
        three = (card, *(rest[place] for place in pair))
        if is_set_of_three(three):
            left = [other for place, other in enumerate(rest) if place not in pair]
            if can_lay_whole_hand_by_trying(left, sets | {card.rank}):
                return True
    return False


@settings(deadline=None, max_examples=200)
@given(hand=hands_of_three_ranks.map(lambda hand: hand[:8]), sets=st.frozensets(st.sampled_from(["7", "K"])))
def test_can_lay_all_and_last_discard_agree_with_trying_every_order(hand, sets):
    bits = sum(1 << RANKS.index(rank) for rank in sets)
    assert can_lay_all(counts_by_rank(hand), bits) == can_lay_whole_hand_by_trying(hand, sets)
    going = [
        card for place, card in enumerate(hand) if can_lay_whole_hand_by_trying(hand[:place] + hand[place + 1 :], sets)
    ]
    last = cheapest_last_discard(counts_by_rank(hand), bits)
    assert (last is None) == (not going)
    assert last is None or POINTS_BY_CARD[last] == min(POINTS_BY_CARD[card] for card in going)


def test_prospect_of_a_hand_uses_twos_where_they_bring_most_points():
    assert laying_outcome_of_hand(counts_by_rank(cards("A♠ A♦ 5♠ 5♦ 2♥ 9♣")), 0) == (50, 15, 3)
    assert laying_outcome_of_hand(counts_by_rank(cards("Q♠ 2♥ 2♦ 9♣")), 0) == (140, 5, 1)
    assert laying_outcome_of_hand(counts_by_rank(cards("9♠ 2♥ 2♦")), 0) == (0, 45, 3)
    assert laying_outcome_of_hand(counts_by_rank(cards("9♠ 2♥ 2♦")), 1 << RANKS.index("K")) == (40, 5, 1)


def most_laid_by_trying(hand: list[Card], sets: frozenset[str]) -> tuple[int, int]:
    """Return the most points of a hand that can be laid, onto these sets of its team or as new sets, and the most cards
    with as many points, found by trying every legal way to lay; the player holds a further card to discard."""
    bits = sum(1 << RANKS.index(rank) for rank in sets)
    best = (0, 0)
    for action in actions_after_drawing(counts_by_rank(hand), len(hand) + 1, bits, ANSWER_YES):
        if action.verb in ("meld", "add"):
            rest = list((Counter(hand) - Counter(action.cards)).elements())
            rank = next((card.rank for card in action.cards if card.rank != "2"), str(action[-1]))
            points, many = most_laid_by_trying(rest, sets | {rank})
            laid = sum(POINTS_BY_CARD[card] for card in action.cards)
            best = max(best, (laid + points, len(action.cards) + many))
    return best


few_cards_of_few_ranks = st.lists(
    st.sampled_from([place for place, card in enumerate(TWO_PACKS) if card.rank in ("2", "5", "Q", "A")]),
    min_size=1,
    max_size=7,
    unique=True,
).map(lambda places: [TWO_PACKS[place] for place in places])
"""Hypothesis strategy for hands of few ranks, small enough that every order can be tried."""


@settings(deadline=None, max_examples=150)
@given(hand=few_cards_of_few_ranks, sets=st.frozensets(st.sampled_from(("5", "A", "K")), max_size=1))
def test_most_that_could_be_laid_is_what_trying_every_way_finds(hand, sets):
    bits = sum(1 << RANKS.index(rank) for rank in sets)
    outcome = best_laying_outcome(counts_by_rank(hand), bits)
    assert (outcome.points_to_lay, len(hand) - outcome.cards_left) == most_laid_by_trying(hand, sets)
    assert outcome.points_to_lay + outcome.points_left == sum(POINTS_BY_CARD[card] for card in hand)


def test_two_twos_make_a_set_of_a_single_card_even_where_they_could_join_a_set():
    hand = counts_by_rank(cards("5♣ 6♥ K♠ A♠ 2♠ 2♠"))
    assert best_laying_outcome(hand, 1 << RANKS.index("7")) == (55, 20, 3)
