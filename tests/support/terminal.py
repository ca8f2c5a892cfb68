"""Runs the real program in a pseudo-terminal: sends keys, reads the screen, and waits until something is shown."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pyte

from tests.support.screen import Screen
from tui.widgets.settle_time import SETTLE_SECONDS

PATIENCE_SECONDS = 60.0
"""The longest wait for anything to be shown; long, because machines that run tests are busy."""


STYLE = re.compile(rb"\x1b\[[0-9;:]*m")
"""A sequence that sets colours and other attributes (SGR)."""

UNFINISHED_STYLE = re.compile(rb"\x1b(\[[0-9;:]*)?$")
"""The beginning of a `STYLE` sequence at the end of what has been read."""


def free_port() -> str:
    """Return a port of 127.0.0.1 at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


INHERITED_BY_NO_PROGRAM: Final = frozenset({"NO_COLOR", "COLORTERM", "COLUMNS", "LINES"})
"""Environment variables that are kept from the program, because they describe the terminal in which the tests run.

`readline` sets the last two in the processes of the tests.
"""


class Terminal:
    """The real program in a pseudo-terminal; a context manager that kills the program at its end."""

    def __init__(
        self, arguments: Sequence[str], folder: Path, size: tuple[int, int] = (80, 24), **environment: str
    ) -> None:
        self.columns, self.rows = size
        self._screen = Screen(self.columns, self.rows)
        self._stream = pyte.ByteStream(self._screen)
        self._text: str | None = None
        self._unfinished = b""
        self._arguments = [sys.executable, "-m", "tui", *arguments]
        self._environment: Mapping[str, str] = {
            **{name: value for name, value in os.environ.items() if name not in INHERITED_BY_NO_PROGRAM},
            "TERM": "xterm-256color",
            "QUEENS_DATA": str(folder),
            "TEXTUAL_ANIMATIONS": "none",
            **environment,
        }

    def __enter__(self) -> Self:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))
        self._process = subprocess.Popen(
            self._arguments, stdin=slave, stdout=slave, stderr=slave, env=self._environment, start_new_session=True
        )
        os.close(slave)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self.close_terminal()

    def close_terminal(self) -> None:
        """Take the terminal away from the program, as when its window is closed."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def wait_for_exit(self) -> int:
        """Wait until the program has ended; return its exit status."""
        return self._process.wait(timeout=PATIENCE_SECONDS)

    def fileno(self) -> int:
        """The file descriptor of the terminal, for `select`."""
        return self._master

    @property
    def text(self) -> str:
        """What the screen shows, row by row."""
        if self._text is None:  # kept until more is written: pyte measures each cell
            self._text = "\n".join(self._screen.display)
        return self._text

    @property
    def cursor_hidden(self) -> bool:
        """Whether the program has hidden the cursor, as it does until it restores the terminal."""
        return bool(self._screen.cursor.hidden)

    def press(self, keys: str) -> None:
        """Type keys, as text or as the escape sequences that a terminal sends."""
        os.write(self._master, keys.encode())

    def wait_for(self, *wanted: str, seconds: float = PATIENCE_SECONDS) -> str | bool:
        """Wait until the screen shows one of these texts; return that text.

        Fails after `seconds`.
        """
        return self.wait_until(
            lambda text: next((one for one in wanted if one in text), ""), " or ".join(wanted), seconds
        )

    def wait_until(
        self, seen: Callable[[str], str | bool], what: str = "what was wanted", seconds: float = PATIENCE_SECONDS
    ) -> str | bool:
        """Wait until `seen`, called with the text of the screen, returns something true; return that.

        Fails after `seconds` with a message that names `what`.
        """
        end = time.monotonic() + seconds
        while True:
            found = seen(self.text)
            if found:
                return found
            if not self._read_output(end - time.monotonic()):
                raise AssertionError(f"the screen never showed {what}; it shows:\n{self.text}")

    @property
    def offer(self) -> str:
        """Which button Mad Queens shows on the screen now: "Standings", "Bank", "Reveal", or "" if none of them."""
        return offered_step(self.text)

    def play_to_the_end(self) -> None:
        """Play Mad Queens as the board offers it, reveal or bank, until the match is over."""
        while self.take_turn() != "Standings":
            self.wait_until(offered_step, "something to do")

    def read_available(self) -> None:
        """Read all that the program has written so far."""
        while self._read_output(0):
            pass

    def wait_until_settled(self) -> None:
        """Read until nothing changes for `SETTLE_SECONDS`, before which a board takes no decision."""
        while self._read_output(SETTLE_SECONDS):
            pass

    def take_turn(self, when: Callable[[str], bool] = lambda text: True) -> str:
        """Press the key that Mad Queens offers, wait until the screen changes, and return the offer.

        The result is "Bank", "Reveal", "Standings" (nothing is pressed) or empty if nothing is offered or `when`,
        called with the text of the screen, returns false.
        """
        self.read_available()
        offer = self.offer if when(self.text) else ""
        if offer in ("Bank", "Reveal"):
            self.wait_until_settled()
            offer = self.offer if when(self.text) else ""
        if offer in ("Bank", "Reveal"):
            before = self.text
            self.press("b" if offer == "Bank" else " ")
            self.wait_until(lambda text: "changed" if text != before else "", "any change")
        return offer

    def show_standings(self) -> list[tuple[str, int]]:
        """Go from the end of a match to its result screen; return names and scores, best first."""
        self.press("\r")
        self.wait_for("leave the table")
        self.wait_for("Enter Choose")
        return read_standings(self.text)

    def finish(self, seconds: float = PATIENCE_SECONDS) -> int:
        """Read the output until the program has ended, at most for `seconds`; return its exit status."""
        end = time.monotonic() + seconds
        while self._read_output(end - time.monotonic()):
            pass
        return self._process.wait(timeout=max(end - time.monotonic(), 1))

    def _read_output(self, seconds: float) -> bool:
        """Read what the program writes next; return False after `seconds` without output, or if it has ended."""
        ready, _, _ = select.select([self._master], [], [], max(seconds, 0))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self._feed_screen(data)
        return bool(data)

    def _feed_screen(self, data: bytes) -> None:
        """Show output on the screen, without its colours: they are most of it, and pyte is slow with them."""
        written = self._unfinished + data
        cut = UNFINISHED_STYLE.search(written)
        end = cut.start() if cut else len(written)
        self._unfinished = written[end:]
        self._stream.feed(STYLE.sub(b"", written[:end]))
        self._text = None


Opener = Callable[..., Terminal]
"""Opens the program with some arguments in another terminal."""


def offered_step(text: str) -> str:
    """Return which button Mad Queens shows in the text of a screen: "Standings", "Bank", "Reveal", or "" if none."""
    if "Enter Standings" in text:
        return "Standings"
    if re.search(r"B Bank \d+ (point|card)", text):
        return "Bank"
    return "Reveal" if "Your move" in text and "Space Reveal" in text else ""


def read_standings(text: str) -> list[tuple[str, int]]:
    """Return the names and scores of a result screen, best first, without "(you)", "(bot)" and the signs of curves."""
    row = r"^\s*(?:\d+|=)\s+(?:[●■▲◆○□△◇o#^*+x@%] )?(\S+)(?: \((?:you|bot)\))?\s+(\d+)(?:\s|$)"
    rows = re.findall(row, text, re.MULTILINE)
    return [(name, int(score)) for name, score in rows]
