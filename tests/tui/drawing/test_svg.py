"""Cells as SVG: lines and blocks leave no gaps, whatever the viewer's font is."""

import re

import pytest
from rich.segment import Segment
from rich.style import Style

from tui.drawing.svg import CELL_HEIGHT, CELL_WIDTH, Cell, svg_picture, svg_shapes

INK = Style.parse("#ffffff on #000000")


@pytest.mark.parametrize("glyph", "─│┌┐└┘├┤┼━┃┏┓┗┛╋═█▀▐▘░▒⠿╭╮╰╯╱╲╳")
def test_a_line_or_block_is_drawn_as_a_shape(glyph: str) -> None:
    """The glyph is not in the text of the picture."""
    picture = svg_picture([[Segment(f"a{glyph}b", INK)]], "A row")
    assert "<path" in picture
    assert glyph not in picture


@pytest.mark.parametrize("glyph", "─━═")
def test_a_row_of_lines_is_whole(glyph: str) -> None:
    """Each line goes from the left edge of the first cell to the right edge of the last."""
    shapes = svg_shapes({(column, 0): Cell(glyph, "#ffffff", "#000000") for column in range(4)}, "#000000")
    lines = re.findall(r"M(\S+) \S+h(\S+?)v", shapes)
    assert lines == [("0", f"{4 * CELL_WIDTH}")] * (2 if glyph == "═" else 1)


@pytest.mark.parametrize("glyph", "│┃")
def test_a_column_of_lines_is_whole(glyph: str) -> None:
    """The line goes from the top of the first cell to the bottom of the last."""
    shapes = svg_shapes({(0, row): Cell(glyph, "#ffffff", "#000000") for row in range(4)}, "#000000")
    assert re.findall(r"M\S+ (\S+)h\S+?v([\d.]+)", shapes) == [("0", f"{4 * CELL_HEIGHT}")]


@pytest.mark.parametrize("glyph", "┼╋")
def test_a_cross_touches_all_edges_of_its_cell(glyph: str) -> None:
    """Beside it, the lines of its neighbours go on."""
    shapes = svg_shapes({(0, 0): Cell(glyph, "#ffffff", "#000000")}, "#000000")
    boxes = [tuple(map(float, box)) for box in re.findall(r"M(\S+) (\S+)h(\S+?)v([\d.]+)", shapes)]
    assert min(left for left, *_ in boxes) == 0 == min(top for _, top, *_ in boxes)
    assert max(left + width for left, _, width, _ in boxes) == CELL_WIDTH
    assert max(top + height for _, top, _, height in boxes) == CELL_HEIGHT
