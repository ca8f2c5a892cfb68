"""The reasons in Queen's Dungeon that are about the dungeon: who goes there, how likely, and how far the fall is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.engine.cards import QUEENS, Card
from core.engine.coach import Choice
from core.engine.english import english_list_of_alternatives, number_word
from core.engine.view import View
from core.queens_dungeon.deal_plan import team_of
from core.queens_dungeon.figures import DUNGEON_LABEL, Reason, dungeon_risk
from core.queens_dungeon.points_reasons import gain_text, source_of_gain
from core.queens_dungeon.scores import MIN_QUEENS_FOR_DUNGEON, score_after_four_queens, score_after_three_queens
from core.trick_taking.coach import chance_to_take_trick
from core.trick_taking.reasons import (
    CASES_TEXT,
    MAX_CARDS_NAMED,
    Wordings,
    trick_chance_clause,
    whole_percent,
    worse_choices_name,
)

MIN_MENTIONED_DUNGEON_RISK: Final = 0.1
"""A reason mentions the dungeon if its probability is at least this."""


def why_of_dungeon(
    view: View, choices: Sequence[Choice], best: Choice, worse: Sequence[Choice], rest: str, one: str, many: str
) -> Reason | None:
    """Return how the best card keeps the seat, or sends another player, to the dungeon, or how likely it is to go there
    all the same; None if nobody is likely to.

    `rest` is words for the `worse` cards, `one` and `many` are the noun for the choices.
    """
    words, card, risk = trick_chance_clause(best), best.action.cards[0], dungeon_risk(best)
    queens = sum(other in QUEENS for other in (*view.cards("trick"), card))
    is_lost = not chance_to_take_trick(best).value and not chance_to_take_trick(best).error
    goes_to_opponent = is_lost and view.seats > 2 and not view.options["partners"]
    if goes_to_opponent and card in QUEENS and queens >= MIN_QUEENS_FOR_DUNGEON:
        place = "third" if queens == MIN_QUEENS_FOR_DUNGEON else "fourth"
        return Reason(((f"{card} is the {place} Queen in this trick, and its taker goes to the dungeon",), (words,)))
    risks = [dungeon_risk(choice) for choice in choices]
    if risk < MIN_MENTIONED_DUNGEON_RISK / 2 and max(risks) >= MIN_MENTIONED_DUNGEON_RISK:
        return Reason((dungeon_wordings(view, choices, best, one, many), (words,)), DUNGEON_LABEL)
    if risk >= MIN_MENTIONED_DUNGEON_RISK:
        threat = f"You go to the dungeon in {whole_percent(risk)}{CASES_TEXT}"
        if min(risks) >= risk:
            return Reason(((f"{threat}, but no other card is safer",), (words,)), DUNGEON_LABEL)
        fall = fall_clause(view, [card])
        source = source_of_gain(view, best, worse, rest)
        wordings = source.parts[0] if source else (f"you end up{gain_text(best, worse)} better off than with {rest}",)
        gains = [f"{words[0].lower()}{words[1:]}" for words in (*wordings, f"You are better off than with {rest}")]
        told = (f"{threat}, and {fall}", threat)
        return Reason((told, tuple(f"Even so, {gain}" for gain in gains)), DUNGEON_LABEL)
    return None


def risk_of_some_cards(view: View, choices: Sequence[Choice], best: Choice) -> Reason | None:
    """Return which cards are likely to send the seat to the dungeon; None if none is, or if the best card is."""
    risks = [dungeon_risk(choice) for choice in choices]
    if max(risks) < MIN_MENTIONED_DUNGEON_RISK or dungeon_risk(best) >= MIN_MENTIONED_DUNGEON_RISK / 2:
        return None
    return Reason((dungeon_wordings(view, choices, best, "card", "cards"),), DUNGEON_LABEL)


def dungeon_wordings(view: View, choices: Sequence[Choice], best: Choice, one: str, many: str) -> Wordings:
    """Return which cards are likely to send the seat to the dungeon, how likely the least of them does so, and how far
    the seat then falls.

    The best choice is none of them. `one` and `many` are the noun for the choices.
    """
    risky = [choice for choice in choices if dungeon_risk(choice) >= MIN_MENTIONED_DUNGEON_RISK]
    named = english_list_of_alternatives(choice.action.cards[0] for choice in risky)
    if len(risky) > MAX_CARDS_NAMED:
        others = [choice for choice in choices if choice is not best and choice not in risky]
        named = worse_choices_name(best, risky, others, one, many)
        named = named or f"any of {number_word(len(risky))} other {many}"
    least = min(map(dungeon_risk, risky))
    at_least = "at least " if len(risky) > 1 else ""
    cases = f" in {at_least}{whole_percent(least)}{CASES_TEXT}" if least < 1 else ""
    fall = fall_clause(view, [choice.action.cards[0] for choice in risky])
    threat = f"If you play {named}, you go to the dungeon{cases}"
    return f"{threat}, and {fall}", threat


def fall_clause(view: View, played: Iterable[Card]) -> str:
    """Return how far the seat of a view falls if the present trick sends it to the dungeon after it has `played` one of
    these cards, as a verb with its object: ``fall by 381 points, to 74``.

    Three Queens and four have different results; where both are possible, it is the smaller fall (RULINGS 5.3).
    """
    assert view.seat is not None
    own, team = view.facts[f"score/{view.seat}"], team_of(view.seat, view.options)
    others = [
        seat for seat in range(view.seats) if seat != view.seat and (not team or team_of(seat, view.options) != team)
    ]
    scores = [score for seat in others if isinstance(score := view.facts[f"score/{seat}"], int)]
    assert isinstance(own, int)
    queens = {number for card in played for number in _queens_to_dungeon(view, card)}
    by_number = {3: score_after_three_queens(own, min(scores)), 4: score_after_four_queens(own)}
    falls = {by_number[number] for number in queens}
    to, is_exact = max(falls), len(falls) == 1
    by = f"by {'' if is_exact else 'at least '}{own - to} points"
    return f"fall {by}, to {to}{'' if is_exact else ' or less'}"


def _queens_to_dungeon(view: View, card: Card) -> set[int]:
    """Return how many Queens the present trick may have if it leads to the dungeon after the seat of a view has played
    a card: 3, 4 or either.

    There can be four only if no Queen has been taken, if the seat keeps none, and if enough players follow.
    """
    trick = view.cards("trick")
    players = sum(name.startswith("won/") for name in view.piles)
    laid = sum(one in QUEENS for one in (*trick, card))
    keeps_one = any(one in QUEENS and one != card for one in view.cards(f"hand/{view.seat}"))
    is_one_taken = any(value for name, value in view.facts.items() if name.startswith("queens/"))
    if laid == len(QUEENS):
        return {len(QUEENS)}
    can_be_four = laid + players - len(trick) - 1 >= len(QUEENS) and not keeps_one and not is_one_taken
    return {MIN_QUEENS_FOR_DUNGEON, *([len(QUEENS)] if can_be_four else [])}
