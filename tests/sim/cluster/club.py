"""A club on several machines in the simulator: hosts that die, freeze and are cut off, and people who act at tables.

The hosts run the real directory, journals, leases and runners. Their tables have no game: they write each action of
each person once to the log of the table, and send everybody the list of actions so far. The promises:

- A person who is sent that list is sent all that counts in the log, by the host that has written there last.
- A host gives up no table that it has, though a server has not heard of its log.
- An action that was reported as done is in the log, once.
- Only people of a table act there: the token of another table is worth nothing.
- A table that was said to be closed for good is run by nobody at the end, and its record is gone.
- A host that learns of the stop of the club ends, also one that was cut off or is opened meanwhile; a host that is
  opened when the stop is over goes on.
- Somebody who goes from host to host, perhaps to two at once, is in one hall at the end, and has no more tables open
  than a person may have. In a quarter of the runs there are two such people.
- When the faults end, everybody's actions are done, but for those at closed tables.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Final

import msgspec
from msgspec import Struct

from core import games
from net.club.hall_people import HallPerson
from net.club.table_lifecycle import CloseOrder, TableLifecycle
from net.club.table_list import TableList
from net.cluster.arrivals import ARRIVAL_KEY_PREFIX, ClusterArrivals
from net.cluster.directory import ClusterDirectory
from net.cluster.journal import ClusterJournal, ClusterTableJournal, key_of_table_log
from net.cluster.orders import CLOSING_KEY_PREFIX, STOP_KEY
from net.cluster.table_records import TABLE_KEY_PREFIX, TableRecord
from net.errors import NetError, TableTaken
from net.host.table_runner import TickRunner
from net.journal.entries import ActionEntry, Entry, MatchBeganEntry, SavedSeatBot, SavedTable, TableEntry
from net.limits import MAX_TABLES_PER_PERSON, STORE_CUT_OFF_SECONDS
from net.protocol.messages import OpenTable, TableRow
from net.security.table_secrets import TableSecrets, is_same_token
from net.table.state import ImpossibleRequest
from net.table.tick import HostClosing, MessageReceived, MessageToSend, TickResult
from tests.sim.cluster.simulated_store import SimulatedStore, StoreLink
from tests.sim.processes import Process
from tests.sim.simulation import Simulation

ACTIONS_PER_PERSON: Final = 6
"""Number of actions that every person has to do in a run."""

IDS_OF_WANDERING_PEOPLE: Final = ("wanderer1", "wanderer2")
"""The identifiers of the people who go from host to host, and open tables there."""

MAX_ANSWER_SECONDS: Final = 4.0
"""Time in seconds for which a person waits for an answer before they look for the host of their table again."""

TABLE_ENTRY: Final = TableEntry(b"x" * 32, None, "", "Table", "mad-queens", (), (SavedSeatBot(),) * 2)
"""The entry that describes a table in the directory of the cluster."""


class ActRequest(Struct, frozen=True):
    """A request of a person to do the action with the number `action_id`; with 0, only to be sent the actions so far.

    `token` proves that the sender belongs to the table.
    """

    person: str
    action_id: int
    token: str


class ActionList(Struct, frozen=True):
    """The answer of a table: all its actions so far, each as a person and the number of an action."""

    actions: tuple[tuple[str, int], ...]


class TallyTable:
    """A table without a game: it writes each action of each person once, and sends everybody the list of actions.

    `secret` is used if the table is new.
    """

    def __init__(self, saved: SavedTable | None, secret: bytes) -> None:
        self._secrets = TableSecrets(secret if saved is None else saved.table.secret)
        self.begun = saved is not None and saved.match is not None
        acted = saved.match.actions if saved is not None and saved.match is not None else ()
        self.actions = [(entry.person, entry.ask) for entry in acted]
        self.connections: dict[int, None] = {}

    def token_of(self, person: str) -> str:
        """Return the token of a person at this table."""
        return self._secrets.keyed_hash(person)

    def handle(self, inputs: Sequence[Any], now: float) -> TickResult:
        """Write the new actions; answer everybody who has sent a request, and everybody else after a new action."""
        journal: list[Entry] = []
        if not self.begun:
            self.begun = True
            journal += [
                replace(TABLE_ENTRY, secret=self._secrets.secret),
                MatchBeganEntry(1, "mad-queens", 2, (), "7", ("Ann", "Bob")),
            ]
        asked = {}
        for item in inputs:
            if (
                isinstance(item, MessageReceived)
                and isinstance(item.message, ActRequest)
                and self._is_from_person_of_table(item.message)
            ):
                self.connections[item.connection] = asked[item.connection] = None
                act = item.message
                if act.action_id and (act.person, act.action_id) not in self.actions:
                    self.actions.append((act.person, act.action_id))
                    journal.append(ActionEntry(1, 0, "reveal", "person", act.person, act.action_id))
            elif isinstance(item, HostClosing):
                self.connections = {}
        to = self.connections if journal else asked
        return TickResult(tuple(journal), (MessageToSend(tuple(to), ActionList(tuple(self.actions))),))  # type: ignore[arg-type]

    def _is_from_person_of_table(self, request: ActRequest) -> bool:
        """Return whether a request is from a person of this table."""
        return is_same_token(request.token, self.token_of(request.person))


class ClubHost(Process):
    """One run of the process of a host, from its start to its end; while it is `frozen` it does nothing, and its work
    waits.
    """

    def __init__(self, club: ClusterScenario, name: str) -> None:
        super().__init__(club.simulation, name)
        self.club = club
        self.frozen = False
        self.runners: dict[int, TickRunner[Any]] = {}
        self._admitted: set[int] = set()
        self.visitors: set[str] = set()
        self.has_started = self.stops = False
        self.stops_since = self.ended_at = inf
        self.began = club.simulation.now
        self._silences = 0
        self._backlog: list[tuple[Callable[..., object], tuple[object, ...]]] = []
        self.run(self._create_parts)

    def run(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function within this process, at once or when it is no longer frozen."""
        if self.frozen and self.is_alive:
            self._backlog.append((function, arguments))
        else:
            super().run(function, *arguments)

    def freeze(self) -> None:
        """Let the host do nothing, as if its process were stopped, until `thaw` is called."""
        self.frozen = True

    def thaw(self) -> None:
        """Let the host go on, beginning with what has waited."""
        self.frozen = False
        backlog, self._backlog = self._backlog, []
        for do, arguments in backlog:
            self.simulation.schedule_after(0.0, lambda do=do, arguments=arguments: self.run(do, *arguments))  # type: ignore[misc]

    def _create_parts(self) -> None:
        """Make the host's directory, journal, leases and lists of people and tables, and start them."""
        self.link = StoreLink(self.club.store, self)
        self.directory = ClusterDirectory(self.link, self.name, self.name, self.time)
        self.link.has_lease = lambda: self.directory.lease_generation() != 0
        self.journal = ClusterJournal(self.link, self.name, self.directory)
        self.directory.hosts.watch(lambda addresses: None, self._handle_store_silence)
        self.directory.orders.watch_stop(lambda minutes: self.stop())
        self.places = ClusterArrivals(self.link, self.name)
        self.places.watch(self.visitors.discard)
        self.lifecycle = TableLifecycle(TableList(), self.time())
        self.directory.records.watch(
            lambda row, opener: self.lifecycle.put_row(row, opener, self.time()), self.lifecycle.remove_table
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._add_task(self._start())

    def _add_task(self, work: Any) -> None:
        """Run a coroutine as a task of this process."""
        task = self.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        """Start the parts of the host, and take part in the club."""
        while True:
            with suppress(NetError):
                if self.club.has_wandering_people:
                    await self.places.start()
                await self.directory.start(self)
                self.club.check_opening(self)
                self.has_started = True
                return
            await asyncio.sleep(0.2)

    # People who go from host to host

    def let_person_into_hall(self, person: str) -> None:
        """Let a person come into the hall, and open a table there unless they have too many."""
        if not self.has_started or self.directory.hosts.is_leaving:
            return
        self.visitors.add(person)
        self.places.record_arrival(person)
        visitor = HallPerson(person, "", person, self.time())
        with suppress(ImpossibleRequest):
            self.lifecycle.order_table(visitor, games["mad-queens"], OpenTable("mad-queens"), self.time())
            [order] = self.lifecycle.take_orders()
            self.lifecycle.finish_opening(order.order_number)
            self.open_table(person)

    def close_excess_tables(self) -> None:
        """Close the tables here of which their openers have too many."""
        for order in self.lifecycle.due_orders(self.time()):
            runner = self.runners.get(order.number)
            if isinstance(order, CloseOrder) and runner is not None and runner._may_send():
                self.simulation.count("a table above the bound of a person was closed")
                self.simulation.note(self.name, f"closes table {order.number}, which is one too many")
                self.club.closed.add(order.number)
                self.close_table(order.number)

    # Orders of an organiser

    def order_stop(self) -> None:
        """Carry out the order of an organiser to stop the whole club."""
        self._add_task(self._record_and_obey_stop())

    async def _record_and_obey_stop(self) -> None:
        """Write the stop to the store, and stop this host."""
        await self.directory.orders.record_club_stop(0)
        self.stop()

    def stop(self) -> None:
        """End this process some time later, because the club stops; its tables stay in the store as they are."""
        if not self.stops:
            self.stops = True
            self.stops_since = self.simulation.now
            self.simulation.count("a host has stopped with the club")
            self.simulation.note(self.name, "stops with the club")
            self.club.check_stop(self)
            self._add_task(self._end_process_after_last_match())

    async def _end_process_after_last_match(self) -> None:
        """End this process some time later, as if its last match had to end first."""
        await asyncio.sleep(14 * self.simulation.chance.random())
        await self.directory.hosts.leave()
        for number, runner in list(self.runners.items()):
            self._end_runner(number, runner)
        await self.directory.close()
        self.end()
        self.club.restart(self, 15 + 5 * self.simulation.chance.random())  # another evening

    def order_table_closing(self, number: int) -> None:
        """Carry out the order of an organiser to close a table for good."""
        self._add_task(self._close_table_for_good(number))

    async def _close_table_for_good(self, number: int) -> None:
        """Write to the store that a table is closed for good, and close it if it is at this host."""
        await self.directory.orders.record_table_closing(number)
        self.simulation.count("a table was closed for good")
        self.simulation.note(self.name, f"has closed table {number}")
        self.club.closed.add(number)
        self.close_table(number)

    def close_table(self, number: int) -> None:
        """Close a table for good if this host runs it; a table that no host runs is found closed by the next host that
        takes it over.
        """
        runner = self.runners.get(number)
        if runner is not None:
            self._end_runner(number, runner, over=True)
            self.directory.records.withdraw(number)

    def open_table(self, opener: str = "") -> None:
        """Open a new table, for the person with the identifier `opener` if that is not ""."""
        self._add_task(self._open_table(opener))

    async def _open_table(self, opener: str) -> None:
        """Open a new table, and let people come to it."""
        while True:
            with suppress(NetError):
                journal = await self.journal.new_table()
                self._run_table(journal, partial(self._admit_people, journal.number), opener)
                return
            await asyncio.sleep(0.2)

    def _admit_people(self, table_number: int) -> None:
        """Let people come to a new table whose first entry has been written; do nothing at a second call."""
        if table_number not in self._admitted:
            self._admitted.add(table_number)
            self.club.let_people_come_to_table(table_number)

    def take_over(self, table_number: int) -> None:
        """Begin to run a table whose host is gone or has released it."""
        self._add_task(self._take_over(table_number))

    async def _take_over(self, table_number: int) -> None:
        """Take over a table, and run it."""
        try:
            with suppress(TableTaken):
                journal = await self.journal.open_table(table_number)
                if journal is None:
                    self.directory.records.withdraw(table_number)
                else:
                    self.simulation.count("a table was taken over")
                    self._run_table(journal)
        finally:
            self.directory.take_overs.end(table_number)

    def _run_table(
        self, journal: ClusterTableJournal, after_tick: Callable[[], None] = lambda: None, opener: str = ""
    ) -> None:
        """Run a table, and publish its row and who has opened it; `after_tick` is called after each of its ticks."""
        number = journal.number
        self.simulation.note(self.name, f"runs table {number}")
        table = TallyTable(journal.saved, b"%032d" % number)
        self.club.tables[number] = table
        runner: TickRunner[Any] = TickRunner(table, journal, journal.may_send, after_tick=after_tick)
        self.runners[number] = runner
        runner.failure.add_done_callback(lambda failed: self._end_failed_runner(journal, runner, failed.result()))
        self.directory.records.publish(TableRow(number, f"Table {number}", "mad-queens", 2, 1, 1), opener)

    def _end_failed_runner(self, journal: ClusterTableJournal, runner: TickRunner[Any], error: NetError) -> None:
        """End the runner of a table that has failed; fail the run if this host still had the table.

        Meanwhile this host may have taken the table over again, with another runner.
        """
        if isinstance(error, TableTaken):
            writer = self.club.store.logs[key_of_table_log(journal.number)].writer
            self.simulation.check(writer != journal._log.writer, "a host has given up a table that it has")
        self._end_runner(journal.number, runner)

    def lose_table(self, table_number: int) -> None:
        """Stop running a table, because another host has taken it over."""
        self.simulation.count("a host was told that it has lost a table")
        runner = self.runners.get(table_number)
        if runner is not None:
            self._end_runner(table_number, runner)

    def _handle_store_silence(self, is_store_away: bool) -> None:
        """Handle that the store has stopped answering, if `is_store_away`, or answers again.

        If it is away for `STORE_CUT_OFF_SECONDS`, give up all tables: other hosts may run them, and this host would not
        know.
        """
        self._silences += 1
        silence = self._silences
        if is_store_away:
            self.call_later(
                STORE_CUT_OFF_SECONDS, lambda: self.directory.lose_all_tables() if silence == self._silences else None
            )

    def _end_runner(self, table_number: int, runner: TickRunner[Any], *, over: bool = False) -> None:
        """End the runner of a table; with `over` the table is closed for good."""
        if self.runners.get(table_number) is runner:
            del self.runners[table_number]
        runner._stop_ticks()
        self._add_task(runner._journal.close(is_over=over) if runner._journal is not None else asyncio.sleep(0))
        runner._journal = None

    def hand_over_tables(self) -> None:
        """Release all tables for other hosts, and end this process."""
        self._add_task(self._hand_over_tables())

    async def _hand_over_tables(self) -> None:
        """Release all tables one by one, and end the process."""
        await self.directory.hosts.leave()
        for number, runner in list(self.runners.items()):
            self._end_runner(number, runner)
            others = sorted(set(self.directory.hosts.leases.present_hosts) - {self.name})
            self.directory.release(number, others[0] if others and number % 2 else "")  # to a certain host, or to any
        await self.directory.close()
        self.end()

    def end(self) -> None:
        """End this process at once."""
        self.ended_at = min(self.ended_at, self.simulation.now)
        super().end()
        if hasattr(self, "link") and self.link in self.club.store.links:
            self.club.store.links.remove(self.link)


class PersonConnection:
    """The connection of one person at a table of a host: it checks and sends each message `ActionList`, and drops all
    others. `number` is the number of the table in the club.
    """

    def __init__(self, club: ClusterScenario, host: ClubHost, table_number: int, person: Person) -> None:
        self._club = club
        self._host = host
        self._number = table_number
        self._person = person

    def deliver_messages(self, messages: Sequence[Any], frames: object) -> None:
        """Check the messages that one call of the table (a tick) has returned, and send them."""
        for message in messages:
            if isinstance(message, ActionList):
                self._club.check_action_list(self._host, self._number, message)
                self._club.simulation.schedule_after(
                    self._club.simulation.chance.random() * 0.01, lambda told=message: self._person.receive(self, told)
                )

    def end_connection(self, error: NetError) -> None:
        """Tell the person that the connection has ended."""
        self._club.simulation.schedule_after(0.001, lambda: self._person.lose_connection(self))


class Person:
    """Somebody at a table, who acts until all their actions are done, and looks for the host that runs the table."""

    def __init__(self, club: ClusterScenario, name: str, person_number: int, token: str) -> None:
        self.done = 0
        self._token = token
        self._errors = random.Random(name)
        self._club = club
        self.name = name
        self.number = person_number
        self._connection: PersonConnection | None = None
        self._turn = 0
        club.simulation.schedule_after(club.simulation.chance.random() * 3, self._try_next_action)

    def _try_next_action(self) -> None:
        """Send the next action to a host that runs the table, or ask for the list of actions if all are done.

        If no answer comes, try again after a while.
        """
        if self.done >= ACTIONS_PER_PERSON:
            return
        simulation = self._club.simulation
        self._turn += 1
        turn = self._turn
        simulation.schedule_after(MAX_ANSWER_SECONDS, lambda: self._try_next_action() if turn == self._turn else None)
        hosts = [host for host in self._club.hosts if host.is_alive and self.number in host.runners]
        if hosts:
            host = simulation.chance.choice(hosts)
            action_id = self.done + 1 if simulation.chance.random() < self._club.act_share else 0
            simulation.schedule_after(simulation.chance.random() * 0.01, lambda: host.run(self._send, host, action_id))
        if self._errors.random() < 0.1:
            for host in self._club.hosts:
                if host.is_alive:
                    simulation.schedule_after(0.005, lambda host=host: host.run(self._try_token_at_other_tables, host))  # type: ignore[misc]

    def _try_token_at_other_tables(self, host: ClubHost) -> None:
        """Send the next action to all other tables of a host, with the token of this person's table; they must not
        accept it.
        """
        for number, runner in host.runners.items():
            if number != self.number:
                connection = runner.connect(PersonConnection(self._club, host, number, self))
                runner.post_input(MessageReceived(connection, ActRequest(self.name, self.done + 1, self._token)))  # type: ignore[arg-type]

    def _send(self, host: ClubHost, action_id: int) -> None:
        """Connect to a host and send the request with the number `action_id`."""
        runner = host.runners.get(self.number)
        if runner is not None:
            self._connection = PersonConnection(self._club, host, self.number, self)
            connection = runner.connect(self._connection)
            runner.post_input(MessageReceived(connection, ActRequest(self.name, action_id, self._token)))  # type: ignore[arg-type]

    def receive(self, connection: PersonConnection, action_list: ActionList) -> None:
        """Receive an answer, and go on after a while; ignore it if it comes on an earlier connection than the
        newest."""
        if connection is not self._connection:
            return
        for person, action_id in action_list.actions:
            if person == self.name and action_id == self.done + 1:
                self.done += 1
                self._club.told_done.add((self.number, person, action_id))
        if self._turn:
            self._turn += 1
            turn, pause = self._turn, 3 * self._club.simulation.chance.random() ** 2
            self._club.simulation.schedule_after(pause, lambda: self._try_next_action() if turn == self._turn else None)

    def lose_connection(self, connection: PersonConnection) -> None:
        """Look for the table again, because a connection has ended."""
        if connection is self._connection:
            self._connection = None
            self._club.simulation.schedule_after(0.3, self._try_next_action)


class ClusterScenario:
    """One run of a club on several machines: hosts on three machines, tables with two people each, and faults for a
    while.
    """

    def __init__(self, seed: int, faults: float = 1.0, trace: bool = False) -> None:
        self.simulation = Simulation(f"cluster {seed}", trace)
        self.store = SimulatedStore(self.simulation)
        self.hosts: list[ClubHost] = []
        self.tables: dict[int, TallyTable] = {}
        self.told_done: set[tuple[int, str, int]] = set()
        self.closed: set[int] = set()
        self._faults: set[str] = set()
        self._lives = [0, 0, 0]
        self.has_wandering_people = seed % 4 == 3  # the other runs stay as they were
        for machine in range(3):
            self._start_host(machine)
        self.people: list[Person] = []
        self.act_share = self.simulation.chance.choice((0.15, 0.7))  # the others only look, which needs no entry
        for _ in range(self.simulation.chance.randint(1, 3)):
            host = self.simulation.chance.choice(self.hosts)
            self.simulation.schedule_after(0.1, lambda host=host: host.run(host.open_table))  # type: ignore[misc]
        for _ in range(round(faults * self.simulation.chance.randint(2, 6))):
            self.simulation.schedule_after(2 + 25 * self.simulation.chance.random(), self._inject_fault)
        for order, share in (
            (self._order_table_closing_by_random_host, 0.3),
            (self._order_club_stop_by_random_host, 0.2),
        ):
            if self.simulation.chance.random() < share:
                self.simulation.schedule_after(5 + 25 * self.simulation.chance.random(), order)
        for person in IDS_OF_WANDERING_PEOPLE if self.has_wandering_people else ():
            for _ in range(self.simulation.chance.randint(3, 7)):
                self.simulation.schedule_after(
                    1 + 30 * self.simulation.chance.random(), partial(self._enter_random_halls, person)
                )
        if self.has_wandering_people:
            self._close_excess_tables()
            for _ in range(6):
                self.simulation.schedule_after(
                    2 + 30 * self.simulation.chance.random(), self._let_host_ask_outdated_server
                )

    def let_people_come_to_table(self, table_number: int) -> None:
        """Make two people come to a new table."""
        table = self.tables[table_number]
        names = [f"{name}{table_number}" for name in ("ann", "bob")]
        self.people += [Person(self, name, table_number, table.token_of(name)) for name in names]

    def _start_host(self, machine: int) -> None:
        """Start the next process of the host on a machine."""
        self._lives[machine] += 1
        self.hosts.append(ClubHost(self, f"{'xyz'[machine]}{self._lives[machine]}"))

    def run(self) -> None:
        """Run until everybody's actions are done; raises `InvariantViolated` if a check fails."""
        simulation = self.simulation
        try:
            simulation.run(30.0)  # all faults begin in this time
            simulation.run(400.0, lambda: all(map(self._is_done, self.people)))
            for person in self.people:
                simulation.check(self._is_done(person), "somebody's actions are not done")
            self.check_logs()
            simulation.run(450.0, lambda: not (self._closed_tables_still_present() or self._hosts_ignoring_stop()))
            simulation.check(
                not self._closed_tables_still_present(), "a table that was said to be closed is still there"
            )
            simulation.check(not self._hosts_ignoring_stop(), "a host goes on though the club stops")
            if self.has_wandering_people:
                simulation.run(
                    480.0,
                    lambda: (
                        all(map(self._is_in_right_hall, IDS_OF_WANDERING_PEOPLE))
                        and not self._openers_above_table_limit()
                    ),
                )
                for person in IDS_OF_WANDERING_PEOPLE:
                    simulation.check(self._is_in_right_hall(person), "somebody is in two halls, or in a wrong one")
                simulation.check(not self._openers_above_table_limit(), "somebody has opened too many tables")
        finally:
            for host in self.hosts:
                host.end()

    def _is_done(self, person: Person) -> bool:
        """Return whether all actions of a person are done, or their table is closed for good."""
        return person.done >= ACTIONS_PER_PERSON or self._is_closed(person.number)

    def _is_closed(self, number: int) -> bool:
        """Return whether a table is closed for good, also if only the store has that yet and nobody has reported it."""
        return number in self.closed or bool(self.store.entries(f"{CLOSING_KEY_PREFIX}{number}"))

    # People who go from host to host

    def _enter_random_halls(self, person: str) -> None:
        """Let a person come into the hall of a host, or of two at once."""
        alive = [host for host in self.hosts if host.is_alive and not host.frozen]
        for host in self.simulation.chance.sample(alive, min(len(alive), self.simulation.chance.randint(1, 2))):
            self.simulation.note(host.name, f"{person} comes")
            host.run(host.let_person_into_hall, person)

    def _close_excess_tables(self) -> None:
        """Let every host close the tables of people who have opened too many; repeat this every half second."""
        for host in self.hosts:
            if host.is_alive and not host.frozen:
                host.run(host.close_excess_tables)
        self.simulation.schedule_after(0.5, self._close_excess_tables)

    def _is_in_right_hall(self, person: str) -> bool:
        """Return whether a person is only in the hall of the host to which they came last, or in none if that host has
        ended.
        """
        last = self.store.entries(f"{ARRIVAL_KEY_PREFIX}.{person}")[-1:]
        halls = [host.name for host in self.hosts if host.is_alive and person in host.visitors]
        return halls == [
            host.name for host in self.hosts if host.is_alive and last and host.name.encode() == last[0].data
        ]

    def _openers_above_table_limit(self) -> list[str]:
        """Return the people who have more tables open than a person may have."""
        records = [entry.data for entry in self.store.last_entries_with_first_word(TABLE_KEY_PREFIX) if entry.data]
        openers = [msgspec.msgpack.decode(data, type=TableRecord).opener for data in records]
        return [person for person in IDS_OF_WANDERING_PEOPLE if openers.count(person) > MAX_TABLES_PER_PERSON]

    # Orders of an organiser

    def _order_table_closing_by_random_host(self) -> None:
        """Order a random host to close a table for good."""
        numbers = sorted({person.number for person in self.people})
        alive = [host for host in self.hosts if host.is_alive]
        if numbers and alive:
            host, number = self.simulation.chance.choice(alive), self.simulation.chance.choice(numbers)
            self.simulation.note(host.name, f"is to close table {number}")
            host.run(host.order_table_closing, number)

    def _order_club_stop_by_random_host(self) -> None:
        """Order a random host to stop the club."""
        alive = [host for host in self.hosts if host.is_alive]
        if alive:
            host = self.simulation.chance.choice(alive)
            self.simulation.note(host.name, "is to stop the club")
            host.run(host.order_stop)

    # Faults

    def _inject_fault(self) -> None:
        """Cause a fault: a random fault of a random host, or of the store."""
        chance = self.simulation.chance
        alive = [host for host in self.hosts if host.is_alive and not host.frozen]
        if not alive:
            return
        host = chance.choice(alive)
        seconds = 15 * chance.random()
        kind = chance.choice(("kill", "freeze", "split", "store", "hand over"))
        self.simulation.count(kind)
        self._faults.add(kind)
        self.simulation.note(host.name, f"{kind} for {seconds:.1f} s")
        match kind:
            case "kill":
                host.end()
                self.restart(host, seconds)
            case "freeze":
                host.freeze()
                self.simulation.schedule_after(seconds, host.thaw)
            case "split":
                host.link.split = True
                self.simulation.schedule_after(seconds, host.link.mend)
            case "store":
                self.store.is_away = True
                self.simulation.schedule_after(seconds / 2, self._bring_store_back)
            case "hand over":
                host.run(host.hand_over_tables)
                self.restart(host, seconds)

    def _let_host_ask_outdated_server(self) -> None:
        """Let a host ask, for a while, a server that has not heard of the newest logs."""
        alive = [host for host in self.hosts if host.is_alive]
        if alive:
            link = self.simulation.chance.choice(alive).link
            link.unheard = self.store.new_logs(8.0)
            self.simulation.schedule_after(3 * self.simulation.chance.random(), lambda: setattr(link, "unheard", set()))

    def restart(self, host: ClubHost, seconds: float) -> None:
        """Start the host on the machine of `host` again, after some seconds."""
        machine = "xyz".index(host.name[0])
        self.simulation.schedule_after(seconds, lambda: self._start_host(machine))

    def _bring_store_back(self) -> None:
        """Make the store answer again."""
        self.store.is_away = False
        for link in list(self.store.links):
            if not link.split:
                link.mend()

    # Promises

    def _closed_tables_still_present(self) -> set[int]:
        """Return the tables that were reported as closed although a host runs them or the directory has them."""
        found = {number for host in self.hosts if host.is_alive for number in host.runners}
        entries = {number: self.store.entries(f"{TABLE_KEY_PREFIX}.{number}")[-1:] for number in self.closed}
        return self.closed & found | {number for number, last in entries.items() if last and last[0].data}

    def _hosts_ignoring_stop(self) -> list[ClubHost]:
        """Return the hosts that go on although the store holds an order to stop the club that still applies."""
        last = self.store.entries(STOP_KEY)[-1:]
        is_stopped = bool(last and last[0].data)
        return [host for host in self.hosts if host.is_alive and not host.stops and is_stopped]

    def check_opening(self, host: ClubHost) -> None:
        """Check a host that has just been opened: it must stop if other hosts have been stopping for a while. This is
        not checked if a fault may have kept it from learning of the order to stop.
        """
        carriers = [other for other in self.hosts if other.is_alive and other.stops_since < host.began - 3]
        if not host.directory.orders.carried_out_stop and not self._faults & {"freeze", "split", "store"}:
            self.simulation.check(not carriers, "a host is opened though the club stops")

    def check_stop(self, host: ClubHost) -> None:
        """Check that a host stops with good reason: the club was ordered to stop after this host was opened, or other
        hosts were still stopping when it was opened.
        """
        carriers = [  # what these have written may arrive late; one may not have the answer to its own order yet
            other
            for other in self.hosts
            if other is not host
            and (other.stops or other.directory.orders.carried_out_stop)
            and other.ended_at > host.began - 3
        ]
        is_of_its_life = host.began <= self.store.written_at[STOP_KEY]
        self.simulation.check(is_of_its_life or bool(carriers), "a host stops with an earlier evening")

    def check_action_list(self, host: ClubHost, table_number: int, action_list: ActionList) -> None:
        """Check an answer that a host is about to send: it contains all valid actions of the table's log, and the host
        owns the table.
        """
        log = self.store.logs[key_of_table_log(table_number)]
        check = self.simulation.check
        check(tuple(log.actions[: len(action_list.actions)]) == action_list.actions, "what is told is not in the log")
        check(log.owner == host.name, "a host tells of a table that another one has")
        check(len(action_list.actions) == len(log.actions), "what is told is old")

    def check_logs(self) -> None:
        """Check that every action is in the log only once, and that no action is missing that was reported as done."""
        for number in {person.number for person in self.people if not self._is_closed(person.number)}:
            actions = self.store.logs[key_of_table_log(number)].actions
            self.simulation.check(len(set(actions)) == len(actions), "an action was applied twice")
            own = {person.name for person in self.people if person.number == number}
            self.simulation.check({person for person, _ in actions} <= own, "somebody of another table has acted")
            for told, person, action_id in self.told_done:
                if told == number:
                    self.simulation.check((person, action_id) in actions, "an action that was told to be done is lost")
