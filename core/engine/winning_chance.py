"""The chance of each seat to win a match from a given state: the share of wins when the match is played on many times.

All cards stay where they are, also those that some seats do not see; cards from shuffled piles are drawn at random each
time. All seats are played by the policy of the game, so it is the chance of equally good players. A policy that sees
all cards of a match has to err at times, or a match with all its cards dealt would have a sure winner.

Where one hand of cards has ended and the next is dealt by the same action, that hand is dealt again each time, and so
is the first hand of a match: the chance there is the one after the points of the hand that has ended, which nobody's
next cards have changed yet.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final

from core.engine.coach import Figure, estimate_mean
from core.engine.dealer import Dealer
from core.engine.game import Game
from core.engine.match import Match
from core.engine.score_course import current_part

ACTIONS_BETWEEN_YIELDS: Final = 50
"""The number of actions after which `winning_chances` yields."""


def has_hands(match: Match) -> bool:
    """Return whether the players of a match hold hands of cards, even if none are dealt now."""
    return any(place.name.startswith("hand/") for place in match.layout.piles)


def winning_chances(
    game: Game, match: Match, playout_count: int, before: Match | None = None
) -> Generator[None, None, tuple[Figure, ...]]:
    """Return the chance of each seat to win a match, estimated by playing it to its end `playout_count` times; exact if
    it is over.

    `before` is the match before its latest action, None at its beginning. A win that n seats share, such as those of a
    team, counts 1/n for each. Yields after each short piece of work. The game must have a policy (`Game.next_action`).
    """
    next_action = game.next_action
    assert next_action is not None
    if match.over:
        return tuple(Figure("wins", share) for share in _win_shares(match))
    shares = []
    is_dealt_again = _begins_with_hands(game, match, before)
    for turn in range(playout_count):
        seed = f"{turn}-after-{len(match.actions)}"
        twin = _dealt_again(game, match, before, seed) if is_dealt_again else match.continued_with_seed(seed)
        played = 0
        while not twin.over:
            twin.act(*next_action(twin))
            played += 1
            if not played % ACTIONS_BETWEEN_YIELDS:
                yield
        shares.append(_win_shares(twin))
        yield
    return tuple(estimate_mean("wins", samples) for samples in zip(*shares, strict=True))


def _begins_with_hands(game: Game, match: Match, before: Match | None) -> bool:
    """Return whether a match, or a part of it, begins with the hands that its latest action has dealt."""
    is_start = not match.actions if before is None else current_part(game, before) != current_part(game, match)
    return is_start and any(
        match.piles[place.layout_index] for place in match.layout.piles if place.name.startswith("hand/")
    )


def _dealt_again(game: Game, match: Match, before: Match | None, seed: str) -> Match:
    """Return a match as after its latest action, which deals other hands, by `seed`; at the beginning another match
    with the same options."""
    if before is None:
        return game.new_match(game, match.seats, match.options, Dealer.seeded(seed))
    twin = before.continued_with_seed(seed)
    twin.act(*match.actions[-1])
    return twin


def _win_shares(match: Match) -> Sequence[float]:
    """Return each seat's share of the win in a finished match: 1/n for each of n winners, 0 for the others."""
    winners = [standing.seat for standing in match.standings if standing.rank == 1]
    return [(seat in winners) / len(winners) for seat in range(match.seats)]
