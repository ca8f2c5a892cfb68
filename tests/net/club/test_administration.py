"""The organiser of a club: the key, the orders to close a table, send somebody away, say something to all, and stop."""

from __future__ import annotations

import pytest

from net.club.administration import (
    CLUB_IS_CLOSING_SENTENCE,
    HELP_BY_ORDER,
    SENT_AWAY_FROM_CLUB_SENTENCE,
    AnnounceOrder,
    EndOrder,
    NoMoreMatchesOrder,
    SendAwayOrder,
)
from net.club.tick import ClubStopRequested
from net.errors import Rejected
from net.limits import AFTER_LAST_MATCH_SECONDS, CLUB_KEY_TRIES_AT_ONCE, MAX_REASON_CELLS
from net.protocol.messages import GiveOrder, OpenTable, PlayNow, SendChat
from tests.net.club.hall_harness import SECRET, HallHarness, row


@pytest.fixture
def harness():
    """Return a hall with two tables."""
    harness = HallHarness()
    harness.put(row(1, playing=True, people=2))
    harness.put(row(2))
    return harness


def person_who_runs(harness, name="Ann"):
    """Return a person who has come in and has given the key of the club."""
    person = harness.come(name)
    order(harness, person, f"run {harness.key}")
    assert person.lines[0] == ("Club", "You run the club.")
    return person


def order(harness, person, text):
    """Make a person write an order in the hall."""
    person.ask(GiveOrder(text))
    harness.tick()


def test_nobody_gives_orders_without_the_key(harness):
    eve = harness.come("Eve")
    keys = ("run", "run 0000-0000-0000", f"run {harness.key[:-1]}")
    for text in ("close 2", "away Eve", "say hello", "stop", "", *keys):
        order(harness, eve, text)
    assert len(eve.refusals) == 8
    assert (sorted(harness.tables), harness.administrative, eve.lines) == ([1, 2], [], [])


def test_keys_of_a_club_can_be_tried_only_a_few_times(harness):
    eve = harness.come("Eve")
    for _ in range(CLUB_KEY_TRIES_AT_ONCE):
        order(harness, eve, "run 0000-0000-0000")
    order(harness, eve, f"run {harness.key}")
    assert "wait a moment" in eve.refusals[-1]
    harness.wait(5)
    order(harness, eve, f"run {harness.key.lower()}")
    assert eve.lines[0] == ("Club", "You run the club.")


def test_key_is_that_of_the_club_and_of_no_other(harness):
    assert HallHarness(process=b"2").key == harness.key
    assert SECRET.hex() not in harness.key
    assert len(harness.key) == 14


def test_person_who_runs_the_club_still_runs_it_after_a_reconnect_and_others_do_not(harness):
    ann = person_who_runs(harness)
    ann.lose_connection()
    again, bob = harness.come("Ann", [ann.token]), harness.come("Bob")
    order(harness, again, "close 2")
    order(harness, bob, "close 1")
    assert list(harness.tables) == [1]


def test_person_who_runs_the_club_still_runs_it_after_a_restart(harness):
    ann, bob = harness.come("Ann"), harness.come("Bob")
    harness.tick()
    version = harness.hall.known_people_version
    order(harness, ann, f"run {harness.key}")
    assert harness.hall.known_people_version != version
    after = HallHarness(process=b"2", known=harness.hall.known_people)
    ann, bob = after.come("Ann", [ann.token]), after.come("Bob", [bob.token])
    order(after, ann, "say I am back.")
    order(after, bob, "say So am I.")
    assert after.administrative == [AnnounceOrder("Club: I am back.")]


def test_unknown_order_is_answered_with_those_that_there_are(harness):
    ann = person_who_runs(harness)
    before = len(ann.lines)
    order(harness, ann, "?")
    assert [text.split(":")[0] for _, text in ann.lines[before:]] == list(HELP_BY_ORDER)
    order(harness, ann, "shut 12")
    assert ann.lines[before + len(HELP_BY_ORDER)] == ("Club", "There is no order /shut.")


def test_order_and_its_answer_are_shown_only_to_the_person_who_gives_it(harness):
    ann, bob = person_who_runs(harness), harness.come("Bob")
    order(harness, ann, "close 2")
    harness.wait()
    assert ann.lines[-1] == ("Club", "Table 2, Table 2, is closed.")
    assert bob.lines == []


