"""Charts on a canvas: curves, each with a colour and a marker of its own, and bars with their labels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tui.cards import Canvas, Look, style
from tui.drawing.rect import Rect
from tui.drawing.styles import Styles, text_style
from tui.drawing.wrap import clip

MAX_CURVES: Final = 8
"""A chart has at most this many curves, so that a reader can tell them apart."""

_CURVE_MARKERS: Final = "●■▲◆○□△◇"
"""The markers on curves by the number of the curve, so that they can be told apart without colours."""
_ASCII_CURVE_MARKERS: Final = "o#^*+x@%"
"""The ASCII markers on curves, by the number of the curve."""

_CURVE_COLOURS_ON_DARK: Final = ("#5fd7ff", "#ff87af", "#afff87", "#d7afff", "#ffaf5f", "#ffffd7", "#87d7af", "#d7d7d7")
"""The colours of curves on a dark background by the number of the curve, all among the 256 colours."""

_CURVE_COLOURS_ON_LIGHT: Final = (
    "#005faf",
    "#af005f",
    "#005f00",
    "#5f00af",
    "#875f00",
    "#005f5f",
    "#5f0000",
    "#4e4e4e",
)
"""The colours of curves on a light background by the number of the curve, all among the 256 colours."""

_ANSI_CURVE_COLOURS: Final = ("cyan", "magenta", "green", "blue", "red")
"""The colours of curves on a terminal with 16 colours, by the number of the curve."""

_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
"""The four sides of a cell that a line may touch."""

_LINE_BY_SIDES: Final = {
    _LEFT | _RIGHT: "─", _UP | _DOWN: "│", _LEFT | _UP: "╯", _LEFT | _DOWN: "╮", _RIGHT | _UP: "╰", _RIGHT | _DOWN: "╭",
}  # fmt: skip
"""Maps the sides of a cell that a line touches, added up, to the character that draws the line."""

_DASHED_LINE: Final = "┄┊"
"""The characters that draw a dashed line, level and upright."""

_DASH_WIDTH: Final = 2
"""The width in columns of one dash, where several curves run in the same row and are drawn as dashes in turn."""

BAR_TOPS: Final = " ▁▂▃▄▅▆▇█"
"""The top cell of an upright bar, by the number of eighths of the cell that it fills."""

_MARKER_SPACING: Final = 8
"""The distance in columns between two markers of one curve: so small that it can be followed without its colour."""

_MIN_ROWS_FOR_LABELS: Final = 5
"""A chart has a row of labels below its axis if it has at least this many rows."""


class Curve(NamedTuple):
    """A curve: its values at equal distances, and whether it is the reader's own."""

    values: tuple[float, ...]
    own: bool = False


class Bar(NamedTuple):
    """A horizontal bar: its label, its length as a value, the text at its end, and whether it is the reader's own."""

    label: str
    value: float
    text: str
    own: bool = False


def curve_marker(curve_number: int, look: Look) -> str:
    """Return the marker on the curve of this number, from 0."""
    return (_ASCII_CURVE_MARKERS if look.ascii else _CURVE_MARKERS)[curve_number % MAX_CURVES]


@lru_cache(maxsize=64)
def curve_style(curve_number: int, own: bool, look: Look) -> Style:
    """Return the style of the curve of this number, from 0; the reader's own one is gold."""
    if own or not look.coloured:
        return text_style(look, "gold" if own else "ink", bold=own)
    if not look.solid:
        return style(_ANSI_CURVE_COLOURS[curve_number % len(_ANSI_CURVE_COLOURS)])
    inks = _CURVE_COLOURS_ON_LIGHT if _is_light(look.palette.felt) else _CURVE_COLOURS_ON_DARK
    return style(inks[curve_number % len(inks)])


