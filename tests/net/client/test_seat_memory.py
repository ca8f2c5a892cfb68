"""A client's memory of what its seat has seen, on which hints are based: it follows from what the client is sent,
whatever that is.
"""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from core import games
from core.engine.memory import Memory, Pool
from core.engine.piles import EVERYONE, Moved
from net.client.seat_memory import SeatMemory
from net.errors import Malformed
from net.limits import MAX_PAST_CHANGES, MAX_SEATS_REMEMBERED
from net.protocol.messages import MatchSnapshot, OwnNameAndSeat, WireShuffled
from tests.net.client.lying_host import Victim
from tests.net.table.test_resume import act_for_seconds, be_away_for_long, lose_the_match, new_client_of
from tests.support.depth import parametrize

GAME_AND_OPTIONS_BY_NAME = {
    **{slug: (slug, {}) for slug in games},
    "sealed": ("mad-queens", {"visibility": "sealed"}),
    "honour": ("queens-dungeon", {"reneging": "honour"}),
}
"""Maps the name of a test case to the game and the options of its table."""


def contents_of_memory(memory: Memory) -> dict[str, object]:
    """Return everything that a memory holds, in values that are equal for memories that say the same.

    A pool is its cards and places; the pools of a hidden pile are their numbers. What a memory has computed from the
    rest (`_deals`) is left out.
    """
    slots = [name for kind in type(memory).__mro__ for name in getattr(kind, "__slots__", ()) if name != "_deals"]
    contents = {name: getattr(memory, name) for name in slots}

    def value_of_pool(pool: Pool) -> object:
        """Return the cards of a pool and its places."""
        return +pool.cards, pool.places

    contents["pools"] = [value_of_pool(pool) for pool in memory.pools]
    contents["hidden_piles"] = {
        name: (pile.known_cards, [memory.pools.index(pool) for pool in pile.pools])
        for name, pile in memory.hidden_piles.items()
    }
    return contents


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


def leave_for_the_home_screen(harness, player):
    """Say goodbye, and come back with a new client to the host, which was started again; return the client."""
    player.say_goodbye()
    harness.restart_host()
    return new_client_of(harness, player)


def start_the_host_again(harness, player):
    """Restart the host, and come back with a new client, which is returned."""
    harness.restart_host()
    return new_client_of(harness, player)


def start_the_program_again(harness, player):
    """Lose the connection, and come back soon with a new client, which is returned."""
    player.lose_connection()
    harness.pass_time(2)
    return new_client_of(harness, player)


WAYS_TO_COME_BACK = [
    leave_for_the_home_screen,
    start_the_host_again,
    start_the_program_again,
    be_away_for_long,
    lose_the_match,
]
"""Functions in which a person leaves the table; they return the client with which the person then connects."""


