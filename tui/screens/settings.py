"""SettingsScreen: the player's name, and the looks and speed of the program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from core.engine.cards import QUEENS
from net.limits import NAME_CELLS
from tui.cards import LARGE, MID, Canvas, State, face
from tui.drawing.styles import Styles
from tui.screens.base import BaseScreen
from tui.settings import clean_name
from tui.widgets.canvas_view import CanvasView
from tui.widgets.form import Field, Form
from tui.widgets.key_bar import listed_key
from tui.widgets.page import Ornament, Page

CARDS_SHOWN: Final = QUEENS
"""The cards in the sample of the chosen look."""


class CardSample(Ornament):
    """Paints four cards in the chosen look."""

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the four cards in four states."""
        if canvas.height < MID.height:
            return
        size = LARGE if canvas.height >= LARGE.height and canvas.width > 60 else MID
        states = (State.NORMAL, State.DOUBLED, State.NORMAL, State.CAUGHT)
        for number, (card, state) in enumerate(zip(CARDS_SHOWN, states, strict=True)):
            canvas.blit(3 + number * (size.width + 1), 0, face(card, size, styles.look, state))


class SettingsScreen(BaseScreen):
    """Changes the settings; each change is saved at once."""

    CSS_PATH = "settings.tcss"
    TITLE_IN_WORDS = "Settings"
    ABOUT = "Your name is what others at a table see. Everything here is remembered as soon as you change it."
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Done", 0, primary=True),
        listed_key("tab", "app.focus_next", "Next", 1),
        Binding("enter", "next", show=False),
        Binding("up", "go('#name')", show=False),
        Binding("down", "go('#options')", show=False),
    ]

    def contents(self) -> Iterable[Widget]:
        """Yield the name, the form and the sample of cards."""
        settings = self.program.settings
        line = Input(settings.name, max_length=NAME_CELLS, id="name", compact=True)
        page = Page(
            Static("Settings", id="title", markup=False),
            Horizontal(Static("Your name", id="label", markup=False), line, id="who"),
            Form(self._fields(), id="options"),
            CardSample(),
            id="page",
        )
        yield Vertical(page, id="middle")

    def _fields(self) -> tuple[Field, ...]:
        """Return the fields of the form with the present settings."""
        settings = self.program.settings
        return (
            Field("suits", "Colours", settings.suits, "Four, two, colour-blind safe, or your terminal's.",
                  ("four", "two", "safe", "ansi")),
            Field("animation", "Animation", settings.animation, "Whether cards turn over before your eyes.",
                  ("full", "none")),
            Field("pace", "Pace of bots", settings.pace, "How long a bot thinks.", ("slow", "normal", "fast")),
            Field("ascii", "ASCII only", "on" if settings.ascii else "off",
                  "For terminals in which suit signs do not look right.", ("off", "on")),
        )  # fmt: skip

    def on_mount(self) -> None:
        self.query_one("#options").focus()

    def action_next(self) -> None:
        """Focus the next field."""
        self.app.action_focus_next()

    def action_go(self, where: str) -> None:
        """Focus the name or the form, whose selector is `where`."""
        self.query_one(where).focus()

    def on_form_changed(self, message: Form.Changed) -> None:
        value: object = message.field.value
        if message.field.name == "ascii":
            value = message.field.value == "on"
        setattr(self.program.settings, message.field.name, value)
        self.program.keep_settings()
        self.program.apply_settings()
        for widget in self.query():
            if isinstance(widget, CanvasView):
                widget.repaint()

    def on_input_changed(self, message: Input.Changed) -> None:
        name = clean_name(message.value)
        if name:
            self.program.settings.give_name(name)
            self.program.keep_settings()
