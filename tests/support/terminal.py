"""`Terminal`: runs the real program in a pseudo-terminal, sends keys, reads the screen, and waits until something is
shown.
"""

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

from tests.support.patience import PATIENCE_SECONDS
from tests.support.screen import FastScreen, ScreenOutput
from tui.widgets.settle_time import SETTLE_SECONDS


def free_port() -> str:
    """Return a port of 127.0.0.1 at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


VARIABLES_NOT_INHERITED: Final = frozenset({"NO_COLOR", "COLORTERM", "COLUMNS", "LINES"})
"""Environment variables that the program must not inherit: they describe the terminal in which the tests run.

The library readline sets the last two in the processes of the tests.
"""


PROGRAM_ARGUMENTS: Final = ("-m", "tui")
"""The arguments with which Python runs the program."""


class Terminal:
    """The real program in a pseudo-terminal; a context manager that kills the program at its end.

    `bankings` counts how often `take_turn` has banked. `path` is the path of the terminal's device.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        folder: Path,
        size: tuple[int, int] = (80, 24),
        program: Sequence[str] = PROGRAM_ARGUMENTS,
        **environment: str,
    ) -> None:
        self.columns, self.rows = size
        self.bankings = 0
        self._screen = FastScreen(self.columns, self.rows)
        self._output = ScreenOutput(self._screen)
        self._arguments = [sys.executable, *program, *arguments]
        self._environment: Mapping[str, str] = {
            **{name: value for name, value in os.environ.items() if name not in VARIABLES_NOT_INHERITED},
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
        self.path = os.ttyname(slave)
        os.close(slave)
        return self

    def __exit__(
        self, error_class: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
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
        return self._output.text

    @property
    def cursor_hidden(self) -> bool:
        """Whether the program has hidden the cursor, as it does until it restores the terminal."""
        return bool(self._screen.cursor.hidden)

    def press(self, keys: str) -> None:
        """Type keys, as text or as the escape sequences that a terminal sends."""
        os.write(self._master, keys.encode())

    def wait_for(self, *expected_texts: str, seconds: float = PATIENCE_SECONDS) -> str | bool:
        """Wait until the screen shows one of these texts, and return that text. Fail after `seconds`."""
        return self.wait_until(
            lambda text: next((one for one in expected_texts if one in text), ""), " or ".join(expected_texts), seconds
        )

    def wait_until(
        self,
        is_reached: Callable[[str], str | bool],
        condition_name: str = "what was wanted",
        seconds: float = PATIENCE_SECONDS,
    ) -> str | bool:
        """Wait until `is_reached`, called with the text of the screen, returns a true value, and return that value.

        Fail after `seconds` with a message that contains `condition_name`.
        """
        end = time.monotonic() + seconds
        while True:
            found = is_reached(self.text)
            if found:
                return found
            if not self._read_output(end - time.monotonic()):
                raise AssertionError(f"the screen never showed {condition_name}; it shows:\n{self.text}")

    @property
    def next_offered_step(self) -> str:
        """The step that the screen offers the player in Mad Queens: "Standings", "Bank" or "Reveal"; empty if it offers
        none.
        """
        return offered_step(self.text, self.bankings)

    def play_to_the_end(self) -> None:
        """Play Mad Queens until the match is over: reveal or bank, whichever the board offers."""
        play_to_the_end([self])

    def read_available(self) -> None:
        """Read all that the program has written so far."""
        while self._read_output(0):
            pass

    def wait_until_settled(self) -> None:
        """Read until nothing has changed for `SETTLE_SECONDS`: a board accepts no decision within that time after a
        change.
        """
        while self._read_output(SETTLE_SECONDS):
            pass

    def take_turn(self) -> None:
        """Press the key of the step that Mad Queens offers, to bank or to reveal; do nothing if it offers none."""
        offer = self.next_offered_step
        if offer in ("Bank", "Reveal"):
            self.bankings += offer == "Bank"
            self.press("b" if offer == "Bank" else " ")

    def show_standings(self) -> list[tuple[str, int]]:
        """Go from the end of a match to its result screen; return names and scores, best first.

        The verdict and the curves are painted later, and may move the standings, so only a screen with each name once
        is read.
        """
        self.press("\r")
        self.wait_for("leave the table")
        self.wait_for("Enter Choose")
        self.wait_until_settled()
        self.wait_until(lambda text: has_each_name_once(read_standings(text)), "standings with each name once")
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
        self._output.feed(data)
        return bool(data)


ProgramOpener = Callable[..., Terminal]
"""A function that opens the program with some arguments in another terminal."""


def wait_for_output(terminals: Sequence[Terminal], seconds: float) -> bool:
    """Read what the programs write next; return False if none of them writes anything for `seconds`.

    Fail if one of them has ended.
    """
    written = select.select(terminals, [], [], seconds)[0]
    for terminal in written:
        assert terminal._read_output(0), f"the program has ended:\n{terminal.text}"
    return bool(written)


def take_turns(terminals: Sequence[Terminal], may_act: Callable[[str], bool] = lambda text: True) -> bool:
    """Take a turn of Mad Queens in every terminal that offers one, and wait until their screens change.

    A terminal is used only if `may_act`, called with the text of its screen, returns true. Return False, without having
    read anything, if no terminal offers a turn.
    """

    def terminals_on_turn() -> list[Terminal]:
        """Return the terminals that offer a turn."""
        return [one for one in terminals if may_act(one.text) and one.next_offered_step in ("Bank", "Reveal")]

    if not terminals_on_turn():
        return False
    while wait_for_output(terminals, SETTLE_SECONDS):  # a board takes no decision before
        pass
    before = {one: one.text for one in terminals_on_turn()}
    for terminal in before:
        terminal.take_turn()
    for terminal, text in before.items():
        terminal.wait_until(lambda now, text=text: now != text, "any change")  # type: ignore[misc]
    return True


def play_to_the_end(terminals: Sequence[Terminal], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Play Mad Queens in all terminals until all boards offer the standings.

    `meanwhile` is called before each round of turns. Fail if no screen changes for `PATIENCE_SECONDS`.
    """
    while not all(terminal.next_offered_step == "Standings" for terminal in terminals):
        meanwhile()
        if not take_turns(terminals) and not wait_for_output(terminals, PATIENCE_SECONDS):
            raise AssertionError("no screen changes any more:\n" + "\n".join(one.text for one in terminals))


MIN_BANKINGS: Final = 4
"""Number of bankings after which a player of the tests only reveals; until then they bank whenever that is offered.

Each of the first four bankings puts a Queen into the deck; after them a match ends soonest if players only reveal. A
player who always banks acts twice as often, and in four times as many plays.
"""


def offered_step(text: str, bankings: int = 0) -> str:
    """Return the step that a screen with this text offers a player of Mad Queens: "Standings", "Bank", "Reveal" or "".

    If "Bank" and "Reveal" are shown, it is "Bank" for a player who has banked less than `MIN_BANKINGS` times.
    """
    if "Enter Standings" in text:
        return "Standings"
    can_bank = re.search(r"B Bank \d+", text) is not None
    if can_bank and bankings < MIN_BANKINGS:
        return "Bank"
    if "Your move" in text and "Space Reveal" in text:
        return "Reveal"
    return "Bank" if can_bank else ""


def has_each_name_once(standings: Sequence[tuple[str, int]]) -> bool:
    """Return whether the standings are not empty and have no name twice, as they may have while the screen is being
    painted.
    """
    return 0 < len(standings) == len(dict(standings))


def wait_for_same_standings(terminals: Sequence[Terminal], seats: int) -> list[tuple[str, int]]:
    """Wait until all terminals show a result with the same standings of this many seats, and return the standings.

    Fail if no screen changes for `PATIENCE_SECONDS`.
    """
    while True:
        for terminal in terminals:
            terminal.read_available()
        shown = [read_standings(terminal.text) for terminal in terminals]
        if has_each_name_once(shown[0]) and len(shown[0]) == seats and shown == [shown[0]] * len(shown):
            return shown[0]
        if not wait_for_output(terminals, PATIENCE_SECONDS):
            raise AssertionError("the results differ:\n" + "\n".join(one.text for one in terminals))


def read_standings(text: str) -> list[tuple[str, int]]:
    """Return the names and scores that a result screen shows, best first, without "(you)", "(bot)" and the symbols of
    curves.
    """
    row = r"^\s*(?:\d+|=)\s+(?:[●■▲◆○□△◇o#^*+x@%] )?(\S+)(?: \((?:you|bot)\))?\s+(\d+)(?:\s|$)"
    rows = re.findall(row, text, re.MULTILINE)
    return [(name, int(score)) for name, score in rows]
