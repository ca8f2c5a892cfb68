"""Solid faces: cards as areas of colour, for terminals with 256 colours and more.

Rows are full, without half blocks at the edges, because those show seams in several terminals. A card that another one
overlaps is drawn inside its visible columns, and has an edge.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from rich.style import Style

from core.engine.cards import Card
from tui.cards.backs import back_rows
from tui.cards.drawing import Drawing, Sketch
from tui.cards.figures import colours_of_figure, draw_face, draw_middle_of_card, draw_strip, is_court
from tui.cards.palette import Look, style
from tui.cards.sizes import CHIP, MAX_INDEX_WIDTH, MINI, Size
from tui.cards.state import State, badge, first_row_badge_state

_FACE_WIDTH: Final = 3
"""The width in columns of the face of a court card without its ears."""

_MAX_TRUMP_BADGE_COLUMNS: Final = 3
"""The badge of a trump is at most this many columns wide."""

_EDGE_GLYPHS: Final = ("▏", "|")
"""The character at the left edge of a card that lies over another one, in Unicode and in ASCII."""


class _CardColours(Struct, frozen=True):
    """The colours of a face.

    `paper` is the background, `ink` the colour of text, `base` the style of both. `faded` is whether they are
    the greys of a banned or caught card, `quiet` whether they are those of a card that cannot be played.
    """

    paper: str
    ink: str
    base: Style
    faded: bool
    quiet: bool


def solid_face(card: Card, size: Size, look: Look, state: State, visible_columns: int, has_edge: bool) -> Drawing:
    """Return an upright card, face up; `visible_columns` is the number of its columns that the next card leaves
    visible.

    `has_edge` marks the left edge of a card that lies over another.
    """
    colours = _card_colours(card, look, state)
    base = colours.base
    sketch = Sketch(size.width, size.height, base)
    if size is CHIP:
        return _draw_chip(sketch, card, look, state, base)
    whole = visible_columns >= size.width
    left = 1 if has_edge else 0
    pad = 1 if has_edge or size is not MINI else 0
    if has_edge:
        _draw_edge(sketch, card, look, colours)
    index = look.card_text(card)
    right = size.width if whole else visible_columns
    if pad + len(index) > right:  # the suit of a ten matters more than the edge beside its index
        pad = 0
    sketch.put_text(pad, 0, index, base)
    dim = State.DIM in state
    is_trump = State.TRUMP in state
    below = state & ~State.TRUMP  # the badge of a trump is in the first row, any other in the last
    has_band = badge(below, right - left) is not None
    figure_colours = colours_of_figure(card, look, colours.paper, colours.ink if colours.faded else None, quiet=dim)
    is_small_court = size is MINI and is_court(card)
    face_fits = not look.ascii and right - left >= _FACE_WIDTH
    if is_small_court and face_fits and (dim or (has_band and (card.rank != "Q" or colours.faded))):
        # a badge, or lying lower in the hand, leaves one row: under a crown without a face nobody sees a king. The
        # Queens are known by their crowns, but not by quiet or grey ones
        draw_face(sketch, card, figure_colours, base, left, 1, right - left)
    elif is_small_court and dim:
        sketch.put_text(size.width // 2, size.height // 2, look.pip(card), base)
    elif not whole:
        draw_strip(sketch, card, look, figure_colours, base, left, visible_columns)
    else:
        draw_middle_of_card(sketch, card, size, look, figure_colours, base, left)
        if not dim and not has_band and (size is not MINI or not is_court(card)):
            sketch.put_text(size.width - (0 if size is MINI else 1) - len(index), size.height - 1, index, base)
    if is_trump:
        _draw_trump_badge(sketch, look, pad, len(index), right)
    elif mark := badge(first_row_badge_state(state, right - left), right - pad - len(index)):
        sketch.put_text(right - len(mark[0]), 0, mark[0], base if dim else look.badge(mark[1]))
    if has_band:
        _draw_badge(sketch, look, below, left, right, size.height - 1, base)
    return sketch.to_drawing()


def solid_back(size: Size, look: Look, has_edge: bool) -> Drawing:
    """Return a back, its pattern inside a plain rim; `has_edge` marks its left edge."""
    palette = look.palette
    back_pattern = style(palette.back_pattern, palette.back)
    sketch = Sketch(size.width, size.height, back_pattern)
    for y, row in enumerate(back_rows(size, look, size.width - 2, size.height)):
        sketch.put_text(1, y, row, back_pattern)
    if has_edge:
        sketch.put_column(0, 0, _EDGE_GLYPHS[look.ascii] * size.height, back_pattern)
    return sketch.to_drawing()


def _card_colours(card: Card, look: Look, state: State) -> _CardColours:
    """Return the paper and ink colours of an upright card."""
    palette = look.palette
    paper = palette.selected_paper if State.SELECTED in state else palette.paper
    ink = look.suit_ink(card)
    faded = bool(state & (State.CAUGHT | State.BANNED | State.TAKEN | State.SPENT)) and State.DIM not in state
    if State.DIM in state:
        paper, ink = palette.dim_paper, look.suit_ink(card, quiet=True)
    elif faded:
        paper, ink = palette.faded_paper, palette.faded_ink
    elif State.TEMP in state:
        paper = palette.temporary_paper
    return _CardColours(paper, ink, style(ink, paper, bold=State.DIM not in state), faded, State.DIM in state)


def _draw_edge(sketch: Sketch, card: Card, look: Look, colours: _CardColours) -> None:
    """Draw the left edge of a card that lies over another one: a thin line, a broad golden one for a Queen."""
    palette = look.palette
    golden = card.rank == "Q" and look.marks_queens and not colours.quiet and not colours.faded
    if not golden:
        glyph, pen = _EDGE_GLYPHS[look.ascii], style(palette.shade, colours.paper)
    elif look.ascii:
        glyph, pen = _EDGE_GLYPHS[look.ascii], style(palette.crown_ink, palette.crown)
    else:
        glyph, pen = "▌", style(palette.crown, colours.paper)
    sketch.put_column(0, 0, glyph * sketch.height, pen)


def _draw_badge(sketch: Sketch, look: Look, state: State, left_column: int, right: int, row: int, base: Style) -> None:
    """Paint the badge of `state` as a band from column `left_column` to `right` of a row.

    On a card that cannot be played it is a word in the style `base`, so that it does not outshine the badges of cards
    that can.
    """
    mark = badge(state, right - left_column)
    if mark:
        pen = base if State.DIM in state else look.badge(mark[1])
        sketch.put_text(left_column, row, mark[0].center(right - left_column), pen)


def _draw_trump_badge(sketch: Sketch, look: Look, pad: int, index_width: int, right: int) -> None:
    """Paint the badge of a trump in the first row, which a card that lies low in the hand shows too: behind rank and
    suit, which begin in column `pad` and have `index_width` columns, and before column `right`.

    It is golden on every card, as it says what the card is worth. A free column parts it from the suit if there are
    two, but not from the next card. Where that of a ten has no room it replaces the edge of every card, so that no two
    badges meet between two cards.
    """
    is_narrow = right <= pad + MAX_INDEX_WIDTH + (not pad)
    left_column = pad + index_width
    if is_narrow and pad:
        left_column = 0
    elif not is_narrow:
        left_column += right - left_column > 1
    columns = 1 if is_narrow else min(max(right - left_column, 1), _MAX_TRUMP_BADGE_COLUMNS)
    mark = badge(State.TRUMP, columns)
    assert mark is not None, "a letter fits into one column"
    sketch.put_text(left_column if left_column < right else 0, 0, mark[0].center(columns), look.badge(mark[1]))


def _draw_chip(sketch: Sketch, card: Card, look: Look, state: State, base: Style) -> Drawing:
    """Return a chip, a card one row high: rank and suit, and one column for a letter."""
    sketch.put_text(0, 0, look.card_text(card).rjust(3), base)
    mark = badge(state, 1)
    if mark:
        sketch.put_text(3, 0, mark[0], look.badge(mark[1]))
    elif State.DIM in state:
        sketch.put_text(3, 0, "-", base)
    elif State.SELECTED in state:
        sketch.put_text(3, 0, "*", base)
    return sketch.to_drawing()
