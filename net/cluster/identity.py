"""The identity of a club on several machines, kept in its store: the secret of its tokens, and the key that its hosts
show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from net.cluster.retry import retry_until_answer
from net.cluster.store import EntryRefused, Store, StoreUnusable
from net.limits import STORE_ANSWER_SECONDS, STORE_VERSION

CLUB_SECRET_KEY: Final = "club.secret"
"""The key, in the store, of one entry with the version of the store and the identity of the club.

Every host reads it first. Hosts from before version 2 cannot read it, so they refuse the store, too.
"""
OTHER_STORE_VERSION_CLAUSE: Final = (
    "another version of the program has made this club, and all its hosts need the same one; with another --name this "
    "version opens a new club"
)
"""A clause which says why a host cannot use a store: it has another version."""

CLUB_IMPORT_KEY: Final = "club.import"
"""The key, in the store, of the mark of the club that is being moved into it (`mark_of_import`); empty if none is."""
IMPORT_UNFINISHED_CLAUSE: Final = "a club is being carried over into it; if that was interrupted, do it again"
"""A clause which says why a host cannot use the store: a club is being moved into it."""


class ClubIdentity(Struct, frozen=True):
    """The `secret` that proves the tokens of a club; and the hosts' key with its `certificate`, in PEM form."""

    secret: bytes
    certificate: bytes

    def __repr__(self) -> str:
        return "ClubIdentity()"


async def shared_identity(store: Store, make_identity: Callable[[], ClubIdentity]) -> ClubIdentity:
    """Return the identity of the club in a store; if there is none yet, `make_identity` makes one, which is written.

    Raises `StoreUnreachable`, or `StoreUnusable` if what is written there is no identity, or of another version.
    """
    return await retry_until_answer(lambda: _find_or_write_identity(store, make_identity))


async def _find_or_write_identity(store: Store, make_identity: Callable[[], ClubIdentity]) -> ClubIdentity:
    """Return the identity of the club in a store, after writing one made by `make_identity` if there is none.

    Raises `StoreUnreachable` at the first question that the store does not answer.
    """
    while True:
        found = await find_identity(store)
        if found is not None:
            return found
        with suppress(EntryRefused):
            await store.append(CLUB_SECRET_KEY, msgspec.msgpack.encode((STORE_VERSION, make_identity())), 0)
        await asyncio.sleep(STORE_ANSWER_SECONDS)  # that of a host that has begun at the same time may replace it


async def find_identity(store: Store) -> ClubIdentity | None:
    """Return the identity of the club in a store, None if it has none yet.

    Raises `StoreUnreachable`, or `StoreUnusable` if what is written there is no identity, or of another version.
    """
    last = await store.last(CLUB_SECRET_KEY)
    if last is None:
        return None
    try:
        version, identity = _decode_version_and_identity(last.data)
        if version == STORE_VERSION:
            return msgspec.msgpack.decode(identity, type=ClubIdentity)
    except msgspec.MsgspecError as error:
        raise StoreUnusable("its secret is damaged") from error
    raise StoreUnusable(OTHER_STORE_VERSION_CLAUSE)


def _decode_version_and_identity(data: bytes) -> tuple[int, bytes]:
    """Return the version in an entry and the bytes of the identity; version 1 had none, but the identity alone.

    Raises `msgspec.MsgspecError` for other bytes.
    """
    try:
        version, identity = msgspec.msgpack.decode(data, type=tuple[int, msgspec.Raw])
    except msgspec.ValidationError:
        msgspec.msgpack.decode(data, type=ClubIdentity)
        return 1, data
    return version, bytes(identity)


def mark_of_import(identity: ClubIdentity) -> bytes:
    """Return the bytes that say, under `CLUB_IMPORT_KEY`, that the club with this identity is being moved into the
    store.
    """
    return sha256(identity.secret).digest()


async def refuse_unfinished_import(store: Store) -> None:
    """Raise `StoreUnusable` while a club is being moved into the store, and after a move that was interrupted.

    Call it only once the store has an identity: from then on no club with another identity can be moved into it. Raises
    `StoreUnreachable` if the store does not answer.
    """
    begun = await retry_until_answer(lambda: store.last(CLUB_IMPORT_KEY))
    if begun is not None and begun.data:
        raise StoreUnusable(IMPORT_UNFINISHED_CLAUSE)
