"""The legal actions of Mad Queens Classic, by what a seat sees."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.view import View
from core.mad_queens.legal import REVEAL_CHOICE, actions_after_reveal


def legal(view: View) -> tuple[Action, ...]:
    """Return the legal actions of the seat of a view, from nothing but what the seat sees (RULINGS 3, "Legal
    actions")."""
    seat = view.seat
    if seat is None or view.facts["over"] or view.facts["turn"] != seat:
        return ()
    return actions_after_reveal(view) if view.cards(f"shown/{seat}") else REVEAL_CHOICE
