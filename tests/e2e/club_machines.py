"""`ClubMachines`: three hosts of one club, and people at its tables, as real programs.

A test kills, freezes and cuts them off.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain
from pathlib import Path

import msgspec

from core import Record
from core.fairness.verification import verify_record
from net.cluster.hosts import HOST_KEY_PREFIX
from net.cluster.journal import key_of_table_log
from net.cluster.leases import HostEntry
from net.cluster.matches import unpack_match
from net.cluster.store import Store, StoreEntry
from net.cluster.table_log import entries_that_count, ticks_in_chain
from net.cluster.table_records import TABLE_KEY_PREFIX, TableRecord
from net.host.cluster_storage import club_store
from net.journal.codec import unpack_tick
from net.journal.entries import ActionEntry, SavedTable, add_up_to_saved_table
from tests.e2e.test_killed_host import HARMLESS_REFUSALS, check_nothing_is_lost
from tests.support.nats_servers import NatsServers, free_ports, start_servers
from tests.support.patience import PATIENCE_SECONDS
from tests.support.source_tree import REPOSITORY_ROOT

MACHINE_COUNT = 3
"""The number of machines of the club; each runs one host."""
SEPARABLE_MACHINE = 2
"""Number of the machine whose network link to the NATS servers can be cut."""
CLUB_NAME = "Café"
"""The name of the club."""


@asynccontextmanager
async def running_club(folder: Path, tables: int, max_pause_seconds: float) -> AsyncIterator[ClubMachines]:
    """Context manager: a club on three machines with servers of its own, where two people play at each of `tables`
    tables.

    They think for `max_pause_seconds` at most.
    """
    servers = await start_servers(folder, 3)
    club = ClubMachines(folder, servers)
    try:
        await club.start(tables, max_pause_seconds)
        yield club
    finally:
        await club.close()
        servers.stop()


class ClubMachines:
    """A club with hosts on three simulated machines; `folder` is for the data of its programs.

    Call `start` first, and `close` at the end. The network link of the machine `SEPARABLE_MACHINE` to the NATS servers
    can be cut.
    """

    def __init__(self, folder: Path, servers: NatsServers) -> None:
        self.servers = servers
        self._folder = folder
        self._ports = free_ports(MACHINE_COUNT)
        self._hosts: dict[int, Process] = {}
        self._people: Process | None = None
        self._network_link: Process | None = None

    async def start(self, tables: int, max_pause_seconds: float) -> None:
        """Start the hosts, and two people at each of `tables` tables, who think for `max_pause_seconds` seconds at
        most.
        """
        self._network_link = await self._start_program("tests.e2e.network_link", *self.servers.ports)
        self._network_link_ports = json.loads(await next_line(self._network_link))
        async with asyncio.TaskGroup() as starts:
            for machine in range(MACHINE_COUNT):
                starts.create_task(self.start_host(machine))
        arguments = (self._folder, tables, max_pause_seconds, *self._ports)
        self._people = await self._start_program("tests.e2e.cluster_people", *arguments, input_descriptor=PIPE)
        await self._read_answer()

    async def start_host(self, machine: int) -> None:
        """Start the host of a machine, and wait until it is open."""
        ports = self._network_link_ports if machine == SEPARABLE_MACHINE else self.servers.ports
        urls = ",".join(f"nats://127.0.0.1:{port}" for port in ports)
        arguments = (
            "club",
            "--name",
            CLUB_NAME,
            "--bind",
            "127.0.0.1",
            "--port",
            self._ports[machine],
            "--pace",
            "fast",
        )
        data = {"QUEENS_DATA": str(self._folder / f"host{machine}")}
        host = await self._start_program("tui", *arguments, "--cluster", urls, **data)
        self._hosts[machine] = host
        async with asyncio.timeout(PATIENCE_SECONDS):
            while b"Ctrl+C closes it." not in await next_line(host):
                pass

    async def kill_host(self, machine: int) -> None:
        """Kill the host of a machine."""
        host = self._hosts.pop(machine)
        host.kill()
        await host.wait()

    async def stop_host(self, machine: int) -> None:
        """Ask the host of a machine to stop, and wait until it has ended."""
        host = self._hosts.pop(machine)
        host.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await host.communicate()
        assert host.returncode == 0

    async def kill_server(self, server_number: int, waits_for_missed_entries: bool) -> None:
        """Kill a NATS server and start it again; with `waits_for_missed_entries` return only when it has all entries
        that the other servers have.
        """
        self.servers.kill(server_number)
        self.servers.start(server_number)
        if waits_for_missed_entries:
            await wait_until_servers_agree(self.servers.urls)

    def freeze_host(self, machine: int) -> None:
        """Freeze the host of a machine until `thaw_host`."""
        self._hosts[machine].send_signal(signal.SIGSTOP)

    def thaw_host(self, machine: int) -> None:
        """Resume a frozen host."""
        self._hosts[machine].send_signal(signal.SIGCONT)

    def cut_network_link(self) -> None:
        """Cut the machine `SEPARABLE_MACHINE` off from the NATS servers until `mend_network_link` is called."""
        self._network_link.send_signal(signal.SIGSTOP)

    def mend_network_link(self) -> None:
        """Restore the cut link: what was sent meanwhile arrives now."""
        self._network_link.send_signal(signal.SIGCONT)

    async def ask_people(self, word: str) -> dict:
        """Send a command of one word to the program that plays for the people, and return its answer."""
        self._people.stdin.write(f"{word}\n".encode())
        return await self._read_answer()

    async def find_people(self) -> dict[int, list[tuple[int, int]]]:
        """Return the machine of each person's host, and how often they have come back, by the number of their table.

        Wait until everybody has a connection.
        """
        found = await self.ask_people("where")
        return {
            int(number): [(self._ports.index(port), returns) for port, returns in table]
            for number, table in found.items()
        }

    async def recorded_machines(self, tables: Iterable[int]) -> set[int | None]:
        """Return the machines whose hosts have these tables by the club's directory, with None for a table that is
        released.
        """
        async with club_store(self.servers.urls, CLUB_NAME) as store:
            ports = [await recorded_port(store, number) for number in tables]
        return {None if port is None else self._ports.index(port) for port in ports}

    async def end_play(self) -> tuple[list[dict], int]:
        """End play with the matches that go on; return the reports of all people, and the number of matches.

        Check that nothing was lost or done twice, and that every record verifies.
        """
        reports = {int(number): people for number, people in (await self.ask_people("end")).items()}
        kept = await self.saved_matches({number: matches_seen(people) for number, people in reports.items()})
        for number, people in reports.items():
            texts = {match: saved.match.end.record for match, saved in kept[number].items()}
            records = {match: Record.parse(text) for match, text in texts.items()}
            assert [verify_record(record).fair for record in records.values()] == [None] * len(records)
            check_nothing_is_lost(people, records)
            assert set(chain(*(one["trouble"] for one in people))) <= HARMLESS_REFUSALS
        return list(chain(*reports.values())), sum(map(len, kept.values()))

    async def saved_matches(self, seen_matches: Mapping[int, set[int]]) -> dict[int, dict[int, SavedTable]]:
        """Return, for each table by number, the state that the store had at the end of each of its matches, by the
        number of the match. Wait until the matches that somebody has seen (`seen_matches`, by table) are all saved, and
        the last one of each table is over. Check that no request of a person was carried out twice.
        """
        found: dict[int, dict[int, SavedTable]] = {number: {} for number in seen_matches}
        stored: list[StoreEntry] = []
        async with club_store(self.servers.urls, CLUB_NAME) as store:
            await store.watch("match", stored.append)
            loop = asyncio.get_running_loop()
            end = loop.time() + PATIENCE_SECONDS
            for number, matches in found.items():
                while True:
                    for one in stored:
                        _, table, match = one.key.split(".")
                        if int(table) == number:
                            matches[int(match)] = add_up_to_saved_table(unpack_match(one.data))
                    last = number_of_last_match(await store.read(key_of_table_log(number)))
                    if set(matches) >= seen_matches[number] | {last}:
                        break
                    assert loop.time() < end, (
                        f"{number}: {seen_matches[number]} and {last}, but {sorted(matches)} are kept"
                    )
                    await asyncio.sleep(0.05)
                check_no_request_done_twice(
                    [entry for one in matches.values() for entry in one.match.actions if entry.person]
                )
        return found

    async def close(self) -> None:
        """End all programs."""
        for program in (self._people, *self._hosts.values(), self._network_link):
            if program is not None:
                if program.returncode is None:
                    program.kill()
                await program.communicate()

    async def _read_answer(self) -> dict:
        """Return the next answer of the program that plays for the people."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return json.loads(await next_line(self._people))

    async def _start_program(
        self, module: str, *arguments: object, input_descriptor: int | None = None, **environment: str
    ) -> Process:
        """Start a module of the project as a program; its output goes to a pipe.

        Its input comes from the file descriptor `input_descriptor`, by default that of the test.
        """
        command = (sys.executable, "-W", "ignore", "-m", module, *map(str, arguments))
        surroundings = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
        return await asyncio.create_subprocess_exec(
            *command, cwd=REPOSITORY_ROOT, env=surroundings, stdin=input_descriptor, stdout=PIPE, limit=1 << 28
        )


