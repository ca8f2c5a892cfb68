"""Charts on a canvas: curves, each with a colour and a marker of its own, and bars with their labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count, cycle, takewhile
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.style import Style

from tui.cards import Canvas, Look, style
from tui.drawing.rect import Rect
from tui.drawing.styles import Styles, text_style
from tui.drawing.wrap import clip

MAX_CURVES: Final = 8
"""A chart has at most this many curves with a marker, so that a reader can tell them apart."""

_CURVE_MARKERS: Final = "●■▲◆○□△◇"
"""The markers of curves, so that they can be told apart without colours. The first is that of the reader's own."""
_ASCII_CURVE_MARKERS: Final = "o#^*+x@%"
"""The ASCII markers of curves. The first is that of the reader's own."""

_CURVE_COLOURS_ON_DARK: Final = ("#5fd7ff", "#ffffff", "#af87ff", "#5faf87", "#afafd7", "#ff8787", "#afaf5f", "#d787d7")
"""The colours of curves on a dark background, all among the 256 colours.

The reader's own curve is gold, and the second colour is for the one compared with it: it is the brightest. The first
five and gold also differ for people who see no red or no green.
"""

_CURVE_COLOURS_ON_LIGHT: Final = (
    "#af005f",
    "#000000",
    "#0000ff",
    "#870087",
    "#875f5f",
    "#005faf",
    "#005f00",
    "#5f5f5f",
)
"""The colours of curves on a light background, chosen like those on a dark one."""

_ANSI_CURVE_COLOURS: Final = ("cyan", "white", "magenta", "green", "blue", "red")
"""The colours of curves on a terminal with 16 colours."""

_DOT_COLUMNS_PER_CELL: Final = 2
"""The number of columns of dots in a cell of a curve."""
_DOT_ROWS_PER_CELL: Final = 4
"""The number of rows of dots in a cell of a curve."""

_BRAILLE_BLANK: Final = 0x2800
"""The code point of the braille character without dots; adding the bits of some dots gives the character with these
dots."""

_BRAILLE_BITS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of the dots of a braille character, by column and then by row."""

_BOLD_CURVES: Final = 2
"""This many curves of a chart are thick lines: the reader's own, and the best of the others."""

_LINE_PATTERNS: Final = ((1, 0), (18, 3), (1, 0), (10, 4), (2, 4), (8, 3, 2, 3), (4, 4), (2, 7))
"""The patterns of the lines of curves, the most important curve first: the number of dots that are painted, of those
that are left out, and so on. With the thickness they tell the curves apart without colours."""

_STRIPE_WIDTH: Final = 4
"""The width in columns of a stripe: where several curves run in the same row, they are painted in turn."""

_ASCII_DASH_WIDTH: Final = 2
"""The width in columns of a dash in ASCII: where several curves run in the same row, their dashes alternate."""

_STEPS_OF_SCALE: Final = (1, 2, 5, 10, 20, 25, 50)
"""The distances that the numbers of a scale below 100 may have; from there on they are these, times a power of 100."""

_MIN_ROWS_BETWEEN_NUMBERS: Final = 2
"""Two numbers of a scale are at least this many rows apart."""

_MAX_ROWS_BETWEEN_NUMBERS: Final = 4
"""Two numbers of a scale are at most this many rows apart."""

_MIN_PLOT_HEIGHT: Final = 3
"""A plot has at least this many rows."""

_STEPS_OF_PARTS: Final = (1, 5, 10, 25, 50, 100)
"""The distances that the numbers of parts below an axis may have."""

_MIN_COLUMNS_BETWEEN_PARTS: Final = 2
"""Between two numbers below the axis there are at least this many columns."""

_MIN_ROWS_FOR_LABELS: Final = 5
"""A chart has a row of labels below its axis if it has at least this many rows."""


class Curve(NamedTuple):
    """A curve: its values at equal distances, whether it is the reader's own, and in a game of teams the number of its
    team, from 0, which gives it the same sign and colour as on the table."""

    values: tuple[float, ...]
    own: bool = False
    team: int | None = None


AxisLabels: TypeAlias = tuple[str, str | int]
"""The labels below an axis: those of its two ends; or the word for a part of a match, such as ``Play``, and the number
of parts, which are all equally long."""


