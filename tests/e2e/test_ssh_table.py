"""Guests over SSH at a table, and hostile bytes sent to its ports: real programs, whole matches."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.depth import IS_DEEP_RUN, only_deep
from tests.support.patience import PATIENCE_SECONDS
from tests.support.terminal import Terminal as Program
from tests.support.terminal import free_port, play_to_the_end

if TYPE_CHECKING:
    from tests.support.terminal import ProgramOpener

    SshOpener = Callable[[str, str], "SshTerminal"]
    """Opens an ssh client, given a port and a name."""

pytestmark = pytest.mark.slow


class SshTerminal(Program):
    """The OpenSSH client in a pseudo-terminal, with its own key in `folder`."""

    def __init__(self, port: str, name: str, folder: Path, size: tuple[int, int] = (100, 30)) -> None:
        super().__init__((), folder, size)
        self._arguments = [
            *("ssh", "-F", "none", "-p", port, "-i", str(folder / "id"), "-o", "IdentitiesOnly=yes"),
            *("-o", "StrictHostKeyChecking=accept-new", "-o", f"UserKnownHostsFile={folder / 'known_hosts'}"),
            f"{name}@127.0.0.1",
        ]


@pytest.fixture
def open_ssh_client(tmp_path: Path) -> Iterator[SshOpener]:
    """Return a function that opens an ssh client to a port under a name; all are closed after the test."""
    folder = tmp_path / "ssh"
    folder.mkdir()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "id")], check=True, timeout=60)
    with ExitStack() as stack:
        yield lambda port, name: stack.enter_context(SshTerminal(port, name, folder))


def wait_for_ports(*ports: str) -> None:
    """Wait until a program listens at each of these ports."""
    end = time.monotonic() + PATIENCE_SECONDS
    for port in ports:
        while True:
            with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", int(port)), PATIENCE_SECONDS):
                break
            assert time.monotonic() < end, f"nobody listens at {port}"
            time.sleep(0.02)


PATIENT_HOST_PROGRAM = f"""
import tui.guest.limits
tui.guest.limits.MAX_FAREWELL_SECONDS = {PATIENCE_SECONDS}
from tui.cli.main import main
raise SystemExit(main())
"""
"""Python source that runs the program so that it waits long for a guest's goodbye: machines that run tests are busy."""


def open_host_at(open_program: ProgramOpener, port: str, ssh_port: str, *more_arguments: str) -> Program:
    """Open a host with a screen that listens at `port` and, for SSH, at the port `ssh_port`."""
    arguments = ("host", "mad-queens", "--port", port, "--bind", "127.0.0.1", "--ssh", ssh_port, *more_arguments)
    return open_program(*arguments, name="Hannah", program=("-c", PATIENT_HOST_PROGRAM))


CLIENT_NAMES = ("Ines",) if IS_DEEP_RUN else ()
"""The names of the people at the table who play by a client on the network."""


@pytest.mark.deep
def test_host_ssh_guest_and_bot_play_a_match(open_program: ProgramOpener, open_ssh_client: SshOpener) -> None:
    """In the deep run a client on the network, over TLS, plays as well, and the match is played to its end.

    Elsewhere, tests/e2e/test_browser.py plays a whole match between a guest over SSH and a host on a screen.
    """
    port, ssh = free_port(), free_port()
    host = open_host_at(open_program, port, ssh, "--seats", str(3 + len(CLIENT_NAMES)), "--bots", "1")
    host.wait_for("queens join")
    clients = [open_program("join", f"127.0.0.1:{port}", name=name) for name in CLIENT_NAMES]
    for client in clients:
        client.wait_for("Hannah starts it")
    far = open_ssh_client(ssh, "jo")
    far.wait_for("Hannah starts it")
    host.wait_for("jo")
    host.press("s")
    far.wait_for("Space Reveal")

    os.killpg(far._process.pid, signal.SIGKILL)
    far.wait_for_exit()
    host.wait_for("jo has gone", "jo is away", "jo's line")
    far = open_ssh_client(ssh, "jo")
    far.wait_for("Space Reveal", "B Bank")
    assert "watch" not in far.text

    everybody = (host, *clients, far)
    if IS_DEEP_RUN:
        play_to_the_end(everybody)
        results = [terminal.show_standings() for terminal in everybody]
        assert {name for name, _ in results[0]} >= {"Hannah", *CLIENT_NAMES, "jo"}
        assert len(results[0]) == len(everybody) + 1
        assert all(result == results[0] for result in results)
        host.press("p")
        far.wait_for("Space Reveal")
    host.press("\x11")
    host.wait_for("Close this table?")
    host.press("y")
    far.finish()  # first: who does not read is not waited for
    assert host.finish() == 0
    assert "closed the table" in far.text
    for client in clients:
        client.wait_for("closed")


