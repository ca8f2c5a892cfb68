"""What the coaches of the trick games say for a card from the cards left: what beats it, what is kept, who leads."""

from __future__ import annotations

import re

import pytest

from core import Action, cards
from core.engine.cards import QUEENS, SUITS
from core.engine.coach import POINT_UNIT, Choice, Figure
from core.queen_bees_ii.trumps import trumps_of_ranks
from core.queens_dungeon.follow_suit import STRENGTHS_BY_TRUMP_AND_SUIT_LED
from core.trick_taking.cards_left import CardsLeft
from core.trick_taking.causes import last_of_suit_sentence, sentence_on_cause, sentences_on_close_cards


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
        ("9♦ 2♠", "", "10♦ J♦ K♦ A♦ 4♣", 0.7, 0.1, "2♠", "4 diamonds higher than 9♦ are still unseen, and trumps"),
        ("9♦ A♦", "", "10♦ J♦ K♦ Q♦", 0.7, 0.1, "A♦", "Keep A♦"),
        ("K♦ A♠ 2♥", "3♦", "K♠ 3♥", 1, 0, "2♥", "You lead next, and have A♠, the highest spade left"),
        ("K♦ 2♠ 2♥", "3♦", "K♠ 3♥", 1, 0, "2♥", "You lead next"),
        ("2♠ 3♣", "A♠", "4♠ 5♠ 6♠", 0, 0, "3♣", "2♠ is your last spade, so you can trump spades later"),
        ("2♠ K♠", "", "A♠ 3♠", 0, 0.1, "K♠", "2♠ may draw out A♠, the only spade above your K♠"),
        ("2♠ A♦ 3♥", "K♥", "3♠ K♦", 0, 0, "A♦ 3♥", "Keep A♦, the highest diamond left"),
        ("2♠ 5♠ 3♥", "K♥", "6♠ 7♠ 9♥", 0, 0, "5♠ 3♥", "Keep 5♠"),
        ("2♠ 5♣ 6♣", "K♥", "7♣", 0, 0, "5♣ 6♣", "Keep your trumps 6♣ and 5♣"),
        ("2♠ 3♥", "K♦", "3♠ 4♠ 5♠ 6♠ 9♥", 0, 0, "3♥", "2♠ is a low card: 4 higher spades are still unseen"),
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
            "7♦ 8♦",
            "10♦",
            "J♦ K♦ A♦ Q♦",
            0,
            9,
            "You cannot take this trick. 7♦ is a low card: 4 higher diamonds are still unseen",
        ),
        ("9♦ 10♦", "J♦", "Q♦ K♦ A♦ 4♦", 0, 9, "You cannot take this trick. What counts is which cards you keep"),
    ],
)
def test_cards_that_look_equal_are_not_told_apart(hand, trick, unseen, takes, worth, words):
    best, other = (play_of(card, takes, 0, at) for card, at in zip(hand.split(), (worth, 0), strict=True))
    assert sentences_on_close_cards(left_of(hand, trick, unseen), [best, other], best, [other], 1) == words


def test_equal_cards_of_which_only_one_takes_the_trick_are_told_together():
    """Else "9♦ takes this trick. Any card will do" would be a contradiction."""
    left = left_of("9♦ 8♦", "8♣", "K♦ 2♦")
    for best, other in ((play_of("9♦", 1), play_of("8♦")), (play_of("8♦"), play_of("9♦", 0.9, 0.05))):
        told = sentences_on_close_cards(left, [best, other], best, [other], 1)
        assert told == "Whether you take this trick or leave it comes to the same in the end"


