"""What people in the hall ask for in order to play: a new table, and a seat at any."""

from __future__ import annotations

import pytest

from net.limits import (
    RESERVED_SEAT_SECONDS,
)
from net.protocol.messages import (
    OpenTable,
    PlayNow,
    ShowTables,
    TableReady,
)
from tests.net.club.hall_harness import add_visitors, table_row


def test_table_is_opened_and_offered_to_the_person_who_asked(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    ann.send(OpenTable("big-queen", bots=9))
    harness.tick()
    order = harness.carry_out_oldest_order(7)
    harness.tick()
    assert (order.game, order.seats, order.bots, order.name) == ("big-queen", 4, 3, "Ann's table")
    assert ann.offered_tables == [7]
    assert bob.offered_tables == []


def test_code_of_a_private_table_is_sent_only_to_the_person_who_opened_it(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    bob.send(ShowTables())
    ann.send(OpenTable("mad-queens", needs_code=True, code="queens1"))
    harness.tick()
    harness.carry_out_oldest_order(7)
    bob.send(PlayNow("mad-queens"))
    harness.wait()
    assert ann.messages_of_kind(TableReady) == [TableReady(7, "queens1")]
    assert bob.rows[7].private
    assert not any("queens1" in str(vars_of) for vars_of in map(fields_as_text, bob.messages))
    assert bob.offered_tables == []  # it is not for everybody, so another one is opened


def fields_as_text(message):
    """Return all fields of a message as one text, in which a test looks for secrets."""
    return [getattr(message, name) for name in message.__struct_fields__]


@pytest.mark.parametrize(
    ("requested_table", "reason"),
    [
        (OpenTable("chess"), "chess"),
        (OpenTable("big-queen", seats=5), "5"),
        (OpenTable("mad-queens", options={"nonsense": 1}), "nonsense"),
        (OpenTable("mad-queens", needs_code=True, code="a"), "code"),
        (PlayNow("chess"), "chess"),
    ],
    ids=["game", "seats", "option", "code", "play now"],
)
def test_request_for_an_impossible_table_is_refused_with_the_reason(harness, requested_table, reason):
    [ann] = add_visitors(harness, "Ann")
    ann.send(requested_table)
    harness.tick()
    assert reason in ann.refusals[0]
    assert harness.openings == []


def test_failed_opening_of_a_table_is_reported_and_another_can_be_asked_for(harness):
    [ann] = add_visitors(harness, "Ann")
    ann.send(OpenTable("mad-queens"))
    harness.tick()
    ann.send(OpenTable("mad-queens"))
    harness.carry_out_oldest_order(7, fails=True)
    harness.tick()
    assert ann.refusals == ["A table is already being opened for you.", "It cannot be."]
    ann.send(OpenTable("mad-queens"))
    harness.tick()
    assert len(harness.openings) == 1


def test_play_now_leads_to_the_fullest_table_with_room(harness):
    harness.set_row(table_row(1, free_seats=3, people=1))
    harness.set_row(table_row(2, free_seats=1, people=3))
    harness.set_row(table_row(3, free_seats=1, people=3, playing=True))
    harness.set_row(table_row(4, free_seats=1, people=3, private=True))
    harness.set_row(table_row(5, free_seats=2, people=2, game="big-queen"))
    ann, bob, cat = add_visitors(harness, "Ann", "Bob", "Cat")
    ann.send(PlayNow())
    bob.send(PlayNow("big-queen"))
    cat.send(PlayNow("mad-queens"))
    harness.tick()
    assert (ann.offered_tables, bob.offered_tables, cat.offered_tables) == (
        [2],
        [5],
        [1],
    )  # the last seat at table 2 is Ann's


def test_seat_promised_by_play_now_is_free_again_when_nobody_comes(harness):
    harness.set_row(table_row(1, free_seats=1, people=3))
    ann, bob = add_visitors(harness, "Ann", "Bob")
    ann.send(PlayNow())
    harness.wait(RESERVED_SEAT_SECONDS + 1)
    bob.send(PlayNow())
    harness.tick()
    assert bob.offered_tables == [1]


def test_seat_promised_by_play_now_and_then_taken_is_counted_once(harness):
    harness.set_row(table_row(1, free_seats=2, people=2))
    ann, bob = add_visitors(harness, "Ann", "Bob")
    ann.send(PlayNow())
    harness.tick()
    harness.set_row(table_row(1, free_seats=1, people=3))
    bob.send(PlayNow())
    harness.tick()
    assert bob.offered_tables == [1]


def test_play_now_opens_a_table_if_none_has_room(harness):
    [ann] = add_visitors(harness, "Ann")
    ann.send(PlayNow("queen-bees-ii"))
    harness.tick()
    assert harness.carry_out_oldest_order(1).game == "queen-bees-ii"
    harness.tick()
    assert ann.offered_tables == [1]


def test_play_now_resumes_no_suspended_table(harness):
    harness.set_row(table_row(1, free_seats=2, suspended=True))
    [ann] = add_visitors(harness, "Ann")
    ann.send(PlayNow())
    harness.tick()
    assert len(harness.openings) == 1
