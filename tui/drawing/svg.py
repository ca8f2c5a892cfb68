"""Cells of a terminal as SVG, which looks the same in every browser and viewer.

Backgrounds, block characters, braille and lines are drawn as shapes and not as text: so neither the font nor the height
of its lines leaves gaps in a picture. Shapes of one colour are one path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.color import Color, blend_rgb
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME

CELL_WIDTH: Final = 10
"""The width of a cell in pixels."""
CELL_HEIGHT: Final = 20
"""The height of a cell in pixels."""
PICTURE_MARGIN: Final = 10
"""The margin around all cells in pixels."""

_BASELINE_PIXELS: Final = 15
"""The distance in pixels from the top of a cell to the baseline of its text."""
_FONT: Final = "font:16.6px DejaVu Sans Mono,Menlo,Consolas,monospace"
"""The font of the text in a picture, as CSS."""
_LINE_PIXELS: Final = 1.5
"""The thickness of a line in pixels."""

Rectangle: TypeAlias = tuple[float, float, float, float]
"""A rectangle as left, top, right and bottom in pixels."""


class Cell(NamedTuple):
    """One cell: its glyph, its colours as ``#rrggbb``, and the style of its text.

    The second cell of a wide glyph has "" as its glyph.
    """

    glyph: str
    ink: str
    ground: str
    bold: bool = False
    italic: bool = False
    underline: bool = False


_CELL_QUARTERS: Final = ((0, 0, 5, 10), (5, 0, 10, 10), (0, 10, 5, 20), (5, 10, 10, 20))
"""The four quarters of a cell as rectangles (left, top, right, bottom), in pixels."""
_QUARTERS_BY_GLYPH: Final = dict(
    zip("▖▗▘▙▚▛▜▝▞▟", ["2", "3", "0", "023", "03", "012", "013", "1", "12", "123"], strict=True)
)
"""Maps a quadrant block character to the quarters of the cell that it fills."""
_FILLED_RECTANGLES: Final[Mapping[str, tuple[Rectangle, ...]]] = {
    **{chr(0x2580 + n): ((0, 20 - 2.5 * n, 10, 20),) for n in range(1, 9)},
    **{chr(0x2590 - n): ((0, 0, max(1.25 * n, 2), 20),) for n in range(1, 8)},  # seen in a smaller picture, too
    "▀": ((0, 0, 10, 10),),
    "▐": ((5, 0, 10, 20),),
    "▔": ((0, 0, 10, 2.5),),
    "▕": ((8.75, 0, 10, 20),),
    **{glyph: tuple(_CELL_QUARTERS[int(n)] for n in parts) for glyph, parts in _QUARTERS_BY_GLYPH.items()},
    **{
        chr(0x2800 + bits): tuple(
            (2 + 5 * (dot in (3, 4, 5, 7)), 1 + 5 * row, 4.5 + 5 * (dot in (3, 4, 5, 7)), 3.5 + 5 * row)
            for dot, row in enumerate((0, 1, 2, 0, 1, 2, 3, 3))
            if bits >> dot & 1
        )
        for bits in range(1, 256)
    },
}
"""Maps a block or braille character to the rectangles of the cell that it fills, in pixels."""

_HATCH_DENSITIES: Final = {"░": 0.25, "▒": 0.5, "▓": 0.75}
"""Maps a hatched character to the share of a cell that it fills, from 0 to 1."""


def _line_arms(width: float, offset: float = 0) -> dict[str, Rectangle]:
    """Return a mapping of each direction (l, r, u, d) to a rectangle: a line from the middle of a cell to that edge.

    The line is `width` pixels wide, and its middle is `offset` pixels below or to the right of the middle of the cell.
    """
    half, x, y = width / 2, CELL_WIDTH / 2 + offset, CELL_HEIGHT / 2 + offset
    return {
        "l": (0, y - half, x + half, y + half),
        "r": (x - half, y - half, CELL_WIDTH, y + half),
        "u": (x - half, 0, x + half, y + half),
        "d": (x - half, y - half, x + half, CELL_HEIGHT),
    }


_LINE_ARMS: Final = _line_arms(_LINE_PIXELS)
"""The arms of a light line."""
_HEAVY_LINE_ARMS: Final = _line_arms(2 * _LINE_PIXELS)
"""The arms of a heavy line."""
_DOUBLE_LINE_ARMS: Final = (_line_arms(_LINE_PIXELS, -2 * _LINE_PIXELS), _line_arms(_LINE_PIXELS, 2 * _LINE_PIXELS))
"""The arms of the two lines of a double line."""
_LINE_RECTANGLES: Final = {
    **{
        glyph: tuple(_LINE_ARMS[arm] for arm in arms)
        for glyph, arms in zip("─│┌┐└┘├┤┼", ["lr", "ud", "rd", "ld", "ru", "lu", "udr", "udl", "lrud"], strict=True)
    },
    **{
        glyph: tuple(_HEAVY_LINE_ARMS[arm] for arm in arms)
        for glyph, arms in zip("━┃┏┓┗┛╋", ["lr", "ud", "rd", "ld", "ru", "lu", "lrud"], strict=True)
    },
    "═": tuple(line[arm] for line in _DOUBLE_LINE_ARMS for arm in "lr"),
}
"""Maps a character for straight lines to the rectangles that draw it, in pixels of a cell."""

_ROUNDED_LINE_PATHS: Final[Mapping[str, tuple[tuple[int, int, str], ...]]] = {
    "╭": ((5, 20, "v-5q0-5 5-5"),),
    "╮": ((0, 10, "q5 0 5 5v5"),),
    "╰": ((5, 0, "v5q0 5 5 5"),),
    "╯": ((0, 10, "q5 0 5-5v-5"),),
    "╱": ((0, 20, "l10-20"),),
    "╲": ((0, 0, "l10 20"),),
    "╳": ((0, 20, "l10-20"), (0, 0, "l10 20")),
}
"""Maps a character for rounded lines to its paths, each the first point in the cell and SVG path data."""


def cells_of(row: Iterable[Segment]) -> list[Cell]:
    """Return the cells of a row of segments."""
    cells: list[Cell] = []
    for text, style, _ in row:
        look = _style_colours(style or Style.null())
        for glyph in text:
            width = cell_len(glyph)
            if width == 0 and cells:
                cells[-1] = cells[-1]._replace(glyph=cells[-1].glyph + glyph)
            cells += [Cell(glyph, *look), Cell("", *look)][:width]
    return cells


def svg_shapes(cells: Mapping[tuple[int, int], Cell], colour_below: str = "") -> str:
    """Return cells, given by column and row, as SVG elements; a background of the colour `colour_below` is not
    drawn."""
    grounds: dict[str, list[Rectangle]] = {}
    inks: dict[str, list[Rectangle]] = {}
    lines: dict[str, list[Rectangle]] = {}
    curves: dict[str, list[str]] = {}
    letters: dict[tuple[str, bool, bool], list[tuple[int, int, str]]] = {}
    for (column, row), cell in sorted(cells.items(), key=lambda item: item[0][::-1]):
        x, y = column * CELL_WIDTH, row * CELL_HEIGHT
        ground = cell.ground
        if share := _HATCH_DENSITIES.get(cell.glyph):
            ground = _mix_colours(cell.ground, cell.ink, share)
        elif parts := _FILLED_RECTANGLES.get(cell.glyph):
            inks.setdefault(cell.ink, []).extend(_shift_rectangles(parts, x, y))
        elif parts := _LINE_RECTANGLES.get(cell.glyph):
            lines.setdefault(cell.ink, []).extend(_shift_rectangles(parts, x, y))
        elif strokes := _ROUNDED_LINE_PATHS.get(cell.glyph):
            curves.setdefault(cell.ink, []).extend(f"M{x + left} {y + top}{way}" for left, top, way in strokes)
        elif cell.glyph.strip():
            letters.setdefault((cell.ink, cell.bold, cell.italic), []).append((column, row, cell.glyph))
        if cell.underline:
            lines.setdefault(cell.ink, []).append((x, y + 17, x + CELL_WIDTH, y + 18))
        if ground != colour_below:
            grounds.setdefault(ground, []).append((x, y, x + CELL_WIDTH, y + CELL_HEIGHT))
    elements = [_svg_path(colour, parts) for shapes in (grounds, inks) for colour, parts in shapes.items()]
    smooth = [_svg_path(colour, parts) for colour, parts in lines.items()]
    smooth += [
        f'<path fill="none" stroke="{ink}" stroke-width="{_LINE_PIXELS}" d="{"".join(ways)}"/>'
        for ink, ways in curves.items()
    ]
    crisp = f'<g shape-rendering="crispEdges">{"".join(elements)}</g>' if elements else ""
    return crisp + "".join(smooth) + "".join(_svg_texts(*style, places) for style, places in letters.items())


def svg_document(columns: int, rows: int, title: str, ground: str, content: str, style: str = "") -> str:
    """Return a picture of `columns` by `rows` cells with a margin of the colour `ground`; `style` is more CSS."""
    edge = PICTURE_MARGIN
    width, height = columns * CELL_WIDTH + 2 * edge, rows * CELL_HEIGHT + 2 * edge
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-edge} {-edge} {width} {height}" width="{width}" '
        f'height="{height}" style="{_FONT}">\n<title>{escape(title)}</title>\n'
        + (f"<style>{style}</style>\n" if style else "")
        + f'<rect x="{-edge}" y="{-edge}" width="{width}" height="{height}" rx="8" fill="{ground}"/>\n'
        + f"{content}\n</svg>\n"
    )


def svg_picture(rows: Sequence[Iterable[Segment]], title: str) -> str:
    """Return rows of segments as a picture in SVG; equal rows give equal texts."""
    lines = [cells_of(row) for row in rows]
    cells = cells_by_place(lines)
    ground = most_frequent_ground(cells)
    return svg_document(max(map(len, lines)), len(lines), title, ground, svg_shapes(cells, ground))


def cells_by_place(lines: Sequence[Sequence[Cell]]) -> dict[tuple[int, int], Cell]:
    """Return rows of cells as a mapping of column and row to the cell."""
    return {(x, y): cell for y, line in enumerate(lines) for x, cell in enumerate(line)}


def most_frequent_ground(cells: Mapping[tuple[int, int], Cell]) -> str:
    """Return the background that most cells have."""
    grounds = [cell.ground for cell in cells.values()]
    return max(sorted(set(grounds)), key=grounds.count)


def _style_colours(style: Style) -> tuple[str, str, bool, bool, bool]:
    """Return the text colour and the background of a style, and whether it is bold, italic and underlined."""
    theme = SVG_EXPORT_THEME
    ink = (style.color or Color.default()).get_truecolor(theme)
    ground = (style.bgcolor or Color.default()).get_truecolor(theme, foreground=False)
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = blend_rgb(ink, ground, 0.5)
    return ink.hex, ground.hex, bool(style.bold), bool(style.italic), bool(style.underline)


def _mix_colours(ground: str, ink: str, share: float) -> str:
    """Return the colour between `ground` and `ink` that has this `share` (0 to 1) of the ink."""
    return blend_rgb(Color.parse(ground).get_truecolor(), Color.parse(ink).get_truecolor(), share).hex


def _shift_rectangles(parts: Iterable[Rectangle], x: int, y: int) -> Iterable[Rectangle]:
    """Return rectangles moved by `x` pixels to the right and by `y` pixels down."""
    return ((left + x, top + y, right + x, bottom + y) for left, top, right, bottom in parts)


def _svg_path(colour: str, parts: Iterable[Rectangle]) -> str:
    """Return rectangles of a colour as one SVG path."""
    ways = (
        f"M{left:g} {top:g}h{right - left:g}v{bottom - top:g}h{left - right:g}z"
        for left, top, right, bottom in _join_rectangles(parts)
    )
    return f'<path fill="{colour}" d="{"".join(ways)}"/>'


def _join_rectangles(parts: Iterable[Rectangle]) -> list[Rectangle]:
    """Return rectangles with neighbours made one: first those side by side, then equally wide ones below each other."""
    rows: list[Rectangle] = []
    for left, top, right, bottom in sorted(parts, key=lambda part: (part[1], part[3], part[0])):
        if rows and rows[-1][1] == top and rows[-1][3] == bottom and rows[-1][2] >= left:
            rows[-1] = (rows[-1][0], top, max(rows[-1][2], right), bottom)
        else:
            rows.append((left, top, right, bottom))
    whole: list[Rectangle] = []
    for left, top, right, bottom in sorted(rows, key=lambda part: (part[0], part[2], part[1])):
        if whole and whole[-1][0] == left and whole[-1][2] == right and whole[-1][3] >= top:
            whole[-1] = (left, whole[-1][1], right, max(whole[-1][3], bottom))
        else:
            whole.append((left, top, right, bottom))
    return sorted(whole, key=lambda part: (part[1], part[0]))


def _svg_texts(ink: str, bold: bool, italic: bool, positioned_texts: list[tuple[int, int, str]]) -> str:
    """Return the SVG of glyphs of one style, given as column, row and text.

    Words with one space between are one text.
    """
    texts = []
    for row, glyphs in groupby(positioned_texts, key=lambda place: place[1]):
        runs: list[tuple[int, int, str]] = []
        for column, _, glyph in glyphs:
            gap = column - runs[-1][1] if runs else 2
            if gap > 1:
                runs.append((column, column + cell_len(glyph), glyph))
            else:
                runs[-1] = (runs[-1][0], column + cell_len(glyph), runs[-1][2] + " " * gap + glyph)
        for start, end, text in runs:
            length = f' textLength="{(end - start) * CELL_WIDTH}"' if end - start > 1 else ""
            texts.append(
                f'<text x="{start * CELL_WIDTH}" y="{row * CELL_HEIGHT + _BASELINE_PIXELS}"{length}>'
                f"{escape(text, quote=False)}</text>"
            )
    look = (' font-weight="bold"' if bold else "") + (' font-style="italic"' if italic else "")
    return f'<g fill="{ink}"{look}>{"".join(texts)}</g>'
