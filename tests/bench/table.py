"""One table of Mad Queens with very many people, beside a bare asyncio broadcast of the same bytes in the same run.

    python -m tests.bench.table [--clients 2 8 32 128 1000] [--actions 200] [--tls] [--no-journal | --durable]
                                [--tables 1000] [--only actions play join company idle]

The host runs in a process of its own, and so does the broadcast; all clients are in this one. They take turns: an
action at the table, then a broadcast of exactly as many bytes. The first table printed says for each number of
clients, all of them seated: how long it takes from sending an action until the last of them has read what came of it
(median and 99th percentile, and the medians' ratio), the bytes that each is told and the host's CPU time, both per
action, and the memory of the host per connection. Then, with the largest number of clients: everybody plays one
whole play at once; and everybody joins a table at which a match is running. At last some people play among others who
say nothing or never read, and many idle tables are held in one process.

It uses loopback only and ends by itself, after some two minutes with what is measured by default. It needs Linux, two
cores, and as many file descriptors as there are clients, twice over in this process (`ulimit -n`). Compare only within
one run.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any

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
    RequestSnapshot,
    Start,
    Welcome,
    to_bytes,
)
from tests.bench.table_clients import Crowd
from tests.bench.table_options import Served

ROOT = Path(__file__).parents[2]
GAME = games["mad-queens"]
REVEAL, BANK = GAME.parse("reveal"), GAME.parse("bank")
WELCOME = to_bytes(Welcome("t" * 32, "t" * 32))[:4]
"""How a welcome begins, which is the last of what a newcomer must be told."""

SPARE_DESCRIPTORS = 64

SEATS_IN_COMPANY, PLAYERS_IN_COMPANY, ACTIONS_IN_COMPANY = 1000, 100, 120
MUTE, DEAF, LOOKS = 200, 4, 5


class Process:
    """A process that serves something to measure (see `table_host.py`)."""

    def __init__(self, served: Served) -> None:
        command = [sys.executable, "-m", "tests.bench.table_host", served.to_text()]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ready: dict[str, Any] = self._read()

    def used(self) -> tuple[float, int]:
        """Return the CPU seconds that it has used and the bytes that it holds."""
        assert self._process.stdin is not None
        self._process.stdin.write("?\n")
        self._process.stdin.flush()
        said = self._read()
        return said["cpu"], said["memory"]

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("A process that was to be measured has ended.")
        facts: dict[str, Any] = json.loads(line)
        return facts

    def end(self) -> None:
        """Let it end by itself, and wait for that."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


@contextmanager
def serving(served: Served) -> Iterator[Process]:
    """Run a process to measure as long as it is needed."""
    process = Process(served)
    try:
        yield process
    finally:
        process.end()


class Players(Crowd):
    """A crowd at a table. The first of them follows the match, and it decides for all: in Mad Queens all is open."""

    def __init__(self, port: int, tls: bool = False) -> None:
        super().__init__(port, tls=tls, sign_of_life=to_bytes(Pong()))
        self.heard = self._follow
        self.arrived = self._count_welcomes
        self.welcomed: set[int] = set()
        self.mirror: MatchReplica | None = None
        self.steps: list[int] = []
        self._tails: dict[int, bytes] = {}
        self._chance = Random(1)
        self._end = ClientEndpoint(Hello(PROTOCOL_VERSION, ""), 0)
        self._acts = 0

    def join(self, number: int, watch: bool = False) -> None:
        """Let so many come in, and wait until all of them have been told everything."""
        first = len(self.links)
        self.connect([to_bytes(Hello(PROTOCOL_VERSION, f"P{first + n}", watch=watch)) for n in range(number)])
        self.read_until(lambda: len(self.welcomed) == first + number)

    def start(self) -> None:
        """Begin a match."""
        self.say(0, to_bytes(Start()))
        self.read_until(lambda: self.mirror is not None)
        self.settle()

    @property
    def view(self) -> View:
        """The match as everybody sees it."""
        assert self.mirror is not None
        return self.mirror.view

    def decisions(self) -> Iterator[tuple[int, Action]]:
        """Yield what each seat does that is waited for: it turns three cards in a play, then banks, if it can."""
        view = self.view
        for seat in range(min(view.seats, len(self.links))):
            if view.facts[f"status/{seat}"] == "playing":
                choices = GAME.legal(replace(view, seat=seat))
                if choices:
                    wants = BANK if len(view.cards(f"shown/{seat}")) >= 3 else REVEAL
                    yield seat, wants if wants in choices else choices[0]

    def decision(self) -> tuple[int, Action]:
        """Return what one of them does, any of them."""
        return self._chance.choice(list(self.decisions()))

    def act(self, seat: int, action: Action) -> None:
        """Let a seat, which is the client of the same number, act."""
        assert self.mirror is not None
        self._acts += 1
        self.say(
            seat,
            to_bytes(Act(self._acts, self.mirror.match, self.steps[seat], str(action))),
        )
        self.steps[seat] += 1

    def time_actions(self, number: int) -> list[float]:
        """Let so many actions happen one after another; return the milliseconds until all had been told of each."""
        found = []
        for _ in range(number):
            seat, action = self.decision()
            told = self.all_told(seat)
            start = perf_counter()
            self.act(seat, action)
            self.read_until(told)
            found.append((perf_counter() - start) * 1e3)
        return found

    def _count_welcomes(self, who: int, data: bytes) -> None:
        if who not in self.welcomed:
            tail = self._tails.pop(who, b"") + data
            if WELCOME in tail:
                self.welcomed.add(who)
            else:
                self._tails[who] = tail[-len(WELCOME) :]

    def _follow(self, data: bytes) -> None:
        for message in self._end.receive(data, 0):
            match message:
                case MatchSnapshot():
                    self.mirror = MatchReplica(message, 0)
                    self.steps = [0] * self.mirror.view.seats
                case MatchUpdate() if self.mirror is not None:
                    assert self.mirror.apply_update(message) is not None, "the first client has missed something"
                case _:
                    assert not isinstance(message, Exception), message


