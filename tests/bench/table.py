"""Measures one table of Mad Queens with many people, beside a bare asyncio broadcast of the same bytes.

    python -m tests.bench.table [--clients 2 8 32 128 1000] [--actions 200] [--tls] [--no-journal | --durable]
                                [--tables 1000] [--spectators 600]
                                [--only actions play join company spectators bots idle]

The host and the broadcast each run in a process of their own; all clients are in this one. They are measured in turn:
an action at the table, then a broadcast of as many bytes. The parts are:

`actions`, for each number of clients, all of them seated: the time from sending an action until the last client has
read its result (median and 99th percentile, and the ratio of the medians), the bytes sent to each client and the
processor time of the host, both per action, and the memory of the host per connection.

`play`, `join`, with the largest number of clients: everybody plays one whole play at once; everybody joins a table at
which a match is running.

`company`: some people play while others hold connections open and say nothing, or never read.

`spectators`: a few people play alone, among many spectators, and while a hundred of these hang up at once, repeatedly.

`bots`: somebody asks the table for something while eight bots play: of the normal level, and of the hard one, which
thinks, at a human pace and without a rest.

`idle`: many tables at which nobody plays are held in one process.

It uses loopback only and takes some two minutes by default. It needs Linux, two cores, and in this process two file
descriptors for each client (`ulimit -n`). Compare only figures of one run.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep

from core import Action, View, games
from net.client.match_replica import MatchReplica
from net.limits import PROTOCOL_VERSION
from net.protocol.endpoint import ClientEndpoint
from net.protocol.messages import (
    Act,
    Hello,
    MatchSnapshot,
    MatchUpdate,
    Pong,
    RequestRefused,
    RequestSnapshot,
    Start,
    Welcome,
    encode_message,
)
from tests.bench.module_process import ModuleProcess, running_module
from tests.bench.table_clients import ClientCrowd
from tests.bench.table_options import ServerOptions

MEASURED_GAME = games["mad-queens"]
"""The game that is measured: Mad Queens."""
REVEAL_ACTION, BANK_ACTION = MEASURED_GAME.parse("reveal"), MEASURED_GAME.parse("bank")
WELCOME_BEGINNING = encode_message(Welcome("t" * 32, "t" * 32))[:4]
"""The first bytes of an encoded `Welcome`: the last message that a newcomer gets before updates of the match."""

SPARE_FILE_DESCRIPTORS = 64
"""Number of file descriptors that this process needs beside those of the clients."""

SEATS_IN_COMPANY, PLAYERS_IN_COMPANY, ACTIONS_IN_COMPANY = 1000, 100, 120
"""The part `company`: seats of the table, how many of them have a client that plays, and how many actions are timed."""

SILENT_CONNECTIONS, UNREADING_SPECTATORS, SNAPSHOT_REQUESTS = 200, 4, 5
"""The part `company`: connections that say nothing, spectators that never read, and what each of these asks for."""


PLAYERS_AMONG_WATCHERS, LEAVERS, ACTIONS_AMONG_WATCHERS = 8, 100, 60
"""The part `spectators`: players, spectators who hang up at once, and actions that are timed before and after that."""

BOTS, BOT_PACE = 8, 0.8
"""The part `bots`: how many there are, and about how many seconds each takes for a decision."""

PAUSE_BETWEEN_ACTIONS_SECONDS = 0.05
"""Pause in seconds between two actions in the parts `spectators` and `bots`: much shorter than a person's."""


def running_server(options: ServerOptions) -> AbstractContextManager[ModuleProcess]:
    """Context manager: run a process with the server that is measured; `options` say which server it is."""
    return running_module("table_host", options.to_text())


def cpu_seconds_and_bytes(process: ModuleProcess) -> tuple[float, int]:
    """Return the processor seconds that a process has used and the bytes of memory that it holds."""
    answer = process.request_answer("?")
    return answer["cpu"], answer["memory"]


