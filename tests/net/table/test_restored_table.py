"""A table restored from its journal: nothing acknowledged is lost, and nothing is executed twice."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from msgspec import structs

from core import Action, BadOption, games, replay
from net.client.events import MatchBegan, MatchChanged, MatchEnded, MatchStopped, RefusalReceived
from net.journal.entries import (
    ActionEntry,
    MatchEndedEntry,
    PersonEntry,
    PersonRemovedEntry,
    TableEntry,
    add_up_to_saved_table,
)
from net.protocol.messages import Act, ActionAnswered, Welcome
from net.protocol.table_state import Terms
from net.table.table import Table
from tests.support.depth import examples, parametrize

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


def reconnect_all(harness, players):
    """Connect all these people again, and let the table handle that in a single call."""
    for player in players:
        player.connect()
    harness.run_tick()


def test_restored_match_continues_after_the_last_action(make_harness):
    harness = make_harness(seats=3, bots=1)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.set_terms(Terms(clock=50, grace=20, take_over=False))
    ann.start_match()
    harness.run_tick()
    ann.send_action(REVEAL_ACTION)
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    before = harness.lasting_state()
    harness.now += 100
    harness.restart_host()
    assert harness.lasting_state() == before
    assert [seat.is_here for seat in harness.table.info().seats] == [False, False, True]
    reconnect_all(harness, [bob, ann])
    harness.check_replicas()
    assert (ann.is_owner, ann.seat, bob.seat) == (True, 0, 1)
    for player in (ann, bob):
        assert player.event_count(MatchBegan) == 1
        assert all(event.changes for event in player.events if isinstance(event, MatchChanged)), (
            "nobody missed anything"
        )
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    assert ann.last_event(MatchEnded).standings == bob.standings
    assert ann.event_count(RefusalReceived) == bob.event_count(RefusalReceived) == 0
    closed = next(entry for entry in harness.all_entries if isinstance(entry, MatchEndedEntry))
    assert replay(harness.table.state.runner.match.record).digest.hex() == closed.digest


def test_bot_chosen_when_the_table_was_opened_gets_free_seats_after_a_restart_too(make_harness):
    harness = make_harness(seats=3, bots=1, bot_kinds=("hard",))
    ann = harness.join_person("Ann")
    harness.restart_host()
    reconnect_all(harness, [ann])
    ann.add_bot()
    harness.run_tick()
    assert [seat.bot for seat in harness.table.info().seats] == ["", "hard", "hard"]


def test_grace_periods_begin_when_a_table_is_restored(make_harness):
    harness = make_harness(seats=3, pace=1.0)
    people = [harness.join_person(name) for name in ("Ann", "Bob", "Eve")]
    people[0].start_match()
    harness.run_tick()
    people[2].say_goodbye()
    harness.now = 500.0
    harness.restart_host()
    seats = harness.table.info().seats
    assert [seat.away_until for seat in seats] == [530.0, 530.0, None]
    assert [bool(seat.stand_in) for seat in seats] == [False, False, True]
    harness.run_tick()
    assert harness.wake_at is None, "nobody is here yet"
    harness.pass_time(1000)
    assert not [entry for entry in harness.all_entries if isinstance(entry, ActionEntry)]
    reconnect_all(harness, people[:2])
    harness.pass_time(100)
    assert {entry.seat for entry in harness.all_entries if isinstance(entry, ActionEntry)} == {2}, "a bot plays for Eve"


def test_seat_of_a_person_who_cannot_come_back_has_a_bot_after_a_restart(make_harness):
    harness = make_harness(seats=3, pace=1.0)
    eve, ann = harness.join_person("Eve", resumable=False), harness.join_person("Ann")
    eve.start_match()
    harness.run_tick()
    harness.restart_host()
    reconnect_all(harness, [ann])
    assert [(seat.name, bool(seat.bot)) for seat in ann.table.seats] == [("Ada", True), ("Ann", False), ("Cleo", True)]
    assert ann.is_owner
    harness.play_match([ann])
    assert ann.last_event(MatchEnded).names == ("Ada", "Ann", "Cleo")
    harness.restart_host()
    reconnect_all(harness, [ann])
    assert [seat.name for seat in ann.table.seats] == ["", "Ann", ""]


def test_seat_in_the_lobby_of_a_person_who_cannot_come_back_is_free_after_a_restart(make_harness):
    harness = make_harness(seats=3)
    ann = harness.join_person("Ann")
    harness.join_person("Eve", resumable=False)
    harness.restart_host()
    reconnect_all(harness, [ann])
    assert [seat.name for seat in ann.table.seats] == ["Ann", "", ""]


def test_journalled_action_without_a_reply_is_answered_after_a_restart(make_harness):
    harness = make_harness(seats=1)
    [ann] = harness.start_match_of("Ann")
    ann.send_action(REVEAL_ACTION)
    waiting = ann._pending_act
    harness.players.clear()
    harness.run_tick()
    assert harness.table.state.runner.steps == [1]
    harness.restart_host()
    assert ann._pending_act is waiting
    reconnect_all(harness, [ann])
    harness.run_tick()
    assert ann._pending_act is None
    assert harness.table.state.runner.steps == [1]
    ann._send(Act(1, 1, 0, "reveal"))
    harness.run_tick()
    assert [message for message in harness.sent_messages() if isinstance(message, ActionAnswered)] == [
        ActionAnswered(1, 1, 1)
    ]
    assert not harness.new_match_entries()
    assert ann.event_count(RefusalReceived) == 0


def test_replies_of_a_finished_match_are_restored(make_harness):
    harness = make_harness(seats=1)
    [ann] = harness.start_match_of("Ann")
    harness.play_match([ann])
    last = ann._last_action_id
    harness.restart_host()
    reconnect_all(harness, [ann])
    ann._send(Act(last, 1, 0, "reveal"))
    harness.run_tick()
    assert [message.id for message in harness.sent_messages() if isinstance(message, ActionAnswered)] == [last]


def test_seats_totals_and_the_last_result_are_restored_between_matches(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    harness.play_match([ann])
    before = harness.lasting_state()
    harness.restart_host()
    assert harness.lasting_state() == before
    reconnect_all(harness, [ann, bob])
    assert bob.last_event(MatchEnded).standings == ann.standings
    assert ann.event_count(MatchEnded) == 1, "it is told once"
    assert [total.matches for total in ann.table.totals] == [1, 1]
    ann.start_match()
    harness.run_tick()
    assert harness.table.state.runner.number > 1
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    assert {total.matches for total in bob.table.totals} == {2}


def test_pause_is_restored_after_a_restart(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    ann.pause_match()
    harness.run_tick()
    harness.restart_host()
    harness.run_tick()
    harness.pass_time(10_000)
    reconnect_all(harness, [ann, bob])
    assert bob.table.paused
    assert [seat.is_here for seat in bob.table.seats] == [True, True]
    ann.pause_match(False)
    harness.run_tick()
    harness.play_match([ann, bob], after_tick=harness.check_replicas)


def test_kicked_people_and_seats_taken_over_are_restored_after_a_restart(make_harness):
    harness = make_harness(seats=3, bots=1)
    ann, bob, eve = harness.start_match_of("Ann", "Bob", "Eve")
    eve.take_seat(2)
    harness.run_tick()
    ann.answer_question(ann.questions[0], True)
    ann.kick_person("Bob")
    harness.run_tick()
    before = harness.lasting_state()
    harness.restart_host()
    assert harness.lasting_state() == before
    reconnect_all(harness, [ann, bob, eve])
    assert (bool(bob.connection_id), eve.seat) == (False, 2)
    harness.play_match([ann, eve], after_tick=harness.check_replicas)
    assert ann.last_event(MatchEnded).names[2] == "Eve"


def test_time_limit_is_restored_after_a_restart(make_harness):
    harness = make_harness(game="queens-dungeon", seats=4, options={"time_limit": 2, "target": 100_000})
    people = [harness.join_person(f"P{number}") for number in range(4)]
    people[0].start_match()
    harness.run_tick()
    harness.pass_time(50)
    dealer = next(player for player in people if harness.game.legal(player.view))
    dealer.send_action(harness.game.legal(dealer.view)[0])
    harness.run_tick()
    harness.now = 1000.0
    harness.restart_host()
    reconnect_all(harness, people)
    assert harness.wake_at == 1070.0
    harness.pass_time(70)
    assert [entry.at for entry in harness.all_entries if isinstance(entry, ActionEntry) and entry.by == "table"] == [
        120.0
    ]
    harness.restart_host()
    reconnect_all(harness, people)
    harness.pass_time(500)
    assert sum(entry.by == "table" for entry in harness.all_entries if isinstance(entry, ActionEntry)) == 1


def test_no_token_is_given_to_two_people(make_harness):
    harness = make_harness(seats=2)
    tokens = []
    for _ in range(3):
        for name in ("Ann", "Bob", "Eve"):
            tokens.append(harness.join_person(name).token)
        harness.restart_host()
    assert len(set(tokens)) == len(tokens)
    saved = add_up_to_saved_table(harness.all_entries)
    other = [Table.restore(saved, 0.0, chance=chance) for chance in (b"1", b"2")]
    assert other[0].state.secrets.new_token() != other[1].state.secrets.new_token(), "nor after a power cut"
    assert other[0].id == harness.table.id, "and it is the same table"


def test_client_ahead_of_the_journal_after_a_power_cut_gets_a_snapshot(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    kept = len(harness.all_entries)
    for _ in range(2):
        ann.send_action(REVEAL_ACTION)
        harness.run_tick()
    bob.lose_connection()
    harness.run_tick()
    del harness.all_entries[kept:]
    harness.restart_host()
    reconnect_all(harness, [ann])
    harness.check_replicas()
    for _ in range(4):
        legal = harness.game.legal(ann.view)
        ann.send_action(legal[-1] if legal else REVEAL_ACTION)
        harness.run_tick()
    reconnect_all(harness, [bob])
    harness.check_replicas()


def test_spectators_are_not_journalled_and_can_resume_after_a_restart(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    written = len(harness.all_entries)
    eve = harness.join_person("Eve", watch=True)
    assert len(harness.all_entries) == written
    harness.restart_host()
    reconnect_all(harness, [ann, bob, eve])
    assert (eve.name, eve.seat, eve.event_count(MatchBegan)) == ("Eve", None, 1)
    harness.check_replicas()
    assert not any(event.changes == () for event in eve.events if isinstance(event, MatchChanged))


def test_unchanged_people_are_not_journalled_again(make_harness):
    harness = make_harness(seats=4, pace=9.0)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    assert [type(entry) for entry in harness.all_entries] == [TableEntry, PersonEntry, PersonEntry]
    ann.send_chat("hello")
    harness.run_tick()
    assert len(harness.all_entries) == 3
    ann.start_match()
    harness.run_tick()
    written = len(harness.all_entries)
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert [type(entry) for entry in harness.all_entries[written:]] == [ActionEntry]
    assert harness.all_entries[-1] == ActionEntry(1, 0, "reveal", "person", ann.token, 1)
    bob.say_goodbye()
    assert harness.all_entries[-1] == PersonEntry(bob.token, "Bob", False, 1, True)
    ann.kick_person("Bob")
    harness.run_tick()
    assert PersonRemovedEntry(bob.token) in harness.all_entries


def test_table_of_an_unknown_game_is_not_restored(make_harness):
    harness = make_harness()
    harness.join_person("Ann")
    saved = add_up_to_saved_table(harness.all_entries)
    assert add_up_to_saved_table([]) is None
    with pytest.raises(BadOption):
        Table.restore(structs.replace(saved, table=replace(saved.table, game="poker")), 0.0)
    with pytest.raises(BadOption):
        Table.restore(structs.replace(saved, table=replace(saved.table, chairs=saved.table.chairs * 999)), 0.0)


@parametrize("slug", games, 3)
@examples(3, 6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 999), ticks_until_kills=st.lists(st.integers(0, 25), max_size=5))
@example(seed=842, ticks_until_kills=[22, 24])  # a match of Big Queen ends, and who returns missed much of it
def test_host_killed_at_any_moment_of_any_game_loses_nothing(make_harness, slug, seed, ticks_until_kills):
    """A host killed at any time is restored to the same state, and everybody who returns sees it."""
    options = {"hand_size": 4, "max_rounds": 1} if slug == "big-queen" else {}
    harness = make_harness(game=slug, seats=4, options=options, bots=1, seed=seed, pace=0.5)
    people = [harness.join_person(name) for name in ("Ann", "Bob", "Eve")]
    chance = random.Random(seed)
    people[0].start_match()
    harness.run_tick()
    for moves in (*ticks_until_kills, 0):
        for _ in range(moves):
            for player in people:
                if player.connection_id and player.view is not None and harness.game.legal(player.view):
                    player.send_action(chance.choice(harness.game.legal(player.view)))
            if chance.random() < 0.2:
                chance.choice(people).lose_connection()
            if not harness.inbox and harness.wake_at is not None:
                harness.now = max(harness.now, harness.wake_at)
            harness.run_tick()
            harness.check_replicas()
        before = harness.lasting_state()
        harness.restart_host()
        assert harness.lasting_state() == before
        reconnect_all(harness, people)
        harness.check_replicas()
    for player in people:
        assert player.event_count(MatchBegan) == 1
    if harness.table.state.active_runner is not None:
        harness.play_match(people, after_tick=harness.check_replicas, limit=30_000)
    acted = [entry for entry in harness.all_entries if isinstance(entry, ActionEntry)]
    match = harness.table.state.runner.match
    assert [(entry.seat, entry.action) for entry in acted] == [(seat, str(action)) for seat, action in match.actions]
    asks = [(entry.person, entry.ask) for entry in acted if entry.person]
    assert len(set(asks)) == len(asks), "nothing was done twice"


def test_end_of_a_match_that_a_power_cut_lost_is_played_again(make_harness):
    harness = make_harness(seats=1)
    [ann] = harness.start_match_of("Ann")
    harness.play_match([ann])
    assert ann.event_count(MatchEnded) == 1
    end = next(n for n, entry in enumerate(harness.all_entries) if isinstance(entry, MatchEndedEntry))
    del harness.all_entries[end - 4 :]
    harness.restart_host()
    reconnect_all(harness, [ann])
    assert harness.table.state.active_runner is not None
    harness.check_replicas()
    harness.play_match([ann], after_tick=harness.check_replicas)
    assert ann.event_count(MatchEnded) == 2
    assert ann.standings == harness.table.state.runner.match.standings


def test_texts_of_objects_that_may_be_logged_hold_no_secret(make_harness):
    harness = make_harness(seats=2, code="xyzzy")
    ann, bob = harness.join_person("Ann", code="xyzzy"), harness.join_person("Bob", code="xyzzy")
    ann.start_match()
    harness.run_tick()
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    ann.kick_person("Bob")
    harness.run_tick()
    sent_messages = [ann.hello_message(), Welcome(ann.token, "table", 3)]
    printed = repr(
        (
            harness.all_entries,
            add_up_to_saved_table(harness.all_entries),
            list(harness.table.state.people),
            sent_messages,
        )
    )
    assert not [secret for secret in (ann.token, bob.token, "xyzzy", repr(bytes(32))) if secret in printed]


def test_person_who_saw_a_match_end_lost_in_a_power_cut_is_sent_the_new_one(make_harness):
    harness = make_harness(seats=3)
    ann, bob, eve = (harness.join_person(name) for name in ("Ann", "Bob", "Eve"))
    ann.set_terms(Terms(clock=0, grace=1))
    ann.start_match()
    harness.run_tick()
    ann.send_action(REVEAL_ACTION)
    harness.run_tick()
    kept = len(harness.all_entries)
    harness.play_match([ann, bob, eve])
    undone = ann.last_event(MatchEnded).standings
    del harness.all_entries[kept:]
    harness.restart_host()
    reconnect_all(harness, [eve])
    harness.play_match([eve])
    eve.say_goodbye()
    assert harness.table.info().phase == "lobby", "Eve and programs have played it to another end meanwhile"
    final = harness.table.state.runner.match.standings
    assert final != undone
    reconnect_all(harness, [ann, bob])
    for seat, player in enumerate((ann, bob)):
        assert player.standings == player.last_event(MatchEnded).standings == final
        assert player.view == harness.table.state.runner.match.view(seat)


def test_result_is_sent_once_to_a_person_who_returns_after_a_restart(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    harness.play_match([ann, bob])
    bob.lose_connection()
    harness.run_tick()
    reconnect_all(harness, [bob])
    harness.restart_host()
    reconnect_all(harness, [ann, bob])
    for player in (ann, bob):
        assert (player.event_count(MatchBegan), player.event_count(MatchEnded)) == (1, 1)
        assert player.event_count(MatchStopped) == 0
