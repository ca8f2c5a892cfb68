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
from core.trick_taking.causes import (
    kept_clause,
    last_of_suit_sentence,
    sentence_on_close_cards,
    wordings_of_cause,
    wordings_on_lost_trick,
)


def left_of(hand: str, trick: str, unseen: str) -> CardsLeft:
    """Return the cards left in a hand of Queen's Dungeon in which clubs are trump."""
    strengths = STRENGTHS_BY_TRUMP_AND_SUIT_LED[SUITS.index("♣")]
    return CardsLeft(cards(hand), cards(trick), cards(unseen), strengths)


AND_LEAD = "takes this trick, and you lead next"
KEEPING_COUNTS = "You cannot take this trick, so what counts is which cards you keep"


def parts_of(words):
    """Return words as the only wording of a part of a reason; () for none."""
    return (words,) if words else ()


def wordings_told(left, best, others):
    """Return what is certain and speaks for the best card, or else of the trick."""
    return wordings_of_cause(left, best, others) or wordings_on_lost_trick(left, [best, *others])


def play_of(card: str, takes: float = 0.0, error: float = 0.0, worth: float = 0.0) -> Choice:
    """Return the choice of a card that takes the present trick with this probability, known up to `error`."""
    figures = (Figure("takes the trick", takes, error),)
    return Choice(Action(("play", *cards(card))), figures, Figure("points", worth, 5.0, POINT_UNIT))


@pytest.mark.parametrize(
    ("hand", "trick", "unseen", "takes", "error", "worse", "words"),
    [
        ("K♦ 2♠", "", "A♦ Q♦ 3♥", 0.7, 0.1, "2♠", "Only A♦ or Q♦ could beat K♦"),
        ("K♦ 2♠", "", "3♥ 4♣", 0.7, 0.1, "2♠", "Only a trump could beat K♦"),
        ("9♦ 2♠", "", "10♦ J♦ K♦ A♦ 4♣", 0.7, 0.1, "2♠", ""),
        ("9♦ A♦", "", "10♦ J♦ K♦ Q♦", 0.7, 0.1, "A♦", "Keep A♦ for later"),
        (
            "K♦ A♠ 2♥",
            "3♦",
            "K♠ 3♥",
            1,
            0,
            "2♥",
            f"K♦ {AND_LEAD}, with A♠, the highest spade left",
        ),
        ("K♦ 2♠ 2♥", "3♦", "K♠ 3♥", 1, 0, "2♥", "K♦ takes this trick, and you lead next"),
        ("2♠ 3♣", "A♠", "4♠ 5♠ 6♠", 0, 0, "3♣", "2♠ is your last spade, so you can trump spades later"),
        ("2♠ K♠", "", "A♠ 3♠", 0, 0.1, "K♠", "2♠ may draw out A♠, the only spade above your K♠"),
        ("2♠ A♦ 3♥", "K♥", "3♠ K♦", 0, 0, "A♦ 3♥", "Keep A♦, the highest diamond left"),
        ("2♠ 5♠ 3♥", "K♥", "6♠ 7♠ 9♥", 0, 0, "5♠ 3♥", "Keep 5♠ for later"),
        ("2♠ 5♣ 6♣", "K♥", "7♣", 0, 0, "5♣ 6♣", "Keep your trumps 6♣ and 5♣ for later"),
        ("2♠ 3♥", "K♦", "3♠ 4♠ 5♠ 6♠ 9♥", 0, 0, "3♥", "2♠ is a low card: 4 higher spades are still unseen"),
        ("K♠ 3♥", "", "A♠ 4♣ 9♥", 0.2, 0.1, "3♥", "Only A♠ or a trump could beat K♠"),
        ("K♠ 3♥", "A♦", "A♠ 9♥", 0, 0, "3♥", KEEPING_COUNTS),
    ],
)
def test_sentence_names_what_is_certain_about_the_cards_left(hand, trick, unseen, takes, error, worse, words):
    best, *others = (play_of(card) for card in (hand.split()[0], *worse.split()))
    best = play_of(hand.split()[0], takes, error)
    assert wordings_told(left_of(hand, trick, unseen), best, others)[:1] == parts_of(words)


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
            "7♦ is a low card: 4 higher diamonds are still unseen",
        ),
        ("9♦ 10♦", "J♦", "Q♦ K♦ A♦ 4♦", 0, 9, KEEPING_COUNTS),
    ],
)
def test_cards_that_look_equal_are_not_told_apart(hand, trick, unseen, takes, worth, words):
    best, other = (play_of(card, takes, 0, at) for card, at in zip(hand.split(), (worth, 0), strict=True))
    assert sentence_on_close_cards(left_of(hand, trick, unseen), [best, other], best, [other]) == words


def test_equal_cards_of_which_only_one_takes_the_trick_are_told_together():
    """Else "9♦ takes this trick. Any card will do" would be a contradiction."""
    left = left_of("9♦ 8♦", "8♣", "K♦ 2♦")
    for best, other in ((play_of("9♦", 1), play_of("8♦")), (play_of("8♦"), play_of("9♦", 0.9, 0.05))):
        told = sentence_on_close_cards(left, [best, other], best, [other])
        assert told == "Whether you take this trick or leave it comes to the same in the end"


