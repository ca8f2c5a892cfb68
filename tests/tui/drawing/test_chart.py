"""Charts: curves that can be distinguished without colours, and bars on one scale."""

from __future__ import annotations

import math
import re
from itertools import combinations, groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from tests.support.depth import examples
from tui.cards import LOOKS, Canvas
from tui.cards.looks import solid_look
from tui.cards.palette import TRUECOLOR
from tui.cards.themes import THEMES
from tui.drawing.chart import (
    MAX_CURVES,
    AxisLabels,
    Bar,
    Curve,
    bar_text,
    curve_marker,
    curve_style,
    curve_styles,
    paint_bars,
    paint_curves,
    sign_numbers,
)
from tui.drawing.rect import Rect
from tui.drawing.styles import styles_on, text_style

RISING_CURVE = Curve((0, 10, 20), own=True)
"""A curve of the reader, which rises."""
OTHER_RISING_CURVE = RISING_CURVE._replace(own=False)
"""A curve of another player, which rises as the reader's does."""
FALLING_CURVE = Curve((20, 10, 0))
"""A curve of another player, which falls."""


def chart_rows(
    look: str, *curves: Curve, width: int = 40, height: int = 9, axis_labels: AxisLabels = ("", "")
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


def test_curves_in_solid_looks_differ_in_colour_and_the_readers_is_gold():
    look = LOOKS["four"]
    assert len({curve_style(number, False, look) for number in range(MAX_CURVES)}) == MAX_CURVES
    assert curve_style(3, True, look) == curve_style(0, True, look) == text_style(look, "gold", True)


def test_curves_with_equal_last_values_share_one_label_behind_all_their_markers():
    rows = chart_rows("four", FALLING_CURVE, RISING_CURVE, FALLING_CURVE, OTHER_RISING_CURVE, OTHER_RISING_CURVE)
    assert rows[0].rstrip().endswith("●◆○ 20")
    assert rows[8].rstrip().endswith("■▲ 0")
    assert not any(sign in "".join(row[-8:] for row in rows[1:8]) for sign in "0●■▲◆○")


def test_label_of_a_curve_that_jumps_at_its_end_is_at_the_height_of_the_last_value():
    rows = chart_rows("four", Curve((0, 1, 2, 3, 20)), Curve((0, 0, 0, 0, 0), own=True), width=24)
    assert rows[0].rstrip().endswith("■ 20")


def test_last_values_that_round_to_the_same_figure_share_one_label():
    rows = chart_rows("four", Curve((0, 10)), Curve((0, 9.96), own=True), Curve((0, 2.5)), Curve((0, 2.96)))
    ends = [row.split()[-1] for row in rows if row.rstrip()[-1:].isdigit() and len(row.rstrip()) > 30]
    assert ends == ["10", "3", "2.5"]


def test_last_values_less_than_a_row_apart_are_labelled_in_neighbouring_rows():
    rows = chart_rows("four", *(Curve((0, 20 - number), own=number == 7) for number in range(3)))
    assert [row.rstrip()[-4:] for row in rows[:3]] == ["● 20", "■ 19", "▲ 18"]
    rows = chart_rows("four", *(Curve((0, 20 - number), own=number == 2) for number in range(3)), height=5)
    assert [row.rstrip()[-4:] for row in rows[:3]] == ["■ 20", "▲ 19", "● 18"], "the reader's is not above a higher one"


def test_chart_with_fewer_rows_than_curves_has_the_markers_of_the_best_and_of_the_reader():
    curves = [Curve((0, 20 - number), own=number == 7) for number in range(8)]
    ends = [row.rstrip().split()[-2] for row in chart_rows("four", *curves, height=4)]
    assert ends == [curve_marker(sign, LOOKS["four"]) for sign in (1, 2, 3, 0)]


@pytest.mark.parametrize("look", ["four", "outline", "ascii"])
def test_curves_after_the_eighth_are_dotted_lines_without_markers_and_last_values(look):
    marked = [Curve((0, 20 + number), own=number == 7) for number in range(MAX_CURVES)]
    drawn = chart_rows(look, *marked, Curve((40, 40)), width=80, height=17)
    dotted, ends = drawn[0][4:60], [row.rstrip().split()[-1] for row in drawn]
    assert len(set(dotted)) == 1
    assert set(dotted) <= ({"."} if look == "ascii" else {"\u2802", "\u2804"})
    assert "40" not in ends
    assert "27" in ends


def test_ascii_curves_in_the_same_row_alternate_their_markers():
    flat = Curve((10, 10, 10))
    row = chart_rows("ascii", flat._replace(own=True), flat, width=60, height=9)[0]
    assert min(row.count(curve_marker(number, LOOKS["ascii"])) for number in range(2)) >= 20


@pytest.mark.parametrize("number", [2, 4, MAX_CURVES])
def test_each_curve_has_its_marker_now_and_then_in_ascii(number):
    steps = [Curve(tuple((one * step * 7) % 23 for step in range(30)), one == 1) for one in range(number)]
    rows = chart_rows("ascii", *steps, width=100, height=12)
    for one in range(number):
        marker = curve_marker(one, LOOKS["ascii"])
        columns = sorted({x for row in rows for x, sign in enumerate(row) if sign == marker and 6 < x < 90})
        assert all(later - earlier <= 23 for earlier, later in pairwise(columns))
        assert columns[0] <= 6 + 23
        assert columns[-1] >= 90 - 23


@pytest.mark.parametrize("look", ["four", "outline"])
@pytest.mark.parametrize("number", [2, 4, MAX_CURVES])
def test_markers_stand_only_at_the_ends_of_curves_as_they_would_be_taken_for_events(number, look):
    steps = [Curve(tuple((one * step * 7) % 23 for step in range(30)), one == 1) for one in range(number)]
    rows = chart_rows(look, *steps, width=100, height=12)
    for one in range(number):
        marker = curve_marker(one, LOOKS[look])
        assert "".join(rows).count(marker) == 1
        assert all(marker not in row[:86] for row in rows)


def test_each_curve_has_a_line_of_its_own_pattern_so_that_it_can_be_followed_without_colours():
    curves = [Curve((20 - 2 * number,) * 5, number == 3) for number in range(MAX_CURVES)]
    cells = cells_of_curves(*curves, width=130, height=21)
    patterns = set()
    for y in range(0, 2 * MAX_CURVES, 2):
        dots = [len(dots_of_cell(cells.get((x, y), (" ",))[0])) for x in range(5, 110)]
        runs = {(painted, len(list(run))) for painted, run in groupby(map(bool, dots))}
        patterns.add((max(dots) > 2, max(dots), frozenset(sorted(runs)[:3])))
    assert len(patterns) == MAX_CURVES


def test_pattern_of_a_line_leaves_out_no_more_where_the_line_is_steep():
    steep = Curve((0, 20) * 12)
    cells = cells_of_curves(Curve((40,) * 24, own=True), steep, steep, width=80, height=17)
    drawn = {x for x, y in cells if y > 3 and has_curve_dots(cells[x, y][0])}
    assert drawn >= set(range(5, 70))


def cells_of_curves(*curves: Curve, width: int = 60, height: int = 9) -> dict[tuple[int, int], tuple[str, Style]]:
    """Return the character and the style of each painted cell of the plot, by column and row."""
    canvas = Canvas(width, height)
    paint_curves(canvas, Rect(0, 0, width, height), curves, styles_on(LOOKS["four"]))
    rows = str(canvas).split("\n")
    plot = range(min(rows[0].find(sign) for sign in "┤│" if sign in rows[0]) + 1, width)
    return {(x, y): (rows[y][x], canvas._styles[y][x]) for y in range(height) for x in plot if not rows[y][x].isspace()}


def has_curve_dots(character: str) -> bool:
    """Return whether the character of a cell contains dots of a curve."""
    return "\u2801" <= character <= "\u28ff"


def dots_of_cell(character: str) -> set[int]:
    """Return the bits of the dots in the character of a cell, none for a blank one."""
    return {bit for bit in range(8) if has_curve_dots(character) and ord(character) - 0x2800 >> bit & 1}


@pytest.mark.parametrize("height", [6, 9, 20])
@pytest.mark.parametrize("values", [(5, 15, 5, 12) * 5, tuple(range(20)), (0, 20) * 30, (0,) * 9 + (20,)])
def test_a_curve_is_one_line_without_gaps_from_end_to_end(values, height):
    cells = cells_of_curves(Curve(values, own=True), height=height)
    offsets = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]  # by the bit of a dot
    dots = {
        (2 * x + offsets[bit][0], 4 * y + offsets[bit][1])
        for (x, y), (sign, _) in cells.items()
        for bit in dots_of_cell(sign)
    }
    reached, new = {min(dots)}, [min(dots)]
    while new:
        x, y = new.pop()
        near = {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)} & dots - reached
        reached |= near
        new += near
    assert reached == dots
    columns = {x for x, _ in dots}
    assert columns == set(range(min(columns), max(columns) + 1))
    assert max(columns) - min(columns) > 90


