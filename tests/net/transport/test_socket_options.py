"""The options of a host's sockets: the system buffers little for a client that reads nothing.

Tested on real sockets.
"""

from __future__ import annotations

import asyncio
import socket

from net.limits import MAX_SYSTEM_QUEUE_BYTES
from net.transport.socket_options import set_socket_options

BYTES_ABOVE_SYSTEM_BUFFERS = 8_388_608
"""Number of bytes that is more than the system buffers for a socket without a bound."""


async def test_bytes_for_a_client_that_reads_nothing_wait_in_the_process_and_not_in_the_system():
    accepted: asyncio.Future[asyncio.Transport] = asyncio.get_running_loop().create_future()

    class Accepted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            set_socket_options(transport)
            accepted.set_result(transport)

    server = await asyncio.get_running_loop().create_server(Accepted, "127.0.0.1", 0)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MAX_SYSTEM_QUEUE_BYTES)
        client.setblocking(False)
        await asyncio.get_running_loop().sock_connect(client, server.sockets[0].getsockname())
        transport = await accepted
        transport.write(bytes(BYTES_ABOVE_SYSTEM_BUFFERS))
        assert transport.get_write_buffer_size() >= BYTES_ABOVE_SYSTEM_BUFFERS - 8 * MAX_SYSTEM_QUEUE_BYTES
        assert transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        transport.abort()
    server.close()
