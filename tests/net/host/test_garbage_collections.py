"""Garbage collections of a club: full ones do not begin by themselves; short ones free new objects that are no longer
used.

Old objects that belong to a table or a connection are freed without a collection when it ends.
"""

from __future__ import annotations

import asyncio
import gc
import platform
import weakref
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.host import garbage_collections
from net.host.garbage_collections import NEVER_REACHED_THRESHOLD, collect_garbage_at_intervals
from tests.net.host.club_harness import begin_match, close_clients, come_into_hall, run_club_at, wait_until


class SelfReference:
    """An object that refers to itself, so that only a garbage collection frees it."""

    def __init__(self) -> None:
        self.itself = self


async def free_last_cycle(cycles: list[SelfReference]) -> None:
    """Drop the last of these objects, and return when it has been freed."""
    freed = asyncio.Event()
    weakref.finalize(cycles.pop(), freed.set)
    await asyncio.wait_for(freed.wait(), 30)


@asynccontextmanager
async def collect_garbage_at_short_intervals(
    monkeypatch, *, rounds_before_full_collection, max_objects_of_quick_collection, new_objects_before_full_collection
):
    """Context manager: collect garbage at very short intervals; the arguments are the bounds for full collections."""
    monkeypatch.setattr(garbage_collections, "FULL_GARBAGE_COLLECTION_ROUNDS", rounds_before_full_collection)
    monkeypatch.setattr(garbage_collections, "MAX_OBJECTS_FOR_QUICK_FULL_COLLECTION", max_objects_of_quick_collection)
    monkeypatch.setattr(
        garbage_collections, "NEW_OBJECTS_THAT_FORCE_FULL_COLLECTION", new_objects_before_full_collection
    )
    task = asyncio.create_task(collect_garbage_at_intervals(0.001))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_no_full_collection_begins_by_itself_until_the_last_club_of_the_process_is_closed(tmp_path):
    before = gc.get_threshold()
    async with run_club_at(tmp_path / "first"):
        async with run_club_at(tmp_path / "second"):
            await asyncio.sleep(0)
            assert gc.get_threshold() == (*before[:2], NEVER_REACHED_THRESHOLD)
        assert gc.get_threshold() == (*before[:2], NEVER_REACHED_THRESHOLD)
    assert gc.get_threshold() == before


@pytest.mark.parametrize(
    ("quick", "growth"), [(10**9, 10**9), (0, 0)], ids=["a short full collection", "a process that has grown"]
)
async def test_old_objects_that_refer_to_each_other_are_freed_by_a_full_collection(monkeypatch, quick, growth):
    cycles = [SelfReference(), SelfReference()]
    async with collect_garbage_at_short_intervals(
        monkeypatch,
        rounds_before_full_collection=3,
        max_objects_of_quick_collection=quick,
        new_objects_before_full_collection=growth,
    ):
        await free_last_cycle(cycles)  # the other one is old by now
        await free_last_cycle(cycles)


async def test_short_collections_free_new_objects_and_do_not_examine_old_ones(monkeypatch):
    cycles = [SelfReference(), SelfReference()]
    async with collect_garbage_at_short_intervals(
        monkeypatch,
        rounds_before_full_collection=3,
        max_objects_of_quick_collection=0,
        new_objects_before_full_collection=10**9,
    ):
        await free_last_cycle(cycles)
        old = weakref.ref(cycles.pop())
        for _ in range(7):
            await free_last_cycle([SelfReference()])
        assert old() is not None
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0
    gc.collect()
    assert old() is None


def resident_pages() -> int:
    """Return how many pages of memory this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives free memory back when it is told to")
async def test_free_memory_between_remaining_objects_is_returned_to_the_system(monkeypatch):
    before = resident_pages()
    blocks = [bytes(2_000) for _ in range(50_000)]
    grown = resident_pages() - before
    stays = bytes(2_000)
    blocks.clear()
    async with collect_garbage_at_short_intervals(
        monkeypatch,
        rounds_before_full_collection=10**9,
        max_objects_of_quick_collection=0,
        new_objects_before_full_collection=10**9,
    ):
        await wait_until(lambda: resident_pages() - before < grown / 4)
    assert len(stays) == 2_000


async def test_tables_and_connections_that_end_are_freed_without_a_collection(tmp_path):
    """Otherwise they would stay in memory for long, because short collections do not examine old objects."""
    async with run_club_at(tmp_path) as (club, port):
        ann = await come_into_hall(port, tmp_path, "Ann")
        table = await ann.open_table(seats=2, bots=1)
        at_table = await ann.join_table(table.number)
        await begin_match(at_table)
        runner = club.tables.get(table.number).runner
        connection = next(iter(runner._outboxes.values()))
        parts = [runner, runner.table, connection, connection._transport]
        ended = [weakref.ref(part) for part in parts]
        del runner, connection, parts
        gc.freeze()  # as if they were old; the end of the club undoes it
        await close_clients(at_table, ann.client)
        club.tables.close_table(table.number)
        await wait_until(lambda: all(part() is None for part in ended))
