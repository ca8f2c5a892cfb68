"""A crash of the program: it prints one polite line, exits with status 1 and leaves the terminal as it was."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

import pytest

from tests.support.patience import PATIENCE_SECONDS

CRASHING_PROGRAM = """
from tui.widgets.menu import Menu

def wrong(self, by):
    raise ValueError("what others hold")

Menu.action_move = wrong
from tui.cli.main import main
raise SystemExit(main([]))
"""
"""Python source of the program with an error built in, which it meets when a key is pressed."""


def read_until(terminal: int, expected_bytes: bytes) -> bytes:
    """Return what a program writes to its terminal, up to and including `expected_bytes`."""
    written = b""
    patient_until = time.monotonic() + PATIENCE_SECONDS
    while expected_bytes not in written:
        left = patient_until - time.monotonic()
        ready = left > 0 and select.select([terminal], [], [], left)[0]
        assert ready, f"{expected_bytes!r} was never written, but {written!r}"
        written += os.read(terminal, 65_536)
    return written


@pytest.fixture
def terminal_ends():
    """The two ends of a new pseudo-terminal: the one of the test and the one of the program."""
    master, slave = pty.openpty()
    yield master, slave
    os.close(slave)
    os.close(master)


def start_in_terminal(program_end: int, folder, *command: str) -> subprocess.Popen[bytes]:
    """Start a command in a terminal, with a data folder in which the person has a name."""
    (folder / "settings.json").write_text('{"name": "Ann", "lesson_offered": true}')
    fcntl.ioctl(program_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    known = {**os.environ, "TERM": "xterm", "QUEENS_DATA": str(folder)}
    known.pop("QUEENS_DEBUG", None)
    return subprocess.Popen(
        [sys.executable, *command], stdin=program_end, stdout=program_end, stderr=program_end, env=known
    )


@pytest.mark.slow
def test_crash_prints_one_line_and_restores_the_terminal(tmp_path, terminal_ends):
    master, slave = terminal_ends
    before = termios.tcgetattr(slave)
    with start_in_terminal(slave, tmp_path, "-c", CRASHING_PROGRAM) as run:
        try:
            read_until(master, b"Settings")
            assert termios.tcgetattr(slave) != before
            os.write(master, b"\x1b[B")
            said = read_until(master, b"what went wrong.").rpartition(b"\x1b[?1049l")[2]
            assert run.wait(PATIENCE_SECONDS) == 1
        finally:
            run.kill()
    assert termios.tcgetattr(slave) == before
    assert said.count(b"queens: Sorry:") == 1
    assert b"Traceback" not in said
    assert b"others hold" not in said


@pytest.mark.slow
def test_program_ended_by_sigterm_restores_the_terminal(tmp_path, terminal_ends):
    master, slave = terminal_ends
    before = termios.tcgetattr(slave)
    with start_in_terminal(slave, tmp_path, "-m", "tui") as run:
        try:
            read_until(master, b"Settings")
            run.terminate()
            read_until(master, b"\x1b[?1049l")
            assert run.wait(PATIENCE_SECONDS) == 143
        finally:
            run.kill()
    assert termios.tcgetattr(slave) == before
