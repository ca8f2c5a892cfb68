"""The invariants that are checked at the end of a simulated run, when all messages have arrived."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from net.journal.entries import MatchEndedEntry, add_up_to_saved_table
from net.protocol.table_state import TableInfo
from net.table.table import Table
from tests.sim.invariants import Invariants, difference_of_views

if TYPE_CHECKING:
    from tests.sim.host_process import Host
    from tests.sim.remote_players import RemotePerson, WatchedRemoteClient

SIMULTANEOUS_GAME_SLUGS: Final = ("mad-queens", "mad-queens-classic")
"""Slugs of the games in which all players decide at the same time."""


def check_order_does_not_matter(checks: Invariants) -> None:
    """Check that in games with simultaneous decisions every order of arrival gives the same match."""
    for oracle in checks.oracles.values():
        if oracle.began.game in SIMULTANEOUS_GAME_SLUGS and oracle.match.over:
            digest = oracle.digest_in_another_order(checks.simulation.chance)
            checks.simulation.check(digest == oracle.match.digest, "the order in which decisions came has mattered")


def check_results_counted_once(checks: Invariants) -> None:
    """Check that nobody in the journal has more results than matches have ended, however often the host was killed."""
    entries = checks.disk.entries()
    closed = sum(isinstance(entry, MatchEndedEntry) for entry in entries)
    saved = add_up_to_saved_table(entries)
    for person in () if saved is None else saved.people:
        played = sum(matches for _, matches, _, _ in person.scores)
        checks.simulation.check(played <= closed, f"{person.name} has {played} results of {closed} matches")


def check_connected_people_have_connections(checks: Invariants, host: Host) -> None:
    """Check that every person whom the table counts as connected has a connection."""
    connected = host.table.state.people.connected
    ghosts = [person.name for connection, person in connected.items() if connection not in host.runner._outboxes]
    checks.simulation.check(not ghosts, f"{ghosts} are connected, and have no connection")


def check_everybody_sees_the_same(checks: Invariants, table: Table, people: Sequence[RemotePerson]) -> None:
    """Check that every connected client has the view and the table that the host would send it."""
    checks.check_table_plays_committed_match(table)
    here = {person.token: person for person in table.state.people.connected.values()}
    for person in people:
        program = person.program
        if program is None or not person.has_joined or program.token not in here:
            continue
        checks.simulation.count("somebody saw at the end what the host shows")
        checks.simulation.check(here[program.token].seat == program.seat, f"{person.name} is wrong about the seat")
        _check_view(checks, table, program)
        seen, shown = _table_without_times(program.table), _table_without_times(table.info())
        checks.simulation.check(seen == shown, f"{person.name} is wrong about the table: {seen} instead of {shown}")


def _check_view(checks: Invariants, table: Table, program: WatchedRemoteClient) -> None:
    """Check that a client's view and result are those of the oracle, or that it sees no match if it follows none."""
    replica = program._replica
    if replica is None or program.view is None:
        checks.simulation.check(table.state.active_runner is None, f"{program.name} does not see the match")
        return
    if table.state.active_runner is None:
        checks.simulation.check(
            program._finished_match == replica.match, f"{program.name} does not know that the match is over"
        )
        outcome = table.state.outcome
        if (outcome is None or outcome.match_number != replica.match) and checks.simulation.counters[
            "unsynced writes were lost"
        ]:
            return  # it saw an end that was lost in a power cut, and the host holds a later match
    oracle = checks.oracles.get(replica.match)
    if oracle is None or (table.state.active_runner is None and not oracle.match.over):
        return
    if oracle.match.over and table.state.runner is None and not program.view.facts["over"]:
        # They were away at its end, and the game was changed before they came back: the table has let go of the match,
        # and could send them the result, but not the last changes.
        checks.simulation.check(program.standings == oracle.match.standings, f"{program.name} does not know the result")
        return
    expected = oracle.match.view(program.view.seat)
    if program.view != expected:
        checks.fail(f"{program.name} does not see what the host shows: {difference_of_views(program.view, expected)}")
    if oracle.match.over:
        checks.simulation.check(program.standings == oracle.match.standings, f"{program.name} does not know the result")


def _table_without_times(table: TableInfo | None) -> TableInfo | None:
    """Return the state of a table without its times, which every process counts from another zero."""
    if table is None:
        return None
    return replace(table, seats=tuple(replace(seat, away_until=None) for seat in table.seats))
