"""Two hosts of one club over real TCP connections, which share a store in memory."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

import net.cluster.hosts
import net.cluster.leases
from core import games
from net.client.events import ChatReceived, ConnectionRestored, HostLost, NoticeReceived, RefusalReceived
from net.client.hall import TableGranted
from net.client.remote import RemoteClient
from net.club import table_lifecycle
from net.club.administration import STOP_NOT_TOLD_YET_SENTENCE
from net.club.table_lifecycle import OpenOrder
from net.club.table_requests import SEAT_NOT_KNOWN_YET_SENTENCE
from net.cluster.code import CLUB_CODE_KEY, CodeDiffers
from net.cluster.identity import ClubIdentity
from net.cluster.journal import key_of_table_log
from net.errors import (
    CLUB_CLOSED_SENTENCE,
    HOST_CLOSED_TABLE_SENTENCE,
    CodeRejected,
    HostGone,
    JournalDamaged,
    Rejected,
    TableTaken,
)
from net.host import club_results, club_routes, hall_orders, store_probe
from net.host.club_server import PLAY_GOES_ON_SENTENCE, PLAY_WAITS_SENTENCE, ClubSpec, open_club
from net.host.club_tables import is_deserted
from net.host.cluster_storage import ClusterStorage
from net.host.local_club import enter_local_hall, join_local_club_table
from net.limits import MAX_TABLES_PER_PERSON, MAX_UNAUTHENTICATED_PER_ADDRESS
from net.security.host_certificate import certificate_from_pem, new_certificate
from net.table.presence import RETURNED_ELSEWHERE_SENTENCE
from net.transport.code_attempts import CodeAttempts
from tests.net.cluster.memory_store import MemoryLink, MemoryStore
from tests.net.host.club_harness import (
    HallRecorder,
    begin_match,
    close_clients,
    come_into_hall,
    play_match_to_end,
    wait_until,
)
from tests.net.host.test_club_results import matches_seen_by, record_seen_by, totals_seen_by
from tests.support.patience import PATIENCE_SECONDS


@pytest.fixture(autouse=True)
def remove_pause_before_stop(monkeypatch):
    """Let a club that is stopped end at once where nothing is played: nobody reads here that it closes."""
    monkeypatch.setattr("net.club.administration.STOP_NOTICE_SECONDS", 0.0)


class HostsOfClub:
    """The hosts of a club that a test opens and closes, and the store that they share."""

    def __init__(self):
        self.store = MemoryStore()
        self._identity = ClubIdentity(b"s" * 32, new_certificate())
        self._open = {}

    @property
    def fingerprint(self):
        """The fingerprint of the key that all hosts show."""
        return certificate_from_pem(self._identity.certificate).fingerprint

    async def open(self, store=None, public_address="", **spec_fields):
        """Open a host, which reaches the common store by the object `store` if that is given.

        `spec_fields` are fields of its `ClubSpec`. It tells others its `public_address`, if that is given.
        """
        storage = ClusterStorage(store or self.store, self._identity)
        spec = ClubSpec("Club", **spec_fields)
        club = await open_club(
            spec, "127.0.0.1", 0, certificate=storage.certificate, storage=storage, public_address=public_address
        )
        self._open[club] = storage
        return club, int(club.address.rpartition(":")[2])

    async def close(self, club):
        """Stop the host that runs this `ClubServer`, so that it hands its tables over to the others."""
        storage = self._open.pop(club)
        await club.close()
        await storage.close()

    async def close_all(self):
        """Stop all hosts."""
        for club in list(self._open):
            await self.close(club)


@asynccontextmanager
async def run_hosts():
    """Context manager: yield the hosts of a new club, which are closed at the end of the block."""
    club = HostsOfClub()
    try:
        yield club
    finally:
        club.store.is_away = False
        await club.close_all()


class RecordingPlayer:
    """A person at a table, with the notices and other sentences that their client has reported."""

    def __init__(self, client):
        self.client = client
        self.restored = False
        self.loss_reason = ""
        self.waits = []
        client.set_listener(self._record_sentence)

    def _record_sentence(self, event):
        """Record the sentence of an event that has one."""
        if isinstance(event, ConnectionRestored):
            self.restored = True
        elif isinstance(event, HostLost):
            self.loss_reason = event.reason
        elif isinstance(event, NoticeReceived):
            self.waits.append(event.text)

    @property
    def actions(self):
        """The person's legal actions."""
        return tuple(games[self.client.view.game].legal(self.client.view))

    @property
    def version(self):
        """The number of changes of the match that the person's client has."""
        return self.client._replica.version


async def test_person_reaches_their_table_and_goes_on_at_another_host_when_theirs_is_stopped(tmp_path, monkeypatch):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        bob = await come_into_hall(second_port, tmp_path / "bob", "Bob")
        table = await ann.open_table("mad-queens", seats=2, name="Lions")
        await bob.wait_until(lambda hall: [row.name for row in hall.rows] == ["Lions"])
        at_first = await ann.join_table(table.number)
        known = second.tables.register.host_of
        answers = iter([None])  # the record of the table is on its way
        monkeypatch.setattr(second.tables.register, "host_of", lambda number: next(answers, known(number)))
        at_second = await bob.join_table(table.number)  # he has knocked at the other host
        assert next(answers, "") == ""
        with pytest.raises(Rejected, match="There is no table 99"):
            await bob.join_table(99)
        guest = await enter_local_hall(second, "Cleo")
        watching = await join_local_club_table(second, guest, table.number, watch=True)
        assert isinstance(watching, RemoteClient)
        await begin_match(at_first, at_second)
        assert (at_first.seat, at_second.seat, watching.view.seat) == (0, 1, None)

        monkeypatch.setattr(first.tables.register, "find_less_busy_host", lambda number: "")
        empty = await ann.open_table("mad-queens", seats=2, name="Tigers")
        monkeypatch.setattr("net.host.club_tables.MAX_TABLES_HANDED_OVER_AT_ONCE", 1)
        release, released = first.tables.register.release, []

        def record_release(number, host):
            released.append((number, second.tables.get(table.number) is not None))
            release(number, host)

        monkeypatch.setattr(first.tables.register, "release", record_release)
        people = [RecordingPlayer(client) for client in (at_first, at_second, watching)]
        recorder = HallRecorder(ann.client)
        at_first._find_hosts = lambda: ann.client.hosts  # as the program does
        at_second._find_hosts = lambda: bob.client.hosts
        await both.close(first)
        assert released == [(table.number, False), (empty.number, True)]  # first where people are
        await wait_until(lambda: all(person.restored for person in people))
        assert second.tables.get(table.number) is not None
        assert (at_first.seat, at_second.seat, watching.view.seat) == (0, 1, None)
        before = [person.version for person in people]
        acting = next(person for person in people if person.actions)
        acting.client.send_action(acting.actions[0])
        await wait_until(lambda: all(person.version > version for person, version in zip(people, before, strict=True)))
        await recorder.wait_for(ConnectionRestored)  # in the hall, too
        assert ann.client.name == "Ann"
        await close_clients(watching, at_second, at_first, guest, bob.client, ann.client)


