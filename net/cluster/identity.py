"""The identity of a club on several machines, kept in its store: the secret of its tokens, and the key that its hosts
show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct

from net.cluster.retry import retry_until_answer
from net.cluster.store import EntryRefused, Store, StoreUnusable
from net.limits import STORE_ANSWER_SECONDS

CLUB_SECRET_KEY: Final = "club.secret"
"""The key, in the store, of the identity of the club."""


class ClubIdentity(Struct, frozen=True):
    """The `secret` that proves the tokens of a club; and the hosts' key with its `certificate`, in PEM form."""

    secret: bytes
    certificate: bytes

    def __repr__(self) -> str:
        return "ClubIdentity()"


async def shared_identity(store: Store, new: Callable[[], ClubIdentity]) -> ClubIdentity:
    """Return the identity of the club in a store; if there is none yet, `new` makes one, which is written.

    Raises `StoreUnreachable`, or `StoreUnusable` if what is written there is no identity.
    """
    return await retry_until_answer(lambda: _shared_identity(store, new))


async def _shared_identity(store: Store, new: Callable[[], ClubIdentity]) -> ClubIdentity:
    """Do the work of `shared_identity`, without a second attempt."""
    while True:
        last = await store.last(CLUB_SECRET_KEY)
        if last is not None:
            try:
                return msgspec.msgpack.decode(last.data, type=ClubIdentity)
            except msgspec.MsgspecError as error:
                raise StoreUnusable("its secret is damaged") from error
        with suppress(EntryRefused):
            await store.append(CLUB_SECRET_KEY, msgspec.msgpack.encode(new()), 0)
        await asyncio.sleep(STORE_ANSWER_SECONDS)  # that of a host that has begun at the same time may replace it
