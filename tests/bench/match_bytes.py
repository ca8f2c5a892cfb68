"""Measures how many bytes a match sends to the terminal, in all and in its busiest second.

    python -m tests.bench.match_bytes [GAME ...] [--sizes 80x24 120x40] [--seed 7] [--colours truecolor]

One match of each game is played by four bots at the pace of a table, with all animations, on the real screen of a
match; nobody presses keys. The clock is virtual: minutes of play pass in seconds, and two runs print the same. For each
game and size the bench prints the bytes of the whole match after its first pictures, their mean for a second, the most
in any second, and these by what they belong to: movement (frames that are shown for a moment), other changes of the
board, the log, or the rest of the screen; then the largest update, and the most in any second that ends with movement,
for which `tui/README.md` promises a bound.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from tests.bench.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from tests.bench.measured_match import WrittenBytes

DEFAULT_SLUGS: Final = ("mad-queens", "mad-queens-classic", "queens-dungeon", "queen-bees-ii", "big-queen")
"""Slugs of the games that are measured by default."""

DEFAULT_SIZES: Final = ("80x24", "120x40")
"""Columns and rows of the terminals that are measured by default."""

UNCOUNTED_SECONDS_AT_START: Final = 0.1
"""Time in seconds from the start of a match within which its first pictures are written; their bytes are not counted.
"""

OUTPUT_PARTS: Final = ("movement", "scenes", "log", "rest")
"""Names of the parts of the screen by which the written bytes are counted, in the order in which they are printed."""


def bytes_in_second_before_each_write(writes: Iterable[WrittenBytes]) -> Iterable[tuple[WrittenBytes, Counter[str]]]:
    """Yield each write, and the bytes of each part of the screen that were written in the second that ends with it."""
    second: deque[WrittenBytes] = deque()
    for write in writes:
        second.append(write)
        while second[0].seconds <= write.seconds - 1:
            second.popleft()
        yield write, sum((one.bytes_by_screen_part for one in second), Counter())


def row_of_figures(writes: Sequence[WrittenBytes]) -> str:
    """Return the printed row with the figures of a match."""
    begun = writes[0].seconds + UNCOUNTED_SECONDS_AT_START
    counted = [write for write in writes if write.seconds > begun]
    seconds = list(bytes_in_second_before_each_write(counted))
    total = sum(write.bytes_by_screen_part.total() for write in counted)
    mean = total / (counted[-1].seconds - begun)
    most = max((parts for _, parts in seconds), key=Counter.total)
    largest = max(write.bytes_by_screen_part.total() for write in counted)
    moving = max((parts.total() for write, parts in seconds if write.bytes_by_screen_part["movement"]), default=0)
    figures = [total, round(mean), most.total(), *(most[part] for part in OUTPUT_PARTS), largest, moving]
    return "".join(f"{figure:10}" for figure in figures)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match of each game at each size, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=DEFAULT_SLUGS, help="the games to measure (default all)")
    parser.add_argument(
        "--sizes", nargs="*", default=DEFAULT_SIZES, help="sizes of the terminal (default 80x24 120x40)"
    )
    parser.add_argument("--seed", default="7", help="the seed of the deals (default 7)")
    parser.add_argument("--colours", default="truecolor", help="the COLORTERM of the terminal (default truecolor)")
    chosen = parser.parse_args(arguments)
    os.environ.update(TERM="xterm-256color", COLORTERM=chosen.colours)
    clock = VirtualClock()
    clock.install()
    from tests.bench.measured_match import play_measured_match

    columns = ("total", "mean/s", "most/s", *OUTPUT_PARTS, "largest", "moving/s")
    print(f"{'bytes':28}" + "".join(f"{column:>10}" for column in columns))
    for size in chosen.sizes:
        width, _, height = size.partition("x")
        for slug in chosen.games:
            writes = play_measured_match(clock, slug, (int(width), int(height)), chosen.seed, chosen.colours)
            print(f"{slug + ', ' + size:28}" + row_of_figures(writes), flush=True)


if __name__ == "__main__":
    main()