class TablePlayers(ClientCrowd):
    """The clients at a table of Mad Queens: client 0 follows the match, the others only count bytes.

    Nothing in Mad Queens is hidden from a seat, so the view of client 0 is enough to choose the actions of all seats.
    `welcomed` holds the numbers of the clients that have joined the table, `steps` the number of each seat's next
    decision; `updates` counts the updates of the match that client 0 has had.
    """

    def __init__(self, port: int, tls: bool = False) -> None:
        super().__init__(port, tls=tls, sign_of_life=encode_message(Pong()))
        self.on_bytes_of_first_client = self._update_replica
        self.on_bytes = self._record_welcome
        self.welcomed: set[int] = set()
        self.match_replica: MatchReplica | None = None
        self.steps: list[int] = []
        self.updates = 0
        self._tails: dict[int, bytes] = {}
        self._chance = Random(1)
        self._end = ClientEndpoint(Hello(PROTOCOL_VERSION, ""), 0)
        self._acts = 0

    def join(self, client_count: int, watch: bool = False) -> None:
        """Connect `client_count` more clients, as spectators if `watch`; return when the table has welcomed all of
        them.
        """
        first = len(self.links)
        self.connect(
            [encode_message(Hello(PROTOCOL_VERSION, f"P{first + n}", watch=watch)) for n in range(client_count)]
        )
        self.read_until(lambda: len(self.welcomed) == first + client_count)

    def start_match(self) -> None:
        """Begin a match, as client 0, who owns the table, and wait until all clients have its first update."""
        self.send_from(0, encode_message(Start()))
        self.read_until(lambda: self.match_replica is not None)
        self.read_until_silent()

    @property
    def view(self) -> View:
        """The view of the match that client 0 has."""
        assert self.match_replica is not None
        return self.match_replica.view

    def decisions(self) -> Iterator[tuple[int, Action]]:
        """Yield an action for each seat that can act: it reveals cards until it shows three, then it banks if it
        may.
        """
        view = self.view
        for seat in range(min(view.seats, len(self.links))):
            if view.facts[f"status/{seat}"] == "playing":
                choices = MEASURED_GAME.legal(replace(view, seat=seat))
                if choices:
                    wants = BANK_ACTION if len(view.cards(f"shown/{seat}")) >= 3 else REVEAL_ACTION
                    yield seat, wants if wants in choices else choices[0]

    def random_decision(self) -> tuple[int, Action]:
        """Return one of the seats that can act, chosen at random, and its action."""
        return self._chance.choice(list(self.decisions()))

    def act(self, seat: int, action: Action) -> None:
        """Send the action of a seat from the client with the same number as the seat."""
        assert self.match_replica is not None
        self._acts += 1
        self.send_from(
            seat,
            encode_message(Act(self._acts, self.match_replica.match, self.steps[seat], str(action))),
        )
        self.steps[seat] += 1

    def time_actions(self, repeat_count: int) -> list[float]:
        """Send `repeat_count` actions, one after another; return for each the milliseconds until all clients had its
        result.
        """
        found = []
        for _ in range(repeat_count):
            seat, action = self.random_decision()
            told = self.new_result_check(seat)
            start = perf_counter()
            self.act(seat, action)
            self.read_until(told)
            found.append((perf_counter() - start) * 1e3)
        return found

    def time_answers(self, repeat_count: int, crowd: ClientCrowd) -> list[float]:
        """Send `repeat_count` actions, `PAUSE_BETWEEN_ACTIONS_SECONDS` apart; return for each the milliseconds until
        client 0 had its result. Between two actions the clients of `crowd` read what they were sent. After a match
        another one begins.
        """
        found = []
        for _ in range(repeat_count):
            late = perf_counter() + PAUSE_BETWEEN_ACTIONS_SECONDS
            while (left := late - perf_counter()) > 0:
                crowd.read(left / 4)
                self.read(0.0)
            if self.view.facts["over"]:
                self.match_replica = None
                self.start_match()
            before, start = self.updates, perf_counter()
            self.act(*self.random_decision())
            while self.updates == before:
                self.read(1.0)
            found.append((perf_counter() - start) * 1e3)
        return found

    def _record_welcome(self, client_number: int, data: bytes) -> None:
        """Record that a client has joined the table, once its first `Welcome` has arrived, perhaps in pieces."""
        if client_number not in self.welcomed:
            tail = self._tails.pop(client_number, b"") + data
            if WELCOME_BEGINNING in tail:
                self.welcomed.add(client_number)
            else:
                self._tails[client_number] = tail[-len(WELCOME_BEGINNING) :]

    def _update_replica(self, data: bytes) -> None:
        """Apply the updates in `data` to client 0's copy of the match; fail if an update is missing."""
        for message in self._end.receive(data, 0):
            match message:
                case MatchSnapshot():
                    self.match_replica = MatchReplica(message, 0)
                    self.steps = [0] * self.match_replica.view.seats
                case MatchUpdate() if self.match_replica is not None:
                    assert self.match_replica.apply_update(message) is not None, "the first client has missed something"
                    self.updates += 1
                case _:
                    assert not isinstance(message, Exception), message


