"""Who is there and who is not, as the host's connections tell it, and what may be done for whom (promise 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net.journal.entries import ActionEntry, saved_table
from net.limits import CLOCK_SECONDS, TIMEOUTS_UNTIL_AWAY
from net.protocol.pausable_clock import PausableClock
from net.table.table import Table
from net.table.tick import TickResult
from tests.sim.world import World

if TYPE_CHECKING:
    from tests.sim.host_process import Host

A_LITTLE: Final = 0.001


class PresenceChecks:
    """Since when everybody is away, and every decision is open, in one life of the host's process."""

    def __init__(self, world: World, host: Host) -> None:
        self.world = world
        self._host = host
        self._still = PausableClock()
        self._grace = host.table.state.terms.grace
        self._began = host.time()
        if host.table.state.paused:
            self._still.pause(self._began)
        self._parted: dict[str, tuple[float, float]] = {}
        saved = saved_table(host.disk.entries())
        self._left = {person.token for person in saved.people if person.left} if saved is not None else set()
        self._owners: dict[int, tuple[str, str]] = {}
        self._stood_in_for: set[int] = set()
        self._opened: dict[int, tuple[int, float]] = {}
        self._expiries: dict[int, int] = {}

    def time(self) -> float:
        """The time of the table, which stands while it pauses."""
        return self._still.read(self._host.time())

    def parted(self, token: str, goodbye: bool = False) -> None:
        """The host has learned that an end of somebody's is gone, or somebody said goodbye."""
        self._parted[token] = self.time(), self._host.table.state.terms.grace
        if goodbye:
            self._left.add(token)

    def here(self, token: str) -> bool:
        """Whether an end of somebody's is connected, as far as the host can know."""
        resident = self._host.resident
        if resident is not None and resident.token == token and resident.inside:
            return True
        return any(line.token == token and line.open for _, line in self._host.lines)

    def ticked(self, table: Table, result: TickResult) -> None:
        """What is done for somebody absent is done after the grace, what a clock does when it has run out."""
        self._identify(table)
        for entry in result.journal:
            if isinstance(entry, ActionEntry):
                self._acted(entry)
        people = [seat.person for seat in table.state.seats]
        self._owners = {seat: (one.name, one.token) for seat, one in enumerate(people) if one is not None}
        if table.state.paused:
            self.world.count("a match was paused")
            self._still.pause(self._host.time())
        else:
            self._still.resume(self._host.time())
        self._open(table)

    def _identify(self, table: Table) -> None:
        """Note whose the connections are."""
        for _, line in self._host.lines:
            if not line.token and line._link in table.state.people.connected:
                line.token = table.state.people.connected[line._link].token
                self._left.discard(line.token)

    def _open(self, table: Table) -> None:
        """Note since when each decision is waited for."""
        running = table.state.playing
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

    def _acted(self, entry: ActionEntry) -> None:
        match entry.by:
            case "away":
                self._stood_in(entry)
            case "clock":
                self._ran_out(entry)
            case "person":
                if entry.seat in self._stood_in_for:
                    self.world.count("a person took over from a stand-in")
                self._stood_in_for.discard(entry.seat)
                self._expiries[entry.seat] = 0

    def _stood_in(self, entry: ActionEntry) -> None:
        if entry.seat not in self._owners:
            return
        who, token = self._owners[entry.seat]
        self._stood_in_for.add(entry.seat)
        self.world.count("a stand-in played")
        if self._expiries.get(entry.seat, 0) >= TIMEOUTS_UNTIL_AWAY:
            self.world.count("a stand-in played for somebody who let the clock decide")
            return
        if token in self._left:
            return
        self.world.demand(not self.here(token), f"{who} is here, and yet {entry} is done for them")
        since, grace = self._parted.get(token, (self._still.read(self._began), self._grace))
        waited = self.time() - since
        enough = waited >= grace - A_LITTLE
        self.world.demand(enough, f"{who} has been away for {waited:.1f} s of {grace}, and {entry} is done for them")

    def _ran_out(self, entry: ActionEntry) -> None:
        self.world.count("a clock ran out")
        self._expiries[entry.seat] = self._expiries.get(entry.seat, 0) + 1
        _, since = self._opened.get(entry.seat, (0, self.time()))
        had = self.time() - since
        self.world.demand(had >= CLOCK_SECONDS[0] - A_LITTLE, f"after {had:.1f} s only, {entry} is done")
