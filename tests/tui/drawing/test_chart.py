"""Charts: curves that can be distinguished without colours, and bars on one scale."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rich.style import Style

from tui.cards import LOOKS, Canvas
from tui.drawing.chart import MAX_CURVES, Bar, Curve, bar_text, curve_marker, curve_style, paint_bars, paint_curves
from tui.drawing.rect import Rect
from tui.drawing.styles import styles_on, text_style

RISING_CURVE = Curve((0, 10, 20), own=True)
"""The reader's own curve, which rises."""
FALLING_CURVE = Curve((20, 10, 0))
"""Another player's curve, which falls."""


def chart_rows(
    look: str, *curves: Curve, width: int = 40, height: int = 10, axis_labels: tuple[str, str] = ("", "")
) -> list[str]:
    """Return the rows of a chart."""
    canvas = Canvas(width, height)
    paint_curves(canvas, Rect(0, 0, width, height), curves, styles_on(LOOKS[look]), labels=axis_labels)
    return str(canvas).split("\n")


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
def test_each_curve_of_a_chart_ends_with_its_own_marker_and_value_at_its_height(look):
    rows = chart_rows(look, RISING_CURVE, FALLING_CURVE)
    first, second = curve_marker(0, LOOKS[look]), curve_marker(1, LOOKS[look])
    assert rows[0].rstrip().endswith(f"{first} 20")
    assert rows[8].rstrip().endswith(f"{second} 0")
    assert (rows[0].split()[0], rows[8].split()[0]) == ("20", "0")


@pytest.mark.parametrize("look", list(LOOKS))
def test_eight_curves_have_eight_markers_in_every_look_and_ascii_ones_in_ascii(look):
    signs = {curve_marker(number, LOOKS[look]) for number in range(MAX_CURVES)}
    assert len(signs) == MAX_CURVES
    if LOOKS[look].ascii:
        assert "".join(chart_rows(look, RISING_CURVE, FALLING_CURVE, axis_labels=("Play 1", "Play 9"))).isascii()
        assert bar_text(0.5, 10, ascii_only=True) == "#####"


def test_solid_looks_also_tell_curves_apart_by_colour_and_the_readers_is_gold():
    look = LOOKS["four"]
    assert len({curve_style(number, False, look) for number in range(MAX_CURVES)}) == MAX_CURVES
    assert curve_style(3, True, look) == curve_style(0, True, look) == text_style(look, "gold", True)


def test_curves_that_end_at_one_height_have_their_markers_in_rows_near_by():
    rows = chart_rows("four", FALLING_CURVE, RISING_CURVE, FALLING_CURVE, RISING_CURVE, RISING_CURVE)
    assert [row.rstrip()[-4:].strip() for row in rows[:3]] == ["■ 20", "◆ 20", "○ 20"]
    assert [row.rstrip()[-3:] for row in rows[7:9]] == ["● 0", "▲ 0"]


def test_chart_with_fewer_rows_than_curves_has_the_markers_of_the_best_and_of_the_reader():
    curves = [Curve((0, 20 - number), own=number == 7) for number in range(8)]
    ends = [row.rstrip().split()[-2] for row in chart_rows("four", *curves, height=5)[:4]]
    assert ends == [curve_marker(number, LOOKS["four"]) for number in (0, 1, 2, 7)]


def colours_in_row(canvas: Canvas, y: int) -> str:
    """Return the numbers of the curves whose style the cells of a row have, in their order."""
    styles = {curve_style(number, own=False, look=LOOKS["four"]): str(number) for number in range(MAX_CURVES)}
    styles[curve_style(0, own=True, look=LOOKS["four"])] = "0"
    return "".join(styles.get(canvas._styles[y][x], "") for x in range(canvas.width))


def test_curves_in_one_row_share_it_in_dashes_so_that_each_can_be_followed():
    canvas = Canvas(60, 9)
    flat = Curve((10, 10, 10))
    paint_curves(canvas, Rect(0, 0, 60, 9), (flat._replace(own=True), flat, flat), styles_on(LOOKS["four"]))
    row = next(colours_in_row(canvas, y) for y in range(9) if colours_in_row(canvas, y))
    assert row.count("0") > row.count("2") > 4  # the reader's is a line, the others are dashes
    first, second = (flat._replace(own=number == 1) for number in range(2))
    canvas = Canvas(60, 9)
    paint_curves(canvas, Rect(0, 0, 60, 9), (first, second), styles_on(LOOKS["four"]))
    pens = [curve_style(number, number == 1, LOOKS["four"]) for number in range(2)]
    assert min(sum(style == pen for style in canvas._styles[0]) for pen in pens) >= 20, "they share the row in dashes"


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
@pytest.mark.parametrize("number", [2, 4, MAX_CURVES])
def test_each_curve_has_its_marker_every_eight_columns_so_that_it_can_be_followed_without_colours(number, look):
    steps = [Curve(tuple((one * step * 7) % 23 for step in range(30)), one == 1) for one in range(number)]
    rows = chart_rows(look, *steps, width=70, height=12)
    for one in range(number):
        marker = curve_marker(one, LOOKS[look])
        columns = sorted({x for row in rows for x, sign in enumerate(row) if sign == marker and 6 < x < 64})
        assert all(later - earlier <= 8 for earlier, later in pairwise(columns))
        assert columns[0] <= 6 + 8
        assert columns[-1] >= 61 - 8


