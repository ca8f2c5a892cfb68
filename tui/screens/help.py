"""HelpScreen: description of a screen, short rules of its game, and its keys."""

from __future__ import annotations

from typing import ClassVar, cast

from msgspec import Struct
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.drawing.styles import styles_on
from tui.screens.program import Program
from tui.widgets.key_bar import ANSWER_KEYS, Key, KeyBar, listed_key
from tui.widgets.rulebook import Rulebook
from tui.widgets.scroll import Scroll


class HelpText(Struct, frozen=True):
    """The text of help for a screen.

    `title` is the heading, `about` the description of the screen, `rules` are the short rules in Markdown, and `keys`
    its keys. `game` is the slug of the rulebook that help opens; with "" it is the rulebook of the game at the table,
    and with None help opens no rulebook.
    """

    title: str
    about: str
    rules: str
    keys: tuple[Key, ...]
    game: str | None


class HelpScreen(ModalScreen[None]):
    """Shows help for the screen below it, in a box."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "close", "Close", 0, primary=True),
        Binding("enter,space,f1,question_mark", "close", show=False),
        listed_key("k", "to_keys", "The keys", 1),
        listed_key("r", "rules", "The whole rulebook", 2),
        *ANSWER_KEYS,
    ]

    def __init__(self, text: HelpText) -> None:
        super().__init__()
        self._text = text

    @property
    def _program(self) -> Program:
        """The application whose keys are explained."""
        return cast("Program", self.app)

    def compose(self) -> ComposeResult:
        """Yield the box with its widgets."""
        with Scroll(id="box"):
            yield Static(Text(self._text.title), id="title")
            about, rules = self._text.about, self._text.rules
            if about:
                yield Static(Text(about), id="about")
            if rules:
                yield Rulebook(rules, id="rules")
            yield Static(self._key_list(), id="keys")
        yield KeyBar(lambda active: active.binding.description)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "rules":
            return self._text.game is not None
        return action != "to_keys" or bool(self._text.rules)

    def _key_list(self) -> Text:
        """Return the list of keys with their descriptions."""
        styles = styles_on(self._program.look, "panel")
        text = Text()
        for key in self._text.keys:
            text.append(f"{key.label:<8}  ", styles.key)
            text.append(f"{key.description}\n", styles.plain)
        text.rstrip()
        return text

    def action_close(self) -> None:
        """Close help."""
        self.dismiss()

    def action_to_keys(self) -> None:
        """Scroll down to the list of keys."""
        self.query_one("#box", Scroll).scroll_to_widget(self.query_one("#keys"), top=True, animate=False)

    async def action_rules(self) -> None:
        """Close help and open the rulebook."""
        program, game = self._program, self._text.game
        assert game is not None
        await self.dismiss()
        program.open_rules(game)
