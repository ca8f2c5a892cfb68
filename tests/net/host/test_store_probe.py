"""The probe by which one host of a club asks another whether it can write to the store."""

from __future__ import annotations

from net.cluster.identity import ClubIdentity
from net.host.club_server import ClubSpec, open_club
from net.host.cluster_storage import ClusterStorage
from net.host.store_probe import find_host_with_store
from net.security.hall_tokens import HallTokens
from net.security.host_certificate import certificate_from_pem, new_certificate
from net.security.known_hosts import trust_only_key
from tests.net.cluster.memory_store import MemoryStore

CLUB_SECRET = bytes(range(32))
"""The secret of the club."""


async def test_host_answers_the_probe_only_to_hosts_of_its_club_and_never_reveals_the_secret(monkeypatch):
    store, identity = MemoryStore(), ClubIdentity(CLUB_SECRET, new_certificate())
    storage = ClusterStorage(store, identity)
    club = await open_club(ClubSpec("Club"), "127.0.0.1", 0, certificate=storage.certificate, storage=storage)
    route, hellos = club.route, []
    monkeypatch.setattr(club, "route", lambda hello: (hellos.append(hello.token), route(hello))[1])
    own_key, key = storage.certificate.fingerprint, HallTokens(CLUB_SECRET, bytes(16)).host_key

    async def find_host(fingerprint, token):
        return await find_host_with_store([club.address], trust_only_key(fingerprint), token)

    try:
        assert await find_host(own_key, key) == club.address
        assert await find_host(own_key, "0" * 32) == ""
        assert await find_host(certificate_from_pem(new_certificate()).fingerprint, key) == ""
        assert hellos == [key, "0" * 32]
        store.is_away = True
        assert await find_host(own_key, key) == ""
    finally:
        store.is_away = False
        await club.close()
