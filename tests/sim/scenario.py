"""One run of the simulator: a table, some people, matches and faults; once the faults have ended, the match must
end.
"""

from __future__ import annotations

from typing import Final

from core import games
from net.host.table_runner import TableRunner
from net.journal.entries import add_up_to_saved_table
from net.protocol.table_state import Terms
from net.table.spec import TableSpec
from net.table.table import Table
from tests.sim.fault_injector import FaultInjector
from tests.sim.final_checks import (
    check_connected_people_have_connections,
    check_everybody_sees_the_same,
    check_order_does_not_matter,
    check_results_counted_once,
)
from tests.sim.host_machine import HostMachine
from tests.sim.invariants import Invariants
from tests.sim.local_player import LocalPerson
from tests.sim.owner_actor import BOT_LEVELS, OwnerActor
from tests.sim.remote_players import RemotePerson
from tests.sim.simulation import Simulation
from tests.sim.table_configs import table_configs
from tests.sim.virtual_disk import VirtualDisk
from tests.sim.virtual_links import NetworkLink

PERSON_NAMES: Final = ("Ann", "Bob", "Cyd", "Dan")
"""The names of the people at the table."""

FAULTY_SECONDS: Final = 12.0
"""Time in seconds from the start of the run within which all faults begin."""

MAX_MATCH_SECONDS: Final = 900.0
"""Time in seconds after `FAULTY_SECONDS` within which every match must end."""

QUIET_SECONDS: Final = 6.0
"""Time in seconds for which the run goes on after the faults have ended, so that no message is on its way at the final
checks.
"""