async def test_last_host_of_a_club_hands_nothing_over(tmp_path):
    async with run_hosts() as both:
        first, port = await both.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2)
        client = await ann.join_table(table.number)
        assert not await first.hand_over(10)
        assert first.tables.get(table.number) is not None
        await close_clients(client, ann.client)


async def test_host_that_hands_its_tables_over_keeps_the_guests_in_its_process_and_ends_all_other_connections(tmp_path):
    async with run_hosts() as both:
        first, port = await both.open()
        second, _ = await both.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        recorder = HallRecorder(ann.client)
        guest = await enter_local_hall(first, "Cleo")
        await first.hand_over(10)
        await recorder.wait_for(ConnectionRestored)
        await wait_until(lambda: first.hall.people == 1)
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.1", port)

        granted = asyncio.get_running_loop().create_future()
        guest.set_listener(lambda event: granted.set_result(event) if isinstance(event, TableGranted) else None)
        guest.open_table("mad-queens", seats=2)
        number = (await asyncio.wait_for(granted, PATIENCE_SECONDS)).number
        client = await join_local_club_table(first, guest, number)
        assert client.seat == 0
        assert first.tables.get(number) is None
        assert not is_deserted(second.tables.get(number))
        await client.close()
        await wait_until(lambda: is_deserted(second.tables.get(number)))
        second.tables.suspend(number)
        await wait_until(lambda: first.tables.is_suspended(number))
        again = await join_local_club_table(first, guest, number)
        assert second.tables.get(number) is not None
        await close_clients(again, guest, ann.client)


async def open_suspended_table(both, folder, monkeypatch):
    """Open two hosts and a table of Ann's that is suspended at the first one; return both, Ann and its number."""
    first, first_port = await both.open()
    second, _ = await both.open()
    ann = await come_into_hall(first_port, folder / "ann", "Ann")
    monkeypatch.setattr(first.tables.register, "find_less_busy_host", lambda number: "")
    number = (await ann.open_table("mad-queens", seats=2)).number
    first.tables.suspend(number)
    await wait_until(lambda: first.tables.is_suspended(number) and second.tables.is_suspended(number))
    return first, second, ann, number


@pytest.mark.parametrize("store_answers", [True, False])
async def test_table_that_is_resumed_just_when_its_host_is_stopped_goes_on_at_another_one(
    tmp_path, monkeypatch, store_answers
):
    monkeypatch.setattr("net.host.club_tables.STORE_ANSWER_SECONDS", PATIENCE_SECONDS if store_answers else 0.05)
    async with run_hosts() as both:
        first, second, ann, number = await open_suspended_table(both, tmp_path, monkeypatch)
        guest = await enter_local_hall(first, "Cleo")
        open_table = first.tables.register.open_table
        claimed, answered = asyncio.Event(), asyncio.Event()

        async def open_slowly(number):
            """Claim a table before the answer comes, or wait without an answer."""
            journal = await open_table(number) if store_answers else None
            claimed.set()
            await answered.wait()
            return journal

        monkeypatch.setattr(first.tables.register, "open_table", open_slowly)
        sitting_down = asyncio.ensure_future(join_local_club_table(first, guest, number))
        await claimed.wait()
        stopping = asyncio.ensure_future(first.hand_over(10))
        await wait_until(lambda: first.tables.are_left)
        if store_answers:
            answered.set()
        else:
            await stopping
            await second.tables.resume(number)
        async with asyncio.timeout(PATIENCE_SECONDS):
            client = await sitting_down
            assert await stopping
        assert client.seat == 0
        assert (first.tables.get(number), second.tables.get(number) is None) == (None, False)
        await close_clients(client, guest, ann.client)


async def test_table_whose_claim_is_answered_only_after_the_hand_over_goes_on_at_another_host(tmp_path, monkeypatch):
    monkeypatch.setattr("net.host.club_tables.STORE_ANSWER_SECONDS", 0.05)
    async with run_hosts() as both:
        first, second, ann, number = await open_suspended_table(both, tmp_path, monkeypatch)
        open_table, claimed, answered = first.tables.register.open_table, asyncio.Event(), asyncio.Event()

        async def open_slowly(number):
            """Claim a table, and return only when the answer comes."""
            journal = await open_table(number)
            claimed.set()
            await answered.wait()
            return journal

        monkeypatch.setattr(first.tables.register, "open_table", open_slowly)
        guest = asyncio.ensure_future(first.tables.resume(number))
        await claimed.wait()
        assert await first.hand_over(10)
        with pytest.raises(TableTaken):
            await guest
        with pytest.raises(TableTaken):
            await second.tables.resume(number)
        answered.set()
        await wait_until(lambda: second.tables.get(number) is not None)
        await close_clients(ann.client)


async def test_guest_whose_way_to_a_table_is_looked_for_when_their_host_ends_is_told_so(tmp_path, monkeypatch):
    async with run_hosts() as both:
        first, _ = await both.open()
        await both.open()
        await wait_until(lambda: len(first.hosts) == 2)
        guest = await enter_local_hall(first, "Cleo")
        is_asked = asyncio.Event()

        async def wait_for_ever(number):
            """Answer nothing, as a store that cannot be reached."""
            is_asked.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(first.tables.register, "has_table", wait_for_ever)
        sitting_down = asyncio.ensure_future(join_local_club_table(first, guest, 99))
        await is_asked.wait()
        await both.close(first)
        with pytest.raises(HostGone, match=CLUB_CLOSED_SENTENCE):
            await sitting_down


