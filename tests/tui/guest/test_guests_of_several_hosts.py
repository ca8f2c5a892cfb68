"""What is promised to guests of a club that has several hosts, which share a store in memory."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from net.cluster.identity import ClubIdentity
from net.host.cluster_storage import ClusterStorage
from net.security.host_certificate import new_certificate
from tests.net.cluster.memory_store import MemoryStore
from tests.support.guest_clubs import SshClub, WebClub


class GuestHosts:
    """Two hosts of one club, with guests over SSH or in browsers; devices are the same at both."""

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
        await first.wait_until(lambda: len(first.club.hosts) == len(second.club.hosts) == 2)
        first.owner = await first.open_table_of(first.olga, "mad-queens", seats=4)
        return first, second


@pytest.fixture(params=[SshClub, WebClub], ids=["ssh", "web"])
async def guest_hosts(request, tmp_path):
    """The hosts of a club that is not open yet."""
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


async def test_guest_whose_name_somebody_has_at_the_other_host_is_told_so(guest_hosts):
    first, second = await guest_hosts.open()
    await first.come("ann", device="laptop")
    other = await second.come("ann", device="phone")
    await other.wait_for_text("Somebody here is already called ann: you are ann 2.")
