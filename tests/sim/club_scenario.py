"""One simulated run of a club: people come, open tables, play, lose connections and return; the club is killed and
restarted.

The hall, the tables and the runners are the real ones. The people are clients in the club's own process, so faults of
the network are left to `tests.sim.scenario`. Bounds and waits are small, so that tables are suspended and given up.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final

from core import games
from net.client.events import HostLost
from net.client.hall import TableGranted
from net.client.join_spec import VerifierSpec
from net.club import table_lifecycle
from net.errors import NetError
from net.host import club_tables, local_club, table_spec
from net.host.club_tables import is_deserted
from net.host.local_client import LocalClient
from net.host.local_club import enter_local_hall, join_local_club_table
from net.host.local_hall_client import LocalHallClient
from net.table.tick import NO_CONNECTION
from tests.sim.club_process import ClubDisk, SimulatedClub
from tests.sim.patches import Patch, apply_patches
from tests.sim.simulation import Simulation

PERSON_NAMES: Final = ("Ann", "Bob", "Cyd", "Dan", "Eve")
"""The names of the people in the club."""
GAME: Final = games["mad-queens"]
"""The game that is played in the run: Mad Queens."""

TABLES, SUSPENDED = 3, 4
"""How many tables can run in these runs, and how many can be suspended."""

DESERTED_SECONDS, EVENING_SECONDS = 40.0, 60.0
"""How long a table without people goes on in these runs, and then one without a match stays suspended."""

ACTIVE_SECONDS: Final = 240.0
"""Time in seconds at the beginning of a run during which people come and go."""

QUIET_SECONDS: Final = 120.0
"""Time in seconds, after people have come and gone, in which nobody does anything: longer than a table waits for people
before it is suspended.
"""

LAST_PLAY_SECONDS: Final = 15.0
"""Time in seconds for which people play at the end, before the club is told to stop."""

ACCEPTED_DELAY_SECONDS: Final = 8.0
"""Largest accepted delay in seconds: something that must happen by a certain time may happen this much later."""


@contextmanager
def small_club_limits(simulation: Simulation) -> Iterator[None]:
    """Context manager: replace the bounds and waits of a club by small ones, and the source of its secrets by one that
    follows from the seed.
    """
    chance = SimpleNamespace(token_bytes=simulation.chance.randbytes)
    changes: list[Patch] = [
        (table_lifecycle, "MAX_CLUB_TABLES", TABLES),
        (club_tables, "MAX_CLUB_TABLES", TABLES),
        (club_tables, "MAX_SUSPENDED_CLUB_TABLES", SUSPENDED),
        (table_lifecycle, "DESERTED_TABLE_SECONDS", DESERTED_SECONDS),
        (table_lifecycle, "EVENING_SECONDS", EVENING_SECONDS),
        *((module, "secrets", chance) for module in (club_tables, table_spec)),
        (local_club, "GUEST_VERIFIER_SPEC", VerifierSpec(simulation.chance.randbytes, believes_host=True)),
    ]
    with apply_patches(changes):
        yield


class ClubPerson:
    """A person: their token and name in the club, and their clients in the hall and at a table, each None if there is
    none. `seats` maps each table where they have had a seat to the number of the match, their token and their seat in
    it.
    """

    def __init__(self, run: ClubScenario, name: str) -> None:
        self.run = run
        self.asked_name = name
        self.name = self.token = ""
        self.hall: LocalHallClient | None = None
        self.table: LocalClient | None = None
        self.number = 0
        self.seats: dict[int, tuple[int, str, int]] = {}
        self.sent_away = self.is_organiser = self.is_busy = False

    @property
    def is_at_table(self) -> bool:
        """Whether the person is connected to a table."""
        return self.table is not None and self.table.connection_id != NO_CONNECTION

    @property
    def is_in_hall(self) -> bool:
        """Whether the person is connected to the hall."""
        return self.hall is not None and self.hall.connection_id != NO_CONNECTION

    def forget_clients(self) -> None:
        """Drop both clients, because the process in which they ran has ended."""
        self.hall = self.table = None
        self.is_busy = False

    async def come_into_hall(self) -> None:
        """Come into the hall, with the token of the last visit."""
        server = self.run.server
        try:
            self.hall = await enter_local_hall(server, self.asked_name, token=self.token)
        except NetError as error:
            self.run.simulation.note(self.asked_name, error)
            return
        client = self.hall
        self.run.simulation.check(not self.sent_away, f"{self.name} was sent away and has come back")
        self.run.simulation.check(self.token in ("", client.token), "a person has another token than before")
        self.run.simulation.check(self.name in ("", client.name), f"{self.name} has become {client.name}")
        self.name, self.token = client.name, client.token
        client.set_listener(self._handle_event)
        if self.is_organiser:
            client.send_chat(f"/run {server.organiser_key}")

    def _handle_event(self, event: object) -> None:
        """Go to a table that the hall offers."""
        if isinstance(event, TableGranted) and not self.is_at_table:
            self.run_coroutine(self.join_table(event.number))

    def _handle_table_event(self, event: object) -> None:
        """Check that a table ends only because somebody has ordered it, or because this person has been sent away."""
        if isinstance(event, HostLost) and not self.run.is_quiet:
            away = any(known.sent_away and known.id == self.token[:16] for known in self.run.server.hall.known_people)
            ordered = self.number in self.run.disk.ended_by_order
            self.run.simulation.check(away or ordered, f"table {self.number} has ended under {self.name}: {event}")

    def run_coroutine(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine of this person in the club's process, unless another one of theirs still runs."""
        club = self.run.club
        if self.is_busy:
            work.close()
            return
        self.is_busy = True

        async def run_work() -> None:
            await work
            self.is_busy = False

        club.create_task(run_work())

    async def join_table(self, table_number: int, *, watch: bool = False) -> None:
        """Join a table with the token of the last visit there.

        Check that the person gets their seat back if the match is the same.
        """
        match, token, seat = self.seats.get(table_number, (0, "", None))
        simulation, unfinished = self.run.simulation, table_number in self.run.disk.unfinished
        assert self.hall is not None
        try:
            client = await join_local_club_table(self.run.server, self.hall, table_number, token=token, watch=watch)
        except NetError as error:
            simulation.note(self.name, error)
            return
        simulation.check(not self.sent_away, f"{self.name} was sent away and sits down")
        self.table, self.number = client, table_number
        client.set_listener(self._handle_table_event)
        assert client.table is not None
        same = unfinished and table_number in self.run.disk.unfinished and client.table.matches == match
        if same and seat is not None and not watch:
            simulation.check(client.seat == seat, f"{self.name} has lost seat {seat} at table {table_number}")
            simulation.count("somebody came back to their seat")

    def record_seat(self) -> None:
        """Record the person's seat in the match that is played at their table, if there is one."""
        client = self.table
        if client is None or client.table is None or client.table.phase != "playing":
            return
        if client.seat is not None and self.number in self.run.disk.unfinished:
            self.seats[self.number] = client.table.matches, client.token, client.seat


