"""Simulation: many matches between bots, and the results of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.engine.game import Bot, Game
from core.engine.match import Match


@dataclass(frozen=True, slots=True)
class SeatTally:
    """The results of one seat: its bot, the sum of its scores, and its wins, a shared one counted as a fraction."""

    seat: int
    bot: str
    points: int
    wins: float


def simulate(
    game: Game, matches: int, seats: int, bots: Sequence[str], seed: str, options: Mapping[str, object]
) -> tuple[SeatTally, ...]:
    """Play `matches` matches, bot ``bots[seat % len(bots)]`` in each seat, and return the tally of each seat.

    Match number n, from 0, has the seed ``SEED-n``. Raises `KeyError` for a bot that the game does not have, and
    `BadOption` as `Game.start` does.
    """
    names = [bots[seat % len(bots)] for seat in range(seats)]
    players: list[Bot] = [game.bots[name] for name in names]
    points, wins = [0] * seats, [0.0] * seats
    for number in range(matches):
        match = game.start(seats, f"{seed}-{number}", options)
        play_out(game, match, players)
        winners = [standing.seat for standing in match.standings if standing.rank == 1]
        for standing in match.standings:
            points[standing.seat] += standing.score
            wins[standing.seat] += (standing.seat in winners) / len(winners)
    return tuple(SeatTally(seat, names[seat], points[seat], wins[seat]) for seat in range(seats))


def play_out(game: Game, match: Match, bots: Sequence[Bot]) -> None:
    """Play a match of `game` to its end, bot `i` of `bots` in seat `i`, as at a table.

    Seats that may act though the match does not wait for them do what `Game.interject` returns, and nothing else.
    """
    while not match.over:
        for seat in sorted(match.awaited):
            if seat in match.awaited:
                _let_others_interject(game, match)
            if seat in match.awaited:
                match.act(seat, bots[seat](match.view(seat)))


def _let_others_interject(game: Game, match: Match) -> None:
    """Carry out the actions of `Game.interject` for the seats that may act though the match does not wait for them."""
    interject = game.interject
    if interject is None:
        return
    for seat in sorted(match.waiting - match.awaited):
        action = interject(match.view(seat)) if seat in match.waiting - match.awaited else None
        if action is not None:
            match.act(seat, action)
