"""A hint as lines that a board shows in place of the log: the reason first, then the choices, the best first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core import Game
from core.engine.coach import Advice
from tui.drawing import Line
from tui.text.hint import AS_GOOD_MARK, BEST_MARK, HEADING_MARK, NO_HINT_SENTENCE, brief_hint_rows

PREFIX_BY_HINT_MARK: Final = {BEST_MARK: "> ", AS_GOOD_MARK: "= ", "": "- ", HEADING_MARK: ""}
"""Maps the mark of a row of a hint (best choice, as good, other choice, heading) to the text that stands before the
row."""


def hint_lines(game: Game, advice: Advice | None) -> Iterator[Line]:
    """Yield the lines of a hint on actions of `game`; without advice, one line says that there is none."""
    if advice is None:
        yield Line(NO_HINT_SENTENCE, is_about_me=True)
        return
    yield Line(advice.reason, is_about_me=True)
    rows = list(brief_hint_rows(game, advice))
    suffix = "" if any(mark == HEADING_MARK for mark, _ in rows) else ", as good"
    for mark, text in rows:
        told = f"{PREFIX_BY_HINT_MARK[mark]}{text}{suffix if mark == AS_GOOD_MARK else ''}"
        yield Line(told, is_about_me=mark in (AS_GOOD_MARK, HEADING_MARK), is_heading=mark == BEST_MARK)
