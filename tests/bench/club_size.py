"""Measures how large a club can be: tables in play, people in the hall, and what several hosts cost.

    python -m tests.bench.club_size [--only tables memory hall cluster] [--tables 250 500 …] [--lift] [--seconds 10]
                                    [--pace 1.5] [--people 2000] [--changes 50] [--actions 400] [--taken-over 500]
                                    [--behind-router 20]

It takes some ten minutes with its defaults, on a machine that does nothing else. The club, the people who watch and
the people who are measured each run in a process of their own; everything is on loopback, without TLS.

- `tables`: on one host, tables with four bots at a human pace (about one decision in two seconds for each seat), and
  somebody who watches, because where nobody is a match stands still. Twenty more people play at tables of their own,
  and theirs are the milliseconds from an action until its answer. The number of tables grows step by step until the
  99th percentile is above 100 ms. The memory is what the club's process has grown by since its people were in the hall,
  for each table in play, its spectator's connection included. The bytes are those that come to each spectator in a
  second, in the hall and at the table.
- `memory`: the memory a table in play, as above, from the beginning of its second match to the end; all tables begin at
  once.
- `hall`: people in the hall who all look at the list, every tenth of them at a search of their own, while rows of the
  list change: the bytes that come to one person in a second, and the processor time of the club.
- `cluster`: three servers of NATS with three copies. Two people play with each other: the milliseconds from an action
  until both have its result, beside those in a club on one machine. Then one host has all tables, two others join it,
  and it is killed: the seconds until all tables run at the others. At last one of these is stopped: the seconds until
  it has ended. Twenty more people, or `--behind-router`, play at tables of their own meanwhile, all from one address.
  Of those whose host ends: the least, median and most seconds until they are let in at another host, and the longest
  time from an action to its answer.

The club has the bounds that every club has: tables are opened no faster than it allows, and there are 1,000 of them,
with those of the twenty people. `--lift` lifts the bounds, to see where it ends. It needs Linux, and for `cluster`
nats-server and nats-py. Compare only figures of one run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import signal
import sys
import tempfile
import time
from contextlib import AsyncExitStack, ExitStack
from functools import partial
from itertools import chain, count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tests.bench.club_flood import TURN_MILLISECONDS, measure_turns_from_now_on, open_table_and_sit_down, percentile_99
from tests.bench.module_process import ModuleProcess, running_module
from tests.bench.table_clients import ClientCrowd
from tests.bench.table_host import cpu_seconds, print_json, resident_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from net.client.remote import RemoteClient
    from net.host.club_server import ClubServer
    from tests.bench.club_flood import ClubPlayer

CLUB_PROCESS_ARGUMENTS = ["--serve"]
"""The command-line arguments with which this module runs a club, in a process of its own, instead of measuring one."""
BOT_GAME_SLUG = "mad-queens"
"""The slug of the game that bots play."""
PEOPLE_GAME_SLUG = "mad-queens-classic"
"""The slug of the game that two people play: one acts after the other."""
BOT_PACE_SECONDS = 1.5
"""Approximate time for which a bot thinks: together with waiting for others, each seat then decides about once in two
seconds.
"""
COUNTS_OF_CHANGING_TABLES = (500, 40)
"""Numbers of tables whose rows in the list change at random: in the first measurement many more than people see at
once, in the second as many as they see.
"""
MAX_ANSWER_MILLISECONDS = 100.0
"""Largest accepted 99th percentile of the times of answers; above it a club has too many tables."""
MEASURED_PEOPLE_COUNT = 20
"""Number of people who play at tables of their own, and are measured."""
ROUTER_ADDRESS = "127.0.1.1"
"""The address from which the people connect whose host ends; it differs from the addresses of all hosts."""
MEMORY_READING_SECONDS = (0, 30, 60, 90)
"""Seconds after all matches have begun at which the memory is read; afterwards it is read every ten seconds."""
MAX_PEOPLE_AT_ONCE = 50
"""Number of people who come into the hall, or open tables, at the same time."""
MAX_TAKE_OVER_SECONDS = 120.0
"""Longest time in seconds for which the bench waits for tables to be taken over."""


# The club


COUNT_OF_BOT_DECISIONS: list[int] = [0]
"""List with one number: how many decisions bots have made since the number was last read and reset."""


def count_decisions_from_now_on() -> None:
    """From now on, add the decisions of bots to `COUNT_OF_BOT_DECISIONS`."""
    from net.table.match_runner import MatchRunner

    play = MatchRunner.play_due

    def count_and_play(runner: MatchRunner, now: float) -> Any:
        """Play what is due, and count it."""
        played = play(runner, now)
        COUNT_OF_BOT_DECISIONS[0] += len(played)
        return played

    MatchRunner.play_due = count_and_play  # type: ignore[method-assign]


def raise_club_limits() -> None:
    """Raise the limits of this process for the tables and people of a club, and for tables opened at once, so that none
    is reached.
    """
    from net.club import hall, table_lifecycle
    from net.host import club_server, club_tables

    modules: tuple[Any, ...] = (hall, table_lifecycle, club_server, club_tables)
    many = {"MAX_CLUB_TABLES": 9_000, "MAX_HALL_PEOPLE": 9_000, "TABLE_OPENINGS_OF_ALL_AT_ONCE": 9_000}
    for module in modules:
        for name, number in many.items():
            if hasattr(module, name):
                setattr(module, name, number)


async def change_rows(club: ClubServer, changes: float, tables: int) -> None:
    """Change random rows of the first `tables` tables in the list of the club, `changes` rows a second, until the task
    is cancelled.
    """
    from net.club.tick import TableRowChanged
    from net.protocol.messages import TableRow

    rng = Random(1)
    number = 0
    begin = perf_counter()
    while True:
        while number < (perf_counter() - begin) * changes:
            number += 1
            table, taken = rng.randrange(tables) + 1, rng.randrange(5)
            row = TableRow(table, f"Table {table}", BOT_GAME_SLUG, 4, 4 - taken, taken)
            club._hall_runner.post_input(TableRowChanged(row))
        await asyncio.sleep(0.01)


async def answer_lines_of_input(club: ClubServer) -> None:
    """Print the club's port, then for every line of the input the figures of its process since the line before:
    processor time, memory, decisions of bots, turns of the event loop, tables.

    The line `change 50 500` lets 50 random rows of the first 500 in the hall's list of tables change in each second
    from then on.
    """
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    print_json(port=int(club.address.rpartition(":")[2]))
    tasks: list[asyncio.Task[None]] = []
    while line := await lines.readline():
        word, *numbers = line.decode().split()
        if word == "change":
            for task in tasks:
                task.cancel()
            tasks.append(loop.create_task(change_rows(club, float(numbers[0]), int(numbers[1]))))
        turns = TURN_MILLISECONDS.tolist() or [0.0]
        del TURN_MILLISECONDS[:]
        decisions, COUNT_OF_BOT_DECISIONS[0] = COUNT_OF_BOT_DECISIONS[0], 0
        tables = list(club.tables)
        print_json(
            cpu=cpu_seconds(),
            memory=resident_bytes(),
            turn=percentile_99(turns * 2),
            longest=max(turns),
            decisions=decisions,
            tables=len(tables),
            playing=sum(table.runner.table.is_playing for table in tables),
        )
    for task in tasks:
        task.cancel()


async def serve_club(servers: str, pace: float) -> None:
    """Run a club at a free port until the end of the input, as one of several hosts if there are `servers` of NATS.

    A bot takes about `pace` seconds for a decision.
    """
    from net.host.club_server import ClubSpec, open_club
    from net.host.cluster_storage import cluster_storage
    from net.host.recovery import JournalSettings
    from net.journal import JOURNAL_FILE

    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        storage = await stack.enter_async_context(cluster_storage(servers.split(","), "Bench")) if servers else None
        club = await open_club(
            ClubSpec("Club", pace=pace),
            "127.0.0.1",
            0,
            journal=JournalSettings(folder / JOURNAL_FILE, time.time),
            storage=storage,
        )
        await answer_lines_of_input(club)
        await club.close()


# The people


class Spectators(ClientCrowd):
    """People who come into the hall of a club and look at the list; each opens a table for bots and watches there.

    The first connections are those to the hall, the later ones those to the tables.
    """

    def __init__(self, port: int) -> None:
        from net.protocol.messages import Pong, encode_message

        super().__init__(port, first=1_000, sign_of_life=encode_message(Pong()))
        self.on_bytes = self._read_messages
        self._endpoints: dict[int, Any] = {}
        self.tokens: dict[int, str] = {}
        self._tables: list[int] = []
        self._welcome = 0

    def come_into_hall(self, people: int, searches: bool = False) -> None:
        """Let people come into the hall until there are `people` of them; with `searches` every tenth of them searches
        the list for a text of their own.
        """
        from net.limits import PROTOCOL_VERSION
        from net.protocol.messages import Hello, ShowTables, encode_message

        while len(self.tokens) < people:
            here = len(self.tokens)
            more = min(MAX_PEOPLE_AT_ONCE, people - here)
            for number in range(here, here + more):
                self._connect(encode_message(Hello(PROTOCOL_VERSION, f"Spectator {number}")))
            self.read_until(lambda aim=here + more: len(self.tokens) == aim)
            for number in range(here, here + more):
                text = str(number // 10) if searches and number % 10 == 0 else ""
                self.send_from(number, encode_message(ShowTables(text)))

    def open_tables(self, tables: int) -> None:
        """Make everybody in the hall open tables until there are `tables` of them, and begin a match at each new one.

        They are opened no faster than a club allows.
        """
        from net.limits import PROTOCOL_VERSION, TABLE_OPENINGS_OF_ALL_AT_ONCE, TABLE_OPENINGS_OF_ALL_PER_SECOND
        from net.protocol.messages import Hello, OpenTable, Start, encode_message
        from net.protocol.rate_limit import TokenBucket

        people = len(self.tokens)
        rate = TokenBucket(TABLE_OPENINGS_OF_ALL_PER_SECOND, TABLE_OPENINGS_OF_ALL_AT_ONCE / 2, perf_counter())
        while len(self._tables) < tables:
            here = len(self._tables)
            more = min(MAX_PEOPLE_AT_ONCE, tables - here)
            for number in range(here, here + more):
                allowed_at = perf_counter() + rate.overdraw(1, perf_counter())
                while perf_counter() < allowed_at:
                    self.read(0.02)
                self._interpret_messages_again(number)
                self.send_from(number, encode_message(OpenTable(BOT_GAME_SLUG, seats=4, bots=3)))
                self.read_until(lambda aim=number + 1: len(self._tables) == aim)
                hello = Hello(
                    PROTOCOL_VERSION,
                    "",
                    watch=True,
                    other_tokens=(self.tokens[number],),
                    club_table=self._tables[number],
                )
                self._connect(encode_message(hello))
            self.read_until(lambda aim=here + more: self._welcome == aim)
            for number in range(here, here + more):
                self.send_from(people + number, encode_message(Start()))

    def start_matches_again(self) -> None:
        """Begin another match at each table where a match is over."""
        from net.protocol.messages import Start, encode_message

        for link in self.links[len(self.tokens) :]:
            link.sendall(encode_message(Start()))

    def _connect(self, first_message: bytes) -> None:
        """Add a client that sends `first_message`, and interpret the messages to it until it has been welcomed."""
        self._interpret_messages_again(len(self.links))
        self.connect([first_message])

    def _interpret_messages_again(self, client_number: int) -> None:
        """Interpret the messages to a client again, until the answer to its newest request has come."""
        from net.protocol.endpoint import ClientEndpoint
        from net.protocol.messages import Hello

        self._endpoints[client_number] = ClientEndpoint(Hello(0, ""), 0)

    def _read_messages(self, client_number: int, data: bytes) -> None:
        """Record the tokens, table numbers and welcomes that clients wait for; all other bytes are only counted."""
        from net.protocol.messages import ConnectionFailed, HallWelcome, RequestRefused, TableReady, Welcome

        endpoint = self._endpoints.get(client_number)
        if endpoint is None:
            return
        for message in endpoint.receive(data, 0):
            match message:
                case HallWelcome(token):
                    self.tokens[client_number] = token
                case TableReady(number):
                    self._tables.append(number)
                case Welcome():
                    self._welcome += 1
                case RequestRefused() | ConnectionFailed():
                    raise SystemExit(str(message))
                case _:
                    continue
            self._endpoints.pop(client_number, None)


def run_spectators(port: int) -> None:
    """Make people watch tables of the club at a port, as the lines of the input say, until the input ends.

    A line is `come PEOPLE`, `look PEOPLE` (people who search the list), `open TABLES`, `start`, or `bytes`, which is
    answered with the number of bytes that one person has received on average since the last `bytes`.
    """
    import select

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    crowd = Spectators(port)
    print_json()
    received = 0
    while True:
        while not select.select([sys.stdin], [], [], 0)[0]:
            crowd.read(0.02)
        word, _, number = sys.stdin.readline().strip().partition(" ")
        if not word:
            break
        if word in ("come", "look"):
            crowd.come_into_hall(int(number), searches=word == "look")
        elif word == "open":
            crowd.open_tables(int(number))
        elif word == "start":
            crowd.start_matches_again()
        before, received = received, sum(crowd.bytes_received)
        print_json(bytes=(received - before) / max(1, len(crowd.tokens)))
    crowd.close()


async def ask_in_thread(ask: Callable[[str], dict[str, Any]], line: str) -> dict[str, Any]:
    """Call `ask`, which sends a line to a child process and returns its answer, in a thread, so that the people of this
    process play on.
    """
    return await asyncio.to_thread(ask, line)


# Measurements of single parts


async def measure_tables(table_counts: list[int], seconds: float) -> None:
    """Print the figures for each number of tables in play, until the answers take longer than
    `MAX_ANSWER_MILLISECONDS`.
    """
    with running_module("club_size", *CLUB_PROCESS_ARGUMENTS) as club, ExitStack() as stack:
        port = club.ready["port"]
        players = [await open_table_and_sit_down(port, number) for number in range(MEASURED_PEOPLE_COUNT)]
        playing = [asyncio.create_task(player.play()) for player in players]
        spectators = stack.enter_context(running_module("club_size", "--watch", port))
        await ask_in_thread(spectators.request_answer, f"come {max(table_counts)}")
        await asyncio.sleep(2)
        before = club.request_answer("?")["memory"]
        headings = ("tables in play", "decisions/s", "p50 ms", "p99 ms", "cores busy", "turn p99 ms", "most ms")
        print("  ".join((*headings, "kB a table", "bytes/s each")))
        for tables in table_counts:
            await ask_in_thread(spectators.request_answer, f"open {tables}")
            await ask_in_thread(spectators.request_answer, "start")
            await asyncio.sleep(2)
            for player in players:
                player.answer_milliseconds.clear()
            await ask_in_thread(spectators.request_answer, "bytes")
            cpu = club.request_answer("?")["cpu"]
            begin = perf_counter()
            await asyncio.sleep(seconds)
            times = [one for player in players for one in player.answer_milliseconds]
            load, spent = club.request_answer("?"), perf_counter() - begin
            received = (
                (await ask_in_thread(spectators.request_answer, "bytes"))["bytes"] * max(table_counts) / tables / spent
            )
            memory = load["memory"] - before
            late = percentile_99(times)
            print(
                f"{load['playing'] - MEASURED_PEOPLE_COUNT:14}  {load['decisions'] / spent:11.0f}  "
                f"{median(times):6.2f}  {late:6.2f}  {(load['cpu'] - cpu) / spent:10.2f}  {load['turn']:11.2f}  "
                f"{load['longest']:7.2f}  {memory / tables / 1e3:10.1f}  {received:12.0f}",
                flush=True,
            )
            if late > MAX_ANSWER_MILLISECONDS:
                break
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def measure_memory(tables: int) -> None:
    """Print the memory for each table in play, from the beginning of its second match to its end; all tables begin it
    at once.
    """
    with (
        running_module("club_size", *CLUB_PROCESS_ARGUMENTS) as club,
        running_module("club_size", "--watch", club.ready["port"]) as spectators,
    ):
        spectators.request_answer(f"come {tables}")
        time.sleep(2)
        before = club.request_answer("?")["memory"]
        spectators.request_answer(f"open {tables}")
        while club.request_answer("?")["playing"]:
            time.sleep(2)
        spectators.request_answer("start")
        begin = perf_counter()
        for age in chain(MEMORY_READING_SECONDS, count(MEMORY_READING_SECONDS[-1] + 10, 10)):
            time.sleep(max(0.0, begin + age - perf_counter()))
            load = club.request_answer("?")
            print(
                f"memory: {age} s after {tables} matches began {load['playing']} go on; "
                f"{(load['memory'] - before) / tables / 1e3:.1f} kB a table",
                flush=True,
            )
            if not load["playing"]:
                break


def measure_hall(people: int, changes: float, seconds: float) -> None:
    """Print how many bytes a hall sends to each of its people and how much processor time that costs, first while no
    row of the list changes, then while rows change.
    """
    with (
        running_module("club_size", *CLUB_PROCESS_ARGUMENTS) as club,
        running_module("club_size", "--watch", club.ready["port"]) as spectators,
    ):
        spectators.request_answer(f"look {people}")
        for rate, tables in ((0.0, 0), *((changes, tables) for tables in COUNTS_OF_CHANGING_TABLES)):
            if rate:
                club.request_answer(f"change {rate} {tables}")
                time.sleep(1 + tables / rate)  # most rows are in the list
            spectators.request_answer("bytes")
            cpu, begin = club.request_answer("?")["cpu"], perf_counter()
            time.sleep(seconds)
            load, spent = club.request_answer("?"), perf_counter() - begin
            received = spectators.request_answer("bytes")["bytes"] / spent
            print(
                f"hall: {people} people, {rate:.0f} changes a second"
                f"{f' of {tables} tables' if tables else ''}: {received:.0f} bytes a person a second, "
                f"CPU {(load['cpu'] - cpu) / spent:.2f}, turn p99 {load['turn']:.1f} ms, most {load['longest']:.1f} ms",
                flush=True,
            )


async def measure_actions(port: int, actions: int) -> list[float]:
    """Return, for `actions` actions, the milliseconds from sending each until both people at a table have its
    result.
    """
    from net.client.hall import TableGranted
    from tests.support.join import enter_hall, join

    halls = [await enter_hall("127.0.0.1", port, name) for name in ("Ann", "Bob")]
    offered: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    halls[0].set_listener(lambda event: offered.set_result(event.number) if isinstance(event, TableGranted) else None)
    halls[0].open_table(PEOPLE_GAME_SLUG, seats=2)
    number = await offered
    clients = [await join("127.0.0.1", port, "", other_tokens=(hall.token,), club_table=number) for hall in halls]
    times = await _play_together(clients, actions)
    for one in (*clients, *halls):
        await one.close()
    return times


async def _play_together(clients: list[RemoteClient], actions: int) -> list[float]:
    """Make two people play matches with each other without thinking; return the milliseconds of each of `actions`
    actions.
    """
    from core import games

    game = games[PEOPLE_GAME_SLUG]
    bot = next(iter(game.bots.values()))
    woken = asyncio.Event()
    heard = [0, 0]

    def listener(client_number: int) -> Callable[[object], None]:
        def count(event: object) -> None:
            """Count an event, and wake the bench."""
            heard[client_number] += 1
            woken.set()

        return count

    for who, client in enumerate(clients):
        client.set_listener(listener(who))
    times: list[float] = []
    while len(times) < actions:
        clients[0].start_match()
        while not all(one.table is not None and one.table.phase == "playing" and one.view for one in clients):
            woken.clear()
            await woken.wait()
        while len(times) < actions and clients[0].table is not None and clients[0].table.phase == "playing":
            who = next((who for who, one in enumerate(clients) if one.view and game.legal(one.view)), None)
            if who is None:
                woken.clear()
                await woken.wait()
                continue
            client, other = clients[who], 1 - who
            before, begin = heard[other], perf_counter()
            client.send_action(bot(client.view))  # type: ignore[arg-type]
            while client.awaits_answer or heard[other] == before:
                woken.clear()
                await woken.wait()
            times.append((perf_counter() - begin) * 1e3)
    return times


def print_action_times(club: str, times: list[float]) -> None:
    """Print a line with the times of actions, in milliseconds. `club` describes the club where they were measured."""
    print(
        f"{club}: from an action to everybody p50 {median(times):.2f} ms, p99 {percentile_99(times):.2f} ms, "
        f"{len(times)} actions",
        flush=True,
    )


def connect_from(address: str) -> None:
    """Let all clients of the running event loop connect from this address from now on, as if behind one router."""
    loop: Any = asyncio.get_running_loop()
    loop.create_connection = partial(loop.create_connection, local_addr=(address, 0))


async def open_tables_and_sit_down(port: int, people: int, hosts: list[str]) -> list[ClubPlayer]:
    """Let people from one address open a table each and sit down there, no faster than they may connect."""
    from net.limits import NEW_CONNECTIONS_PER_SECOND

    players = []
    for number in range(people):
        players.append(await open_table_and_sit_down(port, number, hosts))
        await asyncio.sleep(2 / NEW_CONNECTIONS_PER_SECOND)  # one to the hall, one to the table
    return players


async def measure_cluster(actions: int, taken_over: int, behind_router: int) -> None:
    """Print how long actions take in a club that stores everything three times, and for how long people are away when
    their host ends.
    """
    from tests.support.nats_servers import start_servers

    with running_module("club_size", *CLUB_PROCESS_ARGUMENTS) as club:
        print_action_times("one machine", await measure_actions(club.ready["port"], actions))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = await start_servers(folder, 3)
        stack.callback(servers.stop)
        urls = ",".join(servers.urls)
        first = stack.enter_context(running_module("club_size", *CLUB_PROCESS_ARGUMENTS, "--servers", urls))
        print_action_times("three copies", await measure_actions(first.ready["port"], actions))
        port, hosts = first.ready["port"], [first.address]
        connect_from(ROUTER_ADDRESS)
        players = await open_tables_and_sit_down(port, behind_router, hosts)
        playing = [asyncio.create_task(player.play()) for player in players]
        spectators = stack.enter_context(running_module("club_size", "--watch", port))
        await ask_in_thread(spectators.request_answer, f"come {taken_over}")
        begin = perf_counter()
        await ask_in_thread(spectators.request_answer, f"open {taken_over}")
        print(f"{taken_over} tables opened in {perf_counter() - begin:.1f} s", flush=True)
        others = [
            stack.enter_context(running_module("club_size", *CLUB_PROCESS_ARGUMENTS, "--servers", urls))
            for _ in range(2)
        ]
        hosts += [other.address for other in others]
        await asyncio.sleep(2)
        await measure_take_over(first, spectators, others, players)
        hosts.remove(first.address)
        await measure_stop_of_host(*others, players)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def measure_take_over(
    killed: ModuleProcess, spectators: ModuleProcess, others: list[ModuleProcess], players: list[ClubPlayer]
) -> None:
    """Kill a host and the spectators; print when its tables run at the other hosts, and how long its people were away.

    The other hosts have no tables before.
    """
    there = (await ask_in_thread(killed.request_answer, "?"))["playing"]
    clear_measured_answers(players)
    for child in (killed, spectators):
        os.kill(child.process.pid, signal.SIGKILL)
    begin = perf_counter()
    run_at: list[float] = []
    while len(run_at) < there and perf_counter() < begin + MAX_TAKE_OVER_SECONDS:
        running_now = sum([(await ask_in_thread(other.request_answer, "?"))["playing"] for other in others])
        run_at += [perf_counter() - begin] * (running_now - len(run_at))
        await asyncio.sleep(0.05)
    found = f"the first after {run_at[0]:.1f} s, the last after {run_at[-1]:.1f} s" if run_at else "none"
    print(f"take-over of {there} tables in play: {len(run_at)} run again, {found}; ", end="")
    await print_seconds_away(players)


async def measure_stop_of_host(stopped: ModuleProcess, other: ModuleProcess, players: list[ClubPlayer]) -> None:
    """Ask a host to stop; print when its tables run at the other host, and how long its people were away."""
    tables, others = [(await ask_in_thread(child.request_answer, "?"))["tables"] for child in (stopped, other)]
    clear_measured_answers(players)
    begin = perf_counter()
    await asyncio.to_thread(stopped.end)
    ended = perf_counter() - begin
    while (await ask_in_thread(other.request_answer, "?"))["tables"] < tables + others:
        if perf_counter() > begin + MAX_TAKE_OVER_SECONDS:
            raise SystemExit("The tables of the host that was stopped do not run at the other.")
        await asyncio.sleep(0.05)
    moved = perf_counter() - begin
    print(
        f"stop of a host with {tables} tables: ended after {ended:.1f} s, all run at the other after {moved:.1f} s; ",
        end="",
    )
    await print_seconds_away(players)


def clear_measured_answers(players: list[ClubPlayer]) -> None:
    """Forget what has been measured of these people."""
    for player in players:
        player.answer_milliseconds.clear()
        player.absence_milliseconds.clear()


async def print_seconds_away(players: list[ClubPlayer]) -> None:
    """Print how long people were away when their host ended, and the longest time from an action to its answer.

    Their tables run at other hosts by now. Everybody first gets two more answers, because one may have been sent by the
    host that ended.
    """
    answers = [len(player.answer_milliseconds) for player in players]
    while any(len(player.answer_milliseconds) < number + 2 for player, number in zip(players, answers, strict=True)):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    moved = [player for player in players if player.absence_milliseconds]
    print(
        f"{len(moved)} people at these were away for "
        f"{format_range_in_seconds(chain(*(player.absence_milliseconds for player in moved)))}; "
        f"the longest answer took {max(chain([0.0], *(player.answer_milliseconds for player in moved))) / 1e3:.2f} s",
        flush=True,
    )


def format_range_in_seconds(milliseconds: Iterable[float]) -> str:
    """Return a text with the least, the median and the greatest of some times, in seconds."""
    times = sorted(milliseconds)
    return f"{times[0] / 1e3:.2f} / {median(times) / 1e3:.2f} / {times[-1] / 1e3:.2f} s" if times else "no time"


def main() -> None:
    """Make the measurements that the command line chose, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = ("tables", "memory", "hall", "cluster")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--tables", type=int, nargs="+", default=[250, 500, 750, 980])
    parser.add_argument("--lift", action="store_true", help="lift the bounds of a club, for more than they allow")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--pace", type=float, default=BOT_PACE_SECONDS, help="about how many seconds a bot thinks")
    parser.add_argument("--people", type=int, default=2_000)
    parser.add_argument("--changes", type=float, default=50.0)
    parser.add_argument("--actions", type=int, default=400)
    parser.add_argument("--taken-over", type=int, default=500)
    parser.add_argument("--behind-router", type=int, default=MEASURED_PEOPLE_COUNT)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--servers", default="", help=argparse.SUPPRESS)
    parser.add_argument("--watch", type=int, default=0, metavar="PORT", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        measure_turns_from_now_on()
        count_decisions_from_now_on()
        if args.lift:
            raise_club_limits()
        asyncio.run(serve_club(args.servers, args.pace))
    elif args.watch:
        run_spectators(args.watch)
    else:
        CLUB_PROCESS_ARGUMENTS.extend(["--pace", str(args.pace), *(["--lift"] if args.lift else [])])
        if "tables" in args.only:
            asyncio.run(measure_tables(sorted(args.tables), args.seconds))
        if "memory" in args.only:
            measure_memory(max(args.tables))
        if "hall" in args.only:
            measure_hall(args.people, args.changes, args.seconds)
        if "cluster" in args.only:
            asyncio.run(measure_cluster(args.actions, args.taken_over, args.behind_router))


if __name__ == "__main__":
    main()
