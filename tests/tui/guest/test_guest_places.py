"""Where the guests of a club with several hosts are, as one of the hosts keeps and finds it in their common store."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import msgspec
import pytest

from tests.support.patience import PATIENCE_SECONDS
from tui.guest.guest_tokens import guest_token_key
from tui.guest.host import GUEST_PLACE_KEY_WORD, GuestHost
from tui.guest.identity import GuestPlace


class SlowGuestTokens:
    """Keeps guests' tokens in memory; what concerns a hash in `waits` goes on only when its event is set."""

    def __init__(self):
        self.kept = {}
        self.stored = []
        self.waits = {}

    async def find(self, token_hash):
        """Return the token that is kept under a hash, "" if there is none."""
        await self._wait(token_hash)
        return self.kept.get(token_hash, "")

    async def keep(self, token_hash, token):
        """Store a token under a hash."""
        await self._wait(token_hash)
        self.stored.append(token)
        self.kept[token_hash] = token

    @property
    def stored_places(self):
        """The places that have been stored, in order."""
        return [msgspec.json.decode(token, type=GuestPlace) for token in self.stored]

    async def _wait(self, token_hash):
        """Return when the answer of the store is to come."""
        await asyncio.sleep(0)
        if token_hash in self.waits:
            await self.waits[token_hash].wait()


@pytest.fixture
def tokens():
    """Return the tokens of guests in the common store."""
    return SlowGuestTokens()


@pytest.fixture
def host(tokens, tmp_path):
    """Return what the guests of a host share."""
    return GuestHost(SimpleNamespace(shared_tokens=tokens), tmp_path)


async def test_last_place_of_a_guest_counts_however_fast_they_go_from_one_to_the_next(host, tokens):
    for table in (3, 0, 7):
        host.keep_place("ann", GuestPlace(table))
    assert await host.find_place("ann") == GuestPlace(7)
    assert not host._place_writers


async def test_place_where_a_guest_no_longer_is_is_not_stored_while_the_store_is_slow(host, tokens):
    answer = tokens.waits[guest_token_key("ann", GUEST_PLACE_KEY_WORD)] = asyncio.Event()
    for table in range(1, 9):
        host.keep_place("ann", GuestPlace(table))
        await asyncio.sleep(0)
    answer.set()
    await host.finish_place_writes()
    assert tokens.stored_places == [GuestPlace(1), GuestPlace(8)]


async def test_guest_does_not_wait_for_the_place_of_another_one(host, tokens):
    tokens.waits[guest_token_key("ann", GUEST_PLACE_KEY_WORD)] = asyncio.Event()
    host.keep_place("ann", GuestPlace(3))
    host.keep_place("bob", GuestPlace(4))
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await host.find_place("bob") == GuestPlace(4)


async def test_place_that_is_being_stored_is_stored_before_the_host_ends(host, tokens):
    host.keep_place("ann", GuestPlace(3))
    host.keep_place("ann", GuestPlace(5))
    await host.finish_place_writes()
    assert await GuestHost(host.service, host.folder).find_place("ann") == GuestPlace(5)
