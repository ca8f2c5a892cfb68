"""Who is let through the door: no address takes what others need, whatever comes from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits import (
    ADDRESS_BYTES_AT_ONCE,
    ADDRESS_MESSAGES_AT_ONCE,
    ADDRESS_MESSAGES_PER_SECOND,
    ADDRESSES,
    ARRIVALS_AT_ONCE,
    ARRIVALS_PER_SECOND,
    PEOPLE_PER_ADDRESS,
    SPARE_DESCRIPTORS,
    STRANGERS,
    STRANGERS_PER_ADDRESS,
)
from net.protocol.rate_limit import TokenBucket
from net.transport.admission import Admission, origin
from net.transport.listen import connections_allowed


@pytest.mark.parametrize(
    ("address", "whence"),
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
def test_an_address_is_what_its_owner_cannot_change(address, whence):
    assert origin(address) == whence


def test_nobody_is_kept_out_by_those_of_one_address_who_say_nothing():
    gate: Admission[str] = Admission()
    for number in range(STRANGERS_PER_ADDRESS):
        assert gate.arrive(f"mute {number}", "192.0.2.1", 0) is None
    assert gate.arrive("Ann", "192.0.2.2", 0) is None
    assert gate.arrive("Bob", "192.0.2.1", 0) == "mute 0"
    assert gate.strangers == STRANGERS_PER_ADDRESS + 1


def test_who_fills_the_room_from_many_addresses_makes_room_for_anybody_else():
    gate: Admission[str] = Admission()
    attackers = STRANGERS // 16
    for number in range(STRANGERS):
        assert gate.arrive(f"mute {number}", f"192.0.2.{number % attackers}", 0) is None
    for number in range(STRANGERS // 2):
        gone = gate.arrive(f"person {number}", f"198.51.100.{number}", 0)
        assert gone is not None
        assert gone.startswith("mute")
        assert gate.strangers == STRANGERS


def test_only_as_many_addresses_as_there_is_room_fill_it():
    gate: Admission[int] = Admission()
    for number in range(STRANGERS):
        gate.arrive(number, f"2001:db8:0:{number:x}::1", 0)
    assert gate.arrive(-1, "192.0.2.1", 0) == -1


def test_new_connections_from_one_address_are_counted():
    gate: Admission[int] = Admission()
    for number in range(ARRIVALS_AT_ONCE):
        gate.arrive(number, "192.0.2.1", 0)
        gate.leave(number)
    assert gate.arrive(-1, "192.0.2.1", 0) == -1
    assert gate.arrive(-2, "192.0.2.2", 0) is None
    assert gate.arrive(-1, "192.0.2.1", 1.01 / ARRIVALS_PER_SECOND) is None


def test_people_take_no_room_of_strangers_until_they_are_told_to_go():
    gate: Admission[int] = Admission()
    now = 0.0
    for number in range(STRANGERS_PER_ADDRESS + 10):
        now += 1 / ARRIVALS_PER_SECOND
        assert gate.arrive(number, "192.0.2.1", now) is None
        gate.let_in(number)
    assert (gate.strangers, len(gate)) == (0, STRANGERS_PER_ADDRESS + 10)
    cut = [gate.show_out(number) for number in range(STRANGERS_PER_ADDRESS + 10)]
    assert cut == [None] * STRANGERS_PER_ADDRESS + list(range(10))
    assert gate.strangers == len(gate) == STRANGERS_PER_ADDRESS


def test_one_address_leaves_room_at_the_table():
    gate: Admission[int] = Admission()
    now = 0.0
    for number in range(PEOPLE_PER_ADDRESS):
        now += 1 / ARRIVALS_PER_SECOND
        assert gate.arrive(number, "192.0.2.1", now) is None
        gate.let_in(number)
    assert gate.arrive(-1, "192.0.2.1", now + 60) == -1
    assert gate.arrive(-2, "192.0.2.2", now + 60) is None
    gate.leave(0)
    assert gate.arrive(-1, "192.0.2.1", now + 60) is None


def test_what_is_too_much_from_one_address_waits():
    gate: Admission[int] = Admission()
    for number in range(2):
        gate.arrive(number, "192.0.2.1", 0)
        gate.let_in(number)
    assert gate.hear(0, 10, ADDRESS_MESSAGES_AT_ONCE, 0) == 0
    assert gate.hear(1, 10, ADDRESS_MESSAGES_PER_SECOND, 0) == 1
    assert gate.hear(1, 0, 0, 1) == 0
    assert gate.hear(0, 2 * ADDRESS_BYTES_AT_ONCE, 0, 1) > 0
    gate.leave(0)
    assert gate.hear(0, ADDRESS_BYTES_AT_ONCE, 0, 1) == 0, "who is gone has nothing to say"


def test_the_number_of_addresses_is_bounded_and_those_with_people_are_kept():
    gate: Admission[int] = Admission()
    gate.arrive(0, "192.0.2.1", 0)
    gate.let_in(0)
    for number in range(1, 2 * ADDRESSES):
        gate.arrive(number, f"2001:db8:{number // 65536:x}:{number % 65536:x}::1", 0)
        gate.leave(number)
    assert len(gate._origins) == ADDRESSES
    assert "192.0.2.1" in gate._origins


STEPS = st.lists(st.tuples(st.sampled_from("adlohd"), st.integers(0, 30), st.integers(0, 4)), max_size=80)


@given(STEPS)
def test_whatever_happens_the_numbers_are_right_and_within_their_bounds(steps):
    gate: Admission[int] = Admission(strangers=6, strangers_per_address=3)
    here: set[int] = set()
    for step, (what, end, address) in enumerate(steps):
        if what == "a" and end not in here:
            here.add(end)
            here.discard(gate.arrive(end, f"192.0.2.{address}", step))
        elif what == "l":
            gate.let_in(end)
        elif what == "o":
            here.discard(gate.show_out(end))
        elif what == "h":
            gate.hear(end, 10, 1, step)
        elif what == "d":
            gate.leave(end)
            here.discard(end)
        assert gate.strangers <= 6
        assert set(gate._whence) == here
        assert all(len(origin.strangers) <= 3 for origin in gate._origins.values())
        assert sum(len(origin.strangers) for origin in gate._origins.values()) == gate.strangers
        assert sum(len(origin.people) for origin in gate._origins.values()) == len(here) - gate.strangers


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 30)), max_size=30))
def test_an_allowance_gives_no_more_than_it_says(spendings):
    allowance, now, spent = TokenBucket(5, 20, 0.0), 0.0, 0.0
    for pause, amount in spendings:
        now += pause
        spent += amount if allowance.spend(amount, now) else 0
        assert spent <= 20 + 5 * now + 1e-6


def test_what_is_owed_is_paid_back_in_time():
    allowance = TokenBucket(5, 20, 0.0)
    assert allowance.overdraw(20, 0) == 0
    assert allowance.overdraw(10, 0) == 2
    assert not allowance.spend(1, 1)
    assert allowance.overdraw(0, 2) == 0
    assert not allowance.is_full(5.9)
    assert allowance.is_full(6)


def test_where_the_system_allows_few_connections_there_is_room_for_people_all_the_same():
    gate: Admission[int] = Admission(in_all=40)
    for number in range(100):
        gate.arrive(number, f"192.0.2.{number}", 0)
    assert gate.strangers == 20
    for number in range(100):
        gate.let_in(number)
    assert gate.arrive(-1, "198.51.100.1", 0) == -1, "there are twenty people, and no more can be held"


def test_as_many_connections_are_allowed_as_the_system_gives_away(monkeypatch):
    resource = pytest.importorskip("resource")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: asked.append(limits))
    assert connections_allowed(1000) == 1000
    assert asked == [(1000 + SPARE_DESCRIPTORS, 4096)]
    assert connections_allowed(10_000) == 4096 - SPARE_DESCRIPTORS
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: (_ for _ in ()).throw(ValueError))
    assert connections_allowed(1000) == 256 - SPARE_DESCRIPTORS
