"""What a client has been shown of a match, from which an interface that comes later builds up its log."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from core import View, games
from net.client.events import MatchBegan, MatchChanged
from net.client.playback import visible_changes
from net.client.shown_match import MatchPast, ShownMatch
from net.limits import MAX_PAST_CHANGES, MAX_SEATS_REMEMBERED
from net.protocol.messages import MatchSnapshot, OwnNameAndSeat
from net.table.update_stream import UpdateStream
from tests.net.client.lying_host import Victim
from tests.net.table.test_resume import act_for_seconds, new_client_of


def past_of_match(seed=1, actions=20, seat=0):
    """Return what a seat was shown in a match of Queen Bees II, and its view after it."""
    match = games["queen-bees-ii"].start(4, seed)
    first_view, chance, batches = match.view(seat), random.Random(seed), []
    for _ in range(actions):
        (actor,) = match.waiting
        batches.append(visible_changes(seat, match.act(actor, chance.choice(match.legal(actor)))))
    opening = visible_changes(seat, match.opening_changes)
    return MatchPast(first_view, opening, tuple(batches)), match.view(seat)


def test_past_is_believed_only_if_it_leads_to_the_present_view():
    past, view = past_of_match()
    assert past.leads_to(view)
    for batches in (past.batches[1:], past.batches[:-1], past.batches[::-1], (), past.batches * MAX_PAST_CHANGES):
        assert not structs.replace(past, batches=batches).leads_to(view)
    assert not past.leads_to(past_of_match(seed=2)[1])


def test_error_of_this_program_while_a_past_is_checked_is_not_taken_for_a_lie(monkeypatch):
    past, view = past_of_match()

    def fail(*_):
        """Raise an error that no changes lead to."""
        raise TypeError("a bug")

    monkeypatch.setattr(View, "apply_all", fail)
    with pytest.raises(TypeError):
        past.leads_to(view)


def test_missed_changes_are_the_last_batches_and_a_batch_that_only_half_was_missed_is_divided():
    past, _ = past_of_match()
    changes = past.changes
    for count in range(1, len(changes) + 1):
        missed = changes[-count:]
        marked = past.with_missed_changes(missed)
        start, stop = marked.missed
        assert (marked.changes, stop) == (changes, len(marked.batches))
        assert sum(marked.batches[start:stop], ()) == missed
        assert len(marked.batches) - len(past.batches) in (0, 1)
        assert () not in marked.batches
    for others in ((), changes[:3], changes + changes[:1]):
        assert past.with_missed_changes(others) == past


def test_client_collects_what_it_is_shown_up_to_a_bound():
    past, _ = past_of_match()
    shown = ShownMatch(past)
    shown.add_changes(past.batches[0])
    shown.add_changes(())
    assert shown.past == structs.replace(past, batches=(*past.batches, past.batches[0]))
    for _ in range(MAX_PAST_CHANGES):
        shown.add_changes(past.batches[0])
    assert shown.past is None
    crowd = games["mad-queens"].start(MAX_SEATS_REMEMBERED + 1, 1)
    assert ShownMatch(MatchPast(crowd.view(0))).past is None


@pytest.mark.parametrize("audience", ["player", "spectator"])
def test_client_knows_all_that_it_was_shown_since_it_came(make_harness, audience):
    harness = make_harness("queen-bees-ii", seats=4, bots=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    client = bob if audience == "player" else harness.join_person("Eve", watch=True)
    began = client.last_event(MatchBegan)
    act_for_seconds(harness, [ann, bob], 8)
    seen = tuple(event.changes for event in client.events if isinstance(event, MatchChanged) and event.changes)
    assert client.past == MatchPast(began.view, began.opening_changes, seen)
    assert client.past.leads_to(client.view)
    assert bool(client.past.opening_changes) == (client is bob)


def test_snapshot_to_a_client_that_has_the_match_tells_it_what_it_has_missed(make_harness, monkeypatch):
    """The host has not kept those changes, but the past of the seat contains them."""
    monkeypatch.setattr(UpdateStream, "changes_since", lambda *arguments, **named_arguments: None)
    harness = make_harness("queen-bees-ii", seats=4, bots=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    act_for_seconds(harness, [ann, bob], 8)
    bob.lose_connection()
    before, known = bob.view, len(bob.events)
    act_for_seconds(harness, [ann], 60)
    bob.connect()
    harness.run_tick()
    snapshot = next(message for message in harness.sent_messages() if isinstance(message, MatchSnapshot))
    changed = [event for event in bob.events[known:] if isinstance(event, MatchChanged)]
    assert len(changed) > 2
    for event in changed:
        assert event.changes
        assert before.apply_all(event.changes) == event.view
        before = event.view
    assert before == bob.view
    victim, events = Victim(), []
    victim.set_listener(events.append)
    victim.handle_message(OwnNameAndSeat("Bob", 1, False))
    victim.handle_message(snapshot)
    for lie in (None, structs.replace(snapshot.past, batches=snapshot.past.batches[1:])):
        events.clear()
        victim.handle_message(structs.replace(snapshot, past=lie))
        assert [event for event in events if isinstance(event, MatchChanged)] == [MatchChanged((), victim.view)]


def test_past_of_a_lying_host_is_left_out_of_the_events(make_harness):
    harness = make_harness("queen-bees-ii", seats=4, bots=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    act_for_seconds(harness, [ann, bob], 10)
    bob.lose_connection()
    harness.run_tick()
    other = new_client_of(harness, bob)
    other.connect()
    harness.run_tick()
    snapshot = next(message for message in harness.sent_messages() if isinstance(message, MatchSnapshot))
    assert other.last_event(MatchBegan).past.leads_to(other.view)
    victim, events = Victim(), []
    victim.set_listener(events.append)
    victim.handle_message(OwnNameAndSeat("Bob", 1, False))
    lie = structs.replace(snapshot.past, batches=snapshot.past.batches[1:])
    victim.handle_message(structs.replace(snapshot, past=lie))
    began = next(event for event in events if isinstance(event, MatchBegan))
    assert (began.past, began.view) == (None, other.view)
    assert victim.past == MatchPast(other.view)
