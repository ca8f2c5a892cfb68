"""Connections to a host whose name has several addresses."""

from __future__ import annotations

import asyncio
import gc
import socket
from contextlib import suppress

import pytest

from net.transport.outgoing_connection import connect_to_host
from tests.support.patience import PATIENCE_SECONDS

LOOP_TURNS = 40
"""More turns of the event loop than it takes to connect to this machine."""


class Recorder(asyncio.Protocol):
    """The client's end of a connection, which records its transport."""

    def __init__(self):
        self.transport = None

    def connection_made(self, transport):
        self.transport = transport


class Listener:
    """A listener on this machine; `connected` gets the address to which each client has connected."""

    def __init__(self):
        self.connected = asyncio.Queue()

    async def start(self):
        """Listen, and return the port."""

        async def accept(reader, writer):
            self.connected.put_nowait(writer.get_extra_info("sockname")[0])
            with suppress(ConnectionError):
                await reader.read()
            writer.close()

        self._server = await asyncio.start_server(accept, "127.0.0.1", 0)
        return self._server.sockets[0].getsockname()[1]

    async def stop(self):
        """Accept no more connections."""
        self._server.close()
        await self._server.wait_closed()


@pytest.fixture
async def listener():
    """A listener on this machine."""
    one = Listener()
    one.port = await one.start()
    yield one
    await one.stop()


@pytest.fixture(scope="module")
def exempt_earlier_objects_from_collection():
    """Exempt what earlier tests left in memory from garbage collection: a collection of it takes half a second."""
    gc.collect()
    gc.freeze()


def name_addresses(monkeypatch, *addresses):
    """Give every name these addresses."""

    async def getaddrinfo(host, port, **options):
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, port)) for address in addresses]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)


def let_addresses_hang(monkeypatch, *addresses):
    """Have no attempt to connect to these addresses succeed or fail."""
    loop = asyncio.get_running_loop()
    connect = loop.sock_connect

    async def connect_or_hang(sock, where):
        if where[0] in addresses:
            await loop.create_future()
        await connect(sock, where)

    monkeypatch.setattr(loop, "sock_connect", connect_or_hang)


@pytest.mark.usefixtures("exempt_earlier_objects_from_collection")
@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("127.0.0.1", "127.0.0.2")])
@pytest.mark.parametrize("turns", range(LOOP_TURNS))
async def test_connection_that_is_given_up_at_any_moment_leaves_no_socket(listener, monkeypatch, turns, addresses):
    name_addresses(monkeypatch, *addresses)
    loop, made = asyncio.get_running_loop(), Recorder()
    connecting = loop.create_task(connect_to_host(loop, lambda: made, "host", listener.port))
    for _ in range(turns):
        await asyncio.sleep(0)
    connecting.cancel()
    await asyncio.wait([connecting])
    if not connecting.cancelled():
        made.transport.abort()
    del connecting
    for _ in range(LOOP_TURNS):
        await asyncio.sleep(0)
    gc.collect()  # an open socket is reported here, which fails the test


async def test_next_address_is_tried_when_one_gives_no_answer_or_refuses(listener, monkeypatch):
    name_addresses(monkeypatch, "192.0.2.1", "127.0.0.2", "127.0.0.1", "192.0.2.2")
    let_addresses_hang(monkeypatch, "192.0.2.1", "192.0.2.2")
    made = Recorder()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await connect_to_host(asyncio.get_running_loop(), lambda: made, "host", listener.port)
        assert await listener.connected.get() == "127.0.0.1"
    made.transport.abort()


async def test_host_is_connected_once_though_several_addresses_answer(listener, monkeypatch):
    monkeypatch.setattr("net.transport.outgoing_connection.WAIT_BEFORE_NEXT_ADDRESS_SECONDS", 0)
    name_addresses(monkeypatch, *3 * ["127.0.0.1"])
    made = []

    def new_protocol():
        made.append(Recorder())
        return made[-1]

    async with asyncio.timeout(PATIENCE_SECONDS):
        await connect_to_host(asyncio.get_running_loop(), new_protocol, "host", listener.port)
    [one] = made
    one.transport.abort()
    for _ in range(LOOP_TURNS):
        await asyncio.sleep(0)
    gc.collect()


async def test_errors_of_all_addresses_are_raised_and_one_error_is_raised_as_it_is(listener, monkeypatch):
    await listener.stop()
    loop = asyncio.get_running_loop()
    name_addresses(monkeypatch, "127.0.0.1", "127.0.0.2")
    with pytest.raises(OSError, match=r"127\.0\.0\.1.*; .*127\.0\.0\.2"):
        await connect_to_host(loop, Recorder, "host", listener.port)
    name_addresses(monkeypatch, "127.0.0.1", "127.0.0.1")
    with pytest.raises(ConnectionRefusedError):
        await connect_to_host(loop, Recorder, "host", listener.port)
