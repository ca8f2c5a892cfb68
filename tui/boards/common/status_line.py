"""The status line of a board: its first row, with the game, the play number, the awaited players and my standing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len

from tui.boards.common.scene import TableScene
from tui.drawing import Brush, Rect, clip
from tui.drawing.styles import Tone

MIN_TITLE_COLUMNS: Final = 6
"""The fewest columns in which the title of a game still says something."""


WAITING_FOR_HOST_TEXT: Final = "Waiting for the host"
"""Stands instead of the awaited players while the host does not answer."""


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
    """Paint the status line into the row of `rect`, or into two rows, with `standing` in the second one.

    `counter` is the number of the play, round or hand. `standing`: texts at the right end, the rightmost first, each
    with its tone. `waiting`: a function that returns the awaited players in at most a number of columns; it is called
    with the columns left between the two, less `margin`. Its text has the given `tone` and `bold`. Where even its
    shortest form does not fit, the title of the game gives way. While the host does not answer, that stands instead of
    the awaited players.
    """
    if scene.host_silent:
        waiting, tone, bold = (lambda room: WAITING_FOR_HOST_TEXT), "ink", False
    brush.fill_ground(rect, "panel")
    start = rect.right
    for text, text_tone in standing:
        start = brush.write_right_aligned(start - 1, rect.bottom - 1, text, text_tone, bold=True)
    if rect.height > 1:
        start = rect.right

    def room_beside(title: str) -> int:
        """Return the columns for the awaited players beside this title."""
        return start - _beside_title(title) - brush.width_in_cells(counter) - margin

    title = clip(scene.title, title_width)
    missing = brush.width_in_cells(waiting(max(room_beside(title), 0))) - room_beside(title)
    if missing > 0:
        title = clip(title, cell_len(title) - missing)
        title = title if cell_len(title) >= MIN_TITLE_COLUMNS else ""
    room = max(room_beside(title), 0)
    brush.write(1, rect.y, title, "gold", bold=True)
    x = brush.write(_beside_title(title), rect.y, counter, "ink", bold=True)
    brush.write(x + 3, rect.y, waiting(room), tone, bold=bold, width=room)


def _beside_title(title: str) -> int:
    """Return the first column after a title."""
    return 1 + cell_len(title) + 2 * bool(title)