async def test_table_whose_host_is_told_to_end_while_it_hands_it_over_goes_on_at_another_one(tmp_path, monkeypatch):
    async with run_hosts() as both:
        first, port = await both.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        number = (await ann.open_table("mad-queens", seats=2)).number
        second, _ = await both.open()
        await wait_until(lambda: len(first.hosts) == len(second.hosts) == 2)
        is_ending = asyncio.Event()
        monkeypatch.setattr(first.tables.get(number).runner, "abandon", is_ending.wait)
        stopping = asyncio.ensure_future(first.hand_over(10))
        await wait_until(lambda: first.tables.get(number) is None)
        stopping.cancel()
        await wait_until(lambda: second.tables.get(number) is not None)
        is_ending.set()
        await close_clients(ann.client)


async def test_guest_who_goes_to_a_table_that_is_being_handed_over_is_led_to_its_next_host(tmp_path, monkeypatch):
    async with run_hosts() as both:
        first, first_port = await both.open()
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        numbers = [(await ann.open_table("mad-queens", seats=2)).number for _ in range(2)]
        second, _ = await both.open()
        await wait_until(lambda: len(first.hosts) == 2)
        guest = await enter_local_hall(first, "Cleo")
        monkeypatch.setattr("net.host.club_tables.MAX_TABLES_HANDED_OVER_AT_ONCE", 1)
        take_over, are_led = second.tables.take_over, asyncio.Event()
        monkeypatch.setattr(second.tables, "take_over", lambda number: are_led.is_set() and take_over(number))
        stopping = asyncio.ensure_future(first.hand_over(10))
        await wait_until(lambda: first.tables.get(numbers[0]) is None)
        assert first.tables.get(numbers[1]) is not None
        sitting_down = asyncio.ensure_future(join_local_club_table(first, guest, numbers[1]))
        await asyncio.sleep(0)
        are_led.set()
        second.tables.take_over(numbers[0])
        async with asyncio.timeout(PATIENCE_SECONDS):
            client = await sitting_down
            await stopping
        assert client.seat == 0
        await close_clients(client, guest, ann.client)


async def test_host_that_carries_guests_on_is_stopped_when_the_last_other_host_goes(tmp_path):
    async with run_hosts() as both:
        first, _ = await both.open()
        second, _ = await both.open()
        assert await first.hand_over(10)
        assert not first.stopped.is_set()
        await both.close(second)
        await asyncio.wait_for(first.stopped.wait(), PATIENCE_SECONDS)


async def test_guest_whom_a_host_carries_on_talks_and_finds_seats_together_with_people_at_the_only_other_host(tmp_path):
    async with run_hosts() as both:
        first, _ = await both.open()
        second, port = await both.open()
        guest = await enter_local_hall(first, "Cleo")
        at_first = HallRecorder(guest)
        ann, bob = [await come_into_hall(port, tmp_path / name, name) for name in ("Ann", "Bob")]
        await first.hand_over(10)
        await wait_until(lambda: second.hosts == first.hosts == (second.address,))
        guest.send_chat("Hello")
        await ann.recorder.wait_until(lambda event: event == ChatReceived("Cleo", "Hello"))
        ann.client.send_chat("Hi")
        await at_first.wait_until(lambda event: event == ChatReceived("Ann", "Hi"))
        table = await ann.open_table("mad-queens", seats=2)
        at_table = await ann.join_table(table.number)
        await wait_until(lambda: first.hall.tables_with_room == 1 and [row.people for row in guest.rows] == [1])
        guest.play_now()
        bob.client.play_now()
        granted = [await recorder.wait_for(TableGranted) for recorder in (at_first, bob.recorder)]
        assert sorted(one.number == table.number for one in granted) == [False, True]
        await close_clients(at_table, guest, ann.client, bob.client)


@pytest.mark.parametrize("is_taken_over", [True, False])
async def test_host_that_stops_waits_a_limited_time_for_its_tables_to_move_and_no_table_waits_for_a_slow_one(
    tmp_path, monkeypatch, is_taken_over
):
    async with run_hosts() as both:
        first, port = await both.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        slow, *_ = [(await ann.open_table("mad-queens")).number for _ in range(3)]
        second, _ = await both.open()
        await wait_until(lambda: len(first.hosts) == len(second.hosts) == 2)
        take_over, release, running_then = second.tables.take_over, first.tables.register.release, []

        def take_over_unless_slow(number):
            """Take a table over; the slow one only when all are released."""
            if is_taken_over and (number != slow or len(running_then) == 3):
                take_over(number)

        def record_release(number, host):
            """Release a table, and record how many tables run at the other host by then."""
            running_then.append(len(list(second.tables)))
            release(number, host)

        monkeypatch.setattr(second.tables, "take_over", take_over_unless_slow)
        monkeypatch.setattr(first.tables.register, "release", record_release)
        checks = 10**6 if is_taken_over else 2
        for name, number in {
            "MAX_TABLES_HANDED_OVER_AT_ONCE": 2,
            "TABLE_MOVE_CHECKS": checks,
            "TABLE_MOVE_WAIT_SECONDS": checks / 100,
        }.items():
            monkeypatch.setattr(f"net.host.club_tables.{name}", number)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await both.close(first)
        assert running_then == ([0, 0, 1] if is_taken_over else [0, 0, 0])
        await close_clients(ann.client)


@pytest.mark.parametrize("fault", ["replay", "entry"])
async def test_table_that_a_host_cannot_run_goes_on_at_one_that_can(tmp_path, monkeypatch, caplog, fault):
    async with run_hosts() as club:
        first, first_port = await club.open()
        second, _ = await club.open()
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2, bots=1)
        client = await ann.join_table(table.number)
        await begin_match(client)
        client._find_hosts = lambda: ann.client.hosts
        player = RecordingPlayer(client)
        with monkeypatch.context() as other_version:
            if fault == "replay":
                other_version.setattr(second.tables, "_restore_table", lambda journal: None)
            else:
                other_version.setattr("net.cluster.journal.unpack_tick", raise_damaged)
            await club.close(first)
            await wait_until(lambda: second.tables.register.cannot_run(table.number))
        third, _ = await club.open()
        await wait_until(lambda: player.restored)
        assert (third.tables.get(table.number) is None, second.tables.get(table.number)) == (False, None)
        assert client.view is not None
        assert any(f"Table {table.number} cannot go on at this host" in line for line in caplog.messages)
        await close_clients(client, ann.client)


def raise_damaged(data):
    """Raise the error that reading an entry of another version raises."""
    raise JournalDamaged("An entry of the journal is of a kind that this program does not know.")


