"""Tables found on the local network: foreign announcements are checked, and a table's own announcement is read back."""

from __future__ import annotations

import asyncio
import errno
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import net.discovery.announce
import net.discovery.browse
from core import games
from net.cluster.identity import ClubIdentity
from net.discovery.announce import announce_table
from net.discovery.announcement import MAX_ANNOUNCED_NUMBER, FoundTable, OwnAnnouncement, read_announcement
from net.discovery.browse import TableBrowser, addresses_in_own_networks, measure_connection_milliseconds
from net.discovery.mdns import multicast_failure_reason
from net.errors import NetError
from net.host.club_server import ClubSpec, open_club
from net.host.cluster_storage import ClusterStorage
from net.host.local_club import enter_local_hall
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.limits import (
    MAX_ADDRESSES_TRIED,
    MAX_NAME_CELLS,
    MAX_SERVICES_ASKED_AT_ONCE,
    MAX_TABLES_FOUND,
    PROTOCOL_VERSION,
)
from net.protocol.messages import TableRow
from net.protocol.sanitize import clean_text
from net.security.host_certificate import new_certificate
from net.transport.address_errors import address_with_port
from tests.net.cluster.memory_store import MemoryStore
from tests.support.patience import PATIENCE_SECONDS

HOST_ADDRESSES = ["192.168.1.20", "fd00::20"]
"""The IP addresses that the machine of a host has."""


def text_record_of(properties: dict[str, str]) -> dict[bytes, bytes | None]:
    """Return properties in the form of a text record of mDNS: keys and values in bytes."""
    return {key.encode(): value.encode() for key, value in properties.items()}


VALID_TEXT_RECORD = text_record_of(
    {
        "v": str(PROTOCOL_VERSION),
        "game": "big-queen",
        "host": "Ann",
        "free": "2",
        "seats": "4",
        "code": "1",
        "club": "",
        "id": "ab" * 16,
    }
)
"""The mDNS text record of a valid announcement."""


async def test_announced_table_is_found_as_it_was_announced() -> None:
    server, ann = await host(
        make_table_spec("mad-queens", code="dragon", seats=3, bots=1, pace=0), "Ann", "127.0.0.1", 0
    )
    told = server.announcement("Ann").properties
    found = read_announcement(7433, text_record_of(told), HOST_ADDRESSES)
    assert found is not None
    assert (found.owner_name, found.title, found.free_seats, found.seats) == ("Ann", "Mad Queens", 1, 3)
    assert (found.asks_for_code, found.uses_tls, found.phase, found.why_not_joinable) == (True, False, "lobby", "")
    assert found.join_address == "192.168.1.20:7433"
    assert all(len(key) + len(value.encode()) < 255 for key, value in told.items())
    ann.start_match()
    began = asyncio.Event()
    ann.set_listener(lambda event: began.set() if ann.view is not None else None)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await began.wait()
    assert server.announcement("Ann").properties["phase"] == "playing"
    assert server.announcement("").properties["host"] == server.table.info().owner_name != ""
    await ann.close()
    await server.close()


async def test_announced_club_is_found_as_one_entry() -> None:
    club = await open_club(ClubSpec("Café", "mozart"), "127.0.0.1", 0)
    found = read_announcement(7433, text_record_of(club.announcement().properties), HOST_ADDRESSES)
    assert found is not None
    assert (found.is_club, found.owner_name, found.title, found.seats, found.free_seats) == (True, "Café", "Club", 0, 0)
    assert (found.asks_for_code, found.why_not_joinable) == (True, "")
    await club.close()


async def test_club_is_found_with_as_many_tables_as_its_hall_shows_also_those_where_nobody_is() -> None:
    club = await open_club(ClubSpec("Café"), "127.0.0.1", 0)
    empty, deserted = (TableRow(number, "Lions", "mad-queens", 4, 4, 0, suspended=number == 2) for number in (1, 2))
    club.tables.register.publish(empty)
    club.tables.register.publish(deserted)
    client = await enter_local_hall(club, "Ann")
    async with asyncio.timeout(PATIENCE_SECONDS):
        while client.tables != 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
    found = read_announcement(7433, text_record_of(club.announcement().properties), HOST_ADDRESSES)
    assert found is not None
    assert (found.seats, found.free_seats) == (2, 2)
    await client.close()
    await club.close()


