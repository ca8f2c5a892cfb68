"""The move of a table of `queens host` into a club, on this machine or on several: seats, match and code stay."""

from __future__ import annotations

import asyncio
from time import time

import pytest

from core import BadRecord, games
from net.cluster.identity import find_identity, shared_identity
from net.cluster.journal import key_of_table_log, read_saved_table
from net.cluster.store import StoreUnreachable, StoreUnusable
from net.cluster.table_log import entries_that_count, ticks_in_chain
from net.errors import JournalDamaged
from net.host import table_import
from net.host.club_import import ImportRefused
from net.host.club_storage import LocalStorage
from net.host.recovery import JournalSettings
from net.host.server import host
from net.host.table_import import import_table, import_table_to_store
from net.host.table_spec import make_table_spec
from net.journal import JOURNAL_FILE, unfinished_tables
from net.journal.history import finished_matches
from net.journal.hosted_table import HostedTable, HostedTableInUse, open_hosted_table
from net.table.state import TablePhase
from tests.net.cluster.memory_store import MemoryStore
from tests.net.host.club_harness import (
    begin_match,
    close_clients,
    come_into_hall,
    play_match_to_end,
    run_club_at,
    wait_until,
)
from tests.net.host.test_club_on_several_hosts import HostsOfClub
from tests.support.join import join
from tests.support.terminal import free_port


class TableOfAnnAndBob:
    """A table that Ann has hosted at a `port` of this machine, with Bob from elsewhere, in the journal in `folder`."""

    def __init__(self, folder):
        self.folder = folder / "machine"
        self.people = folder / "people"
        self.journal = JournalSettings(self.folder / JOURNAL_FILE, time)
        self.port = int(free_port())
        self.server = self.ann = self.bob = None

    async def open(self, code=""):
        """Open the table, new or as the journal has it; begin a match if none is played."""
        spec = make_table_spec("mad-queens", seats=2, name="Lions", code=code)
        self.server, self.ann = await host(spec, "Ann", "127.0.0.1", self.port, journal=self.journal)
        tokens = () if self.bob is None else (self.bob.token,)
        self.bob = await join("127.0.0.1", self.port, "Bob", self.server.code, find_tokens=lambda host: tokens)
        if self.ann.view is None:
            await begin_match(self.ann, self.bob)

    async def close(self):
        """Close the table; its match is kept."""
        self.bob._connection._transport.abort()
        await close_clients(self.bob, self.ann)
        await self.server.close()

    async def check_seats(self, club_port, table):
        """Check that Ann and Bob have their seats in the club, in the same match, and that Ann owns the table."""
        clients = []
        for client, name, token in ((self.ann, "Ann", table.token), (self.bob, "Bob", self.bob.token)):
            hall = await come_into_hall(club_port, self.people / name, name)
            back = await hall.join_table(table.number, tokens=(hall.client.token, token))
            assert (back.seat, back.table.name) == (client.seat, "Lions")
            assert back.view is not None
            assert back.is_owner == (name == "Ann")
            clients += [back, hall.client]
        await close_clients(*clients)


@pytest.fixture
async def closed_table(tmp_path):
    """A table that was closed in the middle of its first match."""
    table = TableOfAnnAndBob(tmp_path)
    await table.open()
    await table.close()
    return table


async def store_of_club(hosts):
    """Return the store of a club, to which its identity has been written."""
    await shared_identity(hosts.store, lambda: hosts._identity)
    return hosts.store


@pytest.fixture
async def hosts(monkeypatch):
    """The hosts of a new club, which are closed after the test."""
    monkeypatch.setattr("net.cluster.identity.STORE_ANSWER_SECONDS", 0)
    club = HostsOfClub()
    await store_of_club(club)
    yield club
    club.store.is_away = False
    await club.close_all()


async def test_match_goes_on_in_the_club_of_this_machine(closed_table):
    async with run_club_at(closed_table.folder) as (_, port):
        ann = await come_into_hall(port, closed_table.people, "Zoe")
        other = await ann.open_table("mad-queens", seats=2)  # the numbers of the club's tables stay as they are
        with pytest.raises(ImportRefused, match="is open"):
            await import_table(closed_table.journal, closed_table.port, port)
        await close_clients(ann.client)
    table = await import_table(closed_table.journal, closed_table.port, port)
    assert (table.number, table.name, table.owner) == (other.number + 1, "Lions", "Ann")
    assert table.token not in repr(table)
    assert unfinished_tables(closed_table.journal.path, None) == ()
    with pytest.raises(ImportRefused, match=f"on port {closed_table.port}: name"):
        await import_table(closed_table.journal, closed_table.port, port)
    async with run_club_at(closed_table.folder, port) as (club, port):
        assert club.tables.is_suspended(table.number)
        await closed_table.check_seats(port, table)