@dataclass
class TableFigures:
    """The figures measured with `clients` clients, printed as a row of the first table.

    `table_ms` holds the milliseconds of each action at the table, `broadcast_ms` those of each bare broadcast, and
    `bytes_by_action` the bytes that each action sent to one client. `table_cpu_ms` and `broadcast_cpu_ms` are the
    processor's milliseconds per action and per broadcast, `connection_bytes` is the host's memory per connection.
    """

    clients: int
    table_ms: list[float]
    broadcast_ms: list[float]
    bytes_by_action: list[int]
    table_cpu_ms: float
    broadcast_cpu_ms: float
    connection_bytes: float

    def __str__(self) -> str:
        ours, theirs = median(self.table_ms), median(self.broadcast_ms)
        return (
            f"{self.clients:8}{ours:9.2f}{percentile_99(self.table_ms):9.2f}"
            f"{theirs:10.2f}{percentile_99(self.broadcast_ms):9.2f}"
            f"{ours / theirs:8.2f}{median(self.bytes_by_action):9.0f}{max(self.bytes_by_action):9}"
            f"{self.table_cpu_ms:10.2f}{self.broadcast_cpu_ms:9.2f}{self.connection_bytes / 1000:11.1f}"
        )


FIGURES_HEADING = (
    f"{'clients':>8}{'p50 ms':>9}{'p99 ms':>9}{'bare p50':>10}{'p99':>9}{'ratio':>8}{'bytes':>9}{'most':>9}"
    f"{'CPU ms':>10}{'bare':>9}{'kB a conn':>11}"
)
"""The printed heading above the rows of figures, with one column for each figure."""


def percentile_99(values: Sequence[float]) -> float:
    """Return the 99th percentile of at least two values."""
    return quantiles(values, n=100, method="inclusive")[98]


def compare_with_broadcast(clients: int, actions: int, options: ServerOptions) -> TableFigures:
    """Measure actions at a table with `clients` seats, and after each action a bare broadcast of as many bytes."""
    with (
        running_server(replace(options, seats=clients)) as host,
        running_server(ServerOptions("bare")) as bare,
    ):
        before = cpu_seconds_and_bytes(host)[1]
        players, listeners = (
            TablePlayers(host.ready["port"], options.tls),
            ClientCrowd(bare.ready["port"]),
        )
        players.join(clients)
        players.read_until_silent()
        memory = (cpu_seconds_and_bytes(host)[1] - before) / clients
        listeners.connect([b""] * clients)
        players.start_match()
        found = TableFigures(clients, [], [], [], 0.0, 0.0, memory)
        cpu, bare_cpu = cpu_seconds_and_bytes(host)[0], cpu_seconds_and_bytes(bare)[0]
        for _ in range(actions):
            seat, action = players.random_decision()
            told = players.new_result_check(seat)
            start = perf_counter()
            players.act(seat, action)
            before = players.bytes_received[seat - 1]
            players.read_until(told)
            found.table_ms.append((perf_counter() - start) * 1e3)
            found.bytes_by_action.append(size := players.bytes_received[seat - 1] - before)
            if players.view.facts["over"]:
                break
            told = listeners.new_result_check(seat)
            start = perf_counter()
            listeners.send_from(seat, size.to_bytes(4, "big") + bytes(12))
            listeners.read_until(told)
            found.broadcast_ms.append((perf_counter() - start) * 1e3)
        found.table_cpu_ms = (cpu_seconds_and_bytes(host)[0] - cpu) / len(found.table_ms) * 1e3
        found.broadcast_cpu_ms = (cpu_seconds_and_bytes(bare)[0] - bare_cpu) / len(found.broadcast_ms) * 1e3
        players.close()
        listeners.close()
    return found