def test_club_with_more_tables_than_fit_into_an_announcement_is_found() -> None:
    own = OwnAnnouncement("ab" * 16, "Café", "", 11_000, 12_000, "lobby", False, "", 7433, is_club=True)
    found = read_announcement(7433, text_record_of(own.properties), HOST_ADDRESSES)
    assert found is not None
    assert (found.seats, found.free_seats) == (MAX_ANNOUNCED_NUMBER, MAX_ANNOUNCED_NUMBER)


async def test_club_of_several_hosts_is_found_as_one_entry_as_long_as_one_of_them_is_there(monkeypatch) -> None:
    open_everywhere = net.discovery.browse.open_multicast_dns
    monkeypatch.setattr(net.discovery.browse, "open_multicast_dns", lambda: open_everywhere(["127.0.0.1"]))
    store, identity = MemoryStore(), ClubIdentity(b"s" * 32, new_certificate())
    spec, news = ClubSpec("Café"), asyncio.Event()
    clubs = [await open_club(spec, "127.0.0.1", 0, storage=ClusterStorage(store, identity)) for _ in range(2)]
    assert len({club.announcement().id for club in clubs}) == 1
    services = [net.discovery.announce._service_info(club.announcement(), ["127.0.0.1"]) for club in clubs]
    assert [len({one.name for one in services}), len({one.server for one in services})] == [2, 2]
    announcers = [announce_table(club.announcement, club.bound_address) for club in clubs]
    nearby = TableBrowser(news.set)

    async def addresses_when_hosts_are_found(hosts: set[str]) -> list[str]:
        """Wait until exactly these hosts of the club are found, and return the addresses of the club in the list."""
        id = clubs[0].hall.id  # programs of other tests announce their tables on loopback at the same time
        while {
            one.join_address
            for one in nearby._found_tables.values()
            if one.id == id and one.ping_milliseconds is not None
        } != hosts:
            news.clear()
            await news.wait()
        return [one.join_address for one in nearby.tables if one.id == id]

    async with asyncio.timeout(PATIENCE_SECONDS):
        await nearby.open()
        [listed] = await addresses_when_hosts_are_found({club.address for club in clubs})
        assert listed in {club.address for club in clubs}
        gone = 0 if listed == clubs[0].address else 1
        await announcers[gone].close()
        assert await addresses_when_hosts_are_found({clubs[1 - gone].address}) == [clubs[1 - gone].address]
        await nearby.close()
        await announcers[1 - gone].close()
        for club in clubs:
            await club.close()


async def test_host_of_a_club_that_this_program_knows_is_listed_before_others_that_claim_to_be_of_the_club() -> None:
    nearby = TableBrowser(lambda: None, {"127.0.0.3:7433": KNOWN_HOST_FINGERPRINT})
    hosts = [
        table_at(
            f"127.0.0.{one}",
            7433,
            "club",
            is_club=True,
            host_fingerprint=KNOWN_HOST_FINGERPRINT,
            ping_milliseconds=ping,
        )
        for one, ping in enumerate((None, 5, 9, 5), 1)
    ]
    for count, listed in ((1, 1), (2, 2), (3, 3), (4, 3)):
        nearby._store_found_table(f"host {count}", hosts[count - 1])
        assert [one.addresses for one in nearby.tables] == [(f"127.0.0.{listed}",)]
    await nearby.close()


record_keys = st.one_of(st.sampled_from(list(VALID_TEXT_RECORD)), st.binary(max_size=8))
"""Hypothesis strategy for the keys of a text record."""

text_records = st.dictionaries(
    record_keys, st.none() | st.binary(max_size=300) | st.sampled_from(list(VALID_TEXT_RECORD.values())), max_size=12
)
"""Hypothesis strategy for text records, most of them invalid."""


@given(st.none() | st.integers(-1, 70_000), text_records, st.lists(st.sampled_from(HOST_ADDRESSES), max_size=9))
def test_any_text_record_gives_a_table_with_clean_texts_or_nothing(port, text, addresses) -> None:
    found = read_announcement(port, {**VALID_TEXT_RECORD, **text}, addresses)
    if found is None:
        return
    assert 0 < found.port < 65536
    assert 0 < len(found.addresses) <= MAX_ADDRESSES_TRIED
    assert 0 <= found.free_seats <= found.seats <= 9999
    assert found.phase in ("lobby", "playing")
    for word in (found.owner_name, found.game, found.id, found.host_fingerprint, found.title, found.why_not_joinable):
        assert word == clean_text(word, 500)
    assert clean_text(found.owner_name, MAX_NAME_CELLS) == found.owner_name


