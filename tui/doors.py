"""From a plan to a table: the one place where the interface asks `net` to open, host or join one."""

from __future__ import annotations

from net.client import Client
from tui.plan import Plan
from tui.settings import Settings


async def open_door(plan: Plan, settings: Settings) -> Client:
    """Return our end of the table that `plan` describes.

    Raises `NetError`, `RulesError` or `OSError`, each with a sentence for a person.
    """
    from tui.stage import StagedClient

    names = [settings.name, *(f"Bot {n}" for n in range(2, plan.seats + 1))]
    return StagedClient(plan.game, names, seed=plan.seed or "7", options=plan.options)
