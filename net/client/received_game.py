"""Checks the game and options that a host names: this program may lack the game, or one of its options."""

from __future__ import annotations

from collections.abc import Mapping

from core import BadOption, Game, Value, games
from net.errors import Malformed


def check_received_game(
    slug: str, seats: int, options: Mapping[str, object], *, is_match: bool
) -> tuple[Game, Mapping[str, Value]]:
    """Return the game that a host names, and every option of it with its value.

    The options of a match (`is_match`) contain the revision of its rules, those of a table do not. Raises `Malformed`
    if this program has no such game, or the game has no such number of seats, option or value.
    """
    game = games.get(slug)
    if game is None:
        raise Malformed(f"The host plays {slug!r}, a game that this program does not have.")
    try:
        return game, game.match_settings(seats, options) if is_match else game.settings(seats, options)
    except BadOption as error:
        raise Malformed(
            f"The host plays {game.title} with settings that this program does not know: {error}"
        ) from error
