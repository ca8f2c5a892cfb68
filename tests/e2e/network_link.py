"""A program that stands for the network between a host and its NATS servers: while it is frozen, nothing comes through.

python -m tests.e2e.network_link PORT…

For each of these ports of this machine it listens at a port of its own, and passes everything on. It prints its ports,
as JSON. What is sent while it is frozen arrives late, as after a break in a network.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter


async def forward_one_direction(reader: Reader, writer: Writer) -> None:
    """Pass the bytes of one direction of a connection on until an end closes it; then close the other end."""
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


async def forward_connection(near_reader: Reader, near_writer: Writer, port: int) -> None:
    """Pass both directions of one connection on."""
    try:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        near_writer.close()
        return
    await asyncio.gather(forward_one_direction(near_reader, far_writer), forward_one_direction(far_reader, near_writer))


async def main() -> None:
    """Listen, and pass connections on, until the program is killed."""
    servers = []
    for port in map(int, sys.argv[1:]):
        servers.append(
            await asyncio.start_server(lambda *ends, port=port: forward_connection(*ends, port), "127.0.0.1", 0)  # type: ignore[misc]
        )
    print(json.dumps([server.sockets[0].getsockname()[1] for server in servers]), flush=True)
    await asyncio.gather(*(server.serve_forever() for server in servers))


if __name__ == "__main__":
    asyncio.run(main())
