"""The past of a seat, which a person is sent who comes to a match: it is what the seat has been shown, no more and no
less, and only the person in the seat gets it.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import games
from net.limits import MAX_SEATS_REMEMBERED
from net.protocol.change_codec import encode_change
from net.protocol.messages import MatchSnapshot, MatchUpdate, RequestSnapshot, WirePast, encode_message
from net.table.match_runner import MatchRunner
from net.table.seat_past import has_past, seat_past, updates_of_actions
from tests.net.conftest import sensible_action
from tests.net.table.test_resume import act_for_seconds, new_client_of

GAME_AND_OPTIONS_BY_NAME = {
    **{slug: (slug, {}) for slug in games},
    "sealed": ("mad-queens", {"visibility": "sealed"}),
    "honour": ("queens-dungeon", {"reneging": "honour"}),
    "short rounds": ("big-queen", {"hand_size": 4, "max_rounds": 3}),
}
"""Maps the name of a test case to the game and the options of its match."""


def sent_snapshots(harness):
    """Return (client, snapshot) for every snapshot of the latest tick."""
    return [
        (harness.players[connection], send.message)
        for send in harness.result.sends
        for connection in send.connections
        if isinstance(send.message, MatchSnapshot)
    ]


def changes_shown(changes, seat):
    """Return those of the changes that a seat is shown, in the form in which messages carry them."""
    return tuple(encode_change(seen) for change in changes if (seen := change.seen_by(seat)) is not None)


@pytest.mark.parametrize("table", GAME_AND_OPTIONS_BY_NAME.values(), ids=GAME_AND_OPTIONS_BY_NAME)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 999), actions=st.integers(1, 150))
def test_past_of_a_seat_is_its_first_view_and_the_changes_of_all_its_updates(table, seed, actions):
    slug, options = table
    game = games[slug]
    seats = game.usual_seats
    runner = MatchRunner(1, game.start(seats, seed, options), ("x",) * seats, 0, 0.0)
    chance = random.Random(seed)
    first_views = [runner.snapshot(seat, with_opening=True).view for seat in range(seats)]
    changes = dict.fromkeys(range(seats), ())
    batches = {seat: [] for seat in range(seats)}
    opening = runner.match.opening_changes
    for number in range(actions):
        actor = chance.choice(sorted(runner.match.waiting))
        choice = sensible_action(game, runner.match.view(actor), chance)
        action = choice if chance.random() < 0.7 else chance.choice(runner.match.legal(actor))
        done = len(runner.match.actions)
        twin = runner.match.copy()
        runner.act(actor, action, "person", float(number))
        for one in runner.match.actions[done:]:
            made = twin.act(*one)
            for seat, own in batches.items():
                own += filter(None, [changes_shown(made, seat)])
        if runner.match.over:
            break
        if chance.random() < 0.5:
            for audiences, update in runner.updates.take_updates([*changes]):
                for seat in audiences:
                    changes[seat] += update.changes
    for audiences, update in runner.updates.take_updates([*changes]):
        for seat in audiences:
            changes[seat] += update.changes
    for seat, seen in changes.items():
        assert seat_past(runner, seat) == WirePast(first_views[seat], changes_shown(opening, seat), (*batches[seat],))
        assert sum(batches[seat], ()) == seen, "the batches are the changes of all updates"
        assert has_past(runner, seat)


@pytest.mark.parametrize("game", ["queen-bees-ii", "mad-queens"])
def test_past_of_a_seat_is_sent_only_to_the_person_in_it_and_not_at_the_beginning(make_harness, game):
    """In Mad Queens all see the same, and spectators share one snapshot."""
    harness = make_harness(game, seats=4, bots=2, pace=0.5)
    people = [harness.join_person("Ann"), harness.join_person("Bob")]
    people += [harness.join_person(name, watch=True) for name in ("Eve", "Wim")]
    people[0].start_match()
    harness.run_tick()
    assert [snapshot.past for _, snapshot in sent_snapshots(harness)] == [None] * 4
    act_for_seconds(harness, people[:2], 8)
    for player in people:
        player._send(RequestSnapshot())
    harness.run_tick()
    shown = dict(sent_snapshots(harness))
    runner = harness.table.state.runner
    assert [shown[player].past for player in people] == [seat_past(runner, 0), seat_past(runner, 1), None, None]
    assert shown[people[2]] is shown[people[3]]
    harness.check_replicas()


def test_person_who_takes_over_a_seat_is_sent_what_it_has_been_shown(make_harness):
    harness = make_harness("queen-bees-ii", seats=4, bots=3, pace=0.5)
    ann, zoe = harness.join_person("Ann"), harness.join_person("Zoe", watch=True)
    ann.start_match()
    harness.run_tick()
    act_for_seconds(harness, [ann], 8)
    zoe.take_seat(2)
    harness.run_tick()
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    assert zoe.seat == 2
    ((player, snapshot),) = sent_snapshots(harness)
    assert player is zoe
    assert snapshot.past == seat_past(harness.table.state.runner, 2)


def test_person_who_lost_their_seat_is_sent_nothing_of_its_past(make_harness):
    harness = make_harness("queen-bees-ii", seats=4, bots=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    act_for_seconds(harness, [ann, bob], 8)
    bob.lose_connection()
    harness.run_tick()
    ann.give_seat_to_bot(1)
    harness.run_tick()
    other = new_client_of(harness, bob)
    other.connect()
    harness.run_tick()
    assert [snapshot.past for player, snapshot in sent_snapshots(harness) if player is other] == [None]
    assert other.memory is None


def test_past_in_a_sealed_play_says_nothing_of_what_others_have_done(make_harness):
    """Bob has done nothing yet; whether Ann has turned a card does not show in what he is sent."""

    def bytes_bob_is_sent(does_ann_act):
        """Return the bytes of the snapshot that Bob asks for in the first play."""
        harness = make_harness(seats=3, options={"visibility": "sealed"})
        ann, bob, _ = harness.start_match_of("Ann", "Bob", "Eve")
        if does_ann_act:
            ann.send_action(harness.game.parse("reveal"))
            harness.run_tick()
        bob._send(RequestSnapshot())
        harness.run_tick()
        return [encode_message(message) for message in harness.sent_messages()]

    assert bytes_bob_is_sent(True) == bytes_bob_is_sent(False)


def test_match_that_is_too_large_or_too_long_has_no_past(monkeypatch):
    game = games["mad-queens"]
    for seats, is_small in ((MAX_SEATS_REMEMBERED, True), (MAX_SEATS_REMEMBERED + 1, False)):
        runner = MatchRunner(1, game.start(seats, 1), ("x",) * seats, 0, 0.0)
        runner.act(0, game.parse("reveal"), "person", 0.0)
        runner.updates.take_updates(())
        assert has_past(runner, 0) == is_small
        monkeypatch.setattr("net.table.seat_past.MAX_PAST_CHANGES", runner.updates.version(0) - 1)
        assert not has_past(runner, 0)
        monkeypatch.undo()


def test_people_who_ask_for_snapshots_all_the_time_are_not_always_sent_a_past(make_harness, monkeypatch):
    """Each time the match is played again; their clients remember from the present view on."""
    monkeypatch.setattr("net.table.broadcast.PAST_CHANGES_AT_ONCE", 100)
    monkeypatch.setattr("net.table.broadcast.PAST_CHANGES_PER_SECOND", 10)
    harness = make_harness("queen-bees-ii", seats=4, bots=3, pace=0.5)
    (ann,) = harness.start_match_of("Ann")
    while harness.table.state.runner.updates.version(0) < 40:
        act_for_seconds(harness, [ann], 1)
    pasts = []
    for _ in range(4):
        ann._send(RequestSnapshot())
        harness.now += 1
        harness.run_tick()
        pasts += [snapshot.past is not None for _, snapshot in sent_snapshots(harness)]
        harness.check_replicas()
        assert harness.game.imagined_match(ann.view, ann.memory, random.Random(1)).view(0) == ann.view
    assert pasts[0]
    assert not all(pasts)


def test_person_who_comes_back_is_sent_what_they_missed_action_by_action(make_harness, monkeypatch):
    """If nothing can be played again for them now, all of it comes at once; after many actions in a snapshot."""
    harness = make_harness("queen-bees-ii", seats=4, bots=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    runner = harness.table.state.runner
    for may_send, max_updates in ((True, 1_000), (True, 2), (False, 1_000)):
        act_for_seconds(harness, [ann, bob], 5)
        known, before = seat_past(runner, 1).batches, runner.updates.version(1)
        bob.lose_connection()
        act_for_seconds(harness, [ann], 45)
        bob.connect()
        with monkeypatch.context() as patch:
            if not may_send:
                patch.setattr("net.table.seat_past.MAX_PAST_CHANGES", 0)
            patch.setattr("net.table.broadcast.MAX_UPDATES_AT_RETURN", max_updates)
            harness.run_tick()
        updates = [message for message in harness.sent_messages() if isinstance(message, MatchUpdate)]
        missed = seat_past(runner, 1).batches[len(known) :]
        assert len(missed) > 2
        assert runner.updates.version(1) == before + sum(map(len, missed))
        if max_updates == 2:
            (snapshot,) = [message for message in harness.sent_messages() if isinstance(message, MatchSnapshot)]
            assert not updates
            assert snapshot.past == seat_past(runner, 1)
        else:
            assert [update.changes for update in updates] == ([*missed] if may_send else [sum(missed, ())])
            assert updates[-1].version == runner.updates.version(1)
        harness.check_replicas()


def test_client_that_has_half_an_action_is_sent_the_rest_at_once():
    game = games["queen-bees-ii"]
    runner = MatchRunner(1, game.start(4, 1), ("x",) * 4, 0, 0.0)
    for number in range(6):
        (actor,) = runner.match.waiting
        runner.act(actor, runner.match.legal(actor)[0], "person", float(number))
    runner.updates.take_updates(())
    batches = seat_past(runner, 0).batches
    number = next(number for number, batch in enumerate(batches) if len(batch) > 1)
    missed = runner.updates.changes_since(0, sum(map(len, batches[:number])) + 1)
    assert updates_of_actions(seat_past(runner, 0), missed) == [missed]
