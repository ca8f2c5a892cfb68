"""Resuming: a client that reconnects is sent exactly what it missed, and then has the host's view."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import games
from net.client.events import MatchBegan, MatchChanged, MatchEnded, MatchStopped, RefusalReceived
from net.protocol.messages import MatchSnapshot, MatchUpdate
from net.table.catch_up import OVER_MEANWHILE
from net.table.update_stream import UpdateStream, redacted

TABLES = {
    **{slug: (slug, {}) for slug in games},
    "sealed": ("mad-queens", {"visibility": "sealed"}),
    "short hands": ("big-queen", {"hand_size": 4, "max_rounds": 2}),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 999), away=st.lists(st.integers(0, 12), min_size=2, max_size=12))
def test_resumed_view_equals_the_hosts_and_no_change_is_sent_twice(world, table, seed, away):
    """A player and a spectator disconnect and return several times, each time after some actions of the others."""
    slug, options = table
    w = world(game=slug, seats=4, options=options, bots=2, seed=seed)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.start_match()
    w.turn()
    chance = random.Random(seed)
    received = {player: list(player.last(MatchBegan).opening) for player in (bob, eve)}

    def move():
        for player in (ann, bob):
            if player.link and player.view is not None and w.game.legal(player.view):
                player.send_action(chance.choice(w.game.legal(player.view)))
        w.now += 1.0
        w.turn()

    for moves in away:
        for player in (bob, eve):
            player.drop()
        for _ in range(moves):
            move()
        for player in (bob, eve):
            player.come()
        w.turn()
        w.check_replicas()
        for player in (bob, eve):
            assert player.count(MatchBegan) == 1, "the match goes on"
        move()
        w.check_replicas()
        if w.table.state.playing is None:
            break
    assert not any(event.changes == () for event in eve.events if isinstance(event, MatchChanged)), "never a fresh view"
    runner = w.table.state.runner
    if runner.number == 1 and w.table.state.playing is not None:
        for player, seat in ((bob, 1), (eve, None)):
            received[player] += [change for e in player.events if isinstance(e, MatchChanged) for change in e.changes]
            everything = games[slug].start(4, seed=seed, options=options)
            whole = list(everything.opening)
            for actor, action in runner.match.actions:
                whole += everything.act(actor, action)
            seen = [known for change in whole if (known := change.seen_by(seat)) is not None]
            assert [change._replace(to=-1) for change in received[player]] == [
                change._replace(to=-1) for change in seen
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
        whole = redacted(changes)
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


def test_person_away_for_too_long_gets_a_snapshot(world, monkeypatch):
    monkeypatch.setattr("net.table.update_stream.RESUME_CHANGES", 5)
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.drop()
    w.turn()
    bots = next(iter(w.game.bots.values()))
    for _ in range(10):
        if w.game.legal(ann.view):
            ann.send_action(bots(ann.view))
        w.pass_time(8)
    assert w.table.state.playing is not None
    bob.come()
    w.turn()
    assert any(isinstance(message, MatchSnapshot) for message in w.sent_messages())
    w.check_replicas()
    assert bob.count(MatchBegan) == 1


def test_false_resume_version_gets_a_snapshot(world):
    w = world(seats=2)
    _ann, bob = w.in_match("Ann", "Bob")
    bob.drop()
    w.turn()
    for version in (10**6, 2**50):
        bob._replica.version = version
        bob.come()
        w.turn()
        assert any(isinstance(message, MatchSnapshot) for message in w.sent_messages())
        w.check_replicas()
        bob.drop()
        w.turn()
    bob._replica.version = 0
    bob.come()
    w.turn()
    w.check_replicas()


def test_person_away_at_the_end_is_sent_the_last_changes_and_the_result(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.start_match()
    w.turn()
    bob.drop()
    eve.drop()
    w.turn()
    w.play([ann])
    bob.come()
    eve.come()
    w.turn()
    for player in (bob, eve):
        assert player.last(MatchEnded).standings == ann.standings
        assert player.view == w.table.state.runner.match.view(player.seat)
    bob.drop()
    w.turn()
    bob.come()
    w.turn()
    assert bob.count(MatchEnded) == 1, "the end is told once"
    assert bob.count(RefusalReceived) == 0


def test_person_who_lost_the_seat_resumes_with_a_spectators_view(world):
    """A person who was replaced meanwhile gets nothing private of their former seat."""
    w = world(game="queen-bees-ii", seats=4, bots=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.drop()
    w.turn()
    ann.give_seat_to_bot(1)
    w.turn()
    bob.come()
    w.turn()
    assert isinstance(bob.view.piles["hand/1"], int)
    assert bob.view == w.table.state.runner.match.view(None)


@pytest.mark.parametrize("slow", [False, True])
def test_person_away_for_two_matches_learns_that_the_first_is_over(world, slow):
    """Otherwise their screen would show that match for ever; how it ended is no longer known."""
    w = world(seats=2)
    ann, eve = w.player("Ann"), w.player("Eve", watch=True)
    ann.start_match()
    w.turn()
    (eve.stop_reading if slow else eve.drop)()
    w.turn()
    for _ in range(2):
        ann.end_match()
        w.turn()
        ann.start_match()
        w.turn()
    ann.end_match()
    w.turn()
    (eve.read_on if slow else eve.come)()
    w.turn()
    assert [event.reason for event in eve.events if isinstance(event, MatchStopped)] == [OVER_MEANWHILE]
    w.check_replicas()
    eve.drop()
    w.turn()
    eve.come()
    w.turn()
    assert eve.count(MatchStopped) == 1
