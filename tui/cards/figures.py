"""What is painted between the indexes of a card: pips, ornaments of aces, and the figures of courts and Jokers.

A figure is a picture of `tui.cards.art`. Solid cards show it in block characters with two colours a cell, cards in
outlines in ink on the background of the terminal, and cards in ASCII as a drawing of letters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rich.style import Style

from core.engine.cards import Card
from tui.cards.art.ascii_figures import LARGE_FIGURES, LINE_FIGURES, MID_FIGURES, SMALL_FIGURES
from tui.cards.art.blocks import dots_by_cell, quadrant_character, quadrant_rows
from tui.cards.art.emblems import COLLAR_BY_CARD, FACE_BY_CARD, HEADGEAR_BY_CARD
from tui.cards.art.pips import (
    BIG_PIP_BY_SUIT,
    HUGE_PIP_BY_SUIT,
    PIPS_IN_3_ROWS,
    PIPS_IN_5_ROWS,
    PIPS_IN_7_ROWS,
    PIPS_IN_9_ROWS,
    PIPS_IN_11_ROWS,
    drawn_pips,
)
from tui.cards.art.portraits import FACE, grand_portrait, huge_portrait, large_portrait, mark_face, vast_portrait
from tui.cards.drawing import Sketch
from tui.cards.palette import Look, style
from tui.cards.sizes import GRAND, HUGE, LARGE, MID, MINI, VAST, Size

_COLOUR_LETTERS: Final = f".-o#kcdhs{FACE}"
"""The letters of pictures, in the order of the fields of `FigureColours`.

In outlines a later one is painted over an earlier one.
"""

_PORTRAIT_FUNCTION_BY_SIZE: Final[Mapping[Size, Callable[[str], str]]] = {
    LARGE: large_portrait,
    HUGE: huge_portrait,
    VAST: vast_portrait,
    GRAND: grand_portrait,
}
"""Maps each size on which a portrait fits to the function that returns the picture of a court card or a Joker."""

_ASCII_FIGURES_BY_SIZE: Final = {
    MID: MID_FIGURES,
    LARGE: LARGE_FIGURES,
    HUGE: LARGE_FIGURES,
    VAST: LARGE_FIGURES,
    GRAND: LARGE_FIGURES,
}
"""Maps each size on which a whole figure fits to the ASCII figures of courts and Jokers."""

_PIPS_BY_SIZE: Final = {
    MID: PIPS_IN_3_ROWS,
    LARGE: PIPS_IN_5_ROWS,
    HUGE: PIPS_IN_7_ROWS,
    VAST: PIPS_IN_9_ROWS,
    GRAND: PIPS_IN_11_ROWS,
}
"""Maps each size on which pips fit to the cells that have the pips (suit symbols) of number cards."""

_ACE_ORNAMENTS_BY_SIZE: Final = {
    MID: (("╭─·─╮", "╰─·─╯"), (".-.-.", "'-.-'")),
    LARGE: (("╭──·──╮", "╰──·──╯"), (".--.--.", "'--.--'")),
    HUGE: (("╭────·────╮", "╰────·────╯"), (".----.----.", "'----.----'")),
    VAST: (("╭─────·─────╮", "╰─────·─────╯"), (".-----.-----.", "'-----.-----'")),
    GRAND: (("╭──────·──────╮", "╰──────·──────╯"), (".------.------.", "'------.------'")),
}
"""Maps each size to the lines above and below the pip of an ace, in Unicode and in ASCII."""


_HALF_FIGURE_WIDTH: Final = 5
"""The width in columns of headgear, face and collar."""

_HEAD_WIDTH: Final = 3
"""The width in columns of a head on a card that another one covers."""

_RANKS_ALWAYS_WITH_HEAD: Final = ("Q", "Jk")
"""The ranks whose head is painted even where it touches both edges of the visible part of a card."""


class FigureColours(NamedTuple):
    """The colours in which the picture on a card is painted; a card that is banned or caught has greys."""

    paper: str | None
    """The colour of the card below the picture; None for cards in outlines, which have the background of the terminal.
    """

    shade: str
    """The colour of shadows in the picture."""
    gold: str
    """The colour of crowns, and of other gold."""
    suit: str
    """The colour of the card's own suit."""
    dark: str
    """The colour of dark parts."""
    clubs: str
    """The colour of clubs, whatever the suit of the card; `diamonds`, `hearts` and `spades` are the colours of the
    other suits.
    """
    diamonds: str
    hearts: str
    spades: str

    skin: str | None
    """The colour of faces on dark cards; None where faces have the colour of the card."""


