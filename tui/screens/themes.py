"""ThemesScreen: the list of themes; the whole screen shows the theme under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from core.engine.cards import Card
from tui.cards import LARGE, MID, Canvas, State, back, face
from tui.drawing import Brush, Rect
from tui.drawing.styles import BadgeKind, Styles
from tui.screens.base import BaseScreen
from tui.settings import ThemeName
from tui.text.window_size import is_window_narrow
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import Page, ShrinkablePicture

THEME_LABELS: Final[dict[ThemeName, tuple[str, str]]] = {
    "felt": ("Felt", "the green of a card table"),
    "night": ("Night", "dark cards for dark rooms"),
    "paper": ("Paper", "light, for bright rooms"),
    "contrast": ("High contrast", "black, white and yellow"),
    "velvet": ("Velvet", "wine red, brass and cream"),
    "delft": ("Delft", "blue and white"),
}
"""Maps each theme to its name and its description, in the order in which they are offered."""

NO_THEMES_NOTICE: Final = "These are your terminal's colours. Themes need 256, and suit colours other than ansi."
"""The notice on a terminal that has no themes."""

SAMPLE_PANEL_ROWS: Final = 4
"""The height in rows of the panel in the sample, with the empty row above it."""

SAMPLE_BADGE_MARGIN: Final = 6
"""The number of free cells around the texts of the sample: a name, its description, and its badge (a word on a coloured
background).
"""

PREVIEW_SECONDS: Final = 0.2
"""Two previews of themes are at least this many seconds apart: each takes some 40 ms of the event loop, which guests
share."""

SAMPLE_CARDS: Final = (
    (Card.parse("Q♣"), State.NORMAL),
    (Card.parse("8♠"), State.BANNED),
    (Card.parse("K♦"), State.NORMAL),
    (Card.parse("5♥"), State.NORMAL),
    (Card.parse("8♦"), State.CAUGHT),
)
"""The cards of the sample with their states, as in Mad Queens: a Queen, a banned card, and a row that it has caught."""


class ThemeSample(ShrinkablePicture):
    """A widget that paints cards, badges and a panel in the look in use."""

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        heights = MID.height + SAMPLE_PANEL_ROWS, MID.height
        return heights if is_window_narrow(viewport.width) else (LARGE.height + SAMPLE_PANEL_ROWS, *heights)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        if canvas.height < MID.height:
            return
        size = LARGE if canvas.height >= LARGE.height + SAMPLE_PANEL_ROWS else MID
        x = 2
        faces = (face(card, size, styles.look, state) for card, state in SAMPLE_CARDS)
        for picture in (*faces, back(size, styles.look)):
            if x + size.width <= canvas.width:
                canvas.blit(x, 0, picture)
            x += size.width + 1
        if canvas.height >= size.height + SAMPLE_PANEL_ROWS:
            self._paint_panel(Brush(canvas, styles.look), Rect(0, size.height + 1, canvas.width, 3))

    def _paint_panel(self, brush: Brush, rect: Rect) -> None:
        """Paint texts and badges on a panel."""
        brush.fill_ground(rect, "panel")
        told: tuple[tuple[str, str, str, BadgeKind], ...] = (
            ("Ada", "8♦ is caught by 8♠", "CAUGHT", "bad"),
            ("Bea", "hits 7♥", "DOUBLE", "good"),
        )
        x = 2
        for name, what, word, kind in told:
            if x + sum(map(brush.width_in_cells, (name, what, word))) + SAMPLE_BADGE_MARGIN > rect.right:
                break
            x = brush.write(x, rect.y + 1, f"{name}: ", "highlight", bold=True)
            x = brush.write(x, rect.y + 1, what, "ink") + 1
            x = brush.write_badge(x, rect.y + 1, word, kind) + 2


class ThemesScreen(BaseScreen):
    """The screen that shows the theme under the cursor; Enter saves it, Esc returns to the theme of the settings."""

    CSS_PATH = "settings.tcss"
    SCREEN_TITLE = "Themes"
    HELP_TEXT = "The whole screen shows the theme under the cursor. Enter keeps it; Esc cancels."
    BINDINGS: ClassVar[list[BindingType]] = [listed_key("escape", "back", "Cancel", ESCAPE_KEY_POSITION)]

    def __init__(self) -> None:
        super().__init__()
        self._shown_theme = ""  # the theme that is shown, as long as the person chooses
        self._pause: Timer | None = None

    def contents(self) -> Iterable[Widget]:
        """Yield the list of themes and the sample."""
        choices = (LetterChoice(name, "", label, words) for name, (label, words) in THEME_LABELS.items())
        yield Vertical(
            Page(
                Static("Themes", id="title", markup=False),
                Menu(choices, id="themes"),
                Static("", id="no-themes", markup=False),
                ThemeSample(),
                id="page",
            ),
            id="middle",
        )

    def on_mount(self) -> None:
        self._shown_theme = self.program.settings.theme
        menu = self.query_one(Menu)
        menu.focus()
        menu.point_at(self._shown_theme)
        if not self.program.look.solid:
            self.query_one("#no-themes", Static).update(NO_THEMES_NOTICE)

    def on_menu_pointed(self) -> None:
        """Show the theme under the cursor; if another one was shown less than `PREVIEW_SECONDS` ago, wait."""
        if self._pause is None:
            self._show_pointed()

    def _show_pointed(self) -> None:
        """Show the theme under the cursor, if it is not shown yet, and begin the pause of `PREVIEW_SECONDS`."""
        pointed, self._pause = self.query_one(Menu).choice_at_cursor, None
        if pointed is not None and self._shown_theme not in ("", pointed.name):
            self._shown_theme = pointed.name
            self.program.preview_theme(_theme_called(pointed.name))
            self._pause = self.set_timer(PREVIEW_SECONDS, self._show_pointed)

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Save the theme and return."""
        self.program.settings.theme = _theme_called(message.name)
        self.program.save_settings()
        await self.action_back()

    async def action_back(self) -> None:
        """Show the theme of the settings and return."""
        self._end_preview()
        await super().action_back()

    def on_unmount(self) -> None:
        """Show the theme of the settings, also if the table has closed this screen."""
        self._end_preview()

    def _end_preview(self) -> None:
        """Show the theme of the settings, once."""
        if self._pause is not None:
            self._pause.stop()
        if self._shown_theme:
            self._shown_theme = ""
            self.program.preview_theme(None)


def _theme_called(name: str) -> ThemeName:
    """Return the theme of this name."""
    return next(theme for theme in THEME_LABELS if theme == name)