async def test_many_guests_of_a_host_come_to_a_table_at_once(tmp_path):
    async with run_hosts() as club:
        host, port = await club.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2)
        await wait_until(lambda: host.tables.get(table.number) is not None)
        halls = [
            await enter_local_hall(host, f"Guest {number}") for number in range(MAX_UNAUTHENTICATED_PER_ADDRESS + 16)
        ]
        clients = await asyncio.gather(*(join_local_club_table(host, hall, table.number, watch=True) for hall in halls))
        await close_clients(*clients, *halls, ann.client)


async def test_people_of_one_address_who_look_for_their_table_do_not_keep_each_other_out(tmp_path, monkeypatch):
    async with run_hosts() as both:
        _, first_port = await both.open()
        second, second_port = await both.open()
        await wait_until(lambda: len(second.hosts) == 2)
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2)
        bob = await come_into_hall(second_port, tmp_path / "bob", "Bob")
        monkeypatch.setattr("net.transport.admission.NEW_CONNECTIONS_AT_ONCE", 1)
        monkeypatch.setattr("net.transport.admission.NEW_CONNECTIONS_PER_SECOND", 1e-6)
        second.admission.host_addresses = frozenset()  # this machine is an address like any other there
        for _ in range(3):
            at_table = await bob.join_table(table.number)
            assert at_table.present_address[1] == first_port
            await close_clients(at_table)
        for _ in range(3):
            again = await come_into_hall(second_port, bob.folder, "Bob", token=bob.client.token)
            await close_clients(again.client)
        stranger = await come_into_hall(second_port, tmp_path / "cleo", "Cleo")
        with pytest.raises(HostGone):
            await come_into_hall(second_port, tmp_path / "dora", "Dora")
        await close_clients(stranger.client, bob.client, ann.client)


@pytest.mark.parametrize("table_is_here", [True, False])
async def test_guest_of_a_host_counts_at_a_table_by_their_own_address(tmp_path, monkeypatch, table_is_here):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, _ = await both.open()
        await wait_until(lambda: len(first.hosts) == len(second.hosts) == 2)
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2, private=True)
        home = first if table_is_here else second
        halls = [await enter_local_hall(home, name, address="192.0.2.7") for name in ("Bob", "Cleo")]
        asked = []
        check = CodeAttempts.check_hello

        def note_address(attempts, address, *rest):
            """Note from which address a code comes."""
            asked.append(address)
            return check(attempts, address, *rest)

        monkeypatch.setattr(CodeAttempts, "check_hello", note_address)
        with pytest.raises(CodeRejected):
            await join_local_club_table(home, halls[0], table.number, "WRONG", address="192.0.2.7")
        assert asked == ["192.0.2.7"]
        guest = await join_local_club_table(home, halls[1], table.number, table.code, address="192.0.2.8")
        at_table = first.tables.get(table.number).runner.table.state
        assert [person.origin for person in at_table.people.connected.values()] == ["192.0.2.8"]
        await close_clients(guest, *halls, ann.client)


async def test_suspended_table_is_resumed_at_any_host_also_after_all_were_closed(tmp_path):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", bots=1, seats=2)
        client = await ann.join_table(table.number)
        await begin_match(client)
        client._connection._transport.abort()
        await client.close()
        await wait_until(lambda: is_deserted(first.tables.get(table.number)))
        first.tables.suspend(table.number)
        await wait_until(lambda: second.tables.is_suspended(table.number))
        ann.port = second_port
        back = await ann.join_table(table.number, tokens=(ann.client.token, client.token))
        assert (back.seat, second.tables.get(table.number) is None) == (client.seat, False)
        await wait_until(lambda: not first.tables.is_suspended(table.number))
        assert first.tables.get(table.number) is None
        await both.close_all()
        third, third_port = await both.open()
        assert third.tables.is_suspended(table.number)
        ann.port = third_port
        again = await ann.join_table(table.number, tokens=(ann.client.token, client.token))
        assert again.seat == client.seat
        await close_clients(again, back, ann.client)


async def test_match_pauses_and_says_so_in_one_sentence_while_the_store_does_not_answer(tmp_path, monkeypatch):
    for place in (net.cluster.hosts, net.cluster.leases):
        monkeypatch.setattr(place, "LEASE_RENEWAL_INTERVAL_SECONDS", 0.1)
    monkeypatch.setattr(net.cluster.hosts, "STORE_LOSS_NOTICE_SECONDS", 0.2)
    async with run_hosts() as club:
        host, port = await club.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2, bots=1)
        client = await ann.join_table(table.number)
        await begin_match(client)
        player = RecordingPlayer(client)
        told = []
        host.watch_play_waits(told.append)
        club.store.is_away = True
        await wait_until(lambda: PLAY_WAITS_SENTENCE in player.waits)
        await ann.recorder.wait_until(lambda event: event == ChatReceived("Club", PLAY_WAITS_SENTENCE))
        club.store.is_away = False
        await wait_until(
            lambda: player.waits.count(PLAY_GOES_ON_SENTENCE) == player.waits.count(PLAY_WAITS_SENTENCE) == 1
        )
        assert told == [True, False]
        club.store.is_away = True
        client.pause_match()
        await wait_until(lambda: PLAY_WAITS_SENTENCE in player.waits[2:])
        async with asyncio.timeout(PATIENCE_SECONDS):
            await club.close_all()  # it does not wait for the store
        await close_clients(client, ann.client)


def shorten_leases(monkeypatch):
    """Make every lease of a table one second long."""
    for name, seconds in (
        ("LEASE_SECONDS", 1.0),
        ("LEASE_RENEWAL_INTERVAL_SECONDS", 0.1),
        ("LEASE_MARGIN_SECONDS", 0.2),
    ):
        for place in (net.cluster.hosts, net.cluster.leases):
            monkeypatch.setattr(place, name, seconds, raising=False)
    monkeypatch.setattr(net.cluster.hosts, "STORE_LOSS_NOTICE_SECONDS", 0.2)
    monkeypatch.setattr(store_probe, "STORE_CUT_OFF_SECONDS", 0.8)


