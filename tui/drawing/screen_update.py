"""The text that changes cells of a terminal's screen, in as few bytes as control sequences allow.

Three quarters of what a naive update takes are colours: a style takes up to forty bytes, a move of the cursor five. So
the cells are sent ordered by their style, not by their place, and each style is named once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from tui.drawing.terminal_style import PLAIN_STYLE, STYLE_CACHE_SIZE, TerminalStyle, change_of_style, style_of


class StyledText(NamedTuple):
    """A text on the screen: row and column of its first cell, from 0, its number of cells, and its style.

    `parameters` are those of the control sequence (ECMA-48, SGR) that sets the style after a reset.
    """

    y: int
    x: int
    cells: int
    text: str
    parameters: str


def styled_texts(x: int, y: int, segments: Iterable[Segment], colours: ColorSystem | None) -> Iterator[StyledText]:
    """Yield the texts of segments that follow each other from column `x` of row `y` on.

    `colours` says which colours the terminal has; None if it has none.
    """
    for text, style, control in segments:
        if text and not control:
            parameters = "" if style is None or colours is None else _style_parameters(style, colours)
            cells = cell_len(text)
            yield StyledText(y, x, cells, text, parameters)
            x += cells


_STYLE_ATTRIBUTES: Final = (
    "bold",
    "dim",
    "italic",
    "underline",
    "blink",
    "blink2",
    "reverse",
    "conceal",
    "strike",
    "underline2",
    "frame",
    "encircle",
    "overline",
)
"""The names of the attributes of a `Style` of Rich beside its colours; each is True, False or None."""


@lru_cache(STYLE_CACHE_SIZE)
def _style_parameters(style: Style, colours: ColorSystem) -> str:
    """Return the parameters of the control sequence that sets a style, without its link; "" if it sets nothing.

    A `Style` of Rich keeps the parameters for the colours of the first terminal that it is rendered for, and the
    terminals of guests may have others. So a new one is rendered.
    """
    attributes = {name: getattr(style, name) for name in _STYLE_ATTRIBUTES}
    rendered = Style(color=style.color, bgcolor=style.bgcolor, **attributes).render("x", color_system=colours)
    return rendered[len("\x1b[") : rendered.index("m")] if rendered != "x" else ""


class _Run:
    """Cells of one row that are sent together; `end` is the column after the last one, `is_blank`: all are spaces."""

    __slots__ = ("end", "is_blank", "style", "text", "x", "y")

    def __init__(self, y: int, x: int, end: int, text: str, style: TerminalStyle, is_blank: bool) -> None:
        self.y = y
        self.x = x
        self.end = end
        self.text = text
        self.style = style
        self.is_blank = is_blank

    def __lt__(self, other: _Run) -> bool:
        return (self.style, self.y, self.x) < (other.style, other.y, other.x)


def screen_update(texts: Iterable[StyledText]) -> str:
    """Return the control sequences and text that show `texts`, which come by rows and columns and do not overlap.

    The terminal must be in the plain style, and is left in it. The cursor may be anywhere before and after.
    """
    sent: list[str] = []
    style, at_y, at_x = PLAIN_STYLE, -1, -1
    for run in sorted(_join_into_runs(texts)):
        if run.style is not style:
            sent.append(change_of_style(style, run.style))
            style = run.style
        if run.y != at_y:
            sent.append(f"\x1b[{run.y + 1};{run.x + 1}H")
        elif run.x != at_x:
            sent.append(f"\x1b[{run.x + 1}G")
        sent.append(run.text)
        at_y, at_x = run.y, run.end
    sent.append(change_of_style(style, PLAIN_STYLE))
    return "".join(sent)


def _join_into_runs(texts: Iterable[StyledText]) -> list[_Run]:
    """Return the texts as runs.

    Neighbours that can have the same style are one run; spaces can with most styles.
    """
    runs: list[_Run] = []
    last: _Run | None = None
    for y, x, cells, text, parameters in texts:
        style = style_of(parameters)
        is_blank = not text.strip(" ")
        if is_blank:
            style = style.part_shown_on_spaces
            is_blank = not style.attributes
        if last is not None and last.end == x and last.y == y:
            same = style == last.style
            if not same and style.background == last.style.background:
                if is_blank and last.style.part_shown_on_spaces.attributes == ():
                    same = True
                elif last.is_blank and style.part_shown_on_spaces.attributes == ():
                    last.style, same = style, True
            if same:
                last.text += text
                last.end = x + cells
                last.is_blank = last.is_blank and is_blank
                continue
        last = _Run(y, x, x + cells, text, style, is_blank)
        runs.append(last)
    return runs
