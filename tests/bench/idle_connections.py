"""Measures whether newcomers can join a host while others hold connections open and never join.

The bench tries both listeners of a host: `tcp` for programs that join, `ssh` for guests.

    python -m tests.bench.idle_connections [--addresses 1000] [--each 1] [--newcomers 20]
                                [--patterns silent half-open slow handshake first-flight] [--only tcp ssh]

A host runs in a process of its own, on loopback. This process holds `--each` connections to it from each of many
addresses of 127.0.0.0/8, and opens each again as soon as the host closes it: `silent` ones send nothing, `half-open`
ones the beginning of what a client sends first, `slow` ones the same byte by byte, and `handshake` ones, over TCP, do
their part of TLS and say nothing after it; `first-flight` ones send what a client of TLS sends first, which costs the
host most, and come again after the answer. Meanwhile newcomers come one after the other from another address, in a
third process: over TCP with TLS they join, over SSH they log in with the OpenSSH client. Each has one try and
`MAX_NEWCOMER_SECONDS`. The bench prints how many got in, how long the slowest of them took, and how many connections
were opened.

It needs Linux, and as many file descriptors as addresses, and takes some two minutes by default.
"""

from __future__ import annotations

import argparse
import asyncio
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple, Self

from net.errors import NetError
from net.security.known_hosts import HostTrust
from net.transport.listening_socket import max_open_connections
from tests.bench.headless_host import HeadlessHost, free_port
from tests.bench.table_clients import unchecked_tls_context
from tests.support.join import join
from tests.support.source_tree import REPOSITORY_ROOT

MAX_NEWCOMER_SECONDS: Final = 10.0
"""Longest time that a newcomer may take to get in."""

PAUSE_BETWEEN_NEWCOMERS_SECONDS: Final = 0.5
"""Pause in seconds before each newcomer, so that they come while the host closes held connections and these are opened
again.
"""

PAUSE_BEFORE_REOPENING_SECONDS: Final = 0.05
"""Pause before a connection that was closed is opened again."""

MAX_PAUSE_BETWEEN_BYTES_SECONDS: Final = 1.0
"""Longest pause in seconds between two bytes of a slow connection."""


class ConnectionPattern(NamedTuple):
    """The behaviour of a connection that is held open.

    It sends `first_bytes`, with a pause of `pause` seconds after each byte; 0 sends all at once. `tls`: it makes a TLS
    handshake instead. `closes_after_answer`: it closes when the host has answered, and connects again.
    """

    first_bytes: bytes = b""
    pause: float = 0.0
    tls: bool = False
    closes_after_answer: bool = False


def first_tls_message() -> bytes:
    """Return the whole first message of a TLS client."""
    sent = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        unchecked_tls_context().wrap_bio(ssl.MemoryBIO(), sent).do_handshake()
    return sent.read()


TLS_FIRST_BYTES: Final = b"\x16\x03\x01\x02\x00\x01"
"""The beginning of the first message of a TLS client; a `half-open` connection sends no more than this."""

SSH_FIRST_BYTES: Final = b"SSH-2.0-OpenSSH_9.2\r\n"
"""The line that an SSH client sends first; a `half-open` connection sends only its beginning."""

PATTERNS_BY_LISTENER: Final = {
    "tcp": {
        "silent": ConnectionPattern(),
        "half-open": ConnectionPattern(TLS_FIRST_BYTES),
        "slow": ConnectionPattern(TLS_FIRST_BYTES, MAX_PAUSE_BETWEEN_BYTES_SECONDS),
        "handshake": ConnectionPattern(tls=True),
        "first-flight": ConnectionPattern(first_tls_message(), closes_after_answer=True),
    },
    "ssh": {
        "silent": ConnectionPattern(),
        "half-open": ConnectionPattern(SSH_FIRST_BYTES),
        "slow": ConnectionPattern(SSH_FIRST_BYTES, MAX_PAUSE_BETWEEN_BYTES_SECONDS),
    },
}
"""Maps each listener to the patterns of held connections that are tried at it, by their names on the command line."""


class HeldConnections:
    """Connections to one port, `connections_per_host` from each of `addresses` addresses, opened again when the host
    closes them.

    A context manager, which opens and closes them.
    """

    def __init__(self, port: int, addresses: int, connections_per_host: int, pattern: ConnectionPattern) -> None:
        self._port, self._pattern = port, pattern
        self._tls = unchecked_tls_context() if pattern.tls else None
        self._numbers = [number for number in range(addresses) for _ in range(connections_per_host)]
        self.opened = 0

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(self._hold_connection_open(number)) for number in self._numbers]
        while self.opened < len(self._numbers):  # noqa: ASYNC110 - the tasks count
            await asyncio.sleep(0.05)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _hold_connection_open(self, connection_number: int) -> None:
        """Keep a connection from the address with this number open until cancelled: open it again when it is closed."""
        address = f"127.0.{1 + connection_number // 250}.{1 + connection_number % 250}"
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, local_addr=(address, 0), ssl=self._tls
                )
                self.opened += 1
                sends = asyncio.create_task(self._send_first_bytes(writer))
                try:
                    while await reader.read(4_096) and not self._pattern.closes_after_answer:
                        pass
                finally:
                    sends.cancel()
                    writer.transport.abort()
            await asyncio.sleep(PAUSE_BEFORE_REOPENING_SECONDS)

    async def _send_first_bytes(self, writer: asyncio.StreamWriter) -> None:
        """Send the first bytes of the pattern, with its pause after each byte if it has one."""
        first_bytes, pause = self._pattern.first_bytes, self._pattern.pause
        for at in range(len(first_bytes)) if pause else ():
            writer.write(first_bytes[at : at + 1])
            await asyncio.sleep(pause)
        if not pause:
            writer.write(first_bytes)


