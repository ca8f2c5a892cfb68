"""Many matches between bots at once, without a screen: who wins how often, and with what."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from core import Bot, Game


@dataclass(frozen=True, slots=True)
class Tally:
    """How one seat did: its bot, the sum of its scores, and its wins, shared ones counted in part."""

    seat: int
    bot: str
    points: int
    wins: float


def simulate(
    game: Game, matches: int, seats: int, bots: Sequence[str], seed: str, options: Mapping[str, object]
) -> tuple[Tally, ...]:
    """Play so many matches, bot `i` of `bots` in seat `i` (and round again), and return how each seat did.

    Match number n, from 0, has the seed ``SEED-n``. Raises `KeyError` for a bot the game does not have, and as
    `Game.start` does.
    """
    names = [bots[seat % len(bots)] for seat in range(seats)]
    minds: list[Bot] = [game.bots[name] for name in names]
    points, wins = [0] * seats, [0.0] * seats
    for number in range(matches):
        match = game.start(seats, f"{seed}-{number}", options)
        while not match.over:
            for seat in sorted(match.waiting):
                if seat in match.waiting:
                    match.act(seat, minds[seat](match.view(seat)))
        winners = [standing.seat for standing in match.standings if standing.rank == 1]
        for standing in match.standings:
            points[standing.seat] += standing.score
            wins[standing.seat] += (standing.seat in winners) / len(winners)
    return tuple(Tally(seat, names[seat], points[seat], wins[seat]) for seat in range(seats))


def in_words(tallies: Sequence[Tally], matches: int) -> str:
    """Return the tallies as a table."""
    lines = [f"{'seat':>4}  {'bot':<12} {'points a match':>14} {'wins':>7}"]
    for tally in tallies:
        share = f"{tally.wins / matches:.1%}"
        lines.append(f"{tally.seat + 1:>4}  {tally.bot:<12} {tally.points / matches:>14.2f} {share:>7}")
    return "\n".join(lines)


def in_json(tallies: Sequence[Tally], matches: int) -> str:
    """Return the tallies as JSON."""
    return json.dumps({"matches": matches, "seats": [asdict(tally) for tally in tallies]})
