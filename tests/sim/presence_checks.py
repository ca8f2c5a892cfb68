"""Checks of decisions that are made for absent people: none is made for a person whose connection is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net.journal.entries import ActionEntry, add_up_to_saved_table
from net.limits import DECISION_CLOCK_SECONDS_RANGE, TIMEOUTS_UNTIL_AWAY
from net.protocol.pausable_clock import PausableClock
from net.table.table import Table
from net.table.tick import TickResult
from tests.sim.simulation import Simulation

if TYPE_CHECKING:
    from tests.sim.host_process import Host

ROUNDING_SECONDS: Final = 0.001
"""Longest time by which a decision may seem to come too early, because floating-point times are rounded."""


class PresenceChecks:
    """Checks that every decision which one process of the host makes for a person is made at the right time.

    For that it records since when each person is disconnected, by their token, and since when each seat's decision is
    awaited. All times are the table's, in seconds, which stand still in a pause.
    """

    def __init__(self, simulation: Simulation, host: Host) -> None:
        self.simulation = simulation
        self._host = host
        self._clock = PausableClock()
        self._grace = host.table.state.terms.grace
        self._began = host.time()
        if host.table.state.stands_still:
            self._clock.pause(self._began)
        self._disconnected_since: dict[str, tuple[float, float]] = {}
        saved = add_up_to_saved_table(host.disk.entries())
        self._left = {person.token for person in saved.people if person.left} if saved is not None else set()
        self._owners: dict[int, tuple[str, str]] = {}
        self._stood_in_for: set[int] = set()
        self._opened: dict[int, tuple[int, float]] = {}
        self._expiries: dict[int, int] = {}

    def time(self) -> float:
        """Return the time of the table, which stands still in a pause."""
        return self._clock.table_time(self._host.time())

    def record_disconnect(self, token: str, goodbye: bool = False) -> None:
        """Record that the host knows a connection of this person to be lost, or that they said goodbye."""
        self._disconnected_since[token] = self.time(), self._host.table.state.terms.grace
        if goodbye:
            self._left.add(token)

    def is_connected(self, token: str) -> bool:
        """Return whether a connection of this person is open, as far as the host can know."""
        resident = self._host.resident
        if resident is not None and resident.token == token and resident.has_joined:
            return True
        return any(host_end.token == token and host_end.is_connected for _, host_end in self._host.connections)

    def check_tick(self, table: Table, result: TickResult) -> None:
        """Check the decisions in the journal entries of a tick; record what the tick changed: pauses, seats,
        connections and awaited decisions. Bots may act only while a player is connected or may come back, or while
        somebody watches bots that have all seats; they may stand in for a person only after the grace period, and the
        clock may decide only when it has run out.
        """
        self._record_connections(table)
        for entry in result.journal:
            if isinstance(entry, ActionEntry):
                in_company = entry.by in ("person", "table") or self._is_somebody_here()
                self.simulation.check(in_company, f"no player is here, and yet {entry} is done")
                self._check_action(entry)
        people = [seat.person for seat in table.state.seats]
        self._owners = {seat: (one.name, one.token) for seat, one in enumerate(people) if one is not None}
        if table.state.is_paused:
            self.simulation.count("a match was paused")
        elif table.state.is_deserted:
            self.simulation.count("a match waited for somebody")
        if table.state.stands_still:
            self._clock.pause(self._host.time())
        else:
            self._clock.resume(self._host.time())
        self._record_open_decisions(table)

    def _is_somebody_here(self) -> bool:
        """Return whether a player is connected or in their grace period, or bots have all seats and somebody is
        connected.
        """
        state = self._host.table.state
        people = [seat.person for seat in state.seats if seat.person is not None]
        waited_for = not people or any(not one.is_disconnected or one.away_until is not None for one in people)
        return bool(state.people.connected) and waited_for

    def _record_connections(self, table: Table) -> None:
        """Record which person each connection belongs to."""
        for _, host_end in self._host.connections:
            if not host_end.token and host_end._connection_id in table.state.people.connected:
                host_end.token = table.state.people.connected[host_end._connection_id].token
                self._left.discard(host_end.token)

    def _record_open_decisions(self, table: Table) -> None:
        """Record since when each decision is awaited."""
        running = table.state.active_runner
        if running is None:
            self._opened.clear()
            return
        before = self._opened
        now = self.time()
        self._opened = {}
        for seat in sorted(running.match.awaited):
            step = running.steps[seat] if seat < len(running.steps) else 0
            known = before.get(seat)
            self._opened[seat] = known if known is not None and known[0] == step else (step, now)

    def _check_action(self, entry: ActionEntry) -> None:
        """Check a decision of a stand-in bot or of the clock; a decision of the person ends their absence."""
        match entry.by:
            case "away":
                self._check_stand_in(entry)
            case "clock":
                self._check_expiry(entry)
            case "person":
                if entry.seat in self._stood_in_for:
                    self.simulation.count("a person took over from a stand-in")
                self._stood_in_for.discard(entry.seat)
                self._expiries[entry.seat] = 0

    def _check_stand_in(self, entry: ActionEntry) -> None:
        """Count a decision of a stand-in bot, and check that its person has been disconnected for their grace period.

        People who said goodbye or let the clock decide too often have no grace period; a seat without a person is not
        checked.
        """
        if entry.seat not in self._owners:
            return
        who, token = self._owners[entry.seat]
        self._stood_in_for.add(entry.seat)
        self.simulation.count("a stand-in played")
        if self._expiries.get(entry.seat, 0) >= TIMEOUTS_UNTIL_AWAY:
            self.simulation.count("a stand-in played for somebody who let the clock decide")
            return
        if token in self._left:
            return
        self.simulation.check(not self.is_connected(token), f"{who} is connected, and yet {entry} is done for them")
        since, grace = self._disconnected_since.get(token, (self._began, self._grace))
        waited = self.time() - since
        enough = waited >= grace - ROUNDING_SECONDS
        self.simulation.check(
            enough, f"{who} has been away for {waited:.1f} s of {grace}, and {entry} is done for them"
        )

    def _check_expiry(self, entry: ActionEntry) -> None:
        """Count a decision of the clock, and check that the shortest time limit has passed before it."""
        self.simulation.count("a clock ran out")
        self._expiries[entry.seat] = self._expiries.get(entry.seat, 0) + 1
        _, since = self._opened.get(entry.seat, (0, self.time()))
        had = self.time() - since
        self.simulation.check(
            had >= DECISION_CLOCK_SECONDS_RANGE[0] - ROUNDING_SECONDS, f"after {had:.1f} s only, {entry} is done"
        )
