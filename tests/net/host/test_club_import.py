"""The move of a club from one machine to several: tables, people, key and tokens stay the same."""

from __future__ import annotations

from time import time

import pytest
from msgspec.structs import replace

from net.cluster.guest_tokens import ClusterGuestTokens
from net.cluster.identity import shared_identity
from net.cluster.matches import ClusterMatches
from net.cluster.store import StoreUnreachable, StoreUnusable
from net.errors import ClubInUse, JournalUnusable
from net.host import club_results
from net.host.club_import import ImportRefused, import_club
from net.host.club_server import ClubSpec, open_club
from net.host.club_storage import LocalStorage
from net.host.club_tables import is_deserted
from net.host.cluster_storage import ClusterStorage
from net.host.recovery import JournalSettings
from net.journal import JOURNAL_FILE, ClubJournal
from net.limits import EVENING_SECONDS
from net.security.host_certificate import CERTIFICATE_FILE
from tests.net.cluster.memory_store import MemoryStore
from tests.net.host.club_harness import (
    begin_match,
    close_clients,
    come_into_hall,
    play_match_to_end,
    run_club_at,
    wait_until,
)
from tests.net.host.test_club_results import matches_seen_by, record_seen_by, totals_seen_by


async def test_unfinished_match_goes_on_after_its_club_was_moved_to_a_store(tmp_path, monkeypatch):
    monkeypatch.setattr(club_results, "CLUB_RESULTS_INTERVAL_SECONDS", 0.0)
    folder, store = tmp_path / "club", MemoryStore()
    async with run_club_at(folder) as (_, port):
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        lobby = await ann.open_table("mad-queens", name="Lobby", bots=1, seats=2)
        short = await ann.join_table(lobby.number)
        await play_match_to_end(short)
        await close_clients(short)
        [row] = (await matches_seen_by(ann)).rows
        record = await record_seen_by(ann, row.number)
        totals = [await totals_seen_by(ann, "mad-queens"), await totals_seen_by(ann)]
        table = await ann.open_table("mad-queens", bots=1, seats=2, private=True)
        client = await ann.join_table(table.number, table.code)
        await begin_match(client)
        fingerprint, seat = ann.client._trust.fingerprint, client.seat
        local = LocalStorage(JournalSettings(folder / JOURNAL_FILE, time))
        certificate = (folder / CERTIFICATE_FILE).read_bytes()
        with pytest.raises(ImportRefused):  # it is open
            await import_club(local, port, certificate, store, {})
    with pytest.raises(ImportRefused):  # it was at another port
        await import_club(local, port + 1, certificate, store, {})
    store.is_away = True
    with pytest.raises(StoreUnreachable):
        await import_club(local, port, certificate, store, {})
    store.is_away = False
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
        back = await again.join_table(table.number, table.code, tokens=(again.client.token, client.token))
        assert (back.seat, back.view.game) == (seat, "mad-queens")
        [carried] = (await matches_seen_by(again)).rows
        assert replace(carried, number=row.number) == row
        assert await record_seen_by(again, carried.number) == record
        assert [await totals_seen_by(again, "mad-queens"), await totals_seen_by(again)] == totals
        newest = await again.open_table("mad-queens")
        assert newest.number > max(table.number, lobby.number)
        await close_clients(back, again.client, client, ann.client)
    finally:
        await club.close()


class ImportedClub:
    """A club on this machine with one table, at which a match is unfinished, and the store into which the club is
    moved.
    """

    def __init__(self, folder):
        self.store = MemoryStore()
        self.folder = folder / "club"
        self.people = folder / "people"

    async def open_table(self, port):
        """Open a table, begin a match there, and leave; return the person who opened it, their token there and the
        table's number.
        """
        ann = await come_into_hall(port, self.people, "Ann")
        table = await ann.open_table("mad-queens", bots=1, seats=2)
        client = await ann.join_table(table.number)
        await begin_match(client)
        client._connection._transport.abort()
        await client.close()
        return ann, client.token, table.number

    async def move_to_store(self, port):
        """Move the club that has a given port into the store."""
        local = LocalStorage(JournalSettings(self.folder / JOURNAL_FILE, time))
        return await import_club(local, port, (self.folder / CERTIFICATE_FILE).read_bytes(), self.store, {})

    async def open_host(self):
        """Return a host of the club that has been moved."""
        storage = ClusterStorage(self.store, await shared_identity(self.store, None))
        return await open_club(ClubSpec("Club"), "127.0.0.1", 0, certificate=storage.certificate, storage=storage)


