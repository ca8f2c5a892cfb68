import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.cards import CARDS, Card
from tui.cards.state import State, badge, describe_card


@pytest.mark.parametrize(
    ("card", "state", "words"),
    [
        ("Q♠", State.NORMAL, "queen of spades"),
        ("7♥", State.DOUBLED, "7 of hearts, doubled"),
        ("10♣", State.BANNED | State.SELECTED, "10 of clubs, banned, selected"),
        ("A♦", State.DIM, "ace of diamonds, cannot be played"),
        ("K♦", State.TEMP, "king of diamonds, banned for now"),
        ("J♣", State.CAUGHT | State.CURSOR, "jack of clubs, caught"),
        ("Jk", State.NORMAL, "joker"),
        ("Q♠", State.DOWN, "a card face down"),
        ("Q♠", State.DOWN | State.SELECTED, "a card face down, selected"),
    ],
)
def test_cards_are_described_in_words(card, state, words):
    assert describe_card(Card.parse(card), state) == words


def test_every_card_has_a_different_description():
    assert len({describe_card(card) for card in CARDS}) == len(CARDS)


@given(st.builds(State, st.integers(0, 255)))
def test_description_of_a_face_down_card_hides_its_face(state):
    assert len({describe_card(card, state | State.DOWN) for card in CARDS}) == 1


@given(st.builds(State, st.integers(0, 255)), st.integers(0, 12))
def test_badge_fits_into_its_room(state, room):
    mark = badge(state, room)
    assert mark is None or len(mark[0]) <= room


def test_caught_badge_takes_precedence():
    assert badge(State.CAUGHT | State.DOUBLED, 9) == ("CAUGHT", "bad")
    assert badge(State.NORMAL, 9) is None
