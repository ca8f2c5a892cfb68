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
def test_each_curve_of_a_chart_ends_with_its_own_marker_at_its_height(look):
    rows = chart_rows(look, RISING_CURVE, FALLING_CURVE)
    first, second = curve_marker(0, LOOKS[look]), curve_marker(1, LOOKS[look])
    assert rows[0].rstrip().endswith(first)
    assert rows[8].rstrip().endswith(second)
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


def test_curves_that_end_at_one_height_have_their_markers_side_by_side():
    assert chart_rows("four", FALLING_CURVE, FALLING_CURVE, RISING_CURVE)[8].rstrip().endswith("●■")


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
    assert min(row.count(number) for number in "012") >= 12
    assert "00110022" not in row
    assert "001122" in row


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
        assert columns[-1] >= 64 - 8


def test_readers_curve_is_on_top_where_it_runs_level_and_others_rise_through_it():
    canvas = Canvas(60, 9)
    curves = (Curve((0, 20) * 10), Curve((10,) * 20, own=True))
    paint_curves(canvas, Rect(0, 0, 60, 9), curves, styles_on(LOOKS["four"]))
    own, row = curve_style(1, own=True, look=LOOKS["four"]), str(canvas).split("\n")[4]
    crossings = [x for x, sign in enumerate(row) if sign == "┼"]
    assert len(crossings) > 10
    assert {canvas._styles[4][x] for x in crossings} == {own}


def styles_at_crossings(*curves: Curve) -> list[Style]:
    """Return the styles of the cells in which lines of several curves meet and do not just run in one row."""
    canvas = Canvas(60, 9)
    paint_curves(canvas, Rect(0, 0, 60, 9), curves, styles_on(LOOKS["four"]))
    cells = [(x, y) for y, row in enumerate(str(canvas).split("\n")) for x, sign in enumerate(row) if sign in "┼┴┬┤├"]
    return [canvas._styles[y][x] for x, y in cells if x > 5]  # the axis stands before


def test_where_curves_cross_the_readers_curve_or_else_the_first_is_drawn_through():
    look = LOOKS["four"]
    first, second = RISING_CURVE._replace(own=False), FALLING_CURVE
    assert set(styles_at_crossings(first, second)) == {curve_style(0, own=False, look=look)}
    assert set(styles_at_crossings(first._replace(own=True), second)) == {curve_style(0, own=True, look=look)}
    assert set(styles_at_crossings(first, second._replace(own=True))) == {curve_style(1, own=True, look=look)}


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
    lengths = [row.count("█") for row in str(canvas).split("\n")]
    assert lengths[0] == 2 * lengths[1] > 20
    assert "▏" in str(canvas).split("\n")[2]
    assert bar_text(0, 10) == ""
