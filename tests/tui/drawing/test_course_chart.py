"""A chart of the course of scores or chances over a match, beside the names of the players."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tui.cards import LOOKS, Canvas
from tui.drawing.chart import Curve, curve_marker
from tui.drawing.course_chart import NamedCurve, course_chart_rows, course_chart_text, paint_course_chart
from tui.drawing.styles import styles_on


def falling_curves(curve_count: int, own: int = 0) -> list[NamedCurve]:
    """Return the curves of `curve_count` players, each one point lower than the one before; number `own` is the
    reader's.
    """
    return [
        NamedCurve(f"Player {one}", str(100 - one), Curve(tuple(range(100 - one)), one == own))
        for one in range(curve_count)
    ]


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("look", ["outline", "ascii"])
def test_course_chart_fits_its_width_and_has_marker_name_and_score_of_each_player(width: int, look: str) -> None:
    text = course_chart_text(falling_curves(9, own=8), width, LOOKS[look], ("Play 1", "Play 41"))
    assert all(cell_len(line) <= width for line in text.split("\n"))
    for number, one in enumerate(falling_curves(9)):
        assert f"{curve_marker((number + 1) % 9, LOOKS[look])} {one.name}" in text, "the reader's has the first sign"
        assert one.score in text
    assert text.split("\n")[-1].split() == ["Play", "1", "Play", "41"]
    assert look != "ascii" or text.isascii()


def test_course_chart_without_room_for_all_names_names_the_reader() -> None:
    canvas = Canvas(80, 5)
    paint_course_chart(canvas, falling_curves(9, own=8), styles_on(LOOKS["four"]), ("", ""))
    assert "Player 8" in str(canvas)
    assert "Player 3" in str(canvas)
    assert "Player 4" not in str(canvas)


def test_course_chart_of_chances_has_a_scale_to_100_percent_whatever_the_values() -> None:
    text = course_chart_text(
        [NamedCurve("Ann", "7", Curve((25, 40), True))], 80, LOOKS["outline"], ("", ""), percent=True
    )
    assert "100%" in text
    assert "0%" in text.split()


def test_names_stand_above_a_narrow_course_chart() -> None:
    assert course_chart_rows(falling_curves(4), 40, 9) == 13
    assert course_chart_rows(falling_curves(4), 80, 9) == 9
