"""Makes the screen for a choice of the home screen; its module is imported only then."""

from __future__ import annotations

from tui.screens.base import BaseScreen


def screen_for(choice: str, game: str) -> BaseScreen:
    """Return the screen for a choice of the home screen; `game` is the one whose rules are shown."""
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
