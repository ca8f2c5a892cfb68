"""A command that runs the simulator of a club on several machines.

`python -m tests.sim.cluster.run SEED` is one run, with its history; `python -m tests.sim.cluster.run FIRST END` runs
all seeds from FIRST up to the one before END.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from net.cluster import journal, table_log
from tests.sim.cluster.club import ClusterScenario


@contextmanager
def shorten_logs_early() -> Iterator[None]:
    """Context manager: within the block, the log of a table is shortened as soon as it has 400 bytes (a few actions),
    and an entry of more than 200 bytes is written in pieces.
    """
    with patch.object(journal, "JOURNAL_FOLD_BYTES", 400), patch.object(table_log, "STORE_ENTRY_BYTES", 200):
        yield


def failing_seeds(seeds: Iterable[int], counters: Counter[str]) -> list[tuple[int, str]]:
    """Run these seeds; return those that fail, each with the reason, and add to `counters` how often each rare path was
    taken.
    """
    failed = []
    with shorten_logs_early():
        for seed in seeds:
            club = ClusterScenario(seed)
            try:
                club.run()
            except AssertionError as error:
                failed.append((seed, str(error)))
            counters.update(club.simulation.counters)
    return failed


def main() -> None:
    """Run one seed or many, as the command line says, and print what happened."""
    first, *end = map(int, sys.argv[1:])
    if end:
        counters: Counter[str] = Counter()
        failed = failing_seeds(range(first, end[0]), counters)
        print(*(f"{name}: {number}" for name, number in sorted(counters.items())), sep="\n")
        print(f"{len(failed)} of {end[0] - first} runs failed: {failed[:20]}")
        return
    with shorten_logs_early():
        club = ClusterScenario(first, trace=True)
        try:
            club.run()
        finally:
            print("\n".join(club.simulation.trace or ()))


if __name__ == "__main__":
    main()
