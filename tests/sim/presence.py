"""Who is there and who is not, as the host's connections tell it, and what may be done for whom (promise 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from world import World

from net.effects import Acted, Effect, Journal
from net.limits import GRACE_SECONDS
from net.saved import gathered
from net.table import Table

if TYPE_CHECKING:
    from hosting import Host

A_LITTLE: Final = 0.001


class Presence:
    """Since when everybody is away, in one life of the host's process."""

    def __init__(self, world: World, host: Host) -> None:
        self.world = world
        self._host = host
        self._began = host.time()
        self._parted: dict[str, float] = {}
        saved = gathered(host.disk.entries())
        self._left = {person.token for person in saved.people if person.left} if saved is not None else set()
        self._owners: dict[int, tuple[str, str]] = {}
        self._stood_in_for: set[int] = set()

    def parted(self, token: str, goodbye: bool = False) -> None:
        """The host has learned that an end of somebody's is gone, or somebody said goodbye."""
        self._parted[token] = self._host.time()
        if goodbye:
            self._left.add(token)

    def here(self, token: str) -> bool:
        """Whether an end of somebody's is connected, as far as the host can know."""
        return any(line.token == token and line.open for _, line in self._host.lines)

    def ticked(self, table: Table, effects: Sequence[Effect]) -> None:
        """What is done for somebody absent is done after the grace, and never while they are here."""
        self._identify(table)
        for effect in effects:
            match effect:
                case Journal(Acted(by="away") as entry):
                    self._stood_in(table, entry)
                case Journal(Acted(seat=seat, by="person")) if seat in self._stood_in_for:
                    self._stood_in_for.discard(seat)
                    self.world.count("a person took over from a stand-in")
        people = [chair.person for chair in table.seating.chairs]
        self._owners = {seat: (one.name, one.token) for seat, one in enumerate(people) if one is not None}

    def _stood_in(self, table: Table, entry: Acted) -> None:
        if entry.seat not in self._owners:
            return
        who, token = self._owners[entry.seat]
        self._stood_in_for.add(entry.seat)
        self.world.count("a stand-in played")
        if token in self._left:
            return
        self.world.demand(not self.here(token), f"{who} is here, and yet {entry} is done for them")
        waited = self._host.time() - self._parted.get(token, self._began)
        enough = waited >= GRACE_SECONDS - A_LITTLE
        self.world.demand(enough, f"{who} has been away for {waited:.1f} s only, and {entry} is done for them")

    def _identify(self, table: Table) -> None:
        """Note whose the connections are."""
        for _, line in self._host.lines:
            if not line.token and line._link in table.seating.here:
                line.token = table.seating.here[line._link].token
                self._left.discard(line.token)
