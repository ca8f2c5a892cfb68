"""`LineModeProgram`: the real program in the line mode, through pipes or in a pseudo-terminal, which a test reads and
types into.
"""

from __future__ import annotations

import os
import pty
import random
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from tests.support.patience import PATIENCE_SECONDS

PROBE_WORD = "probe"
"""A word that the line mode does not know; a test types it to find out whether a menu is complete.

Lines are handled in order, and a menu is written before the next line is handled, so the menu is complete once the
program has answered this word.
"""

REPLY_TO_PROBE = f"Unknown command: '{PROBE_WORD}'."
"""The text with which the program answers the word that it does not know."""

MATCH_IS_OVER_SENTENCE = "The match is over."
"""The line that ends every match."""

NUMBERED_CHOICE_PATTERN = re.compile(r"(?:^|[:,] )(\d+)\) (.*?)(?=$|, \d+\) |\.$)")
"""Pattern of a numbered choice of a menu, such as "1) Reveal"."""


class LineModeProgram:
    """A program in the line mode, whose lines are read and typed through pipes or in a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str, terminal: bool = False, **environment: str) -> None:
        self.lines: list[str] = []
        self.bytes = b""
        self._rest = b""
        self._seen = 0
        self._probed = False
        self._chance = random.Random(1)
        command = [sys.executable, "-m", "tui", *arguments]
        surroundings = {**os.environ, "QUEENS_DATA": str(folder), "PYTHONIOENCODING": "utf-8", **environment}
        if terminal:
            self._in, other = pty.openpty()
            self._out = self._in
            self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=surroundings)
            os.close(other)
        else:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=surroundings
            )
            self._in, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()

    def close(self) -> None:
        """Kill the program if it still runs, and close its pipes or its terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        if self.process.stdin is None:
            os.close(self._in)

    def fileno(self) -> int:
        """The file descriptor of the output, for `select`."""
        return self._out

    @property
    def text(self) -> str:
        """All whole lines of the program's output that have been read."""
        return "\n".join(self.lines)

    def read(self, seconds: float) -> bool:
        """Read what is written within `seconds`; return False if nothing was written."""
        if not select.select([self._out], [], [], max(seconds, 0))[0]:
            return False
        try:
            data = os.read(self._out, 65536)
        except OSError:
            data = b""
        self.bytes += data
        *whole, self._rest = (self._rest + data).split(b"\n")
        self.lines += [line.decode().rstrip("\r") for line in whole]
        return bool(data)

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._in, f"{line}\n".encode())

    def end_input(self) -> None:
        """Close the input pipe."""
        self.process.stdin.close()

    def wait_for(self, pattern: str, seconds: float = PATIENCE_SECONDS) -> str:
        """Wait for a line that matches `pattern`, and return it.

        The search begins at the line after the last one found. Raise `AssertionError` if nothing is written for the
        rest of `seconds`, or the output ends.
        """
        end = time.monotonic() + seconds
        while True:
            while self._seen < len(self.lines):
                self._seen += 1
                if re.search(pattern, self.lines[self._seen - 1]):
                    return self.lines[self._seen - 1]
            if not self.read(end - time.monotonic()):
                raise AssertionError(f"never heard {pattern!r}; heard:\n{self.text}")

    @property
    def match_is_over(self) -> bool:
        """Return whether the program has written that the match is over."""
        return MATCH_IS_OVER_SENTENCE in self.lines

    def answer_menu(self) -> None:
        """Type a number of the newest menu, unless one has been typed since it was written.

        Choices that continue the match are preferred to those that go back. To know that the menu is complete,
        `PROBE_WORD` is typed first and its answer awaited.
        """
        unseen = self.lines[self._seen :]
        if not self._probed:
            if any(NUMBERED_CHOICE_PATTERN.search(line) for line in unseen):
                for line in (PROBE_WORD, "", PROBE_WORD):
                    self.type(line)
                self._probed = True
            return
        replies = [at for at, line in enumerate(unseen) if line.startswith(REPLY_TO_PROBE)]
        if len(replies) < 2:
            return
        self._probed = False
        self._seen += replies[1] + 1
        menu_lines = unseen[replies[0] + 1 : replies[1]]
        numbers = {n: words for line in menu_lines for n, words in NUMBERED_CHOICE_PATTERN.findall(line)}
        on = sorted(n for n, words in numbers.items() if words not in ("Back", "No, play on", "No, stay"))
        if on:
            self.type(self._chance.choice(on))
        self.answer_menu()

    def wait_for_exit(self) -> int:
        """Read until the program has ended; return its exit status."""
        while self.read(PATIENCE_SECONDS):
            pass
        return self.process.wait(PATIENCE_SECONDS)


def play_to_the_end(*programs: LineModeProgram) -> None:
    """Answer the menus of all programs until each has written that the match is over; fail if one ends before."""
    end = time.monotonic() + 2 * PATIENCE_SECONDS
    for program in programs:
        program.answer_menu()
    while playing := [program for program in programs if not program.match_is_over]:
        written = select.select(playing, [], [], max(end - time.monotonic(), 0))[0]
        assert written, "\n\n".join(program.text for program in programs)
        for program in written:
            assert program.read(0), f"the program has ended:\n{program.text}"
            if not program.match_is_over:
                program.answer_menu()


def check_output_is_plain(program: LineModeProgram) -> None:
    """Check that a program wrote only printable characters, and no escape sequences."""
    assert all(line.isprintable() for line in program.lines)
    assert b"\x1b" not in program.bytes
