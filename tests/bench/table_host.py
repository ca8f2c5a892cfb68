"""The server processes of the bench of a table: a host with one table, a bare broadcast, or many idle tables.

Each prints one line of JSON when it is ready, and after every line that it reads another one: the processor seconds
that it has used and the bytes of memory that it holds. It ends at the end of its input.
"""

from __future__ import annotations

import asyncio
import gc
import json
import secrets
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_SELF, getpagesize, getrusage
from typing import TYPE_CHECKING

from tests.bench.table_options import ServerOptions

if TYPE_CHECKING:
    from net.table.table import Table


def cpu_seconds() -> float:
    """Return the processor seconds that this process has used, in all its threads."""
    usage = getrusage(RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def memory_bytes() -> int:
    """Return the bytes of memory that this process holds, after a garbage collection."""
    gc.collect()
    return resident_bytes()


def resident_bytes() -> int:
    """Return the bytes of memory that this process holds, including what the next garbage collection would free."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


def print_json(**facts: object) -> None:
    """Print `facts` as one line of JSON, for the process that measures to read."""
    print(json.dumps(facts), flush=True)


async def answer_lines_of_input(**facts: object) -> None:
    """Print `facts` as JSON, then after every line of the input the processor seconds and bytes of memory of this
    process.
    """
    print_json(**facts)
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        print_json(cpu=cpu_seconds(), memory=memory_bytes())


class BareBroadcast(asyncio.Protocol):
    """A server that reads a number in four bytes and sends that many zero bytes to every client: the least that the
    host of a table could do.
    """

    everybody: list[asyncio.Transport]

    def __init__(self, everybody: list[asyncio.Transport]) -> None:
        self.everybody = everybody

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Add a client that gets every broadcast."""
        assert isinstance(transport, asyncio.Transport)
        self.everybody.append(transport)

    def data_received(self, data: bytes) -> None:
        """Send every client as many zero bytes as were asked for."""
        frame = bytes(int.from_bytes(data[:4], "big"))
        for transport in self.everybody:
            transport.write(frame)


async def serve_broadcast(options: ServerOptions) -> None:
    """Run the bare broadcast, a server without a table, at a free port."""
    everybody: list[asyncio.Transport] = []
    server = await asyncio.get_running_loop().create_server(
        lambda: BareBroadcast(everybody), "127.0.0.1", 0, backlog=1024
    )
    await answer_lines_of_input(port=server.sockets[0].getsockname()[1])


async def serve_table(options: ServerOptions) -> None:
    """Host one table at a free port, with a journal and over TLS if `options` say so."""
    from net.host.recovery import JournalSettings
    from net.host.server import host
    from net.host.table_spec import make_table_spec
    from net.journal import JOURNAL_FILE
    from net.security.host_certificate import host_certificate

    with tempfile.TemporaryDirectory() as folder:
        spec = make_table_spec(
            options.game,
            seats=options.seats,
            bots=options.bots,
            bot_kinds=(options.level,),
            pace=options.pace,
            seed=options.seed,
        )
        server, _ = await host(
            spec,
            None,
            "127.0.0.1",
            0,
            certificate=host_certificate(Path(folder)) if options.tls else None,
            journal=JournalSettings(Path(folder) / JOURNAL_FILE, time.time, options.durable)
            if options.journal
            else None,
        )
        await answer_lines_of_input(port=int(server.table.address.rpartition(":")[2]))
        await server.close()


async def serve_idle_tables(options: ServerOptions) -> None:
    """Hold `options.tables` tables with four bots and no person each, in the lobby or with a match begun."""
    from core import games
    from net.host.table_runner import TableRunner
    from net.table.spec import TableSpec
    from net.table.table import Table

    before = memory_bytes()
    runners = []
    for number in range(options.tables):
        secret = secrets.token_bytes(32)
        name = f"Table {number}"
        spec = TableSpec(games["mad-queens"], 4, {}, name, seed=number, pace=options.pace, bots=4)
        table = Table(spec, secret, secrets.token_bytes)
        if options.begun:
            begin_match(table)
        runners.append(TableRunner(table))
    await answer_lines_of_input(before=before)


def begin_match(table: Table) -> None:
    """Begin a match at a table of bots: a spectator joins for it, starts it and loses the connection."""
    from net.limits import PROTOCOL_VERSION
    from net.protocol.messages import Hello, Start
    from net.table.tick import ConnectionLost, MessageReceived

    for item in (
        MessageReceived(1, Hello(PROTOCOL_VERSION, "Ann", watch=True)),
        MessageReceived(1, Start()),
        ConnectionLost(1),
    ):
        table.handle([item], 0.0)
    assert table.is_playing


if __name__ == "__main__":
    wanted = ServerOptions.from_text(sys.argv[1])
    asyncio.run({"bare": serve_broadcast, "table": serve_table, "idle": serve_idle_tables}[wanted.kind](wanted))
