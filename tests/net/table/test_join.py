"""Joining a table: names, seats, codes, and coming back over a new connection."""

from __future__ import annotations

from core import Action
from net.client.events import NoticeReceived
from net.protocol.messages import (
    Bye,
    ConnectionFailed,
    RequestSnapshot,
)

REVEAL = Action(("reveal",))


def notices(player):
    return [event.text for event in player.events if isinstance(event, NoticeReceived)]


def test_first_to_join_owns_the_table_and_everybody_gets_a_seat(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve")
    assert [(p.seat, p.is_owner) for p in (ann, bob, eve)] == [(0, True), (1, False), (None, False)]
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Bob"]
    assert ann.table.watchers == ("Eve",)
    assert ann.table == bob.table == eve.table


def test_names_are_unique_at_a_table(world):
    w = world()
    assert [w.player(name).name for name in ("Ann", "ann", "\x1b[31mANN", "")] == ["Ann", "ann 2", "ANN 3", "Guest"]


def test_everybody_needs_the_code(world):
    w = world(code="queen")
    eve = w.player("Eve", code="king")
    assert eve.link == 0
    assert isinstance(w.sent_messages()[0], ConnectionFailed)
    assert w.sent_messages()[0].kind == "CodeRejected"
    assert w.player("Ann", code="queen").seat == 0
    bob = w.player("Bob")
    assert bob.link == 0


def test_connection_without_hello_is_dropped_once(world):
    w = world()
    ann = w.player("Ann")
    eve = w.player("Eve")
    ann.events.clear()
    w.table.state.people.connected.pop(eve.link)
    eve.send_action(REVEAL)
    eve._send(RequestSnapshot())
    eve._send(RequestSnapshot())
    result = w.turn()
    assert sum(isinstance(send.message, ConnectionFailed) for send in result.sends) == 1
    assert len(result.drops) == 1


def test_reconnect_before_the_disconnect_was_noticed(world):
    w = world(seats=2)
    _ann, bob = w.in_match("Ann", "Bob")
    old = bob.link
    bob.come()
    w.turn()
    assert [drop.connection for drop in w.result.drops] == [old]
    assert bob.seat == 1
    w.players.pop(old, None)
    bob.send_action(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    w.check_replicas()


def test_person_without_a_seat_is_sent_the_reason(world):
    w = world(seats=2)
    ann, bo, eve = w.player("Ann"), w.player("Bo"), w.player("Eve")
    assert notices(eve) == ["All seats are taken: you watch."]
    bo._send(Bye())
    ann.start_match()
    w.turn()
    cy = w.player("Cy")
    assert notices(cy) == ["A match is being played: you watch, and can take over the seat of a bot."]
    w.play([ann])
    assert eve.seat == 1
    assert notices(cy)[-1] == "Eve sits down."