def _is_light(colour: str) -> bool:
    """Return whether a colour, written as ``#rrggbb``, is a light one."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue > 128_000


def paint_curves(
    canvas: Canvas,
    rect: Rect,
    curves: Sequence[Curve],
    styles: Styles,
    *,
    labels: tuple[str, str] = ("", ""),
    percent: bool = False,
) -> None:
    """Paint curves with a scale at the left, and below the axis the `labels` of its two ends.

    The first curve, which is that of the winner, has marker and style number 0, and so on. It and the reader's own are
    lines, the others dots. Where curves cross, the cell is that of the reader's, then of the winner's, then of the
    others in their order; where several lines or several dotted ones run in one row, they share it in dashes. Right of
    its end each curve has its marker and its last value, in a row near by if another has its own there. With `percent`
    the scale is from 0 to 100. Nothing is painted in a rectangle without room for a curve.
    """
    values = [value for curve in curves for value in curve.values]
    if not values:
        return
    low, high = (0.0, 100.0) if percent else (min(0.0, *values), max(1.0, *values))
    unit = "%" if percent else ""
    scale = [f"{_scale_number(value)}{unit}" for value in (high, (low + high) / 2, low)]
    margin = max(map(len, scale)) + 1
    below = 2 if any(labels) and rect.height >= _MIN_ROWS_FOR_LABELS else 1
    ends = [f"{_scale_number(curve.values[-1])}{unit}" for curve in curves]
    if len(curves) > 1:
        ends = [f"{curve_marker(number, styles.look)} {end}" for number, end in enumerate(ends)]
    plot = Rect(rect.x + margin + 1, rect.y, rect.width - margin - 2 - max(map(len, ends)), rect.height - below)
    if plot.width < 2 or plot.height < 2:
        return
    _paint_axes(canvas, plot, scale, styles)
    if below == 2:
        left, right = (styles.displayable_text(text) for text in labels)
        canvas.text(plot.x, plot.bottom + 1, left, styles.quiet)
        if cell_len(left) + cell_len(right) < plot.width:
            canvas.text(plot.right - cell_len(right), plot.bottom + 1, right, styles.quiet)
    rows = [_curve_rows(curve.values, plot, low, high) for curve in curves]
    order = sorted(range(len(curves)), key=lambda number: not curves[number].own)
    pens = [curve_style(number, curve.own, styles.look) for number, curve in enumerate(curves)]
    _paint_lines(canvas, plot, rows, order, pens, styles.look)
    for number, y in _end_rows([row_of[-1] for row_of in rows], order, plot.height).items():
        canvas.text(plot.right + 1, plot.y + y, ends[number], pens[number])


def _scale_number(value: float) -> str:
    """Return a value as text for the scale: without decimals, but with one if it is below 10 and not whole."""
    return f"{value:.0f}" if value == round(value) or abs(value) >= 10 else f"{value:.1f}"


def _paint_axes(canvas: Canvas, plot: Rect, scale: Sequence[str], styles: Styles) -> None:
    """Paint the two axes and the numbers of the `scale`: the highest, the lowest, and if there is room the middle."""
    tick, line, corner, floor = "|||-" if styles.look.ascii else "┤│└─"
    marks = {0: scale[0], plot.height - 1: scale[2]}
    if plot.height >= 5 and scale[1] not in marks.values():
        marks[(plot.height - 1) // 2] = scale[1]
    for y in range(plot.height):
        mark = marks.get(y, "")
        canvas.text(plot.x - 2 - len(mark), plot.y + y, mark, styles.quiet)
        canvas.text(plot.x - 1, plot.y + y, tick if mark else line, styles.quiet)
    canvas.text(plot.x - 1, plot.bottom, corner + floor * plot.width, styles.quiet)


def _curve_rows(values: Sequence[float], plot: Rect, min_value: float, max_value: float) -> list[int]:
    """Return the row of a curve in each column of a plot, counted from the top.

    `min_value` is the value of the lowest row, `max_value` that of the highest.
    """
    last = len(values) - 1
    nearest = (values[round(column * last / max(plot.width - 1, 1))] for column in range(plot.width))
    return [round((max_value - value) / (max_value - min_value) * (plot.height - 1)) for value in nearest]


def _end_rows(rows: Sequence[int], order: Sequence[int], height: int) -> dict[int, int]:
    """Return the row of the label at the end of each curve, by its number: its last row, or one near by.

    `rows` has the last row of each curve; `order` says who is left a label where there are fewer rows than curves.
    """
    labelled = sorted(order[:height], key=lambda number: (rows[number], number))
    places: list[int] = []
    for number in labelled:
        places.append(max(rows[number], places[-1] + 1 if places else 0))
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], height - len(places) + at)
    return dict(zip(labelled, places, strict=True))


def _paint_lines(
    canvas: Canvas,
    plot: Rect,
    rows: Sequence[Sequence[int]],
    order: Sequence[int],
    pens: Sequence[Style],
    look: Look,
) -> None:
    """Paint the winner's curve and the reader's as lines, the others in dots, with markers on them.

    In ASCII they are markers alone. `rows` has for each curve its row in each column; `order` has the numbers of the
    curves, the uppermost first.
    """
    lines = {0, order[0]}
    for (column, y), sides in _cells_touched(rows).items():
        here = sorted(sides, key=lambda number: (number not in lines, order.index(number)))
        signed = [
            number
            for number in here
            if rows[number][column] == y and _has_marker(column, number, len(rows), plot.width)
        ]
        if signed:
            shown = signed[0]
        else:
            shown = here[0]
            level = [
                number for number in here if not sides[number] & (_UP | _DOWN) and (number in lines) is (shown in lines)
            ]
            if shown in level:
                shown = level[(column // _DASH_WIDTH) % len(level)]
        if look.ascii or signed:
            character = curve_marker(shown, look)
        else:
            is_upright = sides[shown] == _UP | _DOWN
            character = _LINE_BY_SIDES[sides[shown]] if shown in lines else _DASHED_LINE[is_upright]
        canvas.text(plot.x + column, plot.y + y, character, pens[shown])


def _cells_touched(rows: Sequence[Sequence[int]]) -> dict[tuple[int, int], dict[int, int]]:
    """Return the sides of each cell that each curve touches: by cell (column, row), then by the number of the curve."""
    touched: dict[tuple[int, int], dict[int, int]] = {}
    for number, row_of in enumerate(rows):
        for column, y in enumerate(row_of):
            before = row_of[column - 1] if column else y
            step = 1 if y > before else -1
            out, into = (_DOWN, _UP) if y > before else (_UP, _DOWN)
            sides = {y: _LEFT | _RIGHT} if y == before else {before: _LEFT | out, y: _RIGHT | into}
            sides |= dict.fromkeys(range(before + step, y, step), _UP | _DOWN)
            for at, side in sides.items():
                touched.setdefault((column, at), {})[number] = side
    return touched


def _has_marker(column: int, curve_number: int, curves: int, width: int) -> bool:
    """Return whether the curve of this number, one of `curves`, has its marker in this column; a single one has none.

    Different curves have their markers in different columns.
    """
    first = width - 3 - curve_number * _MARKER_SPACING // curves
    return curves > 1 and 1 < column <= first and (first - column) % _MARKER_SPACING == 0


def paint_bars(canvas: Canvas, rect: Rect, bars: Sequence[Bar], styles: Styles) -> None:
    """Paint a bar in each row, as many as there are rows, all on one scale; labels take at most half of the width."""
    if not bars:
        return
    labels = min(max(cell_len(bar.label) for bar in bars), rect.width // 2)
    texts = max(cell_len(bar.text) for bar in bars)
    room = rect.width - labels - texts - 3
    most = max(*(bar.value for bar in bars), 1e-9)
    for y, bar in enumerate(bars[: rect.height], rect.y):
        canvas.text(rect.x, y, clip(bar.label, labels), styles.strong if bar.own else styles.plain)
        length = bar_text(bar.value / most, room, styles.look.ascii) if room > 0 else ""
        canvas.text(rect.x + labels + 1, y, length, styles.gold if bar.own else styles.key)
        canvas.text(rect.x + labels + 2 + len(length), y, bar.text, styles.gold if bar.own else styles.plain)


def bar_text(share: float, width: int, ascii_only: bool = False) -> str:
    """Return a bar that fills `share` (0 to 1) of `width` columns; a share above 0 is at least visible.

    It is lower than a row, so that the bars of rows below each other do not look like one.
    """
    return ("#" if ascii_only else "▆") * max(round(share * width), share > 0)
