"""Injects the faults of the simulator into the host or people's machines, at random times."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.sim.host_machine import HostMachine
from tests.sim.host_process import KILL_POINTS
from tests.sim.hostile_peers import HostilePeer
from tests.sim.remote_players import RemotePerson
from tests.sim.simulation import Simulation
from tests.sim.virtual_links import NetworkLink


class FaultInjector:
    """Schedules the faults of one run, at random times and on random victims.

    `frequent_fault` names one of its methods that injects a fault: about every second fault is then of this kind. If it
    is empty, each fault is drawn from the list `faults`, which contains common ones several times.
    """

    def __init__(
        self, simulation: Simulation, machine: HostMachine, people: Sequence[RemotePerson], frequent_fault: str = ""
    ) -> None:
        self.simulation = simulation
        self.machine = machine
        self.people = people
        self.faults: list[Callable[[], None]] = [
            self.kill_host,
            self.kill_host,
            self.kill_host_after_steps,
            self.kill_host_after_steps,
            self.kill_host_at_step,
            self.kill_host_during_write,
            self.cut_power,
            self.cut_power_after_action,
            self.kill_program,
            self.kill_program,
            self.cut_connection,
            self.cut_connection,
            self.split_network,
            self.half_close_connection,
            self.stop_reading,
            self.repeat_action,
            self.repeat_action,
            self.delay_link,
            self.jump_clock,
            self.connect_hostile_peer,
            self.connect_hostile_peer,
            self.connect_hostile_peer,
            self.slow_disk,
            self.fill_disk,
            self.end_host,
        ]

        if frequent_fault:
            self.faults += [getattr(self, frequent_fault)] * len(self.faults)

    def schedule_faults(self, count: int, end_time: float) -> None:
        """Schedule this number of faults before the time `end_time`."""
        for _ in range(count):
            self.simulation.schedule_at(
                self.simulation.chance.uniform(0.2, end_time), self.simulation.chance.choice(self.faults)
            )

    def end_all_faults(self) -> None:
        """End the faults that last: slow or full disk, slow or split links, stalled readers, but not wrong clocks."""
        self.machine.disk.slow = self.machine.disk.full = False
        for person in self.people:
            person.link.delay = 0.02
            person.link.mend()
            if person.transport is not None:
                person.transport.wire.down.resume_reader("stalled")

    def _random_person(self) -> RemotePerson:
        """Return a random person, whose machine gets the fault."""
        return self.simulation.chance.choice(self.people)

    def _random_seconds(self, max_seconds: float) -> float:
        """Return a random time up to `max_seconds` seconds, mostly a short one."""
        return max_seconds * self.simulation.chance.random() ** 3

    # The host

    def kill_host(self) -> None:
        """Kill the process of the host, if it runs; it is started again later."""
        if self.machine.is_running:
            self.machine.kill()
            self.machine.start_later()

    def kill_host_after_steps(self) -> None:
        """Kill the host before one of its next 31 steps (commits, writes, ends of connections), unless a kill is
        already planned.
        """
        host = self.machine.host
        if host is not None and host.is_alive and host.steps_left is None:
            host.steps_left = self.simulation.chance.randint(0, 30)

    def kill_host_at_step(self) -> None:
        """Kill the host before its next step of a random kind (`KILL_POINTS`)."""
        host = self.machine.host
        if host is not None and host.is_alive:
            host.kill_point = self.simulation.chance.choice(KILL_POINTS)

    def cut_power(self) -> None:
        """Cut the power of the host's machine, if the host runs; it is started again later."""
        if self.machine.is_running:
            self.machine.kill(loses_power=True)
            self.machine.start_later()

    def kill_host_during_write(self) -> None:
        """Kill the host while it writes the next tick (entries written together) that has several entries."""
        if self.machine.host is not None:
            self.machine.host.kill_during_write = True

    def cut_power_after_action(self) -> None:
        """Cut the power of the host's machine shortly after a person's action has been committed and acknowledged."""
        if self.machine.host is not None:
            self.machine.host.after_action_commit = self.cut_power

    def slow_disk(self) -> None:
        """Slow the disk of the host for up to ten seconds."""
        disk = self.machine.disk
        disk.slow = True
        self.simulation.schedule_after(self._random_seconds(10.0), lambda: setattr(disk, "slow", False))

    def fill_disk(self) -> None:
        """Fill the disk: every commit fails for a while."""
        disk = self.machine.disk
        disk.full = True
        self.simulation.schedule_after(self._random_seconds(10.0), lambda: setattr(disk, "full", False))

    def end_host(self) -> None:
        """Ask the host to end, so that it says goodbye to everybody; it is started again."""
        host = self.machine.host
        if host is not None and host.is_alive:
            host.run(host.say_goodbye)

    # People

    def kill_program(self) -> None:
        """Kill a person's program, or cut the power of its machine; it is started again later."""
        victim = self._random_person()
        if victim.program is not None:
            victim.kill_program(loses_power=self.simulation.chance.random() < 0.3)
            self.simulation.count("a person's program was killed")
            pause = self.simulation.chance.choice((self._random_seconds(10.0), 1.5, 3.0, 34.0))
            self.simulation.schedule_after(pause, victim.rejoin)

    def cut_connection(self) -> None:
        """Break a person's connection so that both ends notice it."""
        victim = self._random_person()
        if victim.transport is not None:
            self.simulation.count("a connection broke")
            victim.transport.wire.cut()

    def half_close_connection(self) -> None:
        """Close one direction of a person's connection."""
        victim = self._random_person()
        if victim.transport is not None:
            self.simulation.count("a connection was half closed")
            wire = victim.transport.wire
            self.simulation.chance.choice((wire.up, wire.down)).finish()

    def split_network(self) -> None:
        """Split the network link of one person, or of all, for up to 150 seconds."""
        links: list[NetworkLink] = [person.link for person in self.people]
        if self.simulation.chance.random() < 0.5:
            links = [self.simulation.chance.choice(links)]
        self.simulation.count("the network was split")
        for link in links:
            link.split = True
        until = self._random_seconds(150.0)
        for link in links:
            self.simulation.schedule_after(until, link.mend)

    def stop_reading(self) -> None:
        """Stop a client from reading for a while, and send it many lines of chat."""
        victim = self._random_person()
        if victim.transport is not None:
            pipe = victim.transport.wire.down
            pipe.pause_reader("stalled")
            self.simulation.count("somebody stopped reading")
            for person in self.people:
                for _ in range(5):
                    person.use_client(lambda program: program.send_chat("Is there anyone who does not read this? " * 6))
            self.simulation.schedule_after(self._random_seconds(120.0), lambda: pipe.resume_reader("stalled"))

    def repeat_action(self) -> None:
        """Send an action twice: with the same id, or with a new one for a decision that is already past."""
        victim = self._random_person()
        if self.simulation.chance.random() < 0.5:
            victim.resend_action()
        else:
            victim.resend_with_new_id()

    def delay_link(self) -> None:
        """Lengthen the delay of a person's link for a while."""
        link = self._random_person().link
        delay, link.delay = link.delay, 2.0
        self.simulation.schedule_after(self._random_seconds(20.0), lambda: setattr(link, "delay", delay))

    def jump_clock(self) -> None:
        """Set the host's clock forward, as after its machine was suspended."""
        if self.machine.host is not None and self.machine.host.is_alive:
            self.simulation.count("the host's clock jumped")
            self.machine.host.set_clock_forward(self._random_seconds(100.0))

    def connect_hostile_peer(self) -> None:
        """Connect a hostile peer to the host."""
        HostilePeer(self.simulation, self.machine).connect()
