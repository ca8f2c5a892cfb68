"""The actions of the two Mad Queens games, and the legal actions of Mad Queens by what a seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.view import View

REVEAL: Final = Action(("reveal",))
"""The action that turns the next card of the seat's deck."""
BANK: Final = Action(("bank",))
"""The action that banks the row and ends the seat's play."""
END: Final = Action(("end",))
"""The action that ends the seat's game."""

REVEAL_ONLY: Final = (REVEAL,)
"""The legal actions at the start of a play."""

REVEAL_OR_END: Final = (REVEAL, END)
"""The legal actions at the start of a play with a deck of `MAX_END_CARDS` cards or fewer."""

REVEAL_OR_BANK: Final = (REVEAL, BANK)
"""The legal actions after a reveal."""

MAX_END_CARDS: Final = 12
"""A seat whose deck holds this number of cards or fewer may end its game at the start of a play (MQ-37)."""


def reveal_or_bankings(aside: Sequence[Card]) -> tuple[Action, ...]:
    """Return the actions after a reveal that did not end the play: reveal, or bank and add one of these Queens.

    Only with the option `queen_choice`, by which the player chooses the Queen that goes into the deck.
    """
    return (REVEAL, *(Action(("bank", queen)) for queen in aside)) if aside else REVEAL_OR_BANK


def actions_after_reveal(view: View) -> tuple[Action, ...]:
    """Return the actions of the seat of a view after a reveal that did not end its play."""
    return (
        reveal_or_bankings(view.cards(f"aside/{view.seat}"))
        if view.options["queen_choice"] == "player"
        else REVEAL_OR_BANK
    )


def has_revealed(view: View) -> bool:
    """Whether the seat of a view has turned a card in this play; its row may be empty after an exact hit."""
    return bool(view.cards(f"shown/{view.seat}")) or bool(view.facts[f"hits/{view.seat}"])


def legal(view: View) -> tuple[Action, ...]:
    """Return the legal actions of the seat of a view: the same as `Match.legal` (RULINGS 2.3)."""
    seat = view.seat
    if seat is None or view.facts["over"] or view.facts[f"status/{seat}"] != "playing":
        return ()
    if not has_revealed(view):
        return REVEAL_OR_END if view.count(f"deck/{seat}") <= MAX_END_CARDS else REVEAL_ONLY
    return actions_after_reveal(view)