@only_deep
def test_ssh_guest_gets_the_seat_back_at_a_killed_host_and_is_notified_when_it_hangs_up(
    open_program: ProgramOpener, open_ssh_client: SshOpener
) -> None:
    port, ssh = free_port(), free_port()
    host = open_host_at(open_program, port, ssh, "--seats", "2")
    host.wait_for("queens join")
    guest = open_ssh_client(ssh, "jo")
    guest.wait_for("Hannah starts it")
    host.wait_for("jo")
    host.press("s")
    guest.wait_for("Space Reveal")
    os.killpg(host._process.pid, signal.SIGKILL)
    host.wait_for_exit()
    guest.finish()
    again = open_host_at(open_program, port, ssh, "--seats", "2")
    again.wait_for("Space Reveal")
    guest = open_ssh_client(ssh, "jo")
    guest.wait_for("Space Reveal")
    assert "watch" not in guest.text
    hang_up_host(again, guest, terminal_is_gone=False)


def test_ssh_guest_is_notified_when_the_hosts_terminal_is_closed(
    open_program: ProgramOpener, open_ssh_client: SshOpener
) -> None:
    port, ssh = free_port(), free_port()
    host = open_host_at(open_program, port, ssh, "--seats", "2")
    host.wait_for("queens join")
    guest = open_ssh_client(ssh, "jo")
    guest.wait_for("Hannah starts it")
    host.wait_for("jo")
    host.press("s")
    guest.wait_for("Space Reveal")
    hang_up_host(host, guest, terminal_is_gone=True)


def hang_up_host(host: Program, guest: SshTerminal, terminal_is_gone: bool) -> None:
    """Send SIGHUP to the host; check that the guest is notified and gets a restored terminal, and that the host ends.

    With `terminal_is_gone` the host has no terminal any more at that time.
    """
    assert guest.cursor_hidden
    if terminal_is_gone:
        host.close_terminal()
    os.killpg(host._process.pid, signal.SIGHUP)
    guest.finish()
    assert "closed the table" in guest.text
    assert not guest.cursor_hidden
    assert (host.wait_for_exit() if terminal_is_gone else host.finish()) == 129