async def test_people_at_a_host_that_is_cut_off_from_the_store_play_on_at_another_one(tmp_path, monkeypatch):
    shorten_leases(monkeypatch)
    async with run_hosts() as both:
        link = MemoryLink(both.store)
        first, first_port = await both.open(link)
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2)
        second, _ = await both.open()
        await wait_until(lambda: ann.client.hosts == first.hosts and len(first.hosts) == 2)
        client = await ann.join_table(table.number)
        hall = await enter_local_hall(first, "Cleo")
        guest = await join_local_club_table(first, hall, table.number, resumable=False)
        await begin_match(client, guest)
        client._find_hosts = lambda: ann.client.hosts
        player, drawn = RecordingPlayer(client), RecordingPlayer(guest)
        assert first.tables.get(table.number) is not None

        link.is_cut = True
        await wait_until(lambda: player.restored and drawn.restored)
        await ann.recorder.wait_for(ConnectionRestored)
        assert (first.tables.get(table.number), second.tables.get(table.number) is None) == (None, False)
        assert {client.seat, guest.seat} == {0, 1}
        people = [player, drawn]
        before = [person.version for person in people]
        acting = next(person for person in people if person.actions)
        acting.client.send_action(acting.actions[0])
        await wait_until(lambda: all(person.version > version for person, version in zip(people, before, strict=True)))
        at_second = second.tables.get(table.number).runner.table.state.seats
        assert at_second[guest.seat].person is not None
        await guest.drop_connection()  # the guest's terminal is closed
        await wait_until(lambda: at_second[1 - client.seat].person is None)
        bob = await come_into_hall(first_port, tmp_path / "bob", "Bob")  # he is led to the other host
        await wait_until(lambda: second.hall.people == 2)

        link.mend()
        await wait_until(lambda: not first._routes.host_with_store)
        dan = await come_into_hall(first_port, tmp_path / "dan", "Dan")
        await wait_until(lambda: first.hall.people == 2)
        await close_clients(client, hall, ann.client, bob.client, dan.client)


async def test_while_no_host_reaches_the_store_nobody_is_sent_to_another_one(tmp_path, monkeypatch):
    shorten_leases(monkeypatch)
    async with run_hosts() as both:
        first, first_port = await both.open()
        await both.open()
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        await wait_until(lambda: len(first.hosts) == 2)
        both.store.is_away = True
        answers = []
        ask = store_probe.find_host_with_store

        async def count_answers(*arguments):
            answers.append(await ask(*arguments))
            return answers[-1]

        monkeypatch.setattr(store_probe, "find_host_with_store", count_answers)
        await wait_until(lambda: len(answers) > 1)
        assert (set(answers), first.hall.people) == ({""}, 1)
        await close_clients(ann.client)


async def test_people_who_come_to_several_hosts_at_the_same_time_get_different_names(tmp_path):
    async with run_hosts() as club:
        club.store.accepts_all = True
        places = [await club.open() for _ in range(3)]
        people = await asyncio.gather(
            *(come_into_hall(port, tmp_path / str(number), "Ann") for number, (_, port) in enumerate(places)),
            *(enter_local_hall(host, "Ann") for host, _ in places),
        )
        clients = [getattr(person, "client", person) for person in people]
        assert sorted(client.name for client in clients) == ["Ann", *(f"Ann {number}" for number in range(2, 7))]
        await close_clients(*clients)


async def test_person_has_the_same_name_at_a_host_that_has_not_heard_of_them_yet(tmp_path, monkeypatch):
    async with run_hosts() as both:
        _, first_port = await both.open()
        link = MemoryLink(both.store)
        second, second_port = await both.open(link)
        link.watches_nothing = True
        ann, bob = (
            await come_into_hall(first_port, tmp_path / "ann", "Ann"),
            await come_into_hall(second_port, tmp_path / "bob", "Bob"),
        )
        assert second.hall.name_of(second.hall.id_of([ann.client.token])) == ""
        again = await come_into_hall(second_port, tmp_path / "ann", "Zoe", token=ann.client.token)
        cleo = await come_into_hall(second_port, tmp_path / "cleo", "ann")
        assert [person.client.name for person in (again, cleo)] == ["Ann", "ann 2"]
        await close_clients(again.client, cleo.client, bob.client, ann.client)


async def test_while_the_store_is_away_a_club_admits_known_people_but_nobody_new(tmp_path, monkeypatch):
    monkeypatch.setattr(club_routes, "MAX_NAME_WAIT_SECONDS", 0.1)
    async with run_hosts() as club:
        _, port = await club.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        club.store.is_away = True
        with pytest.raises(Rejected, match="Nobody new can come"):
            await come_into_hall(port, tmp_path / "bob", "Bob")
        again = await come_into_hall(port, tmp_path / "ann", "Ann", token=ann.client.token)
        assert again.client.name == "Ann"
        await close_clients(again.client, ann.client)


async def test_person_who_is_sent_away_at_one_host_is_sent_away_at_all_hosts(tmp_path, monkeypatch):
    monkeypatch.setattr("net.cluster.people.CLUB_PEOPLE_SAVE_INTERVAL_SECONDS", 0.05)
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        bob = await come_into_hall(first_port, tmp_path / "bob", "Bob")
        await wait_until(lambda: second.hall.name_of(second.hall.id_of([bob.client.token])) == "Bob")
        ann.client.send_chat(f"/run {first.organiser_key}")
        ann.client.send_chat("/away Bob")
        await wait_until(lambda: second.hall.is_sent_away(second.hall.id_of([bob.client.token])))
        with pytest.raises(Rejected):
            await come_into_hall(second_port, tmp_path / "bob", "Bob", token=bob.client.token)
        await close_clients(ann.client, bob.client)


async def test_people_in_the_halls_of_all_hosts_are_counted_until_they_leave(tmp_path, monkeypatch):
    monkeypatch.setattr(net.cluster.leases, "LEASE_RENEWAL_INTERVAL_SECONDS", 0.05)
    monkeypatch.setattr(net.cluster.hosts, "LEASE_RENEWAL_INTERVAL_SECONDS", 0.05)
    async with run_hosts() as hosts:
        (_, first_port), (_, second_port) = [await hosts.open() for _ in range(2)]
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        bob = await come_into_hall(second_port, tmp_path / "bob", "Bob")
        for person in (ann, bob):
            person.client.show_tables()
            await person.wait_until(lambda client: client.people == 2)
        await bob.client.close()
        await ann.wait_until(lambda client: client.people == 1)
        await close_clients(ann.client)


