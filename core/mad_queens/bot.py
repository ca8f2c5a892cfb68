"""Programs that play the two Mad Queens games, by what their seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.action import Action
from core.game import Bot
from core.mad_queens.decisions import REVEAL, after_reveal
from core.view import View


def steady(view: View, at: int = 3) -> Action:
    """Reveal until the row has `at` cards or more, then bank; never end early."""
    return after_reveal(view)[1] if view.count(f"shown/{view.seat}") >= at else REVEAL


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"steady": steady})
