"""Solid faces: cards of paper, for terminals with 256 colours and more.

Full rows of paper without half-block edges, because those show seams in several terminals. A card that another one
overlaps is drawn inside its visible columns, its *reach*, and has an edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from rich.style import Style

from core.engine.cards import SUITS, Card
from tui.cards.art import BIG_PIPS, COURT_FRAMES, LARGE_CROWN, MID_CROWN, PIP_POSITIONS, half_blocks
from tui.cards.drawing import Drawing, Sketch
from tui.cards.palette import Look, style
from tui.cards.sizes import CHIP, LARGE, MID, MINI, Size
from tui.cards.state import State, badge

_EDGE_GLYPHS: Final = ("▏", "|")
"""The left edge of a card that lies over another one, in Unicode and in ASCII."""

_WEAVE_GLYPHS: Final = ("╳", "x")
"""The cross-hatching of a back, in Unicode and in ASCII."""

_INVERTED_BLOCKS: Final = {"█": " ", "▄": "▀"}
"""The character with exchanged ink and paper."""

_JOKER_SUITS: Final = (3, 2, 1, 0, 3)
"""The suit, by index, whose colour each letter of JOKER has."""


class _CardColours(Struct, frozen=True):
    """The colours of a face; `faded`: the greys of a banned or caught card."""

    paper: str
    ink: str
    base: Style
    faded: bool


def solid_face(card: Card, size: Size, look: Look, state: State, reach: int, edge: bool) -> Drawing:
    """Return an upright card, face up; `reach` is the number of its columns that the next card leaves visible."""
    colours = _card_colours(card, look, state)
    base = colours.base
    sketch = Sketch(size.width, size.height, base)
    if size is CHIP:
        return _draw_chip(sketch, card, look, state, base)
    whole = reach >= size.width
    left = 1 if edge else 0
    pad = 1 if edge or size is not MINI else 0
    if edge:
        sketch.put_column(0, 0, _EDGE_GLYPHS[look.ascii] * size.height, style(look.palette.shade, colours.paper))
    index = look.card_text(card)
    sketch.put_text(pad, 0, index, base)
    if State.DIM not in state:
        if whole:
            right = size.width - (0 if size is MINI else 1)
            sketch.put_text(right - len(index), size.height - 1, index, base)
            _draw_middle(sketch, card, size, look, colours, left)
        else:
            _draw_pip(sketch, card, look, colours, left, reach, (left + reach) // 2)
    _draw_badge(sketch, look, state, left, size.width if whole else reach)
    return sketch.to_drawing()


def solid_lying(card: Card, size: Size, look: Look, state: State) -> Drawing:
    """Return a temporary banned card, lying on its side with a lettered badge."""
    width, height = size.lying_width, size.lying_height
    palette = look.palette
    base = style(look.suit_ink(card), palette.temp_paper, bold=True)
    sketch = Sketch(width, height, base)
    if size is CHIP:
        return _draw_chip(sketch, card, look, state, base)
    sketch.put_text(1, 0, look.card_text(card), base)
    if height > 2:
        sketch.put_text(width // 2 - 1, height // 2 - (height % 2 == 0), look.pip(card) or " ", base)
    mark = badge(state, 6)
    if mark:
        word = f" {mark[0]} "[: width - 1]
        sketch.put_text(width - len(word), height - 1, word, look.badge(mark[1]))
    return sketch.to_drawing()


def weave_glyph(look: Look) -> str:
    """Return the glyph with which a back is cross-hatched."""
    return _WEAVE_GLYPHS[look.ascii]


def solid_back(size: Size, look: Look, edge: bool) -> Drawing:
    """Return a back, cross-hatched inside a plain rim."""
    palette = look.palette
    weave = style(palette.weave, palette.back)
    sketch = Sketch(size.width, size.height, weave)
    sketch.fill(1, 0, size.width - 2, size.height, weave, weave_glyph(look))
    if edge:
        sketch.put_column(0, 0, _EDGE_GLYPHS[look.ascii] * size.height, weave)
    return sketch.to_drawing()


def _card_colours(card: Card, look: Look, state: State) -> _CardColours:
    """Return the paper and ink colours of an upright card."""
    palette = look.palette
    paper = palette.lift if State.SELECTED in state else palette.paper
    ink = look.suit_ink(card)
    faded = bool(state & (State.CAUGHT | State.BANNED | State.DIM))
    if State.DIM in state:
        paper, ink = palette.dim_paper, palette.dim_ink
    elif faded:
        paper, ink = palette.old_paper, palette.old_ink
    return _CardColours(paper, ink, style(ink, paper, bold=State.DIM not in state), faded)


def _draw_badge(sketch: Sketch, look: Look, state: State, left: int, right: int) -> None:
    """Paint the badge of `state` as a band from column `left` to `right`, below the pip."""
    mark = badge(state, right - left)
    if mark:
        sketch.put_text(left, sketch.height - 2, mark[0].center(right - left), look.badge(mark[1]))


def _draw_chip(sketch: Sketch, card: Card, look: Look, state: State, base: Style) -> Drawing:
    """Return a chip: the index, and one column for a letter."""
    sketch.put_text(0, 0, look.card_text(card).rjust(3), base)
    mark = badge(state, 1)
    if mark:
        sketch.put_text(3, 0, mark[0], look.badge(mark[1]))
    elif State.DIM in state:
        sketch.put_text(3, 0, "-", base)
    elif State.SELECTED in state:
        sketch.put_text(3, 0, "*", base)
    return sketch.to_drawing()


def _draw_middle(sketch: Sketch, card: Card, size: Size, look: Look, colours: _CardColours, left: int) -> None:
    """Draw the middle of a card, between its two indexes."""
    if not card.suit:
        _draw_joker(sketch, look, colours, left)
    elif size is LARGE and card.rank in PIP_POSITIONS:
        _draw_pips(sketch, card, look, colours)
    elif size is LARGE and card.rank == "A" and not look.ascii:
        _draw_picture(sketch, 1, 2, half_blocks(BIG_PIPS[card.suit]), colours.ink, colours.paper)
    elif size in (MID, LARGE) and card.rank == "Q":
        _draw_crown(sketch, card, size, look, colours)
    elif size is LARGE and card.rank in "JK":
        _draw_court_frame(sketch, card, look, colours)
    else:
        _draw_pip(sketch, card, look, colours, left, size.width, (left + size.width - 1) // 2)


def _draw_pip(sketch: Sketch, card: Card, look: Look, colours: _CardColours, left: int, right: int, x: int) -> None:
    """Draw one pip in column `x`; a Queen, whose crown is too wide, has a golden band from `left` to `right`."""
    row, pen = sketch.height // 2, colours.base
    if card.rank == "Q":
        pen = style(colours.ink, _crown_colour(look, colours), bold=True)
        sketch.fill(left, row, right - left, 1, pen)
    sketch.put_text(x, row, look.pip(card) or " ", pen)


def _draw_joker(sketch: Sketch, look: Look, colours: _CardColours, left: int) -> None:
    """Write JOKER across the middle, each letter in a suit's colour, if it fits.

    A large one has the four suits around the word.
    """
    start = left + (sketch.width - left - 5) // 2
    if start < left:
        return
    for x, (letter, suit) in enumerate(zip("JOKER", _JOKER_SUITS, strict=True), start):
        ink = colours.ink if colours.faded else look.palette.inks[suit]
        sketch.put_text(x, sketch.height // 2, letter, style(ink, colours.paper, bold=True))
    if sketch.height == LARGE.height:
        for x, y, suit in ((2, 2, 3), (6, 2, 2), (2, 4, 1), (6, 4, 0)):
            ink = colours.ink if colours.faded else look.palette.inks[suit]
            sketch.put_text(x, y, look.plain_text(SUITS[suit]), style(ink, colours.paper))


def _draw_pips(sketch: Sketch, card: Card, look: Look, colours: _CardColours) -> None:
    """Draw the pips of a number card as printed cards have them."""
    for y, line in enumerate(PIP_POSITIONS[card.rank], 1):
        for x, dot in enumerate(line):
            if dot == "#":
                sketch.put_text(2 + 2 * x, y, look.pip(card), colours.base)


def _draw_crown(sketch: Sketch, card: Card, size: Size, look: Look, colours: _CardColours) -> None:
    """Draw a Queen's crown: gold points over a golden band, with her pip as a jewel."""
    gold = _crown_colour(look, colours)
    crown = (LARGE_CROWN if size is LARGE else MID_CROWN)[look.ascii]
    top = size.height // 2 - 1
    _draw_picture(sketch, 1, top, crown, gold, colours.paper)
    band = look.pip(card).center(size.width - 2)
    sketch.put_text(1, top + 2, band, style(colours.ink, gold, bold=True))


def _crown_colour(look: Look, colours: _CardColours) -> str:
    """Return the colour of a Queen's crown: gold, or a grey on a banned or caught card."""
    return look.palette.shade if colours.faded else look.palette.gold


def _draw_picture(sketch: Sketch, x: int, y: int, lines: Sequence[str], ink: str, paper: str) -> None:
    """Draw half blocks and other glyphs in `ink`.

    Inked cells get their ink as background, so that no seam of paper shows between rows.
    """
    for row, line in enumerate(lines, y):
        for column, glyph in enumerate(line, x):
            if glyph in _INVERTED_BLOCKS:
                sketch.put_text(column, row, _INVERTED_BLOCKS[glyph], style(paper, ink))
            else:
                sketch.put_text(column, row, glyph, style(ink, paper))


def _draw_court_frame(sketch: Sketch, card: Card, look: Look, colours: _CardColours) -> None:
    """Draw the frame around the pip of a jack or king."""
    frame = style(look.palette.shade, colours.paper)
    for y, line in enumerate(COURT_FRAMES[card.rank][look.ascii], 2):
        sketch.put_text(2, y, line, frame)
    sketch.put_text(4, 3, look.pip(card), colours.base)
