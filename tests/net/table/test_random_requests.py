"""Random requests in a random order at a table: its state stays consistent, and everybody sees what they may see and no
more.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core import Action, games
from net.journal.entries import ActionEntry, MatchAbortedEntry, MatchBeganEntry, MatchEndedEntry
from net.limits import FOUNDER_AWAY_SECONDS, MAX_GRACE_SECONDS
from net.protocol.messages import (
    Act,
    MatchAborted,
    MatchResult,
    MatchSnapshot,
    MatchUpdate,
    OwnNameAndSeat,
    RequestSnapshot,
)
from net.protocol.table_state import Terms
from net.table.state import TablePhase
from tests.support.depth import count_for_depth

PEOPLE_COUNT = 4
"""The number of people at the table."""
PLAYER_STEPS = (
    "come",
    "drop",
    "stop_reading",
    "resume_reading",
    "act",
    "act",
    "act",
    "act",
    "wrong",
    "again",
    "late",
    "sit",
    "stand",
)
"""Names of the operations that a player may do; those that are listed more than once happen more often."""

OWNER_STEPS = ("configure", "bot", "unbot", "start", "start", "start")
"""Names of the operations that only an owner may do."""

RARE_STEPS = (
    "leave",
    "ready",
    "kick",
    "pause",
    "go_on",
    "replace",
    "end",
    "hand",
    "terms",
    "kill",
    "swap",
    "forget",
    "answer",
)
"""Names of the operations that seldom happen at a table, such as a kick."""

random_steps = st.tuples(
    st.sampled_from((*PLAYER_STEPS, *OWNER_STEPS, *RARE_STEPS, "say", "look", "wait", "turn", "turn", "turn")),
    st.integers(0, PEOPLE_COUNT - 1),
    st.integers(0, 5),
)
"""Hypothesis strategy for what happens next: an operation, the number of a person, and a variant of the operation."""


def carry_out_step(harness, people, step, person_number, variant):
    """Carry out the operation with the name `step` of person number `person_number`; `variant` chooses among its
    variants.
    """
    player = people[person_number]
    slugs = list(games)
    match step:
        case "come":
            if not player.connection_id:
                player.connect()
        case "drop":
            player.lose_connection()
        case "stop_reading" | "resume_reading":
            getattr(player, step)()
        case "act":
            running = harness.table.state.active_runner
            if running is not None and player.view is not None and player.connection_id:
                legal = games[player.view.game].legal(player.view)
                player.send_action(legal[variant % len(legal)] if legal else Action(("reveal",)))
        case "wrong":
            player.send_action(Action(("nonsense", variant)))
        case "again":
            player._send(Act(player._last_action_id, 1, 0, "reveal"))
        case "late":
            player._last_action_id += 1
            player._send(Act(player._last_action_id, variant, variant, "reveal"))
        case "sit":
            player.take_seat(variant or None)
        case "stand":
            player.leave_seat()
        case "start":
            player.start_match()
        case "configure":
            game = games[slugs[variant % len(slugs)]]
            player.configure_table(game.slug, list(game.seats)[variant % min(len(game.seats), 6)], {})
        case "bot":
            player.add_bot("", variant)
        case "unbot":
            player.remove_bot(variant)
        case "say":
            player.send_chat("hello")
        case "look":
            player._send(RequestSnapshot())
        case "wait":
            harness.now += variant * 20
        case "turn":
            run_tick_and_check(harness)
        case "kill":
            run_tick_and_check(harness)
            before = harness.lasting_state()
            harness.restart_host()
            assert harness.lasting_state() == before
        case _:
            apply_rare_step(harness, player, step, people[variant % PEOPLE_COUNT], variant)


def apply_rare_step(harness, player, step, other, variant):
    """Carry out one of the rare operations; some of them do nothing for most values of `variant`."""
    match step:
        case "leave":
            player.say_goodbye()
        case "ready":
            player.set_ready(variant % 2 == 0)
        case "kick" if variant == 5:
            player.kick_person(other.name)
        case "pause":
            player.pause_match()
        case "go_on":
            player.pause_match(False)
        case "replace":
            player.give_seat_to_bot(variant)
        case "end" if variant > 3:
            player.end_match()
        case "swap":
            player.swap_seats(variant, (variant + 1) % 6)
        case "forget":
            if not player.connection_id:
                player.token, player.other_tokens = "", ()
                player.connect()
        case "answer":
            for question in player.questions:
                player.answer_question(question, variant % 3 > 0)
        case "hand":
            player.make_owner(other.name)
        case "terms":
            player.set_terms(Terms(variant * 10, variant * 7, variant % 2 == 0))


def run_tick_and_check(harness):
    """Run a tick, and check that the state of the table is consistent and every replica correct."""
    check_journal(harness.run_tick())
    state = harness.table.state
    if state.runner is not None:
        harness.game = state.game
    harness.check_replicas()
    people, seats = state.people, state.seats
    seated = [(person.seat, person) for person in people if person.seat is not None]
    occupied = [(number, seat.person) for number, seat in enumerate(seats) if seat.person is not None]
    assert sorted(seated, key=lambda pair: pair[0]) == occupied, "a seat holds who sits in it, and nobody sits twice"
    assert len(seats) in state.game.seats
    assert len({name.casefold() for name in seats.taken_names()}) == len(seats.taken_names())
    assert all(person.token == token and person.is_disconnected for token, person in people.disconnected.items())
    assert state.owner is None or state.owner in people.connected.values()
    assert (state.owner is None) == (not people.connected)
    assert (state.deal is not None) == (state.phase is TablePhase.DEALING)
    assert state.stands_still == (state.clock.real_time(0.0) is None)
    if state.active_runner is not None:
        match = state.active_runner.match
        assert sum(state.active_runner.steps) == sum(seat < match.seats for seat, _ in match.actions)
        assert not match.over
        delayed = state.active_runner.delayed_actions
        assert all(
            action.counts_at > harness.now and not delayed.has_lapsed(action, match) for action in delayed.pending
        )


def resume_match(harness, people):
    """Resume a paused match as its owner, after everybody reads again; connect the first person if nobody is."""
    if not harness.players:
        people[0].connect()
    for player in people:
        player.resume_reading()
    run_tick_and_check(harness)
    owner = harness.players[harness.table.state.owner.connection]
    assert owner.is_owner, "the owner of the table has been sent that they own it"
    owner.pause_match(False)
    run_tick_and_check(harness)
    assert not harness.table.state.is_paused


def check_journal(result):
    """Check that a tick journals the beginning, actions and end of matches that its messages report.

    The step "kill" checks that nothing else is missing in the journal.
    """
    began = {entry.match for entry in result.journal if isinstance(entry, MatchBeganEntry)}
    ended = {entry.match for entry in result.journal if isinstance(entry, MatchEndedEntry | MatchAbortedEntry)}
    acted = {entry.match for entry in result.journal if isinstance(entry, ActionEntry)}
    caught_up = any(isinstance(send.message, OwnNameAndSeat) for send in result.sends)
    for message in (send.message for send in result.sends):
        match message:
            case MatchSnapshot() if message.opening:
                assert message.match_number in began
            case MatchUpdate() if not caught_up:
                assert acted or ended
            case MatchResult() | MatchAborted() if not caught_up:
                assert message.match_number in ended


GAME_AND_OPTIONS_OF_TABLES = [
    *((slug, {}) for slug in games),
    ("big-queen", {"hand_size": 4, "catch_grace": 20, "max_rounds": 3}),
    ("queens-dungeon", {"reneging": "honour", "time_limit": 2, "target": 150}),
    ("mad-queens", {"visibility": "sealed"}),
]
"""Pairs of game and options of the tables that are tried."""


@pytest.mark.deep
@settings(
    max_examples=count_for_depth(40, 200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@example(("mad-queens", {}), True, 0.0, [("stop_reading", 2, 0), ("pause", 0, 0), ("hand", 0, 2)])
@example(("mad-queens", {}), True, 0.0, [("drop", 0, 0), ("leave", 0, 0), ("pause", 1, 0), ("wait", 0, 2)])
@example(("mad-queens", {}), False, 0.0, [("drop", 0, 0), ("sit", 1, 2), ("come", 0, 0)])
@given(
    st.sampled_from(GAME_AND_OPTIONS_OF_TABLES),
    st.booleans(),
    st.sampled_from((0.0, 1.0)),
    st.lists(random_steps, max_size=80),
)
def test_random_requests_keep_the_table_consistent(make_harness, game_and_options, match_begins, pace, steps):
    slug, options = game_and_options
    game = games[slug]
    harness = make_harness(
        game=slug, seats=game.seats[0] if game.seats[0] > 1 else 3, bots=1, options=options, pace=pace
    )
    people = [harness.join_person(f"P{number}") for number in range(PEOPLE_COUNT)]
    if match_begins:
        people[0].start_match()
    for step, who, number in steps:
        carry_out_step(harness, people, step, who, number)
    run_tick_and_check(harness)
    if harness.table.state.is_paused:
        resume_match(harness, people)
    for player in people:
        player.resume_reading()
        if player.connection_id:
            player.lose_connection()
    run_tick_and_check(harness)
    harness.run_until_idle(50_000)
    if harness.table.state.active_runner is not None:
        check_deserted_match_waits(harness)
        newcomer = harness.join_person("Newcomer", watch=True)
        harness.run_until_idle(50_000)
        players = [number for number, seat in enumerate(harness.table.state.seats) if seat.person is not None]
        if players and harness.table.state.active_runner is not None:
            harness.pass_time(MAX_GRACE_SECONDS + FOUNDER_AWAY_SECONDS + 1)  # then the table is the newcomer's
            check_deserted_match_waits(harness)
        for seat in players:
            newcomer.give_seat_to_bot(seat)
        harness.run_until_idle(50_000)
    assert harness.table.info().phase == "lobby", "a match that is not paused ends for who watches bots"
    run_tick_and_check(harness)


def check_deserted_match_waits(harness):
    """Check that nothing happens in the match while nobody is present, for more than a million seconds."""
    before, match_before = harness.lasting_state(), len(harness.all_entries)
    for seconds in (0.5, 100.0, 1_000_000.0):
        harness.pass_time(seconds)
    assert harness.lasting_state() == before, "with nobody present a match stands still"
    assert not [entry for entry in harness.all_entries[match_before:] if isinstance(entry, ActionEntry)]
