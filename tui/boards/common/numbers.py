"""Numbers of a view: facts and particulars of remarks as integers."""

from __future__ import annotations

from core import View
from core.engine.piles import Value


def as_number(value: Value) -> int:
    """Return a value of a fact or remark as an integer; raises `TypeError` if it is not an integer."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a number")
    return value


def fact_number(view: View, fact: str) -> int:
    """Return the value of a numeric fact; raises `KeyError` if the view does not have it."""
    return as_number(view.facts[fact])


def seat_scores(view: View) -> list[int]:
    """Return the score of each seat as far as this audience knows it, in games in which each seat has its own."""
    return [fact_number(view, f"score/{seat}") for seat in range(view.seats)]
