"""Measures how long the program takes to show its first screen and to answer a key, beside a trivial program.

    python -m tests.bench.start [--rounds 9] [--keys 8]

Each program runs in a pseudo-terminal of 80 by 24. The first screen counts as painted when one byte for every cell has
come and then none for `SILENCE_AFTER_SCREEN_SECONDS` seconds. A key counts as answered with the last byte before the
first silence of `SILENCE_AFTER_ANSWER_SECONDS` seconds; an animation that goes on after it does not count. Compare only
figures of one run.

The time on the clock is what a person waits; while other programs run, it is mostly theirs. So the bench also prints
the CPU time that the program has used in all its threads until the same byte, as the median of the rounds and as the
least. CPU time depends less on other programs, but it does: they take the caches, and a virtual machine its turns.

`BAR` and the aims, `FIRST_PAINT_AIM` and `KEY_AIM`, are multiples of the time of the trivial program, which is the
least that any Textual program takes; so they hold on every machine. The bar was asked of the program when this bench
was written. The aims were set on 2026-11-22 on a machine of 2 cores with CPython 3.11.7: there a bare terminal program
painted after 10 to 20 ms and curses answered a key in 0.3 ms, the trivial program took 131 to 185 ms and 2.7 ms, and
this program 1.2 to 1.5 times and 1.3 to 2.0 times as long. The bench prints whether the bar holds; no test does,
because a test on a busy machine would fail by chance.

On 2026-11-29 all of this was measured twice before and twice after modules were imported later, in 6 rounds of 6 keys,
on a machine of 2 cores on which other programs ran all the time. The medians of CPU time do not agree: the trivial
program took 418 to 507 ms; the home screen 1.35 and 1.57 times as long before, 1.31 and 1.38 after; Mad Queens 1.50 and
1.60 before, 1.38 and 1.62 after; a key 1.2 to 1.6 times as long before and 1.3 to 1.7 after, although nothing about
keys was changed. So callgrind, of valgrind 3.19, counted the instructions until the first painting, which differ by
less than a hundredth from run to run:

    millions of instructions  before   now   to trivial
    trivial Textual program      883   883         1.00
    queens, home screen         1317  1101         1.25
    queens play mad-queens      1476  1319         1.49

The aim of the first painting is just reached for the home screen, and not for a match. Of the 436 million instructions
of a match above the trivial program 381 import the 317 modules of the program, and 79 open the table with its journal
and paint it; Textual and other libraries take 24 fewer to import.

On 2026-11-30, with no other program on that machine, a key in a match took 1.56 times as long as in the trivial program
on the clock. Then only the changed cells of a row were painted, and callgrind counted 6.7 million instructions from the
key to the painting, 8.7 before and 4.5 in the trivial program. Two runs on the clock: the key 1.47 and 1.51 in a match,
1.23 and 1.23 on the home screen; the first painting 1.33 and 1.52 in a match, 1.05 and 1.27 on the home screen.
"""

from __future__ import annotations

import argparse
import ctypes
import fcntl
import os
import select
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import clock_gettime, perf_counter
from typing import NamedTuple

from tui.settings import Settings

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""
ARGUMENTS_BY_PROGRAM = {
    "trivial Textual program": ["-m", "tests.bench.trivial_app"],
    "queens, home screen": ["-m", "tui"],
    "queens play mad-queens": ["-m", "tui", "play", "mad-queens", "--seed", "1"],
}
"""Maps the printed name of each measured program to its command line after ``python``."""

KEYS_BY_PROGRAM = {"queens play mad-queens": [b" "]}
"""Maps the printed name of a program to the keys that make it repaint; programs without an entry get
`DOWN_AND_UP_KEYS`.
"""

DOWN_AND_UP_KEYS = [b"\x1b[B", b"\x1b[A"]
"""The bytes that a terminal sends for the keys down and up."""

PROGRAM_ENVIRONMENT = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "PYTHONDONTWRITEBYTECODE": "",
}
"""The environment variables of each program, except the one that names its data folder."""

CELL_COUNT = 80 * 24
"""The number of cells of the terminal."""

BAR = 1.5
"""The first screen is painted, and a key is answered, within this multiple of the trivial program's time."""

FIRST_PAINT_AIM = 1.25
"""The aim for the first painting, as a multiple of the trivial program's time; the next one is 1.15."""

KEY_AIM = 1.0
"""The aim for the answer to a key, as a multiple of the trivial program's time."""

SILENCE_AFTER_SCREEN_SECONDS = 0.05
"""Time without output after which the first screen counts as painted."""

SILENCE_AFTER_ANSWER_SECONDS = 0.004
"""Time without output after which a key counts as answered."""

SILENCE_BEFORE_KEY_SECONDS = 0.4
"""Time without output after which the next key is pressed."""

MAX_START_SECONDS = 20.0
"""Longest time for which the bench waits for the first screen."""

MAX_ANSWER_SECONDS = 20.0
"""Longest time for which the bench waits for the answer to a key."""

MAX_ANIMATION_SECONDS = 3.0
"""Longest time for which the bench waits for an animation to end before it presses the next key."""


class Times(NamedTuple):
    """What a first screen or the answer to a key took, in seconds: on the clock, and of CPU time in all threads."""

    clock: float
    cpu: float


