"""How fast the rules are, beside a bare loop and, where installed, other engines, all measured in one run.

    python tests/bench/engines.py [--rounds 9] [--seconds 0.2] [GAME ...]

The other engines come with the extra `bench`. Compare only within one run: the machine decides the rest.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import median

import ours
import peers
from bare_loop import play_deal
from measure import Playout, rates, ratio

BARE = "bare loop"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what was asked for and print it as a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="the games to measure, all if none is named",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=9,
        help="how often everything has its turn (default 9)",
    )
    parser.add_argument("--seconds", type=float, default=0.2, help="how long each turn is (default 0.2)")
    parser.add_argument("--no-peers", action="store_true", help="leave the other engines out")
    chosen = parser.parse_args(arguments)

    tables = ours.tables(chosen.games)
    playouts: dict[str, Playout] = {BARE: play_deal}
    playouts |= {name: ours.playout(*table) for name, table in tables.items()}
    playouts |= {} if chosen.no_peers else peers.playouts()
    found = rates(playouts, chosen.rounds, chosen.seconds)

    print(f"{'random play, one core':32}{'actions/s':>12}{'to bare loop':>14}{'copy µs':>10}{'view µs':>10}")
    for name, all_rates in found.items():
        times = "".join(f"{time:10.1f}" for time in ours.copy_and_view(*tables[name])) if name in tables else ""
        print(
            f"{name:32}{median(all_rates):12,.0f}{ratio(all_rates, found[BARE]):14.3f}{times}",
            flush=True,
        )


if __name__ == "__main__":
    main()
