"""Real hosts of a club and real servers of NATS that are killed, frozen and stopped, while people act at tables."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count

import pytest

from net.cluster.journal import log_key
from net.cluster.table_log import TableLog
from tests.net.cluster.memory_store import CertainOwner
from tests.sim.cluster.model_store import actions_of
from tests.support.depth import DEEP, by_depth
from tests.support.nats_servers import needs_nats, start_servers
from tests.support.patience import PATIENCE_SECONDS
from tests.support.source_tree import ROOT

TABLES = 6
"""The number of tables; one person acts at each."""
ROUNDS = by_depth(1, 1, 10)
"""How many times each fault happens."""

ANSWER_SECONDS = 3.0
"""How long a person waits for an answer before they ask another host; a slow answer is only asked for again."""


class HostProcess:
    """A host that runs in a process of its own."""

    def __init__(self, process, reader, writer):
        self.process = process
        self._reader = reader
        self._writer = writer

    def send(self, **message):
        """Send a message to the host, as a line of JSON."""
        self._writer.write(json.dumps(message).encode() + b"\n")

    async def lines(self):
        """Yield the messages of the host until it has ended."""
        with suppress(ConnectionError):
            while line := await self._reader.readline():
                yield json.loads(line)

    def signal(self, number):
        """Send a signal to the process."""
        self.process.send_signal(number)

    def end(self):
        """Kill the process, if it has not ended."""
        self.process.kill()
        self.process.wait()
        self._writer.close()


class ClubUnderFaults:
    """A club on three hosts, with one person at each table; `told` has what each of them was told."""

    def __init__(self, servers):
        self.servers = servers
        self.hosts = {}
        self.opened = asyncio.Queue()
        self.done = {}
        self._names = count(1)
        self._answers = {}
        self._arrivals = {}
        self._tasks = []

    async def start(self):
        """Start the hosts, and open the tables."""
        self._server = await asyncio.start_server(self._arrive, "127.0.0.1", 0, limit=2**20)
        await asyncio.gather(*(self.start_host(machine) for machine in range(3)))
        for number in range(TABLES):
            self.hosts[number % 3].send(open=True)
        for _ in range(TABLES):
            number = await self.opened.get()
            self.done[number] = 0
            self._tasks.append(asyncio.create_task(self._act_for_ever(number)))

    async def start_host(self, machine):
        """Start the host of a machine, and wait until it is part of the club."""
        name = f"host{next(self._names)}"
        self._arrivals[name] = asyncio.get_running_loop().create_future()
        port = self._server.sockets[0].getsockname()[1]
        process = subprocess.Popen(  # noqa: ASYNC220 - it returns at once
            [sys.executable, "-W", "ignore", "-m", "tests.e2e.cluster_host", name, str(port), *self.servers.urls],
            cwd=ROOT,
        )
        try:
            reader, writer = await self._arrivals[name]
        except BaseException:
            process.kill()
            process.wait()
            raise
        host = self.hosts[machine] = HostProcess(process, reader, writer)
        self._tasks.append(asyncio.create_task(self._listen(host)))

    async def _arrive(self, reader, writer):
        """Record the connection of a host that has started."""
        line = await reader.readline()
        if line:
            self._arrivals[json.loads(line)["name"]].set_result((reader, writer))

    async def _listen(self, host):
        """Pass the messages of a host on to the people whom they are for."""
        async for message in host.lines():
            if "opened" in message:
                self.opened.put_nowait(message["opened"])
            elif message["table"] in self._answers:
                self._answers[message["table"]].put_nowait(message)

    async def _act_for_ever(self, number):
        """Do one action after the other as the person at a table, at whatever host runs it."""
        answers = self._answers[number] = asyncio.Queue()
        machine = 0
        while True:
            id = self.done[number] + 1
            if machine in self.hosts:
                self.hosts[machine].send(table=number, person="ann", id=id)
            told = False
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    while not told:
                        message = await answers.get()
                        told = ["ann", id] in message.get("told", ())
                        if message.get("elsewhere"):
                            await asyncio.sleep(0.05)
                            break
            if told:
                self.done[number] = id
            else:
                machine = (machine + 1) % 3

    async def wait_for_more(self):
        """Wait until two more actions are done at every table, so that one of them began after this call."""
        goals = {number: done + 2 for number, done in self.done.items()}
        async with asyncio.timeout(PATIENCE_SECONDS):
            while any(self.done[number] < goal for number, goal in goals.items()):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def end(self):
        """End all tasks and hosts."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in self.hosts.values():
            host.end()
        self._server.close()
        await self._server.wait_closed()


@needs_nats
@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.skipif(not DEEP, reason="it waits for leases and elections, a minute and a half")
@pytest.mark.timeout(2_400)
async def test_nothing_is_lost_or_done_twice_while_hosts_and_servers_die_and_freeze(tmp_path):
    from net.cluster.jetstream import open_store

    servers = await start_servers(tmp_path, 3)
    club = ClubUnderFaults(servers)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await club.start()
        await club.wait_for_more()
        for turn in range(ROUNDS):
            machine, other, server = turn % 3, (turn + 1) % 3, turn % 3
            host = club.hosts.pop(machine)
            host.end()
            await club.wait_for_more()
            await club.start_host(machine)

            frozen = club.hosts[other]
            frozen.signal(signal.SIGSTOP)
            await club.wait_for_more()
            frozen.signal(signal.SIGCONT)
            await club.wait_for_more()

            servers.kill(server)
            await club.wait_for_more()
            servers.start(server)
            await club.wait_for_more()

            leaving = club.hosts.pop(other)
            leaving.send(leave=True)
            await club.wait_for_more()
            leaving.end()
            await club.start_host(other)
        await club.wait_for_more()
    finally:
        await club.end()
        if sys.exc_info()[0] is not None:
            servers.stop()
    try:
        store = await open_store(servers.urls, "club", 3)
        for number, done in club.done.items():
            async with asyncio.timeout(PATIENCE_SECONDS):
                ticks = await TableLog(store, log_key(number), "test").claim(CertainOwner().may_follow_any)
            actions = actions_of(ticks)
            assert actions[:done] == [("ann", id) for id in range(1, done + 1)]
            assert len(actions) <= done + 1  # the last one may have been written and not been told
        await store.close()
    finally:
        servers.stop()