@dataclass
class Measured:
    """What one number of clients gave: milliseconds at the table and of the broadcast, bytes, host's CPU, memory."""

    clients: int
    table: list[float]
    bare: list[float]
    sizes: list[int]
    cpu_ms: float
    bare_cpu_ms: float
    memory: float

    def __str__(self) -> str:
        ours, theirs = median(self.table), median(self.bare)
        return (
            f"{self.clients:8}{ours:9.2f}{percentile_99(self.table):9.2f}{theirs:10.2f}{percentile_99(self.bare):9.2f}"
            f"{ours / theirs:8.2f}{median(self.sizes):9.0f}{max(self.sizes):9}"
            f"{self.cpu_ms:10.2f}{self.bare_cpu_ms:9.2f}{self.memory / 1000:11.1f}"
        )


HEADING = (
    f"{'clients':>8}{'p50 ms':>9}{'p99 ms':>9}{'bare p50':>10}{'p99':>9}{'ratio':>8}{'bytes':>9}{'most':>9}"
    f"{'CPU ms':>10}{'bare':>9}{'kB a conn':>11}"
)


def percentile_99(values: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(values, n=100, method="inclusive")[98]


def one_action_after_another(clients: int, actions: int, served: Served) -> Measured:
    """Let a table of so many and a bare broadcast take turns."""
    with (
        serving(replace(served, seats=clients)) as host,
        serving(Served("bare")) as bare,
    ):
        before = host.used()[1]
        players, listeners = (
            Players(host.ready["port"], served.tls),
            Crowd(bare.ready["port"]),
        )
        players.join(clients)
        players.settle()
        memory = (host.used()[1] - before) / clients
        listeners.connect([b""] * clients)
        players.start()
        found = Measured(clients, [], [], [], 0.0, 0.0, memory)
        cpu, bare_cpu = host.used()[0], bare.used()[0]
        for _ in range(actions):
            seat, action = players.decision()
            told = players.all_told(seat)
            start = perf_counter()
            players.act(seat, action)
            before = players.received[seat - 1]
            players.read_until(told)
            found.table.append((perf_counter() - start) * 1e3)
            found.sizes.append(size := players.received[seat - 1] - before)
            if players.view.facts["over"]:
                break
            told = listeners.all_told(seat)
            start = perf_counter()
            listeners.say(seat, size.to_bytes(4, "big") + bytes(12))
            listeners.read_until(told)
            found.bare.append((perf_counter() - start) * 1e3)
        found.cpu_ms = (host.used()[0] - cpu) / len(found.table) * 1e3
        found.bare_cpu_ms = (bare.used()[0] - bare_cpu) / len(found.bare) * 1e3
        players.close()
        listeners.close()
    return found


def everybody_at_once(clients: int, served: Served) -> None:
    """Let everybody play one play as fast as they are told what came of their last action."""
    with serving(replace(served, seats=clients)) as host:
        players = Players(host.ready["port"], served.tls)
        players.join(clients)
        players.start()
        play, left, count = players.view.facts["play"], [-1] * clients, 0
        cpu, start = host.used()[0], perf_counter()
        while players.view.facts["play"] == play:
            for seat, action in players.decisions():
                if left[seat] != players.view.count(f"deck/{seat}"):  # else it has acted, and not been told yet
                    left[seat] = players.view.count(f"deck/{seat}")
                    players.act(seat, action)
                    count += 1
            players.read(1.0)
        players.settle()
        seconds = perf_counter() - start
        used = host.used()[0] - cpu
        print(f"\n{clients} players finish a play of {count} actions: {used:.2f} s of host CPU, {seconds:.1f} s")
        players.close()


def everybody_joins(clients: int, served: Served) -> None:
    """Let so many watchers come to a table of as many seats at which a match is running, somebody acting meanwhile."""
    with serving(replace(served, seats=clients, bots=clients - 1, pace=1e6)) as host:
        players = Players(host.ready["port"], served.tls)
        players.join(1)
        players.start()
        cpu, start = host.used()[0], perf_counter()
        players.join(clients, watch=True)
        seconds = perf_counter() - start
        used = host.used()[0] - cpu
        each = median(players.received[1:]) / 1e3
        print(f"{clients} people join one running table: {used:.2f} s of host CPU, {seconds:.1f} s, {each:.0f} kB each")
        players.close()


def bad_company(served: Served) -> None:
    """Let some people play, alone and then among connections that are half open and watchers who never read.

    They play a match of a thousand seats, most of whose programs never act, so that a view is long and what nobody
    reads fills every queue after a few of them.
    """
    with serving(
        replace(
            served,
            seats=SEATS_IN_COMPANY,
            bots=SEATS_IN_COMPANY - PLAYERS_IN_COMPANY,
            pace=1e6,
        )
    ) as host:
        players = Players(host.ready["port"], served.tls)
        players.join(PLAYERS_IN_COMPANY)
        players.start()
        alone = sorted(players.time_actions(ACTIONS_IN_COMPANY))
        before = host.used()[1]
        deaf = Crowd(host.ready["port"], first=1000, tls=served.tls)
        deaf.connect([to_bytes(Hello(PROTOCOL_VERSION, "Deaf", watch=True))] * DEAF, receive_bytes=4096)
        for _ in range(LOOKS):
            sleep(1.1)
            for who in range(DEAF):
                deaf.say(who, to_bytes(RequestSnapshot()))
        mute = Crowd(host.ready["port"], first=1200)
        mute.connect([b""] * MUTE)
        players.settle()
        among = sorted(players.time_actions(ACTIONS_IN_COMPANY))
        growth = percentile_99(among) - percentile_99(alone)
        print(
            f"\n{PLAYERS_IN_COMPANY} players among {MUTE} half-open connections and {DEAF} who never read: p50 "
            f"{median(alone):.2f} ms alone, {median(among):.2f} ms in company; p99 {percentile_99(alone):.2f} ms, "
            f"{percentile_99(among):.2f} ms ({growth:+.2f} ms); {(host.used()[1] - before) / 1e6:.1f} MB more"
        )
        for crowd in (players, deaf, mute):
            crowd.close()


def idle_tables(number: int) -> None:
    """Hold so many tables with four programs each, in the lobby and then with a match begun that stands still."""
    for begun in (False, True):
        with serving(Served("idle", tables=number, begun=begun, pace=1e6)) as process:
            memory = process.used()[1]
            each = (memory - process.ready["before"]) / number / 1e3
            where = "a match begun" if begun else "in the lobby"
            print(f"{number} idle tables with four bots each, {where}: {memory / 1e6:.0f} MB, {each:.1f} kB each")


def check_descriptors(clients: int) -> None:
    """Raise the number of file descriptors as far as needed; say so and end if that is not possible."""
    needed = 2 * clients + SPARE_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(f"{clients} clients need {needed} file descriptors, and {hard} are allowed (ulimit -n).")
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


PARTS = ("actions", "play", "join", "company", "idle")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what was asked for and print it."""
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
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS, help="measure only this")
    chosen = parser.parse_args(arguments)

    check_descriptors(max(chosen.clients))
    served = Served(
        "table",
        journal=not chosen.no_journal,
        durable=chosen.durable,
        tls=chosen.tls,
        seed=1,
    )
    if "actions" in chosen.only:
        print(HEADING, flush=True)
        for clients in chosen.clients:
            print(one_action_after_another(clients, chosen.actions, served), flush=True)
    if "play" in chosen.only:
        everybody_at_once(max(chosen.clients), served)
    if "join" in chosen.only:
        everybody_joins(max(chosen.clients), served)
    if "company" in chosen.only:
        bad_company(served)
    if "idle" in chosen.only:
        idle_tables(chosen.tables)


if __name__ == "__main__":
    main()
