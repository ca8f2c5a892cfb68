"""The opening of a table: with a host key of its own, at a free port, with or without a table code."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
from time import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from unittest.mock import create_autospec

import pytest
from msgspec.structs import replace

from net.client.events import MatchBegan
from net.discovery.announce import Announcer
from net.errors import NotListening, PortTaken, Rejected, WrongHost
from net.journal import JOURNAL_FILE, discard_unfinished_table, hosted_slot
from net.journal.database import JournalDatabase
from net.journal.entries import MatchBeganEntry
from net.journal.match_list import write_tick
from net.limits import DEFAULT_WEB_PORT
from net.security.host_certificate import CERTIFICATE_FILE, key_in_groups
from net.security.known_hosts import KnownHosts
from net.security.table_code import TableCode
from net.transport.address_errors import opening_failure_sentence
from tests.gallery.staged_nearby_tables import make_found_table
from tests.support.patience import PATIENCE_SECONDS
from tests.support.terminal import free_port
from tui.cli.listeners import table_listeners
from tui.connect import guest_listeners
from tui.connect.free_port import MAX_PORTS_TRIED
from tui.connect.guest_listeners import listen_as_before
from tui.connect.host_table import (
    MATCH_NOT_RESUMED_SENTENCE,
    MATCH_RESUMED_SENTENCE,
    TABLE_RESUMED_SENTENCE,
    HostedTable,
    resume_notices,
)
from tui.connect.invitation import PLAIN_WEB_NOTICE
from tui.connect.nearby_tables import table_browser
from tui.connect.open_table import SEAT_AT_EARLIER_TABLE_SENTENCE, open_table, table_opening_failure_sentence
from tui.connect.request import TableRequest
from tui.connect.saved_listeners import SavedListeners, load_listeners, save_listeners
from tui.connect.seat_tokens import SEAT_TOKEN_FILE
from tui.connect.unfinished import resume_request, unfinished_tables
from tui.settings import Settings

if TYPE_CHECKING:
    from net.host.server import TableServer


@pytest.fixture(autouse=True)
def use_isolated_data_folder(tmp_path, monkeypatch) -> None:
    """Use a data folder of this test, and announce no table on the network."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    monkeypatch.setattr("net.discovery.announce.announce_table", lambda advert, bound: create_autospec(Announcer))


@pytest.fixture
def taken_port() -> int:
    """The number of a port at which another socket listens."""
    with socket.create_server(("127.0.0.1", 0)) as link:
        yield link.getsockname()[1]


def host_request(port: int, **fields: object) -> TableRequest:
    """Return a request to host a table at `port` of the loopback; `fields` are other fields of the request."""
    return TableRequest("host", seats=4, bots=0, port=port, bind="127.0.0.1", **fields)


