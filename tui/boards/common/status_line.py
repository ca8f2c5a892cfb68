"""The status line of a board, its first row: game, number of the play, awaited players, and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len

from tui.boards.common.scene import TableScene
from tui.drawing import Brush, Rect
from tui.drawing.styles import Tone

WAITING_FOR_HOST_TEXT: Final = "Waiting for the host"
"""The text in place of the awaited players while the host does not answer."""


def paint_status_line(
    brush: Brush,
    rect: Rect,
    scene: TableScene,
    number_text: str,
    end_texts: Sequence[tuple[str, Tone]],
    awaited_text: Callable[[int], str],
    *,
    tone: Tone = "ink",
    bold: bool = False,
    margin: int = 5,
) -> None:
    """Paint the status line into the row of `rect`, or into two rows, with `end_texts` in the second one.

    From left to right stand the title of the game; `number_text`, such as ``Play 3``; the awaited players; and
    `end_texts`, each with its tone, of which the first is the rightmost. `awaited_text` returns the awaited players in
    at most a number of columns: as many as are left, less `margin`. That text has the given `tone` and `bold`. If even
    its shortest form does not fit, the title is left out. While the host does not answer, a text that says so stands in
    place of the awaited players.
    """
    if scene.host_silent:
        awaited_text, tone, bold = (lambda room: WAITING_FOR_HOST_TEXT), "ink", False
    brush.fill_ground(rect, "panel")
    start = rect.right
    for text, text_tone in end_texts:
        start = brush.write_right_aligned(start - 1, rect.bottom - 1, text, text_tone, bold=True)
    if rect.height > 1:
        start = rect.right

    def room_beside(title: str) -> int:
        """Return the columns for the awaited players beside this title."""
        return start - _first_column_after_title(title) - brush.width_in_cells(number_text) - margin

    title = scene.title
    missing = brush.width_in_cells(awaited_text(max(room_beside(title), 0))) - room_beside(title)
    if missing > 0:
        title = ""  # half a name would change from moment to moment
    room = max(room_beside(title), 0)
    brush.write(1, rect.y, title, "gold", bold=True)
    x = brush.write(_first_column_after_title(title), rect.y, number_text, "ink", bold=True)
    brush.write(x + 3, rect.y, awaited_text(room), tone, bold=bold, width=room)


def _first_column_after_title(title: str) -> int:
    """Return the first column after a title."""
    return 1 + cell_len(title) + 2 * bool(title)
