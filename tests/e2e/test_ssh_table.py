"""A host with a screen, a guest over TLS, one over SSH and a bot: real programs, one table, one match."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import Terminal as Program

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import Opener

    Caller = Callable[[str, str], "Ssh"]

pytestmark = pytest.mark.slow

PATIENCE_SECONDS = 60.0


class Ssh(Program):
    """The OpenSSH client in a pseudo-terminal, with a key of its own."""

    def __init__(self, port: str, name: str, folder: Path, size: tuple[int, int] = (100, 30)) -> None:
        super().__init__((), folder, size)
        self._arguments = [
            *("ssh", "-F", "none", "-p", port, "-i", str(folder / "id"), "-o", "IdentitiesOnly=yes"),
            *("-o", "StrictHostKeyChecking=accept-new", "-o", f"UserKnownHostsFile={folder / 'known_hosts'}"),
            f"{name}@127.0.0.1",
        ]


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@pytest.fixture
def called(tmp_path: Path) -> Iterator[Caller]:
    """Return what lets somebody come over SSH, to a port and under a name."""
    folder = tmp_path / "ssh"
    folder.mkdir()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "id")], check=True, timeout=60)
    with ExitStack() as stack:
        yield lambda port, name: stack.enter_context(Ssh(port, name, folder))


def play_all(terminals: Sequence[Program]) -> None:
    """Let everybody act whenever their board offers it, to the end of the match."""
    while True:
        acted = [terminal.take_turn() for terminal in terminals]
        if all(terminal.offer == "Standings" for terminal in terminals):
            return
        if not {"Bank", "Reveal"} & set(acted):
            ready = select.select(terminals, [], [], PATIENCE_SECONDS)[0]
            assert ready, "nobody's screen changes any more:\n" + "\n".join(terminal.text for terminal in terminals)
            for terminal in ready:
                terminal.catch_up()


def host_at(opened: Opener, port: str, ssh: str, *more: str) -> Program:
    return opened("host", "mad-queens", "--port", port, "--bind", "127.0.0.1", "--ssh", ssh, *more, name="Hannah")


def test_a_match_of_host_guest_ssh_guest_and_bot(opened: Opener, called: Caller) -> None:
    port, ssh = free_port(), free_port()
    host = host_at(opened, port, ssh, "--seats", "4", "--bots", "1")
    host.wait_for("queens join")
    near = opened("join", f"127.0.0.1:{port}", name="Ines")
    near.wait_for("Hannah starts it")
    far = called(ssh, "jo")
    far.wait_for("Hannah starts it")
    host.wait_for("jo")
    host.press("s")
    far.wait_for("Space Reveal")

    os.killpg(far._process.pid, signal.SIGKILL)
    far.ended()
    host.wait_for("jo has gone", "jo is away", "jo's line")
    far = called(ssh, "jo")
    far.wait_for("Space Reveal", "B Bank")
    assert "watch" not in far.text

    everybody = (host, near, far)
    play_all(everybody)
    results = [terminal.standings() for terminal in everybody]
    assert {name for name, _ in results[0]} >= {"Hannah", "Ines", "jo"}
    assert len(results[0]) == 4
    assert all(result == results[0] for result in results)

    host.press("p")
    far.wait_for("Space Reveal")
    host.press("\x11")
    host.wait_for("Close this table?")
    host.press("y")
    far.finish()  # first: who does not read is not waited for
    assert host.finish() == 0
    assert "closed the table" in far.text
    near.wait_for("closed")


def test_a_guest_over_ssh_has_the_seat_again_after_the_host_was_killed(opened: Opener, called: Caller) -> None:
    port, ssh = free_port(), free_port()
    host = host_at(opened, port, ssh, "--seats", "2")
    host.wait_for("queens join")
    guest = called(ssh, "jo")
    guest.wait_for("Hannah starts it")
    host.wait_for("jo")
    host.press("s")
    guest.wait_for("Space Reveal")
    os.killpg(host._process.pid, signal.SIGKILL)
    host.ended()
    guest.finish()
    again = host_at(opened, port, ssh, "--seats", "2")
    again.wait_for("Space Reveal")
    guest = called(ssh, "jo")
    guest.wait_for("Space Reveal")
    assert "watch" not in guest.text


def test_a_port_for_ssh_that_is_taken(opened: Opener) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ssh = str(taken.getsockname()[1])
        host = host_at(opened, free_port(), ssh)
        host.wait_for(f"Port {ssh} is taken")
        host.wait_for("Play now")