async def test_people_whom_a_host_that_is_stopped_carries_on_are_counted_and_those_who_move_count_once(tmp_path):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        await wait_until(lambda: len(first.hosts) == len(second.hosts) == 2)
        bob = await come_into_hall(second_port, tmp_path / "bob", "Bob")
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        guest = await enter_local_hall(first, "Cleo")
        for directory in (first.tables.register.directory, second.tables.register.directory):
            directory.hosts.leases.request_renewal()
        await wait_until(lambda: second.hall.people_of_club == 3)
        await first.tables.leave()
        await wait_until(lambda: second.hall.people_of_club == 1)
        assert await first.hand_over(10)
        await wait_until(lambda: second.hall.people == 2)  # Ann has come
        await wait_until(lambda: second.hall.people_of_club == first.hall.people_of_club == 3)
        await close_clients(guest, ann.client, bob.client)


async def test_hosts_of_a_club_tell_people_the_address_that_each_was_given():
    async with run_hosts() as hosts:
        first, second = [await hosts.open(public_address=told) for told in ("10.0.0.1", "10.0.0.2")]
        wanted = {f"10.0.0.{number}:{port}" for number, (_, port) in enumerate((first, second), 1)}
        await wait_until(lambda: all(set(host.hosts) == wanted for host, _ in (first, second)))
        assert first[0].admission.host_addresses == {"10.0.0.1", "10.0.0.2"}


async def test_guests_of_a_host_that_is_stopped_still_count_by_their_own_addresses_elsewhere(monkeypatch):
    shorten_leases(monkeypatch)
    async with run_hosts() as both:
        (first, _), (second, _) = [await both.open(public_address=told) for told in ("10.0.0.1", "10.0.0.2")]
        await wait_until(lambda: len(second.hosts) == len(first.hosts) == 2)
        assert await first.hand_over(10)
        await wait_until(lambda: second.hosts == (second.address,))
        assert second.admission.host_addresses == {"10.0.0.1", "10.0.0.2"}
        await both.close(first)
        await wait_until(lambda: second.admission.host_addresses == {"10.0.0.2"})


async def test_new_table_goes_to_the_least_busy_host_and_chat_and_orders_reach_all_hosts(tmp_path):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        await wait_until(lambda: len(first.hosts) == 2)
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        bob = await come_into_hall(second_port, tmp_path / "bob", "Bob")
        await ann.open_table("mad-queens", name="Lions")
        table = await ann.open_table("mad-queens", name="Tigers", private=True)
        client = await ann.join_table(table.number, table.code)
        await wait_until(lambda: second.tables.get(table.number) is not None)
        assert (first.tables.get(table.number), client.is_owner) == (None, True)
        ann.client.send_chat(f"/run {first.organiser_key}")
        ann.client.send_chat("hello")
        await bob.recorder.wait_until(lambda event: event == ChatReceived("Ann", "hello"))
        ann.client.send_chat("/say last round")
        await bob.recorder.wait_until(lambda event: event == ChatReceived("Club", "last round"))
        ann.client.send_chat(f"/close {table.number}")
        await wait_until(lambda: second.tables.get(table.number) is None)
        await bob.wait_until(lambda hall: [row.name for row in hall.rows] == ["Lions"])
        await close_clients(client, ann.client, bob.client)


@pytest.mark.parametrize("store_is_away", [False, True])
async def test_club_that_is_stopped_ends_at_every_host_with_a_goodbye_to_everybody(tmp_path, store_is_away):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        await wait_until(lambda: len(first.hosts) == 2)
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        bob = await come_into_hall(second_port, tmp_path / "bob", "Bob")
        empty = await bob.open_table("mad-queens", seats=2)
        played = await ann.open_table("mad-queens", seats=2)
        clients = [await one.join_table(played.number) for one in (ann, bob)]
        for client in clients:
            client._find_hosts = lambda: first.hosts
        await begin_match(*clients)
        recorders = [HallRecorder(client) for client in clients]
        ann.client.send_chat(f"/run {first.organiser_key}")
        ann.client.send_chat("/stop 0")
        for club in (first, second):
            await club.stopped.wait()
        both.store.is_away = store_is_away
        async with asyncio.timeout(PATIENCE_SECONDS):
            await both.close_all()  # one after the other
        goodbyes = [await one.wait_for(HostLost) for one in (ann.recorder, bob.recorder, *recorders)]
        assert [one.reason for one in goodbyes] == 2 * [CLUB_CLOSED_SENTENCE] + 2 * [HOST_CLOSED_TABLE_SENTENCE]
        both.store.is_away = False
        await close_clients(*clients, ann.client, bob.client)
        if not store_is_away:
            third, _ = await both.open()
            assert third.tables.is_suspended(played.number)
            assert not third.tables.is_suspended(empty.number)


async def test_all_hosts_of_a_club_ask_for_the_same_code(tmp_path, monkeypatch):
    monkeypatch.setattr("net.cluster.code.STORE_ANSWER_SECONDS", 0.01)
    async with run_hosts() as club:
        together = await asyncio.gather(*(club.open(code=code, is_code_drawn=True) for code in ("dragon", "griffin")))
        assert len({host.code for host, _ in together}) == 1
        code = together[0][0].hall.code
        for wanted in ({}, {"code": "unicorn", "is_code_drawn": True}, {"code": code}):
            another, port = await club.open(**wanted)
            assert another.hall.code == code
        with pytest.raises(CodeDiffers, match="leave --code out"):
            await club.open(code="unicorn")
        with pytest.raises(CodeRejected):
            await come_into_hall(port, tmp_path / "ann", "Ann")
        ann = await come_into_hall(port, tmp_path / "ann", "Ann", another.code)
        await close_clients(ann.client)


async def test_code_of_a_club_is_kept_as_long_as_it_has_a_host_even_one_that_was_cut_off(monkeypatch):
    monkeypatch.setattr("net.cluster.code.STORE_ANSWER_SECONDS", 0.01)
    monkeypatch.setattr("net.cluster.code.LAPSED_LEASE_KEPT_SECONDS", 0.1)
    async with run_hosts() as club:
        await club.open(code="dragon")
        club.store.entries.pop(CLUB_CODE_KEY)  # the store has forgotten it
        await wait_until(lambda: club.store.entries.get(CLUB_CODE_KEY))
        assert (await club.open())[0].hall.code == "dragon"


