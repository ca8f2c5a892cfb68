"""The simulated process of the host: the real runner, connections and table, on a simulated event loop, network and
disk.

Its journal holds the real bytes, on a simulated disk. The process can be killed between any two steps of a tick
(`KILL_POINTS`): a commit, the writes to the connections, and the ends of connections.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, Final

from net.errors import NetError
from net.host.connection import ServerConnection
from net.host.server import TableServer
from net.host.table_runner import TableRunner
from net.journal.entries import ActionEntry, Entry
from net.limits import DEFAULT_PORT
from net.protocol.frames import FrameCache
from net.protocol.messages import Bye, Hello, ServerMessage
from net.table.table import Table
from net.table.tick import Input, TickResult
from net.transport.tls import PlainStream
from tests.sim.invariants import Invariants
from tests.sim.presence_checks import PresenceChecks
from tests.sim.processes import Process, ProcessKilled
from tests.sim.simulation import Simulation
from tests.sim.virtual_disk import VirtualDisk
from tests.sim.virtual_links import Connection, Transport

KILL_POINTS: Final = (
    "killed before the journal",
    "killed between journal and send",
    "killed between two writes",
    "killed between send and drop",
    "killed in the middle of a bot's thought",
)
"""Names of the kinds of step before which the process can be killed: a commit; the first write to a connection after
the commit of an action; any other write; the end of a connection by the table ("drop"); a tick while a bot thinks.
"""

MAX_GOODBYE_SECONDS: Final = 15.0
"""Longest time that a host may take to end after it was asked to, whatever the clients do."""


class KillableTransport(Transport):
    """A transport (asyncio's end of a connection) of the host; the process may be killed before every write."""

    process: Host

    def write(self, data: Any) -> None:
        """Write to the connection, unless the process is killed before."""
        if self.process.is_alive and not self._closing:
            self.process.count_write_step()
            super().write(data)


class WatchedConnection(ServerConnection):
    """A `ServerConnection` of the host that reports to the presence checks whether its person is connected."""

    def __init__(self, host: Host, wire: Connection) -> None:
        server = host.table_server
        super().__init__(server.route, server.admission, PlainStream())
        self.process = host
        self.person_name = wire.person_name
        self.token = self.claims = ""

    @property
    def is_connected(self) -> bool:
        """Return whether a person is connected, as far as the host can know."""
        return self._connection_id is not None and bool(self.token)

    def _forward_to_table(self, message: Any) -> None:
        """Keep the token of a hello, record a `Bye` as a disconnect, and pass the client's message on to the table."""
        if isinstance(message, Bye):
            self.process.presence.record_disconnect(self.token or self.claims, goodbye=True)
        elif isinstance(message, Hello):
            self.claims = message.token
        super()._forward_to_table(message)

    def _leave_table(self, silence: float) -> None:
        """Report to the table that the connection is lost, after `silence` seconds without a byte; record the
        disconnect.
        """
        if self.is_connected:
            self.process.presence.record_disconnect(self.token)
        super()._leave_table(silence)

    def deliver_messages(self, messages: Sequence[ServerMessage], frames: FrameCache) -> None:
        """Check that the messages belong to committed entries, and send them."""
        self.process.checks.check_delivery(messages)
        super().deliver_messages(messages, frames)

    def end_connection(self, error: NetError) -> None:
        """End the connection, unless the process is killed before; record a disconnect if a person was connected."""
        self.process.count_drop_step()
        if self.is_connected:
            self.process.presence.record_disconnect(self.token)
        super().end_connection(error)

    def pause_writing(self) -> None:
        """Record that this person reads too slowly, and report it to the table."""
        self.process.simulation.count("a reader fell behind")
        self.process.checks.behind.add(self.person_name)
        super().pause_writing()


class WatchedTable:
    """A table that passes the result of each call (a tick) to the checks."""

    def __init__(self, table: Table, host: Host) -> None:
        self._table = table
        self._host = host

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def handle(self, inputs: Sequence[Input], now: float) -> TickResult:
        """Run a tick of the table at `now`, check its result and return it; a bot that cannot think fails the run."""
        runner = self._table.state.active_runner
        thinkers = [] if runner is None else list(runner.bots._thinkers.values())
        if self._host.kill_point == KILL_POINTS[4] and any(thinker.is_thinking for thinker in thinkers):
            self._host.count_step(KILL_POINTS[4])
        result = self._table.handle(inputs, now)
        for thinker in thinkers:
            self._host.simulation.check(not thinker.has_ended or thinker.action is not None, "a bot cannot think")
        self._host.checks.record_tick(result)
        self._host.presence.check_tick(self._table, result)
        return result


class FakeServer:
    """A stand-in for the asyncio server that does nothing, because `HostMachine` accepts the connections."""

    def __init__(self) -> None:
        self.listens = True
        self.sockets = (SimpleNamespace(getsockname=lambda: ("127.0.0.1", DEFAULT_PORT)),)

    def close(self) -> None:
        """Stop listening."""
        self.listens = False

    async def wait_closed(self) -> None:
        """Return at once: a simulated server has closed when it is told to."""


class SimulatedJournal:
    """The journal of the host on the virtual disk; `being_written` holds the entries whose commit has not ended."""

    def __init__(self, host: Host) -> None:
        self.being_written: Sequence[Entry] = ()
        self._host = host

    def commit(self, entries: Sequence[Entry], on_done: Callable[[NetError | None], None]) -> None:
        """Begin to commit the entries of one tick; the process may be killed here, or before the disk has written them.

        `on_done` is called at the end of the commit, with None or the error.
        """
        self.being_written = entries
        host = self._host
        if host.kill_during_write and len(entries) > 1:
            host.steps_left = 0
        host.count_step(KILL_POINTS[0])
        host.simulation.schedule_after(
            host.disk.commit_seconds(), lambda: host.run(self._finish_commit, entries, on_done)
        )

    def _finish_commit(self, entries: Sequence[Entry], on_done: Callable[[NetError | None], None]) -> None:
        """Put the entries on the disk; call `on_done` with None, or with the error if the disk is full.

        Entries that are on the disk are checked. After a person's action the host's `after_action_commit`, if it has
        one, is scheduled once.
        """
        self.being_written = ()
        error = self._host.disk.commit(entries)
        if error is None:
            self._host.checks.check_commit(entries)
            self._host.action_committed = any(isinstance(entry, ActionEntry) for entry in entries)
            if self._host.after_action_commit is not None and any(
                isinstance(entry, ActionEntry) and entry.ask for entry in entries
            ):
                self._host.simulation.schedule_after(
                    0.05 + 0.4 * self._host.simulation.chance.random(), self._host.after_action_commit
                )
                self._host.after_action_commit = None
        on_done(error)

    async def close(self, is_over: bool) -> None:
        """Do nothing: the disk needs no closing."""


class Host(Process):
    """One run of the host's process, from its start to its end; a restarted host is another `Host`.

    Its clock is `offset` seconds ahead of the simulation's. It can be made to die: `steps_left` ends it after this
    number of steps (`KILL_POINTS`), `kill_point` before the next step of that kind, and `kill_during_write` while it
    writes the next tick of several entries; then it calls `on_death`. `after_action_commit` is called once, shortly
    after an action of a person has been committed.
    """

    def __init__(
        self,
        simulation: Simulation,
        table: Table,
        disk: VirtualDisk,
        checks: Invariants,
        offset: float,
        on_death: Callable[[], None],
        runner_type: type[TableRunner] = TableRunner,
    ) -> None:
        super().__init__(simulation, "host", offset)
        self.table = table
        self.disk = disk
        self.checks = checks
        self.steps_left: int | None = None
        self.kill_point = ""
        self.kill_during_write = False
        self.after_action_commit: Callable[[], None] | None = None
        self.resident: Any = None
        self.on_death = on_death
        self.presence = PresenceChecks(simulation, self)
        self.connections: list[tuple[Connection, WatchedConnection]] = []
        self._runner_type = runner_type
        self.action_committed = False
        self._journal_sink = SimulatedJournal(self)
        self.run(self._open_table_server)

    def _open_table_server(self) -> None:
        """Create the server and runner of the table; a runner that fails ends the process."""
        self.server = FakeServer()
        self.runner = self._runner_type(WatchedTable(self.table, self), self._journal_sink)  # type: ignore[arg-type]
        self.table_server = TableServer(self.server, self.runner)  # type: ignore[arg-type]
        self.runner.failure.add_done_callback(lambda _: self.say_goodbye())

    def say_goodbye(self) -> None:
        """End like a host that is asked to stop: send everybody the reason, then end the process.

        Fail if that takes longer than `MAX_GOODBYE_SECONDS`.
        """
        self.create_task(self.table_server.close()).add_done_callback(lambda _: self.run(self._end_after_goodbye))
        self.simulation.schedule_after(
            MAX_GOODBYE_SECONDS, lambda: self.simulation.check(not self.is_alive, "the host does not end")
        )

    def _end_after_goodbye(self) -> None:
        """End the process after the goodbye; its machine starts the process again."""
        self.simulation.count("the host ended in order")
        self.die()
        self.on_death()

    def accept(self, wire: Connection) -> None:
        """Accept a new connection."""
        self.run(self._accept, wire)

    def _accept(self, wire: Connection) -> None:
        """Accept a connection within this process."""
        host_end = WatchedConnection(self, wire)
        self.table_server.register_connection(host_end)
        self.connections.append((wire, host_end))
        KillableTransport(self, wire.down, wire.up, wire).connect_protocol(host_end)

    # Deaths of the process

    def count_write_step(self) -> None:
        """Count a write to a connection as a step; the first write after the commit of an action counts as another kind
        of step.
        """
        self.count_step(KILL_POINTS[1] if self.action_committed else KILL_POINTS[2])
        self.action_committed = False

    def count_drop_step(self) -> None:
        """Count the end of a connection by the runner of the table as a step; do nothing if the process has ended."""
        if self.is_alive:
            self.count_step(KILL_POINTS[3])

    def count_step(self, step: str) -> None:
        """Count a step; if no steps are left or this is the kill point, end the process and raise `ProcessKilled`.

        `step` is one of `KILL_POINTS`.
        """
        if self.steps_left is not None:
            self.steps_left -= 1
        if self.kill_point == step or (self.steps_left is not None and self.steps_left < 0):
            self.simulation.count(step)
            self.die()
            self.on_death()
            raise ProcessKilled

    def die(self, loses_power: bool = False) -> None:
        """End this process at once, interrupt its write and break its connections; do nothing if it has ended.

        With `loses_power` the machine loses its power as well, so the other ends notice nothing.
        """
        if not self.is_alive:
            return
        self.end()
        self.simulation.note("host", "loses power" if loses_power else "is killed")
        self.disk.interrupt_write(self._journal_sink.being_written, loses_power)
        for wire, _ in self.connections:
            if loses_power:
                wire.break_unnoticed()
            else:
                wire.cut()
        self.checks.record_host_death(loses_power, self._journal_sink.being_written)
