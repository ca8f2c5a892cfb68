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


def come_back(w, players):
    for player in players:
        player.come()
    w.turn()


def test_restored_match_continues_after_the_last_action(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=50, grace=20, take_over=False))
    ann.start_match()
    w.turn()
    ann.send_action(REVEAL)
    bob.send_action(REVEAL)
    w.turn()
    before = w.facts()
    w.now += 100
    w.kill()
    assert w.facts() == before
    assert [seat.here for seat in w.table.info().seats] == [False, False, True]
    come_back(w, [bob, ann])
    w.check_replicas()
    assert (ann.is_owner, ann.seat, bob.seat) == (True, 0, 1)
    for player in (ann, bob):
        assert player.count(MatchBegan) == 1
        assert all(event.changes for event in player.events if isinstance(event, MatchChanged)), (
            "nobody missed anything"
        )
    w.play([ann, bob], each=w.check_replicas)
    assert ann.last(MatchEnded).standings == bob.standings
    assert ann.count(RefusalReceived) == bob.count(RefusalReceived) == 0
    closed = next(entry for entry in w.written if isinstance(entry, MatchEndedEntry))
    assert replay(w.table.state.runner.match.record).digest.hex() == closed.digest


def test_grace_periods_begin_with_the_new_process(world):
    w = world(seats=3, pace=1.0)
    people = [w.player(name) for name in ("Ann", "Bob", "Eve")]
    people[0].start_match()
    w.turn()
    people[2].leave()
    w.now = 500.0
    w.kill()
    seats = w.table.info().seats
    assert [seat.away_until for seat in seats] == [530.0, 530.0, None]
    assert [bool(seat.stand_in) for seat in seats] == [False, False, True]
    w.turn()
    assert w.wake is None, "nobody is here yet"
    w.pass_time(1000)
    assert not [entry for entry in w.written if isinstance(entry, ActionEntry)]
    come_back(w, people[:2])
    w.pass_time(100)
    assert {entry.seat for entry in w.written if isinstance(entry, ActionEntry)} == {2}, "a bot plays for Eve"


def test_journalled_action_without_a_reply_is_answered_after_a_restart(world):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    ann.send_action(REVEAL)
    waiting = ann._pending_act
    w.players.clear()
    w.turn()
    assert w.table.state.runner.steps == [1]
    w.kill()
    assert ann._pending_act is waiting
    come_back(w, [ann])
    w.turn()
    assert ann._pending_act is None
    assert w.table.state.runner.steps == [1]
    ann._send(Act(1, 1, 0, "reveal"))
    w.turn()
    assert [message for message in w.sent_messages() if isinstance(message, ActionAnswered)] == [
        ActionAnswered(1, 1, 1)
    ]
    assert not w.journal()
    assert ann.count(RefusalReceived) == 0


def test_replies_of_a_finished_match_are_restored(world):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    w.play([ann])
    last = ann._last_action_id
    w.kill()
    come_back(w, [ann])
    ann._send(Act(last, 1, 0, "reveal"))
    w.turn()
    assert [message.id for message in w.sent_messages() if isinstance(message, ActionAnswered)] == [last]


