"""Writes golden records for the games that have none: `python tests/conformance/write_records.py`.

What is there already is left alone, for it must replay for ever.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from core import Game, Match, games

FOLDER = Path(__file__).parent / "records"


def played(match: Match, random: Random, limit: int) -> Match:
    for _ in range(limit):
        if match.over:
            break
        seat = random.choice(sorted(match.waiting))
        match.act(seat, random.choice(match.legal(seat)))
    return match


def write(game: Game) -> None:
    numbers = sorted({game.seats[0], game.usual_seats, game.seats[min(6, len(game.seats) - 1)]})
    for seats in numbers:
        for name in ("default", "changed"):
            options: dict[str, object] = {}
            if name == "changed":
                for option, what in game.options.items():
                    value = what.choices[-1] if what.choices else what.default if what.bounds else not what.default
                    try:
                        game.settings(seats, {**options, option: value})
                    except ValueError:
                        continue
                    except Exception as error:
                        print(f"{game.slug}: {error}")
                        continue
                    options[option] = value
            match = played(game.start(seats, seed=f"golden-{seats}", options=options), Random(seats), 700)
            path = FOLDER / f"{game.slug}-{seats}-{name}.txt"
            path.write_text(str(match.record), encoding="utf-8")
            print(f"{path.name}: {len(match.actions)} actions")


for each in games.values():
    if not list(FOLDER.glob(f"{each.slug}-[0-9]*.txt")):
        write(each)
