"""The queue of TLS handshakes: the order in which they begin, and that other work runs between them."""

from __future__ import annotations

from weakref import ref

import pytest

import net.transport.handshake_queue
from net.transport.admission import Admission
from net.transport.handshake_queue import HandshakeQueue


class ManualLoop:
    """An event loop whose turns a test runs by hand: `run_turn` calls what was scheduled before it."""

    def __init__(self):
        self.scheduled = []

    def call_soon(self, function):
        """Schedule a function for the next turn."""
        self.scheduled.append(function)

    def run_turn(self):
        """Run one turn: call what was scheduled before it."""
        now, self.scheduled = self.scheduled, []
        for function in now:
            function()


@pytest.fixture
def manual_loop():
    """The event loop of the queue, whose turns the test runs."""
    return ManualLoop()


@pytest.fixture
def handshake_queue(manual_loop, monkeypatch):
    """A queue that begins one handshake in each turn of the event loop."""
    monkeypatch.setattr(net.transport.handshake_queue, "MAX_HANDSHAKE_SECONDS_AT_ONCE", 0.0)
    return HandshakeQueue(manual_loop)


def test_handshakes_leave_the_event_loop_to_others_after_each_slice(manual_loop, handshake_queue):
    begun = []
    for number in range(3):
        handshake_queue.add(0, lambda number=number: begun.append(number))
    for turn in range(4):
        assert begun == list(range(turn))[:3]
        manual_loop.run_turn()
    assert not manual_loop.scheduled
    handshake_queue.add(0, lambda: begun.append(3))
    manual_loop.run_turn()
    assert begun == [0, 1, 2, 3]


def test_short_handshakes_begin_in_the_same_turn(manual_loop):
    handshakes, begun = HandshakeQueue(manual_loop), []
    handshakes.add(0, lambda: begun.append(0))
    handshakes.add(0, lambda: begun.append(1))
    manual_loop.run_turn()
    assert begun == [0, 1]


def test_failed_handshake_does_not_keep_others_from_theirs(manual_loop, handshake_queue):
    def fail():
        raise MemoryError

    begun = []
    handshake_queue.add(0, fail)
    handshake_queue.add(0, lambda: begun.append(1))
    with pytest.raises(MemoryError):
        manual_loop.run_turn()
    manual_loop.run_turn()
    assert begun == [1]


def test_queue_of_handshakes_keeps_nothing_of_a_removed_connection(manual_loop, handshake_queue):
    def removed():
        raise AssertionError("its handshake begins although it was removed")

    begun, kept = [], ref(removed)
    number = handshake_queue.add(0, removed)
    handshake_queue.add(0, lambda: begun.append(1))
    handshake_queue.remove(number)
    del removed
    assert kept() is None
    assert len(handshake_queue) == 1
    while manual_loop.scheduled:
        manual_loop.run_turn()
    assert begun == [1]
    handshake_queue.remove(number)


def test_newcomer_begins_the_handshake_before_addresses_from_which_nobody_came_in(manual_loop, handshake_queue):
    admission: Admission[str] = Admission()
    begun = []

    def connect(name, address):
        admission.add(name, address, 0.0)
        handshake_queue.add(admission.count_handshake(name), lambda: begun.append(name))

    connect("first a", "10.0.0.1")
    connect("first b", "10.0.0.2")
    connect("second a", "10.0.0.1")
    connect("third a", "10.0.0.1")
    connect("second b", "10.0.0.2")
    connect("newcomer", "10.0.0.3")
    while manual_loop.scheduled:
        manual_loop.run_turn()
    assert begun == ["first a", "first b", "newcomer", "second a", "second b", "third a"]


def test_handshakes_of_an_address_are_counted_from_the_last_person_who_came_in(manual_loop, handshake_queue):
    admission: Admission[str] = Admission()
    for name in ("a", "b", "c"):
        admission.add(name, "10.0.0.1", 0.0)
    assert [admission.count_handshake("a"), admission.count_handshake("b")] == [0, 1]
    admission.authenticate("b")
    assert admission.count_handshake("c") == 0
    admission.remove("c")
    assert admission.count_handshake("c") == 0, "it is not known any more"
