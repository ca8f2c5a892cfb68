"""Programs that play Big Queen, by what their seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.action import Action
from core.big_queen.choices import legal
from core.game import Bot
from core.view import View


def partner(view: View) -> Action:
    return legal(view)[0]


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"partner": partner})
