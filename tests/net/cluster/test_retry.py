"""A host asks its store again while no answer comes: for a while when it starts, for ever when it runs."""

from __future__ import annotations

import asyncio

import pytest

from net.cluster.identity import ClubIdentity, shared_identity
from net.cluster.retry import ask_until_answer, retry_until_answer
from net.cluster.store import StoreUnreachable
from net.limits import STORE_PREPARE_SECONDS
from tests.net.cluster.memory_store import MemoryStore
from tests.net.cluster.virtual_time import run_in_virtual_time


@run_in_virtual_time
async def test_host_waits_for_the_servers_and_has_the_identity_of_the_club_then():
    store, identity = MemoryStore(), ClubIdentity(b"s" * 32, b"key")
    store.is_away = True
    asyncio.get_running_loop().call_later(STORE_PREPARE_SECONDS / 2, setattr, store, "is_away", False)
    assert await shared_identity(store, lambda: identity) == identity


@run_in_virtual_time
async def test_host_gives_up_when_the_servers_never_answer():
    store = MemoryStore()
    store.is_away = True
    with pytest.raises(StoreUnreachable):
        await retry_until_answer(lambda: store.last("club.secret"))
    assert asyncio.get_running_loop().time() >= STORE_PREPARE_SECONDS


@run_in_virtual_time
async def test_host_that_runs_asks_until_the_servers_answer_however_long_that_takes():
    store = MemoryStore()
    store.is_away = True
    asyncio.get_running_loop().call_later(10 * STORE_PREPARE_SECONDS, setattr, store, "is_away", False)
    assert await ask_until_answer(lambda: store.append("order.stop", b"1")) == 1
    assert [entry.data for entry in store.entries["order.stop"]] == [b"1"]