async def try_to_join_over_tls(port: int, folder: Path) -> bool:
    """Join a table as a spectator and leave it; return whether one try was enough within `MAX_NEWCOMER_SECONDS`."""
    try:
        async with asyncio.timeout(MAX_NEWCOMER_SECONDS):
            client = await join("127.0.0.1", port, "Newcomer", trust=HostTrust(folder), watch=True)
    except (NetError, TimeoutError):
        return False
    await client.close()
    return True


async def try_to_log_in_over_ssh(port: int, folder: Path) -> bool:
    """Return whether the OpenSSH client logs in at the first try; the host's answer that it runs no commands proves
    it.
    """
    client = await asyncio.create_subprocess_exec(
        *("ssh", "-F", "none", "-p", str(port), "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR"),
        *("-o", "UserKnownHostsFile=/dev/null", "-o", "PubkeyAuthentication=no", "newcomer@127.0.0.1", "true"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(MAX_NEWCOMER_SECONDS):
            answer, _ = await client.communicate()
    except TimeoutError:
        client.kill()
        await client.wait()
        return False
    return b"no commands" in answer


JOIN_BY_LISTENER: Final = {"tcp": try_to_join_over_tls, "ssh": try_to_log_in_over_ssh}
"""Maps the name of a listener to the function by which a newcomer tries once to join there.

It takes the port and a folder for data, and returns whether the newcomer got in.
"""


async def run_newcomers(listener: str, port: int, newcomers: int) -> None:
    """Make newcomers come one after the other; print for each the seconds until they got in, or a dash if they did
    not.
    """
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(newcomers):
            await asyncio.sleep(PAUSE_BETWEEN_NEWCOMERS_SECONDS)
            begun = perf_counter()
            got_in = await JOIN_BY_LISTENER[listener](port, Path(folder))
            print(perf_counter() - begun if got_in else "-", flush=True)


async def measure_newcomers(listener: str, port: int, newcomers: int) -> list[float]:
    """Let newcomers come, from a process of their own; return the seconds that each of those took who got in."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.idle_connections", "--come-in", str(port), "--only", listener),
        *("--newcomers", str(newcomers)),
        cwd=REPOSITORY_ROOT,
        stdout=subprocess.PIPE,
    )
    printed, _ = await process.communicate()
    return [float(seconds) for seconds in printed.decode().split() if seconds != "-"]


async def run_measurements(
    listeners: Sequence[str], patterns: Sequence[str], addresses: int, connections_per_host: int, newcomers: int
) -> None:
    """Print, for each listener and pattern, how many newcomers got in, the longest time, and how many connections were
    opened.
    """
    print(f"{'':16}{'got in':>10}{'slowest s':>12}{'opened':>10}")
    ports = {"tcp": free_port(), "ssh": free_port()}
    with HeadlessHost("--seats", "4", "--port", str(ports["tcp"]), "--ssh", str(ports["ssh"])):
        for listener in listeners:
            for pattern in (name for name in PATTERNS_BY_LISTENER[listener] if name in patterns):
                async with HeldConnections(
                    ports[listener], addresses, connections_per_host, PATTERNS_BY_LISTENER[listener][pattern]
                ) as held:
                    times = await measure_newcomers(listener, ports[listener], newcomers)
                    opened = held.opened
                got_in = f"{len(times)} of {newcomers}"
                print(f"{listener} {pattern:12}{got_in:>10}{max(times, default=0):12.2f}{opened:10}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and run the bench."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--addresses", type=int, default=1_000)
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--newcomers", type=int, default=20)
    parser.add_argument(
        "--patterns", nargs="+", choices=PATTERNS_BY_LISTENER["tcp"], default=list(PATTERNS_BY_LISTENER["tcp"])
    )
    parser.add_argument("--only", nargs="+", choices=PATTERNS_BY_LISTENER, default=list(PATTERNS_BY_LISTENER))
    parser.add_argument("--come-in", type=int, metavar="PORT", help="only the newcomers, at a host that runs already")
    chosen = parser.parse_args(arguments)
    if chosen.come_in is not None:
        asyncio.run(run_newcomers(chosen.only[0], chosen.come_in, chosen.newcomers))
        return
    max_open_connections(chosen.addresses * chosen.each)  # raises the limit on open files
    asyncio.run(run_measurements(chosen.only, chosen.patterns, chosen.addresses, chosen.each, chosen.newcomers))


if __name__ == "__main__":
    main()
