"""Makes the screen that a choice of the home screen opens, and imports the module of that screen only then."""

from __future__ import annotations

from tui.screens.base import BaseScreen


def make_screen_of_choice(choice: str, game: str) -> BaseScreen:
    """Make and return the screen that a choice of the home screen opens.

    `game` is the slug of the game for the rules.
    """
    if choice == "rules":
        from tui.screens.rules import RulesScreen

        return RulesScreen(game)
    if choice == "settings":
        from tui.screens.settings import SettingsScreen

        return SettingsScreen()
    if choice == "join":
        from tui.screens.join import JoinScreen

        return JoinScreen()
    if choice == "past":
        from tui.screens.history import HistoryScreen

        return HistoryScreen()
    from tui.screens.table_setup import TableSetupScreen

    return TableSetupScreen("host" if choice == "host" else "play")