class ClubScenario:
    """One run of a club, which follows from its `seed`.

    `disk` has what the club has written, `club` is its present process.
    """

    def __init__(self, seed: int, trace: bool = False) -> None:
        self.simulation = Simulation(f"club {seed}", trace)
        self.disk = ClubDisk(self.simulation)
        self.club = SimulatedClub(self.simulation, self.disk)
        self.people = [ClubPerson(self, name) for name in PERSON_NAMES]
        self.people[0].is_organiser = True
        self._deserted_since: dict[int, float] = {}
        self.is_quiet = False

    @property
    def server(self) -> Any:
        """The club's server; None until it is open."""
        return self.club.server

    def run_to_the_end(self) -> None:
        """Simulate people, faults and checks to the end; raise `InvariantViolated` if a check fails."""
        simulation, chance = self.simulation, self.simulation.chance
        with small_club_limits(simulation):
            for person in self.people:
                self._schedule_step(person)
            for _ in range(chance.randint(0, 3)):
                simulation.schedule_at(ACTIVE_SECONDS * chance.random(), self._kill_club)
            simulation.schedule_after(1.0, self._check_every_second)
            simulation.run(ACTIVE_SECONDS)
            self.is_quiet = True
            for person in self.people:
                self._run_in_club(lambda person=person: self._leave_table(person, drop=True))
            simulation.run(ACTIVE_SECONDS + QUIET_SECONDS)
            self._check_end()
            self._stop_club()
            self.club.end()

    def _run_in_club(self, function: Any) -> None:
        """Call a function in the club's process."""
        self.club.run(function)

    # Faults

    def _kill_club(self) -> None:
        """Kill the process of the club, and start another one a moment later."""
        if self.is_quiet:
            return
        self.simulation.count("the club was killed")
        self.simulation.note("club", "killed")
        self.club.end()
        for person in self.people:
            person.forget_clients()
        self._deserted_since.clear()
        self.club = SimulatedClub(self.simulation, self.disk)

    # People

    def _schedule_step(self, person: ClubPerson) -> None:
        """Schedule the next step of a person, within four seconds."""
        self.simulation.schedule_after(
            4 * self.simulation.chance.random() ** 2, lambda: self._act_and_schedule_step(person)
        )

    def _act_and_schedule_step(self, person: ClubPerson) -> None:
        """Make a person do something at random, and schedule their next step."""
        if self.is_quiet:
            return
        if self.server is not None and not person.is_busy:
            self._run_in_club(lambda: self._act(person))
        self._schedule_step(person)

    def _act(self, person: ClubPerson) -> None:
        """Make a person do something at random, in the hall or at their table."""
        person.record_seat()
        chance = self.simulation.chance
        if not person.is_in_hall:
            if not (person.sent_away and chance.random() < 0.9):
                person.run_coroutine(person.come_into_hall())
        elif person.is_at_table:
            self._act_at_table(person)
        elif person.is_organiser and chance.random() < 0.03:
            self._give_order(person)
        else:
            self._act_in_hall(person)

    def _act_in_hall(self, person: ClubPerson) -> None:
        """Make a person in the hall open a table, join one, talk or leave, or do nothing."""
        chance, client = self.simulation.chance, person.hall
        assert client is not None
        what = chance.random()
        if what < 0.15:
            client.open_table(GAME.slug, seats=chance.randint(2, 3), bots=chance.randint(0, 1))
        elif what < 0.25:
            client.play_now()
        elif what < 0.75 and client.rows:
            person.run_coroutine(person.join_table(chance.choice(client.rows).number, watch=chance.random() < 0.2))
        elif what < 0.8:
            client.send_chat("hello")
        elif what < 0.85:
            person.run_coroutine(client.drop_connection() if chance.random() < 0.5 else client.close())

    def _act_at_table(self, person: ClubPerson) -> None:
        """Make a person at a table play, start a match or leave."""
        chance, client = self.simulation.chance, person.table
        assert client is not None
        what = chance.random()
        if what < 0.2:
            self._leave_table(person, drop=chance.random() < 0.5)
        elif client.table is not None and client.table.phase == "lobby":
            client.start_match()
        elif client.view is not None and not client.awaits_answer and (legal := GAME.legal(client.view)):
            client.send_action(chance.choice(legal))

    def _leave_table(self, person: ClubPerson, *, drop: bool) -> None:
        """Make a person leave their table; with `drop` their connection breaks."""
        person.record_seat()
        if person.table is not None:
            client, person.table = person.table, None
            self.club.create_task(client.drop_connection() if drop else client.close())

    def _give_order(self, person: ClubPerson) -> None:
        """Let the organiser of the club order that somebody is sent away or that a table is closed."""
        chance, client = self.simulation.chance, person.hall
        assert client is not None
        other = self.people[-1]
        if chance.random() < 0.3 and other.name and not other.sent_away:
            self.simulation.count("somebody was sent away")
            client.send_chat(f"/away {other.name}")
            self.simulation.schedule_after(1.0, lambda: self._record_sent_away(other))
        elif client.rows:
            row = chance.choice(client.rows)
            self.disk.ended_by_order.add(row.number)
            client.send_chat(f"/close {row.number}")

    def _record_sent_away(self, person: ClubPerson) -> None:
        """Record that a person was sent away, unless the club was killed before it carried the order out."""
        if self.server is not None:
            person.sent_away = any(known.id == person.token[:16] and known.sent_away for known in self._known_people())

    def _known_people(self) -> Any:
        """Return the people whom the club has saved on its disk."""
        return self.server.hall.known_people

    # Checks

    def _check_every_second(self) -> None:
        """Check what must hold at every moment, now and every second from now on.

        In the quiet time, also break the connections of people who have come to a table after all.
        """
        if self.is_quiet:
            for person in self.people:
                self._run_in_club(lambda person=person: self._leave_table(person, drop=True))
        if self.server is not None:
            self.disk.people = self._known_people()
            self._check_tables()
            self._check_people()
        if self.simulation.now < ACTIVE_SECONDS + QUIET_SECONDS - 2:
            self.simulation.schedule_after(1.0, self._check_every_second)

    def _check_tables(self) -> None:
        """Check how many tables run and are suspended, that no table is lost, and that none is deserted for too
        long.
        """
        tables, check, now = self.server.tables, self.simulation.check, self.simulation.now
        running, suspended = set(tables._tables), set(tables._suspended)
        check(not running & suspended, "a table runs and is suspended")
        check(len(running) <= TABLES + 2, "too many tables run")
        check(len(suspended) <= SUSPENDED, "more tables are suspended than may be")
        under_way = set(tables._endings) | set(tables._resumptions)
        lost = self.disk.unfinished - running - suspended - under_way - self.disk.ended_by_order
        check(not lost, f"the tables {lost} have an unfinished match and are not there")
        deserted = {number for number in running if is_deserted(tables._tables[number])}
        self._deserted_since = {number: self._deserted_since.get(number, now) for number in deserted}
        for number, since in self._deserted_since.items():
            check(
                now - since < DESERTED_SECONDS + ACCEPTED_DELAY_SECONDS,
                f"table {number} is deserted and is not suspended",
            )
        if suspended:
            self.simulation.count("a table was suspended")
        if deserted and len(running) == TABLES:
            self.simulation.count("the club was full of tables")

    def _check_people(self) -> None:
        """Check that people have distinct names and tables that run, and that nobody is in the club who was sent
        away."""
        tables, check = self.server.tables, self.simulation.check
        names = [one.hall.name for one in self.people if one.is_in_hall]
        check(len(names) == len(set(names)), "two people have the same name")
        for person in self.people:
            if person.is_at_table:
                assert person.table is not None
                table = tables.get(person.number)
                right = table is not None and table.runner is person.table._runner
                check(right, f"{person.name} sits at a table {person.number} that does not run")
            check(not (person.sent_away and (person.is_in_hall or person.is_at_table)), f"{person.name} is still here")

    def _check_end(self) -> None:
        """Check that the club has nothing left to do, and that everybody in the hall sees all tables."""
        tables, check = self.server.tables, self.simulation.check
        check(len(tables._tables) <= TABLES, "too many tables run")
        check(not tables._endings and not tables._resumptions, "a table goes on ending, or being resumed, for ever")
        check(not tables._tables, f"the tables {sorted(tables._tables)} run without people")
        check(set(tables._suspended) == set(self.disk.ticks), "the suspended tables are not those on the disk")
        check(not self.disk.locked, "a suspended table is locked")
        rows = [row for _, row in sorted((row.number, row) for row in tables._suspended.values())]
        for person in self.people:
            if person.is_in_hall:
                assert person.hall is not None
                check(list(person.hall.rows) == rows, f"{person.name} sees another list than there is")

    def _stop_club(self) -> None:
        """Make people play again, tell the club to stop, and check that it begins no match and ends in time."""
        simulation = self.simulation
        self.is_quiet = False
        for person in self.people:
            self._schedule_step(person)
        simulation.run(simulation.now + LAST_PLAY_SECONDS)
        self.disk.no_more_matches_since = simulation.now
        self._run_in_club(lambda: self.server.stop(1))
        simulation.run(simulation.now + 60 + ACCEPTED_DELAY_SECONDS)
        simulation.check(self.server.stopped.is_set(), "the club does not stop")
