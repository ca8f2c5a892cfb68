"""Tables found on the local network, and tables that need a code: real programs on a network of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.support.depth import IS_DEEP_RUN, only_deep
from tests.support.patience import PATIENCE_SECONDS
from tests.support.terminal import ProgramOpener, free_port

LAN_DRIVER = Path(__file__).with_name("lan_driver.py")
"""Path of the program that makes the network and runs hosts and clients in it."""

NAMESPACE_COMMAND = ["unshare", "--user", "--map-root-user", "--net", "--mount"]
"""The command line that runs a program in a network namespace of its own."""


def permits_namespaces() -> bool:
    """Whether this machine permits network namespaces."""
    probe = "mount -t tmpfs tmpfs /run && ip netns add probe && nsenter --net=/run/netns/probe ip link set lo up"
    try:
        done = subprocess.run([*NAMESPACE_COMMAND, "sh", "-c", probe], capture_output=True, timeout=PATIENCE_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@pytest.mark.slow
def test_two_hosts_are_found_and_joined_by_two_clients(tmp_path) -> None:
    """Each runs in a network namespace of its own if the machine permits it, else all use the loopback."""
    apart = permits_namespaces()
    command = [*(NAMESPACE_COMMAND if apart else []), sys.executable, str(LAN_DRIVER), str(tmp_path)]
    command += [] if apart else ["--loopback"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=580, cwd=LAN_DRIVER.parents[2])
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    for machine in ("client1", "client2"):
        found, joined = answer[machine]["found"], answer[machine]["joined"]
        assert [(one["host"], one["locked"], one["free"]) for one in found] == [
            ("Hannah", False, 3),
            ("Otto", True, 3),
        ]
        assert [one["seat"] for one in joined] == [0, 0]
        assert [one["key"] for one in joined] == [one["key"] for one in found]
        if apart:
            assert [one["where"] for one in found] == ["10.77.0.1:7433", "10.77.0.2:7433"]
    if apart:
        ways = {"Hannah": "queens join 10.77.0.1", "Otto": "queens join 10.77.0.2"}
        assert answer["ways"] == ways, "the address is one to be typed elsewhere, though no way leads out of here"
    assert [one["host"] for one in answer["left"]] == ["Otto"], "a table that is closed is not found any more"


@contextmanager
def running_headless_host(folder: Path, port: str, *arguments: str) -> Iterator[str]:
    """Context manager: host a table without a screen; it yields the line that tells people how to join."""
    command = [sys.executable, "-m", "tui", "host", "mad-queens", "--headless", "--bind", "127.0.0.1", "--port", port]
    environment = {**os.environ, "QUEENS_DATA": str(folder)}
    with subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True, env=environment) as host:
        try:
            assert host.stdout is not None
            yield [host.stdout.readline() for _ in range(3)][2].strip()
            host.send_signal(signal.SIGINT)
            assert host.wait(timeout=PATIENCE_SECONDS) == 0
        finally:
            host.kill()


@only_deep
@pytest.mark.slow
def test_private_table_admits_people_with_its_code(open_program, tmp_path) -> None:
    port = free_port()
    with running_headless_host(tmp_path / "host", port, "--private") as line:
        code = line.partition("--code ")[2]
        assert len(code) == len("7KQ4-M2ZN-8RTV-3F5H2C")
        client = open_program("join", f"127.0.0.1:{port}", "--code", f"{code[:-4]}----")
        client.wait_for("not for the host", "asks for a code", "only the end of a code")
        wrong = "0000" if not code.endswith("0000") else "1111"
        stranger = open_program("join", f"127.0.0.1:{port}", "--code", code[:-4] + wrong, name="Ivo")
        stranger.wait_for("that was not it")
        other = open_program("join", f"127.0.0.1:{port}", "--code", "ZZZZ-ZZZZ-ZZZZ-ZZZZ", name="Olga")
        other.wait_for("The code is not for the host")
        friend = open_program("join", f"127.0.0.1:{port}", "--code", code.lower().replace("-", ""), name="Ines")
        friend.wait_for("S Start")
        friend.wait_for("The code has proved")


@only_deep
@pytest.mark.slow
@pytest.mark.deep
def test_changed_host_key_can_be_trusted_or_refused(open_program, tmp_path) -> None:
    """In the deep run the host is also started again with the same key after the first visit, and visited again."""
    port = free_port()
    with ExitStack() as host:
        host.enter_context(running_headless_host(tmp_path / "host", port))
        join_and_leave(open_program, port, is_first_visit=True)
        if IS_DEEP_RUN:
            host.close()
            host.enter_context(running_headless_host(tmp_path / "host", port, "--new"))
            join_and_leave(open_program, port)
    (tmp_path / "host" / "host-key.pem").unlink()
    with running_headless_host(tmp_path / "host", port, "--new"):
        join_and_leave(open_program, port, key_has_changed=True)


def join_and_leave(
    open_program: ProgramOpener, port: str, is_first_visit: bool = False, key_has_changed: bool = False
) -> None:
    """Join a table as Ines and leave it; check that the lobby says whether this is her first visit to its host.

    If the key of the host has changed, she first refuses it and stays away, then joins again and trusts the new key.
    """
    client = open_program("join", f"127.0.0.1:{port}", name="Ines")
    if key_has_changed:
        client.wait_for("is not the one")
        client.press("n")
        client.wait_until(lambda text: "Stay away" not in text and "by another key" in text)
        client.press("\r")
        client.wait_for("Stay away")
        client.press("y")
    client.wait_for("S Start")
    if is_first_visit:
        client.wait_for("You have not met this host")
    else:
        client.wait_until_settled()
        assert "You have not met this host" not in client.text
    client.press("\x11")
    client.wait_for("Leave the table?")
    client.press("y")
    assert client.finish() == 0
