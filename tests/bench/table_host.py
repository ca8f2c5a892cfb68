"""The processes that `table.py` measures: a host with one table, a bare broadcast beside it, and many idle tables.

Each prints one line of JSON when it is ready, and another one for every line that it reads: the CPU seconds that it has
used and the bytes of memory that it holds. At the end of its input it ends.
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

from tests.bench.table_options import Served

if TYPE_CHECKING:
    from net.table.table import Table


def cpu_seconds() -> float:
    """Return the CPU seconds that this process has used, in all its threads."""
    usage = getrusage(RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def memory_bytes() -> int:
    """Return the bytes of memory that this process holds now."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


def say(**facts: object) -> None:
    """Print one line of JSON for the process that measures."""
    print(json.dumps(facts), flush=True)


async def answer(**first: object) -> None:
    """Say that everything is ready, and then what has been used as often as it is asked for."""
    say(**first)
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        say(cpu=cpu_seconds(), memory=memory_bytes())


class BareBroadcast(asyncio.Protocol):
    """Sends as many bytes to everybody as anybody asks for in four bytes; nothing could do less."""

    everybody: list[asyncio.Transport]

    def __init__(self, everybody: list[asyncio.Transport]) -> None:
        self.everybody = everybody

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.everybody.append(transport)

    def data_received(self, data: bytes) -> None:
        frame = bytes(int.from_bytes(data[:4], "big"))
        for transport in self.everybody:
            transport.write(frame)


async def serve_bare(served: Served) -> None:
    """Serve a bare broadcast."""
    everybody: list[asyncio.Transport] = []
    server = await asyncio.get_running_loop().create_server(
        lambda: BareBroadcast(everybody), "127.0.0.1", 0, backlog=1024
    )
    await answer(port=server.sockets[0].getsockname()[1])


async def serve_table(served: Served) -> None:
    """Serve one table, with a journal and over TLS if that is asked for."""
    from net.host.recovery import JournalSettings
    from net.host.server import host
    from net.host.table_spec import table_spec
    from net.journal import JOURNAL_FILE
    from net.security.host_certificate import host_certificate

    with tempfile.TemporaryDirectory() as folder:
        server, _ = await host(
            table_spec("mad-queens", seats=served.seats, bots=served.bots, pace=served.pace, seed=served.seed),
            None,
            "127.0.0.1",
            0,
            certificate=host_certificate(Path(folder)) if served.tls else None,
            journal=JournalSettings(Path(folder) / JOURNAL_FILE, time.time, served.durable) if served.journal else None,
        )
        await answer(port=int(server.table.address.rpartition(":")[2]))
        await server.close()


async def serve_idle_tables(options: Served) -> None:
    """Hold many tables with four programs each and nobody at them, each in the lobby or with a match begun."""
    from core import games
    from net.host.table_runner import TableRunner
    from net.table.spec import TableSpec
    from net.table.table import Table

    before = memory_bytes()
    houses = []
    for number in range(options.tables):
        secret = secrets.token_bytes(32)
        name = f"Table {number}"
        spec = TableSpec(games["mad-queens"], 4, {}, name, seed=number, pace=options.pace, bots=4)
        table = Table(spec, secret)
        if options.begun:
            begin(table)
        houses.append(TableRunner(table))
    await answer(before=before)


def begin(table: Table) -> None:
    """Let somebody come to a table, begin a match and leave."""
    from net.limits import PROTOCOL_VERSION
    from net.protocol.messages import Hello, Start
    from net.table.tick import Disconnected, Received

    for item in (Received(1, Hello(PROTOCOL_VERSION, "Ann", watch=True)), Received(1, Start()), Disconnected(1)):
        table.handle([item], 0.0)
    assert table.is_playing


if __name__ == "__main__":
    wanted = Served.from_text(sys.argv[1])
    asyncio.run({"bare": serve_bare, "table": serve_table, "idle": serve_idle_tables}[wanted.kind](wanted))
