"""Programs that play Mad Queens, by what their seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.action import Action
from core.game import Bot
from core.mad_queens.match import legal
from core.view import View


def steady(view: View, at: int = 3) -> Action:
    """Reveal until the row has `at` cards or more, then bank; never end early."""
    choices = legal(view)
    banking = [action for action in choices if action.verb == "bank"]
    return banking[0] if banking and view.count(f"shown/{view.seat}") >= at else choices[0]


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"steady": steady})