@pytest.mark.parametrize(
    ("changed_record", "expected_reason"),
    [
        ({b"v": str(PROTOCOL_VERSION + 1).encode()}, "newer version"),
        ({b"v": b"0"}, "older version"),
        ({b"game": b"chess"}, "does not have"),
        ({}, ""),
    ],
)
def test_reason_that_a_table_cannot_be_joined_is_one_sentence(changed_record, expected_reason) -> None:
    found = read_announcement(7433, {**VALID_TEXT_RECORD, **changed_record}, HOST_ADDRESSES)
    assert found is not None
    assert expected_reason in found.why_not_joinable
    assert bool(expected_reason) == bool(found.why_not_joinable)


@pytest.mark.parametrize(
    "changed_record", [{b"v": b"x"}, {b"free": b"-1"}, {b"seats": b"99999"}, {b"seats": None}, {b"free": "²".encode()}]
)
def test_invalid_text_record_is_not_listed(changed_record) -> None:
    assert read_announcement(7433, {**VALID_TEXT_RECORD, **changed_record}, HOST_ADDRESSES) is None


def test_browser_connects_only_to_addresses_in_the_networks_of_this_machine(monkeypatch) -> None:
    ours = [("192.168.1.5", 24), ("127.0.0.1", 8), ("fd00::5", 64), ("fe80::5", 64)]
    monkeypatch.setattr(net.discovery.browse, "own_addresses", lambda: ours)
    told = ["fe80::1%eth0", "fd00::20", "192.168.1.20", "8.8.8.8", "192.168.2.1", "fe80::1", "2001:db8::1", "nonsense"]
    assert addresses_in_own_networks(told) == ["192.168.1.20", "fd00::20", "fe80::1%eth0"]


async def test_time_to_connect_to_a_table_is_measured_and_is_none_without_an_answer() -> None:
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    assert await measure_connection_milliseconds("127.0.0.1", port) >= 1
    server.close()
    await server.wait_closed()
    assert await measure_connection_milliseconds("127.0.0.1", port) is None
    assert await measure_connection_milliseconds("no such name.invalid", port) is None


async def test_table_at_the_ipv6_loopback_alone_is_found_on_this_machine(monkeypatch) -> None:
    try:
        server, ann = await host(make_table_spec("mad-queens", pace=0), "Ann", "::1", 0)
    except NetError:
        pytest.skip("this machine has no IPv6")
    open_everywhere = net.discovery.browse.open_multicast_dns
    monkeypatch.setattr(net.discovery.browse, "open_multicast_dns", lambda: open_everywhere(["127.0.0.1"]))
    port = int(server.table.address.rpartition(":")[2])
    announcer = announce_table(lambda: server.announcement("Ann"), server.bound_address)
    reached = asyncio.Event()

    def record_reached_table() -> None:
        """Record that the browser has reached the table."""
        if any((one.address, one.port) == ("::1", port) for one in nearby.tables):
            reached.set()

    nearby = TableBrowser(record_reached_table)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await nearby.open()
        await reached.wait()
        await nearby.close()
        await ann.close()
        await announcer.close()
        await server.close()


async def test_blocked_multicast_is_reported_and_harms_neither_hosting_nor_browsing(monkeypatch) -> None:
    def raise_blocked(addresses=None):
        raise OSError(errno.EADDRINUSE, "in use")

    monkeypatch.setattr(net.discovery.announce, "open_multicast_dns", raise_blocked)
    monkeypatch.setattr(net.discovery.browse, "open_multicast_dns", raise_blocked)
    server, ann = await host(make_table_spec("mad-queens", pace=0), "Ann", "127.0.0.1", 0)
    reports: list[str] = []
    told = asyncio.Event()
    announcer = announce_table(lambda: server.announcement("Ann"), server.bound_address)
    announcer.report_trouble_to(lambda trouble: (reports.append(trouble), told.set()))
    nearby = TableBrowser(lambda: None)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await told.wait()
        await nearby.open()
        assert reports == [announcer.trouble]
        for sentence in (reports[0], nearby.trouble):
            assert "another program keeps port 5353" in sentence
            assert "address" in sentence
        await nearby.close()
        await ann.close()
        await announcer.close()
        await server.close()


