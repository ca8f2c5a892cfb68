"""A command that runs the simulator: ``python -m tests.sim.run --seeds 10000 --first 0 --game mad-queens``."""

from __future__ import annotations

import argparse
import gc
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from typing import Final

from core import games
from tests.sim.scenario import Scenario
from tests.sim.short_matches import use_short_matches

RUNS_PER_GARBAGE_COLLECTION: Final = 100
"""The number of runs between two collections of garbage."""


def run_seeds(
    game: str, first: int, seed_count: int, whole_matches: bool = False
) -> tuple[Counter[str], list[tuple[int, str]]]:
    """Run `seed_count` seeds of a game from `first` on; return how often each rare path was taken, and the failures,
    each a seed and its error. With `whole_matches` matches begin with the deal, else shortly before their end.
    """
    counters: Counter[str] = Counter()
    failed: list[tuple[int, str]] = []
    with nullcontext() if whole_matches else use_short_matches(), without_garbage_collector():
        for seed in range(first, first + seed_count):
            run = Scenario(game, seed)
            try:
                run.run_to_the_end()
            except Exception as error:
                failed.append((seed, f"{type(error).__name__}: {error}"))
            counters += run.simulation.counters
            if seed % RUNS_PER_GARBAGE_COLLECTION == 0:
                gc.collect()
    return counters, failed


@contextmanager
def without_garbage_collector() -> Iterator[None]:
    """Disable the cyclic garbage collector within the block: it would make a run a third slower."""
    gc.disable()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()


def print_history(game: str, seed: int, whole_matches: bool = False) -> int:
    """Run one seed and print its whole history; return 1, after the traceback, if the run failed, else 0."""
    with nullcontext() if whole_matches else use_short_matches():
        run = Scenario(game, seed, trace=True)
        try:
            run.run_to_the_end()
        except Exception:
            print("\n".join(run.simulation.trace or ()))
            traceback.print_exc()
            return 1
    print("\n".join(run.simulation.trace or ()))
    return 0


def repeat_command(game: str, seed: int) -> str:
    """Return the command that repeats one seed and prints its whole history."""
    return f"python -m tests.sim.run --history --game {game} --first {seed}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the simulator as the command line asks, and print what happened; return 1 if a run failed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2_000, metavar="N", help="how many seeds of each game")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="the first of them")
    parser.add_argument("--game", choices=list(games), help="only this game")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    parser.add_argument("--whole", action="store_true", help="matches from the deal, not from shortly before the end")
    parser.add_argument("--history", action="store_true", help="print the whole history of the first seed")
    arguments = parser.parse_args(argv)
    slugs = [arguments.game] if arguments.game else list(games)
    if arguments.history:
        return print_history(slugs[0], arguments.first, arguments.whole)
    started = time.perf_counter()
    counters, failed = run_seeds_of_games(slugs, arguments.first, arguments.seeds, arguments.jobs, arguments.whole)
    for path, count in sorted(counters.items()):
        print(f"{count:8} {path}")
    for game, seed, why in failed[:20]:
        print(f"{game} {seed}: {why[:300]}\n    {repeat_command(game, seed)}")
    total = len(slugs) * arguments.seeds
    took = time.perf_counter() - started
    print(f"{total} seeds in {took:.1f} s, {took / total * 1e3:.2f} ms each; {len(failed)} failed")
    return bool(failed)


def run_seeds_of_games(
    slugs: Sequence[str], first: int, seeds: int, jobs: int, whole_matches: bool = False
) -> tuple[Counter[str], list[tuple[str, int, str]]]:
    """Run `seeds` seeds of each game in `jobs` processes; return how often each rare path was taken, and the failures,
    each a game, a seed and its error.
    """
    counters: Counter[str] = Counter()
    failed: list[tuple[str, int, str]] = []
    piece = -(-seeds // (4 * jobs)) if jobs > 1 else seeds
    work = [
        (slug, start, min(piece, first + seeds - start), whole_matches)
        for slug in slugs
        for start in range(first, first + seeds, piece)
    ]
    if jobs == 1:
        results = [run_seeds(*one) for one in work]
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            results = list(pool.map(run_seeds, *zip(*work, strict=True)))
    for (slug, *_), (counted, broken) in zip(work, results, strict=True):
        counters += counted
        failed += [(slug, seed, why) for seed, why in broken]
    return counters, failed


if __name__ == "__main__":
    sys.exit(main())
