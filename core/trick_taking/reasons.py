"""Parts of the reasons that the coaches of the trick games give for the card that they advise.

A part says only what is certain, such as which cards take the trick and which are kept, or what the figures of the
choices say; so it is true whatever the others hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, product
from typing import Final, TypeAlias

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.coach import CHANCE_UNIT, Choice, decimals_of_worths, worths_as_shown
from core.engine.english import SUIT_WORDS, english_list, english_list_of_alternatives, number_word
from core.engine.view import View
from core.trick_taking.cards_left import CardsLeft
from core.trick_taking.coach import chance_to_take_trick

Wordings: TypeAlias = tuple[str, ...]
"""One sentence of a reason in one or more wordings, the best one first, without its end; "" for none."""

MAX_REASON_LENGTH: Final = 150
"""A reason has at most this many characters, so that it stands in a few lines of a small window."""

MAX_REASON_SENTENCES: Final = 2
"""A reason has at most this many sentences: why, and what else matters most."""

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

ANY_WORSE_NAME: Final = "a worse card"
"""Words for any of the cards that are worse than the best, where their names are too long."""

ALSO_GOOD_CLAUSE: Final = "may be as good"
"""What is said of choices that the coach cannot tell from the best, though their figures may differ visibly."""

EQUALLY_GOOD_CLAUSE: Final = "would do as well"
"""What is said of choices that are shown with about the same worth as the best."""

EQUALLY_GOOD_TEXT: Final = "{} will do about as well"
"""What is said where no choice differs visibly from the best; the ``{}`` is words for any of them."""

CANNOT_TAKE_CLAUSE: Final = "You cannot take this trick"
"""The beginning of a sentence if no card that may be played takes the trick."""

UNLIKELY_TO_TAKE_CLAUSE: Final = "You will probably not take this trick"
"""The beginning of a sentence if each card that may be played is more likely to leave the trick to others."""

ALMOST_NEVER_TAKES_CLAUSE: Final = "You will almost surely not take this trick"
"""The beginning of a sentence if each card that may be played almost surely leaves the trick to others."""

NO_CLEARLY_BETTER_TEXT: Final = "No {} is clearly better than the rest"
"""What is said where the best choice is not clearly better than any other, though their figures differ visibly; the
``{}`` is a noun for a choice."""


def reason_of_parts(action: Action, parts: Iterable[Wordings]) -> str:
    """Return the reason for an action: the action, and the most important of the parts for which there is room
    (`MAX_REASON_LENGTH`, `MAX_REASON_SENTENCES`).

    The action stands first, as it need not follow from the sentence that would stand before it otherwise.
    A part is one sentence without its end in one or more wordings, the best wording first; the most important part
    comes first. A wording that is shorter is taken only where else another part had no room. Where no part has room,
    which is not meant to be, the reason is the most important one in its last wording.
    """
    told = [wordings for wordings in parts if any(wordings)]
    nothing = [("",)] * (MAX_REASON_SENTENCES - 1)
    start = f"{action}. "
    start = f"{start[0].upper()}{start[1:]}"
    for chosen in combinations([*told, *nothing], MAX_REASON_SENTENCES):
        for sentences in product(*chosen):
            reason = f"{start}{'. '.join(filter(None, sentences))}."
            if len(reason) <= MAX_REASON_LENGTH:
                return reason
    return f"{start}{told[0][-1]}."


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


def close_choices_sentence(
    best: Choice,
    equally_good: Sequence[Choice],
    what: str = "Any card you may play",
    one: str = "card you may play",
) -> str:
    """Return that no other choice is clearly worse than the best one, as a sentence without its end.

    `what` is words for any of the choices as the beginning of a sentence, `one` a noun for one of them.
    """
    return EQUALLY_GOOD_TEXT.format(what) if look_equal(best, equally_good) else NO_CLEARLY_BETTER_TEXT.format(one)


def look_equal(best: Choice, equally_good: Sequence[Choice]) -> bool:
    """Return whether a table shows no worth of some choices more than one in the last digit from that of the best."""
    return _greatest_shown_difference(best, equally_good) <= 10.0 ** -decimals_of_worths((best, *equally_good))


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
) -> tuple[Wordings, bool]:
    """Return how likely the best card takes the trick, and if that is certain what it is good for: that no other card
    does, or that stronger cards are kept; and whether such a cause is named.

    `choices` are all choices, `worse` those that are worse.
    """
    words, card = trick_chance_clause(best), best.action.cards[0]
    takes = chance_to_take_trick(best)
    others = [chance_to_take_trick(choice) for choice in choices if choice is not best]
    is_likeliest = takes.value >= max(other.value for other in others) + MIN_TRICK_CHANCE_AHEAD
    if takes.value >= LIKELY_CHANCE:
        if takes.error:
            return (_likeliest_wordings(best) if is_likeliest else (words,)), is_likeliest
        return _clause_on_sure_trick(left, choices, best, worse)
    kept = stronger_cards_name(left, card, [choice.action.cards[0] for choice in worse])
    lost = lost_trick_clause(choices)
    if lost == UNLIKELY_TO_TAKE_CLAUSE and (
        takes.value <= 1 - ALMOST_SURE_CHANCE or (not kept and _is_another_likelier(best, choices))
    ):
        lost = ""  # other cards take it clearly more often, so the sentence is about the best card alone
    if lost and not kept and is_likeliest:
        return _likeliest_wordings(best), True
    if kept:
        told = f"{lost}, so keep {kept} for later" if lost else f"{words}, and you keep {kept} for later"
        return (told, f"Keep {kept} for later"), True
    return (lost or words,), False


def _likeliest_wordings(best: Choice) -> Wordings:
    """Return that the best card takes the trick more often than the others, as a part of a reason."""
    card, takes = best.action.cards[0], chance_to_take_trick(best)
    cases = f"in {whole_percent(takes.value)}{CASES_TEXT}" if takes.value < ALMOST_SURE_CHANCE else "almost surely"
    return (
        f"{card} takes this trick {cases}, more often than your other cards",
        f"Of your cards, {card} has the best chance to take this trick",
    )


def _clause_on_sure_trick(
    left: CardsLeft, choices: Sequence[Choice], best: Choice, worse: Sequence[Choice]
) -> tuple[Wordings, bool]:
    """Return that the best card takes the trick, with what it is good for (`trick_clause_with_cause`)."""
    words, card = trick_chance_clause(best), best.action.cards[0]
    sure = [choice for choice in choices if surely_takes_trick(choice)]
    are_others_lost = all(surely_takes_trick(choice) or cannot_take_trick(choice) for choice in choices)
    if sure == [best] and are_others_lost:
        return (f"Only {card} takes this trick",), True
    if len(sure) <= MAX_CARDS_NAMED and are_others_lost and not any(choice in worse for choice in sure):
        first = [best, *(choice for choice in sure if choice is not best)]
        return (f"Only {english_list(choice.action.cards[0] for choice in first)} take this trick",), True
    stronger = [choice.action.cards[0] for choice in worse if choice in sure and choice.action.cards[0] != card]
    kept = stronger_cards_name(left, card, stronger)
    if kept:
        as_sure = [choice.action.cards[0] for choice in sure if choice is not best and choice not in worse]
        too = f", and so {'do' if len(as_sure) > 1 else 'does'} {english_list(as_sure)}" if as_sure else ""
        plain, short = f"{words}, so keep {kept} for later", f"Keep {kept} for later"
        return (f"{words}{too}, so keep {kept} for later", plain, short) if too else (plain, short), True
    if not left.players_after:
        return (words,), False
    return (f"{words}, as no card of the others beats it", f"No card of the others beats {card}"), True


def surely_takes_trick(choice: Choice) -> bool:
    """Return whether the card of a choice takes the present trick for certain."""
    takes = chance_to_take_trick(choice)
    return bool(takes.value) and not takes.error


def cannot_take_trick(choice: Choice) -> bool:
    """Return whether the card of a choice leaves the present trick to others for certain."""
    takes = chance_to_take_trick(choice)
    return not takes.value and not takes.error


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


def lost_trick_clause(choices: Sequence[Choice]) -> str:
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
        return f"{card} would take this trick"
    if takes.value >= ALMOST_SURE_CHANCE:
        return f"{card} would almost surely take this trick"
    return f"{card} would take this trick in {whole_percent(takes.value)}{CASES_TEXT}"


# The other choices


def equals_sentence(best: Choice, equally_good: Sequence[Choice]) -> str:
    """Return which choices may be as good as the best one, the best of them first, as a sentence without its end; ""
    if there are none."""
    if not equally_good:
        return ""
    best_first = sorted(equally_good, key=lambda one: -one.worth.value if one.worth is not None else 0.0)
    words = [str(choice.action[1]) for choice in best_first if choice.action.verb in ("play", "trump")]
    if len(words) < len(equally_good):  # what the dealer does with the hand has no short name
        number = len(equally_good)
        words = [f"{number_word(number).capitalize()} other choices" if number > 1 else "Another choice"]
    elif len(words) > MAX_CARDS_NAMED + 1:  # instead of "one more"
        words = [*words[:MAX_CARDS_NAMED], f"{number_word(len(words) - MAX_CARDS_NAMED)} more"]
    clause = EQUALLY_GOOD_CLAUSE if look_equal(best, equally_good) else ALSO_GOOD_CLAUSE
    return f"{english_list(words)} {clause}"


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
) -> str:
    """Return words for the choices that are worse than the best: ``any other card``; ``Q♣, K♥ or 4♠`` if they are few
    and others may be as good, else their suit; "" if they are many and of several suits.

    `worse` are the choices of which it speaks, at least one, `not_worse` all others besides the best. `singular` and
    `plural` are the noun for these choices.
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
    return ""


def compared_choices(
    best: Choice,
    worse: Sequence[Choice],
    not_worse: Sequence[Choice],
    singular: str = "card",
    plural: str = "cards",
) -> tuple[Sequence[Choice], str]:
    """Return the worse choices with which a reason compares the best one, and words for them: all of them if they have
    a name (`worse_choices_name`), else only the one that is worth most.

    One that loses a chance to win, and not points, is taken only if all do. The arguments are those of
    `worse_choices_name`.
    """
    if name := worse_choices_name(best, worse, not_worse, singular, plural):
        return worse, name

    def is_in_points_and_worth(choice: Choice) -> tuple[bool, float]:
        """Return whether a choice loses points, if anything, and what it is worth."""
        is_in_points = choice.loss is None or choice.loss.unit != CHANCE_UNIT
        return is_in_points, choice.worth.value if choice.worth is not None else 0.0

    nearest = max(worse, key=is_in_points_and_worth)
    return [nearest], str(nearest.action[1])
