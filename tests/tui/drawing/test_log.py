"""The log beside a table."""

from __future__ import annotations

import pytest

from tui.cards import FOUR_COLOURS, Canvas
from tui.drawing.brush import Brush
from tui.drawing.log import Line, paint_log
from tui.drawing.rect import Rect


def log_text(width: int, height: int, *lines: Line) -> str:
    """Return the text of a log of this size with these lines."""
    canvas = Canvas(width, height)
    paint_log(Brush(canvas, FOUR_COLOURS), Rect(0, 0, width, height), lines)
    return str(canvas)


def test_log_shows_the_newest_line_at_the_bottom() -> None:
    rows = log_text(20, 5, Line("One."), Line("Two.", "Ada")).splitlines()
    assert [row.strip() for row in rows if row.strip()] == ["One.", "Ada: Two."]
    assert rows[-1].strip() == "Ada: Two."


@pytest.mark.parametrize("height", range(2, 9))
@pytest.mark.parametrize("text", ["word " * 45, "w" * 400])
def test_log_shows_the_beginning_of_a_line_longer_than_the_log(text, height) -> None:
    shown = log_text(20, height, Line("Before."), Line(text, "Ada"))
    assert "Ada:" in shown
    assert "…" in shown
    assert "Before." not in shown
