"""GamePreview: the cards of a game and a sentence about it, below the list of tables on the join screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from core import games
from tui.cards import LARGE, Canvas
from tui.drawing.styles import Styles
from tui.drawing.wrap import wrap
from tui.screens.home_games import paint_cards_of_game
from tui.widgets.page import ShrinkablePicture

MIN_ROWS_FOR_PREVIEW: Final = 36
"""The join screen shows the game of the table under the cursor if the terminal has at least this many rows."""

CARDS_WIDTH: Final = 3 * (LARGE.width + 1)
"""The columns of the cards of a game."""


class GamePreview(ShrinkablePicture):
    """A widget that paints the cards of a game, and beside them its title and its sentence.

    It has its rows also while it shows no game, so that the list above it does not move with the cursor.
    """

    def __init__(self) -> None:
        super().__init__(id="preview")
        self._slug = ""

    def show_game(self, slug: str) -> None:
        """Show the game of this slug; nothing for "" or for a game that this program does not have."""
        if slug != self._slug:
            self._slug = slug
            self.repaint()

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        return (LARGE.height, 0) if viewport.height >= MIN_ROWS_FOR_PREVIEW else (0,)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the game."""
        if canvas.height < LARGE.height or self._slug not in games:
            return
        game = games[self._slug]
        paint_cards_of_game(canvas, 0, 0, CARDS_WIDTH, LARGE, tuple(games).index(self._slug), styles.look)
        x = CARDS_WIDTH + 2
        canvas.text(x, 1, game.title, styles.gold)
        for y, line in enumerate(wrap(game.tagline, max(canvas.width - x, 1)), 2):
            canvas.text(x, y, line, styles.plain)