async def test_match_goes_on_in_a_club_of_several_machines_that_is_open(closed_table, hosts):
    first, first_port = await hosts.open()
    _, second_port = await hosts.open()
    table = await import_table_to_store(closed_table.journal, closed_table.port, hosts.store)
    assert table.fingerprint == hosts.fingerprint
    await wait_until(lambda: first.tables.is_suspended(table.number))
    assert unfinished_tables(closed_table.journal.path, None) == ()
    with pytest.raises(ImportRefused, match="No table of queens host"):
        await import_table_to_store(closed_table.journal, closed_table.port, hosts.store)
    for port in (first_port, second_port):
        await closed_table.check_seats(port, table)


@pytest.mark.parametrize("fails_at", range(12))
async def test_interrupted_move_is_finished_by_another_one_and_the_table_is_never_lost_nor_doubled(
    closed_table, hosts, monkeypatch, fails_at
):
    store, steps = hosts.store, iter(range(12))

    def count(method):
        """Return a method of the store that fails at one step, before or after it is done, in turn."""

        async def counted(*arguments):
            step = next(steps, None)
            if step == fails_at and not step % 2:
                raise StoreUnreachable
            found = await method(*arguments)
            if step == fails_at:
                raise StoreUnreachable
            return found

        return counted

    with monkeypatch.context() as faults:
        identity = await find_identity(store)
        faults.setattr(table_import, "find_identity", lambda store: asyncio.sleep(0, identity))
        faults.setattr(table_import, "refuse_unfinished_import", lambda store: asyncio.sleep(0))
        for module in ("table_log", "retry"):
            faults.setattr(f"net.cluster.{module}.STORE_RETRY_PAUSE_SECONDS", 0)
        for name in ("append", "last", "remove"):
            faults.setattr(store, name, count(getattr(store, name)))
        try:
            await import_table_to_store(closed_table.journal, closed_table.port, store)
        except StoreUnreachable:
            is_elsewhere = False
        else:
            is_elsewhere = True
    if not is_elsewhere:
        is_here = unfinished_tables(closed_table.journal.path, None) != ()
        is_in_club = any(key.startswith("table.") for key in store.entries)
        assert not (is_here and is_in_club)
        table = await import_table_to_store(closed_table.journal, closed_table.port, store)
        _, port = await hosts.open()
        await closed_table.check_seats(port, table)
    assert len([key for key, found in store.entries.items() if key.startswith("table.") and found]) == 1
    assert len([key for key, found in store.entries.items() if key.startswith("log.") and found]) == 1


async def test_move_that_was_interrupted_here_is_finished_and_what_is_played_before_is_not_lost(
    closed_table, hosts, monkeypatch
):
    with monkeypatch.context() as fault:
        fault.setattr(HostedTable, "begin_move_to_other_machine", lambda table, port: raise_damaged())
        with pytest.raises(JournalDamaged):
            await import_table_to_store(closed_table.journal, closed_table.port, hosts.store)
    await closed_table.open()  # it goes on here
    acting = closed_table.ann if legal_actions(closed_table.ann) else closed_table.bob
    acting.send_action(legal_actions(acting)[0])
    await wait_until(lambda: not acting.awaits_answer)
    await closed_table.close()
    table = open_hosted_table(closed_table.journal.path, closed_table.port)
    played = table.saved.match
    table.close()
    assert played.actions
    with monkeypatch.context() as fault:
        fault.setattr(HostedTable, "finish_move_to_other_machine", lambda table, now: raise_damaged())
        with pytest.raises(JournalDamaged):
            await import_table_to_store(closed_table.journal, closed_table.port, hosts.store)
    assert unfinished_tables(closed_table.journal.path, None) == ()  # it is in the club already
    table = await import_table_to_store(closed_table.journal, closed_table.port, hosts.store)
    entries = entries_that_count(await hosts.store.read(key_of_table_log(table.number)))
    assert read_saved_table(ticks_in_chain([entry for _, entry in entries])).match == played
    _, port = await hosts.open()
    await closed_table.check_seats(port, table)


