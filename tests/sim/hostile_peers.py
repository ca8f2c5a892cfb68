"""Bad peers: those who send garbage, floods, half a frame, nothing, or who never read."""

from __future__ import annotations

import asyncio
from typing import Final

from net.limits import MESSAGES_AT_ONCE, PROTOCOL_VERSION
from net.protocol.connection import ClientEndpoint
from net.protocol.messages import (
    Act,
    Bye,
    ConnectionFailed,
    Hello,
    Message,
    RecordPiece,
    RequestRecord,
    RequestSnapshot,
    SendChat,
    Start,
    to_bytes,
)
from tests.sim.host_machine import HostMachine, NetworkPath
from tests.sim.processes import Process
from tests.sim.virtual_links import Link
from tests.sim.world import World

FLOODS: Final = 0.05
"""How many strangers flood the host; one does more than all else in a run."""


class Stranger(asyncio.Protocol):
    """One bad peer."""

    def __init__(self, world: World, machine: HostMachine) -> None:
        self.world = world
        self.machine = machine
        self._end = ClientEndpoint(self._hello(), world.now)

    def come(self) -> None:
        """Connect and misbehave."""
        way = NetworkPath(self.machine, "stranger", Link(self.world, 0.01))
        process = Process(self.world, "stranger", network=way)
        process.run(lambda: way.open(process, lambda: self).add_done_callback(lambda made: made.exception()))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        chance = self.world.chance
        ways = (self._garbage, self._half, self._silence, self._nonsense, self._early)
        way = self._flood if chance.random() < FLOODS else chance.choice(ways)
        transport.write(way())
        if chance.random() < 0.4:
            transport.pause_reading()
            if chance.random() < 0.5:
                self.world.count("a stranger hung up and never read")
                transport.write_eof()
        self.world.after(200 * chance.random(), transport.abort)

    def data_received(self, data: bytes) -> None:
        """Read why the host sends it away."""
        for heard in self._end.receive(data, self.world.now):
            if isinstance(heard, ConnectionFailed):
                self.world.count(f"refused: {heard.kind}")
            elif isinstance(heard, RecordPiece) and heard.data:
                self.machine.checks.proven(heard.match)

    # What it says

    def _garbage(self) -> bytes:
        self.world.count("a stranger sent garbage")
        return self.world.chance.randbytes(self.world.chance.randint(1, 3_000))

    def _early(self) -> bytes:
        self.world.count("a stranger sent too much")
        return to_bytes(SendChat("x" * 4_000)) + bytes(2_000)

    def _half(self) -> bytes:
        self.world.count("a stranger sent half a frame")
        whole = to_bytes(self._hello())
        return whole[: self.world.chance.randint(1, len(whole) - 1)]

    def _silence(self) -> bytes:
        self.world.count("a stranger was silent")
        return b""

    def _flood(self) -> bytes:
        self.world.count("a stranger flooded the host")
        one = self.world.chance.choice(
            (to_bytes(RequestSnapshot()), to_bytes(SendChat("x" * 20)), to_bytes(Act(1, 1, 0, "reveal")))
        )
        return to_bytes(self._hello()) + one * (MESSAGES_AT_ONCE + 50)

    def _nonsense(self) -> bytes:
        """Messages of the protocol, out of place or with wrong contents."""
        self.world.count("a stranger talked nonsense")
        chance = self.world.chance
        some: list[Message] = [
            Act(chance.randrange(9), 1, chance.randrange(20), "reveal"),
            Start(),
            RequestSnapshot(),
            RequestRecord(1, 0),
            Bye(),
            self._hello(),
        ]
        return to_bytes(self._hello()) + b"".join(to_bytes(chance.choice(some)) for _ in range(8))

    def _hello(self) -> Hello:
        return Hello(PROTOCOL_VERSION, "\x1b[2JZed", "", True, "f" * 32, 1, self.world.chance.randrange(50), 0)
