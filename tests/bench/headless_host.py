"""`HeadlessHost`: a program that hosts one table in a process of its own, for benches that connect to it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Self

from tests.support.source_tree import REPOSITORY_ROOT

MAX_WAIT_SECONDS = 60
"""The longest time that a host may take to end."""


class HeadlessHost:
    """A program that hosts a table of Mad Queens on loopback, without a screen; a context manager that ends it.

    `arguments` are appended to the command ``queens host``. Raises `SystemExit` if the table is not opened.
    """

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "tui", "host", "mad-queens", "--headless", "--bind", "127.0.0.1"),
                *self._arguments,
            ],
            env={**os.environ, "QUEENS_DATA": self._folder.name},
            cwd=REPOSITORY_ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        while "Ctrl+C" not in (line := self._process.stdout.readline()):
            if not line:
                raise SystemExit("The host did not open its table.")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=MAX_WAIT_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()

    def private_megabytes(self) -> float:
        """Return the memory that the host shares with no other process, in megabytes."""
        rollup = Path(f"/proc/{self._process.pid}/smaps_rollup").read_text(encoding="ascii")
        return sum(int(kilobytes) for kilobytes in re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.MULTILINE)) / 1e3

    def cpu_seconds(self) -> float:
        """Return the processor time that the host has used, in seconds."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """Return a port of 127.0.0.1 at which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
