"""Makes the golden records of every game by its newest rules: `python -m tests.conformance.write_records`.

Missing records are written. Existing records are left alone, because they must replay for ever.

    --check        writes nothing; says which records are missing or differ from what would be written, byte for byte
    --overwrite    writes those that differ, too: for rules that no released version has played by

A record of an earlier revision is never made again; it stays as it was once played.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from core import BadOption, Dealer, Game, Match, games
from core.engine.rule_set import FIRST_REVISION

RECORDS_FOLDER = Path(__file__).parent / "records"
"""The folder into which the records are written."""

MAX_ACTIONS_IN_RECORD: Final = 700
"""Largest number of actions in a record, even if its match has not ended by then."""


@dataclass(frozen=True)
class PreparedDeal:
    """A match whose first cards are listed beforehand: `cards` maps the name of a dealer's stream to the cards that it
    deals first.
    """

    seats: int
    seed: str
    options: Mapping[str, object]
    cards: Mapping[str, Sequence[str]]


PREPARED_DEAL_BY_SLUG: Final = {
    "mad-queens": PreparedDeal(
        2,
        "golden",
        {"visibility": "sealed"},
        {
            "banned-deck": ["8♠ Jk K♦", "2♣"],
            "deck/0": ["8♥ 2♠ Jk 3♣ 4♥"],
            "queens/0": ["Q♥ Q♣"],
            "deck/1": ["Jk Jk 5♣ 6♣ 8♠"],
        },
    )
}
"""Maps the slug of a game to a prepared deal, in which something rare happens: events of Jokers, or a pack that is used
up.
"""


def match_after_random_actions(match: Match, random: Random) -> Match:
    """Play a match by random actions to its end, or for `MAX_ACTIONS_IN_RECORD` actions; return the same match."""
    for _ in range(MAX_ACTIONS_IN_RECORD):
        if match.over:
            break
        seat = random.choice(sorted(match.waiting))
        match.act(seat, random.choice(match.legal(seat)))
    return match


def non_default_options(game: Game, seats: int) -> dict[str, object]:
    """Return options of a game with values other than their defaults: as many of them as this number of seats allows
    together.
    """
    options: dict[str, object] = {}
    for name, option in game.options.items():
        other = option.choices[-1] if option.choices else option.default if option.bounds else not option.default
        try:
            game.settings(seats, {**options, name: other})
        except BadOption:
            continue
        options[name] = other
    return options


def golden_matches(game: Game) -> Iterator[tuple[str, Match]]:
    """Yield the matches by the newest revision of a game's rules, each with the name of its file.

    From revision 2 on, these names contain the number of the revision.
    """
    revision = str(game.revision) if game.revision > FIRST_REVISION else ""
    for seats in sorted({game.seats[0], game.usual_seats, game.seats[min(6, len(game.seats) - 1)]}):
        for name, options in (("default", {}), ("changed", non_default_options(game, seats))):
            match = game.start(seats, seed=f"golden-{seats}", options=options)
            yield f"{game.slug}-{seats}-{name}{revision}.txt", match_after_random_actions(match, Random(seats))
    if (deal := PREPARED_DEAL_BY_SLUG.get(game.slug)) is not None:
        dealer = Dealer.scripted(deal.cards, seed=deal.seed)
        match = game.start(deal.seats, options=deal.options, dealer=dealer)
        yield f"{game.slug}-{deal.seats}-dealt{revision}.txt", match_after_random_actions(match, Random(1))


def main(arguments: Sequence[str] | None = None, folder: Path = RECORDS_FOLDER) -> int:
    """Write or check the records in a folder; return 1 if `--check` has found a record that is missing or differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="write nothing, say what is missing or differs")
    choice.add_argument("--overwrite", action="store_true", help="write what differs, too")
    chosen = parser.parse_args(arguments)
    found_wrong = 0
    for game in games.values():
        for name, match in golden_matches(game):
            path, wanted = folder / name, str(match.record).encode()
            there = path.read_bytes() if path.exists() else None
            if there == wanted:
                continue
            state = "missing" if there is None else "differs"
            if chosen.check:
                found_wrong = 1
                print(f"{name}: {state}")
            elif there is None or chosen.overwrite:
                path.write_bytes(wanted)
                print(f"{name}: {state}, written; {len(match.actions)} actions, {'over' if match.over else 'not over'}")
            else:
                print(f"{name}: {state}, left alone")
    return found_wrong


if __name__ == "__main__":
    raise SystemExit(main())
