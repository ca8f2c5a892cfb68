"""The move of a club from one machine to several: tables, people, key and tokens stay the same."""

from __future__ import annotations

from time import time

import pytest
from msgspec.structs import replace

from net.cluster.guest_tokens import ClusterGuestTokens
from net.cluster.identity import shared_identity
from net.cluster.store import StoreUnreachable
from net.host import club_results
from net.host.club_import import ImportRefused, import_club
from net.host.club_server import ClubSpec, open_club
from net.host.club_storage import LocalStorage
from net.host.cluster_storage import ClusterStorage
from net.host.recovery import JournalSettings
from net.journal import JOURNAL_FILE
from net.security.host_certificate import CERTIFICATE_FILE
from tests.net.cluster.memory_store import MemoryStore
from tests.net.host.club_harness import begin_match, close_clients, come_into_hall, play_match_to_end, run_club_at
from tests.net.host.test_club_results import matches_seen_by, record_seen_by, totals_seen_by


async def test_unfinished_match_goes_on_after_its_club_was_carried_over(tmp_path, monkeypatch):
    monkeypatch.setattr(club_results, "CLUB_RESULTS_INTERVAL_SECONDS", 0.0)
    folder, store = tmp_path / "club", MemoryStore()
    async with run_club_at(folder) as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        lobby = await ann.open("mad-queens", name="Lobby", bots=1, seats=2)
        short = await ann.sit(lobby.number)
        await play_match_to_end(short)
        await close_clients(short)
        [row] = (await matches_seen_by(ann)).rows
        record = await record_seen_by(ann, row.number)
        totals = [await totals_seen_by(ann, "mad-queens"), await totals_seen_by(ann)]
        table = await ann.open("mad-queens", bots=1, seats=2, private=True)
        client = await ann.sit(table.number, table.code)
        await begin_match(client)
        fingerprint, seat = ann.client._trust.fingerprint, client.seat
        local = LocalStorage(JournalSettings(folder / JOURNAL_FILE, time))
        certificate = (folder / CERTIFICATE_FILE).read_bytes()
        with pytest.raises(ImportRefused):  # it is open
            await import_club(local, port, certificate, store, {})
    with pytest.raises(ImportRefused):  # it was at another port
        await import_club(local, port + 1, certificate, store, {})
    store.away = True
    with pytest.raises(StoreUnreachable):
        await import_club(local, port, certificate, store, {})
    store.away = False
    guests = {"hall": ann.client.token, "table": client.token, "elsewhere": "f" * 48}
    assert await import_club(local, port, certificate, store, guests) == (table.number,)
    kept = ClusterGuestTokens(store, str)
    assert [await kept.find(one) for one in guests] == [ann.client.token, client.token, ""]
    with pytest.raises(ImportRefused):
        await import_club(local, port, certificate, store, {})

    storage = ClusterStorage(store, await shared_identity(store, None))
    club = await open_club(ClubSpec("Club"), "127.0.0.1", 0, certificate=storage.certificate, storage=storage)
    try:
        again = await come_into_hall(
            int(club.address.rpartition(":")[2]), tmp_path / "ann", "Ann", token=ann.client.token
        )
        assert (again.client.name, again.client._trust.fingerprint) == ("Ann", fingerprint)
        back = await again.sit(table.number, table.code, tokens=(again.client.token, client.token))
        assert (back.seat, back.view.game) == (seat, "mad-queens")
        [carried] = (await matches_seen_by(again)).rows
        assert replace(carried, number=row.number) == row
        assert await record_seen_by(again, carried.number) == record
        assert [await totals_seen_by(again, "mad-queens"), await totals_seen_by(again)] == totals
        newest = await again.open("mad-queens")
        assert newest.number > max(table.number, lobby.number)
        await close_clients(back, again.client, client, ann.client)
    finally:
        await club.close()
