"""Runs long computations in small steps on an event loop, so that the loop's other tasks run in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice

from net.limits import ACTIONS_PER_CHECK_STEP


def run_in_background(loop: asyncio.AbstractEventLoop, work: Iterator[None], is_needed: Callable[[], bool]) -> None:
    """Run the iterator `work` to its end, `ACTIONS_PER_CHECK_STEP` steps in each turn of the loop.

    It ends earlier when `is_needed` returns False.
    """
    if is_needed() and sum(1 for _ in islice(work, ACTIONS_PER_CHECK_STEP)) == ACTIONS_PER_CHECK_STEP:
        loop.call_soon(run_in_background, loop, work, is_needed)
