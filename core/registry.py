"""The games there are, and how to play a record of any of them again."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core import big_queen, mad_queens, mad_queens_classic, queen_bees_ii, queens_dungeon
from core.dealer import Dealer
from core.errors import BadRecord, RulesError
from core.game import Game
from core.match import Match
from core.record import Record

games: Final[Mapping[str, Game]] = MappingProxyType(
    {
        game.slug: game
        for game in (
            mad_queens.GAME,
            mad_queens_classic.GAME,
            big_queen.GAME,
            queens_dungeon.GAME,
            queen_bees_ii.GAME,
        )
    }
)
"""Every game by its name, in the order in which they are offered."""


def replay(record: Record) -> Match:
    """Play a record again and return the match as it was after the last action.

    Raises `BadRecord` if the record names what the game does not have, an action that the rules refuse, or a
    digest that the match does not arrive at.
    """
    game = games.get(record.game)
    if game is None:
        raise BadRecord(f"The record is of a game called {record.game!r}; there are: {', '.join(games)}.")
    try:
        match = game.start(record.seats, options=dict(record.options), dealer=Dealer.parse(record.seed, record.deal))
    except RulesError as error:
        raise BadRecord(f"The match of the record cannot be started: {error}") from error
    done = 0
    try:
        for seat, action in record.actions:
            match.act(seat, game.parse(action))
            done += 1
    except RulesError as error:
        raise BadRecord(f"The record breaks off at its action {done + 1}: {error}") from error
    if match.digest.hex() != record.digest:
        raise BadRecord("The record's digest is not that of the match it describes: one of them has been altered.")
    return match
