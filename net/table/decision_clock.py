"""The time limit of decisions: when a seat's decision is made for it, and which clock each audience is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.sealed_play import Shadow
from net.protocol.table_state import Clock


class DueDecision(NamedTuple):
    """When a decision is made for a seat that has taken `step` actions.

    `clock` is the clock of a person's decision, None for a bot. In a sealed play `shadow` is what the others are
    shown of the seat instead of its actions.
    """

    step: int
    when: float
    clock: Clock | None = None
    shadow: Shadow | None = None


def public_clock(due: Mapping[int, DueDecision], limit_seconds: int, sealed: bool) -> Clock | None:
    """Return the clock for people without a decision of their own: that of the decision which may take longest.

    In a sealed play it holds only the time limit: the rest would reveal how often somebody has decided. None if
    no clock runs.
    """
    clocks = [decision.clock for decision in due.values() if decision.clock is not None]
    if not clocks:
        return None
    if sealed:
        return Clock(limit_seconds, None)
    last = max(clocks, key=lambda clock: clock.until or 0.0)
    return last if len(clocks) == 1 else Clock(last.total, last.until)
