"""Taking and leaving seats at a table, and taking over the seat of a bot."""

from __future__ import annotations

from core import games
from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.protocol.table_state import Terms


def test_spectator_takes_over_from_a_bot(world):
    w = world(seats=2, bots=1, pace=0.5)
    [ann] = w.in_match("Ann")
    eve = w.player("Eve")
    w.pass_time(1)
    program = ann.table.seats[1].name
    eve.take_seat(1)
    w.turn()
    assert (eve.seat, eve.is_owner) == (1, False)
    assert ann.table.seats[1].name == "Eve"
    assert eve.count(MatchBegan) == 2
    assert eve.view == w.table.state.runner.match.view(1)
    assert f"Eve takes over from {program}." in [e.text for e in ann.events if isinstance(e, NoticeReceived)]
    done = len(w.table.state.runner.match.actions)
    w.pass_time(50)
    assert len(w.table.state.runner.match.actions) == done, "nobody plays for her"
    w.play([ann, eve], each=w.check_replicas)
    assert eve.count(RefusalReceived) == 0
    assert ann.last(MatchEnded).names == ("Ann", "Eve")
    assert ann.table.seats[1].name == "Eve", "it is her seat now"
    assert {total.name for total in ann.table.totals} == {"Ann", "Eve"}


def test_seats_of_people_and_closed_tables_are_not_taken_over(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    eve = w.player("Eve")
    ann.start_match()
    w.turn()
    bob.drop()
    w.turn()
    w.pass_time(31)
    for seat in (0, 1, 7):
        eve.take_seat(seat)
        w.turn()
        assert eve.last(RefusalReceived).reason == "Only the seat of a bot can be taken over during a match."
    ann.take_seat(2)
    ann.set_terms(Terms(take_over=False))
    w.turn()
    assert ann.count(RefusalReceived) == 1
    eve.take_seat(2)
    w.turn()
    assert (eve.seat, eve.last(RefusalReceived).reason) == (
        None,
        "Seats are taken between matches.",
    )


def test_sitting_standing_and_bots(world):
    w = world(seats=3)
    ann, bob = w.player("Ann"), w.player("Bob")
    bob.leave_seat()
    w.turn()
    assert bob.seat is None
    assert ann.table.watchers == ("Bob",)
    ann.add_bot(seat=1)
    bob.take_seat(2)
    w.turn()
    assert bob.seat == 2
    assert ann.table.seats[1].bot in games["mad-queens"].bots
    bob.take_seat(0)
    w.turn()
    assert bob.last(RefusalReceived).reason == "Seat 1 is not free."
    ann.remove_bot(1)
    w.turn()
    assert ann.table.seats[1].name == ""
    ann.remove_bot(0)
    ann.add_bot("nobody")
    w.turn()
    assert ann.count(RefusalReceived) == 2


def test_bot_gives_up_its_seat_to_a_person(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    program = ann.table.seats[2]
    bob.take_seat(2)
    w.turn()
    assert bob.seat == 2
    assert [seat.name for seat in ann.table.seats] == ["Ann", program.name, "Bob"]
    assert ann.table.seats[1].bot == program.bot, "they have changed places"
    eve = w.player("Eve")
    ann.set_terms(Terms(take_over=False))
    w.turn()
    eve.take_seat(1)
    w.turn()
    assert (eve.seat, eve.last(RefusalReceived).reason) == (None, "Seat 2 is not free.")
    ann.set_terms(Terms())
    w.turn()
    eve.take_seat()
    w.turn()
    assert eve.seat is None, "nobody takes the seat of a program without naming it"
    eve.take_seat(1)
    w.turn()
    assert eve.seat == 1
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Eve", "Bob"]
    ann.start_match()
    w.turn()
    w.play([ann, bob, eve], each=w.check_replicas)
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Eve", "Bob"]