def legal_actions(client):
    """Return the legal actions of a person in their match."""
    return tuple(games[client.view.game].legal(client.view))


def raise_damaged():
    """Raise the error of a journal that cannot be written."""
    raise JournalDamaged("It ends here.")


async def test_table_is_not_carried_over_to_a_port_of_this_machine_without_a_club(closed_table):
    async with run_club_at(closed_table.folder) as (_, port):
        pass
    with pytest.raises(ImportRefused, match=f"no club on this machine on port {port + 1}: .* --port"):
        await import_table(closed_table.journal, closed_table.port, port + 1)
    assert len(unfinished_tables(closed_table.journal.path, None)) == 1
    await import_table(closed_table.journal, closed_table.port, port)


async def test_table_that_is_open_or_unknown_here_is_not_carried_over(tmp_path, hosts):
    table = TableOfAnnAndBob(tmp_path)
    LocalStorage(table.journal).secret(1)  # there has been a club at port 1
    for moves in (
        lambda port: import_table(table.journal, port, 1),
        lambda port: import_table_to_store(table.journal, port, hosts.store),
    ):
        with pytest.raises(ImportRefused, match=f"on port {table.port}: name the one"):
            await moves(table.port)
    await table.open()
    for moves in (
        lambda port: import_table(table.journal, port, 1),
        lambda port: import_table_to_store(table.journal, port, hosts.store),
    ):
        with pytest.raises(HostedTableInUse, match=f"The table on port {table.port} is open"):
            await moves(table.port)
        with pytest.raises(ImportRefused, match=f"on port {table.port + 1}: name the one"):
            await moves(table.port + 1)
    await table.close()
    assert not any(key.startswith(("table.", "log.")) for key in hosts.store.entries)


@pytest.mark.parametrize("fault", ["game", "match"])
async def test_table_of_another_version_is_not_carried_over_and_stays(closed_table, hosts, monkeypatch, fault):
    def raise_bad_record(*arguments):
        """Raise the error of a match that cannot be replayed."""
        raise BadRecord("it was played otherwise")

    LocalStorage(closed_table.journal).secret(1)  # there has been a club at port 1
    with monkeypatch.context() as other:
        if fault == "match":
            other.setattr(table_import, "restore_saved_table", raise_bad_record)
        else:
            other.setattr(table_import, "games", {})
        for moves in (
            import_table(closed_table.journal, closed_table.port, 1),
            import_table_to_store(closed_table.journal, closed_table.port, hosts.store),
        ):
            with pytest.raises(ImportRefused, match=f"Another version .* port {closed_table.port}"):
                await moves
    assert len(unfinished_tables(closed_table.journal.path, None)) == 1
    await import_table(closed_table.journal, closed_table.port, 1)


async def test_store_without_a_club_or_of_another_version_gets_no_table(closed_table):
    with pytest.raises(ImportRefused, match="There is no club of that name"):
        await import_table_to_store(closed_table.journal, closed_table.port, MemoryStore())
    store = MemoryStore()
    await store.append("club.secret", b"\x92\x01\xc0")
    with pytest.raises(StoreUnusable, match="another version"):
        await import_table_to_store(closed_table.journal, closed_table.port, store)
    assert len(unfinished_tables(closed_table.journal.path, None)) == 1


async def test_private_table_keeps_its_code_and_a_finished_match_stays_in_the_history(tmp_path, hosts, monkeypatch):
    table = TableOfAnnAndBob(tmp_path)
    await table.open(code="griffin")
    code = table.server.secret
    table.ann.end_match()
    await wait_until(lambda: table.ann.table.phase != "playing")
    await play_match_to_end(table.ann, table.bob)
    assert table.server.table.state.phase is not TablePhase.PLAYING
    monkeypatch.setattr("net.host.table_runner.TickRunner.end", lambda runner, over: runner.abandon())  # it is killed
    await table.close()
    monkeypatch.undo()
    assert len(finished_matches(table.journal.path)) == 1
    moved = await import_table_to_store(table.journal, table.port, hosts.store)
    assert moved.code == code
    assert len(finished_matches(table.journal.path)) == 1
    assert not any(key.startswith("match.") for key in hosts.store.entries)
    _, port = await hosts.open()
    zoe = await come_into_hall(port, table.people, "Zoe")
    at_table = await zoe.join_table(moved.number, code)
    assert at_table.table.name == "Lions"
    assert not any(key.startswith("match.") for key in hosts.store.entries)
    await close_clients(at_table, zoe.client)
