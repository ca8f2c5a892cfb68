"""Outlined faces: cards painted with lines alone, in Unicode or in ASCII, for terminals of 16 colours or none.

Lines replace colours: a selected card has a heavy frame, an unplayable one a dashed frame, and badges are words in
reverse video or on colour, or plain in the frame of a small card. If there are colours, suits, crowns, badges and the
frame of a selected card are coloured.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style

from core.engine.cards import Card
from tui.cards.backs import back_rows, has_hatched_back
from tui.cards.drawing import Drawing, Sketch
from tui.cards.figures import colours_of_figure, draw_middle_of_card, draw_strip
from tui.cards.palette import Look, style
from tui.cards.sizes import CHIP, MAX_INDEX_WIDTH, MINI, Size
from tui.cards.state import State, badge, first_row_badge_state


class _FrameGlyphs(NamedTuple):
    """The six glyphs of a frame.

    `corners` are those at the top left, top right, bottom left and bottom right; `level` is the horizontal line and
    `upright` the vertical one.
    """

    corners: str
    level: str
    upright: str


_LIGHT_FRAMES: Final = (_FrameGlyphs("┌┐└┘", "─", "│"), _FrameGlyphs("++++", "-", "|"))
"""The frame of an ordinary card, in Unicode and in ASCII."""

_HEAVY_FRAMES: Final = (_FrameGlyphs("┏┓┗┛", "━", "┃"), _FrameGlyphs("####", "=", "#"))
"""The frame of a selected card, in Unicode and in ASCII."""

_DASHED_FRAMES: Final = (_FrameGlyphs("┌┐└┘", "┄", "┊"), _FrameGlyphs("....", ".", ":"))
"""The frame of an unplayable card, in Unicode and in ASCII."""


def outline_face(card: Card, size: Size, look: Look, state: State, visible_columns: int) -> Drawing:
    """Return an upright card, face up; `visible_columns` is the number of its columns that the next card leaves
    visible."""
    if size is CHIP:
        return _draw_chip(card, look, state)
    dim = State.DIM in state
    base = _index_style(card, look, state)
    kinds = _DASHED_FRAMES if dim else _HEAVY_FRAMES if State.SELECTED in state else _LIGHT_FRAMES
    sketch = _card_in_frame(size.width, size.height, kinds[look.ascii], look, state)
    index = look.card_text(card)
    sketch.put_text(1, 0, index, base)
    whole = visible_columns >= size.width
    grey = (
        look.palette.faded_ink
        if state & (State.CAUGHT | State.BANNED | State.TAKEN | State.SPENT) and not dim
        else None
    )
    figure_colours = colours_of_figure(card, look, None, grey, quiet=dim)
    if whole:
        draw_middle_of_card(sketch, card, size, look, figure_colours, base, 1)
    else:
        draw_strip(sketch, card, look, figure_colours, base, 1, min(visible_columns, size.width - 1))
    room = min(visible_columns, size.width - 1) - 1
    if State.TRUMP in state:  # in the first row, which a card that lies low in the hand shows too
        after_index = 1 + len(index)
        free = min(visible_columns, size.width) - after_index
        trump = badge(State.TRUMP, max(free - 1, 1))
        assert trump is not None, "a letter fits into one column"
        has_room = min(visible_columns, size.width) > 1 + MAX_INDEX_WIDTH  # of every card, so that no two badges meet
        sketch.put_text(after_index if has_room else 0, 0, trump[0], style(dim=True) if dim else look.badge(trump[1]))
    elif mark := badge(first_row_badge_state(state, room), min(visible_columns, size.width) - 1 - len(index)):
        after_index = 1 + len(index)
        sketch.put_text(after_index, 0, mark[0], style(dim=True) if dim else look.badge(mark[1]))
    below = state & ~State.TRUMP
    wide = badge(below, size.width - 1)
    if whole and wide and len(wide[0]) == size.width - 1:  # the whole word is worth a corner of the frame
        sketch.put_text(1, size.height - 1, wide[0], style(dim=True) if dim else look.badge(wide[1]))
    elif mark := badge(below, room):
        sketch.put_text(1, size.height - 1, mark[0].center(room), style(dim=True) if dim else look.badge(mark[1]))
    elif whole and size is not MINI and not dim:
        sketch.put_text(size.width - 1 - len(index), size.height - 1, index, base)
    return sketch.to_drawing()


def outline_back(size: Size, look: Look, state: State) -> Drawing:
    """Return a back, filled with shading or with its pattern."""
    back_pattern = "#" if look.ascii else "▒"
    if size is CHIP:
        sketch = Sketch(4, 1, style(bold=State.SELECTED in state))
        sketch.put_text(0, 0, f"[{back_pattern * 2}]", style(bold=State.SELECTED in state))
        return sketch.to_drawing()
    kinds = _HEAVY_FRAMES if State.SELECTED in state else _LIGHT_FRAMES
    sketch = _card_in_frame(size.width, size.height, kinds[look.ascii], look, state)
    if has_hatched_back(look):
        sketch.fill(1, 1, size.width - 2, size.height - 2, style(dim=True), back_pattern)
    else:
        for y, row in enumerate(back_rows(size, look, size.width - 2, size.height - 2), 1):
            sketch.put_text(1, y, row, style(dim=True))
    return sketch.to_drawing()


def _index_style(card: Card, look: Look, state: State) -> Style:
    """Return the style of index and pips: in the colour of the suit, bold or dim."""
    if State.DIM in state:
        return style(look.suit_ink(card, quiet=True), dim=True)
    return style(look.suit_ink(card), bold=True)


def _card_in_frame(width: int, height: int, frame: _FrameGlyphs, look: Look, state: State) -> Sketch:
    """Return an empty card in a frame."""
    selected = State.SELECTED in state
    pen = style(look.palette.highlight if selected else None, bold=selected, dim=State.DIM in state)
    sketch = Sketch(width, height, pen)
    sketch.put_text(0, 0, frame.corners[0] + frame.level * (width - 2) + frame.corners[1], pen)
    sketch.put_text(0, height - 1, frame.corners[2] + frame.level * (width - 2) + frame.corners[3], pen)
    for x in (0, width - 1):
        sketch.put_column(x, 1, frame.upright * (height - 2), pen)
    return sketch


def _draw_chip(card: Card, look: Look, state: State) -> Drawing:
    """Return a chip, a card one row high: rank and suit, and one column for a letter."""
    dim = State.DIM in state
    base = _index_style(card, look, state)
    sketch = Sketch(4, 1, base)
    sketch.put_text(0, 0, look.card_text(card).rjust(3), base)
    mark = badge(state, 1)
    if mark:
        sketch.put_text(3, 0, mark[0], look.badge(mark[1]))
    elif dim or State.SELECTED in state:
        sketch.put_text(3, 0, "-" if dim else "*", base)
    return sketch.to_drawing()