@pytest.mark.parametrize(
    ("trumps", "hand", "trick", "unseen", "takes", "error", "worse", "words"),
    [
        # a trump of the printed suit is a higher card of it (QB-3), or a lower one that takes it
        (
            "AQ",
            "K♦ J♠",
            "3♦",
            "A♦ 2♥",
            1,
            0,
            "J♠",
            f"K♦ {AND_LEAD}, with J♠, the highest spade left",
        ),
        ("AQ", "K♦ J♠", "3♦", "A♠ 2♥", 1, 0, "J♠", "K♦ takes this trick, and you lead next"),
        (
            "AQ",
            "K♦ J♠ A♠",
            "3♦",
            "2♥",
            1,
            0,
            "J♠",
            f"K♦ {AND_LEAD}, with A♠, the highest trump left",
        ),
        ("A3", "10♠ K♠", "A♥", "3♠ 5♥", 0, 0, "K♠", "Keep K♠ for later"),
        ("A4", "10♣ J♣", "", "Q♣ A♣ 5♥", 0, 0, "J♣", "Keep J♣ for later"),
        (
            "A3",
            "5♠ K♥",
            "9♥",
            "A♠ 3♠ 6♠ 7♠ 8♠ 9♠ A♥",
            0,
            0,
            "",
            KEEPING_COUNTS,
        ),
        ("K3", "5♠ Q♥", "", "K♠ 6♠ 7♠ 8♠ 9♠ A♥", 0.2, 0.1, "Q♥", "Keep Q♥ for later"),
        (
            "A3",
            "5♠ 3♥",
            "9♦",
            "3♠ A♠ 6♠",
            0,
            0,
            "",
            KEEPING_COUNTS,
        ),
    ],
)
def test_trumps_of_a_printed_suit_count_in_it(trumps, hand, trick, unseen, takes, error, worse, words):
    strengths = trumps_of_ranks(tuple(trumps)).strengths_by_suit_led
    left = CardsLeft(cards(hand), cards(trick), cards(unseen), strengths)
    best, *others = (play_of(card) for card in (hand.split()[0], *worse.split()))
    best = play_of(hand.split()[0], takes, error)
    assert wordings_told(left, best, others)[:1] == parts_of(words)


@pytest.mark.parametrize(
    ("hand", "trick", "players_after", "words"),
    [
        ("Q♣ A♣ 2♥", "4♣ J♣ Q♥", 0, f"Q♣ {AND_LEAD}, with A♣, the highest club left"),
        (
            "Q♣ A♣ 2♥",
            "4♣",
            2,
            f"Q♣ {AND_LEAD}, with A♣, the highest club left",
        ),  # a Queen may follow
        ("Q♣ A♣ 2♥", "4♣ J♣ 3♣", 0, f"Q♣ {AND_LEAD}, with A♣, the highest trump left"),
        ("Q♣ A♣ 2♥", "Q♠ Q♦ Q♥", 0, f"Q♣ {AND_LEAD}, with A♣, the highest trump left"),
    ],
)
def test_no_card_is_called_a_trump_of_the_next_trick_if_this_one_may_change_trump(hand, trick, players_after, words):
    unseen = [card for card in cards("Q♠ Q♦ Q♥ 3♥ K♥ 4♦") if card not in cards(trick)]
    left = left_of(hand, trick, "")._replace(
        unseen=unseen, players_after=players_after, queens=QUEENS, queens_for_new_trump=2
    )
    best = play_of("Q♣", 1)
    assert wordings_told(left, best, [])[:1] == (words,)


@pytest.mark.parametrize(("trick", "hand"), [("A♠ Q♠ 5♠", "Q♥ 3♣ 4♣"), ("A♠ Q♠ Q♦", "3♥ 3♣ 4♣")])
def test_no_trump_is_kept_for_a_trick_after_a_new_trump(trick, hand):
    unseen = cards("4♥ 5♥ 6♥ 7♥ 8♥ 9♥ K♣")
    left = left_of(hand, trick, "")._replace(unseen=unseen, queens=QUEENS, queens_for_new_trump=2)
    best, *others = map(play_of, hand.split())
    assert "trump" not in last_of_suit_sentence(left, best.action.cards[0])
    assert not re.search("trump|Keep [34]♣", str(wordings_told(left, best, others)))
    ordinary = left._replace(queens=())
    assert wordings_of_cause(ordinary, best, others)[0].endswith("so you can trump hearts later")


@pytest.mark.parametrize(("trick", "hand"), [("A♠ Q♠ 5♠", "3♥ 4♦"), ("A♠ 9♠ 5♠", "Q♦ 3♥")])
def test_queens_count_in_a_trick_that_cannot_be_taken(trick, hand):
    left = left_of(hand, trick, "6♥ 7♦ 3♣")._replace(queens=QUEENS, queens_for_new_trump=2)
    choices = [play_of(card) for card in hand.split()]
    assert wordings_told(left, choices[0], choices[1:]) == ()


