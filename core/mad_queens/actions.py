"""What a seat can decide in the two Mad Queens games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.view import View

REVEAL: Final = Action(("reveal",))
BANK: Final = Action(("bank",))
END: Final = Action(("end",))

START: Final = (REVEAL,)
START_OR_END: Final = (REVEAL, END)
DECIDE: Final = (REVEAL, BANK)

MAY_END_AT: Final = 12
"""A seat whose deck holds so many cards or fewer may end its game at the start of a play (MQ-37)."""


def bankings(aside: Sequence[Card]) -> tuple[Action, ...]:
    """Return the decisions after a survived reveal where the player chooses the Queen (option `queen_choice`)."""
    return (REVEAL, *(Action(("bank", queen)) for queen in aside)) if aside else DECIDE


def after_reveal(view: View) -> tuple[Action, ...]:
    """Return the decisions that the seat of a view has after a survived reveal."""
    return bankings(view.cards(f"aside/{view.seat}")) if view.options["queen_choice"] == "player" else DECIDE
