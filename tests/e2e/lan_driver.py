"""A local network in one machine: two hosts and two clients, each in a network namespace of its own.

    unshare --user --map-root-user --net --mount python tests/e2e/lan_driver.py FOLDER
    python tests/e2e/lan_driver.py FOLDER --loopback

Four namespaces are joined by a bridge, with IPv4 and IPv6 addresses. In two of them runs `queens host --headless`, in
the other two `queens find --json`, and then a client that joins each table found, over TLS. The tables found and joined
are printed as JSON. The network of the machine itself sees nothing of it; with `--loopback` all programs share that
machine's loopback and no namespaces are made.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

MACHINE_NAMES = ("host1", "host2", "client1", "client2")
"""The names of the network namespaces, each of which stands for a machine."""

OWNER_BY_HOST_MACHINE = {"host1": "Hannah", "host2": "Otto"}
"""Maps the name of each machine that hosts a table to the name of the owner."""

MAX_WAIT_SECONDS = 200.0
"""The longest wait for one program; long, because machines that run tests are busy."""

JOIN_PROGRAM = """
import asyncio, json, sys
from pathlib import Path
from net.client.join_spec import HostSpec, JoinSpec
from net.client.remote import join
from net.errors import NetError
from net.security.known_hosts import HostTrust

async def main(folder, address, port, code):
    trust = HostTrust(Path(folder), code)
    try:
        client = await join(HostSpec(address, port, trust), JoinSpec("Guest"))
    except NetError as error:
        return {"error": type(error).__name__, "reason": str(error)}
    answer = {"seat": client.seat, "table": client.table.name, "key": trust.fingerprint}
    await client.close()
    return answer

folder, address, port, code = sys.argv[1:]
print(json.dumps(asyncio.run(main(folder, address, int(port), code))))
"""
"""Python source of a program that joins a table and prints its seat and its key as JSON.

Its arguments are the data folder, the address, the port and the table code.
"""


def run(*command: str) -> None:
    """Run a command; raise `subprocess.CalledProcessError` if it fails."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def build_network() -> None:
    """Make the four namespaces and the bridge between them."""
    run("mount", "-t", "tmpfs", "tmpfs", "/run")
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "lan", "type", "bridge")
    run("ip", "link", "set", "lan", "up")
    for number, name in enumerate(MACHINE_NAMES, 1):
        run("ip", "netns", "add", name)
        run("ip", "link", "add", f"wire{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", f"wire{number}", "master", "lan")
        run("ip", "link", "set", f"wire{number}", "up")
        inside = ("ip", "-n", name)
        run(*inside, "link", "set", "lo", "up")
        run(*inside, "address", "add", f"10.77.0.{number}/24", "dev", "eth0")
        run(*inside, "address", "add", f"fd77::{number}/64", "dev", "eth0", "nodad")
        run(*inside, "link", "set", "eth0", "up")


class LocalNetwork:
    """Starts programs on the four machines of the simulated network, or with `loopback` all of them on this machine."""

    def __init__(self, folder: Path, loopback: bool) -> None:
        self.folder = folder
        self.loopback = loopback

    def command(self, machine: str, *arguments: str) -> list[str]:
        """Return the command line that runs Python on a machine with these arguments."""
        inside = [] if self.loopback else ["nsenter", f"--net=/run/netns/{machine}"]
        return [*inside, sys.executable, *arguments]

    def environment(self, machine: str) -> dict[str, str]:
        """Return the environment variables of a machine, which name its own data folder."""
        folder = self.folder / machine
        folder.mkdir(parents=True, exist_ok=True)
        return {**os.environ, "QUEENS_DATA": str(folder)}

    def run_for_json(self, machine: str, *arguments: str) -> object:
        """Run a program on a machine to its end; return the JSON value that it prints.

        If it prints anything else, that is returned under ``error``.
        """
        done = subprocess.run(
            self.command(machine, *arguments),
            env=self.environment(machine),
            capture_output=True,
            text=True,
            timeout=MAX_WAIT_SECONDS,
        )
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"error": done.stderr or done.stdout}

    def find_tables(self, machine: str, table_count: int) -> list[dict[str, object]]:
        """Run ``queens find`` on a machine until it finds `table_count` tables, at most for `MAX_WAIT_SECONDS`;
        return those found.
        """
        end = time.monotonic() + MAX_WAIT_SECONDS
        while True:
            found = self.run_for_json(machine, "-m", "tui", "find", "--json", "--seconds", "1.5")
            answering = [one for one in found if one["ping_ms"]] if isinstance(found, list) else []
            if len(answering) == table_count or time.monotonic() > end:
                return answering if isinstance(found, list) else [{"error": str(found)}]


def main(arguments: Sequence[str]) -> None:
    """Run the two hosts and the two clients, and print the tables found and joined as JSON."""
    folder, loopback = Path(arguments[0]), "--loopback" in arguments
    lan = LocalNetwork(folder, loopback)
    if not loopback:
        build_network()
    hosts = []
    try:
        codes, ways = {}, {}
        for machine, name in OWNER_BY_HOST_MACHINE.items():
            words = ["-m", "tui", "host", "mad-queens", "--headless", "--seats", "3", "--name", name]
            words += ["--private"] if machine == "host2" else []
            words += ["--bind", "127.0.0.1", "--port", "0"] if loopback else []
            command, environment = lan.command(machine, *words), lan.environment(machine)
            host = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
            hosts.append(host)
            assert host.stdout is not None
            line = [host.stdout.readline() for _ in range(3)][2]
            codes[name] = line.partition("--code")[2].strip()
            ways[name] = line.partition("--code")[0].strip()
        answer: dict[str, object] = {"ways": ways}
        for machine in ("client1", "client2"):
            found = lan.find_tables(machine, len(OWNER_BY_HOST_MACHINE))
            joined = []
            for one in found:
                where = (str(one.get("address")), str(one.get("port")))
                code = codes.get(str(one.get("host")), "")
                joined.append(lan.run_for_json(machine, "-c", JOIN_PROGRAM, str(folder / machine), *where, code))
            answer[machine] = {"found": found, "joined": joined}
        hosts[0].send_signal(signal.SIGINT)
        hosts[0].wait(timeout=MAX_WAIT_SECONDS)
        answer["left"] = lan.find_tables("client1", len(OWNER_BY_HOST_MACHINE) - 1)
        print(json.dumps(answer))
    finally:
        for host in hosts:
            host.kill()
            host.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
