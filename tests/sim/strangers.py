"""Bad peers: those who send garbage, floods, half a frame, nothing, or who never read."""

from __future__ import annotations

from collections.abc import Callable

from links import Road, Wire
from machine import Machine
from world import World

from net.limits import MESSAGES_AT_ONCE, PROTOCOL
from net.messages import Act, Hello, Look, Message, Say, Start, to_bytes


class Stranger:
    """One bad peer."""

    name = "stranger"

    def __init__(self, world: World, machine: Machine) -> None:
        self.world = world
        self.machine = machine
        self.road = Road(world, 0.01)
        self._wire: Wire | None = None

    def come(self) -> None:
        """Connect and misbehave."""
        ways: list[Callable[[], bytes]] = [self._garbage, self._half, self._flood, self._silence, self._nonsense]
        way = self.world.chance.choice(ways)
        self.machine.connect(self, lambda wire: self._in(wire, way))

    def _in(self, wire: Wire | None, way: Callable[[], bytes]) -> None:
        if wire is None:
            return
        self._wire = wire
        wire.down.target = wire.up.source = self
        wire.up.write(way())
        if self.world.chance.random() < 0.5:
            wire.down.stall(True)
        self.world.after(90 * self.world.chance.random(), wire.cut)

    # What it says

    def _garbage(self) -> bytes:
        self.world.count("a stranger sent garbage")
        return self.world.chance.randbytes(self.world.chance.randint(1, 3_000))

    def _half(self) -> bytes:
        self.world.count("a stranger sent half a frame")
        whole = to_bytes(self._hello())
        return whole[: self.world.chance.randint(1, len(whole) - 1)]

    def _silence(self) -> bytes:
        self.world.count("a stranger was silent")
        return b""

    def _flood(self) -> bytes:
        self.world.count("a stranger flooded the host")
        one = self.world.chance.choice((to_bytes(Look()), to_bytes(Say("x" * 20)), to_bytes(Act(1, 1, 0, "reveal"))))
        return to_bytes(self._hello()) + one * (MESSAGES_AT_ONCE + 50)

    def _nonsense(self) -> bytes:
        """Messages of the protocol, out of place or with wrong contents."""
        self.world.count("a stranger talked nonsense")
        chance = self.world.chance
        some: list[Message] = [
            Act(chance.randrange(9), 1, chance.randrange(20), "reveal"),
            Start(),
            Look(),
            self._hello(),
        ]
        return to_bytes(self._hello()) + b"".join(to_bytes(chance.choice(some)) for _ in range(8))

    def _hello(self) -> Hello:
        return Hello(PROTOCOL, "\x1b[2JZed", "", True, "f" * 32, 1, self.world.chance.randrange(50), 0)

    # What it is told

    def received(self, data: bytes) -> None: ...

    def ended(self) -> None:
        if self._wire is not None:
            self._wire.up.finish()

    def full(self) -> None: ...

    def drained(self) -> None: ...