async def test_open_club_is_not_moved_to_a_store_though_all_its_tables_are_suspended(tmp_path):
    club = ImportedClub(tmp_path)
    async with run_club_at(club.folder) as (server, port):
        ann, token, number = await club.open_table(port)
        await wait_until(lambda: is_deserted(server.tables.get(number)))
        server.tables.suspend(number)
        await wait_until(lambda: server.tables.get(number) is None and not server.tables._endings)
        with pytest.raises(ImportRefused, match="is open"):
            await club.move_to_store(port)
        assert club.store.entries == {}
        back = await ann.join_table(number, tokens=(ann.client.token, token))
        assert back.view.game == "mad-queens"
        await close_clients(back, ann.client)


async def test_club_is_neither_opened_nor_moved_again_while_it_is_moved_to_a_store(tmp_path, monkeypatch):
    club = ImportedClub(tmp_path)
    async with run_club_at(club.folder) as (_, port):
        ann, _, number = await club.open_table(port)
        await close_clients(ann.client)
    discard, refused = ClubJournal.discard_table, []

    async def try_others(journal, number):
        """Try what must not be done now; then close the table."""
        for work in (run_club_at(club.folder, port).__aenter__(), club.move_to_store(port), club.open_host()):
            with pytest.raises((ClubInUse, ImportRefused, StoreUnusable)) as error:
                await work
            refused.append(error.type)
        await discard(journal, number)

    monkeypatch.setattr(ClubJournal, "discard_table", try_others)
    assert await club.move_to_store(port) == (number,)
    assert refused == [ClubInUse, ImportRefused, StoreUnusable]


async def test_interrupted_move_of_a_club_is_finished_by_another_one_and_no_host_opens_before(tmp_path, monkeypatch):
    club = ImportedClub(tmp_path)
    async with run_club_at(club.folder) as (_, port):
        ann, _, number = await club.open_table(port)
        await close_clients(ann.client)

    async def fail(journal, number):
        """Fail, as if the program ended when everything was in the store, but still on this machine, too."""
        raise JournalUnusable("of the club", "it ends here")

    with monkeypatch.context() as interrupted:
        interrupted.setattr(ClubJournal, "discard_table", fail)
        with pytest.raises(JournalUnusable):
            await club.move_to_store(port)
    with pytest.raises(StoreUnusable, match="do it again"):
        await club.open_host()
    async with run_club_at(club.folder, port) as (server, _):  # it goes on here, and what is played now is not lost
        ann = await come_into_hall(port, club.people, "Ann")
        assert server.tables.is_suspended(number)
        newer = await ann.open_table("big-queen", bots=3, seats=4)
        client = await ann.join_table(newer.number)
        await begin_match(client)
        await close_clients(client, ann.client)
    assert set(await club.move_to_store(port)) == {number, newer.number}
    host = await club.open_host()
    try:
        assert [host.tables.is_suspended(one) for one in (number, newer.number)] == [True, True]
    finally:
        await host.close()
    async with run_club_at(club.folder, port) as (server, _):
        assert server.tables.recovered_count == 0
    with pytest.raises(ImportRefused, match="on several machines already"):
        await club.move_to_store(port)


async def test_matches_of_earlier_evenings_are_moved_to_the_store_too(tmp_path):
    club = ImportedClub(tmp_path)
    async with run_club_at(club.folder) as (_, port):
        ann = await come_into_hall(port, club.people, "Ann")
        client = await ann.join_table((await ann.open_table("mad-queens", bots=1, seats=2)).number)
        await play_match_to_end(client)
        await close_clients(client, ann.client)
    tomorrow = JournalSettings(club.folder / JOURNAL_FILE, lambda: time() + 2 * EVENING_SECONDS)
    certificate = (club.folder / CERTIFICATE_FILE).read_bytes()
    await import_club(LocalStorage(tomorrow), port, certificate, club.store, {})
    matches = ClusterMatches(club.store, tomorrow.clock)
    [match] = await matches.public_matches(0, 2)
    assert match.results[0].name
    assert (await matches.public_record(match.id)).startswith("mad-queens")
    assert await matches.matches_of_evening() == ()
