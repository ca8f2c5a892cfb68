"""The order in which TLS handshakes begin, and what runs between them."""

from __future__ import annotations

from weakref import ref

import pytest

import net.transport.handshake_queue
from net.transport.admission import Admission
from net.transport.handshake_queue import HandshakeQueue


class FakeLoop:
    """An event loop whose turns the test makes: `turn` calls what was scheduled before it."""

    def __init__(self):
        self.scheduled = []

    def call_soon(self, function):
        self.scheduled.append(function)

    def turn(self):
        now, self.scheduled = self.scheduled, []
        for function in now:
            function()


@pytest.fixture
def loop():
    return FakeLoop()


@pytest.fixture
def handshakes(loop, monkeypatch):
    """A queue that begins one handshake in each turn of the loop."""
    monkeypatch.setattr(net.transport.handshake_queue, "MAX_HANDSHAKE_SECONDS_AT_ONCE", 0.0)
    return HandshakeQueue(loop)


def test_handshakes_leave_the_event_loop_to_others_after_each_slice(loop, handshakes):
    begun = []
    for number in range(3):
        handshakes.add(0, lambda number=number: begun.append(number))
    for turn in range(4):
        assert begun == list(range(turn))[:3]
        loop.turn()
    assert not loop.scheduled
    handshakes.add(0, lambda: begun.append(3))
    loop.turn()
    assert begun == [0, 1, 2, 3]


def test_short_handshakes_begin_in_the_same_turn(loop):
    handshakes, begun = HandshakeQueue(loop), []
    handshakes.add(0, lambda: begun.append(0))
    handshakes.add(0, lambda: begun.append(1))
    loop.turn()
    assert begun == [0, 1]


def test_handshake_that_fails_keeps_nobody_else_from_theirs(loop, handshakes):
    def fail():
        raise MemoryError

    begun = []
    handshakes.add(0, fail)
    handshakes.add(0, lambda: begun.append(1))
    with pytest.raises(MemoryError):
        loop.turn()
    loop.turn()
    assert begun == [1]


def test_nothing_is_kept_of_a_connection_that_is_removed(loop, handshakes):
    def removed():
        raise AssertionError("its handshake begins although it was removed")

    begun, kept = [], ref(removed)
    number = handshakes.add(0, removed)
    handshakes.add(0, lambda: begun.append(1))
    handshakes.remove(number)
    del removed
    assert kept() is None
    assert len(handshakes) == 1
    while loop.scheduled:
        loop.turn()
    assert begun == [1]
    handshakes.remove(number)


def test_newcomer_begins_before_addresses_from_which_nobody_has_come_in(loop, handshakes):
    admission: Admission[str] = Admission()
    begun = []

    def connect(name, address):
        admission.add(name, address, 0.0)
        handshakes.add(admission.count_handshake(name), lambda: begun.append(name))

    connect("first a", "10.0.0.1")
    connect("first b", "10.0.0.2")
    connect("second a", "10.0.0.1")
    connect("third a", "10.0.0.1")
    connect("second b", "10.0.0.2")
    connect("newcomer", "10.0.0.3")
    while loop.scheduled:
        loop.turn()
    assert begun == ["first a", "first b", "newcomer", "second a", "second b", "third a"]


def test_handshakes_of_an_address_count_from_its_last_person(loop, handshakes):
    admission: Admission[str] = Admission()
    for name in ("a", "b", "c"):
        admission.add(name, "10.0.0.1", 0.0)
    assert [admission.count_handshake("a"), admission.count_handshake("b")] == [0, 1]
    admission.authenticate("b")
    assert admission.count_handshake("c") == 0
    admission.remove("c")
    assert admission.count_handshake("c") == 0, "it is not known any more"