async def leave_tables(*handles) -> None:
    """Leave the tables of these handles, one after the other."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for handle in handles:
            await handle.leave()


async def test_host_without_a_port_takes_the_next_free_one(taken_port) -> None:
    handle = await open_table(host_request(taken_port, any_port=True), Settings("Ann"))
    port = int(handle.host.server.table.address.rpartition(":")[2])
    assert port > taken_port
    assert f"Port {taken_port} is taken on this machine: this table is on port {port}." in handle.notices
    assert handle.notices.endswith(
        f"The key of this host is {key_in_groups(handle.host.server.certificate.fingerprint)}."
    )
    await leave_tables(handle)


async def test_page_for_browsers_is_at_port_8222_or_the_next_free_one(taken_port, monkeypatch) -> None:
    assert DEFAULT_WEB_PORT == 8222
    monkeypatch.setattr(guest_listeners, "DEFAULT_WEB_PORT", taken_port)
    handle = await open_table(host_request(0, web_port=0), Settings("Ann"), new_opener=table_listeners)
    assert taken_port < handle.host.web.port < taken_port + MAX_PORTS_TRIED
    await leave_tables(handle)
    with pytest.raises(PortTaken, match="--web PORT"):
        await open_table(host_request(0, web_port=taken_port), Settings("Ann"), new_opener=table_listeners)


async def test_host_with_ssh_is_shown_the_fingerprint_of_its_ssh_key() -> None:
    handle = await open_table(host_request(0, ssh_port=0), Settings("Ann"), new_opener=table_listeners)
    shown = handle.host.ssh.fingerprint
    assert shown.startswith("SHA256:")
    assert handle.notices.endswith(f"With ssh the key of this host is {shown}.")
    await leave_tables(handle)


async def test_guests_over_ssh_and_in_browsers_share_their_limits(tmp_path) -> None:
    handle = await open_table(
        host_request(0, ssh_port=0, web_port=0, code="dragon"), Settings("Ann"), new_opener=table_listeners
    )
    host = handle.host
    assert host.ssh.guests is host.web.guests
    assert handle.web_address == f"http://127.0.0.1:{host.web.port}/#code=DRAG0N"
    assert handle.web_notice == PLAIN_WEB_NOTICE
    await leave_tables(handle)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", host.web.port)


async def test_person_who_joins_is_shown_the_web_address_of_the_host() -> None:
    handle = await open_table(host_request(0, web_port=0, code="dragon"), Settings("Ann"), new_opener=table_listeners)
    port = int(handle.host.server.table.address.rpartition(":")[2])
    joined = await open_table(
        TableRequest("join", address="127.0.0.1", port=port, code=handle.join_code, watch=True), Settings("Bob")
    )
    assert joined.web_address == handle.web_address != ""
    await leave_tables(joined, handle)


async def test_page_has_the_certificate_of_the_host_or_one_that_is_given(tmp_path) -> None:
    own = tmp_path / CERTIFICATE_FILE
    for request in (
        host_request(0, web_port=0, web_tls=True),
        host_request(0, web_port=0, certificate=str(own), certificate_key=str(own)),
    ):
        handle = await open_table(request, Settings("Ann"), new_opener=table_listeners)
        assert handle.web_address == f"https://127.0.0.1:{handle.host.web.port}/"
        assert handle.web_notice == ""
        await leave_tables(handle)


@pytest.mark.parametrize(
    ("certificate_text", "expected_reason"), [(None, "No such file"), ("nonsense", "not a certificate and its key")]
)
async def test_unusable_certificate_of_the_page_is_reported_and_leaves_nothing_open(
    tmp_path, certificate_text, expected_reason
) -> None:
    file = tmp_path / "my.pem"
    if certificate_text is not None:
        file.write_text(certificate_text)
    request = host_request(0, ssh_port=0, web_port=0, certificate=str(file), certificate_key=str(file))
    with pytest.raises(NotListening, match=expected_reason):
        await open_table(request, Settings("Ann"), new_opener=table_listeners)


async def test_host_with_a_taken_port_is_refused(taken_port) -> None:
    with pytest.raises(PortTaken, match=f"Port {taken_port} is taken on this machine.*--port"):
        await open_table(host_request(taken_port), Settings("Ann"))


async def test_code_authenticates_the_host_and_wrong_codes_are_refused(tmp_path, monkeypatch) -> None:
    hosting = await open_table(host_request(0, code="dragon"), Settings("Ann"))
    port, code = int(hosting.host.server.table.address.rpartition(":")[2]), hosting.host.server.code
    assert code.endswith("-dragon")
    assert (tmp_path / CERTIFICATE_FILE).exists()
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "guest"))
    joining = TableRequest("join", address="127.0.0.1", port=port, code=code)
    joined = await open_table(joining, Settings("Ann"))
    assert "The code has proved that this is the right host" in joined.notices
    assert "Somebody here is already called Ann: you are Ann 2." in joined.notices
    again = await open_table(replace(joining, code="dragon"), Settings("Bea"))
    assert TableCode.read(joined.join_code) == TableCode.read(again.join_code) == TableCode.read(code), (
        "whoever has it can hand it on"
    )
    await leave_tables(again)
    with pytest.raises(WrongHost):
        await open_table(replace(joining, code="ZZZZ" + code[4:]), Settings("Bob"))
    with pytest.raises(Rejected, match="that was not it"):
        await open_table(replace(joining, code=code[:-4] + "lily"), Settings("Bob"))
    await leave_tables(joined, hosting)


async def test_host_without_tls_has_no_key_and_its_code_is_the_chosen_word_alone(tmp_path) -> None:
    hosting = await open_table(host_request(0, code="dragon", insecure=True), Settings("Ann"))
    assert hosting.host.server.code == "dragon"
    assert not (tmp_path / CERTIFICATE_FILE).exists()
    port = int(hosting.host.server.table.address.rpartition(":")[2])
    joined = await open_table(
        TableRequest("join", address="127.0.0.1", port=port, code="DRAGON", insecure=True), Settings("Bob")
    )
    assert joined.client.seat == 1
    assert joined.join_code == "DRAGON"
    await leave_tables(joined, hosting)


def write_unfinished_match(folder, port: int, began: float) -> None:
    """Write a journal with an unfinished match at `port`, as a killed host leaves it; the match began at the Unix time
    `began`.
    """
    with JournalDatabase(folder / JOURNAL_FILE) as file:
        file.execute("INSERT INTO tables (slot, opened) VALUES (?, ?)", (hosted_slot(port), began))
        [(table,)] = file.rows("SELECT max(id) FROM tables")
        write_tick(file, table, 1, [MatchBeganEntry(1, "mad-queens", 2, (), "7", ("Ann", "Bob"))], began)


async def test_host_is_notified_of_unfinished_matches_at_other_ports(tmp_path) -> None:
    write_unfinished_match(tmp_path, 7921, time() - 60)
    write_unfinished_match(tmp_path, 7922, time() - 30 * 86_400)
    handle = await open_table(host_request(0), Settings("Ann"))
    assert handle.notices.startswith("To resume the match left unfinished on port 7921: queens host --port 7921.")
    assert "7922" not in handle.notices, "nobody thinks of it any more"
    await leave_tables(handle)


async def test_chosen_match_with_others_is_hosted_again_at_its_port(tmp_path) -> None:
    first = await open_table(host_request(0), Settings("Ann"))
    port = int(first.host.server.table.address.rpartition(":")[2])
    began = asyncio.Event()
    first.client.set_listener(lambda event: began.set() if isinstance(event, MatchBegan) else None)
    first.client.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await began.wait()
    assert unfinished_tables(tmp_path, also_hosted=True) == (), "it is open"
    await leave_tables(first)
    [left] = unfinished_tables(tmp_path, also_hosted=True)
    request = replace(resume_request(left), bind="127.0.0.1")
    assert (request.kind, request.port, request.seats) == ("host", port, 4)
    again = await open_table(request, Settings("Ann"))
    assert again.notices.startswith(MATCH_RESUMED_SENTENCE)
    assert again.client.seat == 0
    await leave_tables(again)
    discard_unfinished_table(tmp_path / JOURNAL_FILE, left.number, time())
    gone = await open_table(request, Settings("Ann"))
    assert gone.notices.startswith(MATCH_NOT_RESUMED_SENTENCE)
    await leave_tables(gone)


async def test_resumed_table_listens_for_guests_at_the_former_ports(tmp_path, monkeypatch) -> None:
    """The former port for ssh is taken now, and the certificate of the page is gone."""
    for usual in (
        "DEFAULT_SSH_PORT",
        "DEFAULT_WEB_PORT",
    ):  # other tests open and close tables at the usual ones at the same time
        monkeypatch.setattr(guest_listeners, usual, int(free_port()))
    settings = Settings("Ann")
    first = await open_table(host_request(0, ssh_port=0), settings, new_opener=table_listeners)
    await first.open_to_browsers()
    began = asyncio.Event()
    first.client.set_listener(lambda event: began.set() if isinstance(event, MatchBegan) else None)
    first.client.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await began.wait()
    port = int(first.host.server.table.address.rpartition(":")[2])
    ssh, web, id = first.host.ssh.port, first.host.web.port, first.host.server.table.id
    await leave_tables(first)

    again = await open_table(host_request(port), settings, new_opener=table_listeners)
    assert (again.host.ssh.port, again.host.web.port) == (ssh, web)
    assert f"Guests come in as before: with ssh on port {ssh} and in a browser on port {web}." in again.notices
    await leave_tables(again)

    gone = str(tmp_path / "gone.pem")
    save_listeners(tmp_path, id, SavedListeners(ssh, web, certificate=gone, certificate_key=gone))
    with socket.create_server(("127.0.0.1", ssh)):
        third = await open_table(host_request(port), settings, new_opener=table_listeners)
        assert third.host.ssh.port != ssh
        assert third.host.web is None
        assert f"They cannot come in with a browser as before: {gone}" in third.notices
        await leave_tables(third)


@pytest.mark.parametrize(("before", "now", "expected"), [("127.0.0.1", "", "127.0.0.1"), ("", "::1", "::1")])
async def test_resumed_table_listens_at_the_former_addresses_unless_others_are_named(before, now, expected) -> None:
    opened = []

    class Opener:
        """Opens no listener, but records where."""

        async def open_ssh_listener(self, bind, port):
            opened.append((bind, port))
            return SimpleNamespace(port=port)

        async def open_web_listener(self, bind, port, tls, host_names):
            return await self.open_ssh_listener(bind, port)

    request = replace(host_request(0), bind=now)
    await listen_as_before(Opener(), request, SavedListeners(8122, 8222, bind=before))
    assert opened == [(expected, 8122), (expected, 8222)]


def test_resumed_table_ignores_damaged_data_about_its_former_listeners(tmp_path) -> None:
    for port in (-1, 65_536, "8222"):
        save_listeners(tmp_path, "id", SavedListeners(8122, port))
        assert load_listeners(tmp_path, "id") == SavedListeners()


def test_resuming_a_match_whose_port_is_taken_says_that_it_waits_for_the_port() -> None:
    """The sentence names no option of the command line, because the person has chosen the match from a list."""
    taken = PortTaken(opening_failure_sentence(OSError(errno.EADDRINUSE, ""), "", 7921))
    assert table_opening_failure_sentence(taken, host_request(7921, unfinished_table=3)) == (
        "Port 7921 is taken on this machine, perhaps by another table: close that one, then resume this match again."
    )
    assert "--port" in table_opening_failure_sentence(taken, host_request(7921))


@pytest.mark.parametrize(("resumed", "sentence"), [(True, MATCH_RESUMED_SENTENCE), (False, TABLE_RESUMED_SENTENCE)])
def test_host_is_notified_whether_a_match_or_a_table_was_resumed(resumed, sentence) -> None:
    server = SimpleNamespace(table_resumed=True, match_resumed=resumed)
    assert resume_notices(HostedTable(cast("TableServer", server), create_autospec(Announcer), host_request(0))) == [
        sentence
    ]


async def test_running_match_at_another_port_is_not_called_unfinished(tmp_path) -> None:
    first = await open_table(
        TableRequest("host", seats=2, bots=1, port=0, bind="127.0.0.1"), Settings("Ann", pace="slow")
    )
    began = asyncio.Event()
    first.client.set_listener(lambda event: began.set() if isinstance(event, MatchBegan) else None)
    first.client.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await began.wait()
    with JournalDatabase(tmp_path / JOURNAL_FILE, only_reading=True) as file:
        assert file.rows("SELECT 1 FROM matches WHERE ended IS NULL")
    second = await open_table(host_request(0), Settings("Ann"))
    assert "unfinished" not in second.notices
    await leave_tables(second, first)


async def test_failed_search_for_unfinished_matches_does_not_stop_a_host(monkeypatch) -> None:
    def fail(path, since):
        """Raise an error instead of reading the journal."""
        raise OSError("no")

    monkeypatch.setattr("net.journal.ports_of_unfinished_tables", fail)
    handle = await open_table(host_request(0), Settings("Ann"))
    assert handle.notices.startswith("The key")
    await leave_tables(handle)


async def test_person_who_joins_is_notified_if_the_table_is_not_the_one_where_they_sat_last(
    tmp_path, monkeypatch
) -> None:
    """The host keeps the former match and opens a new table; the person joins twice by the same command."""
    first = await open_table(host_request(0), Settings("Ann"))
    port = int(first.host.server.table.address.rpartition(":")[2])
    joining = TableRequest("join", address="127.0.0.1", port=port)
    sentence = []

    async def join_and_leave() -> None:
        """Join as Bob from another data folder, keep the notices and leave."""
        with monkeypatch.context() as patch:
            patch.setenv("QUEENS_DATA", str(tmp_path / "guest"))
            handle = await open_table(joining, Settings("Bob"))
            sentence.append(SEAT_AT_EARLIER_TABLE_SENTENCE in handle.notices)
            await leave_tables(handle)

    await join_and_leave()
    await leave_tables(first)
    second = await open_table(host_request(port, new_table=True), Settings("Ann"))
    await join_and_leave()
    await join_and_leave()
    assert sentence == [False, True, False]
    await leave_tables(second)


async def test_seat_token_is_found_under_any_address_of_the_host(tmp_path, monkeypatch) -> None:
    handle = await open_table(host_request(0), Settings("Ann"))
    port = int(handle.host.server.table.address.rpartition(":")[2])
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "guest"))
    first = await open_table(TableRequest("join", address="127.0.0.1", port=port), Settings("Bob"))
    assert (first.client.name, first.client.seat) == ("Bob", 1)
    [entry] = json.loads((tmp_path / "guest" / SEAT_TOKEN_FILE).read_text())
    assert entry["process"] == os.getpid()
    first.client._closed = True  # as when the program has died
    first.client._connection._transport.abort()
    again = await open_table(TableRequest("join", address="localhost", port=port), Settings("Bob"))
    assert (again.client.name, again.client.seat) == ("Bob", 1)
    await leave_tables(again, handle)
    [entry] = json.loads((tmp_path / "guest" / SEAT_TOKEN_FILE).read_text())
    assert entry["process"] == 0, "a person who has left may come back with another program"


async def test_found_tables_of_known_hosts_are_listed_before_others(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    KnownHosts(tmp_path).remember("192.168.1.20:7433", "ab" * 32)
    browser = table_browser(lambda: None)
    browser._found_tables = {"a": make_found_table("Aaron"), "z": make_found_table("Zoe", host_fingerprint="ab" * 32)}
    assert [table.owner_name for table in browser.tables] == ["Zoe", "Aaron"]


async def test_bots_of_a_new_table_have_the_requested_levels_in_turn() -> None:
    request = TableRequest("play", "queen-bees-ii", seats=4, bots=3, bot_kinds=("hard", "easy", "a bot of no game"))
    handle = await open_table(request, Settings("Ann"))
    assert [seat.bot for seat in handle.client.table.seats] == ["", "hard", "easy", "hard"]
    await leave_tables(handle)


async def test_host_lets_browsers_join_a_running_table_and_everybody_is_notified() -> None:
    handle = await open_table(host_request(0), Settings("Ann"), new_opener=table_listeners)
    assert handle.web_address == ""
    assert handle.host.can_open_to_browsers
    told = asyncio.Event()
    handle.client.set_listener(lambda event: told.set() if handle.client.table.web_port else None)
    await handle.host.open_to_browsers()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await told.wait()
    assert handle.client.table.web_port == handle.host.web.port
    assert handle.web_address == f"http://127.0.0.1:{handle.host.web.port}/"
    assert not handle.host.can_open_to_browsers
    await leave_tables(handle)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", handle.host.web.port)