IMPOSSIBLE = ("close", "close 3", "close x", "close 99999999999", "away", "away Zed", "say", "stop x")
"""Orders that are refused."""


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_impossible_order_is_refused_with_the_reason(harness, text):
    ann = person_who_runs(harness)
    order(harness, ann, text)
    assert len(ann.refusals) == 1
    assert len(ann.refusals[0]) < MAX_REASON_CELLS
    assert (sorted(harness.tables), harness.administrative) == ([1, 2], [])


def test_person_who_is_sent_away_stays_away_under_their_token(harness):
    ann, bob = person_who_runs(harness), harness.come("Bob")
    harness.tick()
    order(harness, ann, "away bob")
    id = harness.hall.id_of([bob.token])
    assert isinstance(bob.error, Rejected)
    assert harness.administrative == [SendAwayOrder(id)]
    assert harness.hall.is_sent_away(id)
    again = harness.come("Rob", [bob.token])
    harness.tick()
    assert str(again.error) == SENT_AWAY_FROM_CLUB_SENTENCE


def test_person_who_was_sent_away_stays_away_after_a_restart(harness):
    ann, bob = person_who_runs(harness), harness.come("Bob")
    harness.tick()
    version = harness.hall.known_people_version
    order(harness, ann, "away Bob")
    assert harness.hall.known_people_version != version
    after = HallHarness(process=b"2", known=harness.hall.known_people)
    again = after.come("Bob", [bob.token])
    after.tick()
    assert str(again.error) == SENT_AWAY_FROM_CLUB_SENTENCE


def test_person_who_is_not_in_the_hall_is_sent_away_too_and_who_runs_the_club_is_not(harness):
    ann, bob = person_who_runs(harness), harness.come("Bob")
    harness.tick()
    bob.lose_connection()
    order(harness, ann, "away Bob")
    order(harness, ann, "away Ann")
    assert ann.refusals == ["Ann runs the club, and stays."]
    again = harness.come("Bob", [bob.token])
    harness.tick()
    assert isinstance(again.error, Rejected)


def test_what_is_said_to_all_reaches_the_hall_and_the_tables(harness):
    ann, bob = person_who_runs(harness), harness.come("Bob")
    order(harness, ann, "say We close at ten.")
    harness.wait()
    assert bob.lines == [("Club", "We close at ten.")]
    assert harness.administrative == [AnnounceOrder("Club: We close at ten.")]


def test_nobody_has_the_name_of_the_club(harness):
    eve = harness.come("club")
    harness.tick()
    eve.ask(SendChat("send me your code"))
    harness.wait()
    assert eve.lines == [("club 2", "send me your code")]


def test_stopped_club_begins_nothing_and_ends_a_moment_after_its_last_match(harness):
    ann, bob = person_who_runs(harness), harness.come("Bob")
    harness.put(row(3, playing=True))  # nobody is there: it is kept, and not waited for
    order(harness, ann, "stop 10")
    for wanted in (OpenTable("mad-queens"), PlayNow()):
        bob.ask(wanted)
    harness.wait()
    assert bob.refusals == [CLUB_IS_CLOSING_SENTENCE] * 2
    assert bob.lines[0][0] == "Club"
    assert "10 minutes at the latest" in bob.lines[0][1]
    assert [type(one) for one in harness.administrative] == [NoMoreMatchesOrder, AnnounceOrder]
    harness.wait(300)
    harness.put(row(1, people=2))
    harness.wait(AFTER_LAST_MATCH_SECONDS - 1)
    assert EndOrder(everywhere=True) not in harness.administrative
    harness.wait(2)
    harness.wait(1000)
    assert harness.administrative.count(EndOrder(everywhere=True)) == 1


def test_stopped_club_ends_when_its_time_is_over(harness):
    ann = person_who_runs(harness)
    order(harness, ann, "stop 10")
    order(harness, ann, "stop 5")
    order(harness, ann, "stop 20")
    harness.wait(299)
    assert EndOrder(everywhere=True) not in harness.administrative
    harness.wait(2)
    assert harness.administrative.count(EndOrder(everywhere=True)) == 1


@pytest.mark.parametrize("minutes", [0, 10])
def test_club_in_which_nothing_is_played_ends_at_once_when_it_is_stopped(harness, minutes):
    harness.put(row(1, people=2))
    harness.inbox.append(ClubStopRequested(minutes))
    harness.tick()
    assert EndOrder() in harness.administrative


def test_club_that_is_stopped_without_time_ends_at_once_though_something_is_played(harness):
    harness.inbox.append(ClubStopRequested(0))
    harness.tick()
    assert EndOrder() in harness.administrative
