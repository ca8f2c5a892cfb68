"""SettingsScreen: the player's name, and how the program looks and how fast it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, get_args

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input, Static

from core.engine.cards import QUEENS
from net.limits import MAX_NAME_CELLS
from tui.cards import LARGE, MID, Canvas, State, back, face
from tui.drawing.styles import Styles
from tui.screens.base import BaseScreen
from tui.screens.themes import ThemesScreen
from tui.settings import CardBack, ThemeName, clean_name
from tui.widgets.canvas_view import CanvasView
from tui.widgets.form import Field, Form
from tui.widgets.key_bar import listed_key
from tui.widgets.page import Page

MIN_ROWS_WITH_SAMPLE: Final = 24
"""A sample of cards stands above the settings if the window has at least this many rows."""

MIN_ROWS_WITH_LARGE_SAMPLE: Final = 44
"""The cards of the sample are large if the window has at least this many rows."""

SAMPLE_QUEENS: Final = QUEENS
"""The cards in the sample of the chosen look."""


class CardSample(CanvasView):
    """A widget that paints cards in the chosen look above the settings, if the window has room for them."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if viewport.height < MIN_ROWS_WITH_SAMPLE:
            return 0
        return 1 + (LARGE.height if viewport.height >= MIN_ROWS_WITH_LARGE_SAMPLE else MID.height)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the four Queens, one of them doubled and one caught, and the back of a card."""
        if canvas.height < MID.height:
            return
        size = LARGE if canvas.height > LARGE.height else MID
        states = (State.NORMAL, State.DOUBLED, State.NORMAL, State.CAUGHT)
        x = 3
        for card, state in zip(SAMPLE_QUEENS, states, strict=True):
            canvas.blit(x, 0, face(card, size, styles.look, state))
            x += size.width + 1
        canvas.blit(x, 0, back(size, styles.look))


class SettingsScreen(BaseScreen):
    """The screen that changes the settings; each change is saved at once."""

    CSS_PATH = "settings.tcss"
    SCREEN_TITLE = "Settings"
    HELP_TEXT = "Your name is what others at a table see. Everything here is remembered as soon as you change it."
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Done", 0, primary=True),
        listed_key("t", "themes", "Themes", 1),
        listed_key("tab", "app.focus_next", "Next", 1),
        Binding("enter", "focus_next_field", show=False),
        Binding("up", "focus_field('#name')", show=False),
        Binding("down", "focus_field('#options')", show=False),
    ]

    def contents(self) -> Iterable[Widget]:
        """Yield the name, the form and the sample of cards."""
        settings = self.program.settings
        line = Input(settings.name, max_length=MAX_NAME_CELLS, id="name", compact=True)
        page = Page(
            Static("Settings", id="title", markup=False),
            CardSample(id="sample"),
            Horizontal(Static("Your name", id="label", markup=False), line, id="who"),
            Page(Form(self._fields(), id="options"), id="list"),
            id="page",
        )
        yield Vertical(page, id="middle")

    def _fields(self) -> tuple[Field, ...]:
        """Return the fields of the form with the present settings."""
        settings = self.program.settings
        return (
            Field("theme", "Theme", settings.theme, "Colours of the table and the cards; T shows them all.",
                  get_args(ThemeName)),
            Field("suits", "Suit colours", settings.suits, "Four, two, colour-blind safe, or your terminal's.",
                  ("four", "two", "safe", "ansi")),
            Field("back", "Card backs", settings.back, "One pattern everywhere, or each game its own.",
                  get_args(CardBack)),
            Field("animation", "Animation", settings.animation, "How fast the cards move, or not at all.",
                  ("off", "quick", "full")),
            Field("pace", "Bot speed", settings.pace, "How long bots take to move.", ("slow", "normal", "fast")),
            Field("ascii", "ASCII only", "on" if settings.ascii else "off",
                  "If suit symbols look wrong in your terminal.", ("off", "on")),
            Field("notify", "Turn alert", settings.notify,
                  "When you look away: a bell, or (full) a notification if your terminal has them.",
                  ("off", "bell", "full")),
            Field("questions", "Ask before a slip", "on" if settings.questions else "off",
                  "To discard a wild card, for instance, press twice.", ("off", "on")),
            Field("remarks", "First-time remarks", "on" if settings.remarks else "off",
                  "A quiet word when you meet something for the first time.", ("off", "on")),
        )  # fmt: skip

    def on_mount(self) -> None:
        self.query_one("#options").focus()

    def action_focus_next_field(self) -> None:
        """Focus the next field."""
        self.app.action_focus_next()

    def action_themes(self) -> None:
        """Open the screen on which a theme is chosen."""
        self.app.push_screen(ThemesScreen())

    def on_screen_resume(self) -> None:
        self.query_one(Form).show_fields(self._fields())

    def action_focus_field(self, selector: str) -> None:
        """Focus the field for the name, or the form, by its selector."""
        self.query_one(selector).focus()

    def on_form_changed(self, message: Form.Changed) -> None:
        value: object = message.field.value
        if message.field.name in ("ascii", "questions", "remarks"):
            value = message.field.value == "on"
        setattr(self.program.settings, message.field.name, value)
        self.program.save_settings()
        self.program.apply_settings()

    def on_input_changed(self, message: Input.Changed) -> None:
        name = clean_name(message.value)
        if name:
            self.program.settings.give_name(name)
            self.program.save_settings()