def measure_play_to_its_end(clients: int, options: ServerOptions) -> None:
    """Print how long one play (a round of the game) lasts if each player acts as soon as the last action has its
    result.
    """
    with running_server(replace(options, seats=clients)) as host:
        players = TablePlayers(host.ready["port"], options.tls)
        players.join(clients)
        players.start_match()
        play, left, count = players.view.facts["play"], [-1] * clients, 0
        cpu, start = cpu_seconds_and_bytes(host)[0], perf_counter()
        while players.view.facts["play"] == play:
            for seat, action in players.decisions():
                if left[seat] != players.view.count(f"deck/{seat}"):  # else it has acted, and not been told yet
                    left[seat] = players.view.count(f"deck/{seat}")
                    players.act(seat, action)
                    count += 1
            players.read(1.0)
        players.read_until_silent()
        seconds = perf_counter() - start
        used = cpu_seconds_and_bytes(host)[0] - cpu
        print(f"\n{clients} players finish a play of {count} actions: {used:.2f} s of host CPU, {seconds:.1f} s")
        players.close()


def measure_joins(clients: int, options: ServerOptions) -> None:
    """Print how long `clients` spectators take to join a table with as many seats at which a match is running."""
    with running_server(replace(options, seats=clients, bots=clients - 1, pace=1e6)) as host:
        players = TablePlayers(host.ready["port"], options.tls)
        players.join(1)
        players.start_match()
        cpu, start = cpu_seconds_and_bytes(host)[0], perf_counter()
        players.join(clients, watch=True)
        seconds = perf_counter() - start
        used = cpu_seconds_and_bytes(host)[0] - cpu
        each = median(players.bytes_received[1:]) / 1e3
        print(f"{clients} people join one running table: {used:.2f} s of host CPU, {seconds:.1f} s, {each:.0f} kB each")
        players.close()


def measure_among_silent_peers(options: ServerOptions) -> None:
    """Print how long actions take at a quiet table, and at one with half-open connections and spectators that never
    read.

    The match has a thousand seats, so its views are long, and a few of them fill the queue of a spectator that never
    reads. Most of its bots never act.
    """
    with running_server(
        replace(
            options,
            seats=SEATS_IN_COMPANY,
            bots=SEATS_IN_COMPANY - PLAYERS_IN_COMPANY,
            pace=1e6,
        )
    ) as host:
        players = TablePlayers(host.ready["port"], options.tls)
        players.join(PLAYERS_IN_COMPANY)
        players.start_match()
        alone = sorted(players.time_actions(ACTIONS_IN_COMPANY))
        before = cpu_seconds_and_bytes(host)[1]
        unreading = ClientCrowd(host.ready["port"], first=1000, tls=options.tls)
        unreading.connect(
            [encode_message(Hello(PROTOCOL_VERSION, "Deaf", watch=True))] * UNREADING_SPECTATORS, receive_bytes=4096
        )
        for _ in range(SNAPSHOT_REQUESTS):
            sleep(1.1)
            for who in range(UNREADING_SPECTATORS):
                unreading.send_from(who, encode_message(RequestSnapshot()))
        silent = ClientCrowd(host.ready["port"], first=1200)
        silent.connect([b""] * SILENT_CONNECTIONS)
        players.read_until_silent()
        among = sorted(players.time_actions(ACTIONS_IN_COMPANY))
        growth = percentile_99(among) - percentile_99(alone)
        memory = (cpu_seconds_and_bytes(host)[1] - before) / 1e6
        print(
            f"\n{PLAYERS_IN_COMPANY} players among {SILENT_CONNECTIONS} half-open connections and "
            f"{UNREADING_SPECTATORS} who never read: p50 "
            f"{median(alone):.2f} ms alone, {median(among):.2f} ms in company; p99 {percentile_99(alone):.2f} ms, "
            f"{percentile_99(among):.2f} ms ({growth:+.2f} ms); {memory:.1f} MB more"
        )
        for crowd in (players, unreading, silent):
            crowd.close()


