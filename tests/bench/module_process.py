"""`ModuleProcess`: a module of the benches in a process of its own, which answers lines with lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""


class ModuleProcess:
    """A child process that runs a module of the benches, such as ``club_size``, with some `arguments`.

    It prints a line of JSON when it is ready, whose value is in `ready`, and one as the answer to each line that it
    reads.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"tests.bench.{module}", *arguments],
            cwd=REPOSITORY_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ready = self._read_answer()

    @property
    def address(self) -> str:
        """The address at which people come into the table or club of this process."""
        return f"127.0.0.1:{self.ready['port']}"

    def request_answer(self, line: str) -> dict[str, Any]:
        """Write a line to the process, and return its answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self._read_answer()

    def _read_answer(self) -> dict[str, Any]:
        """Return the next line of JSON that the process prints; end the bench if the process has ended."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("A process of the bench has ended.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """Close the input of the process, which ends it, and wait; kill it after ten seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


@contextmanager
def running_module(module: str, *arguments: object) -> Iterator[ModuleProcess]:
    """Context manager: run a module of the benches in a process of its own until the end of the block."""
    process = ModuleProcess(module, *map(str, arguments))
    try:
        yield process
    finally:
        process.end()