@pytest.mark.parametrize(
    ("error", "expected_text"),
    [
        (ImportError("no"), "not installed"),
        (PermissionError(errno.EPERM, "no"), "does not allow multicast"),
        (OSError(errno.ENODEV, "no"), "no network"),
        (RuntimeError("no"), "no network"),
        (KeyError("no"), "refuses the announcement"),
    ],
)
def test_every_reason_for_blocked_multicast_has_a_sentence(error, expected_text) -> None:
    assert expected_text in multicast_failure_reason(error)


def browse_without_network(nearby: TableBrowser, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make a browser begin its search without a network; return a function that announces a service to it by name."""
    handlers: list[Callable[..., None]] = []
    monkeypatch.setattr(
        "zeroconf.asyncio.AsyncServiceBrowser",
        lambda zeroconf, service, handlers_=None, **kw: handlers.extend(*kw.values()),
    )
    nearby._start_browsing(SimpleNamespace(zeroconf=None))  # type: ignore[arg-type]
    from zeroconf import ServiceStateChange

    return lambda name: handlers[0](name=name, state_change=ServiceStateChange.Added, zeroconf=None, service_type="")


async def test_browser_limits_the_number_of_found_tables_and_of_requests(monkeypatch) -> None:
    nearby = TableBrowser(lambda: None)
    announce = browse_without_network(nearby, monkeypatch)

    async def wait_for_answer(name: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(nearby, "_resolve_service", wait_for_answer)
    for number in range(MAX_SERVICES_ASKED_AT_ONCE * 3):
        announce(f"table {number}")
    assert len(nearby._detail_requests) == MAX_SERVICES_ASKED_AT_ONCE
    assert f"table {number}" in nearby._detail_requests, "the latest is asked"
    for number in range(MAX_TABLES_FOUND + 20):
        found = replace(
            valid_found_table(), addresses=(f"10.0.{number // 250}.{number % 250 + 1}",), ping_milliseconds=1
        )
        nearby._store_found_table(f"table {number}", found)
    assert len(nearby.tables) == MAX_TABLES_FOUND
    assert f"table {number}" in nearby._found_tables
    await nearby.close()


async def test_list_of_tables_is_reported_once_for_changes_that_come_together() -> None:
    reported = asyncio.Event()
    counts: list[int] = []
    nearby = TableBrowser(lambda: (counts.append(len(nearby.tables)), reported.set()))
    for number in range(5):
        nearby._store_found_table(f"table {number}", replace(valid_found_table(), id=str(number)))
    await asyncio.wait_for(reported.wait(), PATIENCE_SECONDS)
    assert counts == [5]
    await nearby.close()


KNOWN_HOST_FINGERPRINT = "ab" * 32
"""The fingerprint of a host that the client knows."""


class TableAnnouncer:
    """Announces tables on this machine to a `TableBrowser`, without a network; `tables` are the announced ones by
    id.
    """

    def __init__(self, nearby: TableBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables: dict[str, FoundTable] = {}
        self._nearby = nearby
        self._announce = browse_without_network(nearby, monkeypatch)
        monkeypatch.setattr(nearby, "_resolve_service", self._resolve)

    async def _resolve(self, name: str) -> None:
        """Find the table of this name and try to connect to it, as the browser does with announcements from the
        network.
        """
        self._nearby._store_found_table(name, self.tables[name])
        await self._nearby._probe_table(name)

    async def announce(self, *tables: FoundTable) -> None:
        """Announce these tables, each by its id, and wait until the browser has looked up all of them and tried to
        connect.
        """
        for table in tables:
            self.tables[table.id] = table
            self._announce(table.id)
        await asyncio.gather(*self._nearby._detail_requests.values(), return_exceptions=True)


def table_at(address: str, port: int, id: str, **particulars: object) -> FoundTable:
    """Return an announced table with this id at an address and port."""
    return replace(valid_found_table(), id=id, addresses=(address,), port=port, **particulars)


@asynccontextmanager
async def listen_at(*addresses: str) -> AsyncIterator[list[tuple[str, int]]]:
    """Context manager: listen at these addresses of this machine, and yield each with its port; connections are closed
    at once.
    """
    async with AsyncExitStack() as stack:
        places = []
        for address in addresses:
            server = await stack.enter_async_context(
                await asyncio.start_server(lambda _, writer: writer.close(), address, 0)
            )
            places.append(server.sockets[0].getsockname()[:2])
        yield places


def loopback_addresses(address_count: int) -> list[str]:
    """Return addresses of this machine, of 127.0.0.0/8."""
    return [f"127.0.{1 + one // 250}.{1 + one % 250}" for one in range(address_count)]


@pytest.mark.skipif(sys.platform != "linux", reason="all of 127.0.0.0/8 is this machine on Linux only")
@pytest.mark.parametrize("fake_count", [64, MAX_TABLES_FOUND + 10])
@pytest.mark.parametrize("fakes_come_first", [True, False], ids=["fakes first", "fakes last"])
async def test_fake_tables_that_answer_at_many_addresses_hide_no_new_or_known_table(
    monkeypatch, fake_count, fakes_come_first
) -> None:
    async with listen_at(*loopback_addresses(fake_count), "127.0.0.1", "127.0.0.2") as places:
        *fake_places, real, known = places
        nearby = TableBrowser(lambda: None, {address_with_port(*known): KNOWN_HOST_FINGERPRINT})
        told = TableAnnouncer(nearby, monkeypatch)
        made_up = [
            table_at(*place, id=f"fake {number}", host_fingerprint=KNOWN_HOST_FINGERPRINT, owner_name="Aaron")
            for number, place in enumerate(fake_places)
        ]
        honest = [
            table_at(*real, id="real", owner_name="Zoe"),
            table_at(*known, id="known", host_fingerprint=KNOWN_HOST_FINGERPRINT, owner_name="Zoe", free_seats=0),
        ]
        for group in (made_up, honest) if fakes_come_first else (honest, made_up):
            for table in group:
                await told.announce(table)
        listed = [found.id for found in nearby.tables]
        assert listed[0] == "known", "though others announce the same key"
        assert "real" in listed
        assert len(listed) <= MAX_TABLES_FOUND
        await nearby.close()


@pytest.mark.parametrize("port_answers", [False, True], ids=["silent", "answering"])
async def test_made_up_tables_of_one_address_keep_no_real_table_out_of_the_list(monkeypatch, port_answers) -> None:
    """The made-up tables are at one real port of this machine, or at one where nobody listens."""
    async with listen_at("127.0.0.1") as [(address, real_port)]:
        with socket.socket() as unused:
            unused.bind(("127.0.0.2", 0))
            fake_port = real_port if port_answers else unused.getsockname()[1]
            nearby = TableBrowser(lambda: None)
            told = TableAnnouncer(nearby, monkeypatch)
            fake = address if port_answers else "127.0.0.2"
            await told.announce(*[table_at(fake, fake_port, f"made up {one}") for one in range(MAX_TABLES_FOUND + 16)])
            await told.announce(table_at(address, real_port, "real"))
            assert "real" in [found.id for found in nearby.tables]
            assert len(nearby._found_tables) <= MAX_TABLES_FOUND
        await nearby.close()


def valid_found_table() -> FoundTable:
    """Return the table that a valid announcement describes."""
    table = read_announcement(7433, VALID_TEXT_RECORD, HOST_ADDRESSES)
    assert table is not None
    return table


def test_zeroconf_ifaddr_and_cryptography_are_imported_only_when_used() -> None:
    program = (
        "import sys, tui.app.app, tui.cli.main, tui.connect.open_table, net.host.local_client; "
        "before = {'zeroconf', 'cryptography', 'ifaddr'} & set(sys.modules); "
        "import net.host.server, net.client.remote, net.discovery.browse, net.security.host_certificate; "
        "import tui.screens.join; "
        "print(sorted(before), sorted({'zeroconf', 'cryptography', 'ifaddr'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("[] []", "")


def test_found_table_of_every_game_has_the_games_title() -> None:
    for slug, game in games.items():
        table = read_announcement(7433, {**VALID_TEXT_RECORD, b"game": slug.encode()}, HOST_ADDRESSES)
        assert table is not None
        assert table.title == game.title
