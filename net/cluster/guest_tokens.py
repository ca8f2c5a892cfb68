"""`ClusterGuestTokens`: the tokens of guests, who have nowhere to keep them, for all hosts of a club."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from net.cluster.store import EntryRefused, Store, StoreUnreachable

GUEST_KEY_PREFIX: Final = "guest"
"""The first word of the store keys of the tokens of guests."""


class ClusterGuestTokens:
    """The tokens of the guests of a club in its store, each under a hash of who the guest is and where it is valid: in
    the hall or at which table.

    `hall_token` returns the token in the hall of a guest who is recognised by a key or a cookie; it is the same at
    every host, so that the guest is one person in the whole club.
    """

    def __init__(self, store: Store, hall_token: Callable[[str], str]) -> None:
        self.hall_token = hall_token
        self._store = store

    async def find(self, token_hash: str) -> str:
        """Return the token that is kept under a hash, and keep it for longer unless another one has replaced it; "" if
        there is none."""
        key = f"{GUEST_KEY_PREFIX}.{token_hash}"
        with suppress(StoreUnreachable):
            last = await self._store.last(key)
            if last is not None:
                with suppress(StoreUnreachable, EntryRefused):
                    await self._store.append(key, last.data, last.sequence)
                return last.data.decode()
        return ""

    async def keep(self, token_hash: str, token: str) -> None:
        """Store a token under a hash; nothing is stored while the store cannot be reached."""
        with suppress(StoreUnreachable):
            await self._store.append(f"{GUEST_KEY_PREFIX}.{token_hash}", token.encode())