def measure_among_spectators(spectators: int, options: ServerOptions) -> None:
    """Print how long actions take without spectators, with many, and while groups of `LEAVERS` spectators hang up at
    once, until all are gone.
    """
    with running_server(replace(options, seats=PLAYERS_AMONG_WATCHERS)) as host:
        players = TablePlayers(host.ready["port"], options.tls)
        players.join(PLAYERS_AMONG_WATCHERS)
        players.start_match()
        crowd = ClientCrowd(host.ready["port"], first=1000, tls=options.tls, sign_of_life=encode_message(Pong()))
        print(f"\n{PLAYERS_AMONG_WATCHERS} players{'':16}{'p50 ms':>9}{'p95 ms':>9}{'most':>9}")
        print_times("alone", players.time_answers(ACTIONS_AMONG_WATCHERS, crowd))
        for first in range(0, spectators, LEAVERS):
            names = [f"W{number}" for number in range(first, min(first + LEAVERS, spectators))]
            crowd.connect([encode_message(Hello(PROTOCOL_VERSION, name, watch=True)) for name in names])
            crowd.read_until_silent()
        players.read_until_silent()
        print_times(f"among {spectators} spectators", players.time_answers(ACTIONS_AMONG_WATCHERS, crowd))
        times = []
        while crowd.links:
            crowd.hang_up(min(LEAVERS, len(crowd.links)))
            times += players.time_answers(ACTIONS_AMONG_WATCHERS, crowd)
        print_times(f"while {LEAVERS} leave", times)
        for one in (players, crowd):
            one.close()


def print_times(name: str, times: Sequence[float], text_after_times: str = "") -> None:
    """Print a line: `name`, the median, the 95th percentile and the longest of `times` in milliseconds, and
    `text_after_times`.
    """
    percentile_95 = quantiles(times, n=20, method="inclusive")[18]
    print(f"{name:25}{median(times):9.2f}{percentile_95:9.2f}{max(times):9.2f}{text_after_times}", flush=True)


class AskingSpectator(ClientCrowd):
    """A spectator who requests what only players may do: the answer is a refusal, which nobody else gets. `answers`
    counts the refusals.
    """

    def __init__(self, port: int, tls: bool) -> None:
        super().__init__(port, tls=tls, sign_of_life=encode_message(Pong()))
        self.on_bytes_of_first_client = self._count_answers
        self.answers = 0
        self._end = ClientEndpoint(Hello(PROTOCOL_VERSION, ""), 0)
        self._asked = 0

    def join_and_start_match(self) -> None:
        """Join the table as its owner, and begin a match between bots."""
        self.connect([encode_message(Hello(PROTOCOL_VERSION, "Ann", watch=True))])
        self.read_until_silent()
        self.send_from(0, encode_message(Start()))
        self.read(1.0)

    def time_answers(self, repeat_count: int) -> list[float]:
        """Ask `repeat_count` times; return the milliseconds until each answer."""
        found = []
        for _ in range(repeat_count):
            late = perf_counter() + PAUSE_BETWEEN_ACTIONS_SECONDS
            while (left := late - perf_counter()) > 0:
                self.read(left)
            before, start = self.answers, perf_counter()
            self._asked += 1
            self.send_from(0, encode_message(Act(self._asked, 1, 0, str(REVEAL_ACTION))))
            while self.answers == before:
                self.read(1.0)
            found.append((perf_counter() - start) * 1e3)
        return found

    def _count_answers(self, data: bytes) -> None:
        """Add the number of refusals in `data` to `answers`."""
        self.answers += sum(isinstance(message, RequestRefused) for message in self._end.receive(data, 0))


