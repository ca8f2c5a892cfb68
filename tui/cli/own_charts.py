"""Charts of a person's own results as lines of plain text, for `queens stats`."""

from __future__ import annotations

from pathlib import Path

from core import games
from tui.cards import LOOKS, Canvas
from tui.drawing.chart import Bar, Curve, paint_bars
from tui.drawing.course_chart import NamedCurve, course_chart_text
from tui.drawing.rect import Rect
from tui.drawing.styles import styles_on
from tui.text.own_results import (
    CURVE_END_LABELS,
    read_game_results,
    read_results_by_title,
    score_curves,
    wins_of_matches,
)


def own_charts_text(path: Path, slug: str | None, name: str, width: int, ascii_only: bool) -> str:
    """Return the charts of the person called `name` in the journal at `path`, in `width` columns; "" without results.

    For one game they are curves of the points match by match, against others and alone; for all games (None) a bar for
    each with the matches won. Raises `net.errors.NetError` if the journal cannot be read.
    """
    look = LOOKS["ascii" if ascii_only else "outline"]
    if slug is not None:
        results = read_game_results(path, slug, name, with_end_causes=False)
        charts = []
        for heading, best, scores in score_curves(results, games[slug].score_unit):
            curve = NamedCurve(name, f"best {best}", Curve(scores, own=True))
            charts.append(f"{heading}\n{course_chart_text([curve], width, look, CURVE_END_LABELS)}")
        return "\n\n".join(charts)
    bars = [Bar(*one) for one in wins_of_matches(read_results_by_title(path, name))]
    if not bars:
        return ""
    canvas = Canvas(width, len(bars))
    paint_bars(canvas, Rect(0, 0, width, len(bars)), bars, styles_on(look))
    lines = (line.rstrip() for line in str(canvas).split("\n"))
    return "\n".join([f"Matches won by {name}", *lines])
