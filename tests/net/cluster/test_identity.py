"""The identity of a club in its store, and the version of the store, which every host checks first."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct

from net.cluster.identity import (
    CLUB_SECRET_KEY,
    OTHER_STORE_VERSION_CLAUSE,
    ClubIdentity,
    find_identity,
    shared_identity,
)
from net.cluster.store import StoreUnusable
from net.limits import STORE_VERSION
from tests.net.cluster.memory_store import MemoryStore

IDENTITY = ClubIdentity(b"secret", b"certificate")
"""The identity of the club."""


class IdentityOfVersion1(Struct, frozen=True):
    """The identity of a club as hosts read and wrote it when the store had no version."""

    secret: bytes
    certificate: bytes


@pytest.fixture(autouse=True)
def remove_pause_after_write(monkeypatch):
    """Remove the pause after a write, in which another host that begins could write, too."""
    monkeypatch.setattr("net.cluster.identity.STORE_ANSWER_SECONDS", 0)


async def test_all_hosts_of_one_version_find_the_same_identity():
    store = MemoryStore()
    assert await find_identity(store) is None
    assert await shared_identity(store, lambda: IDENTITY) == IDENTITY
    assert await shared_identity(store, None) == await find_identity(store) == IDENTITY


@pytest.mark.parametrize(
    "written",
    [
        IdentityOfVersion1(b"secret", b"certificate"),
        (STORE_VERSION - 1, IDENTITY),
        (STORE_VERSION + 1, IDENTITY),
        (STORE_VERSION + 1, {"anything": "else"}),
    ],
    ids=["without a version", "earlier", "later", "later, of another form"],
)
async def test_host_refuses_a_store_of_another_version_in_one_sentence_and_changes_nothing(written):
    store = MemoryStore()
    await store.append(CLUB_SECRET_KEY, msgspec.msgpack.encode(written))
    for joins in (find_identity(store), shared_identity(store, lambda: IDENTITY)):
        with pytest.raises(StoreUnusable, match=OTHER_STORE_VERSION_CLAUSE):
            await joins
    assert len(store.entries[CLUB_SECRET_KEY]) == 1


async def test_host_of_the_version_before_cannot_read_the_identity():
    store = MemoryStore()
    await shared_identity(store, lambda: IDENTITY)
    with pytest.raises(msgspec.ValidationError):  # it says that the store cannot be used
        msgspec.msgpack.decode(store.entries[CLUB_SECRET_KEY][-1].data, type=IdentityOfVersion1)


@pytest.mark.parametrize("data", [b"", b"\x00", b"\xc1", msgspec.msgpack.encode([STORE_VERSION, {"secret": 1}])])
async def test_bytes_that_are_no_identity_are_reported_as_damage(data):
    store = MemoryStore()
    await store.append(CLUB_SECRET_KEY, data)
    with pytest.raises(StoreUnusable, match="damaged"):
        await find_identity(store)
