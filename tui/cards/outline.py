"""Outlined faces: cards drawn with lines alone, in Unicode or in ASCII, without any colour.

For terminals of 16 colours or none. Lines replace colours: a selected card has a heavy frame, an unplayable one a
dashed frame, and badges are words in reverse video, or plain in the frame of a small card.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from core.engine.cards import Card
from tui.cards.drawing import Drawing, Sketch
from tui.cards.palette import Look, style
from tui.cards.sizes import CHIP, LARGE, MID, MINI, Size
from tui.cards.state import State, badge


class _Frame(NamedTuple):
    """The six glyphs of a frame: four corners, a horizontal and a vertical line."""

    corners: str
    level: str
    upright: str


_LIGHT: Final = (_Frame("┌┐└┘", "─", "│"), _Frame("++++", "-", "|"))
_HEAVY: Final = (_Frame("┏┓┗┛", "━", "┃"), _Frame("####", "=", "#"))
_DASHED: Final = (_Frame("┌┐└┘", "┄", "┊"), _Frame("....", ".", ":"))
"""The frames of an ordinary, a selected and an unplayable card, in Unicode and in ASCII."""


def outline_face(card: Card, size: Size, look: Look, state: State, reach: int) -> Drawing:
    """Return an upright card, face up; `reach` is the number of its columns that the next card leaves visible."""
    if size is CHIP:
        return _draw_chip(card, look, state)
    dim = State.DIM in state
    base = style(bold=not dim, dim=dim)
    kinds = _DASHED if dim else _HEAVY if State.SELECTED in state else _LIGHT
    sketch = _card_in_frame(size.width, size.height, kinds[look.ascii], state)
    index = look.card_text(card)
    sketch.put_text(1, 1, index, base)
    if reach >= size.width and size is not MINI and not dim:
        sketch.put_text(size.width - 1 - len(index), size.height - 2, index, base)
        _draw_middle(sketch, card, size, look)
    mark = badge(state, min(reach, size.width - 1) - 1)
    if mark:
        room = min(reach, size.width - 1) - 1
        row = 2 if size is MINI else size.height // 2 + (size is LARGE)
        sketch.put_text(1, row, mark[0].center(room), style(bold=True, reverse=True))
    return sketch.to_drawing()


def outline_lying(card: Card, size: Size, look: Look, state: State) -> Drawing:
    """Return a temporary banned card, lying on its side with a lettered badge."""
    if size is CHIP:
        return _draw_chip(card, look, state)
    width, height = size.lying_width, size.lying_height
    base = style(bold=True)
    mark = badge(state, 4) or ("", "")
    index = look.card_text(card)
    if size is MINI:
        sketch = Sketch(width, height, base)
        for y in range(height):
            sketch.put_text(0, y, "[", base)
            sketch.put_text(width - 1, y, "]", base)
    else:
        sketch = _card_in_frame(width, height, _LIGHT[look.ascii], state)
    top = 0 if size is MINI else 1
    sketch.put_text(1, top, index, base)
    if size is LARGE:
        sketch.put_text(width // 2 - 1, 2, look.pip(card) or " ", base)
    sketch.put_text(width - 1 - len(mark[0]), height - 1 - top, mark[0], style(bold=True, reverse=True))
    return sketch.to_drawing()


def outline_back(size: Size, look: Look, state: State) -> Drawing:
    """Return a back, filled with shading."""
    weave = "#" if look.ascii else "▒"
    if size is CHIP:
        sketch = Sketch(4, 1, style(bold=State.SELECTED in state))
        sketch.put_text(0, 0, f"[{weave * 2}]", style(bold=State.SELECTED in state))
        return sketch.to_drawing()
    kinds = _HEAVY if State.SELECTED in state else _LIGHT
    sketch = _card_in_frame(size.width, size.height, kinds[look.ascii], state)
    sketch.fill(1, 1, size.width - 2, size.height - 2, style(dim=True), weave)
    return sketch.to_drawing()


def _card_in_frame(width: int, height: int, frame: _Frame, state: State) -> Sketch:
    """Return an empty card in a frame."""
    dim = State.DIM in state
    pen = style(bold=State.SELECTED in state, dim=dim)
    sketch = Sketch(width, height, pen)
    sketch.put_text(0, 0, frame.corners[0] + frame.level * (width - 2) + frame.corners[1], pen)
    sketch.put_text(0, height - 1, frame.corners[2] + frame.level * (width - 2) + frame.corners[3], pen)
    for x in (0, width - 1):
        sketch.put_column(x, 1, frame.upright * (height - 2), pen)
    return sketch


def _draw_middle(sketch: Sketch, card: Card, size: Size, look: Look) -> None:
    """Draw the middle of a card, between its two indexes: a word, a crown or a pip."""
    bold = style(bold=True)
    row = size.height // 2
    pip = look.pip(card)
    if not pip:
        sketch.put_text((size.width - 5) // 2, row, "JOKER", bold)
    elif card.rank != "Q":
        sketch.put_text(size.width // 2, row, pip, bold)
    elif size is MID:
        sketch.put_text(2, row, f"\\{pip}/", bold)
    else:
        sketch.put_text(2, row - 1, ". . .", bold)
        sketch.put_text(2, row, f"\\/{pip}\\/", bold)


def _draw_chip(card: Card, look: Look, state: State) -> Drawing:
    """Return a chip: the index, and one column for a letter."""
    dim = State.DIM in state
    base = style(bold=not dim, dim=dim)
    sketch = Sketch(4, 1, base)
    sketch.put_text(0, 0, look.card_text(card).rjust(3), base)
    mark = badge(state, 1)
    if mark:
        sketch.put_text(3, 0, mark[0], style(bold=True, reverse=True))
    elif dim or State.SELECTED in state:
        sketch.put_text(3, 0, "-" if dim else "*", base)
    return sketch.to_drawing()