@pytest.mark.parametrize(("hand", "is_low"), [("7♥ K♠", True), ("8♥ K♠", False), ("7♥ 6♥ K♠", False), ("7♥ K♥", True)])
def test_card_is_called_low_only_if_it_is_and_no_lower_one_of_its_suit_is_kept(hand, is_low):
    left = left_of(hand, "2♠", "9♥ 10♥ J♥ Q♥ A♥")
    best = play_of(hand.split()[0])
    assert str(wordings_told(left, best, [])).startswith(f"('{hand.split()[0]} is a low card") == is_low


@pytest.mark.parametrize(
    ("hand", "trick", "unseen", "kept", "words"),
    [
        ("2♠ A♠", "K♠", "Q♦ 3♣", "A♠", "as the highest spade left it can take a later trick"),
        ("2♠ A♠", "K♠", "Q♠ 3♣", "A♠", "may take a later one: only Q♠ is above it"),
        ("2♠ 5♣", "K♠", "4♣", "5♣", "as the highest trump left it can take a later trick"),
        ("2♠ 5♣", "K♠", "9♣", "5♣", "as a trump it can take a later trick of another suit"),
        ("2♠ 9♠", "", "10♠ J♠ K♠ A♠ 9♣", "9♠", "then you lead, and no card of yours surely takes the next trick"),
        ("2♠ 9♠ Q♥", "", "10♠ J♠ K♠ A♠ 9♣", "9♠", "then you lead, and no card of yours surely takes the next trick"),
        ("2♠ 9♠ Q♥", "", "10♠ J♠ K♠ A♠", "9♠", "may take a later one"),
    ],
)
def test_card_that_would_take_the_trick_is_kept_for_what_it_is_worth_later(hand, trick, unseen, kept, words):
    assert kept_clause(left_of(hand, trick, unseen), *cards(f"2♠ {kept}")) == words


def test_card_is_kept_as_it_may_become_a_trump_while_there_is_none():
    left = CardsLeft(cards("2♠ J♠"), cards("10♠"), cards("3♥ A♠ K♠ Q♠ 9♠"), trumps_of_ranks(()).strengths_by_suit_led)
    assert kept_clause(left._replace(may_make_trumps=True), *cards("2♠ J♠")) == "kept, it may become a trump"
    assert "trump" not in kept_clause(left, *cards("2♠ J♠")), "they are set, and all are played"


def test_trump_is_not_kept_as_one_if_the_trick_may_change_trump():
    left = left_of("Q♥ 5♣", "A♠ Q♠ 5♠", "4♣")._replace(queens=QUEENS, queens_for_new_trump=2)
    assert "trump" not in kept_clause(left, *cards("Q♥ 5♣"))


def test_cards_of_a_rank_that_is_held_more_often_are_kept_until_trumps_are_made():
    hand, trick = cards("9♥ K♦ K♣ 2♣"), cards("A♠ 5♠ 6♥")
    for ranks, words in (((), "Keep K♦: you hold two cards of this rank, which may become trump"), (("2",), "Keep K♦")):
        strengths = trumps_of_ranks(ranks).strengths_by_suit_led
        left = CardsLeft(hand, trick, cards("A♦ 3♥"), strengths, may_make_trumps=not ranks)
        choices = [play_of(card) for card in ("9♥", "K♦")]
        assert wordings_told(left, choices[0], choices[1:])[0].startswith(words)


def test_low_card_is_kept_so_that_a_higher_one_of_its_suit_need_not_fall():
    left = left_of("9♥ 4♦ K♦", "A♠", "Q♦ 3♣ 10♥")
    choices = [play_of(card) for card in ("9♥", "4♦")]
    assert wordings_told(left, choices[0], choices[1:]) == ("Keep 4♦, so that K♦ need not fall to Q♦",)


def test_trump_that_is_led_and_may_lose_draws_trumps_from_the_others():
    strengths = trumps_of_ranks(("4", "9")).strengths_by_suit_led
    left = CardsLeft(cards("4♣ 10♥"), (), cards("9♣ 4♦ 4♠ 9♦ 9♥ 3♦ J♥ A♥"), strengths)
    choices = [play_of("4♣", 0.1, 0.1), play_of("10♥", 0.1, 0.1)]
    assert wordings_told(left, choices[0], choices[1:]) == ("4♣ draws trumps from the others",)


def test_trump_does_not_surely_draw_trumps_where_queens_may_answer_it():
    left = left_of("4♣ 9♥", "", "9♣ J♣ 10♣ K♣ 3♦ 10♥ J♥ A♥ Q♥")._replace(queens=QUEENS, queens_for_new_trump=2)
    choices = [play_of("4♣", 0.1, 0.1), play_of("9♥", 0.1, 0.1)]
    assert "draws" not in str(wordings_told(left, choices[0], choices[1:]))
