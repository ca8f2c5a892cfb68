"""A program that plays Queen's Dungeon, by what its seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.action import Action
from core.game import Bot
from core.queens_dungeon.choices import legal
from core.view import View


def warden(view: View) -> Action:
    """Play the first thing that is legal."""
    return legal(view)[0]


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"warden": warden})
