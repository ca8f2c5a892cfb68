"""The person at the host's own machine: their program is part of the host's process, and dies with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.errors import NetError
from net.host.local_client import LocalClient
from net.protocol.messages import Act, ClientMessage, ServerMessage
from tests.sim.host_machine import HostMachine
from tests.sim.invariants import Invariants
from tests.sim.remote_players import RemotePerson
from tests.sim.virtual_links import Link
from tests.sim.world import World

if TYPE_CHECKING:
    from tests.sim.host_process import Host


class WatchedLocalClient(LocalClient):
    """The real client in the host's own process, watched."""

    def __init__(self, person: LocalPerson, host: Host) -> None:
        chance = person.world.chance.randbytes(32)
        super().__init__(host.house, person.name, token=person.token, chance=chance, verifies=False)
        self.person = person
        self.checks = person.checks
        self.sent: Act | None = None
        self.listen(person.on_news)

    transport = None

    @property
    def inside(self) -> bool:
        """Whether this end is at the table."""
        return bool(self._table_id) and self._link is not None

    def handle(self, message: ServerMessage) -> None:
        self.person.world.note(self.person.name, message)
        try:
            super().handle(message)
        except NetError as fault:
            self.checks.wrong(f"{self.person.name} was told what does not fit: {fault} ({message})")
        self.checks.heard(self, message)

    def say_as_it_is(self, message: ClientMessage) -> None:
        """Say something that was said before."""
        super()._send(message)

    def _send(self, message: ClientMessage) -> None:
        if isinstance(message, Act):
            self.sent = message
        self.checks.said(self, message)
        super()._send(message)


class LocalPerson(RemotePerson):
    """Somebody at the host's own machine, who is there whenever the host is."""

    def __init__(self, world: World, machine: HostMachine, checks: Invariants, name: str) -> None:
        super().__init__(world, machine, checks, name, Link(world, 0.0), watch=False)
        self.host: Host | None = None
        machine.resident = self

    def come(self) -> None:
        """They are there when their machine is."""

    def move_in(self, host: Host) -> None:
        """Sit down at the table of a host that has just started."""
        self.process = self.host = host
        host.run(self._enter, host)

    def _enter(self, host: Host) -> None:
        self.program = program = host.resident = WatchedLocalClient(self, host)
        host.create_task(program.enter()).add_done_callback(lambda entering: entering.exception())

    def end_program(self) -> None:
        """The host has ended; its next process has this person in it again."""

    def vanish(self, power: bool) -> None:
        """A process is killed as a whole, see `Nemesis.kill_host`."""

    def give_up(self) -> None:
        """Leave the table to the others; the host goes on."""
        program = self.program
        if program is not None and self.host is not None and self.host.alive:
            self.machine.resident = None
            host, self.host, self.process, self.program = self.host, None, None, None
            host.run(lambda: host.create_task(program.close()))
            host.presence.parted(self.token)