def cells_of_curves(*curves: Curve, width: int = 60, height: int = 9) -> dict[tuple[int, int], tuple[str, Style]]:
    """Return the character and the style of each painted cell of the plot, by column and row."""
    canvas = Canvas(width, height)
    paint_curves(canvas, Rect(0, 0, width, height), curves, styles_on(LOOKS["four"]))
    rows = str(canvas).split("\n")
    plot = range(rows[0].index("┤") + 1, width)
    return {
        (x, y): (rows[y][x], canvas._styles[y][x]) for y in range(height - 1) for x in plot if not rows[y][x].isspace()
    }


def test_cell_in_which_curves_meet_belongs_to_one_of_them_whole():
    """The reader's curve looks as it does where it meets no other, but for their markers."""
    own, look = Curve((5, 15, 5, 12) * 5, own=True), LOOKS["four"]
    crossing = cells_of_curves(Curve((0, 20, 6, 18, 3) * 4), own, Curve((3, 20, 0, 11) * 5))
    apart = cells_of_curves(Curve((20,) * 20), own, Curve((0,) * 20))
    pen, markers = curve_style(1, own=True, look=look), {curve_marker(number, look) for number in range(3)}
    drawn = {at: sign for at, (sign, style) in apart.items() if style == pen and sign in "─│╭╮╰╯"}
    assert len(drawn) > 60
    for at, sign in drawn.items():
        assert crossing[at] == (sign, pen) or crossing[at][0] in markers, at


def test_where_curves_cross_the_readers_is_on_top_then_the_winners():
    look = LOOKS["four"]
    flat, steep = Curve((10,) * 20), Curve((0, 20) * 10)
    for curves, top in (((flat, steep), 0), ((flat, steep._replace(own=True)), 1), ((steep, steep, flat), 0)):
        crossings = [cell for (_, y), cell in cells_of_curves(*curves).items() if y == 4 and cell[0] in "─│"]
        steep_pen = curve_style(top, curves[top].own, look)
        assert steep_pen in {style for _, style in crossings}
        assert "┼" not in {sign for sign, _ in crossings}


def test_only_the_winners_curve_and_the_readers_are_lines_the_others_dashes():
    curves = [Curve((number, 9 - number, number + 3) * 4, own=number == 2) for number in range(4)]
    cells = cells_of_curves(*curves, height=16).values()
    for number, curve in enumerate(curves):
        pen = curve_style(number, curve.own, LOOKS["four"])
        drawn = {sign for sign, style in cells if style == pen and not sign.isdigit()} - {
            curve_marker(number, LOOKS["four"])
        }
        assert drawn
        assert drawn <= set("─│╭╮╰╯") if number in (0, 2) else drawn <= set("┄┊")


def test_negative_values_lower_the_scale_and_too_little_room_paints_nothing():
    assert chart_rows("four", Curve((0, -50, 100)))[8].split()[0] == "-50"
    assert not "".join(chart_rows("four", RISING_CURVE, width=6, height=2)).strip()
    assert not "".join(chart_rows("four")).strip()


def test_names_of_both_ends_stand_below_a_chart_with_room_for_them():
    assert chart_rows("four", RISING_CURVE, axis_labels=("Play 1", "Play 9"))[9].split() == ["Play", "1", "Play", "9"]
    assert "Play" not in "".join(chart_rows("four", RISING_CURVE, height=4, axis_labels=("Play 1", "Play 9")))


def test_bars_are_as_long_as_their_values_and_a_small_one_is_seen():
    canvas = Canvas(60, 3)
    bars = (Bar("Mad Queens", 8, "8 of 9", True), Bar("Classic", 4, "4 of 8"), Bar("Big Queen", 0.01, "1 of 99"))
    paint_bars(canvas, Rect(0, 0, 60, 3), bars, styles_on(LOOKS["four"]))
    lengths = [row.count("▆") for row in str(canvas).split("\n")]
    assert lengths[0] == 2 * lengths[1] > 20
    assert lengths[2] == 1
    assert "█" not in str(canvas), "bars below each other look like one"
    assert bar_text(0, 10) == ""