class ProgramInTerminal:
    """A program that runs in a pseudo-terminal; `started` is the time of its start by `perf_counter`, in seconds."""

    def __init__(self, command: Sequence[str], data: str) -> None:
        self.command = command
        self.terminal, inside = os.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, **PROGRAM_ENVIRONMENT, "QUEENS_DATA": data}
        self.started = perf_counter()
        self.program = subprocess.Popen(
            [sys.executable, *command],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=environment,
            cwd=REPOSITORY_ROOT,
            start_new_session=True,
        )
        self._cpu_clock = cpu_clock(self.program.pid)
        os.close(inside)

    def read_cpu_seconds(self) -> float:
        """Return the CPU time that the program has used since its start, in seconds."""
        return clock_gettime(self._cpu_clock)

    def read_until_silent(self, silence: float, max_seconds: float, min_bytes: int = 1) -> tuple[float, float, int]:
        """Read until `min_bytes` have come and then none for `silence` seconds, or until `max_seconds` seconds have
        passed.

        Return the time of the last byte by `perf_counter`, the CPU seconds that the program had used by then, and the
        number of bytes read. Raise `SystemExit` if the program ends.
        """
        begun = last = perf_counter()
        cpu = self.read_cpu_seconds()
        count = 0
        while (now := perf_counter()) - begun < max_seconds and (count < min_bytes or now - last < silence):
            if select.select([self.terminal], [], [], silence)[0]:
                cpu = self.read_cpu_seconds()
                try:
                    count += len(os.read(self.terminal, 1 << 16))
                except OSError as error:
                    raise SystemExit(f"{' '.join(self.command)} ended by itself; start it to see why.") from error
                last = perf_counter()
        return last, cpu, count

    def press(self, key: bytes) -> Times | None:
        """Press a key; return what passed until the last byte of the answer, or None if the program writes nothing."""
        self.read_until_silent(SILENCE_BEFORE_KEY_SECONDS, MAX_ANIMATION_SECONDS, min_bytes=0)
        pressed, cpu_before = perf_counter(), self.read_cpu_seconds()
        os.write(self.terminal, key)
        answered, cpu, count = self.read_until_silent(SILENCE_AFTER_ANSWER_SECONDS, MAX_ANSWER_SECONDS)
        return Times(answered - pressed, cpu - cpu_before) if count else None

    def close(self) -> None:
        """Kill the program and close its terminal."""
        self.program.kill()
        self.program.wait()
        os.close(self.terminal)


def cpu_clock(process_id: int) -> int:
    """Return the clock, for `clock_gettime`, of the CPU time that all threads of a process have used together."""
    clock = ctypes.c_int()
    error = ctypes.CDLL(None).clock_getcpuclockid(process_id, ctypes.byref(clock))
    if error:
        raise OSError(error, os.strerror(error))
    return clock.value


class Start(NamedTuple):
    """One start of a program: what its first screen took, the number of bytes of it, and what each key took."""

    first_paint: Times
    byte_count: int
    keys: list[Times]


def measure_program(name: str, key_count: int) -> Start:
    """Start a program once and press `key_count` keys."""
    with tempfile.TemporaryDirectory() as data:
        Settings(name="Ann", named=True).save(Path(data))  # a first start asks for the name above the home screen
        screen = ProgramInTerminal(ARGUMENTS_BY_PROGRAM[name], data)
        try:
            painted, cpu, count = screen.read_until_silent(SILENCE_AFTER_SCREEN_SECONDS, MAX_START_SECONDS, CELL_COUNT)
            pressed = KEYS_BY_PROGRAM.get(name, DOWN_AND_UP_KEYS)
            answers = [screen.press(pressed[number % len(pressed)]) for number in range(key_count)]
        finally:
            screen.close()
    return Start(Times(painted - screen.started, cpu), count, [times for times in answers if times is not None])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all programs, and print a table of the time on the clock and one of CPU time."""
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

    found: dict[str, list[Start]] = {name: [] for name in ARGUMENTS_BY_PROGRAM}
    for name in ARGUMENTS_BY_PROGRAM:
        measure_program(name, 0)  # so that all is compiled, as it is from the second start on
    for _ in range(chosen.rounds):
        for name in ARGUMENTS_BY_PROGRAM:
            found[name].append(measure_program(name, chosen.keys))

    print(f"bar: {BAR} times the trivial program's time; aims: first paint {FIRST_PAINT_AIM}, key {KEY_AIM}")
    _print_table("time on the clock, median", found, lambda times: times.clock, median)
    _print_table("CPU time, median", found, lambda times: times.cpu, median)
    _print_table("CPU time, least", found, lambda times: times.cpu, min)


def _print_table(
    heading: str,
    starts: Mapping[str, Sequence[Start]],
    kind: Callable[[Times], float],
    summary: Callable[[list[float]], float],
) -> None:
    """Print a table with a row for each program, from one `kind` of time and a `summary` of it over all rounds."""
    print(
        f"{heading:28}{'first paint ms':>16}{'bytes':>8}{'to trivial':>12}{'holds':>7}"
        f"{'key ms':>9}{'to trivial':>12}{'holds':>7}"
    )
    trivial: tuple[float, float] | None = None
    for name, runs in starts.items():
        first_paint = summary([kind(run.first_paint) for run in runs])
        # the median of each start, as an answer that the machine interrupts is taken for a short one
        key = summary([median(kind(times) for times in run.keys) for run in runs if run.keys])
        trivial = trivial or (first_paint, key)
        size = median(run.byte_count for run in runs)
        starts_ratio, keys_ratio = first_paint / trivial[0], key / trivial[1]
        print(
            f"{name:28}{first_paint * 1e3:16.1f}{size:8.0f}{starts_ratio:12.2f}"
            f"{_yes_or_no(starts_ratio <= BAR):>7}"
            f"{key * 1e3:9.2f}{keys_ratio:12.2f}{_yes_or_no(keys_ratio <= BAR):>7}"
        )


def _yes_or_no(holds: bool) -> str:
    """Return whether a bar holds, in a word."""
    return "yes" if holds else "no"


if __name__ == "__main__":
    main()
