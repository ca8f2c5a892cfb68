"""`HostMachine`: the host's machine, which runs one process of the host after another, on one disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from net.host.table_runner import TableRunner
from net.table.table import Table
from tests.sim.host_process import Host
from tests.sim.invariants import Invariants
from tests.sim.processes import Process
from tests.sim.simulation import Simulation
from tests.sim.virtual_disk import VirtualDisk
from tests.sim.virtual_links import Connection, NetworkLink, Transport

UNREAD_BYTE_LIMITS = (2_500, 6_000, 65_536)
"""Possible limits for the unread bytes in a connection; some are so small that even short matches reach them."""


class LocalPersonActor(Protocol):
    """A person at the host's own machine, as `HostMachine` sees them."""

    def join_host(self, host: Host) -> None:
        """Join the table of a host that has just started."""


class HostMachine:
    """The host's machine: after the host's process has died it starts it again, from the entries on the disk.

    `open_table` returns a new table. `restore_table` takes a disk and the time, and returns the table of the journal on
    the disk, or None if there is none. `resident` is a person at this machine, or None.
    """

    def __init__(
        self,
        simulation: Simulation,
        disk: VirtualDisk,
        checks: Invariants,
        open_table: Callable[[], Table],
        restore_table: Callable[[VirtualDisk, float], Table | None],
        runner_type: type[TableRunner] = TableRunner,
    ) -> None:
        self.simulation = simulation
        self.disk = disk
        self.checks = checks
        self.powered = True
        self.host: Host | None = None
        self.resident: LocalPersonActor | None = None
        self._open_table = open_table
        self._restore_table = restore_table
        self._offset = 0.0
        self._runner_type = runner_type

    @property
    def is_running(self) -> bool:
        """Return whether a process of the host runs."""
        return self.host is not None and self.host.is_alive

    def start(self) -> None:
        """Start the process, unless it runs: sync the disk, restore its table or open a new one, and check the restart.

        After a power cut the clock begins at a random time, and old connections are answered by resets.
        """
        if self.is_running:
            return
        if not self.powered and self.host is not None:
            for wire, _ in self.host.connections:
                wire.forget()
        if not self.powered:
            self._offset = 1_000 * self.simulation.chance.random()  # a booted machine's clock begins anywhere
        self.powered = True
        self.disk.sync_commits_of_earlier_process()
        table = self._restore_table(self.disk, self.simulation.now + self._offset)
        again = table is not None
        self.host = Host(
            self.simulation,
            table or self._open_table(),
            self.disk,
            self.checks,
            self._offset,
            self.start_later,
            self._runner_type,
        )
        self.simulation.note("host", f"starts {'again' if again else 'for the first time'}")
        self.checks.check_restart(self.host.table, again)
        if self.resident is not None:
            self.resident.join_host(self.host)

    def start_later(self) -> None:
        """Start the process again after a random time, mostly a short one."""
        self.simulation.schedule_after(0.02 + 40.0 * self.simulation.chance.random() ** 4, self.start)

    def kill(self, loses_power: bool = False) -> None:
        """Kill the process, if it runs; with `loses_power` cut the machine's power."""
        if self.host is not None and self.host.is_alive:
            self.host.die(loses_power=loses_power)
        self.powered = self.powered and not loses_power

    def connect(self, person_name: str, link: NetworkLink, answer: Callable[[Connection | None], None]) -> None:
        """Try to connect the person with the name `person_name` to the host, over the link of their machine.

        `answer` is called with the connection, or with None if nobody listens; it is never called if the link is split
        or the host's machine has no power.
        """

        def arrive_at_host() -> None:
            """Accept or refuse the connection at the host; do nothing if the link is split or there is no power."""
            if link.split or not self.powered:
                return
            wire = Connection(self.simulation, link, self.simulation.chance.choice(UNREAD_BYTE_LIMITS), person_name)
            if self.host is None or not self.host.is_alive or not self.host.server.listens:
                self.simulation.schedule_after(link.packet_seconds(), lambda: answer(None))
                return
            self.host.accept(wire)
            self.simulation.schedule_after(link.packet_seconds(), lambda: answer(wire))

        self.simulation.schedule_after(link.packet_seconds(), arrive_at_host)


class NetworkPath:
    """The network path from a person's machine to the host."""

    def __init__(self, machine: HostMachine, person_name: str, link: NetworkLink) -> None:
        self._machine = machine
        self._person_name = person_name
        self._own_link = link

    def open(self, process: Process, factory: Callable[[], asyncio.Protocol]) -> asyncio.Future[object]:
        """Connect `process` to the host; return a future of the transport and the protocol, a pair.

        `factory` makes the protocol. The future gets a `ConnectionRefusedError` if nobody listens.
        """
        made: asyncio.Future[object] = process.create_future()

        def answer(wire: Connection | None) -> None:
            """Give the process its end of the connection `wire`, or an error if it is None: the host has refused."""
            if not process.is_alive or made.done():
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
            self._person_name,
            self._own_link,
            lambda wire: process.run(answer, wire) if process.is_alive else answer(wire),
        )
        return made
