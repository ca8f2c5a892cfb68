"""Full garbage collections of a club: none begins by itself, those at intervals free what has ended."""

from __future__ import annotations

import asyncio
import gc
import weakref

from net.host.full_collections import NEVER, collect_garbage_at_intervals
from tests.net.host.club_harness import club_at


class Cycle:
    """An object that refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


async def test_no_full_collection_begins_by_itself_until_the_last_club_of_the_process_is_closed(tmp_path):
    before = gc.get_threshold()
    async with club_at(tmp_path / "first"):
        async with club_at(tmp_path / "second"):
            await asyncio.sleep(0)
            assert gc.get_threshold() == (*before[:2], NEVER)
        assert gc.get_threshold() == (*before[:2], NEVER)
    assert gc.get_threshold() == before


async def test_old_objects_that_refer_to_each_other_are_freed_after_the_interval():
    freed = asyncio.Event()
    collections = asyncio.create_task(collect_garbage_at_intervals(0.01))
    await asyncio.sleep(0)
    cycle = Cycle()
    gc.collect()  # it belongs to the old objects now
    weakref.finalize(cycle, freed.set)
    del cycle
    await asyncio.wait_for(freed.wait(), 30)
    collections.cancel()
    await asyncio.gather(collections, return_exceptions=True)
