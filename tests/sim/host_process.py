"""The host's process: the real shells, connections and table, on a simulated loop, network and disk.

Its journal is the real bytes on a simulated disk. It can die before or after every single thing that reaches the
world outside: a commit, or a write to a connection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from net.errors import NetError
from net.host.connection import ServerConnection
from net.host.server import TableServer
from net.host.table_runner import TableRunner
from net.journal.entries import ActionEntry, Entry
from net.protocol.messages import Bye, Hello
from net.table.table import Table
from net.table.tick import Input, TickResult
from net.transport.tls import PlainStream
from tests.sim.invariants import Invariants
from tests.sim.presence_checks import PresenceChecks
from tests.sim.processes import Process, ProcessKilled
from tests.sim.virtual_disk import Disk
from tests.sim.virtual_links import Connection, Transport
from tests.sim.world import World

GOODBYE_SECONDS: Final = 15.0
"""How long a host may take to end, whatever people's ends do or do not do."""


class KillableTransport(Transport):
    """A transport of the host; the process may be killed before every write."""

    process: Host

    def write(self, data: Any) -> None:
        if self.process.alive and not self._closing:
            self.process.about_to_tell()
            super().write(data)


class WatchedConnection(ServerConnection):
    """The host's end of a connection; it reports to the presence checks."""

    def __init__(self, host: Host, wire: Connection) -> None:
        server = host.table_server
        super().__init__(server.runner, server.admission, server.code_attempts, PlainStream())
        self.process = host
        self.whose = wire.whose
        self.token = self.claims = ""

    @property
    def open(self) -> bool:
        """Whether somebody is at the other end, as far as the host can know."""
        return self._link is not None and bool(self.token)

    def _forward(self, message: Any) -> None:
        if isinstance(message, Bye):
            self.process.presence.parted(self.token or self.claims, goodbye=True)
        elif isinstance(message, Hello):
            self.claims = message.token
        super()._forward(message)

    def _disconnect(self) -> None:
        if self.open:
            self.process.presence.parted(self.token)
        super()._disconnect()

    def end(self, error: NetError) -> None:
        if self.open:
            self.process.presence.parted(self.token)
        super().end(error)

    def pause_writing(self) -> None:
        self.process.world.count("a reader fell behind")
        self.process.checks.behind.add(self.whose)
        super().pause_writing()


class WatchedTable:
    """A table whose every tick is passed to the checks."""

    def __init__(self, table: Table, host: Host) -> None:
        self._table = table
        self._host = host

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def handle(self, inputs: Sequence[Input], now: float) -> TickResult:
        result = self._table.handle(inputs, now)
        self._host.checks.ticked(result)
        self._host.presence.ticked(self._table, result)
        return result


class FakeServer:
    """Takes the place of the asyncio server; `HostMachine` accepts the connections."""

    def __init__(self) -> None:
        self.listens = True

    def close(self) -> None:
        """Stop listening."""
        self.listens = False

    async def wait_closed(self) -> None:
        """Return at once."""


class SimulatedJournal:
    """The journal of the host, on the virtual disk; `hand` holds the entries that are being written."""

    def __init__(self, host: Host) -> None:
        self.hand: Sequence[Entry] = ()
        self._host = host

    def commit(self, entries: Sequence[Entry], then: Callable[[NetError | None], None]) -> None:
        """Commit the entries of one tick; that takes some time."""
        self.hand = entries
        host = self._host
        if host.last_tick and len(entries) > 1:
            host.fuse = 0
        host.burn("killed before the journal")
        host.world.after(host.disk.time(), lambda: host.run(self._written, entries, then))

    def _written(self, entries: Sequence[Entry], then: Callable[[NetError | None], None]) -> None:
        self.hand = ()
        error = self._host.disk.commit(entries)
        if error is None:
            self._host.checks.written(entries)
            self._host.fresh = any(isinstance(entry, ActionEntry) for entry in entries)
            if self._host.ambush is not None and any(isinstance(entry, ActionEntry) and entry.ask for entry in entries):
                self._host.world.after(0.05 + 0.4 * self._host.world.chance.random(), self._host.ambush)
                self._host.ambush = None
        then(error)

    async def close(self, over: bool) -> None:
        """Close the journal."""


class Host(Process):
    """One life of the host's process; after `fuse` commits and writes it ends, and `burnt` is called.

    With `last_tick` it ends while it writes down the next tick of several entries; an `ambush` happens shortly after
    somebody's action has been written down and told.
    """

    def __init__(
        self,
        world: World,
        table: Table,
        disk: Disk,
        checks: Invariants,
        offset: float,
        burnt: Callable[[], None],
        house: type[TableRunner] = TableRunner,
    ) -> None:
        super().__init__(world, "host", offset)
        self.table = table
        self.disk = disk
        self.checks = checks
        self.fuse: int | None = None
        self.last_tick = False
        self.ambush: Callable[[], None] | None = None
        self.resident: Any = None
        self.burnt = burnt
        self.presence = PresenceChecks(world, self)
        self.lines: list[tuple[Connection, WatchedConnection]] = []
        self._house = house
        self.fresh = False
        self._pen = SimulatedJournal(self)
        self.run(self._open)

    def _open(self) -> None:
        self.table_server = TableServer()
        self.server = self.table_server._server = FakeServer()  # type: ignore[assignment]
        watched = WatchedTable(self.table, self)
        self.house = self.table_server._runner = self._house(watched, self._pen)  # type: ignore[arg-type]

        self.house.failed.add_done_callback(lambda _: self.say_goodbye())

    def say_goodbye(self) -> None:
        """End in order: everybody is told why, and then the process is over."""
        self.create_task(self.table_server.close()).add_done_callback(lambda _: self.run(self._over))
        self.world.after(
            GOODBYE_SECONDS, lambda: self.world.demand(not self.alive, "the host does not come to its end")
        )

    def _over(self) -> None:
        self.world.count("the host ended in order")
        self.die()
        self.burnt()

    def accept(self, wire: Connection) -> None:
        """Accept a new connection."""
        self.run(self._accept, wire)

    def _accept(self, wire: Connection) -> None:
        line = WatchedConnection(self, wire)
        self.table_server.track(line)
        self.lines.append((wire, line))
        KillableTransport(self, wire.down, wire.up, wire).made(line)

    # Ends

    def about_to_tell(self) -> None:
        """Count down the fuse before a write to a connection."""
        self.burn("killed between journal and send" if self.fresh else "killed between two writes")
        self.fresh = False

    def burn(self, path: str) -> None:
        """End here if the fuse has burnt down; `path` says where that is."""
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse < 0:
                self.world.count(path)
                self.die()
                self.burnt()
                raise ProcessKilled

    def die(self, power: bool = False) -> None:
        """End this process at once; `power` takes the whole machine with it."""
        if not self.alive:
            return
        self.end()
        self.world.note("host", "loses power" if power else "is killed")
        self.disk.break_off(self._pen.hand, power)
        for wire, _ in self.lines:
            if power:
                wire.vanish()
            else:
                wire.cut()
        self.checks.died(power, self._pen.hand)
