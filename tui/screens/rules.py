"""RulesScreen: shows the rulebooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from tui.drawing.styles import styles_on
from tui.screens.base import BaseScreen
from tui.widgets.key_bar import Key
from tui.widgets.menu import Choice, Menu
from tui.widgets.rulebook import Rulebook
from tui.widgets.scroll import Scroll


class RulesScreen(BaseScreen):
    """Shows one rulebook and the list of games beside it."""

    CSS_PATH = "rules.tcss"
    TITLE_IN_WORDS = "Rules"
    ABOUT = "The rulebook of each game, with a short summary first. Tab goes to the list of games and back."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    def contents(self) -> Iterable[Widget]:
        games = self.program.games
        menu = Menu((Choice(game.slug, "", game.title) for game in games.values()), id="games")
        book = Rulebook(games[self._game].rules, styles_on(self.program.look))
        menu.index = list(games).index(self._game)
        yield Horizontal(menu, Scroll(book, id="book"))

    def on_mount(self) -> None:
        self.query_one("#book").focus()

    def keys(self) -> Iterable[Key]:
        return (
            Key("Esc", "Back", "back", primary=True),
            Key("↑↓" if not self.program.look.ascii else "Arrows", "Scroll", "noop"),
            Key("Space", "Next page", "page(1)"),
            Key("Tab", "Games", "app.focus_next"),
        )

    async def on_menu_pointed(self, message: Menu.Pointed) -> None:
        rules = self.program.games[message.name].rules
        await self.query_one(Rulebook).update(styles_on(self.program.look).plain_text(rules))
        self.query_one("#book", Scroll).scroll_home(animate=False)

    def on_menu_chosen(self) -> None:
        self.query_one("#book").focus()

    def action_page(self, by: int) -> None:
        """Scroll `by` pages."""
        book = self.query_one("#book", Scroll)
        book.scroll_relative(y=by * max(book.size.height - 2, 1), animate=False)

    def action_noop(self) -> None:
        """Do nothing on a click: this entry of the key bar stands for the arrow keys."""
