"""What the coaches of the trick games say for a card from the cards left: what beats it, what is kept, who leads."""

from __future__ import annotations

import pytest

from core import Action, cards
from core.engine.cards import SUITS
from core.engine.coach import POINT_UNIT, Choice, Figure
from core.queens_dungeon.follow_suit import STRENGTHS_BY_TRUMP_AND_SUIT_LED
from core.trick_taking.causes import CardsLeft, sentence_on_cause, sentences_on_close_cards


def left_of(hand: str, trick: str, unseen: str) -> CardsLeft:
    """Return the cards left in a hand of Queen's Dungeon in which clubs are trump."""
    strengths = STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index("♣")]
    return CardsLeft(cards(hand), cards(trick), cards(unseen), strengths)


def play_of(card: str, takes: float = 0.0, error: float = 0.0, worth: float = 0.0) -> Choice:
    """Return the choice of a card that takes the present trick with this probability, known up to `error`."""
    figures = (Figure("takes the trick", takes, error),)
    return Choice(Action(("play", *cards(card))), figures, Figure("points", worth, 5.0, POINT_UNIT))


@pytest.mark.parametrize(
    ("hand", "trick", "unseen", "takes", "error", "worse", "words"),
    [
        ("K♦ 2♠", "", "A♦ Q♦ 3♥", 0.7, 0.1, "2♠", "Only A♦ or Q♦ could beat K♦"),
        ("K♦ 2♠", "", "3♥ 4♣", 0.7, 0.1, "2♠", "Only a trump could beat K♦"),
        ("9♦ 2♠", "", "10♦ J♦ K♦ A♦ 4♣", 0.7, 0.1, "2♠", "4 diamonds higher than 9♦ are still out, and trumps"),
        ("9♦ A♦", "", "10♦ J♦ K♦ Q♦", 0.7, 0.1, "A♦", "Keep your stronger A♦"),
        ("K♦ A♠ 2♥", "3♦", "K♠ 3♥", 1, 0, "2♥", "You lead next, and have A♠, the highest spade left"),
        ("K♦ 2♠ 2♥", "3♦", "K♠ 3♥", 1, 0, "2♥", "You lead next"),
        ("2♠ 3♣", "A♠", "4♠ 5♠ 6♠", 0, 0, "3♣", "2♠ is your last spade, so that you can trump spades later"),
        ("2♠ K♠", "", "A♠ 3♠", 0, 0.1, "K♠", "2♠ may draw out A♠, the only spade above your K♠"),
        ("2♠ A♦ 3♥", "K♥", "3♠ K♦", 0, 0, "A♦ 3♥", "Keep A♦, the highest diamond left"),
        ("2♠ 5♠ 3♥", "K♥", "6♠ 7♠ 9♥", 0, 0, "5♠ 3♥", "Keep your stronger 5♠"),
        ("2♠ 5♣ 6♣", "K♥", "7♣", 0, 0, "5♣ 6♣", "Keep your trumps 6♣ and 5♣"),
        ("2♠ 3♥", "K♦", "3♠ 4♠ 5♠ 6♠ 9♥", 0, 0, "3♥", "2♠ is a low card: 4 higher spades are still out"),
        ("K♠ 3♥", "", "A♠ 4♣ 9♥", 0.2, 0.1, "3♥", "A♠ or a trump could beat K♠"),
        ("K♠ 3♥", "A♦", "A♠ 9♥", 0, 0, "3♥", "What counts is which cards you keep"),
    ],
)
def test_sentence_names_what_is_certain_about_the_cards_left(hand, trick, unseen, takes, error, worse, words):
    best, *others = (play_of(card) for card in (hand.split()[0], *worse.split()))
    best = play_of(hand.split()[0], takes, error)
    assert sentence_on_cause(left_of(hand, trick, unseen), [best, *others], best, others) == words


@pytest.mark.parametrize(
    ("hand", "trick", "unseen", "takes", "worth", "words"),
    [
        ("A♦ K♦", "", "2♦ 3♥", 1, 0, "No card that is still out beats yours"),
        ("9♦ 8♦", "3♦", "K♦ 2♦", 1, 0, "Each card that you can play takes this trick"),
        ("9♦ 8♦", "10♦", "K♦ 2♦", 0, 0, "You cannot take this trick"),
        (
            "9♦ 8♦",
            "10♦",
            "J♦ K♦ A♦ Q♦",
            0,
            9,
            "You cannot take this trick. 9♦ is a low card: 4 higher diamonds are still out",
        ),
    ],
)
def test_cards_that_look_equal_are_not_told_apart(hand, trick, unseen, takes, worth, words):
    best, other = (play_of(card, takes, 0, at) for card, at in zip(hand.split(), (worth, 0), strict=True))
    assert sentences_on_close_cards(left_of(hand, trick, unseen), [best, other], best, [other], 1) == words
