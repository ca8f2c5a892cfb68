"""The tokens of guests in the store of a club, as several hosts keep and find them."""

from __future__ import annotations

from net.cluster.guest_tokens import ClusterGuestTokens
from tests.net.cluster.memory_store import MemoryStore


class StoreWithLateReader(MemoryStore):
    """A store whose next answer to a reader is late: `meanwhile` is done before the reader goes on."""

    meanwhile = None

    async def last(self, key):
        """Return the last entry, after which something else is done at once."""
        found = await super().last(key)
        if self.meanwhile is not None:
            work, self.meanwhile = self.meanwhile, None
            await work
        return found


async def test_host_that_finds_a_token_does_not_put_it_back_when_another_host_has_replaced_it():
    store = StoreWithLateReader()
    here, elsewhere = ClusterGuestTokens(store, str), ClusterGuestTokens(store, str)
    await here.keep("ann", "old")
    store.meanwhile = elsewhere.keep("ann", "new")
    assert await here.find("ann") == "old"
    assert await here.find("ann") == "new"


async def test_token_that_is_found_is_written_again_so_that_the_store_keeps_it_for_longer():
    store = MemoryStore()
    tokens = ClusterGuestTokens(store, str)
    await tokens.keep("ann", "token")
    assert await tokens.find("ann") == "token"
    assert [entry.data for entry in store.entries["guest.ann"]] == [b"token"] * 2
    store.lost_answer_count = 1
    assert await tokens.find("ann") == "token"


async def test_without_a_token_or_without_the_store_nothing_is_found():
    store = MemoryStore()
    tokens = ClusterGuestTokens(store, str)
    assert await tokens.find("ann") == ""
    await tokens.keep("ann", "token")
    store.is_away = True
    assert await tokens.find("ann") == ""