@pytest.mark.parametrize("ignored", [False, True])
def test_headless_table_closes_with_its_terminal_unless_hangups_are_ignored(tmp_path: Path, ignored: bool) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tui", "host", "--headless", "--bind", "127.0.0.1", "--port", port]
    prefix = ["nohup"] if ignored else []
    environment = {**os.environ, "QUEENS_DATA": str(tmp_path)}
    with subprocess.Popen(prefix + command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as host:
        try:
            assert host.stdout is not None
            assert any(b"Ctrl+C closes it" in line for line in iter(host.stdout.readline, b""))
            host.send_signal(signal.SIGHUP)
            if ignored:
                wait_for_ports(port)
                host.send_signal(signal.SIGTERM)
            assert host.wait(PATIENCE_SECONDS) == 0
            assert b"The table is closed." in host.stdout.read()
        finally:
            host.kill()


HOSTILE_BYTES = [
    b"",
    b"\x00",
    bytes(range(256)) * 40,
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01",
    b"\x16\x03\x01\xff\xff" + bytes(4_000),
    b"SSH-2.0-OpenSSH_9.2\r\n",
    b"SSH-2.0-x\r\n" + bytes(range(256)) * 40,
    b"SSH-2.0-x\r\n" + (2**31 - 1).to_bytes(4) + bytes(1_000),
]
"""Byte strings that are sent to the ports: nothing, random bytes, an HTTP request, broken or wrong TLS, broken or wrong
SSH.
"""


def close_with_reset(link: socket.socket) -> None:
    """Close a socket so that the other end gets a reset."""
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    link.close()


FUNCTIONS_THAT_END_A_CONNECTION: list[Callable[[socket.socket], object]] = [
    socket.socket.close,
    close_with_reset,
    lambda link: link.shutdown(socket.SHUT_WR),
    lambda link: None,
]
"""Functions that end a connection after the hostile bytes: close it, reset it, close only one direction, or keep it
open.
"""


def send_hostile_bytes(stack: ExitStack, *ports: str) -> Iterator[None]:
    """Send each of `HOSTILE_BYTES` to each of these ports, once for each way to end the connection; yield after each
    connection.
    """
    for data, manner in product(HOSTILE_BYTES, FUNCTIONS_THAT_END_A_CONNECTION):
        for port in ports:
            link = stack.enter_context(socket.create_connection(("127.0.0.1", int(port)), PATIENCE_SECONDS))
            with suppress(ConnectionError):  # the host may have hung up already
                link.sendall(data)
            with suppress(OSError):
                manner(link)
        yield


@only_deep
def test_hostile_bytes_at_both_ports_disturb_no_player(
    open_program: ProgramOpener, open_ssh_client: SshOpener, tmp_path: Path
) -> None:
    """Everybody plays on, whatever scanners and other programs send, and the host reports no error.

    QUEENS_DEBUG makes the host print every error, also those that harm nobody and are otherwise not shown.
    """
    port, ssh = free_port(), free_port()
    command = [sys.executable, "-m", "tui", "host", "mad-queens", "--headless", "--seats", "2", "--bind", "127.0.0.1"]
    command += ["--port", port, "--ssh", ssh]
    environment = {**os.environ, "QUEENS_DATA": str(tmp_path / "host"), "QUEENS_DEBUG": "1"}
    out, err = tmp_path / "out", tmp_path / "err"
    with (
        out.open("wb") as said,
        err.open("wb") as trouble,
        subprocess.Popen(command, stdout=said, stderr=trouble, env=environment) as host,
        ExitStack() as stack,
    ):
        stack.callback(host.kill)
        wait_for_ports(port, ssh)
        near = open_program("join", f"127.0.0.1:{port}", name="Ines")
        near.wait_for("S Start")
        far = open_ssh_client(ssh, "jo")
        far.wait_for("Ines starts it")
        near.wait_for("jo")
        near.press("s")
        with ExitStack() as links:
            noises = send_hostile_bytes(links, port, ssh)
            play_to_the_end((near, far), lambda: next(noises, None))
            for _ in noises:
                pass
            assert near.show_standings() == far.show_standings()
            near.press("p")
            far.wait_for("Space Reveal")
            late = open_ssh_client(ssh, "kim")
            late.wait_for("watch")
        host.send_signal(signal.SIGINT)
        far.finish()
        late.finish()
        assert host.wait(PATIENCE_SECONDS) == 0
        near.wait_for("closed")
    assert err.read_text() == ""
    assert "closed" in out.read_text().splitlines()[-1]


@only_deep
def test_host_whose_ssh_port_is_taken_reports_it(open_program: ProgramOpener) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ssh = str(taken.getsockname()[1])
        host = open_host_at(open_program, free_port(), ssh)
        host.wait_for(f"Port {ssh} is taken")
        host.wait_for("Play now")
