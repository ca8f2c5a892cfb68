"""Who is there and who is not, as the host's connections tell it, and what may be done for whom (promise 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from world import World

from net.effects import Acted, Effect, Journal
from net.limits import GRACE_SECONDS
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
        self._left: set[str] = set()
        self._stood_in_for: set[int] = set()

    def greeted(self, name: str) -> None:
        """Somebody's end has said hello."""
        self._left.discard(name)

    def parted(self, name: str, goodbye: bool = False) -> None:
        """The host has learned that an end of somebody's is gone, or somebody said goodbye."""
        self._parted[name] = self._host.time()
        if goodbye:
            self._left.add(name)

    def here(self, name: str) -> bool:
        """Whether an end of somebody's is connected, as far as the host can know."""
        return any(line.whose == name and line.open for _, line in self._host.lines)

    def ticked(self, table: Table, effects: Sequence[Effect]) -> None:
        """What is done for somebody absent is done after the grace, and never while they are here."""
        for effect in effects:
            match effect:
                case Journal(Acted(by="away") as entry):
                    self._stood_in(table, entry)
                case Journal(Acted(seat=seat, by="person")) if seat in self._stood_in_for:
                    self._stood_in_for.discard(seat)
                    self.world.count("a person took over from a stand-in")

    def _stood_in(self, table: Table, entry: Acted) -> None:
        running = table.running
        assert running is not None
        name = running.names[entry.seat]
        self._stood_in_for.add(entry.seat)
        self.world.count("a stand-in played")
        if self.here(name):
            self.world.demand(False, f"{name} is here, and yet {entry} is done for them")
        waited = self._host.time() - self._parted.get(name, self._began)
        enough = name in self._left or waited >= GRACE_SECONDS - A_LITTLE
        self.world.demand(enough, f"{name} has been away for {waited:.1f} s only, and {entry} is done for them")
