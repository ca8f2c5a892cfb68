"""NameScreen: asks for the person's name, once, at the first start."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from net.limits import NAME_CELLS
from tui.screens.program import Program
from tui.settings import clean_name
from tui.widgets.key_bar import BACK_ORDER, KeyBar, listed_key
from tui.widgets.page import Page

NAME_QUESTION: Final = "What is your name?"
NAME_HINT: Final = "Others at a table see it. Settings changes it later."


class NameScreen(ModalScreen[None]):
    """A dialog with the name in the settings; Enter takes the typed name, Esc keeps the one in the settings."""

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "take_name", "That is me", 0, primary=True, priority=True),
        listed_key("escape", "skip", "Skip", BACK_ORDER),
    ]

    @property
    def _program(self) -> Program:
        """The application."""
        return cast("Program", self.app)

    def compose(self) -> ComposeResult:
        """Yield the box with its widgets."""
        with Page(id="box", classes="-narrow"):
            yield Static(NAME_QUESTION, id="question", markup=False)
            yield Input(self._program.settings.name, max_length=NAME_CELLS, id="name", compact=True)
            yield Static(NAME_HINT, id="hint", markup=False)
            yield KeyBar(lambda active: active.binding.description)

    def action_take_name(self) -> None:
        """Keep the typed name and close; an empty one leaves the name as it is."""
        self._save_name_and_close(self.query_one(Input).value)

    def action_skip(self) -> None:
        """Close, and keep the name as it is."""
        self._save_name_and_close("")

    def _save_name_and_close(self, typed: str) -> None:
        """Save a typed name, or the one in the settings if it is empty, and close."""
        settings = self._program.settings
        settings.give_name(clean_name(typed) or settings.name)
        self._program.keep_settings()
        self.dismiss()
