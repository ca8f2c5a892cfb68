"""The host's machine: it runs one process of the host after another, on one disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from checks import Checks
from disk import Disk
from hosting import Host
from links import Road, Wire
from world import World

from net.table import Table

ROOMS = (700, 3_000, 65_536)
"""Unread bytes that a connection holds; small ones, so that short matches fill them."""


class Caller(Protocol):
    """Who connects."""

    name: str
    road: Road


class Machine:
    """Starts the host's process anew after it has died, from what is on the disk."""

    def __init__(
        self,
        world: World,
        disk: Disk,
        checks: Checks,
        fresh: Callable[[], Table],
        restored: Callable[[Disk, float], Table | None],
        process: type[Host] = Host,
    ) -> None:
        self.world = world
        self.disk = disk
        self.checks = checks
        self.powered = True
        self.host: Host | None = None
        self._fresh = fresh
        self._restored = restored
        self._offset = 0.0
        self._process = process

    @property
    def runs(self) -> bool:
        """Whether there is a living host."""
        return self.host is not None and self.host.alive

    def start(self) -> None:
        """Start the process, unless it runs."""
        if self.runs:
            return
        if not self.powered:
            self._offset = 1_000 * self.world.chance.random()  # a booted machine's clock begins anywhere
        self.powered = True
        table = self._restored(self.disk, self.world.now + self._offset)
        again = table is not None
        self.host = self._process(self.world, table or self._fresh(), self.disk, self.checks, self._offset)
        self.world.note("host", f"starts {'again' if again else 'anew'}")
        self.checks.started(self.host.table, again)
        self.host.stir()

    def kill(self, power: bool = False) -> None:
        """Kill the process, or cut the machine's power."""
        if self.host is not None and self.host.alive:
            self.host.die(power=power)
        self.powered = self.powered and not power

    def connect(self, caller: Caller, answer: Callable[[Wire | None], None]) -> None:
        """Try to connect; `answer` is called with the connection, or None if nobody listens, or never."""
        road = caller.road

        def arrive() -> None:
            if road.split or not self.powered:
                return
            wire = Wire(self.world, road, self.world.chance.choice(ROOMS))
            if self.host is None or not self.host.alive:
                self.world.after(road.time(), lambda: answer(None))
                return
            self.host.accept(wire, caller.name)
            self.world.after(road.time(), lambda: answer(wire))

        self.world.after(road.time(), arrive)