async def test_host_of_a_club_asks_for_no_code_if_the_other_hosts_ask_for_none():
    async with run_hosts() as club:
        await club.open()
        with pytest.raises(CodeDiffers, match="open to everybody"):
            await club.open(code="dragon", is_code_drawn=True)


async def test_many_new_tables_at_once_are_spread_over_all_hosts():
    async with run_hosts() as club:
        places = [(await club.open())[0] for _ in range(3)]
        await wait_until(lambda: all(len(host.hosts) == 3 for host in places))
        orders = [OpenOrder(number, f"a{number}", "mad-queens", 2, 0, {}, f"Table {number}") for number in range(12)]
        await asyncio.gather(*(places[0].tables.open(order, "") for order in orders))
        await wait_until(lambda: sum(len(list(host.tables)) for host in places) == 12)
        assert [len(list(host.tables)) for host in places] == [4, 4, 4]


async def test_match_that_was_played_at_one_host_is_listed_at_all_hosts(tmp_path, monkeypatch):
    monkeypatch.setattr(club_results, "CLUB_RESULTS_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr("net.cluster.people.CLUB_PEOPLE_SAVE_INTERVAL_SECONDS", 0.05)
    async with run_hosts() as both:
        first, first_port = await both.open()
        _, second_port = await both.open()
        ann, bob = (
            await come_into_hall(first_port, tmp_path / "ann", "Ann"),
            await come_into_hall(second_port, tmp_path / "bob", "Bob"),
        )
        await wait_until(lambda: first.hall.name_of(first.hall.id_of([bob.client.token])) == "Bob")
        table = await ann.open_table("mad-queens", seats=2)
        clients = [await one.join_table(table.number) for one in (ann, bob)]
        await play_match_to_end(*clients)
        await wait_until(lambda: any(key.startswith("match.") for key in both.store.entries))
        [row] = (await matches_seen_by(bob)).rows
        assert sorted(score.name for score in row.scores) == ["Ann", "Bob"]
        record = await record_seen_by(bob, row.number)
        assert set(record.proof.names) == {"Ann", "Bob"}
        assert (await matches_seen_by(ann)).rows == (row,)
        assert await totals_seen_by(ann, "mad-queens") == [("Ann", 1), ("Bob", 1)]
        await close_clients(*clients, ann.client, bob.client)


async def give_order(club, person, order):
    """Make a person run the club, and give an order there."""
    person.client.send_chat(f"/run {club.organiser_key}")
    person.client.send_chat(order)


def is_chat_with(text):
    """Return a function that returns whether an event is a line of chat that contains a text."""
    return lambda event: isinstance(event, ChatReceived) and text in event.text


@pytest.mark.parametrize("is_cut", [False, True])
async def test_host_that_is_opened_during_a_stop_or_was_cut_off_stops_too(tmp_path, monkeypatch, is_cut):
    shorten_leases(monkeypatch)
    async with run_hosts() as club:
        link = MemoryLink(club.store)
        first, port = await club.open()
        late = (await club.open(link))[0] if is_cut else None
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2, bots=1)
        client = await ann.join_table(table.number)
        await begin_match(client)
        for host in filter(None, (first, late)):
            await wait_until(lambda host=host: any(row.playing for row in host.hall._tables))
        link.is_cut = True
        await give_order(first, ann, "/stop 5")
        await ann.recorder.wait_until(is_chat_with("The club closes when the last match is over."))
        if late is None:
            late, _ = await club.open()
        else:
            assert not late.hall.is_closing
            link.mend()
        await wait_until(lambda: late.hall.is_closing)
        assert (first.stopped.is_set(), late.stopped.is_set()) == (False, False)  # a match is being played
        await give_order(first, ann, "/stop 0")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await first.stopped.wait()
            await late.stopped.wait()
        assert late._orders.ends_everywhere
        await club.close_all()
        await close_clients(client, ann.client)


async def test_hosts_that_are_opened_after_a_stop_stay_open_and_a_host_that_missed_it_goes_on(tmp_path, monkeypatch):
    shorten_leases(monkeypatch)
    async with run_hosts() as club:
        link = MemoryLink(club.store)
        first, port = await club.open()
        missing, _ = await club.open(link)
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        link.is_cut = True
        await give_order(first, ann, "/stop 0")
        await first.stopped.wait()
        await club.close(first)
        opened = [one for one, _ in await asyncio.gather(*(club.open() for _ in range(2)))]
        link.mend()
        await wait_until(lambda: all(len(host.hosts) == 3 for host in (*opened, missing)))
        assert [host.hall.is_closing for host in (*opened, missing)] == 3 * [False]
        await close_clients(ann.client)


