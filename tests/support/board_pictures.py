"""Checks that the picture of every board must pass, and hostile names that a board must show as plain text."""

from __future__ import annotations

from rich.cells import cell_len

from tui.boards.big_queen import render as big_queen
from tui.boards.big_queen.scene import BigQueenScene
from tui.boards.mad_queens import render as mad_queens
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.tricks import render as tricks
from tui.boards.tricks.scene import TrickScene

BOARD_SIZES = [(60, 17), (75, 20), (79, 23), (80, 23), (100, 29), (120, 39), (200, 59)]
"""Widths and heights of a board in columns and rows; the first is that of the smallest window allowed."""

NARROW_BOARD_SIZES = [(48, 26), (48, 29), (48, 39), (59, 37)]
"""Widths and heights of a narrow board in columns and rows, as on a phone held upright; the first is that of the
narrowest window allowed.
"""

HOSTILE_NAMES = ("[@click=app.quit]x[/]", "\x1b[31mred\x1b[0m", "漢字漢字漢字漢字漢字", "e\u0301\u202e" * 30) * 3
"""Names of people with markup, control sequences, wide characters and combining characters."""


def is_rectangle_inside(rect, other):
    """Return whether `rect` lies completely inside `other`."""
    return other.x <= rect.x and other.y <= rect.y and rect.right <= other.right and rect.bottom <= other.bottom


def do_rectangles_overlap(rect, other):
    """Return whether two rectangles have a cell in common."""
    return rect.x < other.right and other.x < rect.right and rect.y < other.bottom and other.y < rect.bottom


def check_rows(canvas, width, height):
    """Check that each of the `height` rows of a canvas has `width` columns and only printable characters."""
    for y in range(height):
        row = "".join(segment.text for segment in canvas.segments(y))
        assert cell_len(row) == width, (y, row)
        assert row.isprintable()


def check_picture(scene):
    """Draw a scene of any game, and check that every row has the width of the picture and only printable characters."""
    check_rows(render_function_of(scene)(scene).canvas, scene.width, scene.height)


def render_function_of(scene):
    """Return the function that draws a scene, chosen by the class of the scene."""
    return {MadQueensScene: mad_queens.render, BigQueenScene: big_queen.render, TrickScene: tricks.render}[type(scene)]
