"""The picture in the middle of the table: the gate of the dungeon, or a cell of a honeycomb with the suit that was
led."""

from __future__ import annotations

from typing import Final

from core.engine.cards import SUITS
from core.engine.english import SUIT_WORDS
from core.queens_dungeon import MIN_QUEENS_FOR_DUNGEON
from tui.boards.tricks.border import paint_border
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import is_trump
from tui.cards import big_pip, style
from tui.drawing import Brush, Rect, big_letter_rows
from tui.drawing.styles import text_style

MIN_PICTURE_ROWS: Final = 7
"""The gate, or the cell of the honeycomb, has at least this many rows."""

MAX_PICTURE_ROWS: Final = 13
"""The gate, or the cell of the honeycomb, has at most this many rows."""

MIN_PICTURE_WIDTH: Final = 13
"""The gate, or the cell of the honeycomb, is at least this many columns wide."""

_MAX_GATE_WIDTH: Final = 25
"""The gate is at most this many columns wide."""

_COMB_CELL_ROWS: Final = 7
"""The height in rows of the cell of a honeycomb."""

_LARGE_COMB_CELL_ROWS: Final = 11
"""The height in rows of a large cell of a honeycomb."""

_EXTRA_COMB_CELL_WIDTH: Final = 8
"""A large cell of a honeycomb is by this number of columns wider than it is high."""

_ROWS_ABOVE_GATE_OPENING: Final = 2
"""The height in rows of the gate above its opening: battlements and the lintel."""


def paint_gate(brush: Brush, rect: Rect, queens: int, number: str) -> None:
    """Paint the gate of the dungeon in the middle of a rectangle, and in it a `number`: what the trick is worth, say.

    Its bars come down with each of the `queens` in the trick: with three they are down, and the trick leads to the
    dungeon.
    """
    look = brush.look
    width = min(rect.width, _MAX_GATE_WIDTH)
    width -= 1 - width % 2
    gate = Rect(rect.x + (rect.width - width) // 2, rect.y, width, rect.height)
    stone = style(look.palette.felt, look.palette.shade) if look.solid else style(bold=True)
    block = " " if look.solid else "#" if look.ascii else "█"
    for x in range(gate.x, gate.right, 2):
        brush.canvas.text(x, gate.y, block, stone)
    brush.canvas.fill(gate.x, gate.y + 1, gate.width, 1, stone, block)
    for x in (gate.x, gate.right - 2):
        brush.canvas.fill(x, gate.y + _ROWS_ABOVE_GATE_OPENING, 2, gate.height - _ROWS_ABOVE_GATE_OPENING, stone, block)
    opening = Rect(
        gate.x + 2, gate.y + _ROWS_ABOVE_GATE_OPENING, gate.width - 4, gate.height - _ROWS_ABOVE_GATE_OPENING
    )
    if look.solid:
        brush.canvas.fill(opening.x, opening.y, opening.width, opening.height, style(None, look.palette.sheet))
    down = 1 + (opening.height - 1) * min(queens, MIN_QUEENS_FOR_DUNGEON) // MIN_QUEENS_FOR_DUNGEON
    pen = style(look.palette.muted, bold=True) if look.solid else style()
    for x in range(opening.x + 1, opening.right, 2):
        for y in range(opening.y, opening.y + down):
            brush.canvas.text(x, y, "|" if look.ascii else "┃", pen)
        if down < opening.height:
            brush.canvas.text(x, opening.y + down, "'" if look.ascii else "╹", pen)
    figures = big_letter_rows(number, look.ascii)
    x = opening.x + (opening.width - len(figures[0])) // 2
    for y, text in enumerate(figures, opening.bottom - 1 - len(figures)):
        ground = Rect(x - 1, y, len(text) + 2, 1)
        brush.canvas.fill(ground.x, y, ground.width, 1, style(None, look.palette.sheet) if look.solid else style())
        brush.canvas.text(x, y, text, text_style(look, "highlight", True))


def paint_comb_cell(brush: Brush, rect: Rect, scene: TrickScene) -> None:
    """Paint a cell of a honeycomb in the middle of a rectangle, empty or with the suit that was led; words below it say
    so where they have room.

    If a trump was led, which asks for trumps, the cell is golden and has its rank.
    """
    look, palette, trick = brush.look, brush.look.palette, scene.view.cards("trick")
    large = rect.height > _LARGE_COMB_CELL_ROWS and rect.width >= _LARGE_COMB_CELL_ROWS + _EXTRA_COMB_CELL_WIDTH
    rows = _LARGE_COMB_CELL_ROWS if large else _COMB_CELL_ROWS
    columns = rows + _EXTRA_COMB_CELL_WIDTH if large else MIN_PICTURE_WIDTH
    cell = Rect(rect.x + (rect.width - columns) // 2, rect.y + max(rect.height - 1 - rows, 0) // 2, columns, rows)
    sign: tuple[str, ...] = ()
    ink, paper, words = palette.muted, palette.sheet, "no suit led yet"
    if trick and is_trump(scene.view, trick[0]):
        ink, paper, words = palette.gold_ink, palette.gold, "trumps are led"
        sign = big_letter_rows(trick[0].rank, look.ascii)
    elif trick:
        suit = trick[0].suit
        ink, paper, words = palette.inks[SUITS.index(suit)], palette.paper, f"{SUIT_WORDS[suit]} are led"
        sign = (brush.displayable_text(suit),) if look.ascii else big_pip(suit, is_huge=large)
    pen = style(ink, paper, bold=True) if look.solid else style(bold=True)
    if look.solid:
        _fill_comb_cell(brush, cell, paper)
    else:
        paint_border(brush, cell, style(), rounded=True)
    for y, text in enumerate(sign, cell.y + (cell.height - len(sign)) // 2):
        brush.canvas.text(cell.x + (cell.width - len(text)) // 2, y, text, pen)
    if cell.bottom < rect.bottom:
        brush.write(rect.x + (rect.width - len(words)) // 2, cell.bottom, words, "ink" if trick else "muted")


def _fill_comb_cell(brush: Brush, cell: Rect, paper: str) -> None:
    """Fill a hexagon, whose rows get wider down to the middle one, with the colour `paper`."""
    middle = cell.height // 2
    for row in range(cell.height):
        indent, y = abs(row - middle), cell.y + row
        brush.canvas.fill(cell.x + indent, y, cell.width - 2 * indent, 1, style(None, paper))
        if indent and not brush.look.ascii:
            ends = "▟▙" if row < middle else "▜▛"
            brush.canvas.text(cell.x + indent - 1, y, ends[0], style(paper))
            brush.canvas.text(cell.right - indent, y, ends[1], style(paper))
