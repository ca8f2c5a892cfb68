"""The actions of the two Mad Queens games, and the legal actions of Mad Queens by what a seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.view import View

REVEAL_ACTION: Final = Action(("reveal",))
"""The action that turns the next card of the seat's deck."""
BANK_ACTION: Final = Action(("bank",))
"""The action that banks the row and ends the seat's play."""
END_ACTION: Final = Action(("end",))
"""The action that ends the seat's game."""

REVEAL_CHOICE: Final = (REVEAL_ACTION,)
"""The legal actions at the start of a play: only to reveal a card."""

REVEAL_OR_END_CHOICES: Final = (REVEAL_ACTION, END_ACTION)
"""The legal actions at the start of a play with a deck of at most `MAX_CARDS_TO_END` cards."""

REVEAL_OR_BANK_CHOICES: Final = (REVEAL_ACTION, BANK_ACTION)
"""The legal actions after a reveal."""

MAX_CARDS_TO_END: Final = 12
"""A seat may end its game at the start of a play if its deck holds at most this number of cards (MQ-37)."""


def reveal_or_bank_queen_choices(queens_aside: Sequence[Card]) -> tuple[Action, ...]:
    """Return the actions after a reveal that did not end the play: reveal, or bank and add one of these Queens.

    Only with the option `queen_choice`, by which the player chooses the Queen that goes into the deck.
    """
    return (
        (REVEAL_ACTION, *(Action(("bank", queen)) for queen in queens_aside))
        if queens_aside
        else REVEAL_OR_BANK_CHOICES
    )


def actions_after_reveal(view: View) -> tuple[Action, ...]:
    """Return the actions of the seat of a view after a reveal that did not end its play."""
    return (
        reveal_or_bank_queen_choices(view.cards(f"aside/{view.seat}"))
        if view.options["queen_choice"] == "player"
        else REVEAL_OR_BANK_CHOICES
    )


def has_revealed(view: View) -> bool:
    """Return whether the seat of a view has turned a card in this play; its row may be empty after an exact hit."""
    return bool(view.cards(f"shown/{view.seat}")) or bool(view.facts[f"hits/{view.seat}"])


def legal(view: View) -> tuple[Action, ...]:
    """Return the legal actions of the seat of a view, from nothing but what the seat sees (RULINGS 2.3)."""
    seat = view.seat
    if seat is None or view.facts["over"] or view.facts[f"status/{seat}"] != "playing":
        return ()
    if not has_revealed(view):
        return REVEAL_OR_END_CHOICES if view.count(f"deck/{seat}") <= MAX_CARDS_TO_END else REVEAL_CHOICE
    return actions_after_reveal(view)