class Scale(NamedTuple):
    """The scale of a plot: the values in the middle of its lowest and of its highest row, and its numbers, by row.

    The numbers are round ones, 0 among them, all equally many rows apart.
    """

    low: float
    high: float
    number_by_row: Mapping[int, str]


class Bar(NamedTuple):
    """A horizontal bar: its label, its length as a value, the text at its end, and whether it is golden: the reader's
    own, or a good one for them.
    """

    label: str
    value: float
    text: str
    own: bool = False


def sign_numbers(curves: Sequence[Curve]) -> list[int]:
    """Return for each curve the number of its sign, its marker and its colour: that of its team, or else 0 for the
    reader's own, and the next for the others in their order.

    Without teams and without a curve of the reader the first curve has number 0.
    """
    order = _order_of_importance(curves)
    return [order.index(number) if curve.team is None else curve.team for number, curve in enumerate(curves)]


def curve_styles(curves: Sequence[Curve], look: Look) -> list[Style]:
    """Return the style of each curve: that of a team has the team's colour, else the reader's own is gold."""
    signs = sign_numbers(curves)
    return [
        curve_style(sign, curve.own and curve.team is None, look) for sign, curve in zip(signs, curves, strict=True)
    ]


def _order_of_importance(curves: Sequence[Curve]) -> list[int]:
    """Return the numbers of the curves, the most important first: the reader's own, then the others in their order."""
    return sorted(range(len(curves)), key=lambda number: not curves[number].own)


def curve_marker(sign_number: int, look: Look) -> str:
    """Return the marker of the curve with this sign number, from 0."""
    return (_ASCII_CURVE_MARKERS if look.ascii else _CURVE_MARKERS)[sign_number % MAX_CURVES]


