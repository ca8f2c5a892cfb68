"""The frame that a board shows, and the canvas with its travels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from msgspec.structs import replace

from tui.boards.common.frame_queue import F
from tui.boards.common.travel import CardPlace, Travel, paint_travels
from tui.cards import Canvas, Look
from tui.drawing import Brush


class ShownFrame(Generic[F]):
    """The frame that a board shows at this moment, or none while the match is at rest.

    `only_travels_differ`: whether the table below the travels is that of the frame before.
    """

    def __init__(self) -> None:
        self._frame: F | None = None
        self.only_travels_differ = False

    @property
    def hold(self) -> float:
        """How many seconds the frame is shown; 0 without one."""
        return 0.0 if self._frame is None else self._frame.hold

    @property
    def travels(self) -> tuple[Travel, ...]:
        """What is on its way over the table."""
        return () if self._frame is None else self._frame.travels

    def show(self, frame: F) -> None:
        """Make `frame` the one that is shown."""
        before, self._frame = self._frame, frame
        self.only_travels_differ = (
            before is not None
            and bool(before.travels and frame.travels)
            and frame == replace(before, hold=frame.hold, travels=frame.travels)
        )

    def clear(self) -> None:
        """Show no frame: the match is at rest."""
        self._frame = None

    def canvas_over(self, table: Canvas, look: Look, place_of: Callable[[str], CardPlace | None]) -> Canvas:
        """Return the canvas of the table with the travels over it; `place_of` returns the place of a name."""
        if not self.travels:
            return table
        canvas = table.copy()
        paint_travels(Brush(canvas, look), self.travels, place_of)
        return canvas
