"""When something is decided for a seat, and what of that is shown: to its person, and to everybody else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.sealed_play import Shadow
from net.protocol.table_state import Clock


class Due(NamedTuple):
    """When something is decided for a seat that has taken `step` actions.

    Where a person has so long to decide, that is their `clock`; `seal` is what the others are shown of the seat
    meanwhile in a sealed play.
    """

    step: int
    when: float
    clock: Clock | None = None
    seal: Shadow | None = None


def public(dues: Mapping[int, Due], seconds: int, sealed: bool) -> Clock | None:
    """Return the clock that those see who have nothing to decide: that of the decision which may take longest.

    In a sealed play it says only how many `seconds` a decision has now: any more would tell how often somebody has
    decided.
    """
    ticking = [due.clock for due in dues.values() if due.clock is not None]
    if not ticking:
        return None
    if sealed:
        return Clock(seconds, None)
    last = max(ticking, key=lambda clock: clock.until or 0.0)
    return last if len(ticking) == 1 else Clock(last.total, last.until)
