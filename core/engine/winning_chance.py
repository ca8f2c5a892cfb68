"""The chance of each seat to win a match from a given state: the share of wins when the match is played on many times.

All cards stay where they are, also those that some seats do not see; cards from shuffled piles are drawn at random each
time. All seats are played by the policy of the game, so it is the chance of equally good players. A policy that sees
all cards of a match has to err at times, or a match with all its cards dealt would have a sure winner.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final

from core.engine.coach import Figure, estimate_mean
from core.engine.game import Game
from core.engine.match import Match

ACTIONS_BETWEEN_YIELDS: Final = 50
"""The number of actions after which `winning_chances` yields."""


def winning_chances(game: Game, match: Match, playout_count: int) -> Generator[None, None, tuple[Figure, ...]]:
    """Return the chance of each seat to win a match, estimated by playing it to its end `playout_count` times; exact if
    it is over.

    A win that n seats share, such as those of a team, counts 1/n for each. Yields after each short piece of work. The
    game must have a policy (`Game.next_action`).
    """
    next_action = game.next_action
    assert next_action is not None
    if match.over:
        return tuple(Figure("wins", share) for share in _win_shares(match))
    shares = []
    for turn in range(playout_count):
        twin = match.continued_with_seed(f"{turn}-after-{len(match.actions)}")
        played = 0
        while not twin.over:
            twin.act(*next_action(twin))
            played += 1
            if not played % ACTIONS_BETWEEN_YIELDS:
                yield
        shares.append(_win_shares(twin))
        yield
    return tuple(estimate_mean("wins", samples) for samples in zip(*shares, strict=True))


def _win_shares(match: Match) -> Sequence[float]:
    """Return each seat's share of the win in a finished match: 1/n for each of n winners, 0 for the others."""
    winners = [standing.seat for standing in match.standings if standing.rank == 1]
    return [(seat in winners) / len(winners) for seat in range(match.seats)]
