"""The table that a person set up last, of any game or of one."""

from __future__ import annotations

from core import BadOption, games
from tui.settings import LastTableSetup, Settings


def remembered_table(settings: Settings, slug: str = "") -> LastTableSetup:
    """Return the game, seats and options set up last; with a `slug`, those set up last for this game.

    They are the game's default ones if none are saved, or if the game does not allow them any more.
    """
    choice = settings.last_table_of_game(slug) if slug else settings.table
    game = games.get(slug or settings.table.game) or next(iter(games.values()))
    usual = LastTableSetup(game.slug, game.usual_seats, game.usual_seats - 1)
    if choice is None or choice.game != game.slug:
        return usual
    try:
        game.settings(choice.seats, choice.options)
    except BadOption:
        return usual
    return choice if 0 <= choice.bots < choice.seats else usual
