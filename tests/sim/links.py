"""Simulated TCP: bytes arrive late, in pieces of any size, in order, or not at all; never altered.

A *road* lies between one machine and the host; all the connections of that machine go over it. While it is
split nothing arrives, in either direction; what was sent arrives when it is mended.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from world import World


class End(Protocol):
    """What one end of a connection is told."""

    def received(self, data: bytes) -> None: ...

    def ended(self) -> None: ...

    def full(self) -> None: ...

    def drained(self) -> None: ...


class Road:
    """The way between a machine and the host."""

    def __init__(self, world: World, delay: float) -> None:
        self.delay = delay
        self.split = False
        self._world = world
        self._waiting: list[Callable[[], None]] = []

    def time(self) -> float:
        """How long what is sent now takes."""
        return self.delay * (0.5 + self._world.chance.random())

    def wait(self, go: Callable[[], None]) -> None:
        """Go on when the road is mended."""
        self._waiting.append(go)

    def mend(self) -> None:
        self.split = False
        waiting, self._waiting = self._waiting, []
        for go in waiting:
            self._world.after(self.time(), go)


class Pipe:
    """One direction of a connection. More than `room` unread bytes make it full."""

    def __init__(self, world: World, road: Road, room: int) -> None:
        self.source: End | None = None
        self.target: End | None = None
        self.stalled = False
        self._world = world
        self._road = road
        self._room = room
        self._flight = bytearray()
        self._moving = False
        self._full = False
        self._finished = False
        self._over = False

    @property
    def over(self) -> bool:
        """Whether nothing can be sent any more."""
        return self._finished or self._over

    def write(self, data: bytes) -> None:
        """Hand bytes to the kernel: from now on they may arrive, whatever becomes of who wrote them."""
        if not data or self.over:
            return
        self._flight += data
        if len(self._flight) > self._room and not self._full:
            self._full = True
            if self.source is not None:
                self.source.full()
        self._go()

    def finish(self) -> None:
        """Say that nothing more follows; what was written still arrives."""
        self._finished = True
        self._go()

    def cut(self) -> None:
        """Break: of what is on its way some arrives, then the end."""
        self._flight = self._flight[: self._world.chance.randint(0, len(self._flight))]
        self.finish()

    def vanish(self) -> None:
        """Break without a sign: nothing more arrives, not even the end."""
        self._over = True

    def stall(self, stalled: bool) -> None:
        """Let the reader read no more, or read again."""
        self.stalled = stalled
        self._go()

    def _go(self) -> None:
        if not self._moving and not self.stalled and not self._over:
            self._moving = True
            self._world.after(self._road.time(), self._arrive)

    def _arrive(self) -> None:
        self._moving = False
        if self._over or self.stalled:
            return
        if self._road.split:
            self._moving = True
            self._road.wait(self._arrive)
            return
        whole = len(self._flight)
        size = whole if self._world.chance.random() < 0.85 else self._world.chance.randint(1, whole) if whole else 0
        data = bytes(self._flight[:size])
        del self._flight[:size]
        if self._full and len(self._flight) <= self._room // 4:
            self._full = False
            if self.source is not None and not self._finished:
                self.source.drained()
        if data and self.target is not None:
            self.target.received(data)
        if self._flight:
            self._go()
        elif self._finished and not self._over:
            self._over = True
            if self.target is not None:
                self.target.ended()


class Wire:
    """A connection: `up` to the host and `down` to the person."""

    def __init__(self, world: World, road: Road, room: int) -> None:
        self.road = road
        self.up = Pipe(world, road, room)
        self.down = Pipe(world, road, room)

    def cut(self) -> None:
        """Break in both directions, noticed by both ends."""
        self.up.cut()
        self.down.cut()

    def vanish(self) -> None:
        """Break without a sign."""
        self.up.vanish()
        self.down.vanish()
