"""Why a card is good where neither the present trick nor the score tells it: what is certain about the cards left.

A sentence names what matters by the rules: which cards may still beat the advised one, which stronger ones are kept,
and which suit can be trumped later. It follows from the cards that the seat has seen, so it is true whatever the others
hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.cards import RANKS, Card
from core.engine.coach import Choice
from core.engine.english import SUIT_WORDS, english_list_of_alternatives
from core.trick_taking.cards_left import CardsLeft
from core.trick_taking.coach import chance_to_take_trick
from core.trick_taking.reasons import (
    LIKELY_CHANCE,
    MAX_CARDS_NAMED,
    MIN_TRICK_CHANCE_GIVEN_UP,
    look_equal,
    sentence_on_lost_trick,
    stronger_cards_name,
    trick_chance_clause,
)

MIN_CARDS_LEFT_TO_TRUMP: Final = 3
"""A reason speaks of trumps that will take tricks of a suit only if other hands may hold at least this many cards of
it."""

MAX_HIGHER_CARDS_TO_DRAW: Final = 2
"""A lead is said to draw out the cards above a card of the hand if they are at most this many."""

MIN_HIGHER_CARDS_OF_LOW_CARD: Final = 4
"""A card is called low only if at least this many higher ones of its suit are unseen."""

MAX_RANK_OF_LOW_CARD: Final = RANKS.index("7")
"""A card is called low only if it has at most this rank."""

KEEPING_COUNTS_SENTENCE: Final = "What counts is which cards you keep"
"""What is said of a trick that the seat takes with no card, where no more is certain."""


def sentence_on_cause(left: CardsLeft, choices: Sequence[Choice], best: Choice, worse: Sequence[Choice]) -> str:
    """Return what is certain about the best card and speaks for it, as a sentence without its end; "" if nothing is.

    `choices` are all choices, `worse` those that are worse.
    """
    card, takes = best.action.cards[0], chance_to_take_trick(best)
    others = [choice.action.cards[0] for choice in worse]
    if takes.value >= LIKELY_CHANCE:
        return _sentence_on_taker(left, best, others)
    return (
        last_of_suit_sentence(left, card)
        or _sentence_on_cards_drawn(left, card)
        or _sentence_on_highest_kept(left, card, others)
        or _sentence_on_stronger_kept(left, card, others)
        or _sentence_on_low_card(left, card)
        or (_sentence_on_cards_that_beat(left, card) if takes.error else "")
        or ("" if _is_trick_at_stake(left, choices) else KEEPING_COUNTS_SENTENCE)
    )


def _is_trick_at_stake(left: CardsLeft, choices: Sequence[Choice]) -> bool:
    """Return whether a card of the choices may take the present trick, or whether a Queen who counts lies in it or is
    one of these cards."""
    played = [choice.action.cards[0] for choice in choices]
    return any(chance_to_take_trick(choice).value for choice in choices) or any(
        card in left.queens for card in (*left.trick, *played)
    )


def sentences_on_close_cards(
    left: CardsLeft,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
    invisible_difference: float,
) -> str:
    """Return what is certain about the best card of `choices` of which none is clearly worse, as sentences without
    their end: that the trick is lost, and of cards that do not look equal what speaks for this one; "" if nothing is.
    """
    lost = sentence_on_lost_trick(best, choices).removesuffix(". ")
    if look_equal(best, equally_good, invisible_difference):
        return lost or _sentence_on_all_cards(left, choices) or _sentence_on_equal_trick(choices)
    cause = sentence_on_cause(left, choices, best, ())
    return ". ".join(filter(None, (lost or trick_chance_clause(best), cause)))


def _sentence_on_all_cards(left: CardsLeft, choices: Sequence[Choice]) -> str:
    """Return that no card left beats one of the hand if it is led, or that each card of the choices takes the present
    trick; "" if neither is certain."""
    led = left._replace(trick=())
    if not any(led.cards_that_beat(card) for card in left.hand):
        return "No card that is still out beats yours"
    chances = [chance_to_take_trick(choice) for choice in choices]
    is_taken = all(chance.value and not chance.error for chance in chances)
    return "Each card that you can play takes this trick" if is_taken else ""


def _sentence_on_equal_trick(choices: Sequence[Choice]) -> str:
    """Return that it makes no difference to take the present trick or to leave it, which come to the same in the end;
    "" if no card takes it clearly more likely than another."""
    chances = [chance_to_take_trick(choice).value for choice in choices]
    is_taken_or_left = max(chances) >= LIKELY_CHANCE and max(chances) - min(chances) >= MIN_TRICK_CHANCE_GIVEN_UP
    return "Whether you take this trick or leave it comes to the same in the end" if is_taken_or_left else ""


def last_of_suit_sentence(left: CardsLeft, card: Card) -> str:
    """Return what a card that leaves the trick to others is good for if it is the last of its suit and leaves trumps in
    the hand, which may then take tricks of that suit; else "".

    Other hands must still be able to lead the suit (`MIN_CARDS_LEFT_TO_TRUMP`).
    """
    suits = [one.suit for one in left.hand]
    has_trump = any(map(left.is_trump, left.hand))
    still_out = sum(other.suit == card.suit and not left.is_trump(other) for other in left.unseen)
    is_last = suits.count(card.suit) == 1 and not left.is_trump(card) and has_trump
    if not is_last or still_out < MIN_CARDS_LEFT_TO_TRUMP or left.may_change_trump(card):
        return ""
    word = SUIT_WORDS[card.suit]
    return f"{card} is your last {word.removesuffix('s')}, so you can trump {word} later"


def _sentence_on_taker(left: CardsLeft, best: Choice, others: Sequence[Card]) -> str:
    """Return which stronger ones of the `others`, worse cards, are kept if the best card, which probably takes the
    trick, is played, or else what may still beat it; if it takes the trick certainly, who leads next."""
    card = best.action.cards[0]
    if chance_to_take_trick(best).error:
        return _sentence_on_stronger_kept(left, card, others) or _sentence_on_cards_that_beat(left, card, is_taker=True)
    after = left._replace(hand=[one for one in left.hand if one != card], trick=())
    sure = [one for one in after.hand if after.is_highest_left(one)]
    if not after.hand:
        return ""
    if not sure:
        return "You lead next"
    return f"You lead next, and have {_name_of_highest(left, card, max(sure, key=after.strength))}"


def _name_of_highest(left: CardsLeft, played: Card, card: Card) -> str:
    """Return a card that is the highest one left after another is played, with these words: ``A♣, the highest club
    left``. It is called a trump only if the trick cannot change trump."""
    is_trump = left.is_trump(card) and not left.may_change_trump(played)
    kind = "trump" if is_trump else SUIT_WORDS[card.suit].removesuffix("s")
    return f"{card}, the highest {kind} left"


def _sentence_on_cards_that_beat(left: CardsLeft, card: Card, *, is_taker: bool = False) -> str:
    """Return which unseen cards beat a card in the present trick, or if it is led; "" if there are none. With
    `is_taker` the card probably takes the trick, so the sentence says that only these beat it."""
    beaters = left.cards_that_beat(card)
    trumps = [one for one in beaters if left.is_trump(one)]
    plain = [one for one in beaters if one not in trumps]
    counted = trumps if left.is_trump(card) else plain
    if len(counted) > MAX_CARDS_NAMED:
        if plain and left.has_trump_in_suit(plain[0].suit):  # they are higher, too
            return ""
        kind = "trumps" if left.is_trump(card) else SUIT_WORDS[plain[0].suit]
        also = ", and trumps" if trumps and counted is plain else ""
        return f"{len(counted)} {kind} higher than {card} are still unseen{also}"
    names = [*map(str, counted), *(["a trump"] if trumps and not left.is_trump(card) else [])]
    if not names:
        return ""
    told = f"{english_list_of_alternatives(names)} could beat {card}"
    return f"Only {told}" if is_taker else f"{told[0].upper()}{told[1:]}"


def _sentence_on_cards_drawn(left: CardsLeft, card: Card) -> str:
    """Return that a card, led now, may draw out the only cards of its suit that stand above a higher one of the hand;
    else ""."""
    if left.trick or left.is_trump(card) or left.has_trump_in_suit(card.suit):
        return ""
    higher = [one for one in left.hand if one.suit == card.suit and left.strength(one) > left.strength(card)]
    for one in sorted(higher, key=left.strength, reverse=True):
        above = left.higher_of_suit(one)
        if 0 < len(above) <= MAX_HIGHER_CARDS_TO_DRAW:
            word = SUIT_WORDS[card.suit].removesuffix("s") + ("s" if len(above) > 1 else "")
            return f"{card} may draw out {english_list_of_alternatives(above)}, the only {word} above your {one}"
    return ""


def _sentence_on_highest_kept(left: CardsLeft, card: Card, others: Sequence[Card]) -> str:
    """Return which of the `others`, worse cards, is kept because it is the highest one left; "" if none is, or if the
    best card is one itself."""
    if left.is_highest_left(card):
        return ""
    highest = [other for other in others if left.is_highest_left(other)]
    return f"Keep {_name_of_highest(left, card, max(highest, key=left.strength))}" if highest else ""


def _sentence_on_stronger_kept(left: CardsLeft, card: Card, others: Sequence[Card]) -> str:
    """Return which of the `others`, worse cards, are stronger than the best card, and so are kept: trumps, or higher
    ones of its suit; "" if none is."""
    is_trump = left.is_trump(card)
    stronger = [
        other
        for other in others
        if (left.is_trump(other) and not is_trump)
        or (
            left.is_trump(other) == is_trump
            and (is_trump or other.suit == card.suit)
            and left.strength(other) > left.strength(card)
        )
    ]
    kept = stronger_cards_name(left, card, stronger)
    return f"Keep {kept}" if kept else ""


def _sentence_on_low_card(left: CardsLeft, card: Card) -> str:
    """Return that a card is low, and how many higher ones of its suit are unseen; "" if they are few, if it is a trump,
    or if the hand has a lower one of its suit."""
    number, of_suit = len(left.higher_of_suit(card)), [one for one in left.hand if one.suit == card.suit]
    is_lowest = min(of_suit, key=left.strength) == card and card % 13 <= MAX_RANK_OF_LOW_CARD
    if left.is_trump(card) or left.has_trump_in_suit(card.suit) or not is_lowest:
        return ""
    if number < MIN_HIGHER_CARDS_OF_LOW_CARD:
        return ""
    word = SUIT_WORDS[card.suit]
    return f"{card} is a low card: {number} higher {word} are still unseen"