class Scenario:
    """One run of the simulator with all its parts: clock and chance, disk, host's machine, people, faults and checks.

    `game` and `seed` decide everything. `trace`: keep a history. `faults`: the largest number of faults in the run;
    with 0 there are none, and no requests of the owner. `frequent_fault`: the name of a kind of fault that happens
    often. `runner_type` and `disk`: classes with which the host runs, perhaps faulty ones.
    """

    def __init__(
        self,
        game: str,
        seed: int,
        trace: bool = False,
        faults: int = 5,
        frequent_fault: str = "",
        runner_type: type[TableRunner] = TableRunner,
        disk: type[VirtualDisk] = VirtualDisk,
    ) -> None:
        self.simulation = simulation = Simulation(f"{game} {seed}", trace)
        chance = simulation.chance
        self.game = games[game]
        self.seats, self.options = chance.choice(table_configs(game))
        self.faults = faults
        self.matches = chance.choice((1, 1, 1, 1, 1, 1, 2))
        self.pace = chance.choice((0.0, 0.0, 1.0))
        self.disk = disk(simulation, durable=chance.random() < 0.3)
        self.checks = Invariants(simulation, self.disk)
        self.machine = HostMachine(simulation, self.disk, self.checks, self.new_table, self.restored_table, runner_type)
        people = chance.randint(1, 3)
        watch = chance.random() < 0.12
        self.people = [
            RemotePerson(
                simulation,
                self.machine,
                self.checks,
                name,
                NetworkLink(simulation, 0.005 + 0.05 * chance.random()),
                False,
            )
            for name in PERSON_NAMES[:people]
        ]
        if watch:
            self.people.append(
                RemotePerson(simulation, self.machine, self.checks, "Wim", NetworkLink(simulation, 0.01), True)
            )
        if chance.random() < 0.12:
            self.people.append(LocalPerson(simulation, self.machine, self.checks, "Own"))
        self.fault_injector = FaultInjector(simulation, self.machine, self.people, frequent_fault)
        self.owners = OwnerActor(simulation, self.people)
        self.terms = self.owners.random_terms() if chance.random() < 0.4 else Terms()
        for person in self.people:
            person.lets_clock_decide = self.terms.clock > 0 and chance.random() < 0.5

    def new_table(self) -> Table:
        """Return the table as it is opened for the first time."""
        secret = self.simulation.chance.randbytes(32)
        spec = TableSpec(
            self.game,
            self.seats,
            self.options,
            "Sim",
            pace=self.pace,
            bot_kinds=(self.simulation.chance.choice(BOT_LEVELS),),
        )
        return Table(spec, secret, self.simulation.chance.randbytes)

    def restored_table(self, disk: VirtualDisk, now: float) -> Table | None:
        """Return the table that the journal on the disk holds, or None if it holds none."""
        saved = add_up_to_saved_table(disk.entries())
        if saved is None:
            return None
        chance = self.simulation.chance
        return Table.restore(saved, now, pace=self.pace, chance=chance.randbytes(16), draw_bytes=chance.randbytes)

    # The run

    def run_to_the_end(self) -> None:
        """Run from the first message of a client until all matches are over and the final state is checked.

        Raise `InvariantViolated`, or the error of a process, if anything is wrong.
        """
        simulation = self.simulation
        self.machine.start()
        for person in self.people:
            simulation.schedule_at(0.5 * simulation.chance.random(), person.start_program)
        self._keep_starting_matches()
        self.fault_injector.schedule_faults(simulation.chance.randint(0, self.faults), FAULTY_SECONDS)
        self.owners.schedule_requests(simulation.chance.choice((0, 0, 0, 1, 2)) if self.faults else 0, FAULTY_SECONDS)
        simulation.run(FAULTY_SECONDS)
        if self.has_begun():
            self.make_some_people_leave()
        simulation.run(FAULTY_SECONDS + MAX_MATCH_SECONDS, self._is_over)
        if self._waits_for_somebody():
            simulation.count("a match stood still until somebody came back")
            for person in self.people:  # anybody may have been sent away for good
                person.eager = True
                person.rejoin()
            simulation.run(FAULTY_SECONDS + 2 * MAX_MATCH_SECONDS, self._is_over)
        simulation.check(self._is_over() or not self.has_begun(), "the match does not end")
        self._check_end_state()

    def _check_end_state(self) -> None:
        """End all faults, wait until no message is on its way, and check the final state."""
        simulation = self.simulation
        self.matches = 0
        self.fault_injector.end_all_faults()
        simulation.run(simulation.now + QUIET_SECONDS)
        while simulation.now - self.checks.last_send_at < QUIET_SECONDS / 2:
            simulation.run(simulation.now + QUIET_SECONDS)
        check_order_does_not_matter(self.checks)
        check_results_counted_once(self.checks)
        if self.machine.host is not None and self.machine.host.is_alive:
            check_connected_people_have_connections(self.checks, self.machine.host)
            check_everybody_sees_the_same(self.checks, self.machine.host.table, self.people)

    def _keep_starting_matches(self) -> None:
        """Start a match as the owner in the lobby, unless all matches of the run have begun; repeat every 0.7 s."""
        owner = self.owners.owner()
        if owner is not None and owner.program is not None and len(self.checks.oracles) < self.matches:
            table = owner.program.table
            if table is not None and table.phase == "lobby":
                owner.use_client(lambda program: program.set_terms(self.terms))
                owner.use_client(lambda program: program.start_match())
        if self.simulation.now < 2 * FAULTY_SECONDS:
            self.simulation.schedule_after(0.7, self._keep_starting_matches)

    def has_begun(self) -> bool:
        """Return whether a match has begun, according to the journal."""
        return bool(self.checks.oracles)

    def make_some_people_leave(self) -> None:
        """Make some people leave before the end; sometimes pause the match and make everybody leave."""
        owner = self.owners.owner()
        if owner is not None and self._is_playing() and self.simulation.chance.random() < 0.1:
            self.owners.pause_match(owner)
            self.simulation.schedule_after(1.0, self._end_all_programs)
            return
        for person in self.people:
            outcome = self.simulation.chance.random()
            if outcome < 0.15:
                person.leave_for_good()
            elif outcome < 0.3:
                person.eager = False
                person.kill_program(loses_power=outcome < 0.2)

    def _end_all_programs(self) -> None:
        """End the programs of all people; they do not start them again."""
        for person in self.people:
            person.eager = False
            person.kill_program(loses_power=False)

    def _is_playing(self) -> bool:
        """Return whether the host runs and a match is being played at its table."""
        host = self.machine.host
        return host is not None and host.is_alive and host.table.is_playing

    def _waits_for_somebody(self) -> bool:
        """Return whether the host runs and its match stands still because no player is present."""
        host = self.machine.host
        if self._is_over() or host is None or not host.is_alive:
            return False
        return host.table.state.is_deserted

    def _is_over(self) -> bool:
        """Return whether a match has begun and none is being dealt or played."""
        host = self.machine.host
        idle = (
            host is not None
            and host.is_alive
            and host.table.state.active_runner is None
            and host.table.state.deal is None
        )
        return self.has_begun() and idle
