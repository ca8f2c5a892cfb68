"""Restoring a table from its journal: nothing acknowledged is lost, and nothing is executed twice."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Action, BadOption, games, replay
from net.client.events import MatchBegan, MatchChanged, MatchEnded, MatchStopped, RefusalReceived
from net.journal.entries import ActionEntry, MatchEndedEntry, PersonEntry, PersonRemovedEntry, TableEntry, saved_table
from net.protocol.messages import Act, ActionAnswered, Welcome
from net.protocol.table_state import Terms
from net.table.table import Table

REVEAL = Action(("reveal",))


def reconnect_all(world, players):
    """Connect all these people again, in one tick."""
    for player in players:
        player.connect()
    world.run_tick()


def test_restored_match_continues_after_the_last_action(new_world):
    world = new_world(seats=3, bots=1)
    ann, bob = world.join_person("Ann"), world.join_person("Bob")
    ann.set_terms(Terms(clock=50, grace=20, take_over=False))
    ann.start_match()
    world.run_tick()
    ann.send_action(REVEAL)
    bob.send_action(REVEAL)
    world.run_tick()
    before = world.lasting_state()
    world.now += 100
    world.restart_host()
    assert world.lasting_state() == before
    assert [seat.here for seat in world.table.info().seats] == [False, False, True]
    reconnect_all(world, [bob, ann])
    world.check_replicas()
    assert (ann.is_owner, ann.seat, bob.seat) == (True, 0, 1)
    for player in (ann, bob):
        assert player.event_count(MatchBegan) == 1
        assert all(event.changes for event in player.events if isinstance(event, MatchChanged)), (
            "nobody missed anything"
        )
    world.play_match([ann, bob], each=world.check_replicas)
    assert ann.last_event(MatchEnded).standings == bob.standings
    assert ann.event_count(RefusalReceived) == bob.event_count(RefusalReceived) == 0
    closed = next(entry for entry in world.all_entries if isinstance(entry, MatchEndedEntry))
    assert replay(world.table.state.runner.match.record).digest.hex() == closed.digest


def test_bot_that_the_table_was_opened_with_gets_free_seats_after_a_restart_too(new_world):
    world = new_world(seats=3, bots=1, bot_kinds=("hard",))
    ann = world.join_person("Ann")
    world.restart_host()
    reconnect_all(world, [ann])
    ann.add_bot()
    world.run_tick()
    assert [seat.bot for seat in world.table.info().seats] == ["", "hard", "hard"]


def test_grace_periods_begin_with_the_new_process(new_world):
    world = new_world(seats=3, pace=1.0)
    people = [world.join_person(name) for name in ("Ann", "Bob", "Eve")]
    people[0].start_match()
    world.run_tick()
    people[2].say_goodbye()
    world.now = 500.0
    world.restart_host()
    seats = world.table.info().seats
    assert [seat.away_until for seat in seats] == [530.0, 530.0, None]
    assert [bool(seat.stand_in) for seat in seats] == [False, False, True]
    world.run_tick()
    assert world.wake_at is None, "nobody is here yet"
    world.pass_time(1000)
    assert not [entry for entry in world.all_entries if isinstance(entry, ActionEntry)]
    reconnect_all(world, people[:2])
    world.pass_time(100)
    assert {entry.seat for entry in world.all_entries if isinstance(entry, ActionEntry)} == {2}, "a bot plays for Eve"


def test_seat_of_a_person_who_cannot_come_back_is_a_bots_after_a_restart(new_world):
    world = new_world(seats=3, pace=1.0)
    eve, ann = world.join_person("Eve", resumable=False), world.join_person("Ann")
    eve.start_match()
    world.run_tick()
    world.restart_host()
    reconnect_all(world, [ann])
    assert [(seat.name, bool(seat.bot)) for seat in ann.table.seats] == [("Ada", True), ("Ann", False), ("Cleo", True)]
    assert ann.is_owner
    world.play_match([ann])
    assert ann.last_event(MatchEnded).names == ("Ada", "Ann", "Cleo")
    world.restart_host()
    reconnect_all(world, [ann])
    assert [seat.name for seat in ann.table.seats] == ["", "Ann", ""]


def test_seat_in_the_lobby_of_a_person_who_cannot_come_back_is_free_after_a_restart(new_world):
    world = new_world(seats=3)
    ann = world.join_person("Ann")
    world.join_person("Eve", resumable=False)
    world.restart_host()
    reconnect_all(world, [ann])
    assert [seat.name for seat in ann.table.seats] == ["Ann", "", ""]


def test_journalled_action_without_a_reply_is_answered_after_a_restart(new_world):
    world = new_world(seats=1)
    [ann] = world.start_match_of("Ann")
    ann.send_action(REVEAL)
    waiting = ann._pending_act
    world.players.clear()
    world.run_tick()
    assert world.table.state.runner.steps == [1]
    world.restart_host()
    assert ann._pending_act is waiting
    reconnect_all(world, [ann])
    world.run_tick()
    assert ann._pending_act is None
    assert world.table.state.runner.steps == [1]
    ann._send(Act(1, 1, 0, "reveal"))
    world.run_tick()
    assert [message for message in world.sent_messages() if isinstance(message, ActionAnswered)] == [
        ActionAnswered(1, 1, 1)
    ]
    assert not world.new_match_entries()
    assert ann.event_count(RefusalReceived) == 0


def test_replies_of_a_finished_match_are_restored(new_world):
    world = new_world(seats=1)
    [ann] = world.start_match_of("Ann")
    world.play_match([ann])
    last = ann._last_action_id
    world.restart_host()
    reconnect_all(world, [ann])
    ann._send(Act(last, 1, 0, "reveal"))
    world.run_tick()
    assert [message.id for message in world.sent_messages() if isinstance(message, ActionAnswered)] == [last]


def test_seats_totals_and_the_last_result_outlive_the_process_between_matches(new_world):
    world = new_world(seats=2)
    ann, bob = world.start_match_of("Ann", "Bob")
    bob.lose_connection()
    world.run_tick()
    world.play_match([ann])
    before = world.lasting_state()
    world.restart_host()
    assert world.lasting_state() == before
    reconnect_all(world, [ann, bob])
    assert bob.last_event(MatchEnded).standings == ann.standings
    assert ann.event_count(MatchEnded) == 1, "it is told once"
    assert [total.matches for total in ann.table.totals] == [1, 1]
    ann.start_match()
    world.run_tick()
    assert world.table.state.runner.number > 1
    world.play_match([ann, bob], each=world.check_replicas)
    assert {total.matches for total in bob.table.totals} == {2}


def test_pause_outlives_the_process(new_world):
    world = new_world(seats=2)
    ann, bob = world.start_match_of("Ann", "Bob")
    ann.pause_match()
    world.run_tick()
    world.restart_host()
    world.run_tick()
    world.pass_time(10_000)
    reconnect_all(world, [ann, bob])
    assert bob.table.paused
    assert [seat.here for seat in bob.table.seats] == [True, True]
    ann.pause_match(False)
    world.run_tick()
    world.play_match([ann, bob], each=world.check_replicas)


def test_bans_and_seats_taken_over_outlive_the_process(new_world):
    world = new_world(seats=3, bots=1)
    ann, bob, eve = world.start_match_of("Ann", "Bob", "Eve")
    eve.take_seat(2)
    world.run_tick()
    ann.answer_question(ann.questions[0], True)
    ann.kick_person("Bob")
    world.run_tick()
    before = world.lasting_state()
    world.restart_host()
    assert world.lasting_state() == before
    reconnect_all(world, [ann, bob, eve])
    assert (bool(bob.connection_id), eve.seat) == (False, 2)
    world.play_match([ann, eve], each=world.check_replicas)
    assert ann.last_event(MatchEnded).names[2] == "Eve"


def test_time_limit_outlives_the_process(new_world):
    world = new_world(game="queens-dungeon", seats=4, options={"time_limit": 2, "target": 100_000})
    people = [world.join_person(f"P{number}") for number in range(4)]
    people[0].start_match()
    world.run_tick()
    world.pass_time(50)
    dealer = next(player for player in people if world.game.legal(player.view))
    dealer.send_action(world.game.legal(dealer.view)[0])
    world.run_tick()
    world.now = 1000.0
    world.restart_host()
    reconnect_all(world, people)
    assert world.wake_at == 1070.0
    world.pass_time(70)
    assert [entry.at for entry in world.all_entries if isinstance(entry, ActionEntry) and entry.by == "table"] == [
        120.0
    ]
    world.restart_host()
    reconnect_all(world, people)
    world.pass_time(500)
    assert sum(entry.by == "table" for entry in world.all_entries if isinstance(entry, ActionEntry)) == 1


def test_no_token_is_given_to_two_people(new_world):
    world = new_world(seats=2)
    tokens = []
    for _ in range(3):
        for name in ("Ann", "Bob", "Eve"):
            tokens.append(world.join_person(name).token)
        world.restart_host()
    assert len(set(tokens)) == len(tokens)
    saved = saved_table(world.all_entries)
    other = [Table.restore(saved, 0.0, chance=chance) for chance in (b"1", b"2")]
    assert other[0].state.secrets.new_token() != other[1].state.secrets.new_token(), "nor after a power cut"
    assert other[0].id == world.table.id, "and it is the same table"


def test_client_ahead_of_the_journal_after_a_power_cut_gets_a_snapshot(new_world):
    world = new_world(seats=2)
    ann, bob = world.start_match_of("Ann", "Bob")
    kept = len(world.all_entries)
    for _ in range(2):
        ann.send_action(REVEAL)
        world.run_tick()
    bob.lose_connection()
    world.run_tick()
    del world.all_entries[kept:]
    world.restart_host()
    reconnect_all(world, [ann])
    world.check_replicas()
    for _ in range(4):
        legal = world.game.legal(ann.view)
        ann.send_action(legal[-1] if legal else REVEAL)
        world.run_tick()
    reconnect_all(world, [bob])
    world.check_replicas()


def test_spectators_are_not_journalled_and_can_resume_after_a_restart(new_world):
    world = new_world(seats=2)
    ann, bob = world.start_match_of("Ann", "Bob")
    written = len(world.all_entries)
    eve = world.join_person("Eve", watch=True)
    assert len(world.all_entries) == written
    world.restart_host()
    reconnect_all(world, [ann, bob, eve])
    assert (eve.name, eve.seat, eve.event_count(MatchBegan)) == ("Eve", None, 1)
    world.check_replicas()
    assert not any(event.changes == () for event in eve.events if isinstance(event, MatchChanged))


def test_unchanged_people_are_not_journalled_again(new_world):
    world = new_world(seats=4, pace=9.0)
    ann, bob = world.join_person("Ann"), world.join_person("Bob")
    assert [type(entry) for entry in world.all_entries] == [TableEntry, PersonEntry, PersonEntry]
    ann.send_chat("hello")
    world.run_tick()
    assert len(world.all_entries) == 3
    ann.start_match()
    world.run_tick()
    written = len(world.all_entries)
    ann.send_action(REVEAL)
    world.run_tick()
    assert [type(entry) for entry in world.all_entries[written:]] == [ActionEntry]
    assert world.all_entries[-1] == ActionEntry(1, 0, "reveal", "person", ann.token, 1)
    bob.say_goodbye()
    assert world.all_entries[-1] == PersonEntry(bob.token, "Bob", False, 1, True)
    ann.kick_person("Bob")
    world.run_tick()
    assert PersonRemovedEntry(bob.token) in world.all_entries


def test_table_of_an_unknown_game_is_not_restored(new_world):
    world = new_world()
    world.join_person("Ann")
    saved = saved_table(world.all_entries)
    assert saved_table([]) is None
    with pytest.raises(BadOption):
        Table.restore(replace(saved, table=replace(saved.table, game="poker")), 0.0)
    with pytest.raises(BadOption):
        Table.restore(replace(saved, table=replace(saved.table, chairs=saved.table.chairs * 999)), 0.0)


@pytest.mark.parametrize("slug", games)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 999), lives=st.lists(st.integers(0, 25), max_size=5))
def test_host_killed_at_any_moment_of_any_game_loses_nothing(new_world, slug, seed, lives):
    """A host killed at any time is restored to the same state, and everybody who returns sees it."""
    options = {"hand_size": 4, "max_rounds": 1} if slug == "big-queen" else {}
    world = new_world(game=slug, seats=4, options=options, bots=1, seed=seed, pace=0.5)
    people = [world.join_person(name) for name in ("Ann", "Bob", "Eve")]
    chance = random.Random(seed)
    people[0].start_match()
    world.run_tick()
    for moves in (*lives, 0):
        for _ in range(moves):
            for player in people:
                if player.connection_id and player.view is not None and world.game.legal(player.view):
                    player.send_action(chance.choice(world.game.legal(player.view)))
            if chance.random() < 0.2:
                chance.choice(people).lose_connection()
            if not world.inbox and world.wake_at is not None:
                world.now = max(world.now, world.wake_at)
            world.run_tick()
            world.check_replicas()
        before = world.lasting_state()
        world.restart_host()
        assert world.lasting_state() == before
        reconnect_all(world, people)
        world.check_replicas()
    for player in people:
        assert player.event_count(MatchBegan) == 1
    if world.table.state.playing is not None:
        world.play_match(people, each=world.check_replicas, limit=30_000)
    acted = [entry for entry in world.all_entries if isinstance(entry, ActionEntry)]
    match = world.table.state.runner.match
    assert [(entry.seat, entry.action) for entry in acted] == [(seat, str(action)) for seat, action in match.actions]
    asks = [(entry.person, entry.ask) for entry in acted if entry.person]
    assert len(set(asks)) == len(asks), "nothing was done twice"


def test_match_end_lost_in_a_power_cut_is_played_again(new_world):
    world = new_world(seats=1)
    [ann] = world.start_match_of("Ann")
    world.play_match([ann])
    assert ann.event_count(MatchEnded) == 1
    end = next(n for n, entry in enumerate(world.all_entries) if isinstance(entry, MatchEndedEntry))
    del world.all_entries[end - 4 :]
    world.restart_host()
    reconnect_all(world, [ann])
    assert world.table.state.playing is not None
    world.check_replicas()
    world.play_match([ann], each=world.check_replicas)
    assert ann.event_count(MatchEnded) == 2
    assert ann.standings == world.table.state.runner.match.standings


def test_nothing_that_may_be_logged_holds_a_secret(new_world):
    world = new_world(seats=2, code="xyzzy")
    ann, bob = world.join_person("Ann", code="xyzzy"), world.join_person("Bob", code="xyzzy")
    ann.start_match()
    world.run_tick()
    ann.send_action(REVEAL)
    world.run_tick()
    ann.kick_person("Bob")
    world.run_tick()
    sent_messages = [ann.hello_message(), Welcome(ann.token, "table", 3)]
    printed = repr((world.all_entries, saved_table(world.all_entries), list(world.table.state.people), sent_messages))
    assert not [secret for secret in (ann.token, bob.token, "xyzzy", repr(bytes(32))) if secret in printed]


def test_person_who_saw_a_match_end_lost_in_a_power_cut_is_sent_the_new_one(new_world):
    world = new_world(seats=3)
    ann, bob, eve = (world.join_person(name) for name in ("Ann", "Bob", "Eve"))
    ann.set_terms(Terms(clock=0, grace=1))
    ann.start_match()
    world.run_tick()
    ann.send_action(REVEAL)
    world.run_tick()
    kept = len(world.all_entries)
    world.play_match([ann, bob, eve])
    undone = ann.last_event(MatchEnded).standings
    del world.all_entries[kept:]
    world.restart_host()
    reconnect_all(world, [eve])
    world.play_match([eve])
    eve.say_goodbye()
    assert world.table.info().phase == "lobby", "Eve and programs have played it to another end meanwhile"
    final = world.table.state.runner.match.standings
    assert final != undone
    reconnect_all(world, [ann, bob])
    for seat, player in enumerate((ann, bob)):
        assert player.standings == player.last_event(MatchEnded).standings == final
        assert player.view == world.table.state.runner.match.view(seat)


def test_result_is_sent_once_to_a_person_who_returns_after_a_restart(new_world):
    world = new_world(seats=2)
    ann, bob = world.start_match_of("Ann", "Bob")
    world.play_match([ann, bob])
    bob.lose_connection()
    world.run_tick()
    reconnect_all(world, [bob])
    world.restart_host()
    reconnect_all(world, [ann, bob])
    for player in (ann, bob):
        assert (player.event_count(MatchBegan), player.event_count(MatchEnded)) == (1, 1)
        assert player.event_count(MatchStopped) == 0
