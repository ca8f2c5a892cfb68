"""How a client finds its table again when a host of its club has died and the other hosts do not know that yet."""

from __future__ import annotations

import asyncio

import pytest

from net.client.host_link import HostLink
from net.client.join_spec import HostSpec
from net.errors import ReachedOtherHost
from net.limits import MAX_CLUB_RECONNECT_PAUSE_SECONDS

DEAD, OTHER, LAST = "192.0.2.1:1", "192.0.2.2:1", "192.0.2.3:1"
"""The addresses of a host that is dead, of one that leads to it, and of one that leads to nobody at first."""


@pytest.fixture(autouse=True)
def connections_without_network(monkeypatch):
    """Have the stand-in for the event loop open the connections of a link."""
    monkeypatch.setattr(
        "net.client.host_link.connect_to_host", lambda loop, *connection: loop.create_connection(*connection)
    )


class LinkInClubOfThreeHosts(HostLink):
    """A client's link in a club of three hosts, one of which is dead; `addresses_tried` lists the addresses in the
    order of the attempts. In the first `rounds` rounds of attempts no host has the table, and then the last host has
    it.
    """

    def __init__(self, rounds):
        super().__init__(HostSpec("192.0.2.1", 1, None, find_hosts=lambda: (DEAD, OTHER, LAST)))
        self.addresses_tried = []
        self._rounds = rounds
        self._loop = self

    async def create_connection(self, *arguments, **options):
        """Answer as the host at the present address would."""
        address = f"{self._address[0]}:{self._address[1]}"
        self.addresses_tried.append(address)
        if address == DEAD:
            raise TimeoutError
        if self.addresses_tried.count(DEAD) <= self._rounds:
            self._admission.set_exception(ReachedOtherHost(DEAD if address == OTHER else ""))
        else:
            self._connection = self
            self._admission.set_result(None)

    def create_future(self):
        """Return a future of the real loop."""
        return asyncio.get_running_loop().create_future()

    def time(self):
        """Return the time of the real loop."""
        return asyncio.get_running_loop().time()


async def test_one_round_of_attempts_asks_the_dead_host_once_and_one_host_that_answers():
    firsts = set()
    for _ in range(100):
        link = LinkInClubOfThreeHosts(rounds=1)
        await link._try_hosts()
        assert link.addresses_tried in ([DEAD, OTHER], [DEAD, LAST])
        assert link._address == ("192.0.2.1", 1)
        firsts.add(link.addresses_tried[1])
    assert firsts == {OTHER, LAST}, "the people of a host that is gone spread over the others"


async def test_all_hosts_are_asked_while_none_answers(monkeypatch):
    link = LinkInClubOfThreeHosts(rounds=1)

    async def refuse(*arguments, **options):
        """Answer as if every host were gone."""
        link.addresses_tried.append(f"{link._address[0]}:{link._address[1]}")
        raise OSError

    monkeypatch.setattr(link, "create_connection", refuse)
    await link._try_hosts()
    assert link.addresses_tried[0] == DEAD
    assert sorted(link.addresses_tried) == [DEAD, OTHER, LAST]


async def test_pauses_between_attempts_stay_short_in_a_club_where_another_host_may_take_over(monkeypatch):
    rounds = 8
    link, pauses, sleep = LinkInClubOfThreeHosts(rounds), [], asyncio.sleep

    async def record_pause(seconds):
        """Record a pause, and take none."""
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr("net.client.host_link.asyncio.sleep", record_pause)
    await link._try_to_reconnect()
    assert link.addresses_tried.count(DEAD) == rounds + 1
    assert MAX_CLUB_RECONNECT_PAUSE_SECONDS / 2 <= max(pauses) <= MAX_CLUB_RECONNECT_PAUSE_SECONDS
    between = [pause for pause in pauses if pause]
    assert len(set(between)) == len(between), "the people of a host that is gone do not all come at the same moments"
