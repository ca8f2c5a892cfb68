"""TextQuestion: a dialog in which a person types one line."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.screens.help import HelpScreen, HelpText
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, HELP_KEY_POSITION, KeyBar, listed_key, listed_keys
from tui.widgets.page import Page


class TextQuestion(ModalScreen[str]):
    """A dialog that asks `question`; the result is the typed line, which begins as `text`, or "" after Esc.

    `hint` stands below the line; `max_length` is its greatest number of characters. `take` and `skip` are the
    descriptions of Enter and Esc in the key bar. `about` is the help text; without it there is no help.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "take", "Take", 0, primary=True, priority=True),
        listed_key("escape", "skip", "Skip", ESCAPE_KEY_POSITION),
        listed_key("f1", "help", "Help", HELP_KEY_POSITION),
    ]

    def __init__(
        self,
        question: str,
        text: str,
        hint: str,
        max_length: int,
        *,
        take: str = "Save",
        skip: str = "Back",
        about: str = "",
    ) -> None:
        super().__init__()
        self._about = about
        self._question, self._text, self._hint, self._max_length = question, text, hint, max_length
        self._words = {"take": take, "skip": skip}

    def compose(self) -> ComposeResult:
        """Yield the box with its widgets."""
        with Page(id="box", classes="-narrow"):
            yield Static(self._question, id="question", markup=False)
            yield Input(self._text, max_length=self._max_length, id="name", compact=True)
            yield Static(self._hint, id="hint", markup=False)
            yield KeyBar(self._key_description)

    def _key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar says about an active key."""
        return self._words.get(active.binding.action, active.binding.description)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "help" or bool(self._about)

    def action_help(self) -> None:
        """Open the help about the question."""
        keys = tuple(listed_keys(self, self._key_description))
        self.app.push_screen(HelpScreen(HelpText(self._question, self._about, "", keys, None)))

    def action_take(self) -> None:
        """Close with the typed line."""
        self.dismiss(self.query_one(Input).value.strip())

    def action_skip(self) -> None:
        """Close without a line."""
        self.dismiss("")