def test_cell_in_which_curves_meet_has_the_dots_of_the_reader_or_the_winner_alone():
    look, flat, steep = LOOKS["four"], Curve((10,) * 20), Curve((0, 20) * 10)
    for curves, top in (((flat, steep), 0), ((flat, steep._replace(own=True)), 1), ((steep, flat, flat), 0)):
        away = [Curve((20,) * 19 + one.values[-1:], one.own) for one in curves]
        # in the top row but for the end, so that the scale and the labels are the same
        alone = cells_of_curves(*(one if number == top else away[number] for number, one in enumerate(curves)))
        shown, kept = cells_of_curves(*curves), 0
        for cell, (sign, _) in alone.items():
            if cell[1] and cell[0] < 50 and all(map(has_curve_dots, (sign, shown[cell][0]))):
                pen = curve_style(sign_numbers(curves)[top], curves[top].own, look)
                assert (shown[cell][0], shown[cell][1].color) == (sign, pen.color)
                kept += 1
        assert kept > 10


def test_curves_of_the_reader_and_of_the_best_other_are_thicker_than_the_rest():
    curves = [Curve((20 - 4 * number,) * 5, number == 3) for number in range(5)]
    cells = cells_of_curves(*curves, height=21)
    dots_in_row = [
        sum(len(dots_of_cell(sign)) for (x, row), (sign, _) in cells.items() if row == y) for y in (0, 4, 8, 12, 16)
    ]
    thick, thin = [dots_in_row[0], dots_in_row[3]], [dots_in_row[at] for at in (1, 2, 4)]
    assert min(thick) > 1.6 * max(thin)