def test_between_matches_seats_scores_and_the_last_result_are_kept(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.drop()
    w.turn()
    w.play([ann])
    before = w.facts()
    w.kill()
    assert w.facts() == before
    come_back(w, [ann, bob])
    assert bob.last(MatchEnded).standings == ann.standings
    assert ann.count(MatchEnded) == 1, "it is told once"
    assert [total.matches for total in ann.table.totals] == [1, 1]
    ann.start_match()
    w.turn()
    assert w.table.state.runner.number > 1
    w.play([ann, bob], each=w.check_replicas)
    assert {total.matches for total in bob.table.totals} == {2}


def test_pause_outlives_the_process(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    ann.pause_match()
    w.turn()
    w.kill()
    w.turn()
    w.pass_time(10_000)
    come_back(w, [ann, bob])
    assert bob.table.paused
    assert [seat.here for seat in bob.table.seats] == [True, True]
    ann.pause_match(False)
    w.turn()
    w.play([ann, bob], each=w.check_replicas)


def test_bans_and_seats_taken_over_outlive_the_process(world):
    w = world(seats=3, bots=1)
    ann, bob, eve = w.in_match("Ann", "Bob", "Eve")
    eve.take_seat(2)
    ann.kick_person("Bob")
    w.turn()
    before = w.facts()
    w.kill()
    assert w.facts() == before
    come_back(w, [ann, bob, eve])
    assert (bool(bob.link), eve.seat) == (False, 2)
    w.play([ann, eve], each=w.check_replicas)
    assert ann.last(MatchEnded).names[2] == "Eve"


def test_time_limit_outlives_the_process(world):
    w = world(game="queens-dungeon", seats=4, options={"time_limit": 2, "target": 100_000})
    people = [w.player(f"P{number}") for number in range(4)]
    people[0].start_match()
    w.turn()
    w.pass_time(50)
    dealer = next(player for player in people if w.game.legal(player.view))
    dealer.send_action(w.game.legal(dealer.view)[0])
    w.turn()
    w.now = 1000.0
    w.kill()
    come_back(w, people)
    assert w.wake == 1070.0
    w.pass_time(70)
    assert [entry.at for entry in w.written if isinstance(entry, ActionEntry) and entry.by == "table"] == [120.0]
    w.kill()
    come_back(w, people)
    w.pass_time(500)
    assert sum(entry.by == "table" for entry in w.written if isinstance(entry, ActionEntry)) == 1


def test_no_token_is_given_to_two_people(world):
    w = world(seats=2)
    tokens = []
    for _ in range(3):
        for name in ("Ann", "Bob", "Eve"):
            tokens.append(w.player(name).token)
        w.kill()
    assert len(set(tokens)) == len(tokens)
    saved = saved_table(w.written)
    other = [Table.restore(saved, 0.0, chance=chance) for chance in (b"1", b"2")]
    assert other[0].state.secrets.new_token() != other[1].state.secrets.new_token(), "nor after a power cut"
    assert other[0].id == w.table.id, "and it is the same table"


def test_version_lost_in_a_power_cut_is_resumed_with_a_snapshot(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    kept = len(w.written)
    for _ in range(2):
        ann.send_action(REVEAL)
        w.turn()
    bob.drop()
    w.turn()
    del w.written[kept:]
    w.kill()
    come_back(w, [ann])
    w.check_replicas()
    for _ in range(4):
        legal = w.game.legal(ann.view)
        ann.send_action(legal[-1] if legal else REVEAL)
        w.turn()
    come_back(w, [bob])
    w.check_replicas()


def test_spectators_are_not_journalled_and_can_resume(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    written = len(w.written)
    eve = w.player("Eve", watch=True)
    assert len(w.written) == written
    w.kill()
    come_back(w, [ann, bob, eve])
    assert (eve.name, eve.seat, eve.count(MatchBegan)) == ("Eve", None, 1)
    w.check_replicas()
    assert not any(event.changes == () for event in eve.events if isinstance(event, MatchChanged))


def test_unchanged_people_are_not_journalled_again(world):
    w = world(seats=4, pace=9.0)
    ann, bob = w.player("Ann"), w.player("Bob")
    assert [type(entry) for entry in w.written] == [TableEntry, PersonEntry, PersonEntry]
    ann.send_chat("hello")
    w.turn()
    assert len(w.written) == 3
    ann.start_match()
    w.turn()
    written = len(w.written)
    ann.send_action(REVEAL)
    w.turn()
    assert [type(entry) for entry in w.written[written:]] == [ActionEntry]
    assert w.written[-1] == ActionEntry(1, 0, "reveal", "person", ann.token, 1)
    bob.leave()
    assert w.written[-1] == PersonEntry(bob.token, "Bob", False, 1, True)
    ann.kick_person("Bob")
    w.turn()
    assert PersonRemovedEntry(bob.token) in w.written


def test_table_of_an_unknown_game_is_not_restored(world):
    w = world()
    w.player("Ann")
    saved = saved_table(w.written)
    assert saved_table([]) is None
    with pytest.raises(BadOption):
        Table.restore(replace(saved, table=replace(saved.table, game="poker")), 0.0)
    with pytest.raises(BadOption):
        Table.restore(replace(saved, table=replace(saved.table, chairs=saved.table.chairs * 999)), 0.0)


@pytest.mark.parametrize("slug", games)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 999), lives=st.lists(st.integers(0, 25), max_size=5))
def test_host_killed_at_any_moment_of_any_game_loses_nothing(world, slug, seed, lives):
    """A host killed at any time is restored to the same state, and everybody who returns sees it."""
    options = {"hand_size": 4, "max_rounds": 1} if slug == "big-queen" else {}
    w = world(game=slug, seats=4, options=options, bots=1, seed=seed, pace=0.5)
    people = [w.player(name) for name in ("Ann", "Bob", "Eve")]
    chance = random.Random(seed)
    people[0].start_match()
    w.turn()
    for moves in (*lives, 0):
        for _ in range(moves):
            for player in people:
                if player.link and player.view is not None and w.game.legal(player.view):
                    player.send_action(chance.choice(w.game.legal(player.view)))
            if chance.random() < 0.2:
                chance.choice(people).drop()
            if not w.inbox and w.wake is not None:
                w.now = max(w.now, w.wake)
            w.turn()
            w.check_replicas()
        before = w.facts()
        w.kill()
        assert w.facts() == before
        come_back(w, people)
        w.check_replicas()
    for player in people:
        assert player.count(MatchBegan) == 1
    if w.table.state.playing is not None:
        w.play(people, each=w.check_replicas, limit=30_000)
    acted = [entry for entry in w.written if isinstance(entry, ActionEntry)]
    match = w.table.state.runner.match
    assert [(entry.seat, entry.action) for entry in acted] == [(seat, str(action)) for seat, action in match.actions]
    asks = [(entry.person, entry.ask) for entry in acted if entry.person]
    assert len(set(asks)) == len(asks), "nothing was done twice"


def test_match_end_lost_in_a_power_cut_is_played_again(world):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    w.play([ann])
    assert ann.count(MatchEnded) == 1
    end = next(n for n, entry in enumerate(w.written) if isinstance(entry, MatchEndedEntry))
    del w.written[end - 4 :]
    w.kill()
    come_back(w, [ann])
    assert w.table.state.playing is not None
    w.check_replicas()
    w.play([ann], each=w.check_replicas)
    assert ann.count(MatchEnded) == 2
    assert ann.standings == w.table.state.runner.match.standings


def test_nothing_that_may_be_logged_holds_a_secret(world):
    w = world(seats=2, code="xyzzy")
    ann, bob = w.player("Ann", code="xyzzy"), w.player("Bob", code="xyzzy")
    ann.start_match()
    w.turn()
    ann.send_action(REVEAL)
    w.turn()
    ann.kick_person("Bob")
    w.turn()
    sent_messages = [ann.hello_message(), Welcome(ann.token, "table", 3)]
    printed = repr((w.written, saved_table(w.written), list(w.table.state.people), sent_messages))
    assert not [secret for secret in (ann.token, bob.token, "xyzzy", repr(bytes(32))) if secret in printed]


def test_person_who_saw_a_match_end_lost_in_a_power_cut_is_sent_the_new_one(world):
    w = world(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.set_terms(Terms(clock=0, grace=1))
    ann.start_match()
    w.turn()
    ann.send_action(REVEAL)
    w.turn()
    kept = len(w.written)
    w.play([ann, bob])
    undone = ann.last(MatchEnded).standings
    del w.written[kept:]
    w.kill()
    eve = w.player("Eve", watch=True)
    w.pass_time(1000)
    eve.leave()
    assert w.table.info().phase == "lobby", "programs have played it to another end meanwhile"
    final = w.table.state.runner.match.standings
    assert final != undone
    come_back(w, [ann, bob])
    for seat, player in enumerate((ann, bob)):
        assert player.standings == player.last(MatchEnded).standings == final
        assert player.view == w.table.state.runner.match.view(seat)


def test_result_is_sent_once_to_a_person_who_returns_after_a_restart(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    w.play([ann, bob])
    bob.drop()
    w.turn()
    come_back(w, [bob])
    w.kill()
    come_back(w, [ann, bob])
    for player in (ann, bob):
        assert (player.count(MatchBegan), player.count(MatchEnded)) == (1, 1)
        assert player.count(MatchStopped) == 0
