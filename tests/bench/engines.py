"""Measures how fast the rules are, beside a bare loop and, where they are installed, other engines.

    python -m tests.bench.engines [--rounds 9] [--seconds 0.2] [GAME ...]
    python -m tests.bench.engines --against ../another-checkout [GAME ...]

With `--against`, our rules and those of another checkout, such as the last release, are measured in turn. The other
engines come with the extra `bench`. Compare only figures of one run: they depend on the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

from tests.bench import other_engines, own_playouts
from tests.bench.hand_written_game import play_deal
from tests.bench.other_checkout import OtherCheckout
from tests.bench.speed_measurement import Playout, measure_rate, measure_rates, median_ratio

BARE_LOOP_NAME = "bare loop"
"""The printed name of the loop in plain Python that the rules are compared with."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the games named in the arguments and print a table of actions per second."""
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
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, to compare our rules with")
    chosen = parser.parse_args(arguments)

    chosen_games = own_playouts.measured_games(chosen.games)
    if chosen.against is not None:
        print_comparison(chosen_games, chosen.against, chosen.rounds, chosen.seconds)
        return
    playouts: dict[str, Playout] = {BARE_LOOP_NAME: play_deal}
    playouts |= {name: own_playouts.new_playout(*table) for name, table in chosen_games.items()}
    playouts |= {} if chosen.no_peers else other_engines.playouts_of_installed_engines()
    found = measure_rates(playouts, chosen.rounds, chosen.seconds)

    print(f"{'random play, one core':32}{'actions/s':>12}{'to bare loop':>14}{'copy µs':>10}{'view µs':>10}")
    for name, all_rates in found.items():
        times = (
            "".join(f"{time:10.1f}" for time in own_playouts.measure_copy_and_view(*chosen_games[name]))
            if name in chosen_games
            else ""
        )
        print(
            f"{name:32}{median(all_rates):12,.0f}{median_ratio(all_rates, found[BARE_LOOP_NAME]):14.3f}{times}",
            flush=True,
        )


def print_comparison(chosen_games: own_playouts.MeasuredGames, folder: Path, rounds: int, seconds: float) -> None:
    """Print the actions per second of our rules and of those of another checkout, which is in `folder`.

    The last column is the median over the rounds of our rate divided by the other one. Each measurement lasts about
    `seconds`.
    """
    print(f"{'random play, one core':32}{'here':>12}{'there':>12}{'here to there':>16}")
    with OtherCheckout(folder) as there:
        for name, (game, seats) in chosen_games.items():
            chance, playout = Random("other tree"), own_playouts.new_playout(game, seats)
            here_rates, there_rates = [], []
            for _ in range(rounds):
                here_rates.append(measure_rate(playout, chance, seconds))
                there_rates.append(there.measure_rate_there(game.slug, seats, seconds))
            both = f"{median(here_rates):12,.0f}{median(there_rates):12,.0f}"
            print(f"{name:32}{both}{median_ratio(here_rates, there_rates):16.3f}", flush=True)


if __name__ == "__main__":
    main()