def test_curves_that_run_together_are_each_on_top_at_short_distances():
    curves = [Curve((10,) * 30, number == 1) for number in range(3)]
    cells = cells_of_curves(*curves, width=100, height=11)
    for number, pen in enumerate(curve_styles(curves, LOOKS["four"])):
        columns = sorted(x for (x, _), (sign, style) in cells.items() if has_curve_dots(sign) and style == pen)
        assert max(later - earlier for earlier, later in pairwise(columns)) <= 10, number
        assert columns[0] < 15
        assert len(columns) >= 20


def test_curve_of_a_team_has_the_sign_and_colour_of_the_team_whoever_reads():
    look = LOOKS["four"]
    for own in range(2):
        curves = [Curve((0, 20), own == 1, team=1), Curve((0, 10), own == 0, team=0)]
        assert sign_numbers(curves) == [1, 0]
        assert curve_styles(curves, look) == [curve_style(1, False, look), curve_style(0, False, look)]


def test_readers_curve_has_the_same_marker_whatever_its_rank():
    falling = [Curve((0, 20 - number)) for number in range(4)]
    for own in range(4):
        signs = sign_numbers([one._replace(own=number == own) for number, one in enumerate(falling)])
        assert signs[own] == 0
        assert sorted(signs) == list(range(4))
    assert sign_numbers(falling) == list(range(4)), "of a spectator"


@pytest.mark.parametrize("low", [0, -10])
def test_axis_is_in_the_row_of_0_beside_the_number(low):
    rows = chart_rows("four", Curve((low, 20), own=True), Curve((20, 20)), height=13)
    axis = next(row for row in rows if row.count("─") > 20)
    assert axis.split()[0] == "0"
    assert rows.index(axis) == (12 if low == 0 else 8)


def colour_as_seen(colour: Style, missing: str) -> tuple[float, float, float]:
    """Return a colour as lightness and two opponent values (CIELAB), as people see it who have all cones or lack one.

    `missing` is "none", "red" or "green"; the matrices are those of Machado and others (2009) for a complete lack.
    """
    matrix = {
        "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    }[missing]
    assert colour.color is not None
    shares = [value / 255 for value in colour.color.get_truecolor()]
    light = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares]
    red, green, blue = (min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0), 1) for row in matrix)
    parts = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("missing", ["none", "red", "green"])
@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("colours", [256, TRUECOLOR])
def test_colours_of_a_few_curves_are_apart_for_every_eye(theme, colours, missing):
    look = solid_look(theme, "four", colours)
    for own, signs in ((True, range(5)), (False, range(4))):  # a chart with the reader's curve, and one of a spectator
        seen = [colour_as_seen(curve_style(sign, own and sign == 0, look), missing) for sign in signs]
        assert min(math.dist(one, other) for one, other in combinations(seen, 2)) > 20


def test_chart_with_negative_values_has_a_lower_scale_and_without_room_paints_nothing():
    assert chart_rows("four", Curve((0, -50, 100)))[8].split()[0] == "-50"
    assert not "".join(chart_rows("four", RISING_CURVE, width=6, height=2)).strip()
    assert not "".join(chart_rows("four")).strip()


@pytest.mark.parametrize("percent", [False, True])
@pytest.mark.parametrize("height", [-1, 0, 1, 2, 3])
@pytest.mark.parametrize("width", [0, 1, 14, 60])
def test_chart_without_room_for_a_curve_is_left_out(width, height, percent):
    """A window that is made smaller can leave a chart no row at all."""
    canvas = Canvas(60, 4)
    curves = [Curve((0, 50, 20), own=True), Curve((0, 10, 90))]
    paint_curves(canvas, Rect(0, 0, width, height), curves, styles_on(LOOKS["four"]), percent=percent)
    painted = bool(str(canvas).strip())
    assert painted == (width >= 14 and height >= 3)


