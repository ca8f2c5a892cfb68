"""What guests of a club with several hosts may expect; the hosts share a store in memory."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from net.cluster.identity import ClubIdentity
from net.host.cluster_storage import ClusterStorage
from net.security.host_certificate import new_certificate
from tests.net.cluster.memory_store import MemoryStore
from tests.support.guest_clubs import SshClub, WebClub, shows_screen
from tests.support.patience import PATIENCE_SECONDS
from tui.guest.club import CLUB_CODE_QUESTION
from tui.guest.device_codes import WRONG_DEVICE_CODE_SENTENCE
from tui.guest.limits import MAX_PROGRAMS_STARTING
from tui.screens.match import MatchScreen
from tui.web.session import TICKET_CHARACTERS


class GuestHosts:
    """Two hosts of one club, with guests over SSH or in browsers; a guest's device is the same at both."""

    def __init__(self, kind, folder, stack):
        self.store = MemoryStore()
        self.hosts = [kind(folder / f"host{number}", stack) for number in range(2)]
        self._identity = ClubIdentity(b"s" * 32, new_certificate())
        for host in self.hosts:
            host.folder.mkdir()
            host._keys = self.hosts[0]._keys

    async def open(self, *, private=False, club_code=""):
        """Open both hosts, with Olga's table at the first one, and return them."""
        for host in self.hosts:
            storage = ClusterStorage(self.store, self._identity)
            host._stack.push_async_callback(storage.close)
            await host.open_club(club_code, storage)
        first, second = self.hosts
        if isinstance(first, WebClub):
            second._browsers = first._browsers
        for host in (first, second):
            is_web = isinstance(host, WebClub)
            host.club.open_to_guests(host.server.port if is_web else 0, False, 0 if is_web else host.server.port)
        await first.wait_until(lambda: all(self.known_guest_ports(host) for host in (first, second)))
        first.owner = await first.open_table_of(first.olga, "mad-queens", seats=4, private=private)
        return first, second

    @staticmethod
    def known_guest_ports(host):
        """Return the ports for guests of all hosts that this host knows and that admit guests."""
        return [ports for other in host.club.other_hosts if any(ports := (other.ports.web, other.ports.ssh))]


@pytest.fixture(params=[SshClub, WebClub], ids=["ssh", "web"])
async def guest_hosts(request, tmp_path):
    """Fixture: two hosts of one club, which the test opens."""
    async with AsyncExitStack() as stack:
        yield GuestHosts(request.param, tmp_path, stack)


async def test_one_device_is_one_person_with_one_seat_at_all_hosts(guest_hosts):
    first, second = await guest_hosts.open()
    guest = await first.join("ann", device="laptop")
    await guest.wait_for_text("In the hall it is table 1.")
    assert first.seat_names() == ["Olga", "ann", "", ""]
    guest.hang_up()
    await first.wait_until(lambda: not first.server.sessions)
    again = await second.bring_in_guest("zoe", device="laptop")
    await again.wait_for_text("You are ann here, as before.")
    await again.wait_for_text("In the hall it is table 1.")
    assert first.seat_names() == ["Olga", "ann", "", ""]


async def test_guest_who_was_in_the_hall_or_at_a_table_that_is_closed_comes_back_into_the_hall(guest_hosts):
    first, second = await guest_hosts.open()
    guest = await first.join("ann", device="laptop")
    await guest.session.visit.table.leave()
    guest.hang_up()
    await first.wait_until(lambda: not first.server.sessions)
    again = await second.bring_in_guest("ann", device="laptop")
    assert again.session.visit.table is None
    await again.session.visit.hall.open_table(1)
    again.hang_up()
    await second.wait_until(lambda: not second.server.sessions)
    first.club.tables.close_table(1)
    await second.wait_until(lambda: second.club.tables.register.host_of(1) is None)
    last = await second.bring_in_guest("ann", device="laptop")
    await last.wait_for_text("0 tables")
    assert "There is no table 1" not in last.text


async def test_guest_whose_name_is_taken_at_the_other_host_is_told_so(guest_hosts):
    first, second = await guest_hosts.open()
    await first.bring_in_guest("ann", device="laptop")
    other = await second.bring_in_guest("ann", device="phone")
    await other.wait_for_text("Somebody here is already called ann: you are ann 2.")


