"""The person at the host's own machine: their program is part of the host's process, and dies with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from net.client.join_spec import JoinSpec, VerifierSpec
from net.errors import NetError
from net.host.local_client import LocalClient
from net.protocol.frames import FrameCache
from net.protocol.messages import Act, ClientMessage, ServerMessage
from tests.sim.host_machine import HostMachine
from tests.sim.invariants import Invariants
from tests.sim.remote_players import RemotePerson
from tests.sim.simulation import Simulation
from tests.sim.virtual_links import NetworkLink

if TYPE_CHECKING:
    from tests.sim.host_process import Host


class WatchedLocalClient(LocalClient):
    """A `LocalClient` in the host's own process that passes every message to the invariants."""

    def __init__(self, person: LocalPerson, host: Host) -> None:
        verifier = VerifierSpec(person.simulation.chance.randbytes, checks_matches=False)
        super().__init__(host.runner, JoinSpec(person.name, token=person.token), verifier)
        self.person = person
        self.checks = person.checks
        self._host = host
        self.sent: Act | None = None
        self.set_listener(person.on_event)

    transport = None

    @property
    def has_joined(self) -> bool:
        """Return whether this client has joined the table."""
        return bool(self._table_id) and self._connection_id is not None

    def deliver_messages(self, messages: Sequence[ServerMessage], frames: FrameCache) -> None:
        """Check that the messages belong to committed entries, and process them."""
        self.checks.check_delivery(messages)
        super().deliver_messages(messages, frames)

    def end_connection(self, error: NetError) -> None:
        """Report to the client that the host is lost, unless the process is killed before."""
        self._host.count_drop_step()
        super().end_connection(error)

    def handle_message(self, message: ServerMessage) -> None:
        """Pass a message on to the client, and check that it fits and is true."""
        self.person.simulation.note(self.person.name, message)
        try:
            super().handle_message(message)
        except NetError as fault:
            self.checks.fail(f"{self.person.name} was sent what does not fit: {fault} ({message})")
        self.checks.check_received_message(self, message)

    def send_again_unchecked(self, message: ClientMessage) -> None:
        """Send a message again without passing it to the invariants, which have recorded it before."""
        super()._send(message)

    def _send(self, message: ClientMessage) -> None:
        """Pass a message to the invariants, remember it if it is an action, and send it to the table."""
        if isinstance(message, Act):
            self.sent = message
        self.checks.record_sent_message(self, message)
        super()._send(message)


class LocalPerson(RemotePerson):
    """A person at the host's own machine, connected whenever the host runs."""

    def __init__(self, simulation: Simulation, machine: HostMachine, checks: Invariants, name: str) -> None:
        super().__init__(simulation, machine, checks, name, NetworkLink(simulation, 0.0), watch=False)
        self.host: Host | None = None
        machine.resident = self

    def start_program(self) -> None:
        """Do nothing: `join_host` is called when the host starts."""

    def join_host(self, host: Host) -> None:
        """Join the table of a host that has just started."""
        self.process = self.host = host
        host.run(self._join_table, host)

    def _join_table(self, host: Host) -> None:
        """Make a client, which is also the resident of the host's machine, and join the table with it."""
        self.program = program = host.resident = WatchedLocalClient(self, host)
        host.create_task(program.join_table()).add_done_callback(lambda entering: entering.exception())

    def rejoin(self) -> None:
        """Go back to the table that the host runs, as one does from the home screen; do nothing if the person is at
        it.
        """
        host = self.machine.host
        if self.eager and self.process is None and host is not None and host.is_alive:
            self.machine.resident = self
            self.join_host(host)

    def end_program(self) -> None:
        """Do nothing: the next process of the host calls `join_host`."""

    def kill_program(self, loses_power: bool) -> None:
        """Do nothing: the program ends with the process of the host (`FaultInjector.kill_host`)."""

    def leave_for_good(self) -> None:
        """Leave the table; the host keeps running it."""
        program = self.program
        if program is not None and self.host is not None and self.host.is_alive:
            self.machine.resident = None
            host, self.host, self.process, self.program = self.host, None, None, None
            host.run(lambda: host.create_task(program.close()))
            host.presence.record_disconnect(self.token)
