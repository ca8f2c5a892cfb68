"""Cards: whole numbers from 0 to 52 that print as a player would write them and parse back."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import BadNotation, Card, cards
from core.engine.cards import CARDS, JOKER, QUEENS, RANKS, SUITS, pack, parse_suit

any_card = st.integers(0, 52).map(Card)
"""Hypothesis strategy for any of the 53 different cards."""


def test_cards_are_the_fifty_two_of_a_pack_and_the_joker():
    assert len(CARDS) == len(set(CARDS)) == len({str(card) for card in CARDS}) == 53
    assert [int(card) for card in CARDS] == list(range(53))


def test_suits_follow_clubs_diamonds_hearts_spades_and_ranks_rise_to_the_ace():
    assert " ".join(map(str, CARDS[:13])) == "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣"
    assert [CARDS[13 * suit].suit for suit in range(4)] == ["♣", "♦", "♥", "♠"] == list(SUITS)
    assert str(JOKER) == "Jk"
    assert cards("Q♣ Q♦ Q♥ Q♠") == QUEENS


@given(card=any_card)
def test_text_of_a_card_parses_to_the_same_card(card):
    for text in (str(card), card.ascii, card.ascii.lower(), card.ascii.upper(), f" {card} "):
        assert Card.parse(text) is card
    assert card.ascii.isascii()
    assert f"{card:>4}" == str(card).rjust(4)
    assert repr(card) == str(card)


@given(card=any_card)
def test_equal_cards_are_one_object(card):
    assert Card(int(card)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) == card


@given(card=any_card)
def test_name_of_a_card_is_its_rank_and_suit(card):
    assert str(card) == (card.rank + card.suit)
    assert card.rank in (*RANKS, "Jk")
    assert (card.suit in SUITS) == (card != JOKER)


@pytest.mark.parametrize("text", ["", "1♠", "11h", "Q", "♠", "Q♠♠", "qqs", "joke", "10", "Q♠ K♠", "ＱS", "Q\x00s"])
def test_text_that_names_no_card_is_refused_in_a_sentence(text):
    with pytest.raises(BadNotation) as caught:
        Card.parse(text)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", [-1, 53, 10**9])
def test_number_outside_the_pack_is_refused_as_a_card(number):
    with pytest.raises(BadNotation, match="from 0 to 52"):
        Card(number)


@given(hand=st.lists(any_card))
def test_a_list_of_cards_written_as_text_is_read_as_the_same_cards(hand):
    assert cards(" ".join(map(str, hand))) == tuple(hand)
    assert cards([str(card) for card in hand]) == tuple(hand)
    assert cards(hand) == tuple(hand)


@pytest.mark.parametrize(("text", "suit"), [("♥", "♥"), ("h", "♥"), ("S", "♠"), ("c", "♣"), ("♦", "♦")])
def test_suit_is_parsed_from_its_symbol_or_letter(text, suit):
    assert parse_suit(text) == suit


@pytest.mark.parametrize("text", ["", "x", "hh", "hearts"])
def test_text_that_names_no_suit_is_refused(text):
    with pytest.raises(BadNotation, match="not a suit"):
        parse_suit(text)


def test_pack_has_fifty_two_cards_and_the_given_number_of_jokers():
    assert len(pack()) == 52
    assert pack(2)[-2:] == [JOKER, JOKER]
    assert sorted(pack(2)) == [*range(52), 52, 52]
