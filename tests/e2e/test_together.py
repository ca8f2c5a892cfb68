"""One host and three who join, four real programs: one match to the same standings on every screen."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

NAMES = ("Hannah", "Ines", "Jo", "Karl")


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def play_all(terminals) -> None:
    """Let everybody act whenever their board offers it, until every screen shows the end."""
    playing = list(terminals)
    while playing:
        playing = [terminal for terminal in playing if terminal.take_turn() != "Standings"]
        if playing and not any(terminal.offer for terminal in playing):
            assert select.select(playing, [], [], 60)[0], "nobody's screen changes any more"


def test_one_host_and_three_who_join(opened) -> None:
    port = free_port()
    host = opened("host", "mad-queens", "--seats", "4", "--port", port, "--bind", "127.0.0.1", name=NAMES[0])
    host.wait_for(f"queens join 127.0.0.1:{port}")
    guests = []
    for name in NAMES[1:]:
        guest = opened("join", f"127.0.0.1:{port}", name=name)
        guest.wait_for("Hannah starts it")
        host.wait_for(name)
        guests.append(guest)
    host.press("s")
    everybody = [host, *guests]
    for terminal in everybody:
        terminal.wait_for("Your move")
    play_all(everybody)
    results = [terminal.standings() for terminal in everybody]
    assert sorted(name for name, _ in results[0]) == sorted(NAMES)
    assert all(result == results[0] for result in results)
    for terminal in reversed(everybody):
        terminal.press("\x11")
        terminal.press("y")
        assert terminal.finish() == 0


def test_the_host_leaves_and_everybody_is_told(opened) -> None:
    port = free_port()
    host = opened("host", "mad-queens", "--seats", "2", "--port", port, "--bind", "127.0.0.1", name=NAMES[0])
    host.wait_for("queens join")
    guest = opened("join", f"127.0.0.1:{port}", name=NAMES[1])
    guest.wait_for("Hannah starts it")
    host.wait_for(NAMES[1])
    host.press("\x11")
    host.wait_for("Close this table?")
    host.press("y")
    assert host.finish() == 0
    guest.wait_for("Play now")
    guest.wait_for("closed")


def test_a_host_without_a_screen(opened, tmp_path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tui", "host", "mad-queens", "--headless", "--seats", "3", "--code", "rose"]
    command += ["--port", port, "--bind", "127.0.0.1", "--pace", "fast"]
    environment = {**os.environ, "QUEENS_DATA": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as host:
        try:
            lines = [host.stdout.readline() for _ in range(3)]
            assert f"queens join 127.0.0.1:{port} --code rose" in lines[2]
            stranger = opened("join", f"127.0.0.1:{port}", name="Ivo")
            stranger.wait_for("code")
            guest = opened("join", f"127.0.0.1:{port}", "--code", "rose", name="Ines")
            guest.wait_for("S Start")
            guest.press("s")
            guest.play_to_the_end()
            assert len(guest.standings()) == 3
            host.send_signal(signal.SIGINT)
            assert host.wait(timeout=30) == 0
            assert "closed" in host.stdout.read()
            guest.wait_for("Play now")
        finally:
            host.kill()


def test_nobody_there_to_join(opened) -> None:
    terminal = opened("join", f"127.0.0.1:{free_port()}")
    terminal.wait_for("Play now")
    terminal.wait_for("127.0.0.1")
