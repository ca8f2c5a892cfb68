"""Full garbage collections of a club's process, at a fixed interval instead of when Python begins them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from net.limits import FULL_COLLECTION_SECONDS

NEVER: Final = 1_000_000_000
"""A threshold of Python's collector for full collections that is never reached: how many smaller ones come before."""

_clubs: list[tuple[int, int, int]] = []
"""For each open club of this process, the thresholds of the collector before the first one was opened."""


async def collect_garbage_at_intervals(seconds: float = FULL_COLLECTION_SECONDS) -> None:
    """Prevent automatic full collections and begin one every `seconds`, until the task is cancelled.

    Python examines all objects of a process when a quarter of them are new. With a thousand tables in play that is a
    third of a second, several times a minute, in which nobody is answered; and it finds nothing, as a match leaves no
    objects that refer to each other. Tables and connections that have ended do; they can wait for minutes.
    """
    with _no_automatic_full_collections():
        while True:
            await asyncio.sleep(seconds)
            gc.collect()


@contextmanager
def _no_automatic_full_collections() -> Iterator[None]:
    """Context manager: raise the threshold of full collections; the end of the last club in it restores all."""
    before = _clubs[0] if _clubs else gc.get_threshold()
    _clubs.append(before)
    gc.set_threshold(before[0], before[1], NEVER)
    try:
        yield
    finally:
        _clubs.pop()
        if not _clubs:
            gc.set_threshold(*before)