async def next_line(program: Process) -> bytes:
    """Return the next line that a program writes; fail if it has ended."""
    line = await program.stdout.readline()
    assert line, "a program has ended"
    return line


async def recorded_port(store: Store, table_number: int) -> int | None:
    """Return the port of the host that has a table by its record in the store, None if its host has released it."""
    stored = await store.last(f"{TABLE_KEY_PREFIX}.{table_number}")
    record = msgspec.msgpack.decode(stored.data, type=TableRecord)
    if not record.host:
        return None
    lease = await store.last(f"{HOST_KEY_PREFIX}.{record.host}")
    return int(msgspec.msgpack.decode(lease.data, type=HostEntry).address.rpartition(":")[2])


def matches_seen(people: list[dict]) -> set[int]:
    """Return the numbers of the matches that somebody at a table has seen."""
    return {match for one in people for match, _ in one["views"]}


async def wait_until_servers_agree(urls: Sequence[str]) -> None:
    """Wait until every server has every entry of every stream."""
    import nats

    client = await nats.connect(list(urls), connect_timeout=2, reconnect_time_wait=0.2, max_reconnect_attempts=-1)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                with suppress(nats.errors.Error, TimeoutError):
                    streams = await client.jetstream().streams_info()
                    copies = [copy for one in streams for copy in one.cluster.replicas or ()]
                    if len(copies) == 2 * len(streams) and all(copy.current and not copy.lag for copy in copies):
                        return
                await asyncio.sleep(0.1)
    finally:
        await client.close()


def check_no_request_done_twice(acted: list[ActionEntry]) -> None:
    """Check that no request of a person was carried out twice; `acted` are all actions of a match."""
    asked = [(entry.person, entry.ask) for entry in acted]
    assert len(set(asked)) == len(asked), "what was asked once was done once"


def number_of_last_match(log: Sequence[StoreEntry]) -> int | None:
    """Return the number of the last match in the log of a table; None if that match is not over."""
    ticks = ticks_in_chain([entry for _, entry in entries_that_count(log) or ()])
    saved = add_up_to_saved_table(entry for tick in ticks for entry in unpack_tick(tick))
    return saved.match.beginning.match if saved and saved.match and saved.match.end else None
