"""Long work, bit by bit on an event loop, so that everything else goes on between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice

from net.limits import CHECKED_ACTIONS


def at_leisure(loop: asyncio.AbstractEventLoop, work: Iterator[None], wanted: Callable[[], bool]) -> None:
    """Do `work` in bits of `CHECKED_ACTIONS` steps, one in every turn of the loop, as long as it is `wanted`."""
    if wanted() and sum(1 for _ in islice(work, CHECKED_ACTIONS)) == CHECKED_ACTIONS:
        loop.call_soon(at_leisure, loop, work, wanted)