@lru_cache(maxsize=64)
def curve_style(sign_number: int, own: bool, look: Look) -> Style:
    """Return the style of the curve with this sign number, from 0; with `own` it is gold."""
    if own or not look.coloured:
        return text_style(look, "gold" if own else "ink", bold=own)
    if not look.solid:
        return style(_ANSI_CURVE_COLOURS[sign_number % len(_ANSI_CURVE_COLOURS)])
    inks = _CURVE_COLOURS_ON_LIGHT if _is_light(look.palette.felt) else _CURVE_COLOURS_ON_DARK
    return style(inks[sign_number % len(inks)])


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
    labels: AxisLabels = ("", ""),
    percent: bool = False,
) -> None:
    """Paint curves with a scale of round numbers at the left, an axis at 0, and at the bottom the `labels` of the axis.

    Labels of parts are the word and round numbers, each below the end of its part, and the last number.

    The curves are in the order of their final ranks; `sign_numbers` says which marker and colour each has. A marker
    stands only at the end of its curve: along a line it would be taken for an event. All are lines of dots, each with a
    pattern of its own (`_LINE_PATTERNS`); in ASCII they are rows of markers. The reader's curve is on top, below it the
    others in their order, and the first two are thick. A cell of several curves has the dots of one alone, so that a
    line keeps its colour where others cross it: those of the uppermost, or where they run level in the same row, of
    each in turn. Right of the ends of the curves stands each last value behind the markers of all curves that end
    with it, in a row near by if another value stands there. With `percent` the scale is from 0 to 100. Nothing is
    painted in a rectangle without room for a curve.

    Curves after the first `MAX_CURVES` are dotted quiet lines behind the others, without marker and last value.
    """
    values = [value for curve in curves for value in curve.values]
    if not values:
        return
    unmarked_curves, curves = curves[MAX_CURVES:], curves[:MAX_CURVES]
    low, high = (0.0, 100.0) if percent else (min(0.0, *values), max(1.0, *values))
    unit = "%" if percent else ""
    below = 1 if labels[0] and rect.height >= _MIN_ROWS_FOR_LABELS else 0
    height = rect.height - below
    if height < _MIN_PLOT_HEIGHT:
        return
    low, high, numbers = _scale_for(height, low, high, most=high if percent else math.inf)
    scale = {row: f"{text}{unit}" for row, text in numbers.items()}
    margin = max(map(len, scale.values())) + 1
    order = _order_of_importance(curves)
    signs = sign_numbers(curves)
    ends: dict[str, list[int]] = {}
    for number, curve in enumerate(curves):
        ends.setdefault(f"{_scale_number(curve.values[-1])}{unit}", []).append(number)
    has_markers = len(curves) > 1
    ends_width = max(len(text) + has_markers * (len(numbers) + 1) for text, numbers in ends.items())
    plot = Rect(rect.x + margin + 1, rect.y, rect.width - margin - 2 - ends_width, height)
    if plot.width < 2:
        return
    _paint_axes(canvas, plot, scale, _cell_row(0, plot.height, low, high), styles)
    if below:
        for x, text in _placed_labels(labels, plot.width, plot.x - rect.x):
            canvas.text(plot.x + x, plot.bottom, styles.displayable_text(text), styles.quiet)
    dots = [_curve_dots(curve.values, plot, low, high) for curve in curves]
    rows = [
        [dots_of[_DOT_COLUMNS_PER_CELL * column] // _DOT_ROWS_PER_CELL for column in range(plot.width)]
        for dots_of in dots
    ]
    pens = curve_styles(curves, styles.look)
    markers = [curve_marker(sign, styles.look) for sign in signs]
    _paint_dotted_lines(canvas, plot, [_curve_dots(curve.values, plot, low, high) for curve in unmarked_curves], styles)
    if styles.look.ascii:
        _paint_ascii_lines(canvas, plot, rows, order, markers, pens)
    else:
        _paint_lines(canvas, plot, dots, rows, order, pens)
    highest_first = sorted(ends, key=lambda text: -curves[ends[text][0]].values[-1])
    end_row = {text: dots[ends[text][0]][-1] // _DOT_ROWS_PER_CELL for text in highest_first}
    for text, y in _rows_of_last_values(
        end_row, [text for number in order for text in ends if number in ends[text]], plot.height
    ):
        x = plot.right + 1
        for number in ends[text] if has_markers else ():
            x = canvas.text(x, plot.y + y, markers[number], pens[number])
        canvas.text(x + has_markers, plot.y + y, text, pens[min(ends[text], key=order.index)])


def _scale_for(height: int, low: float, high: float, most: float) -> Scale:
    """Return the scale of a plot of three rows or more that holds `low`, 0 and `high` and leaves the least room unused.

    `low` is at most 0, `high` above it; no number is above `most`.
    """
    most_rows = max(_MIN_ROWS_BETWEEN_NUMBERS, min(_MAX_ROWS_BETWEEN_NUMBERS, (height - 1) // 2))
    choices = (
        (Fraction(step, rows), rows)
        for step in takewhile(lambda step: step <= 100 * most_rows * (high - low), _round_steps())
        for rows in range(_MIN_ROWS_BETWEEN_NUMBERS, most_rows + 1)
    )
    row_value, rows = min(
        choice for choice in choices if math.ceil(-low / choice[0]) + math.ceil(high / choice[0]) < height
    )
    zero_row = height - 1 - math.ceil(-low / row_value)
    values = {y: float(row_value * (zero_row - y)) for y in range(height) if (zero_row - y) % rows == 0}
    numbers = {y: _scale_number(value) for y, value in values.items() if value <= most}
    return Scale(float(row_value * (zero_row - height + 1)), float(row_value * zero_row), numbers)


def _round_steps() -> Iterator[int]:
    """Yield the distances that round numbers of a scale may have, in rising order."""
    for power in count():
        yield from (step * 100**power for step in _STEPS_OF_SCALE)


def _placed_labels(labels: AxisLabels, width: int, columns_before: int) -> Sequence[tuple[int, str]]:
    """Return the labels of an axis of `width` columns that have room, each with the column where it begins.

    The word for a part gives way to the number of the first part, into the `columns_before` the axis.
    """
    word, parts = labels
    if isinstance(parts, str):
        has_room = cell_len(word) + cell_len(parts) < width
        return [(0, word), *([(width - cell_len(parts), parts)] if has_room else ())]
    room = len(str(parts)) + _MIN_COLUMNS_BETWEEN_PARTS
    step = next((step for step in _STEPS_OF_PARTS if step * width >= room * parts), parts)
    columns = {
        number: min(
            round(number / parts * (_DOT_COLUMNS_PER_CELL * width - 1)) // _DOT_COLUMNS_PER_CELL
            - (len(str(number)) - 1) // 2,
            width - len(str(number)),
        )
        for number in (parts, 1, *range(step, parts, step))
    }
    placed = [(max(min(0, columns[1] - cell_len(word) - 2), -columns_before), f"{word} ")]
    for number, x in columns.items():
        text = str(number)
        if all(x >= at + cell_len(other) + 1 or x + len(text) + 1 <= at for at, other in placed):
            placed.append((x, text))
    return placed


def _scale_number(value: float) -> str:
    """Return a value as text for the scale: with one decimal if it is below 10 and not whole, else without.

    It is rounded first, so that equal figures have equal texts: 9.96 is ``10``, as 10 is.
    """
    tenths = round(value, 1)
    return str(round(value)) if tenths == round(tenths) or abs(tenths) >= 10 else f"{tenths:.1f}"


def _paint_axes(canvas: Canvas, plot: Rect, scale: Mapping[int, str], zero_row: int, styles: Styles) -> None:
    """Paint the two axes, the horizontal one in the `zero_row` of the plot, and the numbers of the `scale`, by row."""
    tick, line, corner, crossing, floor = "||||-" if styles.look.ascii else "┤│└┼─"
    for y in range(plot.height):
        mark = scale.get(y, "")
        canvas.text(plot.x - 2 - len(mark), plot.y + y, mark, styles.quiet)
        canvas.text(plot.x - 1, plot.y + y, tick if mark else line, styles.quiet)
    end = corner if zero_row == plot.height - 1 else crossing
    canvas.text(plot.x - 1, plot.y + zero_row, end + floor * plot.width, styles.quiet)


def _dot_row(value: float, height: int, low: float, high: float) -> int:
    """Return the row of dots of a value in a plot of `height` rows of cells, counted from the top.

    `low` is in the middle of the lowest row of cells, `high` in that of the highest, beside their numbers.
    """
    return round((high - value) / (high - low) * _DOT_ROWS_PER_CELL * (height - 1)) + 1


def _cell_row(value: float, height: int, low: float, high: float) -> int:
    """Return the row of cells of a value in a plot of `height` rows, counted from the top."""
    return _dot_row(value, height, low, high) // _DOT_ROWS_PER_CELL


def _curve_dots(values: Sequence[float], plot: Rect, low: float, high: float) -> list[int]:
    """Return the row of dots of a curve in each column of dots of a plot, counted from the top."""
    last, columns = len(values) - 1, _DOT_COLUMNS_PER_CELL * plot.width
    dots = []
    for column in range(columns):
        before, share = divmod(column * last, columns - 1)
        value = values[before]
        if share:
            value += (values[before + 1] - value) * share / (columns - 1)
        dots.append(_dot_row(value, plot.height, low, high))
    return dots


def _rows_of_last_values(rows: Mapping[str, int], order: Sequence[str], height: int) -> Iterator[tuple[str, int]]:
    """Yield each last value that is shown, with its row: the one in which its curves end, or one near by.

    `rows` maps each last value, the highest first, to the row in which its curves end; `order` says which values are
    shown if there are fewer rows than values.
    """
    room_for = list(dict.fromkeys(order))[:height]
    shown = [value for value in rows if value in room_for]
    places: list[int] = []
    for value in shown:
        places.append(max(rows[value], places[-1] + 1 if places else 0))
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], height - len(places) + at)
    yield from zip(shown, places, strict=True)


def _paint_lines(
    canvas: Canvas,
    plot: Rect,
    dots: Sequence[Sequence[int]],
    rows: Sequence[Sequence[int]],
    order: Sequence[int],
    pens: Sequence[Style],
) -> None:
    """Paint curves as lines of dots.

    `dots` has for each curve its row of dots in each column of dots, `rows` its row of cells in each column of cells;
    `order` has the numbers of the curves, the uppermost first, of which the first `_BOLD_CURVES` are thick.
    """
    bits_by_cell: dict[tuple[int, int], dict[int, int]] = {}
    for place, number in enumerate(order):
        for column, row in _patterned_dots(dots[number], _LINE_PATTERNS[place % len(_LINE_PATTERNS)]):
            for y in range(row, row + 1 + (place < _BOLD_CURVES)):
                bits = bits_by_cell.setdefault((column // _DOT_COLUMNS_PER_CELL, y // _DOT_ROWS_PER_CELL), {})
                bit = _BRAILLE_BITS[column % _DOT_COLUMNS_PER_CELL][y % _DOT_ROWS_PER_CELL]
                bits[number] = bits.get(number, 0) | bit
    for (x, y), bits in bits_by_cell.items():
        uppermost, *_ = bits  # the first curve in `order` came first
        level = [number for number in bits if all(row == y for row in rows[number][max(x - 1, 0) : x + 2])]
        shown = level[x // _STRIPE_WIDTH % len(level)] if uppermost in level else uppermost
        canvas.text(plot.x + x, plot.y + y, chr(_BRAILLE_BLANK + bits[shown]), pens[shown])


def _patterned_dots(rows: Sequence[int], pattern: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the dots of a line from its beginning to its end, each as column and row, without those that a pattern
    leaves out.

    `rows` has the row in which the line leaves each column. `pattern` is the number of dots that are painted, of those
    that are left out, and so on.
    """
    is_painted = cycle([place % 2 == 0 for place, number in enumerate(pattern) for _ in range(number)])
    for column, first, last in _line_columns(rows):
        is_rising = column > 0 and rows[column] < rows[column - 1]
        for y in reversed(range(first, last + 1)) if is_rising else range(first, last + 1):
            if next(is_painted):
                yield column, y


def _paint_dotted_lines(canvas: Canvas, plot: Rect, dots: Sequence[Sequence[int]], styles: Styles) -> None:
    """Paint curves as quiet lines of single dots; `dots` has for each curve its row of dots in each column of dots."""
    bits: dict[tuple[int, int], int] = {}
    for x, y in {(column, rows[column]) for rows in dots for column in range(0, len(rows), _DOT_COLUMNS_PER_CELL)}:
        cell = x // _DOT_COLUMNS_PER_CELL, y // _DOT_ROWS_PER_CELL
        bits[cell] = bits.get(cell, 0) | _BRAILLE_BITS[x % _DOT_COLUMNS_PER_CELL][y % _DOT_ROWS_PER_CELL]
    for (x, y), dots_of_cell in bits.items():
        sign = "." if styles.look.ascii else chr(_BRAILLE_BLANK + dots_of_cell)
        canvas.text(plot.x + x, plot.y + y, sign, styles.quiet)


def _line_columns(rows: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield each column of a line that has no gaps, with the first and the last row of the line in this column.

    `rows` has the row in which the line leaves each column.
    """
    for column, y in enumerate(rows):
        before = rows[column - 1] if column else y
        yield column, min(y, before + 1), max(y, before - 1)


def _paint_ascii_lines(
    canvas: Canvas,
    plot: Rect,
    rows: Sequence[Sequence[int]],
    order: Sequence[int],
    markers: Sequence[str],
    pens: Sequence[Style],
) -> None:
    """Paint curves as lines of their ASCII markers; curves in the same row alternate.

    `rows` has for each curve its row in each column; `order` has the numbers of the curves, the uppermost first.
    """
    for number in reversed(order):
        for column, first, last in _line_columns(rows[number]):
            for y in range(first, last + 1):
                level = [one for one in order if rows[one][column] == y]
                shown = level[column // _ASCII_DASH_WIDTH % len(level)] if y == rows[number][column] else number
                canvas.text(plot.x + column, plot.y + y, markers[shown], pens[shown])


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
        canvas.text(rect.x + labels + 1, y, length, styles.gold if bar.own else curve_style(0, False, styles.look))
        canvas.text(rect.x + labels + 2 + len(length), y, bar.text, styles.gold if bar.own else styles.plain)


def bar_text(share: float, width: int, ascii_only: bool = False) -> str:
    """Return a bar that fills `share` (0 to 1) of `width` columns; a share above 0 is at least visible.

    It is half as high as a row, so that the bars of rows below each other do not look like one.
    """
    return ("#" if ascii_only else "▄") * max(round(share * width), share > 0)
