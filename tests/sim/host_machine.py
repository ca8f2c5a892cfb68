"""The host's machine: it runs one process of the host after another, on one disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from net.host.table_runner import TableRunner
from net.table.table import Table
from tests.sim.host_process import Host
from tests.sim.invariants import Invariants
from tests.sim.processes import Process
from tests.sim.virtual_disk import Disk
from tests.sim.virtual_links import Connection, Link, Transport
from tests.sim.world import World

UNREAD_BYTES = (2_500, 6_000, 65_536)
"""The numbers of unread bytes that a connection may hold; small, so that short matches fill some connections."""


class LocalPersonActor(Protocol):
    """A person at the host's own machine."""

    def join_host(self, host: Host) -> None:
        """Join the table of a host that has just started."""


class HostMachine:
    """The host's machine: it starts the host's process again after it has died, from the entries on the disk."""

    def __init__(
        self,
        world: World,
        disk: Disk,
        checks: Invariants,
        fresh: Callable[[], Table],
        restored: Callable[[Disk, float], Table | None],
        runner_type: type[TableRunner] = TableRunner,
    ) -> None:
        self.world = world
        self.disk = disk
        self.checks = checks
        self.powered = True
        self.host: Host | None = None
        self.resident: LocalPersonActor | None = None
        self._fresh = fresh
        self._restored = restored
        self._offset = 0.0
        self._runner_type = runner_type

    @property
    def runs(self) -> bool:
        """Whether there is a living host."""
        return self.host is not None and self.host.alive

    def start(self) -> None:
        """Start the process, unless it runs: sync the disk, restore its table or open a new one, and check the restart.

        After a power cut the clock begins at a random time, and old connections are answered by resets.
        """
        if self.runs:
            return
        if not self.powered and self.host is not None:
            for wire, _ in self.host.connections:
                wire.forget()
        if not self.powered:
            self._offset = 1_000 * self.world.chance.random()  # a booted machine's clock begins anywhere
        self.powered = True
        self.disk.sync_leftover()
        table = self._restored(self.disk, self.world.now + self._offset)
        again = table is not None
        self.host = Host(
            self.world,
            table or self._fresh(),
            self.disk,
            self.checks,
            self._offset,
            self.start_later,
            self._runner_type,
        )
        self.world.note("host", f"starts {'again' if again else 'for the first time'}")
        self.checks.check_restart(self.host.table, again)
        if self.resident is not None:
            self.resident.join_host(self.host)

    def start_later(self) -> None:
        """Start the process again after a random time, mostly a short one."""
        self.world.after(0.02 + 40.0 * self.world.chance.random() ** 4, self.start)

    def kill(self, power: bool = False) -> None:
        """Kill the process, if it runs; with `power` cut the machine's power."""
        if self.host is not None and self.host.alive:
            self.host.die(power=power)
        self.powered = self.powered and not power

    def connect(self, whose: str, link: Link, answer: Callable[[Connection | None], None]) -> None:
        """Try to connect for the person `whose`, over their link.

        `answer` is called with the connection, or with None if nobody listens, or never.
        """

        def arrive() -> None:
            """Accept or refuse the connection, unless the link is split or the machine has no power."""
            if link.split or not self.powered:
                return
            wire = Connection(self.world, link, self.world.chance.choice(UNREAD_BYTES), whose)
            if self.host is None or not self.host.alive or not self.host.server.listens:
                self.world.after(link.time(), lambda: answer(None))
                return
            self.host.accept(wire)
            self.world.after(link.time(), lambda: answer(wire))

        self.world.after(link.time(), arrive)


class NetworkPath:
    """The network path from a person's machine to the host."""

    def __init__(self, machine: HostMachine, whose: str, link: Link) -> None:
        self._machine = machine
        self._whose = whose
        self._own_link = link

    def open(self, process: Process, factory: Callable[[], asyncio.Protocol]) -> asyncio.Future[object]:
        """Connect for a process; return a future of its transport and protocol."""
        made: asyncio.Future[object] = process.create_future()

        def answer(wire: Connection | None) -> None:
            """Give the process its end of the connection `wire`, or an error if it is None: the host has refused."""
            if not process.alive or made.done():
                if wire is not None:
                    wire.cut()
            elif wire is None:
                made.set_exception(ConnectionRefusedError(111, "nobody listens"))
            else:
                transport = Transport(process, wire.up, wire.down, wire)
                protocol = factory()
                transport.connect_protocol(protocol)
                made.set_result((transport, protocol))

        self._machine.connect(
            self._whose, self._own_link, lambda wire: process.run(answer, wire) if process.alive else answer(wire)
        )
        return made