def colours_of_figure(
    card: Card, look: Look, paper: str | None, grey: str | None, quiet: bool = False
) -> FigureColours:
    """Return the colours of the figure of a card on `paper`.

    With `grey`, the figure has only this colour and a shade. With `quiet`, it has the colours of a card that cannot be
    played.
    """
    palette = look.palette
    skin = palette.skin if paper else None
    if grey and skin and paper:
        return FigureColours(paper, *(palette.shade,) * 3, paper, *(palette.shade,) * 4, grey)
    if grey:
        return FigureColours(paper, palette.shade, palette.shade, *(grey,) * 6, None)
    inks, crown = (palette.dim_inks, palette.dim_gold) if quiet else (palette.inks, palette.crown)
    dark = palette.felt if skin else inks[3]
    return FigureColours(paper, palette.shade, crown, look.suit_ink(card, quiet), dark, *inks, skin)


def draw_middle_of_card(
    sketch: Sketch, card: Card, size: Size, look: Look, figure_colours: FigureColours, pen: Style, left_column: int
) -> None:
    """Draw the middle of a whole card; `left_column` is the first column that its frame leaves free."""
    if card.rank in PIPS_IN_3_ROWS and size in _PIPS_BY_SIZE:
        _draw_pips(sketch, card, size, look, figure_colours, pen)
    elif card.rank == "A" and size in _PIPS_BY_SIZE:
        _draw_ace(sketch, card, size, look, figure_colours, pen)
    elif not is_court(card):
        sketch.put_text((left_column + size.width - 1) // 2, size.height // 2, look.pip(card), pen)
    elif size is MINI and (look.ascii or not look.solid or left_column):
        _draw_small_figure(sketch, card, look, figure_colours, pen, (left_column + size.width - 3) // 2)
    elif look.ascii:
        _draw_ascii_figure(sketch, card, _ASCII_FIGURES_BY_SIZE[size], look, figure_colours, pen)
    elif size not in _PORTRAIT_FUNCTION_BY_SIZE:
        _draw_half_figure(sketch, card, figure_colours, pen, (size.width - _HALF_FIGURE_WIDTH) // 2, 1, size.height - 1)
    else:
        picture = _PORTRAIT_FUNCTION_BY_SIZE[size](str(card) if card.suit else "")
        right = size.width - (0 if look.solid else 1)
        lines = picture.split("\n")
        is_as_high_as_card = len(lines) == 2 * size.height
        if is_as_high_as_card and not look.solid:  # its first and last rows would cover the frame
            picture = "\n".join(lines[2:-2])
        top = 0 if is_as_high_as_card and look.solid else 1
        _draw_picture(sketch, (size.width - len(lines[0]) // 2) // 2, top, picture, figure_colours, left_column, right)


def draw_strip(
    sketch: Sketch,
    card: Card,
    look: Look,
    figure_colours: FigureColours,
    pen: Style,
    left_column: int,
    right_column: int,
) -> None:
    """Draw the middle of a card of which only the columns `left_column` ≤ column < `right_column` are visible.

    A broad strip has the pips or the figure of the largest card size for which it is broad enough. A narrow one has the
    head of a Queen, who matters most, or of a Joker, else the symbol of the suit: another head would touch both edges
    and look cut off.
    """
    inner_left = max(
        left_column, 1
    )  # where the edge of a covering card would end, so that all cards of a fan look alike
    room = right_column - inner_left
    smaller = (
        (LARGE, LARGE.width),
        (MID, MID.width - 1),
    )  # the figures of one touch its edges, those of the other do not
    size = next((size for size, columns in smaller if columns <= room and size.height <= sketch.height), None)
    if size is not None and (not look.ascii or not is_court(card)):
        inner = Sketch(size.width, size.height)
        draw_middle_of_card(inner, card, size, look, figure_colours, pen, 0)
        sketch.paste(inner_left + (room - size.width) // 2, (sketch.height - size.height) // 2, inner.to_drawing())
    elif card.rank in _RANKS_ALWAYS_WITH_HEAD or (is_court(card) and right_column - left_column > _HEAD_WIDTH):
        _draw_small_figure(sketch, card, look, figure_colours, pen, left_column + (right_column - left_column - 3) // 2)
    else:
        sketch.put_text((left_column + right_column) // 2, sketch.height // 2, look.pip(card), pen)


def is_court(card: Card) -> bool:
    """Return whether a card shows a person: a jack, a Queen, a king or a Joker."""
    return not card.suit or card.rank in "JQK"


def _shared_picture_key(card: Card) -> str:
    """Return the key of a picture that cards of all suits share: the rank, or "" for a Joker."""
    return card.rank if card.suit else ""


def _draw_pips(sketch: Sketch, card: Card, size: Size, look: Look, figure_colours: FigureColours, pen: Style) -> None:
    """Draw the pips of a number card as printed cards have them: on the largest sizes in block characters."""
    if size in (VAST, GRAND) and not look.ascii:
        picture = drawn_pips(card.suit, card.rank, size.width - 2, size.height - 2)
        if look.solid:
            _draw_picture(sketch, 1, 1, picture, figure_colours, 0, size.width)
        else:
            for y, row in enumerate(quadrant_rows(picture), 1):
                sketch.put_text(1, y, row, pen)
        return
    lines = _PIPS_BY_SIZE[size][card.rank].split("|")
    left = (size.width - len(lines[0])) // 2
    for y, line in enumerate(lines, 1):
        for x, dot in enumerate(line, left):
            if dot == "#":
                sketch.put_text(x, y, look.pip(card), pen)


def _draw_ace(sketch: Sketch, card: Card, size: Size, look: Look, figure_colours: FigureColours, pen: Style) -> None:
    """Draw the pip of an ace between its ornaments, as large as there is room."""
    above, below = _ACE_ORNAMENTS_BY_SIZE[size][look.ascii]
    line = style(figure_colours.shade, figure_colours.paper) if look.coloured else style()
    left = (size.width - len(above)) // 2
    sketch.put_text(left, 1, above, line)
    sketch.put_text(left, size.height - 2, below, line)
    if size is MID or look.ascii:
        sketch.put_text(size.width // 2, size.height // 2, look.pip(card), pen)
        return
    picture = (BIG_PIP_BY_SUIT if size is LARGE else HUGE_PIP_BY_SUIT)[card.suit]
    _draw_picture(
        sketch,
        (size.width - len(picture.split("\n")[0]) // 2) // 2,
        (size.height - picture.count("\n") // 2) // 2,
        picture,
        figure_colours,
        0,
        size.width,
    )


def _draw_small_figure(
    sketch: Sketch, card: Card, look: Look, figure_colours: FigureColours, pen: Style, x: int
) -> None:
    """Draw a head of three columns, without ears and collar: two lines, on the smallest card in outlines one."""
    if sketch.height == MINI.height and not look.solid:
        line = LINE_FIGURES[_shared_picture_key(card)]
        gold = style(look.palette.crown, bold=True) if card.rank == "Q" else pen
        sketch.put_text(x, 1, line[0] + look.pip(card) + line[2] if card.suit else line, gold)
        if card.suit:
            sketch.put_text(x + 1, 1, look.pip(card), pen)
        return
    top = max(sketch.height // 2 - 1, 1)
    if look.ascii:
        figure = SMALL_FIGURES.get(card.ascii) or SMALL_FIGURES[_shared_picture_key(card)]
        _draw_letters(sketch, card, figure, look, figure_colours, pen, x, top)
    else:
        _draw_half_figure(sketch, card, figure_colours, pen, x, top, top + 2, _HEAD_WIDTH)


def _draw_half_figure(
    sketch: Sketch,
    card: Card,
    figure_colours: FigureColours,
    pen: Style,
    x: int,
    y: int,
    bottom: int,
    columns: int = _HALF_FIGURE_WIDTH,
) -> None:
    """Draw headgear, face and collar below each other from (x, y), as many as there is room for above row `bottom`.

    Only the middle `columns` columns of each are drawn.
    """
    key = str(card) if card.suit else ""
    cut = (_HALF_FIGURE_WIDTH - columns) // 2
    for row, picture in ((y, HEADGEAR_BY_CARD[key]), (y + 2, COLLAR_BY_CARD[key])):
        if row < bottom:
            _draw_picture(sketch, x - cut, row, mark_face(picture), figure_colours, x, x + columns)
    draw_face(sketch, card, figure_colours, pen, x, y + 1, columns)


def draw_face(
    sketch: Sketch, card: Card, figure_colours: FigureColours, pen: Style, x: int, y: int, columns: int
) -> None:
    """Draw the face of a court card or a Joker in characters from (x, y); with less than five columns without ears."""
    cut = max(_HALF_FIGURE_WIDTH - columns + 1, 0) // 2
    if figure_colours.skin:
        pen = style(figure_colours.dark, figure_colours.skin, bold=True)
    sketch.put_text(x, y, FACE_BY_CARD[str(card) if card.suit else ""][cut : _HALF_FIGURE_WIDTH - cut], pen)


def _draw_ascii_figure(
    sketch: Sketch, card: Card, figures: dict[str, str], look: Look, figure_colours: FigureColours, pen: Style
) -> None:
    """Draw a figure of letters in the middle of a whole card."""
    figure = (figures.get(card.ascii) or figures[_shared_picture_key(card)]).strip("\n")
    lines = figure.split("\n")
    columns = 5 if len(lines) == 3 else 7
    _draw_letters(
        sketch,
        card,
        figure,
        look,
        figure_colours,
        pen,
        (sketch.width - columns) // 2,
        (sketch.height - len(lines)) // 2,
    )


def _draw_letters(
    sketch: Sketch, card: Card, figure: str, look: Look, figure_colours: FigureColours, pen: Style, x: int, y: int
) -> None:
    """Draw a figure of letters from (x, y); the crown of a Queen, its upper part, is golden if she can be played."""
    palette = look.palette
    lines = figure.split("\n")
    crown = style(palette.crown_ink, palette.crown, bold=True) if look.solid else style(palette.crown, bold=True)
    for row, line in enumerate(lines):
        golden = card.rank == "Q" and row <= len(lines) // 4 and figure_colours.gold == palette.crown
        for column, letter in enumerate(line.rstrip(), x):
            if letter != " ":
                sketch.put_text(column, y + row, look.pip(card) if letter == "@" else letter, crown if golden else pen)


def _draw_picture(
    sketch: Sketch, x: int, y: int, picture: str, figure_colours: FigureColours, left_column: int, right: int
) -> None:
    """Draw a picture with its top left cell at (x, y), clipped to columns `left_column` ≤ column < `right` of the
    sketch."""
    shown = picture if figure_colours.skin else picture.replace(FACE, ".")
    for row, line in enumerate(dots_by_cell(shown), y):
        for column, block in enumerate(line, x):
            if left_column <= column < right and block != "....":
                glyph, pen = (
                    _solid_cell(block, figure_colours) if figure_colours.paper else _outline_cell(block, figure_colours)
                )
                sketch.put_text(column, row, glyph, pen)


@lru_cache(maxsize=8192)
def _solid_cell(block: str, figure_colours: FigureColours) -> tuple[str, Style]:
    """Return the character and the style of one cell of a picture on a solid card; `block` has the letters of its four
    dots.

    The colour of most dots, else the paper, is the background: so the seams that some terminals leave between rows are
    least visible.
    """
    colours = dict(zip(_COLOUR_LETTERS, figure_colours, strict=True))
    seen = sorted(set(block), key=lambda letter: (-block.count(letter), letter))
    ground = seen[0]
    ink = next((letter for letter in seen if colours[letter] != colours[ground]), ground)
    drawn = "".join(letter for letter in seen if colours[letter] == colours[ink]) if ink != ground else ""
    return quadrant_character(block, drawn), style(colours[ink], colours[ground])


@lru_cache(maxsize=8192)
def _outline_cell(block: str, figure_colours: FigureColours) -> tuple[str, Style]:
    """Return the character and the style of one cell of a picture on a card in outlines; `block` has the letters of its
    four dots.

    Where there is no colour, gold and shade are hatched; where they meet another ink in one cell, they are left blank.
    """
    colours = dict(zip(_COLOUR_LETTERS, figure_colours, strict=True))
    seen = sorted(set(block), key=_COLOUR_LETTERS.index)
    ink = seen[-1]
    if len(seen) > 1:
        golden = seen[0] == "o" and figure_colours.gold != figure_colours.dark
        return quadrant_character(block, ink), style(colours[ink], figure_colours.gold if golden else None)
    if ink == "o" and figure_colours.gold == figure_colours.dark:
        return "▒", style(figure_colours.gold)
    return "░" if ink == "-" else "█", style(colours[ink])


def big_pip(suit: str, *, is_huge: bool = False) -> tuple[str, ...]:
    """Return a large pip of a suit as rows of block characters, 7 columns by 3 rows; 9 by 5 if `is_huge`."""
    return quadrant_rows((HUGE_PIP_BY_SUIT if is_huge else BIG_PIP_BY_SUIT)[suit])
