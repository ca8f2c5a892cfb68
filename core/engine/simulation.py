"""Simulation: many matches between bots, and the results of each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.engine.action import Action
from core.engine.confidence import Bounds, bounds_of_mean, bounds_of_share, standard_deviation
from core.engine.game import Bot, Game, Level, level_of_bot
from core.engine.match import Match
from core.engine.memory import Memory


@dataclass(frozen=True, slots=True)
class SeatTally:
    """The results of one seat in a number of matches: its bot, and its scores and wins over all of them."""

    seat: int
    bot: str
    match_count: int
    point_sum: int
    """The sum of the seat's scores in all matches."""
    point_square_sum: int
    """The sum of the squares of the seat's scores in all matches."""
    wins: float
    """The number of the seat's wins; a win that n seats share counts 1/n."""

    @property
    def points_a_match(self) -> float:
        """The seat's mean score in a match."""
        return self.point_sum / self.match_count

    @property
    def spread_of_points(self) -> float | None:
        """The standard deviation of the seat's score in a match; None after a single match."""
        return standard_deviation(self.point_sum, self.point_square_sum, self.match_count)

    @property
    def bounds_of_points(self) -> Bounds | None:
        """The bounds between which the seat's true mean score lies with 95 % probability; None after a single match."""
        return bounds_of_mean(self.point_sum, self.point_square_sum, self.match_count)

    @property
    def win_share(self) -> float:
        """The share of the matches that the seat has won."""
        return self.wins / self.match_count

    @property
    def bounds_of_wins(self) -> Bounds:
        """The bounds between which the seat's true share of wins lies with 95 % probability."""
        return bounds_of_share(self.wins, self.match_count)


def simulate(
    game: Game,
    match_count: int,
    seats: int,
    bots: Sequence[str],
    seed: str,
    options: Mapping[str, object],
    on_progress: Callable[[int], object] = lambda played_count: None,
) -> tuple[SeatTally, ...]:
    """Play `match_count` matches, bot or level ``bots[seat % len(bots)]`` in each seat, and return the tally of each
    seat.

    Match number n, from 0, has the seed ``SEED-n``. After each match `on_progress` gets the number of those played.
    Raises `KeyError` for a bot that the game does not have, and `BadOption` for seats or options that it does not have.
    """
    names = [bots[seat % len(bots)] for seat in range(seats)]
    players = [game.levels[name] if name in game.levels else game.bots[name] for name in names]
    points, squares, wins = [0] * seats, [0] * seats, [0.0] * seats
    for number in range(match_count):
        match = game.start(seats, f"{seed}-{number}", options)
        play_out(game, match, players)
        winners = [standing.seat for standing in match.standings if standing.rank == 1]
        for standing in match.standings:
            points[standing.seat] += standing.score
            squares[standing.seat] += standing.score**2
            wins[standing.seat] += (standing.seat in winners) / len(winners)
        on_progress(number + 1)
    return tuple(
        SeatTally(seat, names[seat], match_count, points[seat], squares[seat], wins[seat]) for seat in range(seats)
    )


def play_out(game: Game, match: Match, bots: Sequence[Bot | Level]) -> None:
    """Play a match of `game` to its end, as at a table; `bots` are the bots or levels of the seats, in order.

    Seats that may act though the match does not wait for them do what `Game.out_of_turn_action` returns, and nothing
    else.
    """
    levels = [bot if isinstance(bot, Level) else level_of_bot(bot) for bot in bots]
    memories = {seat: game.memory(match.view(seat)) for seat, level in enumerate(levels) if level.bot is None}
    while not match.over:
        for seat in sorted(match.awaited):
            if seat in match.awaited:
                _act_out_of_turn(game, match, memories)
            if seat in match.awaited:
                level, view = levels[seat], match.view(seat)
                action = level(game, view, memories[seat]) if level.bot is None else level.bot(view)
                _act_and_update_memories(match, seat, action, memories)


def _act_and_update_memories(match: Match, seat: int, action: Action, memories: Mapping[int, Memory]) -> None:
    """Carry out an action; each of `memories` notes what its seat is shown of the changes."""
    changes = match.act(seat, action)
    for memory in memories.values():
        memory.note(changes)


def _act_out_of_turn(game: Game, match: Match, memories: Mapping[int, Memory]) -> None:
    """Carry out the actions of `Game.out_of_turn_action` for the seats that may act though the match does not wait for
    them."""
    out_of_turn_action = game.out_of_turn_action
    if out_of_turn_action is None:
        return
    for seat in sorted(match.waiting - match.awaited):
        action = out_of_turn_action(match.view(seat)) if seat in match.waiting - match.awaited else None
        if action is not None:
            _act_and_update_memories(match, seat, action, memories)
