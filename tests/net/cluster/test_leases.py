"""The leases of the hosts of a club: while a host's lease holds, its tables are its own.

When a host counts on its lease, and when it counts another host as gone.
"""

from __future__ import annotations

import pytest

from net.cluster.leases import HostEntry, Leases, find_least_busy_host, order_of_successors
from net.limits import LEASE_MARGIN_SECONDS, LEASE_RENEWAL_INTERVAL_SECONDS, LEASE_SECONDS


class LeaseObserver:
    """The leases of a club as the host ``me`` sees them; the test lets the time pass."""

    def __init__(self):
        self.leases = Leases("me", "me")
        self.now = 100.0
        self._sequence = 0

    def show_renewals(self, *hosts, leaving=False):
        """Show the observer that each of these hosts renews its lease."""
        for host in hosts:
            self._sequence += 1
            self.leases.record_entry(host, HostEntry(host, 1, 0, leaving), self._sequence, self.now)

    def pass_time(self, seconds, *hosts):
        """Let `seconds` of time pass, in which these hosts renew their leases."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + LEASE_RENEWAL_INTERVAL_SECONDS)
            self.show_renewals(*hosts)


@pytest.fixture
def lease_observer():
    """Return an observer who has seen two other hosts for some time."""
    observer = LeaseObserver()
    observer.show_renewals("ann", "bob", "me")
    observer.pass_time(30, "ann", "bob", "me")
    return observer


def test_lease_holds_from_the_attempt_to_renew_it_and_ends_before_others_count_the_host_as_gone():
    leases = Leases("me", "me")
    assert not leases.lease_generation(0.0)
    leases.record_renewal_attempt(10.0)
    assert not leases.lease_generation(10.0)
    leases.record_renewal(10.0, 12.0)  # however late the answer comes
    assert leases.lease_generation(10.0 + LEASE_SECONDS - LEASE_MARGIN_SECONDS - 0.01)
    assert not leases.lease_generation(10.0 + LEASE_SECONDS - LEASE_MARGIN_SECONDS)


def test_lease_that_has_lapsed_has_another_generation_afterwards():
    leases = Leases("me", "me")
    leases.record_renewal(10.0, 10.0)
    first = leases.lease_generation(10.0)
    leases.record_renewal(13.0, 13.0)
    assert leases.lease_generation(17.0) == first
    leases.record_renewal(17.9, 18.0)
    assert leases.lease_generation(18.0) not in (0, first)


def test_late_answer_to_a_renewal_does_not_shorten_a_lease_and_a_given_up_lease_does_not_hold():
    leases = Leases("me", "me")
    leases.record_renewal(20.0, 20.0)
    leases.record_renewal(10.0, 21.0)
    assert leases.lease_generation(24.0)
    leases.give_up()
    assert not leases.lease_generation(20.0)


def test_renewal_is_due_at_intervals_also_without_an_answer():
    leases = Leases("me", "me")
    assert leases.is_renewal_due(5.0)
    leases.record_renewal_attempt(5.0)
    assert not leases.is_renewal_due(5.0 + LEASE_RENEWAL_INTERVAL_SECONDS / 2)
    assert leases.is_renewal_due(5.0 + LEASE_RENEWAL_INTERVAL_SECONDS)
    leases.record_renewal_attempt(8.0)
    leases.request_renewal()
    assert leases.is_renewal_due(8.0)


def test_only_the_host_that_stops_renewing_counts_as_gone_after_the_time_of_a_lease(lease_observer):
    lease_observer.pass_time(LEASE_SECONDS - LEASE_RENEWAL_INTERVAL_SECONDS, "bob", "me")
    assert not lease_observer.leases.is_gone("ann")
    lease_observer.pass_time(LEASE_RENEWAL_INTERVAL_SECONDS, "bob", "me")
    assert lease_observer.leases.is_gone("ann")
    assert not lease_observer.leases.is_gone("bob")
    assert list(lease_observer.leases.present_hosts) == ["bob", "me"]
    assert lease_observer.leases.entry_of_host("ann") is None
    lease_observer.show_renewals("ann")
    assert not lease_observer.leases.is_gone("ann")


def test_no_host_counts_as_gone_while_the_observer_receives_nothing(lease_observer):
    lease_observer.now += 100
    assert not lease_observer.leases.is_gone("ann")


def test_no_host_counts_as_gone_when_a_silence_of_all_hosts_ends(lease_observer):
    lease_observer.now += 100
    lease_observer.show_renewals("me")
    lease_observer.pass_time(LEASE_SECONDS - LEASE_RENEWAL_INTERVAL_SECONDS, "me")
    assert not lease_observer.leases.is_gone("ann")
    lease_observer.show_renewals("ann")
    lease_observer.pass_time(LEASE_SECONDS, "ann", "me")
    assert lease_observer.leases.is_gone("bob")
    assert not lease_observer.leases.is_gone("ann")


def test_entry_that_is_shown_again_is_no_renewal(lease_observer):
    lease_observer.pass_time(LEASE_SECONDS / 2, "bob", "me")
    lease_observer.leases.record_entry("ann", HostEntry("ann"), 1, lease_observer.now)
    lease_observer.pass_time(LEASE_SECONDS / 2, "bob", "me")
    assert lease_observer.leases.is_gone("ann")


def test_host_that_was_never_seen_counts_as_gone_after_the_time_of_a_lease(lease_observer):
    newcomer = LeaseObserver()
    newcomer.show_renewals("me")
    assert not newcomer.leases.is_gone("ann")
    newcomer.pass_time(LEASE_SECONDS, "me")
    assert newcomer.leases.is_gone("ann")


def test_host_that_was_started_again_counts_once_for_itself_and_for_others(lease_observer):
    leases, address = lease_observer.leases, HostEntry("ann", 1)
    leases.record_entry("ann again", address, 1_000, lease_observer.now)
    assert list(leases.present_hosts) == ["bob", "me", "ann again"]
    started = Leases("bob again", "bob")
    for sequence, (host, entry) in enumerate(leases._entries.items(), 1):
        started.record_entry(host, entry, sequence, lease_observer.now)
    assert "bob" not in started.present_hosts
    started.record_entry("bob again", HostEntry("bob", 1), 2_000, lease_observer.now)
    started.record_entry("bob", HostEntry("bob", 1), 3_000, lease_observer.now)
    assert list(started.present_hosts) == ["me", "ann again", "bob again"]


def test_host_that_is_leaving_does_not_hide_the_one_that_is_started_at_its_address(lease_observer):
    leaving, leases = HostEntry("ann", 1, is_leaving=True), lease_observer.leases
    leases.record_entry("ann again", HostEntry("ann", 1), 1_000, lease_observer.now)
    leases.record_entry("ann", leaving, 1_001, lease_observer.now)
    assert list(leases.present_hosts) == ["bob", "me", "ann again"]
    old = Leases("ann", "ann")
    for sequence, host in enumerate(("ann", "ann again"), 1):
        old.record_entry(host, leaving if host == "ann" else HostEntry("ann", 1), sequence, lease_observer.now)
    assert list(old.present_hosts) == ["ann again"]


def test_leaving_host_takes_no_more_tables_and_counts_as_gone_only_after_its_lease(lease_observer):
    lease_observer.show_renewals("ann", "me", leaving=True)
    assert not lease_observer.leases.is_gone("ann")
    assert list(lease_observer.leases.present_hosts) == ["bob"]


def test_tables_of_a_host_that_is_gone_are_spread_over_the_others_and_no_other_table_moves():
    hosts = ["ann", "bob", "cleo", "dan"]
    before = {number: order_of_successors(number, hosts)[0] for number in range(400)}
    after = {number: order_of_successors(number, hosts[1:])[0] for number in range(400)}
    assert all(after[number] == host for number, host in before.items() if host != "ann")
    taken = [after[number] for number, host in before.items() if host == "ann"]
    assert {taken.count(host) > 15 for host in hosts[1:]} == {True}
    assert all(
        order_of_successors(number, hosts)[1] == after[number] for number, host in before.items() if host == "ann"
    )


def test_least_busy_host_has_the_fewest_tables():
    assert find_least_busy_host({"ann": 3, "cleo": 1, "bob": 1}) == "cleo"
    assert find_least_busy_host({}) == ""


def test_people_of_other_hosts_are_counted_unless_their_host_is_gone_also_if_it_is_leaving(lease_observer):
    def show(host, people, leaving=False):
        """Show the observer an entry of a host with so many people in its hall."""
        entry = HostEntry(host, 2, is_leaving=leaving, people=people)
        lease_observer.leases.record_entry(host, entry, 1000 + people, lease_observer.now)

    for host, people in (("me", 1), ("ann", 2), ("bob", 4)):
        show(host, people)
    assert lease_observer.leases.people_elsewhere == 6
    show("bob", 5, leaving=True)
    assert lease_observer.leases.people_elsewhere == 7
    lease_observer._sequence = 2000
    lease_observer.pass_time(LEASE_SECONDS + LEASE_RENEWAL_INTERVAL_SECONDS, "me")
    assert lease_observer.leases.people_elsewhere == 0
