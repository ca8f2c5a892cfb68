"""Real programs play a match while other peers hold connections open and say nothing, or join and never read.

The test shows that the match is played to its end, and bounds the memory that the other peers cost the host. How much
later answers come is not tested but measured, by ``python -m tests.bench.table --only company``.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from core import games
from net.client.api import Client
from net.client.events import Event, MatchBegan, MatchChanged, MatchEnded
from net.client.match_replica import MatchReplica
from net.errors import PeerFault
from net.limits import MAX_UNAUTHENTICATED_CONNECTIONS, PROTOCOL_VERSION
from net.protocol.endpoint import ClientEndpoint
from net.protocol.messages import Hello, MatchResult, MatchSnapshot, MatchUpdate, ServerMessage
from tests.support.depth import only_deep
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="all of 127.0.0.0/8 is this machine on Linux only"),
]

TABLE_DRIVER = Path(__file__).parent / "table_driver.py"
"""The program that hosts and joins."""

MAX_TEST_SECONDS = 300
"""The longest time of the test."""

SEATS, CLIENT_PROCESSES = 150, 2
"""The seats of the table, and how many processes join it beside the client in the process of this test."""

SILENT_CONNECTIONS, UNREADING_SPECTATORS = 200, 4
"""The connections that never say anything, and the spectators that never read."""

SILENT_ADDRESS_COUNT = 20
"""Number of addresses from which the silent connections come: a host limits the connections of one address."""

MAX_GROWTH_BYTES = 60_000_000
"""Largest accepted growth of the host's memory: more than connections and full queues need, but less than everything
that is sent.
"""


class Programs(AsyncExitStack):
    """The child processes of a test; they end with the test."""

    async def run(self, *arguments: str) -> Process:
        """Start `table_driver.py` with these arguments; it is killed at the end of the test."""
        process = await asyncio.create_subprocess_exec(sys.executable, str(TABLE_DRIVER), *arguments, stdout=PIPE)
        self.push_async_callback(self._end, process)
        return process

    async def _end(self, process: Process) -> None:
        """Kill a process if it still runs."""
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def read_line(process: Process) -> str:
    """Return the next line that a process prints."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    assert line, "a program has ended without a word"
    return line.decode()


def peak_memory_bytes(process: Process) -> int:
    """Return the largest memory that a process has held so far, in bytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def connect(port: int, address: str, first_bytes: bytes = b"", receive_bytes: int = 0) -> socket.socket:
    """Connect from a local address, send `first_bytes`, and return the socket.

    `receive_bytes` bounds its receive buffer; 0 leaves the default.
    """
    link = socket.socket()
    if receive_bytes:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    link.settimeout(PATIENCE_SECONDS)
    link.bind((address, 0))
    link.connect(("127.0.0.1", port))
    link.sendall(first_bytes)
    return link


class UnreadingSpectator:
    """A spectator who joins and reads nothing before the end of the match."""

    def __init__(self, port: int, number: int) -> None:
        self.end = ClientEndpoint(Hello(PROTOCOL_VERSION, f"UnreadingSpectator {number}", watch=True), 0)
        self.link = connect(port, f"127.0.2.{number + 1}", self.end.take_outgoing(), receive_bytes=4096)
        self.begun = 0
        self.mirror: MatchReplica | None = None
        self.standings: tuple[tuple[int, int, int], ...] = ()

    def read_until_the_end(self) -> None:
        """Read everything once the match is over; check that the updates fit together and lead to its final state."""
        while not self.standings:
            data = self.link.recv(1 << 16)
            assert data, "the host has let go of somebody who reads again"
            for message in self.end.receive(data, 0):
                assert not isinstance(message, PeerFault), message
                self.handle_message(message)

    def handle_message(self, message: ServerMessage) -> None:
        """Apply a message to the copy of the match."""
        match message:
            case MatchSnapshot():
                self.begun += 1
                self.mirror = MatchReplica(message, None)
            case MatchUpdate():
                assert self.mirror is not None
                assert self.mirror.apply_update(message) is not None, "some changes are missing"
            case MatchResult(standings=standings):
                self.standings = standings


class PatientPlayer:
    """Plays for one client in this process, and stays at the table until the others have left."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.over = asyncio.Event()
        self.standings: list[list[int]] = []
        client.set_listener(self)

    def __call__(self, event: Event) -> None:
        match event:
            case MatchBegan(view=view) | MatchChanged(view=view):
                choices = games["mad-queens"].legal(view)
                if choices:
                    self.client.send_action(choices[-1])
            case MatchEnded(standings):
                self.standings = [[s.seat, s.score, s.rank] for s in standings]
                self.over.set()


@only_deep
async def test_match_beside_silent_and_unreading_peers_ends_in_bounded_memory() -> None:
    async with asyncio.timeout(MAX_TEST_SECONDS), Programs() as programs:
        host = await programs.run("host", "mad-queens", str(SEATS), str(SEATS - 2 - CLIENT_PROCESSES))
        port = int(await read_line(host))
        before = peak_memory_bytes(host)
        mute = [connect(port, f"127.0.1.{1 + number % SILENT_ADDRESS_COUNT}") for number in range(SILENT_CONNECTIONS)]
        assert SILENT_CONNECTIONS < MAX_UNAUTHENTICATED_CONNECTIONS, (
            "there is room for all of them, so they are there for their few seconds"
        )
        deaf = [UnreadingSpectator(port, number) for number in range(UNREADING_SPECTATORS)]
        player = PatientPlayer(await join("127.0.0.1", port, "Player"))
        clients = [await programs.run("join", str(port), f"Guest {number}") for number in range(CLIENT_PROCESSES)]
        player.client.send_chat("ready")
        reports = [json.loads(await read_line(process)) for process in (host, *clients)]
        await player.over.wait()
        for report in reports:
            assert report["standings"] == player.standings
            assert report["final"] == reports[0]["final"]
        assert peak_memory_bytes(host) - before < MAX_GROWTH_BYTES
        for one in deaf:
            one.read_until_the_end()
            assert one.begun > 1, "what was too much to keep has been left out, and a fresh view told instead"
            assert [list(standing) for standing in one.standings] == player.standings
        for link in [*mute, *[one.link for one in deaf]]:
            link.close()
        await player.client.close()
        for process in (*clients, host):
            assert await process.wait() == 0
