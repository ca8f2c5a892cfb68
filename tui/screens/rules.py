"""RulesScreen: shows the rulebooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from tui.screens.base import BaseScreen
from tui.widgets.key_bar import listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.rulebook import Rulebook
from tui.widgets.scroll import Scroll, TextScroll


class RulesScreen(BaseScreen):
    """Shows one rulebook and the list of games beside it."""

    CSS_PATH = "rules.tcss"
    SCREEN_TITLE = "Rules"
    HELP_TEXT = "The rulebook of each game, with a short summary first. Tab goes to the list of games and back."
    PAGED_BOX = "#book"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Back", 0, primary=True),
        listed_key("space", "page(1)", "Next page", 2),
        listed_key("tab", "app.focus_next", "Games", 3),
        Binding("f1", "help", show=False),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    def contents(self) -> Iterable[Widget]:
        """Yield the list of games and the rulebook."""
        games = self.program.games
        menu = Menu((LetterChoice(game.slug, "", game.title) for game in games.values()), id="games")
        book = Rulebook(games[self._game].rules)
        menu.index = list(games).index(self._game)
        yield Horizontal(menu, TextScroll(book, id="book"))

    def key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar says about an active key on this screen at this moment."""
        if isinstance(self.focused, Menu):
            return {"choose": "Read", "app.focus_next": "Rulebook"}.get(
                active.binding.action, super().key_description(active)
            )
        return super().key_description(active)

    def on_mount(self) -> None:
        self.query_one("#book").focus()

    def on_menu_pointed(self, message: Menu.Pointed) -> None:
        self.query_one(Rulebook).show_text(self.program.games[message.name].rules)
        self.query_one("#book", Scroll).scroll_home(animate=False)

    def on_menu_chosen(self) -> None:
        self.query_one("#book").focus()
