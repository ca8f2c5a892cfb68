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
from core.engine.english import SUIT_WORDS, english_list, english_list_of_alternatives, number_word
from core.trick_taking.cards_left import CardsLeft
from core.trick_taking.coach import chance_to_take_trick
from core.trick_taking.reasons import (
    CASES_TEXT,
    LIKELY_CHANCE,
    MAX_CARDS_NAMED,
    MIN_TRICK_CHANCE_GIVEN_UP,
    UNLIKELY_TO_TAKE_CLAUSE,
    Wordings,
    look_equal,
    lost_trick_clause,
    stronger_cards_name,
    trick_chance_clause,
    whole_percent,
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

KEEPING_COUNTS_CLAUSE: Final = "what counts is which cards you keep"
"""What is said of a trick that the seat takes with no card, where no more is certain."""


def wordings_of_cause(left: CardsLeft, best: Choice, worse: Sequence[Choice]) -> Wordings:
    """Return what is certain about the best card and speaks for it, as a part of a reason; () if nothing is.

    `worse` are the choices that are worse.
    """
    card = best.action.cards[0]
    others = [choice.action.cards[0] for choice in worse]
    if chance_to_take_trick(best).value >= LIKELY_CHANCE:
        return _wordings_on_taker(left, best, others)
    if drawn := _wordings_on_cards_drawn(left, card):
        return drawn
    told = (
        last_of_suit_sentence(left, card)
        or _sentence_on_highest_kept(left, card, others)
        or _sentence_on_stronger_kept(left, card, others)
        or _sentence_on_pairs(left, card, others)
        or _sentence_on_guard(left, card, others)
    )
    if told:
        return (told,)
    if low := _wordings_on_low_card(left, card):
        return low
    if chance_to_take_trick(best).error and (told := _sentence_on_cards_that_beat(left, card)):
        return (told,)
    kept = [other for other in others if _is_high(left, other) and left.strength(other) > left.strength(card)]
    if left.may_change_trump(card):
        kept = [other for other in kept if not left.is_trump(other)]
    return (f"Keep {max(kept, key=left.strength)} for later",) if kept else ()


def _is_high(left: CardsLeft, card: Card) -> bool:
    """Return whether a card is no low one and few unseen ones of its suit are higher."""
    return card % 13 > MAX_RANK_OF_LOW_CARD and len(left.higher_of_suit(card)) <= MAX_CARDS_NAMED


def wordings_on_lost_trick(left: CardsLeft, choices: Sequence[Choice]) -> Wordings:
    """Return that the seat takes the present trick with none of the choices, its only cards that it may play, so that
    what counts is which cards it keeps, as a part of a reason; () if a card of theirs may take it, or if a Queen who
    counts lies in it or is one of these cards."""
    played = [choice.action.cards[0] for choice in choices]
    if any(chance_to_take_trick(choice).value for choice in choices):
        return ()
    if any(card in left.queens for card in (*left.trick, *played)):
        return ()
    counts = f"{KEEPING_COUNTS_CLAUSE[0].upper()}{KEEPING_COUNTS_CLAUSE[1:]}"
    return f"{lost_trick_clause(choices)}, so {KEEPING_COUNTS_CLAUSE}", counts


def sentence_on_close_cards(
    left: CardsLeft,
    choices: Sequence[Choice],
    best: Choice,
    equally_good: Sequence[Choice],
) -> str:
    """Return what is certain about the best card of `choices` of which none is clearly worse, as a sentence without its
    end: of cards that look equal, why it makes no difference; else what speaks for the best one, or how likely it takes
    the trick."""
    lost = lost_trick_clause(choices)
    if look_equal(best, equally_good):
        if lost == UNLIKELY_TO_TAKE_CLAUSE and _is_trick_given_up(choices):
            lost = ""
        return lost or _sentence_on_all_cards(left, choices) or _sentence_on_equal_trick(choices)
    told = wordings_of_cause(left, best, ()) or wordings_on_lost_trick(left, choices)
    return told[0] if told else lost or trick_chance_clause(best)


def _is_trick_given_up(choices: Sequence[Choice]) -> bool:
    """Return whether a card takes the present trick clearly more likely than another."""
    chances = [chance_to_take_trick(choice).value for choice in choices]
    return max(chances) - min(chances) >= MIN_TRICK_CHANCE_GIVEN_UP


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
    """Return that it makes no difference to take the present trick or to leave it, which come to the same in the end,
    or if no card takes it clearly more likely than another, how likely each does."""
    chances = [chance_to_take_trick(choice).value for choice in choices]
    if _is_trick_given_up(choices):
        return "Whether you take this trick or leave it comes to the same in the end"
    least, most = whole_percent(min(chances)), whole_percent(max(chances))
    told = str(least) if least == most else f"{least} to {most}"
    return f"Each of these cards takes this trick in {told}{CASES_TEXT}"


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


def _wordings_on_taker(left: CardsLeft, best: Choice, others: Sequence[Card]) -> Wordings:
    """Return which stronger ones of the `others`, worse cards, are kept if the best card, which probably takes the
    trick, is played, or else what may still beat it; if it takes the trick certainly, who leads next."""
    card = best.action.cards[0]
    if chance_to_take_trick(best).error:
        told = _sentence_on_stronger_kept(left, card, others) or _sentence_on_cards_that_beat(left, card)
        return (told,) if told else ()
    after = left._replace(hand=[one for one in left.hand if one != card], trick=())
    sure = [one for one in after.hand if after.is_highest_left(one)]
    if not after.hand:
        return ()
    if not sure:
        return (f"{card} takes this trick, and you lead next",)
    highest = _name_of_highest(left, card, max(sure, key=after.strength))
    return (f"{card} takes this trick, and you lead next, with {highest}", f"You lead next, with {highest}")


def kept_clause(left: CardsLeft, card: Card, kept: Card) -> str:
    """Return why another card, which would take the present trick, is better `kept` if a card is played, as a clause
    with "it" for the card kept: ``as the highest trump left it can take a later trick``.
    """
    is_trump = left.is_trump(kept)
    may_stay_trump = is_trump and not left.may_change_trump(card)
    if left.is_highest_left(kept) and is_trump == may_stay_trump:
        kind = "trump" if is_trump else SUIT_WORDS[kept.suit].removesuffix("s")
        return f"as the highest {kind} left it can take a later trick"
    if may_stay_trump:
        return "as a trump it can take a later trick of another suit"
    if left.may_make_trumps:
        return "kept, it may become a trump"
    above = left.higher_of_suit(kept)
    if 0 < len(above) <= MAX_CARDS_NAMED and not left.has_trump_in_suit(kept.suit):
        return f"may take a later one: only {english_list(above)} {'is' if len(above) == 1 else 'are'} above it"
    led = left._replace(trick=())
    if all(led.cards_that_beat(one) for one in left.hand if one != kept):
        return "then you lead, and no card of yours surely takes the next trick"
    return "may take a later one"


def _name_of_highest(left: CardsLeft, played: Card, card: Card) -> str:
    """Return a card that is the highest one left after another is played, with these words: ``A♣, the highest club
    left``. It is called a trump only if the trick cannot change trump."""
    is_trump = left.is_trump(card) and not left.may_change_trump(played)
    kind = "trump" if is_trump else SUIT_WORDS[card.suit].removesuffix("s")
    return f"{card}, the highest {kind} left"


def _sentence_on_cards_that_beat(left: CardsLeft, card: Card) -> str:
    """Return which unseen cards beat a card in the present trick, or if it is led, or that as a trump it draws others
    out; "" if they are none or many."""
    if left.draws_trumps(card):
        return drawn_trumps_sentence(card)
    beaters = left.cards_that_beat(card)
    trumps = [one for one in beaters if left.is_trump(one)]
    counted = trumps if left.is_trump(card) else [one for one in beaters if one not in trumps]
    names = [*map(str, counted), *(["a trump"] if trumps and counted is not trumps else [])]
    if not names or len(counted) > MAX_CARDS_NAMED:
        return ""
    return f"Only {english_list_of_alternatives(names)} could beat {card}"


def drawn_trumps_sentence(card: Card) -> str:
    """Return that a trump that is led draws trumps from the others, as a sentence without its end."""
    return f"{card} draws trumps from the others"


def _wordings_on_cards_drawn(left: CardsLeft, card: Card) -> Wordings:
    """Return that a card, led now, may draw out the only cards of its suit that stand above a higher one of the hand;
    else ()."""
    if left.trick or left.is_trump(card) or left.has_trump_in_suit(card.suit):
        return ()
    higher = [one for one in left.hand if one.suit == card.suit and left.strength(one) > left.strength(card)]
    for one in sorted(higher, key=left.strength, reverse=True):
        above = left.higher_of_suit(one)
        if 0 < len(above) <= MAX_HIGHER_CARDS_TO_DRAW:
            word = SUIT_WORDS[card.suit].removesuffix("s") + ("s" if len(above) > 1 else "")
            told = f"{card} may draw out {english_list_of_alternatives(above)}"
            return f"{told}, the only {word} above your {one}", told
    return ()


def _sentence_on_highest_kept(left: CardsLeft, card: Card, others: Sequence[Card]) -> str:
    """Return which of the `others`, worse cards, is kept because it is the highest one left; "" if none is, or if the
    best card is one itself."""
    if left.is_highest_left(card):
        return ""
    highest = [other for other in others if left.is_highest_left(other)]
    return f"Keep {_name_of_highest(left, card, max(highest, key=left.strength))}" if highest else ""


def _sentence_on_stronger_kept(left: CardsLeft, card: Card, others: Sequence[Card]) -> str:
    """Return which of the `others`, worse cards, are trumps or higher ones of its suit, and so are kept; "" if none
    is."""
    kept = stronger_cards_name(left, card, [other for other in others if left.beats_if_led(other, card)])
    return f"Keep {kept} for later" if kept else ""


def _sentence_on_pairs(left: CardsLeft, card: Card, others: Sequence[Card]) -> str:
    """Return which of the `others`, worse cards, has a rank that the hand holds more often than that of a card, so that
    more of its cards may become trumps; "" if no ranks can, or if none has."""
    if not left.may_make_trumps:
        return ""
    ranks = [one.rank for one in left.hand]
    most = max(others, key=lambda other: ranks.count(other.rank), default=card)
    if ranks.count(most.rank) <= ranks.count(card.rank):
        return ""
    number = number_word(ranks.count(most.rank))
    return f"Keep {most}: you hold {number} cards of this rank, which may become trump"


def _sentence_on_guard(left: CardsLeft, card: Card, others: Sequence[Card]) -> str:
    """Return which of the `others`, worse cards, is kept because a higher one of its suit would be alone without it,
    and fall to the cards above; "" if none is."""
    for other in others:
        of_suit = [one for one in left.hand if one.suit == other.suit and one != other]
        if other.suit != card.suit and len(of_suit) == 1 and not left.has_trump_in_suit(other.suit):
            (alone,) = of_suit
            above = left.higher_of_suit(alone)
            is_guard = not left.is_trump(alone) and left.beats_if_led(alone, other)
            if is_guard and 0 < len(above) <= MAX_HIGHER_CARDS_TO_DRAW:
                beaten = english_list_of_alternatives(above)
                return f"Keep {other}, so that {alone} need not fall to {beaten}"
    return ""


def _wordings_on_low_card(left: CardsLeft, card: Card) -> Wordings:
    """Return that a card is a low one, and how many higher ones of its suit are unseen; () if they are few, if it is a
    trump, or if the hand has a lower one of its suit."""
    number, of_suit = len(left.higher_of_suit(card)), [one for one in left.hand if one.suit == card.suit]
    is_lowest = min(of_suit, key=left.strength) == card and card % 13 <= MAX_RANK_OF_LOW_CARD
    if left.is_trump(card) or left.has_trump_in_suit(card.suit) or not is_lowest:
        return ()
    if number < MIN_HIGHER_CARDS_OF_LOW_CARD:
        return ()
    told = f"{card} is a low card"
    return f"{told}: {number} higher {SUIT_WORDS[card.suit]} are still unseen", told
