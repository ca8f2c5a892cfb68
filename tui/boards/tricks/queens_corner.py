"""The four Queens of Queen's Dungeon in a corner: which are still out, and who has taken the others."""

from __future__ import annotations

from typing import Final

from core import Card
from core.engine.cards import QUEENS
from tui.boards.tricks.labels import short_name
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_text import queens_not_taken_texts
from tui.cards import (
    CHIP,
    HUGE,
    LARGE,
    MID,
    MINI,
    Size,
    State,
    empty_place,
    face,
    style,
)
from tui.drawing import Brush, Rect, printable

_MIN_COLUMNS_OF_TAKEN_CHIP: Final = 6
"""Four Queens one row high stand beside each other if each has at least this many columns, for ``♥ Cleo``."""


def paint_queens(brush: Brush, rect: Rect, scene: TrickScene) -> int:
    """Paint the four Queens; each that has been taken leaves an empty place with the name of her taker.

    Returns the number of rows used.
    """
    if rect.height < 3:
        return 0
    texts = queens_not_taken_texts(scene.view)
    heading = next((text for text in texts if len(text) <= rect.width), texts[-1])
    brush.write(rect.x, rect.y, heading.upper(), "gold", bold=True)
    size, across = _size_of_queens(rect)
    doubt = scene.doubtful_queens
    word = "gone" if len(doubt) == scene.unseen_queens_taken else "gone?"
    gone = {
        **dict.fromkeys(doubt, word),
        **{queen: printable(scene.name(taker)) for queen, taker in scene.queens_taken},
    }
    rows = -(-len(QUEENS) // across)
    columns = max((rect.width + 1) // across - 1, CHIP.width) if size is CHIP else size.width
    step = size.height + (size is not CHIP and rows * (size.height + 1) <= rect.height)  # a free row between them
    for number, queen in enumerate(QUEENS):
        row, column = divmod(number, across)
        place = Rect(rect.x + column * (columns + 1), rect.y + 1 + row * step, columns, size.height)
        _paint_queen(brush, place, scene, queen, gone.get(queen, ""), size)
    return 1 + (rows - 1) * step + size.height


def _size_of_queens(rect: Rect) -> tuple[Size, int]:
    """Return the largest size with which four Queens below a heading fit `rect`, and how many stand in a row.

    Two rows are parted by a free one, as they would look like cards with two heads; the smallest cards need not be.
    """
    for size in (HUGE, LARGE, MID, MINI):
        for across in (4, 2):
            rows = 4 // across
            gap = rows - 1 if size is not MINI else 0
            if across * (size.width + 1) <= rect.width + 1 and 1 + rows * size.height + gap <= rect.height:
                return size, across
    return (CHIP, 4) if rect.width + 1 >= 4 * (_MIN_COLUMNS_OF_TAKEN_CHIP + 1) else (CHIP, 2)


def _paint_queen(brush: Brush, rect: Rect, scene: TrickScene, queen: Card, label_of_gap: str, size: Size) -> None:
    """Paint a Queen; if `label_of_gap` is not empty, her empty place with this label on it: the name of her taker, or
    ``gone?``."""
    if not label_of_gap:
        brush.canvas.blit(rect.x, rect.y, face(queen, size, scene.look))
        return
    if size is CHIP:
        card, gap = scene.look.card_text(queen), " " * (rect.width >= _MIN_COLUMNS_OF_TAKEN_CHIP)
        taken = f"{card[-1]}{gap}{short_name(label_of_gap, rect.width - 1 - len(gap), cut_mark='')}"
        brush.write(rect.x, rect.y, f"{card}?" if label_of_gap.endswith("?") else taken, "muted", width=rect.width)
        return
    if brush.look.solid:  # her picture, grey, with her taker's name below it
        brush.canvas.blit(rect.x, rect.y, face(queen, size, scene.look, State.DIM))
        palette = brush.look.palette
        pen = style(palette.dim_ink, palette.dim_paper, bold=True)
        brush.canvas.text(
            rect.x, rect.bottom - 1, short_name(label_of_gap, rect.width).center(rect.width), pen, rect.width
        )
        return
    brush.canvas.blit(rect.x, rect.y, empty_place(size, scene.look))
    y = rect.y + rect.height // 2
    brush.write(rect.x + 1, y - (rect.height > MINI.height), scene.look.card_text(queen), "muted")
    if rect.height > MINI.height:
        brush.write(rect.x + 1, y, short_name(label_of_gap, rect.width - 2), "ink")