@pytest.mark.parametrize(
    ("trumps", "hand", "trick", "unseen", "takes", "error", "worse", "words"),
    [
        # a trump of the printed suit is a higher card of it (QB-3), or a lower one that takes it
        ("AQ", "K♦ J♠", "3♦", "A♦ 2♥", 1, 0, "J♠", "You lead next, and have J♠, the highest spade left"),
        ("AQ", "K♦ J♠", "3♦", "A♠ 2♥", 1, 0, "J♠", "You lead next"),
        ("AQ", "K♦ J♠ A♠", "3♦", "2♥", 1, 0, "J♠", "You lead next, and have A♠, the highest trump left"),
        ("A3", "10♠ K♠", "A♥", "3♠ 5♥", 0, 0, "K♠", "Keep K♠"),
        ("A4", "10♣ J♣", "", "Q♣ A♣ 5♥", 0, 0, "J♣", "Keep J♣"),
        ("A3", "5♠ K♥", "9♥", "A♠ 3♠ 6♠ 7♠ 8♠ 9♠ A♥", 0, 0, "", "What counts is which cards you keep"),
        ("K3", "5♠ Q♥", "", "K♠ 6♠ 7♠ 8♠ 9♠ A♥", 0.2, 0.1, "Q♥", ""),
        ("A3", "5♠ 3♥", "9♦", "3♠ A♠ 6♠", 0, 0, "", "What counts is which cards you keep"),
    ],
)
def test_trumps_of_a_printed_suit_count_in_it(trumps, hand, trick, unseen, takes, error, worse, words):
    strengths = trumps_of_ranks(tuple(trumps)).strengths_by_suit_led
    left = CardsLeft(cards(hand), cards(trick), cards(unseen), strengths)
    best, *others = (play_of(card) for card in (hand.split()[0], *worse.split()))
    best = play_of(hand.split()[0], takes, error)
    assert sentence_on_cause(left, [best, *others], best, others) == words


@pytest.mark.parametrize(
    ("hand", "trick", "players_after", "words"),
    [
        ("Q♣ A♣ 2♥", "4♣ J♣ Q♥", 0, "You lead next, and have A♣, the highest club left"),
        ("Q♣ A♣ 2♥", "4♣", 2, "You lead next, and have A♣, the highest club left"),  # a Queen may follow
        ("Q♣ A♣ 2♥", "4♣ J♣ 3♣", 0, "You lead next, and have A♣, the highest trump left"),
        ("Q♣ A♣ 2♥", "Q♠ Q♦ Q♥", 0, "You lead next, and have A♣, the highest trump left"),
    ],
)
def test_no_card_is_called_a_trump_of_the_next_trick_if_this_one_may_change_trump(hand, trick, players_after, words):
    unseen = [card for card in cards("Q♠ Q♦ Q♥ 3♥ K♥ 4♦") if card not in cards(trick)]
    left = left_of(hand, trick, "")._replace(
        unseen=unseen, players_after=players_after, queens=QUEENS, queens_for_new_trump=2
    )
    best = play_of("Q♣", 1)
    assert sentence_on_cause(left, [best], best, []) == words


@pytest.mark.parametrize(("trick", "hand"), [("A♠ Q♠ 5♠", "Q♥ 3♣ 4♣"), ("A♠ Q♠ Q♦", "3♥ 3♣ 4♣")])
def test_no_trump_is_kept_for_a_trick_after_a_new_trump(trick, hand):
    unseen = cards("4♥ 5♥ 6♥ 7♥ 8♥ 9♥ K♣")
    left = left_of(hand, trick, "")._replace(unseen=unseen, queens=QUEENS, queens_for_new_trump=2)
    best, *others = map(play_of, hand.split())
    assert "trump" not in last_of_suit_sentence(left, best.action.cards[0])
    assert not re.search("trump|Keep", sentence_on_cause(left, [best, *others], best, others))
    ordinary = left._replace(queens=())
    assert sentence_on_cause(ordinary, [best, *others], best, others).endswith("so you can trump hearts later")


@pytest.mark.parametrize(("trick", "hand"), [("A♠ Q♠ 5♠", "3♥ 4♦"), ("A♠ 9♠ 5♠", "Q♦ 3♥")])
def test_queens_count_in_a_trick_that_cannot_be_taken(trick, hand):
    left = left_of(hand, trick, "6♥ 7♦ 3♣")._replace(queens=QUEENS, queens_for_new_trump=2)
    choices = [play_of(card) for card in hand.split()]
    assert sentence_on_cause(left, choices, choices[0], choices[1:]) == ""


@pytest.mark.parametrize(("hand", "is_low"), [("7♥ K♠", True), ("8♥ K♠", False), ("7♥ 6♥ K♠", False), ("7♥ K♥", True)])
def test_card_is_called_low_only_if_it_is_and_no_lower_one_of_its_suit_is_kept(hand, is_low):
    left = left_of(hand, "2♠", "9♥ 10♥ J♥ Q♥ A♥")
    best = play_of(hand.split()[0])
    assert sentence_on_cause(left, [best], best, []).startswith(f"{hand.split()[0]} is a low card") == is_low