async def come_back_from_stopped_host(first, second, guest):
    """Stop the first host while the guest `ann` is there; return her at the second host, which she has found by what
    the first one has told her.
    """
    first.server.stop()
    await first.club.close()
    if isinstance(first, WebClub):
        told = await guest.wait_for_frame("farewell")
        way = f"http://127.0.0.1:{second.server.port}/"
        assert (told["again"], way in told["sentence"]) == (True, True)
        page, _, ticket = told["elsewhere"][0].partition("#device=")
        assert (page, len(ticket)) == (way, TICKET_CHARACTERS)
        back = await second.bring_in_guest("", device="another cookie", device_code=ticket)
    else:
        await guest.wait_for_text(f"ssh -p {second.server.port} ann@127.0.0.1")
        back = await second.bring_in_guest("ann", device="laptop")
    assert back.session.visit.name == "ann"
    return back


async def test_guest_who_plays_at_a_host_that_is_stopped_goes_on_at_another_one(guest_hosts):
    first, second = await guest_hosts.open()
    guest = await first.join("ann", device="laptop")
    await guest.wait_for_text("In the hall it is table 1.")
    first.owner.start_match()
    await first.wait_until(lambda: first.table.is_playing)
    back = await come_back_from_stopped_host(first, second, guest)
    await second.wait_until(lambda: shows_screen(back.session, MatchScreen))
    table = second.club.tables.get(1).runner.table
    assert table.is_playing
    assert [seat.name for seat in table.info().seats[:2]] == ["Olga", "ann"]
    assert back.session.visit.table.client.seat == 1
    if isinstance(first, WebClub):  # from now on the new cookie is enough
        back.hang_up()
        await second.wait_until(lambda: not second.server.sessions)
        again = await second.bring_in_guest("zoe", device="another cookie")
        assert again.session.visit.name == "ann"


async def test_guest_who_watches_at_a_host_that_is_stopped_watches_the_table_at_another_one(guest_hosts):
    first, second = await guest_hosts.open(private=True)
    guest = await first.bring_in_guest("ann", device="laptop")
    await guest.session.visit.hall.open_table(first.number, first.code, watch=True)
    back = await come_back_from_stopped_host(first, second, guest)
    assert back.session.visit.table.client.seat is None
    assert second.club.tables.get(first.number).runner.table.free_seats == 3


