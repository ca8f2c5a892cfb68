"""A client's memory of what its seat has seen, on which hints are based: it follows from what the client is sent,
whatever that is.
"""

from __future__ import annotations

import random

import pytest

from core import games
from net.client.seat_memory import MAX_SEATS_REMEMBERED, SeatMemory


@pytest.mark.parametrize("game", ["queen-bees-ii", "big-queen", "mad-queens"])
def test_memory_of_a_client_equals_that_of_the_host_from_the_start_of_the_match(
    make_harness, choose_sensible_action, game
):
    """From its memory the client imagines the same matches as the host from the host's memory of that seat."""
    harness = make_harness(game, seats=4)
    people = harness.start_match_of("Ann", "Bob", "Cy", "Dee")
    runner = harness.table.state.runner
    twin = runner.match.copy()
    truth = games[game].memory(twin.view(1))
    chance, kept = random.Random(1), 0
    for _ in range(40):
        person = next(person for person in people if harness.game.legal(person.view))
        done = len(runner.match.actions)
        person.send_action(choose_sensible_action(harness.game, person.view, chance))
        harness.run_tick()
        assert len(runner.match.actions) > done
        for seat, action in runner.match.actions[done:]:
            truth.note(twin.act(seat, action))
        bob = people[1]
        mine = harness.game.imagined_match(bob.view, bob.memory, random.Random(2))
        assert mine.view(1) == bob.view
        kept += mine.digest == harness.game.imagined_match(bob.view, truth, random.Random(2)).digest
    assert kept == 40


def test_memory_begins_again_with_the_view_after_a_reconnect(make_harness):
    harness = make_harness("queen-bees-ii", seats=4)
    ann, *_ = harness.start_match_of("Ann", "Bob", "Cy", "Dee")
    before = ann.memory
    ann.lose_connection()
    harness.run_tick()
    ann._process = ""
    ann._replica = None
    ann.connect()
    harness.run_tick()
    assert ann.memory is not None
    assert ann.memory is not before
    assert harness.game.imagined_match(ann.view, ann.memory, random.Random(1)).view(0) == ann.view


def test_spectator_remembers_nothing(make_harness):
    harness = make_harness("queen-bees-ii", seats=3)
    harness.start_match_of("Ann", "Bob", "Cy")
    spectator = harness.join_person("Zoe", watch=True)
    assert spectator.view is not None
    assert spectator.memory is None


def test_memory_at_a_very_large_table_begins_with_the_present_view():
    match = games["mad-queens"].start(MAX_SEATS_REMEMBERED + 1, 1)
    memory = SeatMemory(match.view(0))
    changes = match.act(0, match.legal(0)[0])
    memory.remember_changes(changes, match.view(0))
    assert match.imagined_match(0, memory.memory_for_view(match.view(0)), random.Random(1)).view(0) == match.view(0)


def test_impossible_changes_from_a_host_do_not_stop_the_client():
    match = games["queen-bees-ii"].start(4, 1)
    view = match.view(0)
    memory = SeatMemory(view)
    (seat,) = match.waiting
    changes = match.act(seat, match.legal(seat)[0])
    memory.remember_changes((*changes, *changes), view)
    assert match.imagined_match(0, SeatMemory(view).memory_for_view(view), random.Random(1)).digest
    assert games["queen-bees-ii"].imagined_match(view, memory.memory_for_view(view), random.Random(1)).view(0) == view
