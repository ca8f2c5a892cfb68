"""Requests that only the owner of a table may make."""

from __future__ import annotations

import pytest

from core import Action
from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.journal.entries import ActionEntry
from net.limits import FOUNDER_AWAY_SECONDS
from net.protocol.messages import ConnectionFailed
from net.protocol.refusals import ONLY_FOR_OWNER_SENTENCE, wait_for_founder_sentence
from net.protocol.table_state import Terms
from net.table.owner_requests import (
    ADDRESS_SENT_AWAY_SENTENCE,
    SENT_AWAY_FROM_TABLE_SENTENCE,
    sent_away_by_owner_sentence,
)

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""


def harness_in_match(make_harness, people=3, **settings):
    """Return a harness in a match of this many people, and its people."""
    harness = make_harness(seats=people, **settings)
    players = [harness.join_person(f"P{number}") for number in range(people)]
    players[0].start_match()
    harness.run_tick()
    return harness, players


OWNER_REQUEST_BY_NAME = {
    "kick": lambda p: p.kick_person("P2"),
    "pause": lambda p: p.pause_match(),
    "replace": lambda p: p.give_seat_to_bot(2),
    "end": lambda p: p.end_match(),
    "hand over": lambda p: p.make_owner("P2"),
    "terms": lambda p: p.set_terms(Terms(60)),
}
"""Maps a name to a function that makes a request which only the owner may make."""


@pytest.mark.parametrize("make_request", OWNER_REQUEST_BY_NAME.values(), ids=OWNER_REQUEST_BY_NAME)
def test_owner_requests_of_others_are_refused(make_harness, make_request):
    harness, (_, bob, eve) = harness_in_match(make_harness)
    before = harness.table.info()
    make_request(bob)
    harness.run_tick()
    assert bob.last_event(RefusalReceived).reason == "Only the table's owner can do that."
    assert harness.table.info() == before
    assert eve.connection_id


# Sending away


def test_bot_gets_the_seat_of_a_person_kicked_during_a_match(make_harness):
    harness, (ann, bob, eve) = harness_in_match(make_harness, pace=1.0)
    bob.kick_person("P2")
    ann.kick_person("P2")
    harness.run_tick()
    assert not eve.connection_id
    assert [m.kind for m in harness.sent_messages() if isinstance(m, ConnectionFailed)] == ["Rejected"]
    assert ann.table.seats[2].bot == "normal"
    harness.pass_time(2)
    assert {entry.by for entry in harness.all_entries if isinstance(entry, ActionEntry)} == {"bot"}
    eve.connect()
    harness.run_tick()
    assert not eve.connection_id, "and does not come back"
    assert harness.sent_messages()[0].reason == SENT_AWAY_FROM_TABLE_SENTENCE
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    assert ann.last_event(MatchEnded).names[2] == ann.table.seats[2].name


def test_kicked_person_is_also_refused_without_their_token(make_harness):
    harness = make_harness(seats=4)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob", origin="10.0.0.1")
    eve = harness.join_person("Eve", origin="10.0.0.1")
    ann.kick_person("Eve")
    harness.run_tick()
    harness.sent_messages()
    again = harness.join_person("Mallory", origin="10.0.0.1")
    assert not again.connection_id
    assert [m.reason for m in harness.sent_messages() if isinstance(m, ConnectionFailed)] == [
        ADDRESS_SENT_AWAY_SENTENCE
    ]
    assert harness.join_person("Dan", origin="10.0.0.2").connection_id
    bob.lose_connection()
    harness.run_tick()
    bob.connect()
    harness.run_tick()
    assert bob.seat == 1, "somebody else at that address is known by the token"
    assert eve.connection_id == 0


