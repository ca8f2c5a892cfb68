"""The status line of a board: its first row, with the game, the play number, the awaited players and my standing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui.boards.common.scene import TableScene
from tui.drawing import Brush, Rect
from tui.drawing.styles import Tone


def paint_status_line(
    brush: Brush,
    rect: Rect,
    scene: TableScene,
    counter: str,
    standing: Sequence[tuple[str, Tone]],
    waiting: Callable[[int], str],
    *,
    tone: Tone = "ink",
    bold: bool = False,
    title_width: int = 24,
    margin: int = 5,
) -> None:
    """Paint the status line into the one row of `rect`.

    `counter` is the number of the play, round or hand. `standing`: texts at the right end, the rightmost first, each
    with its tone. `waiting`: a function that returns the awaited players in at most a number of columns; it is called
    with the columns left between the two, less `margin`. Its text has the given `tone` and `bold`.
    """
    brush.fill_ground(rect, "panel")
    x = brush.write(1, rect.y, scene.title, "gold", bold=True, width=title_width)
    x = brush.write(x + 2, rect.y, counter, "ink", bold=True)
    start = rect.right
    for text, text_tone in standing:
        start = brush.write_right_aligned(start - 1, rect.y, text, text_tone, bold=True)
    room = max(start - x - margin, 0)
    brush.write(x + 3, rect.y, waiting(room), tone, bold=bold, width=room)
