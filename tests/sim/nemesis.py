"""What goes wrong: every fault there is, at instants and on victims that chance chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.sim.host_machine import HostMachine
from tests.sim.hostile_peers import Stranger
from tests.sim.remote_players import RemotePerson
from tests.sim.virtual_links import Link
from tests.sim.world import World


class Nemesis:
    """Plans faults for one run: each has a time, a victim, and (but for deaths for good) an end."""

    def __init__(self, world: World, machine: HostMachine, people: Sequence[RemotePerson], often: str = "") -> None:
        self.world = world
        self.machine = machine
        self.people = people
        self.faults: list[Callable[[], None]] = [
            self.kill_host,
            self.kill_host,
            self.burn_fuse,
            self.burn_fuse,
            self.burn_fuse,
            self.tear_tick,
            self.cut_power,
            self.take_back,
            self.kill_program,
            self.kill_program,
            self.cut_line,
            self.cut_line,
            self.split,
            self.half_close,
            self.stall,
            self.repeat,
            self.repeat,
            self.come_late,
            self.jump,
            self.stranger,
            self.stranger,
            self.stranger,
            self.slow_disk,
            self.fill_disk,
            self.end_host,
        ]

        if often:
            self.faults += [getattr(self, often)] * len(self.faults)

    def plan(self, number: int, until: float) -> None:
        """Let so many faults happen before an instant."""
        for _ in range(number):
            self.world.at(self.world.chance.uniform(0.2, until), self.world.chance.choice(self.faults))

    def mend(self) -> None:
        """Undo what can be undone: everything arrives again, and everybody reads."""
        self.machine.disk.slow = self.machine.disk.full = False
        for person in self.people:
            person.link.delay = 0.02
            person.link.mend()
            if person.transport is not None:
                person.transport.wire.down.go_on("stalled")

    def _victim(self) -> RemotePerson:
        return self.world.chance.choice(self.people)

    def _soon(self, most: float) -> float:
        """A time that is mostly short."""
        return most * self.world.chance.random() ** 3

    # The host

    def kill_host(self) -> None:
        if self.machine.runs:
            self.machine.kill()
            self.machine.start_later()

    def burn_fuse(self) -> None:
        """Kill the host before one of the next effects."""
        host = self.machine.host
        if host is not None and host.alive and host.fuse is None:
            host.fuse = self.world.chance.randint(0, 30)

    def cut_power(self) -> None:
        if self.machine.runs:
            self.machine.kill(power=True)
            self.machine.start_later()

    def tear_tick(self) -> None:
        """Kill the host while it writes down a tick of several entries."""
        if self.machine.host is not None:
            self.machine.host.last_tick = True

    def take_back(self) -> None:
        """Cut the power when somebody has just been told that their action is done."""
        if self.machine.host is not None:
            self.machine.host.ambush = self.cut_power

    def slow_disk(self) -> None:
        disk = self.machine.disk
        disk.slow = True
        self.world.after(self._soon(10.0), lambda: setattr(disk, "slow", False))

    def fill_disk(self) -> None:
        """Let nothing be written for a while."""
        disk = self.machine.disk
        disk.full = True
        self.world.after(self._soon(10.0), lambda: setattr(disk, "full", False))

    def end_host(self) -> None:
        """Let the host say goodbye to everybody, and start it again."""
        host = self.machine.host
        if host is not None and host.alive:
            host.run(host.say_goodbye)

    # People

    def kill_program(self) -> None:
        victim = self._victim()
        if victim.program is not None:
            victim.vanish(power=self.world.chance.random() < 0.3)
            self.world.count("a person's program was killed")
            pause = self.world.chance.choice((self._soon(10.0), 1.5, 3.0, 34.0))
            self.world.after(pause, victim.come_again)

    def cut_line(self) -> None:
        victim = self._victim()
        if victim.transport is not None:
            self.world.count("a connection broke")
            victim.transport.wire.cut()

    def half_close(self) -> None:
        victim = self._victim()
        if victim.transport is not None:
            self.world.count("a connection was half closed")
            wire = victim.transport.wire
            self.world.chance.choice((wire.up, wire.down)).finish()

    def split(self) -> None:
        roads: list[Link] = [person.link for person in self.people]
        if self.world.chance.random() < 0.5:
            roads = [self.world.chance.choice(roads)]
        self.world.count("the network was split")
        for link in roads:
            link.split = True
        until = self._soon(150.0)
        for link in roads:
            self.world.after(until, link.mend)

    def stall(self) -> None:
        """Let somebody's end read nothing for a while."""
        victim = self._victim()
        if victim.transport is not None:
            pipe = victim.transport.wire.down
            pipe.stop("stalled")
            self.world.count("somebody stopped reading")
            for person in self.people:
                for _ in range(5):
                    person.do(lambda program: program.say("Is there anybody who does not read this? " * 6))
            self.world.after(self._soon(120.0), lambda: pipe.go_on("stalled"))

    def repeat(self) -> None:
        """Say an action again, as it was, or under a new number: then it is for a decision that is past."""
        victim = self._victim()
        if self.world.chance.random() < 0.5:
            victim.again()
        else:
            victim.again_as_new()

    def come_late(self) -> None:
        """Let what somebody says next arrive much later."""
        link = self._victim().link
        delay, link.delay = link.delay, 2.0
        self.world.after(self._soon(20.0), lambda: setattr(link, "delay", delay))

    def jump(self) -> None:
        """Let the host's clock jump, as when its machine has slept."""
        if self.machine.host is not None and self.machine.host.alive:
            self.world.count("the host's clock jumped")
            self.machine.host.jump(self._soon(100.0))

    def stranger(self) -> None:
        Stranger(self.world, self.machine).come()
