"""Seats that hosts promise to people who want to play now: one promise for each seat, which the store forgets after a
while.
"""

from __future__ import annotations

import asyncio

import pytest

from net.cluster.seats import reserve_seat
from net.limits import RESERVED_SEAT_SECONDS
from tests.net.cluster.memory_store import MemoryStore
from tests.support.nats_servers import needs_nats
from tests.support.patience import PATIENCE_SECONDS


@pytest.mark.parametrize("accepts_all", [False, True])
@pytest.mark.parametrize("lost_answers", [0, 1])
async def test_seat_is_promised_by_only_one_host_even_if_answers_are_lost(monkeypatch, accepts_all, lost_answers):
    monkeypatch.setattr("net.cluster.seats.STORE_RETRY_PAUSE_SECONDS", 0)
    store = MemoryStore()
    store.accepts_all, store.lost_answer_count = accepts_all, lost_answers
    promised = await asyncio.gather(*(reserve_seat(store, 12, 3) for _ in range(5)))
    assert promised.count(True) == 1
    assert await reserve_seat(store, 12, 4)
    assert await reserve_seat(store, 13, 3)


@pytest.mark.slow
@needs_nats
async def test_promised_seat_is_free_again_after_a_while(open_stores_of_new_club, monkeypatch):
    monkeypatch.setattr("net.cluster.jetstream.RESERVED_SEAT_SECONDS", RESERVED_SEAT_SECONDS / 20)
    first, second = await open_stores_of_new_club(1, 2)
    assert (await reserve_seat(first, 12, 3), await reserve_seat(second, 12, 3)) == (True, False)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await reserve_seat(second, 12, 3):  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.05)
