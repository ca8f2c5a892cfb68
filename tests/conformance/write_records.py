"""Writes golden records for the games that have none: `python -m tests.conformance.write_records`.

What is there already is left alone, for it must replay for ever.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from core import BadOption, Game, Match, games

FOLDER = Path(__file__).parent / "records"


def played(match: Match, random: Random, limit: int) -> Match:
    for _ in range(limit):
        if match.over:
            break
        seat = random.choice(sorted(match.waiting))
        match.act(seat, random.choice(match.legal(seat)))
    return match


def non_default_options(game: Game, seats: int) -> dict[str, object]:
    """Every option with a value other than its default, as far as they can be combined for this number of seats."""
    options: dict[str, object] = {}
    for name, option in game.options.items():
        other = option.choices[-1] if option.choices else option.default if option.bounds else not option.default
        try:
            game.settings(seats, {**options, name: other})
        except BadOption:
            continue
        options[name] = other
    return options


def write_golden_records(game: Game) -> None:
    for seats in sorted({game.seats[0], game.usual_seats, game.seats[min(6, len(game.seats) - 1)]}):
        for name, options in (("default", {}), ("changed", non_default_options(game, seats))):
            match = played(game.start(seats, seed=f"golden-{seats}", options=options), Random(seats), 700)
            path = FOLDER / f"{game.slug}-{seats}-{name}.txt"
            path.write_text(str(match.record), encoding="utf-8")
            print(f"{path.name}: {len(match.actions)} actions, {'over' if match.over else 'not over'}")


if __name__ == "__main__":
    for each in games.values():
        if not list(FOLDER.glob(f"{each.slug}-[0-9]*.txt")):
            write_golden_records(each)
