"""TitleBanner: the four Queens and the name of the program; now and then one Queen shows her back for a moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size
from textual.timer import Timer

from core.engine.cards import CARDS, QUEENS
from tui.cards import FLIP_FRAMES, GRAND, HUGE, LARGE, MID, Canvas, flip_frame, style
from tui.drawing.styles import Styles
from tui.drawing.title import large_title_rows
from tui.widgets.page import ShrinkablePicture

MIN_ROWS_FOR_SPACE_ABOVE: Final = 25
"""A row above the Queens is free if the window has at least this many rows."""

MIN_ROWS_FOR_NAME_ABOVE_QUESTION: Final = 38
"""The name of the program is whole above the box of a question in a window of at least this many rows."""

QUEEN_FLIP_SECONDS: Final = 12.0
"""All Queens show their faces for this many seconds, before the next one shows her back."""

FACE_DOWN_SECONDS: Final = 1.5
"""A Queen shows her back for this many seconds."""

_FLIP_FRAME_WITH_CARD_FACE: Final = FLIP_FRAMES - 1
"""The frame of a turning card that shows its face."""


class TitleBanner(ShrinkablePicture):
    """Paints the four Queens and the name of the program."""

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._flipped_queen = 0
        self._frame = _FLIP_FRAME_WITH_CARD_FACE
        self._is_below_question = False

    def show_below_question(self, is_below: bool) -> None:
        """While a question covers the screen (`is_below`), leave out the name where the box of the question would cut
        its letters; else show it.
        """
        if is_below != self._is_below_question:
            self._is_below_question = is_below
            self.repaint()

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        if viewport.height < 22:
            return (2,)
        smaller = (11, 2) if viewport.height >= MIN_ROWS_FOR_SPACE_ABOVE else (10, 2)
        sizes = (size for size in (GRAND, HUGE, LARGE) if 2 * viewport.height >= 9 * size.height)
        return (*(4 + size.height + 2 for size in sizes), *smaller)

    # Flips

    def begin_flips(self) -> None:
        """From time to time, show a Queen's back for a moment, until `end_flips`."""
        if self._timer is None:
            self._timer = self.set_timer(QUEEN_FLIP_SECONDS, self._show_back)

    def end_flips(self) -> None:
        """Show the faces of all Queens, and show no backs any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._frame != _FLIP_FRAME_WITH_CARD_FACE:
            self._frame = _FLIP_FRAME_WITH_CARD_FACE
            self.repaint()

    def _show_back(self) -> None:
        """Show the back of the next Queen, without frames between, as each frame would be some hundred bytes."""
        self._flipped_queen = (self._flipped_queen + 1) % len(QUEENS)
        self._frame = 0
        self.repaint()
        self._timer = self.set_timer(FACE_DOWN_SECONDS, self._show_face)

    def _show_face(self) -> None:
        """Show the face of the Queen again."""
        self._frame = _FLIP_FRAME_WITH_CARD_FACE
        self.repaint()
        self._timer = self.set_timer(QUEEN_FLIP_SECONDS, self._show_back)

    # Painting

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        if canvas.height > 2:
            self._paint_queens(canvas, styles, canvas.height - 4)
        if not self._is_below_question or self.app.size.height >= MIN_ROWS_FOR_NAME_ABOVE_QUESTION:
            _paint_title(canvas, styles)

    def _paint_queens(self, canvas: Canvas, styles: Styles, height: int) -> None:
        """Paint the four Queens side by side, the middle two one row higher."""
        size = next((size for size in (GRAND, HUGE, LARGE) if height >= size.height + 2), MID)
        step, top = size.width + 1, max(height - size.height - 1, 0)
        x = (canvas.width - 4 * step + 1) // 2
        for number, queen in enumerate((QUEENS[3], QUEENS[2], QUEENS[1], QUEENS[0])):
            drop = 0 if number in (1, 2) else 1
            frame = self._frame if number == self._flipped_queen else _FLIP_FRAME_WITH_CARD_FACE
            canvas.blit(x + number * step, top + drop, flip_frame(CARDS[queen], size, styles.look, frame))


def _paint_title(canvas: Canvas, styles: Styles) -> None:
    """Paint the name at the bottom of the banner, in large letters if the banner is tall enough."""
    gold = style(styles.look.palette.gold)
    large = large_title_rows("MAD QUEENS")
    width = max(map(len, large))
    if canvas.height > 2 and width <= canvas.width and styles.look.solid and not styles.look.ascii:
        x = (canvas.width - width) // 2
        for y, row in enumerate(large, canvas.height - 3):
            canvas.text(x, y, row, gold)
        return
    words = "M A D   Q U E E N S"
    rule = styles.displayable_text("─" * 8)
    x = (canvas.width - len(words) - 20) // 2
    y = canvas.height - 2
    canvas.text(x, y, rule, styles.quiet)
    canvas.text(x + 10, y, words, styles.gold)
    canvas.text(x + 12 + len(words), y, rule, styles.quiet)
