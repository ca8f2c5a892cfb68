"""The bots that play Mad Queens Classic, which also play Mad Queens."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.game import Bot
from core.mad_queens.bot import play_as_careful, play_as_steady

CLASSIC_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"careful": play_as_careful, "steady": play_as_steady})
"""The bots that play Mad Queens Classic, best first."""