def measure_among_bots(actions: int, options: ServerOptions) -> None:
    """Print how long the table takes to answer while bots play, for each of several levels and paces of the bots."""
    print(f"\n{BOTS} bots{'':19}{'p50 ms':>9}{'p95 ms':>9}{'most':>9}{'p99 ms':>9}")
    for name, level, pace in (
        ("normal", "normal", BOT_PACE),
        ("hard", "hard", BOT_PACE),
        ("hard, no rest", "hard", 0.0),
    ):
        table = replace(options, game="queens-dungeon", seats=BOTS, bots=BOTS, pace=pace, level=level)
        with running_server(table) as host:
            asker = AskingSpectator(host.ready["port"], options.tls)
            asker.join_and_start_match()
            cpu, began = cpu_seconds_and_bytes(host)[0], perf_counter()
            times = asker.time_answers(actions)
            load = (cpu_seconds_and_bytes(host)[0] - cpu) / (perf_counter() - began)
            print_times(name, times, f"{percentile_99(times):9.2f}   CPU {load:.0%}")
            asker.close()


def measure_idle_tables(table_count: int) -> None:
    """Print the memory of `table_count` tables with four bots each: first in the lobby, then with a match that stands
    still.
    """
    for begun in (False, True):
        with running_server(ServerOptions("idle", tables=table_count, begun=begun, pace=1e6)) as process:
            memory = cpu_seconds_and_bytes(process)[1]
            each = (memory - process.ready["before"]) / table_count / 1e3
            where = "a match begun" if begun else "in the lobby"
            print(f"{table_count} idle tables with four bots each, {where}: {memory / 1e6:.0f} MB, {each:.1f} kB each")


def raise_descriptor_limit(clients: int) -> None:
    """Raise the limit of file descriptors as far as `clients` clients need; end the bench if the system does not allow
    it.
    """
    needed = 2 * clients + SPARE_FILE_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(f"{clients} clients need {needed} file descriptors, and {hard} are allowed (ulimit -n).")
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


PART_NAMES = ("actions", "play", "join", "company", "spectators", "bots", "idle")
"""Names of the parts of the bench that `--only` can choose."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure the chosen parts and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, nargs="+", default=[2, 8, 32, 128, 1000])
    parser.add_argument(
        "--actions",
        type=int,
        default=200,
        help="how many actions are measured (default 200)",
    )
    parser.add_argument(
        "--tables",
        type=int,
        default=1000,
        help="how many idle tables are held (default 1000)",
    )
    parser.add_argument("--spectators", type=int, default=600, help="how many people watch (default 600)")
    parser.add_argument(
        "--tls",
        action="store_true",
        help="let all links to the table be TLS, as the program does",
    )
    parser.add_argument("--no-journal", action="store_true", help="do not write down what is played")
    parser.add_argument(
        "--durable",
        action="store_true",
        help="write everything down to the disk at once",
    )
    parser.add_argument("--only", choices=PART_NAMES, nargs="+", default=PART_NAMES, help="measure only this")
    chosen = parser.parse_args(arguments)

    raise_descriptor_limit(max(*chosen.clients, chosen.spectators))
    options = ServerOptions(
        "table",
        journal=not chosen.no_journal,
        durable=chosen.durable,
        tls=chosen.tls,
        seed=1,
    )
    if "actions" in chosen.only:
        print(FIGURES_HEADING, flush=True)
        for clients in chosen.clients:
            print(compare_with_broadcast(clients, chosen.actions, options), flush=True)
    if "play" in chosen.only:
        measure_play_to_its_end(max(chosen.clients), options)
    if "join" in chosen.only:
        measure_joins(max(chosen.clients), options)
    if "company" in chosen.only:
        measure_among_silent_peers(options)
    if "spectators" in chosen.only:
        measure_among_spectators(chosen.spectators, options)
    if "bots" in chosen.only:
        measure_among_bots(chosen.actions, options)
    if "idle" in chosen.only:
        measure_idle_tables(chosen.tables)


if __name__ == "__main__":
    main()
