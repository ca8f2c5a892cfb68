"""A client that reconnects to a table is sent exactly what it missed, and then has the host's view."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import games
from net.client.events import MatchBegan, MatchChanged, MatchEnded, MatchStopped, RefusalReceived
from net.protocol.messages import MatchSnapshot, MatchUpdate
from net.table.catch_up import MATCH_ENDED_WHILE_AWAY_SENTENCE
from net.table.tick import ConnectionLost
from net.table.update_stream import UpdateStream, redact_for_audiences
from tests.net.conftest import sensible_action
from tests.support.depth import examples, parametrize

GAME_AND_OPTIONS_BY_NAME = {
    **{slug: (slug, {}) for slug in games},
    "sealed": ("mad-queens", {"visibility": "sealed"}),
    "short hands": ("big-queen", {"hand_size": 4, "max_rounds": 2}),
}
"""Maps the name of a test case to the game and the options of its table."""


@parametrize("table", GAME_AND_OPTIONS_BY_NAME.values(), 4, ids=GAME_AND_OPTIONS_BY_NAME)
@examples(6, 15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 999), away=st.lists(st.integers(0, 12), min_size=2, max_size=12))
def test_resumed_view_equals_the_hosts_and_no_change_is_sent_twice(make_harness, table, seed, away):
    """A player and a spectator disconnect and return several times, each time after some actions of the others."""
    slug, options = table
    harness = make_harness(game=slug, seats=4, options=options, bots=2, seed=seed)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", watch=True)
    ann.start_match()
    harness.run_tick()
    chance = random.Random(seed)
    received = {player: list(player.last_event(MatchBegan).opening_changes) for player in (bob, eve)}

    def let_somebody_act():
        """Send a random legal action of every player who can act, and run a tick."""
        for player in (ann, bob):
            if player.connection_id and player.view is not None and harness.game.legal(player.view):
                player.send_action(chance.choice(harness.game.legal(player.view)))
        harness.now += 1.0
        harness.run_tick()

    for moves in away:
        for player in (bob, eve):
            player.lose_connection()
        for _ in range(moves):
            let_somebody_act()
        for player in (bob, eve):
            player.connect()
        harness.run_tick()
        harness.check_replicas()
        for player in (bob, eve):
            assert player.event_count(MatchBegan) == 1, "the match goes on"
        let_somebody_act()
        harness.check_replicas()
        if harness.table.state.active_runner is None:
            break
    assert not any(event.changes == () for event in eve.events if isinstance(event, MatchChanged)), "never a fresh view"
    runner = harness.table.state.runner
    if runner.number == 1 and harness.table.state.active_runner is not None:
        for player, seat in ((bob, 1), (eve, None)):
            received[player] += [change for e in player.events if isinstance(e, MatchChanged) for change in e.changes]
            everything = games[slug].start(4, seed=seed, options=options)
            whole = list(everything.opening_changes)
            for actor, action in runner.match.actions:
                whole += everything.act(actor, action)
            seen = [known for change in whole if (known := change.seen_by(seat)) is not None]
            assert [change._replace(audience=-1) for change in received[player]] == [
                change._replace(audience=-1) for change in seen
            ]


@given(seed=st.integers(0, 99), version=st.integers(-3, 300), slug=st.sampled_from(list(games)))
@settings(max_examples=60, deadline=None)
def test_changes_since_any_version_lead_to_the_present_one(seed, version, slug):
    match = games[slug].start(4, seed=seed, options={"visibility": "sealed"} if slug == "mad-queens" else {})
    news = UpdateStream(match)
    chance = random.Random(seed)
    told = {audience: [] for audience in (None, 0, 1, 2, 3)}
    for _ in range(40):
        if match.over:
            break
        seat = chance.choice(sorted(match.waiting))
        changes = match.act(seat, chance.choice(match.legal(seat)))
        news.add_changes(changes)
        whole = redact_for_audiences(changes)
        for audience, got in told.items():
            got += whole.get(audience, whole[None])
        if chance.random() < 0.5:
            news.take_updates(())
    news.take_updates([None])
    for audience, got in told.items():
        assert news.version(audience) == len(got)
        missed = news.changes_since(audience, version)
        if not 0 <= version <= len(got):
            assert missed is None or version < 0
        else:
            assert missed == MatchUpdate(len(got), tuple(got[version:]))


def test_person_away_for_too_long_gets_a_snapshot(make_harness, monkeypatch):
    monkeypatch.setattr("net.table.change_log.MAX_RESUME_CHANGES", 5)
    monkeypatch.setattr("net.table.change_log.CHANGES_PER_PACKED_BLOCK", 4)
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    bots = next(iter(harness.game.bots.values()))
    for _ in range(10):
        if harness.game.legal(ann.view):
            ann.send_action(bots(ann.view))
        harness.pass_time(8)
    assert harness.table.state.active_runner is not None
    bob.connect()
    harness.run_tick()
    assert any(isinstance(message, MatchSnapshot) for message in harness.sent_messages())
    harness.check_replicas()
    assert bob.event_count(MatchBegan) == 1


def test_client_that_resumes_from_an_impossible_version_gets_a_snapshot(make_harness):
    harness = make_harness(seats=2)
    _ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    for version in (10**6, 2**50):
        bob._replica.version = version
        bob.connect()
        harness.run_tick()
        assert any(isinstance(message, MatchSnapshot) for message in harness.sent_messages())
        harness.check_replicas()
        bob.lose_connection()
        harness.run_tick()
    bob._replica.version = 0
    bob.connect()
    harness.run_tick()
    harness.check_replicas()


def test_person_away_at_the_end_is_sent_the_last_changes_and_the_result(make_harness):
    harness = make_harness(seats=2)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", watch=True)
    ann.start_match()
    harness.run_tick()
    bob.lose_connection()
    eve.lose_connection()
    harness.run_tick()
    harness.play_match([ann])
    bob.connect()
    eve.connect()
    harness.run_tick()
    for player in (bob, eve):
        assert player.last_event(MatchEnded).standings == ann.standings
        assert player.view == harness.table.state.runner.match.view(player.seat)
    bob.lose_connection()
    harness.run_tick()
    bob.connect()
    harness.run_tick()
    assert bob.event_count(MatchEnded) == 1, "the end is told once"
    assert bob.event_count(RefusalReceived) == 0


def test_person_who_lost_the_seat_resumes_with_a_spectators_view(make_harness):
    """A person who was replaced while away is sent nothing private of their former seat."""
    harness = make_harness(game="queen-bees-ii", seats=4, bots=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    ann.give_seat_to_bot(1)
    harness.run_tick()
    bob.connect()
    harness.run_tick()
    assert isinstance(bob.view.piles["hand/1"], int)
    assert bob.view == harness.table.state.runner.match.view(None)


@pytest.mark.parametrize("reads_slowly", [False, True])
def test_person_away_for_two_matches_learns_that_the_first_is_over(make_harness, reads_slowly):
    """Otherwise their client would show the first match for ever. The host keeps only that the first match is over, not
    its result.
    """
    harness = make_harness(seats=2)
    ann, eve = harness.join_person("Ann"), harness.join_person("Eve", watch=True)
    ann.start_match()
    harness.run_tick()
    (eve.stop_reading if reads_slowly else eve.lose_connection)()
    harness.run_tick()
    for _ in range(2):
        ann.end_match()
        harness.run_tick()
        ann.start_match()
        harness.run_tick()
    ann.end_match()
    harness.run_tick()
    (eve.resume_reading if reads_slowly else eve.connect)()
    harness.run_tick()
    assert [event.reason for event in eve.events if isinstance(event, MatchStopped)] == [
        MATCH_ENDED_WHILE_AWAY_SENTENCE
    ]
    harness.check_replicas()
    eve.lose_connection()
    harness.run_tick()
    eve.connect()
    harness.run_tick()
    assert eve.event_count(MatchStopped) == 1


def act_for_seconds(harness, people, seconds):
    """Make each of these people act once a second if they can, for this number of seconds."""
    for _ in range(seconds):
        for player in people:
            if player.view is not None and harness.game.legal(player.view):
                player.send_action(sensible_action(harness.game, player.view, harness.chance))
        harness.pass_time(1)


def new_client_of(harness, player):
    """Return a new client with the token of a player, as after their program was started again."""
    other = type(player)(harness, player.name)
    other.token = player.token
    return other


def be_away_for_long(harness, player):
    """Lose the connection, and come back with a new client, which is returned, when a bot has played for a while."""
    player.lose_connection()
    harness.pass_time(60)
    return new_client_of(harness, player)


def lose_the_match(harness, player):
    """Lose the connection and the copy of the match; return the same client."""
    player.lose_connection()
    harness.run_tick()
    player._replica = None
    return player


@pytest.mark.parametrize("way_to_leave", ["lose_connection", "say_goodbye"])
@parametrize("game", sorted(games), 3)
def test_restarted_client_is_sent_what_happened_since_its_last_sign_of_life(make_harness, game, way_to_leave):
    harness = make_harness(
        game, seats=max(games[game].usual_seats, 2), bots=max(games[game].usual_seats, 2) - 2, pace=0.5
    )
    ann, bob = harness.start_match_of("Ann", "Bob")
    act_for_seconds(harness, [ann, bob], 12)
    before = bob.view
    getattr(bob, way_to_leave)()
    harness.run_tick()
    harness.pass_time(31)
    act_for_seconds(harness, [ann], 20)
    other = new_client_of(harness, bob)
    other.connect()
    harness.run_tick()
    began = other.last_event(MatchBegan)
    assert began.missed_changes == other.missed_changes != ()
    assert before.apply_all(began.missed_changes) == began.view == harness.table.state.runner.match.view(1)


def test_client_restarted_after_the_end_has_the_result_until_it_has_been_sent(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    harness.play_match([ann])
    for standings in (ann.standings, ()):
        other = new_client_of(harness, bob)
        other.connect()
        harness.run_tick()
        assert other.standings == standings
        other.lose_connection()
        harness.run_tick()


def test_client_that_has_the_match_is_sent_missed_changes_as_an_update_and_only_once(make_harness):
    harness = make_harness(seats=3, bots=1, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    harness.pass_time(40)
    bob.connect()
    harness.run_tick()
    assert [event.missed_changes for event in bob.events if isinstance(event, MatchBegan)] == [()]
    bob.lose_connection()
    harness.run_tick()
    other = new_client_of(harness, bob)
    other.connect()
    harness.run_tick()
    assert other.last_event(MatchBegan).missed_changes == (), "nothing has happened since"
    harness.check_replicas()
    assert ann.connection_id


def test_changes_sent_in_the_silence_before_a_connection_broke_are_sent_again(make_harness):
    harness = make_harness(seats=3, bots=1, pace=0.5)
    _, bob = harness.start_match_of("Ann", "Bob")
    harness.pass_time(0.2)
    seen = bob.view
    harness.pass_time(20)
    connection = bob.connection_id
    harness.players.pop(connection)
    harness.inbox.append(ConnectionLost(connection, silence=20.0))
    harness.run_tick()
    other = new_client_of(harness, bob)
    other.connect()
    harness.run_tick()
    began = other.last_event(MatchBegan)
    assert began.view != seen
    assert seen.apply_all(began.missed_changes) == began.view


def test_person_who_gets_their_seat_back_from_the_owner_is_sent_what_happened(make_harness):
    harness = make_harness(seats=3, bots=1, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    before = bob.view
    bob.lose_connection()
    harness.run_tick()
    other = harness.join_person("Bob")
    harness.pass_time(40)
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    began = other.last_event(MatchBegan)
    assert before.apply_all(began.missed_changes) == began.view
    assert began.missed_changes


def test_person_back_after_a_long_absence_is_sent_only_the_last_changes(make_harness, monkeypatch):
    monkeypatch.setattr("net.table.update_stream.MAX_RESUME_CHANGES", 10)
    harness = make_harness(seats=3, bots=1, pace=0.5)
    _, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    harness.pass_time(100)
    other = new_client_of(harness, bob)
    other.connect()
    harness.run_tick()
    assert 0 < len(other.missed_changes) <= 10


def test_client_is_sent_only_what_happened_after_a_restart_of_the_host(make_harness):
    harness = make_harness(seats=3, bots=1, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    harness.pass_time(10)
    before = bob.view
    harness.restart_host()
    ann.connect()
    harness.run_tick()
    harness.pass_time(60)
    other = new_client_of(harness, bob)
    other.connect()
    harness.run_tick()
    began = other.last_event(MatchBegan)
    assert began.missed_changes
    assert before.apply_all(began.missed_changes) == began.view
