"""Matches that begin shortly before their end, so that thousands of whole matches fit into a minute.

A game of which such matches are played is the game itself, except that bots have played most of the actions before a
match begins. Like a real match, such a match follows from its seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from core import Dealer, Game, Match, Value, games
from core.engine.simulation import play_out

BEGINNINGS_PER_GAME = 16
"""Number of different beginnings of one game with the same seats and options."""

MIN_AND_MAX_ACTIONS_LEFT = (1, 9)
"""Smallest and largest number of actions that bots would still take when such a match begins."""

_matches_near_end: dict[tuple[str, int, str, int], Match] = {}
"""Maps the arguments of `match_near_its_end` to the match that it has made for them."""


def match_near_its_end(game: Game, seats: int, options: Mapping[str, Value], match_number: int) -> Match:
    """Return match `match_number` of these settings: bots have played it until shortly before its end; its record is
    empty.

    The match is shared: copy it before use.
    """
    key = (game.slug, seats, repr(sorted(options.items())), match_number)
    match = _matches_near_end.get(key)
    if match is None:
        bots = [next(iter(game.bots.values()))] * seats
        whole = game.new_match(game, seats, options, Dealer.seeded(f"late-{match_number}"))
        play_out(game, whole, bots)
        match = game.new_match(game, seats, options, Dealer.seeded(f"late-{match_number}"))
        left = random.Random(match_number).randint(*MIN_AND_MAX_ACTIONS_LEFT)
        for seat, action in whole.actions[: max(0, len(whole.actions) - left)]:
            match.act(seat, action)
        match.actions = []
        match.opening_changes = ()
        _matches_near_end[key] = match
    return match


def game_near_its_end(game: Game) -> Game:
    """Return a copy of a game whose matches begin shortly before their end."""

    def begin(same: Game, seats: int, options: Mapping[str, Value], dealer: Dealer) -> Match:
        """Return a match that begins late; its beginning follows from the seed of the dealer."""
        number = random.Random(str(dealer.seed)).randrange(BEGINNINGS_PER_GAME)
        match = match_near_its_end(game, seats, options, number).copy()
        match.game = same
        match.dealer = dealer
        return match

    begin.imagine = game.new_match.imagine  # type: ignore[attr-defined]  # as the class does
    return replace(game, new_match=begin)


@contextmanager
def use_short_matches() -> Iterator[None]:
    """Context manager: within the block every game of this process is replaced by `game_near_its_end`."""
    real = {slug: games[slug] for slug in games}
    try:
        for slug, game in real.items():
            games._loaded[slug] = game_near_its_end(game)
        yield
    finally:
        games._loaded.update(real)