@pytest.mark.parametrize("way", WAYS_TO_COME_BACK)
@parametrize("table", GAME_AND_OPTIONS_BY_NAME.values(), 7, ids=GAME_AND_OPTIONS_BY_NAME)
def test_memory_of_a_person_who_came_back_is_that_of_one_who_never_left(make_harness, table, way):
    """It is the same after the return, and after all that follows."""
    slug, options = table
    seats = games[slug].usual_seats
    harness = make_harness(slug, seats=seats, options=options, bots=seats - 2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    twin = harness.table.state.runner.match.copy()
    truth = games[slug].memory(twin.view(1))
    act_for_seconds(harness, [ann, bob], 25)
    other = way(harness, bob)
    for player in (other, ann):
        if not player.connection_id:
            player.connect()
    harness.run_tick()
    for seconds in (0, 10):
        act_for_seconds(harness, [ann, other], seconds)
        for seat, action in harness.table.state.active_runner.match.actions[len(twin.actions) :]:
            truth.note(twin.act(seat, action))
        assert other.view == twin.view(1)
        assert contents_of_memory(other.memory) == contents_of_memory(truth)
    assert contents_of_memory(SeatMemory(other.view).memory_for_view(other.view)) != contents_of_memory(truth)


def past_of_match(seed, actions=30, seat=0):
    """Return (first view, changes, view) of a seat in a match of Queen Bees II after so many actions."""
    match = games["queen-bees-ii"].start(4, seed)
    first_view, changes = match.view(seat), []
    chance = random.Random(1)
    for _ in range(actions):
        (actor,) = match.waiting
        changes += match.act(actor, chance.choice(match.legal(actor)))
    return first_view, [seen for change in changes if (seen := change.seen_by(seat)) is not None], match.view(seat)


def test_memory_begins_with_the_past_only_if_it_leads_to_the_present_view():
    first_view, changes, view = past_of_match(1)
    other_first_view, other_changes, _ = past_of_match(2)
    present = contents_of_memory(SeatMemory(view).memory_for_view(view))

    def contents(first, later):
        """Return the contents of the memory of a client that was sent this past."""
        return contents_of_memory(SeatMemory(view, (first, later)).memory_for_view(view))

    assert contents(first_view, changes) != present
    spectators_view = games["queen-bees-ii"].start(4, 1).view(None)
    for first, later in (
        (other_first_view, other_changes),
        (other_first_view, changes),
        (first_view, other_changes),
        (first_view, changes[:-1]),
        (first_view, changes[1:]),
        (first_view, changes[::-1]),
        (first_view, ()),
        (view, changes),
        (spectators_view, changes),
        (view, [change for _ in range(MAX_PAST_CHANGES + 1) for change in changes[:1]]),
    ):
        assert contents(first, later) == present


def test_past_with_one_card_twice_is_not_believed():
    """The card is in the hand twice, and one of them is then won by somebody: so the view is the present one, but there
    are more unseen cards than places for them.
    """
    _, _, view = past_of_match(1)
    layout = games["queen-bees-ii"].start(4, 1).layout
    hand, won = (
        layout.pile("hand/0"),
        next(pile for pile in layout.piles if pile.name[:4] == "won/" and view.count(pile.name)),
    )
    card = view.cards("hand/0")[0]
    piles = {**view.piles, hand.name: (*view.cards(hand.name), card), won.name: view.count(won.name) - 1}
    lie = type(view)(view.game, view.seats, view.options, view.seat, piles, view.facts)
    changes = (Moved(EVERYONE, hand, won, (card,)),)
    assert lie.apply_all(changes) == view
    memory = SeatMemory(view, (lie, changes)).memory_for_view(view)
    assert contents_of_memory(memory) == contents_of_memory(SeatMemory(view).memory_for_view(view))


def test_client_believes_no_past_that_does_not_fit_and_refuses_an_impossible_one(make_harness):
    harness = make_harness("queen-bees-ii", seats=4, bots=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    act_for_seconds(harness, [ann, bob], 20)
    other = start_the_program_again(harness, bob)
    other.connect()
    harness.run_tick()
    snapshot = next(message for message in harness.sent_messages() if isinstance(message, MatchSnapshot))
    past = snapshot.past
    known = contents_of_memory(other.memory)
    present = contents_of_memory(SeatMemory(other.view).memory_for_view(other.view))
    for sent, remembered in (
        (past, known),
        (None, present),
        (structs.replace(past, batches=past.batches[1:]), present),
        (structs.replace(past, first_view=snapshot.view), present),
    ):
        victim = Victim()
        victim.handle_message(OwnNameAndSeat("Bob", 1, False))
        victim.handle_message(structs.replace(snapshot, past=sent))
        assert victim.view == other.view
        assert contents_of_memory(victim.memory) == remembered
    before, kept = victim.view, victim._replica
    for sent in (
        structs.replace(past, batches=(*past.batches, (WireShuffled(99),))),
        structs.replace(past, opening=(WireShuffled(99),)),
        structs.replace(past, first_view=structs.replace(past.first_view, facts=())),
    ):
        with pytest.raises(Malformed):
            victim.handle_message(structs.replace(snapshot, past=sent))
        assert (victim.view, victim._replica) == (before, kept)


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
