"""From a plan to a table: the one place where the interface asks `net` to open, host or join one."""

from __future__ import annotations

from typing import Final

from net.client import Client
from tui.plan import Plan
from tui.settings import Pace, Settings

PACE_SECONDS: Final[dict[Pace, float]] = {"slow": 1.6, "normal": 0.7, "fast": 0.0}
"""How long a bot pretends to think before each thing it does."""


async def open_door(plan: Plan, settings: Settings) -> Client:
    """Return our end of the table that `plan` describes.

    Raises `NetError`, `RulesError` or `OSError`, each with a sentence for a person.
    """
    if plan.kind == "play":
        from net.near import open_table

        return await open_table(
            plan.game,
            settings.name,
            seats=plan.seats,
            bots=plan.bots,
            options=plan.options,
            seed=plan.seed,
            pace=PACE_SECONDS[settings.pace],
        )
    raise OSError("Tables on the network are not there yet.")
