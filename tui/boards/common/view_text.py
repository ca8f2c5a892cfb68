"""A view of any game as plain texts, for the board and the narrator of a game without its own."""

from __future__ import annotations

from collections.abc import Callable

from core import View
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE


def add_full_stop(text: str) -> str:
    """Return a text as a sentence: with a full stop, unless it ends with a punctuation mark already."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def fact_texts(view: View, name: Callable[[int], str]) -> list[str]:
    """Return the facts of the whole table as texts such as ``turn: Ada``; `name` returns the name of a seat."""
    return [
        f"{fact}: {name(value) if fact == 'turn' and type(value) is int else value}"
        for fact, value in view.facts.items()
        if "/" not in fact and fact != "over"
    ]


def pile_texts(view: View) -> list[str]:
    """Return the visible cards of the piles that are not empty: piles of the table and of the audience's own seat."""
    return [
        f"{pile}: {' '.join(map(str, cards))}"
        for pile, cards in view.piles.items()
        if isinstance(cards, tuple) and cards and ("/" not in pile or pile.endswith(f"/{view.seat}"))
    ]


def awaited_text(view: View, may_act: bool, name: Callable[[int], str]) -> str:
    """Return whom the match waits for; `may_act`: whether the audience's own seat has legal actions."""
    if view.facts["over"]:
        return MATCH_IS_OVER_SENTENCE
    if may_act:
        return "Your move"
    turn = view.facts.get("turn")
    return f"Waiting for {name(turn)}" if type(turn) is int and turn != view.seat else "Waiting for the others"
