"""Admission to a host: nobody's address takes the connections that others need."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits import (
    ADDRESS_BYTES_AT_ONCE,
    ADDRESS_MESSAGES_AT_ONCE,
    ADDRESS_MESSAGES_PER_SECOND,
    MAX_ADDRESSES_TRACKED,
    MAX_PEOPLE_PER_ADDRESS,
    MAX_UNAUTHENTICATED_CONNECTIONS,
    MAX_UNAUTHENTICATED_PER_ADDRESS,
    NEW_CONNECTIONS_AT_ONCE,
    NEW_CONNECTIONS_PER_SECOND,
    RETURNING_PEOPLE_AT_ONCE,
    RETURNING_PEOPLE_PER_SECOND,
)
from net.transport.admission import HOST_FULL_SENTENCE, TOO_MANY_FROM_ADDRESS_SENTENCE, Admission, origin_of_address


@pytest.mark.parametrize(
    ("address", "expected_origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::1"),
        ("fd12:3456::7", "fd12:3456::7"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_origin_of_a_connection_is_the_part_of_its_address_that_the_owner_cannot_choose(address, expected_origin):
    assert origin_of_address(address) == expected_origin


def test_silent_connections_of_one_address_keep_nobody_else_out():
    admission: Admission[str] = Admission()
    for number in range(MAX_UNAUTHENTICATED_PER_ADDRESS):
        assert admission.add(f"mute {number}", "192.0.2.1", 0) is None
    assert admission.add("Ann", "192.0.2.2", 0) is None
    assert admission.add("Bob", "192.0.2.1", 0) == "mute 0"
    assert admission.unauthenticated_count == MAX_UNAUTHENTICATED_PER_ADDRESS + 1


def test_guests_of_another_host_of_the_club_are_not_counted_as_one_address():
    admission: Admission[str] = Admission(max_people_per_address=2)
    admission.host_addresses = frozenset(["192.0.2.1", "2001:db8::1"])
    for number in range(2 * NEW_CONNECTIONS_AT_ONCE):
        address = ("192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1")[number % 3]
        assert admission.add(f"guest {number}", address, 0) is None
        assert not admission.refusal(f"guest {number}")
    assert admission.unauthenticated_count == 2 * NEW_CONNECTIONS_AT_ONCE
    for number in range(2 * NEW_CONNECTIONS_AT_ONCE):
        admission.authenticate(f"guest {number}")
    assert admission.count_received("guest 0", 0, 2 * ADDRESS_MESSAGES_AT_ONCE, 0) > 0
    assert admission.count_received("guest 3", 0, 1, 0) == 0
    for number in range(MAX_UNAUTHENTICATED_PER_ADDRESS):
        assert admission.add(f"mute {number}", "2001:db8::2", 0) is None
    assert admission.add("Bob", "2001:db8::2", 0) == "mute 0"


def test_silent_connections_from_many_addresses_are_dropped_for_newcomers():
    admission: Admission[str] = Admission()
    attackers = MAX_UNAUTHENTICATED_CONNECTIONS // 16
    for number in range(MAX_UNAUTHENTICATED_CONNECTIONS):
        assert admission.add(f"mute {number}", f"192.0.2.{number % attackers}", 0) is None
    for number in range(MAX_UNAUTHENTICATED_CONNECTIONS // 2):
        gone = admission.add(f"person {number}", f"198.51.100.{number}", 0)
        assert gone is not None
        assert gone.startswith("mute")
        assert admission.unauthenticated_count == MAX_UNAUTHENTICATED_CONNECTIONS


def test_newcomer_replaces_the_oldest_unauthenticated_connection_when_every_address_has_one():
    admission: Admission[int] = Admission()
    for number in range(MAX_UNAUTHENTICATED_CONNECTIONS):
        assert admission.add(number, f"2001:db8:0:{number:x}::1", 0) is None
    assert admission.add(-1, "192.0.2.1", 0) == 0
    assert admission.add(-2, "192.0.2.2", 0) == 1
    assert admission.unauthenticated_count == MAX_UNAUTHENTICATED_CONNECTIONS


@pytest.mark.parametrize("prefix", ["fd12:3456::", "fe80::", "2001:db8::"])
def test_addresses_of_one_ipv6_network_make_room_for_everybody_else(prefix):
    admission: Admission[str] = Admission(max_unauthenticated=8)
    for number in range(6):
        assert admission.add(f"mute {number}", f"{prefix}{number:x}", 0) is None
    people = [f"person {number}" for number in range(7)]
    gone = [admission.add(one, f"192.0.2.{number}", 0) for number, one in enumerate(people)]
    assert gone == [None, None, "mute 0", "mute 1", "mute 2", "mute 3", "mute 4"]


def test_new_connections_from_one_address_are_rate_limited():
    admission: Admission[int] = Admission()
    for number in range(NEW_CONNECTIONS_AT_ONCE):
        admission.add(number, "192.0.2.1", 0)
        admission.remove(number)
    assert admission.add(-1, "192.0.2.1", 0) == -1
    assert admission.add(-2, "192.0.2.2", 0) is None
    assert admission.add(-1, "192.0.2.1", 1.01 / NEW_CONNECTIONS_PER_SECOND) is None


def test_people_of_one_address_who_come_back_are_no_new_connections_up_to_a_rate_of_their_own():
    admission: Admission[int] = Admission()

    def come_back(now):
        """Return whether one more connection comes in, whose person proves that they were here before."""
        if admission.add(0, "192.0.2.1", now) == 0:
            return False
        admission.mark_returning(0, now)
        admission.remove(0)
        return True

    assert all(come_back(0) for _ in range(RETURNING_PEOPLE_AT_ONCE + NEW_CONNECTIONS_AT_ONCE))
    assert not come_back(0)
    assert all(come_back(1) for _ in range(RETURNING_PEOPLE_PER_SECOND + NEW_CONNECTIONS_PER_SECOND))
    assert not come_back(1)
    admission.mark_returning(0, 1)  # it has gone
    assert admission.add(1, "192.0.2.1", 1) == 1


def test_people_who_come_back_take_no_slots_and_find_room_as_others_do():
    admission: Admission[int] = Admission(max_people_per_address=MAX_UNAUTHENTICATED_PER_ADDRESS)
    for number in range(2 * MAX_UNAUTHENTICATED_PER_ADDRESS):
        assert admission.add(number, "192.0.2.1", number) is None
        admission.mark_returning(number, number)
    assert admission.unauthenticated_count == 0
    for number in range(MAX_UNAUTHENTICATED_PER_ADDRESS):
        assert admission.refusal(number) == ""
        admission.authenticate(number)
    assert admission.refusal(MAX_UNAUTHENTICATED_PER_ADDRESS) == TOO_MANY_FROM_ADDRESS_SENTENCE
    assert admission.demote(MAX_UNAUTHENTICATED_PER_ADDRESS) is None
    assert admission.unauthenticated_count == 1
    for number in range(2 * MAX_UNAUTHENTICATED_PER_ADDRESS):
        admission.remove(number)
    assert (len(admission), admission.unauthenticated_count) == (0, 0)


def test_people_who_come_back_from_one_network_keep_no_newcomer_out():
    admission: Admission[int] = Admission(max_connections=6)
    for number, address in enumerate(["192.0.2.1", "fd12::1", "fd12::2", "fd12::3", "192.0.2.2", "192.0.2.2"]):
        assert admission.add(number, address, 0) is None
        admission.mark_returning(number, 0)
    assert admission.add(6, "192.0.2.3", 0) == 1, "the oldest one of the network with the most"
    admission.authenticate(6)
    admission.authenticate(1)  # it has gone
    assert [admission.add(number, "192.0.2.3", 0) for number in (7, 8, 9)] == [2, 4, 0]
    assert admission.add(10, "192.0.2.4", 0) == 7, "who comes back makes no more slots"
    assert (len(admission), admission.unauthenticated_count) == (6, 3)


def test_person_at_a_table_does_not_count_as_unauthenticated_until_the_host_demotes_them():
    admission: Admission[int] = Admission()
    now = 0.0
    for number in range(MAX_UNAUTHENTICATED_PER_ADDRESS + 10):
        now += 1 / NEW_CONNECTIONS_PER_SECOND
        assert admission.add(number, "192.0.2.1", now) is None
        admission.authenticate(number)
    assert (admission.unauthenticated_count, len(admission)) == (0, MAX_UNAUTHENTICATED_PER_ADDRESS + 10)
    cut = [admission.demote(number) for number in range(MAX_UNAUTHENTICATED_PER_ADDRESS + 10)]
    assert cut == [None] * MAX_UNAUTHENTICATED_PER_ADDRESS + list(range(10))
    assert admission.unauthenticated_count == len(admission) == MAX_UNAUTHENTICATED_PER_ADDRESS


def test_people_of_one_address_cannot_take_all_connections_kept_for_people():
    admission: Admission[int] = Admission()
    now = 0.0
    for number in range(MAX_PEOPLE_PER_ADDRESS):
        now += 1 / NEW_CONNECTIONS_PER_SECOND
        assert admission.add(number, "192.0.2.1", now) is None
        admission.authenticate(number)
    assert admission.add(-1, "192.0.2.1", now + 60) is None
    assert admission.add(-2, "192.0.2.2", now + 60) is None
    assert (admission.refusal(-1), admission.refusal(-2)) == (TOO_MANY_FROM_ADDRESS_SENTENCE, "")
    admission.remove(0)
    assert admission.refusal(-1) == ""
    assert admission.refusal(1) == "", "whose person has been let in, is not refused"


def test_reading_pauses_when_one_address_exceeds_its_rate():
    admission: Admission[int] = Admission()
    for number in range(2):
        admission.add(number, "192.0.2.1", 0)
        admission.authenticate(number)
    assert admission.count_received(0, 10, ADDRESS_MESSAGES_AT_ONCE, 0) == 0
    assert admission.count_received(1, 10, ADDRESS_MESSAGES_PER_SECOND, 0) == 1
    assert admission.count_received(1, 0, 0, 1) == 0
    assert admission.count_received(0, 2 * ADDRESS_BYTES_AT_ONCE, 0, 1) > 0
    admission.remove(0)
    assert admission.count_received(0, ADDRESS_BYTES_AT_ONCE, 0, 1) == 0, "who is gone has nothing to say"


def test_number_of_origins_is_bounded_and_those_with_people_are_kept():
    admission: Admission[int] = Admission()
    admission.add(0, "192.0.2.1", 0)
    admission.authenticate(0)
    for number in range(1, 2 * MAX_ADDRESSES_TRACKED):
        admission.add(number, f"2001:db8:{number // 65536:x}:{number % 65536:x}::1", 0)
        admission.remove(number)
    assert len(admission._origins) == MAX_ADDRESSES_TRACKED
    assert "192.0.2.1" in admission._origins


def test_origin_of_a_person_who_comes_back_is_kept_until_they_are_let_in():
    admission: Admission[int] = Admission(max_people_per_address=1)
    admission.add(0, "192.0.2.1", 0)
    admission.mark_returning(0, 0)
    for number in range(1, MAX_ADDRESSES_TRACKED + 1):
        admission.add(number, f"2001:db8:0:{number:x}::1", 0)
        admission.remove(number)
    admission.authenticate(0)
    admission.add(-1, "192.0.2.1", 0)
    assert admission.refusal(-1) == TOO_MANY_FROM_ADDRESS_SENTENCE
    admission.remove(0)
    assert admission.refusal(-1) == ""


host_events = st.lists(
    st.tuples(
        st.sampled_from(["add", "remove", "mark_returning", "authenticate", "demote", "hear", "remove"]),
        st.integers(0, 30),
        st.integers(0, 4),
    ),
    max_size=80,
)
"""Hypothesis strategy for events at a host: what happens, the number of a connection, and the last number of its IP
address.
"""


@given(host_events)
def test_counts_of_connections_stay_correct_and_bounded_after_random_events(events):
    admission: Admission[int] = Admission(max_unauthenticated=6, max_unauthenticated_per_address=3, max_connections=14)
    here: set[int] = set()
    for step, (what, end, address) in enumerate(events):
        if what == "add" and end not in here:
            here.add(end)
            here.discard(admission.add(end, f"192.0.2.{address}", step))
        elif what == "mark_returning":
            admission.mark_returning(end, step)
        elif what == "authenticate":
            admission.authenticate(end)
        elif what == "demote":
            here.discard(admission.demote(end))
        elif what == "hear":
            admission.count_received(end, 10, 1, step)
        elif what == "remove":
            admission.remove(end)
            here.discard(end)
        assert admission.unauthenticated_count <= 6
        assert len(admission) <= 14
        assert set(admission._origin_of) == here
        of_networks = admission._unauthenticated_of_network.values()
        assert sum(map(len, of_networks)) == admission.unauthenticated_count
        assert all(of_networks)
        assert all(len(origin.unauthenticated_connections) <= 3 for origin in admission._origins.values())
        assert (
            sum(len(origin.unauthenticated_connections) for origin in admission._origins.values())
            == admission.unauthenticated_count
        )
        people = sum(len(origin.people) for origin in admission._origins.values())
        assert sum(origin.connections for origin in admission._origins.values()) == len(here)
        assert people == len(here) - admission.unauthenticated_count - len(admission._returning)


def test_half_of_the_connections_are_kept_for_people_when_there_are_few():
    admission: Admission[int] = Admission(max_connections=40)
    for number in range(100):
        admission.add(number, f"192.0.2.{number}", 0)
    assert admission.unauthenticated_count == 20
    for number in range(100):
        admission.authenticate(number)
    assert admission.add(-1, "198.51.100.1", 0) is None
    assert admission.refusal(-1) == HOST_FULL_SENTENCE, "there are twenty people, and no more can be held"
    admission.remove(99)
    assert admission.refusal(-1) == ""


def test_connections_never_exceed_their_total_though_all_of_them_become_people_at_once():
    admission: Admission[int] = Admission(max_connections=6)
    for number in range(3):
        admission.add(number, f"192.0.2.{number}", 0)
        admission.authenticate(number)
    for number in range(3, 6):
        assert admission.add(number, f"192.0.2.{number}", 0) is None
    for number in range(3, 5):
        admission.authenticate(number)
    assert admission.add(6, "192.0.2.6", 0) == 5, "the oldest one without a person makes room"
    admission.authenticate(6)
    assert admission.add(7, "192.0.2.7", 0) == 7, "all that are there are people"
    assert len(admission) == 6