def test_spectators_and_people_in_the_lobby_can_be_kicked_and_their_seats_are_free(make_harness):
    harness = make_harness(seats=2)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", watch=True)
    ann.kick_person("Eve")
    ann.kick_person("Bob")
    ann.kick_person("Nobody")
    ann.kick_person("Ann")
    harness.run_tick()
    assert (bob.connection_id, eve.connection_id) == (0, 0)
    assert ann.table.seats[1].name == ""
    assert ann.table.spectators == ()
    assert [e.reason for e in ann.events if isinstance(e, RefusalReceived)] == [
        "Nobody here is called 'Nobody'.",
        "You cannot send yourself away; you can leave.",
    ]


# Pausing


def test_pause_stops_clocks_grace_periods_bots_and_actions(make_harness):
    harness, (ann, bob, eve) = harness_in_match(make_harness, people=3, pace=5.0)
    ann.set_terms(Terms(clock=20))
    harness.run_tick()
    eve.lose_connection()
    harness.now = 4.0
    ann.pause_match()
    harness.run_tick()
    assert bob.table.paused
    done = len([entry for entry in harness.all_entries if isinstance(entry, ActionEntry)])
    assert harness.wake_at is None
    ann.send_action(REVEAL_ACTION)
    harness.now = 1_000.0
    harness.run_tick()
    assert ann.last_event(RefusalReceived).reason == "The match is paused until you continue it."
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert bob.last_event(RefusalReceived).reason == "The match is paused until P0 continues it."
    assert len([entry for entry in harness.all_entries if isinstance(entry, ActionEntry)]) == done
    late = harness.join_person("Late", watch=True)
    for player in (ann, bob, late):
        assert player.table.seats[2].away_until - player.table_time() == 30
        harness.now += 50
        assert player.table.seats[2].away_until - player.table_time() == 30, "it stands still for everybody"
    ann.pause_match(False)
    harness.run_tick()
    harness.check_replicas()
    for player in (ann, bob, late):
        assert player.table.seats[2].away_until - player.table_time() == 30
    harness.pass_time(29)
    assert not ann.table.seats[2].is_here
    assert ann.table.seats[2].stand_in == ""
    harness.pass_time(1)
    assert ann.table.seats[2].stand_in


