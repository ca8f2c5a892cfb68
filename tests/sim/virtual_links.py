"""Simulated TCP: bytes arrive late, in pieces of any size, in order, or not at all; they are never altered.

A `NetworkLink` joins one machine and the host; all connections of that machine go over it. While the link is split
nothing arrives, in either direction; what was sent arrives when it is mended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.sim.processes import Process
from tests.sim.simulation import Simulation


class NetworkLink:
    """The network link between one machine and the host; `delay` is the mean time of a packet in seconds."""

    def __init__(self, simulation: Simulation, delay: float) -> None:
        self.delay = delay
        self.split = False
        self._simulation = simulation
        self._waiting: list[Callable[[], None]] = []

    def packet_seconds(self) -> float:
        """Return a random number of seconds after which a packet that is sent now arrives."""
        return self.delay * (0.5 + self._simulation.chance.random())

    def call_when_mended(self, function: Callable[[], None]) -> None:
        """Call `function` when the link is mended."""
        self._waiting.append(function)

    def mend(self) -> None:
        """End a split of the link: what was sent during it arrives from now on."""
        self.split = False
        waiting, self._waiting = self._waiting, []
        for go in waiting:
            self._simulation.schedule_after(self.packet_seconds(), go)


class HalfConnection:
    """One direction of a connection, between two transports; more than `room` unread bytes make it full."""

    def __init__(self, simulation: Simulation, link: NetworkLink, room: int) -> None:
        self.source: Transport | None = None
        self.target: Transport | None = None
        self.is_full = False
        self._simulation = simulation
        self._own_link = link
        self._room = room
        self._flight = bytearray()
        self._moving = False
        self._stopped: set[str] = set()
        self._finished = False
        self._over = False
        self._refused = False

    def write(self, data: bytes) -> None:
        """Pass bytes to the kernel: from now on they may arrive, even if the process that wrote them dies.

        If there are now too many unread bytes, this is reported to the sender once. After `finish`, `cut` or
        `break_unnoticed` the bytes are dropped.
        """
        if self._over and self._refused and self.source is not None:
            self._simulation.schedule_after(self._own_link.packet_seconds(), self.source.receive_reset)
        if not data or self._finished or self._over:
            return
        self._flight += data
        if len(self._flight) > self._room and not self.is_full:
            self.is_full = True
            if self.source is not None:
                self.source.report_full_buffer()
        self._schedule_arrival()

    def finish(self) -> None:
        """Half-close the connection: what was written still arrives, and nothing follows."""
        self._finished = True
        self._schedule_arrival()

    def cut(self) -> None:
        """Break this direction: some of the bytes on their way arrive, then the end of the stream."""
        if not self._finished:
            self._flight = self._flight[: self._simulation.chance.randint(0, len(self._flight))]
        self.finish()

    def break_unnoticed(self) -> None:
        """Break this direction without anybody noticing: nothing more arrives, not even the end of the stream."""
        self._over = True

    def refuse(self) -> None:
        """From now on answer everything that is sent by a reset, like a machine that no longer knows the connection."""
        self._refused = True

    def pause_reader(self, reason: str) -> None:
        """Pause the reader for a reason, until `resume_reader` is called with it."""
        self._stopped.add(reason)

    def connect_reader(self) -> None:
        """Deliver the bytes that were sent before the reader was connected."""
        if self._flight or self._finished:
            self._schedule_arrival()

    def resume_reader(self, reason: str) -> None:
        """Remove one reason for which the reader is paused."""
        self._stopped.discard(reason)
        self._schedule_arrival()

    def _schedule_arrival(self) -> None:
        """Schedule the next arrival, if none is scheduled and there is a reader that is not paused."""
        has_reader = self.target is not None and self.target.protocol is not None
        if has_reader and not self._moving and not self._stopped and not self._over:
            self._moving = True
            self._simulation.schedule_after(self._own_link.packet_seconds(), self._arrive)

    def _arrive(self) -> None:
        """Pass some of the bytes on their way to the reader, mostly all of them. Report to the sender that there is
        room again, or to the reader the end of the stream.
        """
        self._moving = False
        if self._over or self._stopped:
            return
        if self._own_link.split:
            self._moving = True
            self._own_link.call_when_mended(self._arrive)
            return
        whole = len(self._flight)
        size = (
            whole
            if self._simulation.chance.random() < 0.85
            else self._simulation.chance.randint(1, whole)
            if whole
            else 0
        )
        data = bytes(self._flight[:size])
        del self._flight[:size]
        if self.is_full and len(self._flight) <= self._room // 4:
            self.is_full = False
            if self.source is not None:
                self.source.report_buffer_room()
        if data and self.target is not None:
            self.target.receive_data(data)
        if self._flight:
            self._schedule_arrival()
        elif self._finished and not self._over:
            self._over = True
            if self.target is not None:
                self.target.receive_end()


class Connection:
    """A connection: `up` leads to the host and `down` to the person; `person_name` is used by the checks."""

    def __init__(self, simulation: Simulation, link: NetworkLink, room: int, person_name: str) -> None:
        self.person_name = person_name
        self.link = link
        self.up = HalfConnection(simulation, link, room)
        self.down = HalfConnection(simulation, link, room)

    def cut(self) -> None:
        """Break the connection in both directions, noticed by both ends."""
        self.up.cut()
        self.down.cut()

    def break_unnoticed(self) -> None:
        """Break the connection so that neither end notices."""
        self.up.break_unnoticed()
        self.down.break_unnoticed()

    def forget(self) -> None:
        """Forget this connection, like a machine that has been restarted."""
        self.up.refuse()


class Transport(asyncio.Transport):
    """One end of a connection as asyncio gives it to a protocol."""

    def __init__(self, process: Process, outgoing: HalfConnection, incoming: HalfConnection, wire: Connection) -> None:
        super().__init__()
        self.process = process
        self.wire = wire
        self.protocol: asyncio.Protocol | None = None
        self._out = outgoing
        self._in = incoming
        self._closing = False
        self._lost = False
        outgoing.source = incoming.target = self

    def connect_protocol(self, protocol: asyncio.Protocol) -> None:
        """Connect this end to a protocol."""
        self.protocol = protocol
        self.process.run(protocol.connection_made, self)
        self._in.connect_reader()

    # Called by a half connection

    def receive_data(self, data: bytes) -> None:
        """Pass bytes that have arrived to the protocol."""
        if self.protocol is not None and not self._closing:
            self.process.run(self.protocol.data_received, data)

    def receive_end(self) -> None:
        """Report that the other end has half-closed the connection."""
        if self.protocol is not None and not self._closing:
            self.process.run(self._report_end_of_stream)

    def _report_end_of_stream(self) -> None:
        """Report the end of the stream to the protocol, and close this end too unless the protocol asks to keep it
        open.
        """
        if self.protocol is not None and not self.protocol.eof_received():
            self.close()

    def report_full_buffer(self) -> None:
        """Tell the protocol that the send buffer is full."""
        if self.protocol is not None:
            self.process.run(self.protocol.pause_writing)

    def report_buffer_room(self) -> None:
        """Tell the protocol that the send buffer has room again."""
        if self._closing:
            self._report_loss()
        elif self.protocol is not None:
            self.process.run(self.protocol.resume_writing)

    def receive_reset(self) -> None:
        """End the connection, because the other end no longer knows it."""
        self.process.run(self.abort)

    # Called by a protocol

    def write(self, data: Any) -> None:
        """Send bytes, unless the process has ended or the connection is closing."""
        if self.process.is_alive and not self._closing:
            self._out.write(bytes(data))

    def write_eof(self) -> None:
        """Half-close the connection."""
        if self.process.is_alive:
            self._out.finish()

    def can_write_eof(self) -> bool:
        return True

    def close(self) -> None:
        """Close both directions after everything has been sent."""
        if not self._closing and self.process.is_alive:
            self._closing = True
            self._in.break_unnoticed()
            full = self._out.is_full
            self._out.finish()
            if not full:
                self._report_loss()

    def abort(self) -> None:
        """Close both directions at once."""
        if self.process.is_alive:
            self._closing = True
            self._in.break_unnoticed()
            self._out.cut()
            self._report_loss()

    def _report_loss(self) -> None:
        """Report to the protocol, once, that the connection is lost."""
        if not self._lost and self.protocol is not None:
            self._lost = True
            self.process.call_soon(self.protocol.connection_lost, None)

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        self._in.pause_reader("paused")

    def resume_reading(self) -> None:
        self._in.resume_reader("paused")

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing: the limit is that of the half connection."""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return the person's name as the address of the connection."""
        return (self.wire.person_name, 0) if name == "peername" else default
