"""How many tables a club and a person may have open, and when empty ones are suspended and closed."""

from __future__ import annotations

import pytest

from net.club.table_lifecycle import CloseOrder
from net.limits import (
    DESERTED_TABLE_SECONDS,
    EVENING_SECONDS,
    MAX_CLUB_TABLES,
    MAX_TABLES_PER_PERSON,
    TABLE_OPENINGS_AT_ONCE,
)
from net.protocol.messages import (
    OpenTable,
    PlayNow,
)
from tests.net.club.hall_harness import add_visitors, table_row


def open_tables_slowly(harness, person, numbers):
    """Make a person open tables with these numbers, one after the other, slowly enough for every rate limit."""
    for number in numbers:
        person.send(OpenTable("mad-queens"))
        harness.tick()
        harness.carry_out_oldest_order(number)
        harness.tick()
        harness.now += 15


def test_person_may_have_only_a_bounded_number_of_tables_open(harness):
    [ann] = add_visitors(harness, "Ann")
    open_tables_slowly(harness, ann, range(1, MAX_TABLES_PER_PERSON + 1))
    ann.lose_connection()
    again = harness.add_visitor("Ann", [ann.token])
    again.send(OpenTable("mad-queens"))
    harness.tick()
    assert str(MAX_TABLES_PER_PERSON) in again.refusals[0]
    harness.close_table(1)
    again.send(OpenTable("mad-queens"))
    harness.tick()
    assert len(harness.openings) == 1


def test_tables_that_a_person_has_opened_at_other_hosts_count(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    id = harness.hall.id_of([ann.token])
    for number in range(1, MAX_TABLES_PER_PERSON + 1):
        harness.set_row(table_row(number, people=1), id)
    ann.send(OpenTable("mad-queens"))
    bob.send(OpenTable("mad-queens"))
    harness.tick()
    assert str(MAX_TABLES_PER_PERSON) in ann.refusals[0]
    assert [order.name for order in harness.openings] == ["Bob's table"]


def test_newest_table_above_the_bound_of_a_person_is_closed_wherever_it_runs(harness):
    numbers = range(1, MAX_TABLES_PER_PERSON + 1)
    for number in (9, *numbers):  # the rows come in any order
        harness.set_row(table_row(number, people=1), "a1")
    assert harness.tick().orders == (CloseOrder(9),)
    assert set(harness.tables) == set(numbers)
    harness.set_row(table_row(9, people=1), "a1")  # the host that runs it has not heard of it yet
    [again] = harness.tick().orders
    assert again == CloseOrder(9)
    harness.wait(60)
    assert set(harness.tables) == set(numbers)


def test_table_above_the_bound_stays_if_an_earlier_one_is_closed_or_suspended_first(harness):
    numbers = range(1, MAX_TABLES_PER_PERSON + 2)
    for number in numbers:
        harness.set_row(table_row(number, people=1), "a1")
    harness.set_row(table_row(1, suspended=True, playing=True))
    harness.wait(60)
    assert set(harness.tables) == set(numbers)


def test_tables_opened_too_fast_are_refused(harness):
    [ann] = add_visitors(harness, "Ann")
    for number in range(TABLE_OPENINGS_AT_ONCE):
        ann.send(OpenTable("mad-queens"))
        harness.tick()
        harness.carry_out_oldest_order(number + 1)
        harness.tick()
        harness.close_table(number + 1)
    ann.send(OpenTable("mad-queens"))
    harness.tick()
    assert "wait a moment" in ann.refusals[0]


def test_club_has_only_a_bounded_number_of_tables(harness):
    [ann] = add_visitors(harness, "Ann")
    for number in range(MAX_CLUB_TABLES):
        harness.set_row(table_row(number + 1, free_seats=0, people=1))
    ann.send(PlayNow())
    harness.tick()
    assert f"{MAX_CLUB_TABLES:,} tables" in ann.refusals[0]


def test_tables_of_a_club_have_distinct_names(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    harness.set_row(table_row(1, name="Ours"))
    ann.send(OpenTable("mad-queens", name="ours"))
    bob.send(OpenTable("mad-queens", name="OURS"))
    harness.tick()
    assert [order.name for order in harness.openings] == ["ours 2", "OURS 3"]


@pytest.mark.parametrize("playing", [True, False])
def test_table_without_people_is_suspended_after_an_hour_and_stays_in_the_list(harness, playing):
    harness.set_row(table_row(1, playing=playing, free_seats=0))
    harness.set_row(table_row(2, playing=playing, free_seats=0, people=1))
    harness.wait(DESERTED_TABLE_SECONDS - 1)
    assert not harness.tables[1].suspended
    harness.set_row(table_row(2, playing=playing, free_seats=0))
    harness.wait(2)
    assert [row.suspended for row in harness.tables.values()] == [True, False]
    harness.wait(2 * DESERTED_TABLE_SECONDS)
    assert [row.suspended for row in harness.tables.values()] == [True, True]
    assert harness.refused_orders == []


def test_table_that_is_resumed_waits_another_hour_before_it_is_suspended_again(harness):
    harness.set_row(table_row(1, playing=True, suspended=True))
    harness.wait(DESERTED_TABLE_SECONDS)
    harness.set_row(table_row(1, playing=True))
    harness.wait(DESERTED_TABLE_SECONDS - 1)
    assert not harness.tables[1].suspended
    harness.wait(2)
    assert harness.tables[1].suspended


def test_suspended_table_without_a_match_is_closed_when_nobody_comes_for_hours(harness):
    harness.set_row(table_row(1, suspended=True))
    harness.set_row(table_row(2, suspended=True, playing=True))
    harness.set_row(table_row(3))
    harness.wait(EVENING_SECONDS - 1)
    assert sorted(harness.tables) == [1, 2, 3]
    harness.wait(2)
    assert sorted(harness.tables) == [2, 3]
    harness.wait(DESERTED_TABLE_SECONDS + EVENING_SECONDS)
    assert sorted(harness.tables) == [2]
    assert harness.refused_orders == []


def test_tables_without_people_do_not_count_against_those_in_use(harness):
    [ann] = add_visitors(harness, "Ann")
    for number in range(MAX_CLUB_TABLES):
        harness.set_row(table_row(number + 1, free_seats=0, playing=True, people=number != 7, suspended=number == 6))
    ann.send(OpenTable("mad-queens"))
    harness.tick()
    assert len(harness.openings) == 1
    assert harness.hall._tables.in_use == MAX_CLUB_TABLES - 2


def test_suspended_table_does_not_count_against_its_opener(harness):
    [ann] = add_visitors(harness, "Ann")
    open_tables_slowly(harness, ann, range(1, MAX_TABLES_PER_PERSON + 1))
    harness.set_row(table_row(1, playing=True, suspended=True))
    ann.send(OpenTable("mad-queens"))
    harness.tick()
    assert len(harness.openings) == 1
