"""Garbage collections of a club's process: short ones at a fixed interval instead of full ones when Python begins them.

A full collection examines all objects of the process: with a thousand tables in play that takes a sixth of a second or
more, in which nobody is answered, and Python would begin one several times a minute. It finds hardly anything: matches,
tables and connections that end leave no objects that refer to each other
(`tests/net/host/test_garbage_collections.py`). So a collection examines only what is new since the last one, and what
is left is *frozen*: not examined again. Screens of guests leave garbage that was frozen; for these a full collection
comes now and then.

The memory that is free afterwards goes back to the system, where the C library can do that. Between objects that stay
it would otherwise add up, to a sixth of what the tables take.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

from net.limits import (
    FULL_GARBAGE_COLLECTION_ROUNDS,
    GARBAGE_COLLECTION_SECONDS,
    MAX_OBJECTS_FOR_QUICK_FULL_COLLECTION,
    NEW_OBJECTS_THAT_FORCE_FULL_COLLECTION,
)

NEVER_REACHED_THRESHOLD: Final = 1_000_000_000
"""A threshold of Python's garbage collector for full collections that is never reached.

It is the number of smaller collections before a full one.
"""

_thresholds_by_club: list[tuple[int, int, int]] = []
"""The thresholds of the garbage collector before any club was opened, once for each open club of this process."""


async def collect_garbage_at_intervals(seconds: float = GARBAGE_COLLECTION_SECONDS) -> None:
    """Prevent automatic full collections, and every `seconds` collect the garbage among the objects made since the last
    collection and give free memory back to the system, until the task is cancelled.

    Each `FULL_GARBAGE_COLLECTION_ROUNDS`-th collection examines all objects, if that is short or much may have become
    garbage.
    """
    return_free_memory = _find_malloc_trim()
    with _prevent_automatic_full_collections():
        objects_left_by_last_full_collection = 0
        for number in count(1):
            await asyncio.sleep(seconds)
            is_full = number % FULL_GARBAGE_COLLECTION_ROUNDS == 0 and _is_full_collection_due(
                objects_left_by_last_full_collection
            )
            if is_full:
                gc.unfreeze()
            gc.collect()
            gc.freeze()
            return_free_memory(0)
            if is_full:
                objects_left_by_last_full_collection = gc.get_freeze_count()


def _is_full_collection_due(objects_left_by_last_full_collection: int) -> bool:
    """Whether to examine all objects of the process; `objects_left_by_last_full_collection` is how many the last full
    collection has left."""
    frozen = gc.get_freeze_count()
    return (
        frozen <= MAX_OBJECTS_FOR_QUICK_FULL_COLLECTION
        or frozen > objects_left_by_last_full_collection + NEW_OBJECTS_THAT_FORCE_FULL_COLLECTION
    )


def _find_malloc_trim() -> Callable[[int], object]:
    """Return `malloc_trim` of glibc, which gives free memory back to the system, all but a number of bytes.

    It takes 0.4 ms with 700 tables in play. With another C library the returned function does nothing.
    """
    if sys.platform == "linux":
        try:
            return ctypes.CDLL(None).malloc_trim
        except (OSError, AttributeError):  # a static Python, or another C library, such as musl
            pass
    return lambda _: None


@contextmanager
def _prevent_automatic_full_collections() -> Iterator[None]:
    """Context manager: raise the threshold of full collections; the end of the last club in it restores all."""
    before = _thresholds_by_club[0] if _thresholds_by_club else gc.get_threshold()
    _thresholds_by_club.append(before)
    gc.set_threshold(before[0], before[1], NEVER_REACHED_THRESHOLD)
    try:
        yield
    finally:
        _thresholds_by_club.pop()
        if not _thresholds_by_club:
            gc.set_threshold(*before)
            gc.unfreeze()
