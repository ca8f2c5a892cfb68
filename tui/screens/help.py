"""HelpScreen: description of a screen, short rules of its game, and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, cast

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from tui.drawing.styles import Styles, styles_on
from tui.drawing.wrap import wrap
from tui.screens.program import Program
from tui.widgets.key_bar import ANSWER_KEYS, Key, KeyBar, listed_key
from tui.widgets.rulebook import Rulebook
from tui.widgets.scroll import Scroll, TextScroll

KEYS_TITLE: Final = "The keys"
"""The title of the list of keys, which is also what the key that scrolls down to it does."""

_CELLS_AFTER_KEYS: Final = 2
"""The gap between the longest name of a key and the descriptions."""


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


class _KeyList(Widget):
    """The keys of a screen in one column, and what each does in another: a long description goes on below itself."""

    def __init__(self, keys: Sequence[Key], styles: Styles) -> None:
        super().__init__(id="keys")
        self._keys = keys
        self._styles = styles
        self._description_x = max((cell_len(key.label) for key in keys), default=0) + _CELLS_AFTER_KEYS

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return sum(len(self._description_lines(key, width)) for key in self._keys)

    def render(self) -> Text:
        """Return all rows of the list."""
        rows = []
        for key in self._keys:
            name = f"{key.label}{' ' * (self._description_x - cell_len(key.label))}"
            for line in self._description_lines(key, self.size.width):
                rows.append(Text.assemble((name, self._styles.key), (line, self._styles.plain)))
                name = " " * self._description_x
        return Text("\n").join(rows)

    def _description_lines(self, key: Key, width: int) -> list[str]:
        """Return the lines of the description of a key in a list of this width."""
        return wrap(key.description, max(width - self._description_x, 1)) or [""]


class HelpScreen(ModalScreen[None]):
    """Shows help for the screen below it, in a box."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "close", "Close", 0, primary=True),
        Binding("enter,space,f1,question_mark", "close", show=False),
        listed_key("k", "to_keys", KEYS_TITLE, 1),
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
        with TextScroll(id="box"):
            yield Static(Text(self._text.title), id="title")
            about, rules = self._text.about, self._text.rules
            if about:
                yield Static(Text(about), id="about")
            if rules:
                yield Rulebook(rules, id="rules")
            if about or rules:
                yield Static(Text(KEYS_TITLE), id="keys-title")
            yield _KeyList(self._text.keys, styles_on(self._program.look, "panel"))
        yield KeyBar(lambda active: active.binding.description)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "rules":
            return self._text.game is not None
        return action != "to_keys" or bool(self._text.rules)

    def action_close(self) -> None:
        """Close help."""
        self.dismiss()

    def action_to_keys(self) -> None:
        """Scroll down to the list of keys."""
        self.query_one("#box", Scroll).scroll_to_widget(self.query_one("#keys-title"), top=True, animate=False)

    async def action_rules(self) -> None:
        """Close help and open the rulebook."""
        program, game = self._program, self._text.game
        assert game is not None
        await self.dismiss()
        program.open_rules(game)
