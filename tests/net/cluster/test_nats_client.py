"""A client of NATS whose server is frozen: it finds the others, ends at once, and leaves no connection open."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

pytest.importorskip("nats")

from net.cluster.nats_client import connect_to_nats
from net.cluster.retry import retry_until_answer
from net.cluster.store import StoreUnreachable
from net.limits import STORE_ENTRY_BYTES
from tests.support.nats_servers import needs_nats
from tests.support.patience import PATIENCE_SECONDS

INFO_LINE = b'INFO {"server_id": "A", "version": "2.15.1", "go": "", "host": "", "port": 1, "max_payload": 1}\r\n'
"""The first line that a server of NATS sends."""

LARGE_ENTRIES = 40
"""Number of the longest entries that together are far more than the system takes for a server that reads nothing."""


class FakeServer:
    """A fake NATS server that answers the first `answered` connections, until `end_answered` is called, and says
    nothing on the others; `silent` is a queue with an event for each of those, which is set when the client ends it.
    """

    def __init__(self, answered):
        self.silent = asyncio.Queue()
        self._answered = answered
        self._open = []

    async def start(self):
        """Listen, and return the address."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return f"nats://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _accept(self, reader, writer):
        """Answer a connection, or keep it without an answer, until it ends."""
        with suppress(ConnectionError):
            if self._answered:
                self._answered -= 1
                self._open.append(writer)
                writer.write(INFO_LINE)
                while line := await reader.readline():
                    if line == b"PING\r\n":
                        writer.write(b"PONG\r\n")
            else:
                ended = asyncio.Event()
                self.silent.put_nowait(ended)
                try:
                    await reader.read()
                finally:
                    ended.set()
        writer.close()

    def end_answered(self):
        """End the connections that were answered."""
        for writer in self._open:
            writer.close()

    async def stop(self):
        """Accept no more connections."""
        self._server.close()
        await self._server.wait_closed()


async def test_attempts_to_reach_a_silent_server_again_leave_no_connection_open(monkeypatch):
    monkeypatch.setattr("net.cluster.nats_client.STORE_CONNECTION_SECONDS", 0.1)
    server = FakeServer(answered=1)
    client = await connect_to_nats(
        [await server.start()], PATIENCE_SECONDS, reconnect_time_wait=0, max_reconnect_attempts=-1
    )
    server.end_answered()
    async with asyncio.timeout(PATIENCE_SECONDS):
        for _ in range(3):
            await (await server.silent.get()).wait()
        await client.close()
    await server.stop()


async def test_connection_that_is_given_up_before_the_server_has_answered_is_ended():
    server = FakeServer(answered=0)
    with pytest.raises(TimeoutError):
        await connect_to_nats([await server.start()], 0.1)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await (await server.silent.get()).wait()
    await server.stop()


async def send_much(store, key):
    """Send large entries until the connection takes no more; return the tasks that wait for the answers."""

    async def send():
        with suppress(StoreUnreachable):
            await store.append(key, STORE_ENTRY_BYTES * b"x")

    tasks = [asyncio.create_task(send()) for _ in range(LARGE_ENTRIES)]
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not store._client._transport._io_writer.transport.get_write_buffer_size():  # noqa: ASYNC110 - has no event
            await asyncio.sleep(0)
    return tasks


@needs_nats
@pytest.mark.slow
async def test_store_finds_another_server_though_the_last_one_takes_no_more_bytes(open_stores_of_new_club, run_servers):
    [store] = await open_stores_of_new_club(3)
    servers = await run_servers(3)
    number = await store.append("log.1", b"entry")
    frozen = servers.ports.index(store._client.connected_url.port)
    servers.freeze(frozen)
    try:
        tasks = await send_much(store, "log.2")
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert (await retry_until_answer(lambda: store.last("log.1"))).sequence == number
            await asyncio.gather(*tasks)
    finally:
        servers.thaw(frozen)


@needs_nats
@pytest.mark.slow
async def test_store_is_closed_at_once_though_its_server_takes_no_more_bytes(open_stores_of_new_club, run_servers):
    [store] = await open_stores_of_new_club(1)
    servers = await run_servers(1)
    servers.freeze(0)
    try:
        tasks = await send_much(store, "log.1")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await store.close()
            await asyncio.gather(*tasks)
    finally:
        servers.thaw(0)