async def test_ssh_guest_is_told_how_to_reach_the_other_hosts_before_the_host_dies(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(SshClub, tmp_path, stack).open()
        guest = await first.bring_in_guest("ann")
        await guest.wait_for_text(f"ssh -p {second.server.port} ann@127.0.0.1")


async def test_page_is_told_the_pages_of_the_other_hosts_and_refuses_a_false_ticket(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(WebClub, tmp_path, stack).open()
        guest = await first.bring_in_guest("ann")
        [page] = (await guest.wait_for_frame("entered"))["elsewhere"]
        assert page.startswith(f"http://127.0.0.1:{second.server.port}/#device=")
        false = await second.bring_in_guest("mallory", device_code="f" * TICKET_CHARACTERS)
        assert (await false.wait_for_frame("refused"))["sentence"] == WRONG_DEVICE_CODE_SENTENCE


async def test_host_that_is_stopped_carries_its_ssh_guests_on_until_they_leave(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(SshClub, tmp_path, stack).open()
        guest = await first.join("ann", device="laptop")
        first.owner.start_match()
        await guest.wait_for_text("Reveal the first card")
        first.server.stop()
        await first.club.hand_over(10)
        await guest.wait_for_text("You can go on here for 10")
        await second.wait_until(lambda: second.club.tables.get(1) is not None)
        await guest.wait_until_settled()
        guest.press(" ")
        await guest.wait_for(lambda: "Reveal the first card" not in guest.text, "the revealed card")
        leaving = asyncio.ensure_future(first.server.wait_for_guests_to_leave())
        await asyncio.sleep(0)
        assert not leaving.done()
        guest.hang_up()
        await asyncio.wait_for(leaving, PATIENCE_SECONDS)


@pytest.mark.parametrize("carries_on", [True, False])
async def test_browser_is_led_to_another_host_only_when_that_has_its_table(tmp_path, monkeypatch, carries_on):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(WebClub, tmp_path, stack).open()
        guest = await first.join("ann", device="laptop")
        take_over, may_take_over = second.club.tables.take_over, asyncio.Event()
        monkeypatch.setattr(second.club.tables, "take_over", lambda number: None)
        hand_over_all, handed_over = first.club.tables._hand_over_all, asyncio.Event()

        async def hand_over_slowly():
            """Hand all tables over, and wait until another host runs them."""
            await hand_over_all()
            handed_over.set()
            await may_take_over.wait()

        monkeypatch.setattr(first.club.tables, "_hand_over_all", hand_over_slowly)
        stopping = asyncio.ensure_future(first.club.hand_over(10) if carries_on else first.club.close())
        await handed_over.wait()
        assert not guest.session._farewell
        take_over(first.number)
        await second.wait_until(lambda: second.club.tables.get(first.number) is not None)
        may_take_over.set()
        await guest.wait_for_frame("farewell")
        await stopping


async def test_guest_whom_a_stopped_host_carries_on_invites_others_to_another_host(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(SshClub, tmp_path, stack).open()
        guest = await first.join("ann")
        visit = guest.session.visit
        port, ssh_port = first.club.address.rpartition(":")[2], first.server.port
        assert visit.table.join_command == visit.hall.join_command == f"queens join 127.0.0.1:{port}"
        assert visit.hall.invitation_sentences[1].endswith(f"ssh -p {ssh_port} NAME@127.0.0.1")
        first.server.stop()
        await first.club.hand_over(10)
        await second.wait_until(lambda: second.club.tables.get(1) is not None)
        way = f"queens join {second.club.address}"
        await second.wait_until(lambda: visit.table.join_command == way)
        assert visit.hall.join_command == way
        assert visit.hall.invitation_sentences[1].endswith(f"ssh -p {second.server.port} NAME@127.0.0.1")


async def test_browsers_are_led_to_another_host_when_theirs_begins_to_stop(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(WebClub, tmp_path, stack).open()
        guest = await first.join("ann")
        await first.club.hand_over(10)
        told = await guest.wait_for_frame("farewell")
        assert told["elsewhere"][0].startswith(f"http://127.0.0.1:{second.server.port}/#device=")


async def test_ssh_guest_whose_screen_is_only_starting_is_told_that_their_host_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("tui.guest.session.END_NOTICE_DELAY_SECONDS", 0.0)
    async with AsyncExitStack() as stack:
        first, _ = await GuestHosts(SshClub, tmp_path, stack).open()
        waiting = [first.guests.wait_to_start_program() for _ in range(MAX_PROGRAMS_STARTING)]
        for one in waiting:
            await one.__aenter__()
        guest = await first.bring_in_guest("ann")
        first.server.stop()
        await first.club.hand_over(10)
        for one in waiting:
            await one.__aexit__(None, None, None)
        await guest.wait_for_text("You can go on here for 10")


async def test_ssh_guest_who_goes_to_lines_at_once_is_told_there_that_their_host_is_stopped(tmp_path):
    async with AsyncExitStack() as stack:
        first, _ = await GuestHosts(SshClub, tmp_path, stack).open()
        guest = await first.bring_in_guest("ann")
        await guest.wait_for_text("Olga's table")
        first.server.stop()
        await first.club.hand_over(10)
        guest.session.switch_view(True)
        await guest.wait_for_text("Type the number of a table")
        await guest.wait_for_text("You can go on here for 10")


async def test_ssh_guest_who_has_not_come_in_yet_is_sent_to_the_other_host(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(SshClub, tmp_path, stack).open(club_code="mozart")
        guest = await first.bring_guest_to_question("ann", CLUB_CODE_QUESTION)
        first.server.stop()
        await first.club.hand_over(10)
        await guest.wait_for_text(f"ssh -p {second.server.port} ann@127.0.0.1")
        await asyncio.wait_for(first.server.wait_for_guests_to_leave(), PATIENCE_SECONDS)


async def test_page_that_was_open_already_lets_nobody_into_a_host_that_is_being_stopped(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(WebClub, tmp_path, stack).open()
        await first.browser("laptop")
        first.server.stop()
        await first.club.hand_over(10)
        guest = await first.bring_in_guest("ann", device="laptop")
        refused = await guest.wait_for_frame("refused")
        assert f"http://127.0.0.1:{second.server.port}/" in refused["sentence"]
        assert first.club.hall.people == 1  # Olga


async def test_host_whose_last_other_host_goes_while_it_hands_its_tables_over_is_closed(tmp_path, monkeypatch):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(SshClub, tmp_path, stack).open()
        await first.join("ann")
        hand_over = first.club.tables.hand_over

        async def hand_over_slowly():
            """Hand all tables over, and wait until the other host has gone."""
            await hand_over()
            await second.club.close()
            await first.wait_until(lambda: not first.club.other_hosts)

        monkeypatch.setattr(first.club.tables, "hand_over", hand_over_slowly)
        first.server.stop()
        assert not await first.club.hand_over(10)
        assert first.club.stopped.is_set()
