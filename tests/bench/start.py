"""How long the program takes to show its first screen and to answer a key, beside a trivial Textual program.

    python -m tests.bench.start [--rounds 9] [--keys 8]

Each runs in a pseudo-terminal of 80 by 24. The first screen counts as painted when a byte for every cell has come
and the terminal falls silent for a moment, a key as answered with the last byte of the first thing it brings (what
moves on the screen afterwards does not count). Compare only within one run.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import select
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]
PROGRAMS = {
    "trivial Textual program": ["-m", "tests.bench.trivial_app"],
    "queens, home screen": ["-m", "tui"],
    "queens play mad-queens": ["-m", "tui", "play", "mad-queens", "--seed", "1"],
}
KEYS = {"queens play mad-queens": [b" "]}
"""What is pressed in turn to make each program repaint, if not down and up."""

UP_AND_DOWN = [b"\x1b[B", b"\x1b[A"]
ENVIRONMENT = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "PYTHONDONTWRITEBYTECODE": "",
}
CELLS = 80 * 24
PAINTED_AFTER = 0.05
ANSWERED_AFTER = 0.004
SETTLED_AFTER = 0.4
"""How many seconds of silence say that a screen is painted, a key answered, and the next one may be pressed."""

LONGEST_START = 20.0
LONGEST_ANSWER = 1.0
LONGEST_MOVEMENT = 3.0


class Screen:
    """A program running in a pseudo-terminal."""

    def __init__(self, command: Sequence[str], data: str) -> None:
        self.command = command
        self.terminal, inside = os.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, **ENVIRONMENT, "QUEENS_DATA": data}
        self.started = perf_counter()
        self.program = subprocess.Popen(
            [sys.executable, *command],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=environment,
            cwd=ROOT,
            start_new_session=True,
        )
        os.close(inside)

    def paint(self, silence: float, longest: float, enough: int = 1) -> tuple[float, int]:
        """Read until `enough` bytes have come and then none for `silence` seconds, but no longer than `longest`.

        Returns when the last byte came, and how many there were.
        """
        begun = last = perf_counter()
        count = 0
        while (now := perf_counter()) - begun < longest and (count < enough or now - last < silence):
            if select.select([self.terminal], [], [], silence)[0]:
                try:
                    count += len(os.read(self.terminal, 1 << 16))
                except OSError as error:
                    raise SystemExit(f"{' '.join(self.command)} ended by itself; start it to see why.") from error
                last = perf_counter()
        return last, count

    def press(self, key: bytes) -> float | None:
        """Return the seconds from pressing a key to the end of what it brings first; None if it brings nothing."""
        self.paint(SETTLED_AFTER, LONGEST_MOVEMENT, enough=0)
        pressed = perf_counter()
        os.write(self.terminal, key)
        answered, count = self.paint(ANSWERED_AFTER, LONGEST_ANSWER)
        return answered - pressed if count else None

    def close(self) -> None:
        """End the program."""
        self.program.kill()
        self.program.wait()
        os.close(self.terminal)


def measure(name: str, keys: int) -> tuple[float, int, list[float]]:
    """Start a program once: return the milliseconds to its first screen, its bytes, and those of each key."""
    with tempfile.TemporaryDirectory() as data:
        screen = Screen(PROGRAMS[name], data)
        try:
            painted, count = screen.paint(PAINTED_AFTER, LONGEST_START, CELLS)
            pressed = KEYS.get(name, UP_AND_DOWN)
            answers = [screen.press(pressed[number % len(pressed)]) for number in range(keys)]
        finally:
            screen.close()
    start = painted - screen.started
    return (
        start * 1e3,
        count,
        [answer * 1e3 for answer in answers if answer is not None],
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what was asked for and print it as a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--rounds",
        type=int,
        default=9,
        help="how often each program is started (default 9)",
    )
    parser.add_argument(
        "--keys",
        type=int,
        default=8,
        help="how many keys are pressed each time (default 8)",
    )
    chosen = parser.parse_args(arguments)

    found: dict[str, list[tuple[float, int, list[float]]]] = {name: [] for name in PROGRAMS}
    for name in PROGRAMS:
        measure(name, 0)  # so that all is compiled, as it is from the second start on
    for _ in range(chosen.rounds):
        for name in PROGRAMS:
            found[name].append(measure(name, chosen.keys))

    print(f"{'80 by 24':28}{'first paint ms':>16}{'bytes':>8}{'to trivial':>12}{'key ms':>9}{'to trivial':>12}")
    trivial: tuple[float, float] | None = None
    for name, runs in found.items():
        start = median(start for start, _, _ in runs)
        key = median(answer for _, _, answers in runs for answer in answers)
        trivial = trivial or (start, key)
        size = median(count for _, count, _ in runs)
        print(f"{name:28}{start:16.1f}{size:8.0f}{start / trivial[0]:12.2f}{key:9.2f}{key / trivial[1]:12.2f}")


if __name__ == "__main__":
    main()
