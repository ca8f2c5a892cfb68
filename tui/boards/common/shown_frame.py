"""The frame that a board shows, and the canvas with its travels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from msgspec.structs import replace

from tui.boards.common.frame_queue import FrameT
from tui.boards.common.travel import CardPlace, Travel, paint_travels
from tui.cards import Canvas, Look
from tui.drawing import Brush


class ShownFrame(Generic[FrameT]):
    """The frame that a board shows now; none while no animation runs.

    `only_travels_differ`: whether the table below the travels is the same as in the frame before.
    """

    def __init__(self) -> None:
        self._frame: FrameT | None = None
        self.only_travels_differ = False

    @property
    def hold_seconds(self) -> float:
        """The number of seconds for which the frame is shown; 0 if there is none."""
        return 0.0 if self._frame is None else self._frame.hold_seconds

    @property
    def shows_queen(self) -> bool:
        """Whether the frame belongs to the entrance of a Queen."""
        return self._frame is not None and self._frame.shows_queen

    @property
    def is_event(self) -> bool:
        """Whether the frame shows an event."""
        return self._frame is not None and self._frame.is_event

    @property
    def is_summary(self) -> bool:
        """Whether the frame shows the result of a round or hand."""
        return self._frame is not None and self._frame.is_summary

    @property
    def is_decisive(self) -> bool:
        """Whether the frame shows how the game of a player or the match has ended."""
        return self._frame is not None and self._frame.is_decisive

    @property
    def travels(self) -> tuple[Travel, ...]:
        """The cards and points on their way over the table in this frame."""
        return () if self._frame is None else self._frame.travels

    def show(self, frame: FrameT) -> None:
        """Store the frame that is shown from now on."""
        before, self._frame = self._frame, frame
        self.only_travels_differ = (
            before is not None
            and bool(before.travels and frame.travels)
            and frame == replace(before, hold_seconds=frame.hold_seconds, travels=frame.travels)
        )

    def clear(self) -> None:
        """Show no frame, as the animation has ended."""
        self._frame = None

    def canvas_with_travels(self, table: Canvas, look: Look, place_of: Callable[[str], CardPlace | None]) -> Canvas:
        """Return the canvas of the table with the travels of the frame painted over it.

        `place_of` returns the place of a name in the layout, or None if it is not visible.
        """
        if not self.travels:
            return table
        canvas = table.copy()
        paint_travels(Brush(canvas, look), self.travels, place_of)
        return canvas
