"""The parts of reasons in Queen's Dungeon that compare the points after the best card with those after worse ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.cards import QUEENS
from core.engine.coach import POINT_UNIT, Choice, worths_as_shown
from core.engine.english import count
from core.engine.view import View
from core.queens_dungeon.figures import POINTS_LABEL, Reason, values_of_figure
from core.queens_dungeon.quota_reasons import quota_reason
from core.trick_taking.coach import chance_to_take_trick
from core.trick_taking.reasons import ANY_WORSE_NAME, LIKELY_CHANCE

MIN_MENTIONED_POINTS_DIFFERENCE: Final = 3
"""A reason mentions somebody's points in this hand if they differ by at least this between the best and worse cards."""


def source_of_gain(view: View, best: Choice, worse: Sequence[Choice], rest: str) -> Reason | None:
    """Return by what the best card is better than the worse ones, in two numbers of one kind, as the beginning of a
    sentence: the quota, else the points of the seat in this hand, else those of the others, of whom a partner is none.

    Returns None if no such numbers are clearly better than with each worse card (`MIN_MENTIONED_QUOTA_DIFFERENCE`,
    `MIN_MENTIONED_POINTS_DIFFERENCE`). `rest` is words for the worse cards.
    """
    at = "at " if len(worse) > 1 else ""
    seats, has_partners = view.seats, view.options["partners"]
    if quota := quota_reason(view, best, worse, rest):
        return quota
    points = [round(value) for value in values_of_figure(POINTS_LABEL, best, worse)]
    if not points or any(choice.worth is None for choice in (best, *worse)):
        return None
    own, most = points[0], max(points[1:])
    is_own_gain = own - most >= MIN_MENTIONED_POINTS_DIFFERENCE
    if is_own_gain and chance_to_take_trick(best).value >= LIKELY_CHANCE:
        return None  # they come with the trick
    if is_own_gain:
        told = f"You score about {count(own, 'point')} in this hand"
        compared = f"{told}, but {at and f'{at}most '}{most} with"
        return Reason(((f"{compared} {rest}", f"{compared} {ANY_WORSE_NAME}"),))
    of_others = [
        round(value - choice.worth.value * seats / (seats - 1))
        for value, choice in zip(values_of_figure(POINTS_LABEL, best, worse), (best, *worse), strict=True)
        if choice.worth is not None
    ]
    if has_partners or min(of_others[1:]) - of_others[0] < MIN_MENTIONED_POINTS_DIFFERENCE:
        return None
    whose, each = ("The others", " each") if seats > 2 else ("The other player", "")
    verb, bound = "score" if seats > 2 else "scores", at and f"{at}least "
    told = f"{whose} {verb} about {count(of_others[0], 'point')}{each} in this hand"
    compared = f"{told}, but {bound}{min(of_others[1:])} with"
    return Reason(((f"{compared} {rest}", f"{compared} {ANY_WORSE_NAME}"),))


def needed_least_clause(view: View, best: Choice, worse: Sequence[Choice]) -> str:
    """Return that the seat needs the best card least, as a sentence without its end; "" if that need not be why it is
    the best.

    It is if each worse card is more likely to take the present trick, or as likely: then only later tricks can make it
    worse. A Queen brings points to others, or sends them to the dungeon, so nothing is said of one, nor where one lies
    in the trick. Nor is it said of a card that is led, or with a partner: there it matters who takes the trick.
    """
    trick = view.cards("trick")
    if not trick or view.options["partners"] or any(one in QUEENS for one in trick):
        return ""
    card, least = best.action.cards[0], min(chance_to_take_trick(choice).value for choice in worse)
    is_given_up = chance_to_take_trick(best).value <= least and chance_to_take_trick(best).value < LIKELY_CHANCE
    if not is_given_up or any(choice.action.cards[0] in QUEENS for choice in (best, *worse)):
        return ""
    return f"{card} is the card that you need least in later tricks"


def gains_as_shown(best: Choice, worse: Sequence[Choice]) -> list[int]:
    """Return how many points the best card is worth more than each worse one, as the table of the choices shows their
    worths; [] if these are not known, or if a card is worse because the match may end."""
    if any(choice.worth is None or choice.loss is None or choice.loss.unit != POINT_UNIT for choice in worse):
        return []
    if best.worth is None or not worse:
        return []
    own, *others = worths_as_shown((best, *worse))
    return [round(own - other) for other in others]


def gain_text(best: Choice, worse: Sequence[Choice]) -> str:
    """Return how many points the best card is worth more than the worse ones, with a space before it: `` about 5
    points``, `` at least 5 points`` or, where they differ much, `` 2 to 19 points``; "" if it is not known."""
    gains = gains_as_shown(best, worse)
    least, most = min(gains, default=0), max(gains, default=0)
    if least < 1:
        return ""
    if most - least >= MIN_MENTIONED_POINTS_DIFFERENCE and most >= 2 * least:
        return f" {least} to {count(most, 'point')}"
    return f" {'at least' if len(gains) > 1 else 'about'} {count(least, 'point')}"
