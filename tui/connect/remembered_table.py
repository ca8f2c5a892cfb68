"""The table that a person set up last, of any game or of one, and the set-up of the table at which they sit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import BadOption, games
from tui.settings import LastTableSetup, Settings

if TYPE_CHECKING:
    from net.protocol.table_state import TableInfo


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


def setup_of_table(table: TableInfo) -> LastTableSetup:
    """Return the game, the number of seats and the options of a table, with bots in all seats but one."""
    options = games[table.game].options
    shown = {name: options[name].text_of(value) for name, value in table.options.items()}
    return LastTableSetup(table.game, len(table.seats), len(table.seats) - 1, shown)
