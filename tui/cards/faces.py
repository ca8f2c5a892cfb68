"""Cards as drawings: faces, backs, cards in a hand, stacks, empty places and a card that turns over.

Every function here is pure and cached: the same card in the same state is the same `Drawing` object. All
of them draw for every `Look`, and every drawing fills its rectangle exactly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from core.engine.cards import Card
from tui.cards.backs import back_fill_glyph
from tui.cards.drawing import Drawing, Sketch
from tui.cards.outline import outline_back, outline_face
from tui.cards.palette import Look, style
from tui.cards.sizes import CHIP, Size
from tui.cards.solid import solid_back, solid_face
from tui.cards.state import State

FLIP_FRAMES: Final = 5
"""The number of frames in which a card turns over: its back, the narrow back, its edge, the narrow face, its face."""

_LAST_FRAME: Final = FLIP_FRAMES - 1
"""The index of the last frame in which a card turns over; it shows the face."""


@lru_cache(maxsize=8192)
def face(
    card: Card,
    size: Size,
    look: Look,
    state: State = State.NORMAL,
    visible_columns: int | None = None,
    has_edge: bool = False,
) -> Drawing:
    """Return the drawing of a card, `size.width` by `size.height` cells.

    `visible_columns` is the number of its columns that the next card leaves visible (at least 3; all by default); index
    and badge are drawn inside them. `has_edge` marks the left edge of a card that lies over another. Every card that is
    `State.DOWN` looks the same.
    """
    if State.DOWN in state:
        return back(size, look, has_edge, State.SELECTED in state)
    visible_columns = size.width if visible_columns is None else min(visible_columns, size.width)
    if look.solid:
        return solid_face(card, size, look, state, visible_columns, has_edge and size is not CHIP)
    return outline_face(card, size, look, state, visible_columns)


@lru_cache(maxsize=256)
def back(size: Size, look: Look, has_edge: bool = False, selected: bool = False) -> Drawing:
    """Return the drawing of the back of a card.

    Only cards in outlines show whether they are `selected`; only solid cards show the left edge (`has_edge`) of a card
    that lies over another.
    """
    if look.solid:
        return solid_back(size, look, has_edge and size is not CHIP)
    return outline_back(size, look, State.SELECTED if selected else State.NORMAL)


@lru_cache(maxsize=8192)
def card_in_hand(
    card: Card,
    size: Size,
    look: Look,
    state: State = State.NORMAL,
    visible_columns: int | None = None,
    has_edge: bool = False,
) -> Drawing:
    """Return the drawing of a card of a hand, with a row above and below it: two rows taller than the result of `face`.

    A selected card is raised into the row above and leaves a bar in the row it frees; the row below shows the cursor. A
    card that cannot be played lies a row lower, without its last row. The rows are transparent where nothing is drawn.
    """
    drawing = face(card, size, look, state, visible_columns, has_edge)
    sketch = Sketch(drawing.width, drawing.height + 2)
    selected = State.SELECTED in state
    lowered = State.DIM in state and State.DOWN not in state and size is not CHIP
    sketch.paste(0, 0 if selected else 2 if lowered else 1, drawing.upper_rows(drawing.height - lowered))
    mark = style(look.palette.highlight, bold=True)
    if selected:
        bar = "=" if look.ascii else "▔" if look.solid else "━"
        sketch.fill(0, drawing.height, drawing.width, 1, mark, bar)
    if State.CURSOR in state:
        middle = (min(visible_columns or drawing.width, drawing.width)) // 2
        sketch.put_text(middle, drawing.height + 1, "^" if look.ascii else "▲", mark)
    return sketch.to_drawing()


@lru_cache(maxsize=256)
def empty_place(size: Size, look: Look) -> Drawing:
    """Return the dotted outline of an empty place for a card; transparent inside. Its dots have equal distances, as far
    as these divide the width, and no two stand side by side."""
    width, height = size.width, size.height
    sketch = Sketch(width, height)
    dot = "." if look.ascii else "·"
    pen = style(look.palette.muted)
    for y in range(height):
        gaps = max((width - 1) // 2, 1) if height > 1 and y in (0, height - 1) else 1
        for number in range(gaps + 1):
            sketch.put_text((2 * number * (width - 1) + gaps) // (2 * gaps), y, dot, pen)
    return sketch.to_drawing()


@lru_cache(maxsize=1024)
def stack(count: int, size: Size, look: Look, top: Card | None = None) -> Drawing:
    """Return the drawing of a pile of `count` cards, one column wider than a card, with the count written on it.

    The pile lies face down, or shows the card on `top`. A pile of at least two cards has an edge on its right; an empty
    one is an empty place. A count above 999 is written as 999. Piles one row high (size `CHIP`) with a card on top have
    no room for a count.
    """
    sketch = Sketch(size.width + 1, size.height)
    if count < 1:
        sketch.paste(0, 0, empty_place(size, look))
        return sketch.to_drawing()
    sketch.paste(0, 0, face(top, size, look) if top is not None else back(size, look))
    if count > 1:
        _stack_edge(sketch, size, look)
    number = str(min(count, 999))
    palette = look.palette
    pen = style(palette.badge_ink, palette.back, bold=True) if look.solid else look.inverse_style()
    if size is CHIP:
        if top is None:
            sketch.put_text(0, 0, number.center(4), pen)
        return sketch.to_drawing()
    rim = 0 if look.solid else 1
    if len(number) + 2 <= size.width - 2 * rim:
        number = f" {number} "
    if top is None and (size.width - len(number)) % 2:
        number += " "  # as much of the back is left on either side
    x = (size.width - len(number)) // 2 if top is None else rim
    y = size.height // 2 if top is None else size.height - 1
    sketch.put_text(x, y, number, pen)
    return sketch.to_drawing()


def _stack_edge(sketch: Sketch, size: Size, look: Look) -> None:
    """Draw the right edges of the cards below the top one of a pile."""
    if look.solid:
        sketch.put_column(
            size.width, 0, look.displayable_text("│") * size.height, style(look.palette.shade, look.palette.paper)
        )
    elif size is CHIP:
        sketch.put_text(size.width, 0, "]", style())
    else:
        ends, upright = ("++", "|") if look.ascii else ("┐┘", "│")
        glyphs = ends[0] + upright * (size.height - 2) + ends[1]
        sketch.put_column(size.width, 0, glyphs, style())


@lru_cache(maxsize=4096)
def flip_frame(card: Card, size: Size, look: Look, frame: int, state: State = State.NORMAL) -> Drawing:
    """Return one frame of a card that turns over: 0 is its back, ``FLIP_FRAMES - 1`` its face.

    Between them it narrows to its edge and widens again, transparent beside it. Frame numbers out of range give the
    first or the last frame.
    """
    if frame <= 0:
        return back(size, look)
    if frame >= _LAST_FRAME:
        return face(card, size, look, state & ~State.DOWN)
    sketch = Sketch(size.width, size.height)
    if frame == _LAST_FRAME // 2:
        breadth = 2 - size.width % 2
        _draw_card_edge(sketch, (size.width - breadth) // 2, breadth, look)
        return sketch.to_drawing()
    breadth = max(size.width - 4, 2)
    x = (size.width - breadth) // 2
    shown = card if frame > _LAST_FRAME // 2 else None
    if look.solid:
        _draw_solid_slice(sketch, x, breadth, shown, look)
    else:
        _draw_outline_slice(sketch, x, breadth, shown, look)
    return sketch.to_drawing()


def _draw_card_edge(sketch: Sketch, x: int, columns: int, look: Look) -> None:
    """Draw a card seen from its edge, `columns` columns wide."""
    glyph = " " if look.solid else "|" if look.ascii else "│"
    pen = style(look.palette.muted, look.palette.shade) if look.solid else style(bold=True)
    sketch.fill(x, 0, columns, sketch.height, pen, glyph)


def _draw_solid_slice(sketch: Sketch, x: int, columns: int, card: Card | None, look: Look) -> None:
    """Draw a card of solid paper seen at an angle, the face of `card` or a back, `columns` columns wide."""
    palette = look.palette
    if card is None:
        sketch.fill(x, 0, columns, sketch.height, style(palette.back_pattern, palette.back), back_fill_glyph(look))
        return
    pen = style(look.suit_ink(card), palette.paper, bold=True)
    sketch.fill(x, 0, columns, sketch.height, pen)
    sketch.put_text(x + (columns - 1) // 2, sketch.height // 2, look.pip(card) or " ", pen)


def _draw_outline_slice(sketch: Sketch, x: int, columns: int, card: Card | None, look: Look) -> None:
    """Draw a card in outlines seen at an angle, the face of `card` or a back, `columns` columns wide."""
    middle = look.pip(card) or " " if card is not None else "#" if look.ascii else "▒"
    if columns < 3:
        sketch.put_text(x, 0, "[]", style())
        return
    rows = ("+-+", "| |", "+-+") if look.ascii else ("┌─┐", "│ │", "└─┘")
    for y in range(sketch.height):
        row = rows[0 if y == 0 else 2 if y == sketch.height - 1 else 1]
        sketch.put_text(x, y, row[0] + row[1] * (columns - 2) + row[2], style())
    if card is None:
        sketch.fill(x + 1, 1, columns - 2, sketch.height - 2, style(dim=True), middle)
    else:
        sketch.put_text(x + columns // 2, sketch.height // 2, middle, style(look.suit_ink(card), bold=True))
