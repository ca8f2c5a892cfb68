"""Writes golden records for games that have none of their newest rules: `python -m tests.conformance.write_records`.

What is there already is left alone, for it must replay for ever.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from core import BadOption, Game, Match, Record, games
from core.engine.rule_set import FIRST_REVISION, RULES

FOLDER = Path(__file__).parent / "records"


def played(match: Match, random: Random, limit: int) -> Match:
    """Return the match after at most `limit` random actions."""
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
    """Write records by the newest revision of a game's rules; its number, from 2 on, is part of their names."""
    revision = str(game.revision) if game.revision > FIRST_REVISION else ""
    for seats in sorted({game.seats[0], game.usual_seats, game.seats[min(6, len(game.seats) - 1)]}):
        for name, options in (("default", {}), ("changed", non_default_options(game, seats))):
            match = played(game.start(seats, seed=f"golden-{seats}", options=options), Random(seats), 700)
            path = FOLDER / f"{game.slug}-{seats}-{name}{revision}.txt"
            path.write_text(str(match.record), encoding="utf-8")
            print(f"{path.name}: {len(match.actions)} actions, {'over' if match.over else 'not over'}")


def has_golden_records(game: Game) -> bool:
    """Whether there are records of the newest revision of a game's rules."""
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob(f"{game.slug}-[0-9]*.txt")]
    return any(dict(Record.parse(text).options).get(RULES, "1") == str(game.revision) for text in texts)


if __name__ == "__main__":
    for each in games.values():
        if not has_golden_records(each):
            write_golden_records(each)
