"""The warning of a host about NATS servers whose version is unsafe because it can lose entries."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

pytest.importorskip("nats")

from net.cluster.jetstream import find_unsafe_nats_version
from tests.support.nats_servers import free_ports

INFO_LINE_FORMAT = (
    '{{"server_id": "A", "version": "{}", "go": "", "host": "", "port": 1, "max_payload": 1, "proto": 1}}'
)
"""Format of the first line that a NATS server sends, with a placeholder for its version."""


async def run_fake_server(stack, version):
    """Run a fake NATS server of this version, which answers only pings; return its address."""

    async def answer(reader, writer):
        writer.write(f"INFO {INFO_LINE_FORMAT.format(version)}\r\n".encode())
        while line := await reader.readline():
            if line == b"PING\r\n":
                writer.write(b"PONG\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    await stack.enter_async_context(server)
    return f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    ("versions", "expected_version"),
    [
        (("2.10.23", "2.15.1"), ""),
        (("2.15.1", "2.10.22", "2.9.10"), "2.9.10"),
        (("2.15.1", "2.10.23-RC.1", "own"), ""),
        ((), ""),
    ],
)
async def test_oldest_unsafe_version_among_the_servers_that_answer_is_reported(versions, expected_version):
    async with AsyncExitStack() as stack:
        servers = [await run_fake_server(stack, version) for version in versions]
        nobody = f"nats://127.0.0.1:{free_ports(1)[0]}"
        assert await find_unsafe_nats_version([*servers, nobody]) == expected_version
