"""Hostile peers of the simulator, which send garbage, floods, half a frame or nothing, or never read."""

from __future__ import annotations

import asyncio
from typing import Final

from net.limits import PERSON_MESSAGES_AT_ONCE, PROTOCOL_VERSION
from net.protocol.endpoint import ClientEndpoint
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
    encode_message,
)
from tests.sim.host_machine import HostMachine, NetworkPath
from tests.sim.processes import Process
from tests.sim.simulation import Simulation
from tests.sim.virtual_links import NetworkLink

FLOOD_SHARE: Final = 0.05
"""Share of the hostile peers that flood the host with messages; one flood takes longer than the rest of a run."""


class HostilePeer(asyncio.Protocol):
    """A connection to the host that sends hostile bytes of a random kind, and counts how the host refuses it."""

    def __init__(self, simulation: Simulation, machine: HostMachine) -> None:
        self.simulation = simulation
        self.machine = machine
        self._end = ClientEndpoint(self._hello(), simulation.now)

    def connect(self) -> None:
        """Connect to the host, and send hostile bytes as soon as the connection is made."""
        way = NetworkPath(self.machine, "hostile_peer", NetworkLink(self.simulation, 0.01))
        process = Process(self.simulation, "hostile_peer", network=way)
        process.run(lambda: way.open(process, lambda: self).add_done_callback(lambda made: made.exception()))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send hostile bytes of a random kind, perhaps never read anything, and disconnect within 200 seconds."""
        assert isinstance(transport, asyncio.Transport)
        chance = self.simulation.chance
        ways = (
            self._garbage_bytes,
            self._first_half_of_frame,
            self._no_bytes,
            self._messages_in_wrong_order,
            self._oversized_first_frame,
        )
        way = self._too_many_messages if chance.random() < FLOOD_SHARE else chance.choice(ways)
        transport.write(way())
        if chance.random() < 0.4:
            transport.pause_reading()
            if chance.random() < 0.5:
                self.simulation.count("a hostile peer hung up and never read")
                transport.write_eof()
        self.simulation.schedule_after(200 * chance.random(), transport.abort)

    def data_received(self, data: bytes) -> None:
        """Count why the host refuses this peer, and check that it is sent a record only of a match that is over."""
        for message in self._end.receive(data, self.simulation.now):
            if isinstance(message, ConnectionFailed):
                self.simulation.count(f"refused: {message.kind}")
            elif isinstance(message, RecordPiece) and message.data:
                self.machine.checks.check_sent_record(message.match_number)

    # Bytes that a hostile peer sends

    def _garbage_bytes(self) -> bytes:
        """Return random bytes, which are no message of the protocol."""
        self.simulation.count("a hostile peer sent garbage")
        return self.simulation.chance.randbytes(self.simulation.chance.randint(1, 3_000))

    def _oversized_first_frame(self) -> bytes:
        """Return a first frame that is longer than the host allows before a hello."""
        self.simulation.count("a hostile peer sent too much")
        return encode_message(SendChat("x" * 4_000)) + bytes(2_000)

    def _first_half_of_frame(self) -> bytes:
        """Return the beginning of a hello."""
        self.simulation.count("a hostile peer sent half a frame")
        whole = encode_message(self._hello())
        return whole[: self.simulation.chance.randint(1, len(whole) - 1)]

    def _no_bytes(self) -> bytes:
        """Return no bytes: a peer that connects and says nothing."""
        self.simulation.count("a hostile peer was silent")
        return b""

    def _too_many_messages(self) -> bytes:
        """Return more valid messages than the host allows at once."""
        self.simulation.count("a hostile peer flooded the host")
        one = self.simulation.chance.choice(
            (
                encode_message(RequestSnapshot()),
                encode_message(SendChat("x" * 20)),
                encode_message(Act(1, 1, 0, "reveal")),
            )
        )
        return encode_message(self._hello()) + one * (PERSON_MESSAGES_AT_ONCE + 50)

    def _messages_in_wrong_order(self) -> bytes:
        """Return messages of the protocol in a wrong order or with wrong values."""
        self.simulation.count("a hostile peer sent nonsense")
        chance = self.simulation.chance
        some: list[Message] = [
            Act(chance.randrange(9), 1, chance.randrange(20), "reveal"),
            Start(),
            RequestSnapshot(),
            RequestRecord(1, 0),
            Bye(),
            self._hello(),
        ]
        return encode_message(self._hello()) + b"".join(encode_message(chance.choice(some)) for _ in range(8))

    def _hello(self) -> Hello:
        """Return a hello with control characters in the name and an invented token."""
        return Hello(PROTOCOL_VERSION, "\x1b[2JZed", "", True, "f" * 32, 1, self.simulation.chance.randrange(50), 0)