def number_by_row(rows: list[str]) -> dict[int, int]:
    """Return the numbers of the scale at the left of a chart, by row."""
    words = {y: row.split("│")[0].split("|")[0].split()[:1] for y, row in enumerate(rows)}
    return {y: int(first[0]) for y, first in words.items() if first and first[0].lstrip("-").isdigit()}


@pytest.mark.parametrize("look", ["four", "ascii"])
@examples(50, 1000)
@given(
    height=st.integers(3, 24), low=st.sampled_from([0, -3, -50, -170]), high=st.integers(1, 1200), last=st.floats(0, 1)
)
def test_numbers_of_a_scale_are_round_and_equally_far_apart_and_each_in_the_row_of_its_points(
    look, height, low, high, last
):
    end = round(low + last * (high - low))
    rows = chart_rows(look, Curve((0, high, low, end), own=True), width=60, height=height)
    numbers = number_by_row(rows)
    assert 0 in numbers.values()
    assert len(numbers) >= (3 if height >= 9 and low == 0 else 2 if height >= 5 else 1)
    steps = {(later - earlier, above - below) for (earlier, above), (later, below) in pairwise(numbers.items())}
    assert len(steps) <= 1, "no number is left out, also beside the last value"
    for distance, step in steps:
        assert distance >= 2
        assert str(step).rstrip("0") in ("1", "2", "5", "25")
        (end_row,) = [y for y, row in enumerate(rows) if row.rstrip().endswith(f" {end}")]
        (zero_row,) = [y for y, number in numbers.items() if number == 0]
        assert abs(zero_row - end * distance / step - end_row) <= 0.7, "the curve ends in the row of its value"


@pytest.mark.parametrize("height", range(3, 60))
def test_scale_of_percent_ends_at_100(height):
    canvas = Canvas(60, height)
    rect = Rect(0, 0, 60, height)
    paint_curves(canvas, rect, [Curve((25, 40, 30), own=True)], styles_on(LOOKS["four"]), percent=True)
    words = [row.split("┤")[0].split()[0] for row in str(canvas).split("\n") if "┤" in row]
    assert words[0] == "100%"
    assert all(0 <= int(word.removesuffix("%")) <= 100 for word in words)


@pytest.mark.parametrize("look", ["four", "ascii"])
@pytest.mark.parametrize("width", [24, 40, 72, 150])
@pytest.mark.parametrize("parts", [2, 3, 5, 12, 17, 60, 250])
def test_number_of_a_part_stands_below_the_end_of_that_part(look, width, parts):
    rows = chart_rows(look, RISING_CURVE, width=width, height=10, axis_labels=("Play", parts))
    last = rows[9]
    start = re.search("[└┼|]", rows[8]).end()  # the axis is in the row above
    end = len(rows[0].rstrip()) - 3  # before the last value
    found = [(int(one.group()), one.start(), one.end()) for one in re.finditer(r"\d+", last)]
    assert found[-1][0] == parts
    assert [number for number, *_ in found] == sorted(number for number, *_ in found)
    assert len(found) >= 2 or width == 24
    assert found[0][0] == 1 or parts / width > 1 / 3, "the word gives way to it"
    for number, first, past in found:
        point = start + number / parts * (end - start)
        assert first - 1.5 <= point <= past + 1.5, (number, first, past, point)
    assert all(number in (1, parts) or number % 5 == 0 or parts <= 60 for number, *_ in found)


def test_names_of_both_ends_stand_below_a_chart_with_room_for_them():
    assert chart_rows("four", RISING_CURVE, axis_labels=("Play 1", "Play 9"))[8].split() == ["Play", "1", "Play", "9"]
    assert "Play" not in "".join(chart_rows("four", RISING_CURVE, height=4, axis_labels=("Play 1", "Play 9")))


def test_bars_of_a_chart_are_as_long_as_their_values_and_small_ones_are_visible():
    canvas = Canvas(60, 3)
    bars = (Bar("Mad Queens", 8, "8 of 9", True), Bar("Classic", 4, "4 of 8"), Bar("Big Queen", 0.01, "1 of 99"))
    paint_bars(canvas, Rect(0, 0, 60, 3), bars, styles_on(LOOKS["four"]))
    lengths = [row.count("▄") for row in str(canvas).split("\n")]
    assert lengths[0] == 2 * lengths[1] > 20
    assert lengths[2] == 1
    assert "█" not in str(canvas), "bars below each other look like one"
    assert bar_text(0, 10) == ""