def test_decision_clock_stops_during_a_pause(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.set_terms(Terms(clock=20))
    ann.start_match()
    harness.run_tick()
    harness.pass_time(15)
    ann.pause_match()
    harness.run_tick()
    harness.pass_time(100)
    assert bob.clock.end_time - bob.table_time() == 5
    ann.pause_match(False)
    harness.run_tick()
    harness.pass_time(4.5)
    assert not [entry for entry in harness.all_entries if isinstance(entry, ActionEntry)]
    harness.pass_time(0.5)
    assert [(e.by, e.at) for e in harness.all_entries if isinstance(e, ActionEntry)] == [("clock", 20.0)] * 2


def test_next_owner_can_end_a_pause_of_the_previous_owner(make_harness):
    harness, (ann, bob, eve) = harness_in_match(make_harness)
    ann.pause_match()
    harness.run_tick()
    ann.lose_connection()
    harness.run_tick()
    assert bob.is_owner
    bob.pause_match(False)
    harness.run_tick()
    assert not eve.table.paused


def test_others_get_one_notice_of_who_paused_the_match_and_one_of_who_resumed_it(make_harness):
    harness, (ann, bob, eve) = harness_in_match(make_harness)
    for on in (True, True, False, False):
        ann.pause_match(on)
        harness.run_tick()
    for other in (bob, eve):
        notices = [event.text for event in other.events if isinstance(event, NoticeReceived)]
        assert notices[-2:] == ["P0 pauses the match.", "P0 continues the match."]
        assert not [text for text in notices[:-2] if "match" in text], "each of them once"
    assert not [event for event in ann.events if isinstance(event, NoticeReceived) and "match" in event.text]


def test_others_are_notified_even_of_hints_that_are_allowed_only_for_a_moment(make_harness):
    harness, (ann, bob, _) = harness_in_match(make_harness)
    before = len(bob.events)
    for hints in (True, True, False, None):
        ann.set_terms(Terms(hints=hints))
    harness.run_tick()
    assert [event.text for event in bob.events[before:] if isinstance(event, NoticeReceived)] == [
        "P0 turns hints on.",
        "P0 turns hints off.",
    ]
    told = [event.text for event in ann.events if isinstance(event, NoticeReceived)]
    assert not [text for text in told if "hints" in text and "sits down" not in text]


def test_request_to_pause_between_matches_is_refused(make_harness):
    harness = make_harness()
    ann = harness.join_person("Ann")
    ann.pause_match()
    ann.end_match()
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 2


# The owner of the table


def test_table_handed_over_stays_with_the_new_owner(make_harness):
    harness = make_harness(seats=2)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", watch=True)
    ann.make_owner("Eve")
    harness.run_tick()
    assert [player.is_owner for player in (ann, bob, eve)] == [False, False, True]
    assert (bob.table.owner, bob.table.owner_name) == (None, "Eve"), "she has no seat"
    eve.lose_connection()
    harness.run_tick()
    assert ann.is_owner
    eve.connect()
    harness.run_tick()
    assert (ann.is_owner, eve.is_owner) == (False, True)
    bob.lose_connection()
    harness.run_tick()
    eve.make_owner("Bob")
    harness.run_tick()
    assert eve.last_event(RefusalReceived).reason == "Bob is away."


def test_next_person_owns_the_table_after_the_owner_leaves(make_harness):
    harness, (ann, bob, _) = harness_in_match(make_harness)
    ann.say_goodbye()
    assert bob.is_owner
    ann.connect()
    harness.run_tick()
    assert not ann.is_owner
    assert (ann.seat, bob.is_owner) == (0, True)
    harness.check_replicas()


# Seats that are given to bots


def test_owner_can_give_an_absent_persons_seat_to_a_bot(make_harness):
    harness, (ann, bob, eve) = harness_in_match(make_harness)
    ann.give_seat_to_bot(1)
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 1, "Bob is here"
    bob.lose_connection()
    harness.run_tick()
    bots = list(harness.game.bots)
    ann.give_seat_to_bot(1, "nonsense")
    ann.give_seat_to_bot(1, bots[-1])
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 2
    assert ann.table.seats[1].bot == bots[-1]
    bob.connect()
    harness.run_tick()
    assert (bob.seat, bob.view.seat, bob.event_count(MatchBegan)) == (None, None, 2)
    bob.take_seat(1)
    harness.run_tick()
    assert bob.seat == 1
    harness.play_match([ann, bob, eve], after_tick=harness.check_replicas)


# The machine that the table runs on, and owners who stand in


def harness_at_hosts_machine(make_harness, *names):
    """Return a harness whose first person is at the host's own machine, and all its people, who join by these names."""
    harness = make_harness(seats=3)
    harness.table.expect_host_person(1)
    return harness, [harness.join_person(name) for name in names]


def refusal_in_next_tick(harness, player):
    """Run a tick, and return the reason for which the player's request was refused."""
    harness.run_tick()
    return player.last_event(RefusalReceived).reason


def test_person_at_the_hosts_machine_cannot_be_sent_away_and_takes_the_table_back(make_harness):
    harness, (ann, bo) = harness_at_hosts_machine(make_harness, "Ann", "Bo")
    ann.make_owner("Bo")
    harness.run_tick()
    assert (ann.is_owner, bo.is_owner, bo.table.host_name) == (False, True, "Ann")
    bo.kick_person("Ann")
    assert refusal_in_next_tick(harness, bo) == "The table runs on Ann's machine: Ann stays."
    assert ann.connection_id
    ann.make_owner("Ann")
    harness.run_tick()
    assert (ann.is_owner, bo.is_owner) == (True, False)


def test_only_the_person_at_the_hosts_machine_takes_the_table_back(make_harness):
    harness, (ann, bo) = harness_at_hosts_machine(make_harness, "Ann", "Bo")
    bo.make_owner("Bo")
    assert refusal_in_next_tick(harness, bo) == ONLY_FOR_OWNER_SENTENCE
    assert ann.is_owner


@pytest.mark.parametrize("founder_has_seat", [True, False])
def test_owner_in_the_founders_absence_is_refused_what_the_founder_could_not_undo(make_harness, founder_has_seat):
    harness = make_harness(seats=3)
    ann, bo, cy = (
        harness.join_person(name, watch=name == "Ann" and not founder_has_seat) for name in ("Ann", "Bo", "Cy")
    )
    ann.start_match()
    harness.run_tick()
    cy.lose_connection()
    ann.lose_connection()
    harness.run_tick()
    assert bo.is_owner
    for ask in (
        lambda: bo.kick_person("Cy"),
        lambda: bo.give_seat_to_bot(cy.seat),
        lambda: bo.make_owner("Bo"),
        lambda: bo.end_match(),
        lambda: bo.configure_table("big-queen", 4, {}),
    ):
        before = bo.event_count(RefusalReceived)
        ask()
        harness.run_tick()
        assert bo.event_count(RefusalReceived) == before + 1
    assert refusal_in_next_tick(harness, bo) in (
        wait_for_founder_sentence("Ann"),
        "That has to wait until the match is over.",
    )
    bo.pause_match()
    harness.run_tick()
    assert harness.table.state.is_paused
    bo.pause_match(False)
    harness.run_tick()
    assert not harness.table.state.is_paused


def harness_without_founder(make_harness):
    """Return a harness in a match of four people, and the people; the founder of the table has been away for longer
    than the grace period.
    """
    harness, people = harness_in_match(make_harness, people=4, pace=1.0)
    people[0].lose_connection()
    harness.run_tick()
    harness.pass_time(harness.table.state.terms.grace + 1)
    return harness, people


REQUESTS_OF_FOUNDER_ONLY = {
    "replace": lambda p: p.give_seat_to_bot(2),
    "hand over": lambda p: p.make_owner("P3"),
    "make themselves founder": lambda p: p.make_owner("P1"),
    "end": lambda p: p.end_match(),
    "allow all hands": lambda p: p.set_terms(Terms(take_over_often=True)),
    "give hints": lambda p: p.set_terms(Terms(hints=True)),
}
"""Maps a name to a function that makes a request which an owner in the founder's absence may not make."""


@pytest.mark.parametrize("make_request", REQUESTS_OF_FOUNDER_ONLY.values(), ids=REQUESTS_OF_FOUNDER_ONLY)
def test_owner_in_the_founders_place_may_do_nothing_that_the_founder_cannot_undo(make_harness, make_request):
    harness, (ann, bo, cy, _) = harness_without_founder(make_harness)
    cy.lose_connection()
    harness.run_tick()
    assert bo.is_owner
    before = harness.table.info()
    make_request(bo)
    assert refusal_in_next_tick(harness, bo) == wait_for_founder_sentence("P0")
    assert harness.table.info() == before
    ann.connect()
    harness.run_tick()
    assert (ann.is_owner, ann.seat, harness.table.state.active_runner is not None) == (True, 0, True)


def test_owner_who_stands_in_for_the_founder_cannot_send_the_founder_away(make_harness):
    harness, (ann, bo, _, _) = harness_without_founder(make_harness)
    bo.kick_person("P0")
    assert refusal_in_next_tick(harness, bo) == "The table is P0's: P0 stays."
    ann.connect()
    harness.run_tick()
    assert (ann.is_owner, ann.seat) == (True, 0)


def test_person_sent_away_in_the_founders_absence_has_the_seat_again_once_the_founder_is_back(make_harness):
    harness, (ann, bo, cy, dot) = harness_without_founder(make_harness)
    bo.kick_person("P2")
    harness.run_tick()
    assert not cy.connection_id
    assert [m.reason for m in harness.sent_messages() if isinstance(m, ConnectionFailed)] == [
        sent_away_by_owner_sentence("P1", "P0")
    ]
    assert (bo.table.seats[2].name, bool(bo.table.seats[2].stand_in)) == ("P2", True)
    cy.connect()
    harness.run_tick()
    assert not cy.connection_id, "not yet"
    assert dot.connection_id
    ann.connect()
    harness.run_tick()
    assert "P1 has sent P2 away meanwhile; P2 may come back now." in [
        event.text for event in ann.events if isinstance(event, NoticeReceived)
    ]
    cy.connect()
    harness.run_tick()
    assert (cy.seat, bo.table.seats[2].stand_in) == (2, "")
    ann.lose_connection()
    cy.lose_connection()
    harness.run_tick()
    harness.pass_time(harness.table.state.terms.grace + 1)
    cy.connect()
    harness.run_tick()
    assert cy.connection_id, "it was for one absence"


def test_newcomer_from_the_address_of_somebody_sent_away_waits_for_the_founder_too(make_harness):
    harness = make_harness(seats=3)
    ann, bo = harness.join_person("Ann"), harness.join_person("Bo", origin="10.0.0.1")
    harness.join_person("Cy", origin="10.0.0.2")
    ann.lose_connection()
    harness.run_tick()
    harness.pass_time(harness.table.state.terms.grace + 1)
    bo.kick_person("Cy")
    harness.run_tick()
    again = harness.join_person("Mallory", origin="10.0.0.2")
    assert not again.connection_id
    assert [m.reason for m in harness.sent_messages() if isinstance(m, ConnectionFailed)] == [
        sent_away_by_owner_sentence("Bo", "Ann")
    ]
    assert harness.join_person("Dan", origin="10.0.0.3").connection_id
    ann.connect()
    harness.run_tick()
    assert harness.join_person("Mallory", origin="10.0.0.2").connection_id


def test_table_belongs_to_a_person_who_has_run_it_for_an_hour_in_the_founders_absence(make_harness):
    harness, (ann, bo, cy, dot) = harness_without_founder(make_harness)
    harness.now += FOUNDER_AWAY_SECONDS / 2
    for person in (bo, cy, dot):
        person.lose_connection()
    harness.run_tick()
    harness.now += 10 * FOUNDER_AWAY_SECONDS
    bo.connect()
    harness.run_tick()
    bo.end_match()
    assert refusal_in_next_tick(harness, bo) == wait_for_founder_sentence("P0"), "nobody was here"
    bo.pause_match()
    harness.run_tick()
    assert harness.wake_at is not None, "nothing else is due"
    assert FOUNDER_AWAY_SECONDS - 1 < harness.wake_at - harness.now <= FOUNDER_AWAY_SECONDS
    harness.now = harness.wake_at
    harness.run_tick()
    bo.end_match()
    harness.run_tick()
    assert harness.table.state.active_runner is None
    ann.connect()
    harness.run_tick()
    assert (ann.is_owner, bo.is_owner) == (False, True)


def test_founder_who_comes_back_in_time_is_the_owner_again_after_a_restart_too(make_harness):
    harness = make_harness(seats=3)
    ann = harness.join_person("Ann", watch=True)
    bo = harness.join_person("Bo")
    harness.restart_host()
    bo.connect()
    harness.run_tick()
    assert bo.is_owner
    bo.kick_person("Bo")
    assert refusal_in_next_tick(harness, bo) == wait_for_founder_sentence("Ann")
    ann.connect()
    harness.run_tick()
    assert (ann.is_owner, bo.is_owner) == (True, False)


def test_added_bot_plays_at_the_level_of_the_table(make_harness):
    harness = make_harness(seats=4, bots=1, bot_kinds=("hard",))
    ann = harness.join_person("Ann")
    ann.add_bot()
    ann.add_bot("easy")
    harness.run_tick()
    assert [seat.bot for seat in ann.table.seats] == ["", "hard", "easy", "hard"]
