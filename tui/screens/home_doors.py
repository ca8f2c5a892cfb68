"""GameDoors: a door for each game on the home screen of a large window, with how the person has done in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual import events
from textual.geometry import Size
from textual.message import Message

from core import games
from tui.cards import Canvas
from tui.drawing.styles import Styles, styles_on
from tui.drawing.wrap import clip, wrap
from tui.widgets.page import Ornament

if TYPE_CHECKING:
    from tui.text.own_results import OwnResults

LEAST_COLUMNS: Final = 110
"""The least width of a terminal with doors."""

MOST_DOOR_COLUMNS: Final = 34
"""The greatest width of a door."""

DOOR_ROWS: Final = 8
"""The height of a door: its title, at most five lines about the game, a space, and a line with results."""


class GameDoors(Ornament):
    """Paints a door for each game, in the order of the games; a click posts `Opened`."""

    @dataclass
    class Opened(Message):
        """Event: the person has clicked on the door of the game with this number, from 0."""

        number: int

    def __init__(self) -> None:
        super().__init__()
        self._results: OwnResults | None = None

    def show_results(self, results: OwnResults) -> None:
        """Show how the person has done."""
        self._results = results
        self.repaint()

    def possible_heights(self, viewport: Size) -> Sequence[int]:
        return (DOOR_ROWS, 0) if viewport.width >= LEAST_COLUMNS and viewport.height >= 36 else (0,)

    def _door_columns(self, width: int) -> tuple[int, int]:
        """Return the first column of the first door, and the width of each with the gap after it."""
        step = min((width - 4) // len(games), MOST_DOOR_COLUMNS)
        return (width - step * len(games) + 2) // 2, step

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the doors side by side."""
        if canvas.height < DOOR_ROWS or self._results is None:
            return  # before the results are read no game has been imported, and the start shall not wait for them
        x, step = self._door_columns(canvas.width)
        for number, slug in enumerate(games):
            self._paint_door(canvas, styles, x + number * step, step - 2, number, slug)

    def _paint_door(self, canvas: Canvas, styles: Styles, x: int, width: int, number: int, slug: str) -> None:
        """Paint the door of one game, with how the person has done in it."""
        game, panel = games[slug], styles_on(styles.look, "panel")
        canvas.fill(x, 0, width, DOOR_ROWS, panel.plain)
        if not styles.look.solid:
            canvas.text(x, 0, styles.plain_text("─" * width), styles.quiet)
        canvas.text(x + 1, 0, str(number + 1), panel.key)
        canvas.text(x + 3, 0, clip(game.title, width - 3), panel.strong)
        for y, line in enumerate(wrap(game.tagline, width - 2)[: DOOR_ROWS - 3], 1):
            canvas.text(x + 1, y, line, panel.quiet)
        assert self._results is not None
        told = ", ".join(filter(None, self._results.games.get(slug, ())))
        canvas.text(x + 1, DOOR_ROWS - 1, clip(told, width - 2), panel.gold)

    def on_click(self, event: events.Click) -> None:
        x, step = self._door_columns(self.size.width)
        number = (event.x - x) // step
        if self._results is not None and 0 <= number < len(games) and event.x >= x and (event.x - x) % step < step - 2:
            event.stop()
            self.post_message(self.Opened(number))