async def test_club_that_stops_while_its_store_is_away_waits_until_the_other_hosts_can_learn_of_it(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(hall_orders, "STORE_ANSWER_SECONDS", 0.05)
    async with run_hosts() as both:
        first, port = await both.open()
        second, _ = await both.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        both.store.is_away = True
        await give_order(first, ann, "/stop 0")
        await ann.recorder.wait_until(is_chat_with(STOP_NOT_TOLD_YET_SENTENCE))
        assert not first.stopped.is_set()
        both.store.is_away = False
        async with asyncio.timeout(PATIENCE_SECONDS):
            await first.stopped.wait()
            await second.stopped.wait()
        await close_clients(ann.client)


@pytest.mark.parametrize("comes_back", ["soon", "late"])
async def test_table_that_is_closed_while_its_host_is_cut_off_stays_closed(tmp_path, monkeypatch, comes_back):
    shorten_leases(monkeypatch)
    async with run_hosts() as both:
        link = MemoryLink(both.store)
        first, first_port = await both.open(link)
        bob = await come_into_hall(first_port, tmp_path / "bob", "Bob")
        table = await bob.open_table("mad-queens", seats=2, bots=1)
        second, second_port = await both.open()
        ann = await come_into_hall(second_port, tmp_path / "ann", "Ann")
        client = await bob.join_table(table.number)
        await begin_match(client)
        player = RecordingPlayer(client)
        client._find_hosts = lambda: (second.address,)
        await wait_until(lambda: second.tables.register.host_of(table.number) == first.address)
        link.is_cut = True
        player.client.send_action(player.actions[0])  # it waits for the store, and is never done
        await give_order(second, ann, f"/close {table.number}")
        await ann.recorder.wait_until(is_chat_with("is closed."))
        if comes_back == "late":
            await wait_until(lambda: second.tables.register.host_of(table.number) is None)
            await wait_until(lambda: first.tables.get(table.number) is None)
        link.mend()
        await wait_until(lambda: player.loss_reason)
        await wait_until(lambda: not both.store.entries[key_of_table_log(table.number)])
        await wait_until(lambda: not both.store.entries[f"table.{table.number}"][-1].data)
        await wait_until(lambda: first.hall.tables == second.hall.tables == 0)
        with pytest.raises(Rejected, match="There is no table"):
            await ann.join_table(table.number)
        await both.close_all()
        third, _ = await both.open()
        assert third.tables.recovered_count == 0
        await close_clients(client, bob.client, ann.client)


async def test_table_that_is_closed_at_a_host_that_is_cut_off_is_closed_when_the_store_answers_again(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(hall_orders, "STORE_ANSWER_SECONDS", 0.05)
    async with run_hosts() as both:
        link = MemoryLink(both.store)
        first, port = await both.open(link)
        second, second_port = await both.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        bob = await come_into_hall(second_port, tmp_path / "bob", "Bob")
        table = await bob.open_table("mad-queens", seats=2)
        client = await bob.join_table(table.number)
        await wait_until(lambda: first.hall.tables == 1)
        link.is_cut = True
        await give_order(first, ann, f"/close {table.number}")
        await ann.recorder.wait_until(is_chat_with("is not closed yet"))
        assert not any(map(is_chat_with("is closed."), ann.recorder.events))
        assert (first.tables.get(table.number) is None, second.tables.get(table.number) is None).count(False) == 1
        link.mend()
        await ann.recorder.wait_until(is_chat_with("is closed."))
        await wait_until(lambda: first.hall.tables == second.hall.tables == 0)
        assert not both.store.entries[key_of_table_log(table.number)]
        await close_clients(client, ann.client, bob.client)


async def test_two_people_who_want_to_play_now_at_two_hosts_are_never_promised_one_seat(tmp_path):
    async with run_hosts() as both:
        ports = [(await both.open())[1] for _ in range(2)]
        ann = await come_into_hall(ports[0], tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2)
        clients = [await ann.join_table(table.number)]
        others = [await come_into_hall(port, tmp_path / name, name) for port, name in zip(ports, "BC", strict=True)]
        for one in (ann, *others):
            await one.wait_until(
                lambda hall: [(row.number, row.free_seats) for row in hall.rows] == [(table.number, 1)]
            )
        for one in others:
            one.client.play_now()
        granted = [await one.recorder.wait_for(TableGranted) for one in others]
        assert sorted(one.number == table.number for one in granted) == [False, True]
        clients += [await one.join_table(ready.number) for one, ready in zip(others, granted, strict=True)]
        assert None not in [client.seat for client in clients]
        await close_clients(*clients, ann.client, *(one.client for one in others))


async def test_play_now_is_answered_though_the_store_does_not_answer(tmp_path, monkeypatch):
    async with run_hosts() as both:
        (_, port), _ = await both.open(), await both.open()
        ann = await come_into_hall(port, tmp_path / "ann", "Ann")
        table = await ann.open_table("mad-queens", seats=2)
        await ann.wait_until(lambda hall: [row.number for row in hall.rows] == [table.number])
        monkeypatch.setattr("net.host.hall_orders.SEAT_RESERVATION_ANSWER_SECONDS", 0.0)
        for times in (1, 2):  # and may try again
            ann.client.play_now()
            refusal = RefusalReceived(SEAT_NOT_KNOWN_YET_SENTENCE)
            await wait_until(lambda times=times, refusal=refusal: ann.recorder.events.count(refusal) == times)
        await close_clients(ann.client)


async def test_tables_that_a_person_opens_at_several_hosts_are_bounded_together(tmp_path):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        await wait_until(lambda: len(first.hosts) == len(second.hosts) == 2)
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        for number in range(1, MAX_TABLES_PER_PERSON + 1):
            await ann.open_table(name=f"Table {number}")
        await wait_until(lambda: second.hall.tables_with_room == MAX_TABLES_PER_PERSON)
        again = await come_into_hall(second_port, tmp_path / "ann", "Ann", token=ann.client.token)
        again.client.open_table("mad-queens")
        refused = await again.recorder.wait_for(RefusalReceived)
        assert f"You have opened {MAX_TABLES_PER_PERSON} tables" in refused.reason
        assert all(again.client.token.encode() not in str(row).encode() for row in again.client.rows)
        await close_clients(ann.client, again.client)


async def test_table_opened_above_the_bound_of_a_person_at_two_hosts_at_once_is_closed_soon(tmp_path, monkeypatch):
    monkeypatch.setattr(table_lifecycle, "LEASE_RENEWAL_INTERVAL_SECONDS", 0.05)
    async with run_hosts() as both:
        links = [MemoryLink(both.store) for _ in range(2)]
        hosts = [(await both.open(link))[0] for link in links]
        await wait_until(lambda: all(len(host.hosts) == 2 for host in hosts))
        for link in links:
            link.watches_nothing = True  # each host hears late what the other one does
        orders = [OpenOrder(number, "a1", "mad-queens", 2, 0, {}, f"Table {number}") for number in range(4)]
        opened = [(await hosts[place % 2].tables.open(order, "")).number for place, order in enumerate(orders)]
        for link in links:
            link.watches_nothing = False
            link.mend()
        await wait_until(
            lambda: {table.number for host in hosts for table in host.tables} == set(opened[:MAX_TABLES_PER_PERSON])
        )
        await wait_until(lambda: not both.store.entries[key_of_table_log(opened[-1])])


async def test_person_who_comes_in_at_another_host_takes_over_their_place_in_the_hall(tmp_path):
    async with run_hosts() as both:
        first, first_port = await both.open()
        second, second_port = await both.open()
        ann = await come_into_hall(first_port, tmp_path / "ann", "Ann")
        again = await come_into_hall(second_port, tmp_path / "ann", "Ann", token=ann.client.token)
        lost = await ann.recorder.wait_for(HostLost)
        assert lost.reason == RETURNED_ELSEWHERE_SENTENCE
        assert (first.hall.people, second.hall.people, again.client.name) == (0, 1, "Ann")
        guest = await enter_local_hall(first, "Ann", token=ann.client.token)  # as from a browser
        await again.recorder.wait_for(HostLost)
        assert (first.hall.people, second.hall.people) == (1, 0)
        await close_clients(guest, ann.client, again.client)
