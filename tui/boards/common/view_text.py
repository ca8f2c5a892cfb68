"""A view of any game in plain texts, for the board and the narrator of games without their own."""

from __future__ import annotations

from collections.abc import Callable

from core import View
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE


def with_full_stop(text: str) -> str:
    """Return a text as a sentence, with a full stop unless it ends with a mark of its own."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def fact_texts(view: View, name: Callable[[int], str]) -> list[str]:
    """Return the facts that belong to no seat, ``turn: Ada``; `name` returns the name of a seat."""
    return [
        f"{fact}: {name(value) if fact == 'turn' and type(value) is int else value}"
        for fact, value in view.facts.items()
        if "/" not in fact and fact != "over"
    ]


def pile_texts(view: View) -> list[str]:
    """Return the visible cards of the piles that are not empty: those of the table, and those of the own seat."""
    return [
        f"{pile}: {' '.join(map(str, cards))}"
        for pile, cards in view.piles.items()
        if isinstance(cards, tuple) and cards and ("/" not in pile or pile.endswith(f"/{view.seat}"))
    ]


def awaited_text(view: View, may_act: bool, name: Callable[[int], str]) -> str:
    """Return the text with the seats that the match waits for; `may_act` is whether the own seat has legal actions."""
    if view.facts["over"]:
        return MATCH_IS_OVER_SENTENCE
    if may_act:
        return "Your move"
    turn = view.facts.get("turn")
    return f"Waiting for {name(turn)}" if type(turn) is int and turn != view.seat else "Waiting for the others"
