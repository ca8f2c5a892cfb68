"""Parts of the reasons that the coaches of the trick games give for the card that they advise.

A part says only what is certain, such as which cards take the trick and which are kept, or what the figures of the
choices say; so it is true whatever the others hold.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from core.engine.cards import Card
from core.engine.coach import Choice, worths_as_shown
from core.engine.english import SUIT_WORDS, english_list, english_list_of_alternatives, number_word
from core.engine.view import View
from core.trick_taking.cards_left import CardsLeft
from core.trick_taking.coach import chance_to_take_trick

ALMOST_SURE_CHANCE: Final = 0.97
"""A sentence says "almost surely" instead of a number if the probability is at least this."""

CASES_TEXT: Final = " of 100 cases"
"""The words after a probability in percent."""

LIKELY_CHANCE: Final = 0.5
"""A reason assumes that a card takes the trick if the probability is at least this, else that it does not."""

MIN_TRICK_CHANCE_GIVEN_UP: Final = 0.3
"""A reason names the card that takes the present trick more likely than the best one by at least this probability."""

MIN_TRICK_CHANCE_AHEAD: Final = 0.05
"""A card that probably leaves the present trick to others is said to take it more often than the other cards if the
probability is greater by at least this."""

MAX_CARDS_NAMED: Final = 3
"""A reason names the cards, or the suits for trump, of which it speaks if they are at most this many."""

MAX_CARDS_LISTED: Final = 6
"""A reason names the cards of which it speaks, without shorter words for them, if they are at most this many."""

MAX_EXCEPTIONS_NAMED: Final = 2
"""A reason says "any other card but" and names the exceptions if they are at most this many."""

ALSO_GOOD_CLAUSE: Final = "may be as good"
"""What is said of choices that the coach cannot tell from the best, though their figures may differ visibly."""

EQUALLY_GOOD_CLAUSE: Final = "would do as well"
"""What is said of choices that are shown with about the same worth as the best."""

EQUALLY_GOOD_TEXT: Final = "{} will do about as well: {}."
"""The reason for a choice of which no other differs visibly; the first ``{}`` is words for any of them, the second the
advised action."""

CANNOT_TAKE_CLAUSE: Final = "You cannot take this trick"
"""The beginning of a sentence if no card that may be played takes the trick."""

UNLIKELY_TO_TAKE_CLAUSE: Final = "You will probably not take this trick"
"""The beginning of a sentence if each card that may be played is more likely to leave the trick to others."""

ALMOST_NEVER_TAKES_CLAUSE: Final = "You will almost surely not take this trick"
"""The beginning of a sentence if each card that may be played almost surely leaves the trick to others."""

NO_CLEARLY_BETTER_TEXT: Final = "No {} is clearly better than the rest: {}."
"""The reason for a choice that is not clearly better than any other, though their figures differ visibly; the first
``{}`` is a noun for a choice, the second the advised action."""


def whole_percent(chance: float) -> int:
    """Return an estimated probability in percent, rounded to a whole number from 1 to 99."""
    return min(99, max(1, round(100 * chance)))


def clause_on_forced_card(view: View, card: Card, kind: str = "", cards_of_kind: Collection[Card] = ()) -> str:
    """Return why the seat of a view can play no other card, as the beginning of a sentence: ``It is your only spade``.

    `kind` is what a card of `cards_of_kind` is called, where the seat has to play one of these: ``trump``; "" for none.
    """
    hand, trick = view.cards(f"hand/{view.seat}"), view.cards("trick")
    if len(hand) == 1:
        return "It is your last card"
    if trick and trick[0].suit == card.suit and [one.suit for one in hand].count(card.suit) == 1:
        return f"It is your only {SUIT_WORDS[card.suit].removesuffix('s')}"
    if kind and [one for one in hand if one in cards_of_kind] == [card]:
        return f"It is your only {kind}"
    return "You have no choice"


def close_choices_reason(
    best: Choice,
    equally_good: Sequence[Choice],
    invisible_difference: float,
    what: str = "Any card you may play",
    one: str = "card you may play",
) -> str:
    """Return the reason for the best choice if no other is clearly worse.

    `what` is words for any of the choices as the beginning of a sentence, `one` a noun for one of them. Worths that a
    hint shows at most `invisible_difference` apart look equal.
    """
    if look_equal(best, equally_good, invisible_difference):
        return EQUALLY_GOOD_TEXT.format(what, best.action)
    return NO_CLEARLY_BETTER_TEXT.format(one, best.action)


def look_equal(best: Choice, equally_good: Sequence[Choice], invisible_difference: float) -> bool:
    """Return whether no worth of some choices is shown more than `invisible_difference` from that of the best."""
    return _greatest_shown_difference(best, equally_good) <= invisible_difference


# The present trick


def trick_chance_clause(best: Choice) -> str:
    """Return how likely the card of a choice takes the trick, as the beginning of a sentence."""
    takes, card = chance_to_take_trick(best), best.action.cards[0]
    if not takes.error:
        return f"{card} takes this trick" if takes.value else f"{card} cannot take this trick"
    likely = max(takes.value, 1 - takes.value)
    surely = " almost surely" if likely >= ALMOST_SURE_CHANCE else ""
    cases = "" if surely else f" in {whole_percent(likely)}{CASES_TEXT}"
    if takes.value >= LIKELY_CHANCE:
        return f"{card}{surely} takes this trick{cases}"
    return f"{card}{surely} leaves this trick to others{cases}"


def trick_clause_with_cause(
    left: CardsLeft, choices: Sequence[Choice], best: Choice, worse: Sequence[Choice]
) -> tuple[str, bool]:
    """Return how likely the best card takes the trick, and if that is certain what it is good for: that no other card
    does, or that stronger cards are kept; and whether such a cause is named.

    `choices` are all choices, `worse` those that are worse.
    """
    words, card = trick_chance_clause(best), best.action.cards[0]
    takes = chance_to_take_trick(best)
    others = [chance_to_take_trick(choice) for choice in choices if choice is not best]
    if takes.value >= LIKELY_CHANCE:
        if takes.error:
            return words, False
        if all(not other.value and not other.error for other in others):
            return f"Only {card} takes this trick", True
        sure = [choice for choice in choices if chance_to_take_trick(choice) == takes]
        if len(sure) <= MAX_CARDS_NAMED and all(
            choice in sure or not (chance_to_take_trick(choice).value or chance_to_take_trick(choice).error)
            for choice in choices
        ):
            first = [best, *(choice for choice in sure if choice is not best)]
            if not any(choice in worse for choice in sure):
                return f"Only {english_list(choice.action.cards[0] for choice in first)} take this trick", True
        stronger = [
            choice.action.cards[0]
            for choice in worse
            if chance_to_take_trick(choice).value
            and not chance_to_take_trick(choice).error
            and choice.action.cards[0] != card
        ]
        kept = stronger_cards_name(left, card, stronger)
        if kept:
            as_sure = [
                choice.action.cards[0]
                for choice in choices
                if choice is not best
                and choice not in worse
                and chance_to_take_trick(choice).value
                and not chance_to_take_trick(choice).error
            ]
            too = f", and so {'do' if len(as_sure) > 1 else 'does'} {english_list(as_sure)}" if as_sure else ""
            link = f"{too}. Keep" if too else ", so keep"
            return f"{words}{link} {kept} for another", True
        return (f"{words}, as no card of the others beats it", True) if left.players_after else (words, False)
    kept = stronger_cards_name(left, card, [choice.action.cards[0] for choice in worse])
    lost = _lost_trick_clause(choices)
    if lost == UNLIKELY_TO_TAKE_CLAUSE and (
        takes.value <= 1 - ALMOST_SURE_CHANCE or (not kept and _is_another_likelier(best, choices))
    ):
        lost = ""  # other cards take it clearly more often, so the sentence is about the best card alone
    if lost and not kept and takes.value >= max(other.value for other in others) + MIN_TRICK_CHANCE_AHEAD:
        return (
            f"{card} takes this trick in {whole_percent(takes.value)}{CASES_TEXT}, more often than your other cards",
            True,
        )
    if lost:
        return f"{lost}{f', so keep {kept}' if kept else ''}", bool(kept)
    return (f"{words}, and you keep {kept}", True) if kept else (words, False)


def stronger_cards_name(left: CardsLeft, card: Card, others: Sequence[Card]) -> str:
    """Return words for cards that are all stronger than `card`, each in its own suit or as a trump, as in ``A♦ and Q♥``
    or ``your trumps``; "" if there are none, if one of them is not stronger, or if one is a trump and the trick may
    change trump.

    Where these are many, the hand has still more of that kind, or just them. Where they are few, they are called the
    trumps of the hand only if it has no others, and its lower ones if all others are higher.
    """
    if not others or any(left.strength(other) <= left.strength(card) for other in others):
        return ""
    if any(map(left.is_trump, others)) and left.may_change_trump(card):
        return ""
    are_trumps = not left.is_trump(card) and all(map(left.is_trump, others))
    if len(others) <= MAX_CARDS_NAMED:
        strongest_first: list[Card] = sorted(others, key=left.strength, reverse=True)
        named = english_list(strongest_first)
        rest = [one for one in left.hand if left.is_trump(one) and one not in others]
        if not are_trumps or any(left.strength(one) < left.strength(strongest_first[0]) for one in rest):
            return named
        return f"your {'lower ' if rest else ''}{'trumps' if len(others) > 1 else 'trump'} {named}"
    return "your trumps" if are_trumps else "your higher cards"


def _lost_trick_clause(choices: Sequence[Choice]) -> str:
    """Return that no card of the choices takes the present trick, or that none is likely to, as the beginning of a
    sentence; else ""."""
    chances = [chance_to_take_trick(choice) for choice in choices]
    most = max(chance.value for chance in chances)
    if not most and not any(chance.error for chance in chances):
        return CANNOT_TAKE_CLAUSE
    if most <= 1 - ALMOST_SURE_CHANCE:
        return ALMOST_NEVER_TAKES_CLAUSE
    return UNLIKELY_TO_TAKE_CLAUSE if most < LIKELY_CHANCE else ""


def _is_another_likelier(best: Choice, choices: Sequence[Choice]) -> bool:
    """Return whether a card of the choices takes the present trick clearly more likely than the best one."""
    most = max(chance_to_take_trick(choice).value for choice in choices)
    return most >= chance_to_take_trick(best).value + MIN_TRICK_CHANCE_AHEAD


def sentence_on_lost_trick(best: Choice, choices: Sequence[Choice]) -> str:
    """Return that no card of the choices takes the present trick, or that none is likely to, as a sentence before a
    space; else "".

    If another card takes it clearly more likely than the best one, the sentence is about that one alone.
    """
    clause = _lost_trick_clause(choices)
    if clause == UNLIKELY_TO_TAKE_CLAUSE and _is_another_likelier(best, choices):
        clause = trick_chance_clause(best)
    return f"{clause}. " if clause else ""


def likeliest_taker(best: Choice, worse: Sequence[Choice]) -> Choice | None:
    """Return the worse choice whose card takes the present trick most likely, of several the one that is worth most;
    None if no card does so clearly more likely than the best one."""

    def chance_and_worth(choice: Choice) -> tuple[float, float]:
        """Return the probability that the card of a choice takes the trick, and what it is worth."""
        return chance_to_take_trick(choice).value, choice.worth.value if choice.worth is not None else 0.0

    taker = max(worse, key=chance_and_worth, default=None)
    if (
        taker is None
        or chance_to_take_trick(taker).value - chance_to_take_trick(best).value < MIN_TRICK_CHANCE_GIVEN_UP
    ):
        return None
    return taker


def would_take_clause(taker: Choice) -> str:
    """Return how likely the card of a choice that is not advised would take the trick, as the beginning of a
    sentence."""
    card, takes = taker.action.cards[0], chance_to_take_trick(taker)
    if not takes.error:
        return f"{card} would take it"
    if takes.value >= ALMOST_SURE_CHANCE:
        return f"{card} would take it almost surely"
    return f"{card} would take it in {whole_percent(takes.value)}{CASES_TEXT}"


# The other choices


def with_equals_named(reason: str, best: Choice, equally_good: Sequence[Choice], invisible_difference: float) -> str:
    """Return the reason for the best choice, without the action, with a sentence on those that may be as good as it,
    the best of them first, if there are any and it does not speak of them.

    Worths that a hint shows at most `invisible_difference` apart look equal.
    """
    if not equally_good or ALSO_GOOD_CLAUSE in reason:
        return reason
    best_first = sorted(equally_good, key=lambda one: -one.worth.value if one.worth is not None else 0.0)
    words = [str(choice.action[1]) for choice in best_first if choice.action.verb in ("play", "trump")]
    if len(words) < len(equally_good):  # what the dealer does with the hand has no short name
        number = len(equally_good)
        words = [f"{number_word(number).capitalize()} other choices" if number > 1 else "Another choice"]
    elif len(words) > MAX_CARDS_NAMED + 1:  # instead of "one more"
        words = [*words[:MAX_CARDS_NAMED], f"{number_word(len(words) - MAX_CARDS_NAMED)} more"]
    clause = EQUALLY_GOOD_CLAUSE if look_equal(best, equally_good, invisible_difference) else ALSO_GOOD_CLAUSE
    return f"{reason}. {english_list(words)} {clause}"


def _greatest_shown_difference(best: Choice, equally_good: Sequence[Choice]) -> float:
    """Return by how much the worth of the best choice differs at most from those of others, as a hint shows them; 0 if
    they are not known."""
    if any(choice.worth is None for choice in (best, *equally_good)):
        return 0.0
    most, *others = worths_as_shown((best, *equally_good))
    return round(max(abs(most - other) for other in others), 1)


def worse_choices_name(
    best: Choice,
    worse: Sequence[Choice],
    not_worse: Sequence[Choice],
    singular: str = "card",
    plural: str = "cards",
    *,
    are_equal: bool = True,
) -> str:
    """Return words for the choices that are worse than the best: ``any other card``; ``Q♣, K♥ or 4♠`` if they are few
    and others may be as good, else their suit, or all but those others, or all of them, or some and how many more.

    `worse` are the choices of which it speaks, at least one, `not_worse` all others besides the best, which may be as
    good as it if `are_equal`. `singular` and `plural` are the noun for these choices.
    """
    if not not_worse:
        return f"any other {singular}" if len(worse) > 1 else f"the other {singular}"
    if any(choice.action.verb not in ("play", "trump") for choice in (*worse, *not_worse)):
        return f"any of {len(worse)} other {plural}" if len(worse) > 1 else f"another {singular}"
    names = [str(choice.action[1]) for choice in worse]
    if len(names) <= MAX_CARDS_NAMED + 1:  # instead of "1 other card"
        return english_list_of_alternatives(names)
    suits = {choice.action.cards[0].suit for choice in worse}
    if len(suits) == 1 and not any(choice.action.cards[0].suit in suits for choice in not_worse):
        (suit,) = suits
        other = "other " if best.action.cards[0].suit == suit else ""
        return f"any {other}{SUIT_WORDS[suit].removesuffix('s')}"
    if len(not_worse) <= MAX_EXCEPTIONS_NAMED:
        excepted = english_list(str(choice.action[1]) for choice in not_worse)
        equal = f", which {ALSO_GOOD_CLAUSE}" if are_equal else ""
        return f"any other {singular} but {excepted}{equal}"
    if len(names) <= MAX_CARDS_LISTED:
        return english_list_of_alternatives(names)
    more = number_word(len(names) - MAX_CARDS_NAMED)  # not a digit, which would look like a rank
    return f"{', '.join(names[:MAX_CARDS_NAMED])} or {more} more of {1 + len(worse) + len(not_worse)} {plural}"
