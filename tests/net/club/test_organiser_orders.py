"""The organiser of a club: their key, and their orders to close a table, send somebody away, say something to all, and
stop.
"""

from __future__ import annotations

import pytest

from net.club.administration import (
    CLUB_CLOSES_SOON_SENTENCE,
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
from net.limits import MAX_REASON_CELLS, ORGANISER_KEY_TRIES_AT_ONCE, STOP_NOTICE_SECONDS, WAIT_AFTER_LAST_MATCH_SECONDS
from net.protocol.messages import GiveOrder, OpenTable, PlayNow, SendChat
from tests.net.club.hall_harness import CLUB_SECRET, HallHarness, table_row


@pytest.fixture
def harness():
    """Return a hall with two tables."""
    harness = HallHarness()
    harness.set_row(table_row(1, playing=True, people=2))
    harness.set_row(table_row(2))
    return harness


def organiser_in_hall(harness, name="Ann"):
    """Return a person who has come into the hall and has proved by the club's key that they are its organiser."""
    person = harness.add_visitor(name)
    give_order(harness, person, f"run {harness.key}")
    assert person.chat_lines[0] == ("Club", "You run the club now.")
    return person


def give_order(harness, person, text):
    """Make a person write an order in the hall."""
    person.send(GiveOrder(text))
    harness.tick()


def test_order_of_somebody_without_the_key_is_refused(harness):
    eve = harness.add_visitor("Eve")
    keys = ("run", "run 0000-0000-0000", f"run {harness.key[:-1]}")
    for text in ("close 2", "away Eve", "say hello", "stop", "", *keys):
        give_order(harness, eve, text)
    assert len(eve.refusals) == 8
    assert (sorted(harness.tables), harness.administrative, eve.chat_lines) == ([1, 2], [], [])


def test_keys_of_a_club_can_be_tried_only_a_few_times(harness):
    eve = harness.add_visitor("Eve")
    for _ in range(ORGANISER_KEY_TRIES_AT_ONCE):
        give_order(harness, eve, "run 0000-0000-0000")
    give_order(harness, eve, f"run {harness.key}")
    assert "wait a moment" in eve.refusals[-1]
    harness.wait(5)
    give_order(harness, eve, f"run {harness.key.lower()}")
    assert eve.chat_lines[0] == ("Club", "You run the club now.")


def test_key_of_another_club_does_not_make_an_organiser(harness):
    assert HallHarness(process=b"2").key == harness.key
    assert CLUB_SECRET.hex() not in harness.key
    assert len(harness.key) == 14


def test_organiser_is_still_the_organiser_after_a_reconnect_and_others_are_not(harness):
    ann = organiser_in_hall(harness)
    ann.lose_connection()
    again, bob = harness.add_visitor("Ann", [ann.token]), harness.add_visitor("Bob")
    give_order(harness, again, "close 2")
    give_order(harness, bob, "close 1")
    assert list(harness.tables) == [1]


def test_organiser_is_still_the_organiser_after_a_restart_of_the_club(harness):
    ann, bob = harness.add_visitor("Ann"), harness.add_visitor("Bob")
    harness.tick()
    version = harness.hall.known_people_version
    give_order(harness, ann, f"run {harness.key}")
    assert harness.hall.known_people_version != version
    after = HallHarness(process=b"2", known=harness.hall.known_people)
    ann, bob = after.add_visitor("Ann", [ann.token]), after.add_visitor("Bob", [bob.token])
    give_order(after, ann, "say I am back.")
    give_order(after, bob, "say So am I.")
    assert after.administrative == [AnnounceOrder("Club: I am back.")]


def test_unknown_order_is_answered_with_a_list_of_the_orders(harness):
    ann = organiser_in_hall(harness)
    before = len(ann.chat_lines)
    give_order(harness, ann, "?")
    assert [text.split(":")[0] for _, text in ann.chat_lines[before:]] == list(HELP_BY_ORDER)
    give_order(harness, ann, "shut 12")
    assert ann.chat_lines[before + len(HELP_BY_ORDER)] == ("Club", "There is no command /shut.")


def test_order_and_its_answer_are_shown_only_to_the_person_who_gives_it(harness):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    before = len(ann.chat_lines)
    give_order(harness, ann, "close 2")
    assert len(ann.chat_lines) == before  # nothing is said before it is done
    harness.wait()
    assert ann.chat_lines[-1] == ("Club", "Table 2, Table 2, is closed.")
    assert bob.chat_lines == []


IMPOSSIBLE_ORDERS = ("close", "close 3", "close x", "close 99999999999", "away", "away Zed", "say", "stop x")
"""Texts of orders that are refused."""


@pytest.mark.parametrize("text", IMPOSSIBLE_ORDERS)
def test_impossible_order_is_refused_with_the_reason(harness, text):
    ann = organiser_in_hall(harness)
    give_order(harness, ann, text)
    assert len(ann.refusals) == 1
    assert len(ann.refusals[0]) < MAX_REASON_CELLS
    assert (sorted(harness.tables), harness.administrative) == ([1, 2], [])


def test_person_who_was_sent_away_is_refused_with_their_token(harness):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    harness.tick()
    give_order(harness, ann, "away bob")
    id = harness.hall.id_of([bob.token])
    assert isinstance(bob.error, Rejected)
    assert harness.administrative == [SendAwayOrder(id)]
    assert harness.hall.is_sent_away(id)
    again = harness.add_visitor("Rob", [bob.token])
    harness.tick()
    assert str(again.error) == SENT_AWAY_FROM_CLUB_SENTENCE


def test_token_of_another_name_lets_nobody_in_and_says_only_that_they_were_sent_away(harness):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    harness.tick()
    rob, zoe = [harness.add_visitor(name, other_names=[bob.token]) for name in ("Rob", "Zoe")]
    harness.tick()
    assert [one.error for one in (bob, rob, zoe)] == [None] * 3
    assert len({one.token for one in (bob, rob, zoe)}) == 3
    give_order(harness, ann, "away bob")
    assert [one.error for one in (rob, zoe)] == [None] * 2  # they are here already
    again = [
        harness.add_visitor(name, tokens, other_names=[bob.token]) for name, tokens in (("A", []), ("Rob", [rob.token]))
    ]
    harness.tick()
    assert [str(one.error) for one in again] == [SENT_AWAY_FROM_CLUB_SENTENCE] * 2


def test_person_who_was_sent_away_is_refused_after_a_restart(harness):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    harness.tick()
    version = harness.hall.known_people_version
    give_order(harness, ann, "away Bob")
    assert harness.hall.known_people_version != version
    after = HallHarness(process=b"2", known=harness.hall.known_people)
    again = after.add_visitor("Bob", [bob.token])
    after.tick()
    assert str(again.error) == SENT_AWAY_FROM_CLUB_SENTENCE


def test_order_sends_away_a_person_who_is_not_in_the_hall_but_never_the_organiser(harness):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    harness.tick()
    bob.lose_connection()
    give_order(harness, ann, "away Bob")
    give_order(harness, ann, "away Ann")
    assert ann.refusals == ["Ann runs the club, and stays."]
    again = harness.add_visitor("Bob", [bob.token])
    harness.tick()
    assert isinstance(again.error, Rejected)


def test_announcement_of_the_organiser_reaches_the_hall_and_the_tables(harness):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    give_order(harness, ann, "say We close at ten.")
    harness.wait()
    assert bob.chat_lines == [("Club", "We close at ten.")]
    assert harness.administrative == [AnnounceOrder("Club: We close at ten.")]


def test_nobody_can_take_the_name_of_the_club(harness):
    eve = harness.add_visitor("club")
    harness.tick()
    eve.send(SendChat("send me your code"))
    harness.wait()
    assert eve.chat_lines == [("club 2", "send me your code")]


def test_stopped_club_begins_no_match_and_ends_a_moment_after_its_last_one(harness):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    harness.set_row(table_row(3, playing=True))  # nobody is there: it is kept, and not waited for
    give_order(harness, ann, "stop 10")
    for wanted in (OpenTable("mad-queens"), PlayNow()):
        bob.send(wanted)
    harness.wait()
    assert bob.refusals == [CLUB_IS_CLOSING_SENTENCE] * 2
    assert bob.chat_lines[0][0] == "Club"
    assert "10 minutes at the latest" in bob.chat_lines[0][1]
    assert [type(one) for one in harness.administrative] == [NoMoreMatchesOrder, AnnounceOrder]
    harness.wait(300)
    harness.set_row(table_row(1, people=2))
    harness.wait(WAIT_AFTER_LAST_MATCH_SECONDS - 1)
    assert EndOrder(everywhere=True) not in harness.administrative
    harness.wait(2)
    harness.wait(1000)
    assert harness.administrative.count(EndOrder(everywhere=True)) == 1


def test_stopped_club_ends_when_the_ordered_time_is_over(harness):
    ann = organiser_in_hall(harness)
    give_order(harness, ann, "stop 10")
    give_order(harness, ann, "stop 5")
    give_order(harness, ann, "stop 20")
    harness.wait(299)
    assert EndOrder(everywhere=True) not in harness.administrative
    harness.wait(2)
    assert harness.administrative.count(EndOrder(everywhere=True)) == 1


@pytest.mark.parametrize("minutes", [0, 10])
def test_club_in_which_nothing_is_played_ends_at_once_when_it_is_stopped(harness, minutes):
    harness.set_row(table_row(1, people=2))
    harness.inbox.append(ClubStopRequested(minutes))
    harness.tick()
    assert EndOrder() in harness.administrative


@pytest.mark.parametrize(
    ("order", "playing"), [("stop", False), ("stop 10", False), ("stop 0", False), ("stop 0", True)]
)
def test_organiser_and_everybody_read_that_the_club_closes_before_it_does(harness, order, playing):
    ann, bob = organiser_in_hall(harness), harness.add_visitor("Bob")
    harness.set_row(table_row(1, people=2, playing=playing))
    give_order(harness, ann, order)
    harness.wait(STOP_NOTICE_SECONDS - 0.5)
    assert ("Club", "You have stopped the club.") in ann.chat_lines
    assert ("Club", CLUB_CLOSES_SOON_SENTENCE) in ann.chat_lines
    assert ("Club", CLUB_CLOSES_SOON_SENTENCE) in bob.chat_lines
    assert EndOrder(everywhere=True) not in harness.administrative
    harness.wait(1)
    assert harness.administrative.count(EndOrder(everywhere=True)) == 1


def test_second_stop_order_without_a_wait_ends_a_club_that_waits_for_a_match(harness):
    ann = organiser_in_hall(harness)
    harness.set_row(table_row(1, people=2, playing=True))
    give_order(harness, ann, "stop 10")
    give_order(harness, ann, "stop 0")
    harness.wait(STOP_NOTICE_SECONDS + 0.5)
    assert harness.administrative.count(EndOrder(everywhere=True)) == 1


def test_club_ordered_to_stop_at_once_ends_though_a_match_is_played(harness):
    harness.inbox.append(ClubStopRequested(0))
    harness.tick()
    assert EndOrder() in harness.administrative
