"""What guests of a club with several hosts may expect; the hosts share a store in memory."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from net.cluster.identity import ClubIdentity
from net.host.cluster_storage import ClusterStorage
from net.security.host_certificate import new_certificate
from tests.net.cluster.memory_store import MemoryStore
from tests.support.guest_clubs import SshClub, WebClub
from tui.guest.device_codes import WRONG_DEVICE_CODE_SENTENCE
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

    async def open(self):
        """Open both hosts, with Olga's table at the first one, and return them."""
        for host in self.hosts:
            storage = ClusterStorage(self.store, self._identity)
            host._stack.push_async_callback(storage.close)
            await host.open_club(storage=storage)
        first, second = self.hosts
        if isinstance(first, WebClub):
            second._browsers = first._browsers
        for host in (first, second):
            is_web = isinstance(host, WebClub)
            host.club.open_to_guests(host.server.port if is_web else 0, False, 0 if is_web else host.server.port)
        await first.wait_until(lambda: all(self.ports_seen_by(host) for host in (first, second)))
        first.owner = await first.open_table_of(first.olga, "mad-queens", seats=4)
        return first, second

    @staticmethod
    def ports_seen_by(host):
        """Return the ports for guests of the hosts that this host knows, without hosts that admit no guests."""
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
    again = await second.come("zoe", device="laptop")
    await again.wait_for_text("You are ann here, as before.")
    await again.wait_for_text("Olga's table")
    await again.wait_until_settled()
    again.press("\r")
    await again.wait_for_text("In the hall it is table 1.")
    assert first.seat_names() == ["Olga", "ann", "", ""]


async def test_guest_whose_name_is_taken_at_the_other_host_is_told_so(guest_hosts):
    first, second = await guest_hosts.open()
    await first.come("ann", device="laptop")
    other = await second.come("ann", device="phone")
    await other.wait_for_text("Somebody here is already called ann: you are ann 2.")


async def test_guest_of_a_host_that_is_stopped_is_told_how_to_come_in_at_another_one(guest_hosts):
    first, second = await guest_hosts.open()
    guest = await first.join("ann", device="laptop")
    await guest.wait_for_text("In the hall it is table 1.")
    first.server.stop()
    await first.club.close()
    if isinstance(first, WebClub):
        told = await guest.wait_for_frame("farewell")
        way = f"http://127.0.0.1:{second.server.port}/"
        assert (told["again"], way in told["sentence"]) == (True, True)
        page, _, ticket = told["elsewhere"][0].partition("#device=")
        assert (page, len(ticket)) == (way, TICKET_CHARACTERS)
        back = await second.come("", device="another cookie", device_code=ticket)
    else:
        await guest.wait_for_text(f"ssh -p {second.server.port} ann@127.0.0.1")
        back = await second.come("ann", device="laptop")
    assert back.session.visit.name == "ann"
    await back.wait_for_text("Olga's table")
    await back.wait_until_settled()
    back.press("\r")
    await back.wait_for_text("In the hall it is table 1.")
    assert [seat.name for seat in second.club.tables.get(1).runner.table.info().seats[:2]] == ["Olga", "ann"]
    if isinstance(first, WebClub):  # from now on the new cookie is enough
        back.hang_up()
        await second.wait_until(lambda: not second.server.sessions)
        again = await second.come("zoe", device="another cookie")
        await again.wait_for_text("You are ann here, as before.")


async def test_ssh_guest_is_told_how_to_reach_the_other_hosts_before_the_host_dies(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(SshClub, tmp_path, stack).open()
        guest = await first.come("ann")
        await guest.wait_for_text(f"ssh -p {second.server.port} ann@127.0.0.1")


async def test_page_is_told_the_pages_of_the_other_hosts_and_refuses_a_false_ticket(tmp_path):
    async with AsyncExitStack() as stack:
        first, second = await GuestHosts(WebClub, tmp_path, stack).open()
        guest = await first.come("ann")
        [page] = (await guest.wait_for_frame("entered"))["elsewhere"]
        assert page.startswith(f"http://127.0.0.1:{second.server.port}/#device=")
        false = await second.come("mallory", device_code="f" * TICKET_CHARACTERS)
        assert (await false.wait_for_frame("refused"))["sentence"] == WRONG_DEVICE_CODE_SENTENCE
