"""The base of the animators: each turns a batch of changes into the frames that show it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from msgspec.structs import replace

from core import Change, Remark, View
from tui.boards.common.frame_queue import FrameT
from tui.boards.common.log_writer import LogWriter
from tui.drawing import Line


class Animator(Generic[FrameT]):
    """The base of animators: turns one batch of changes into frames. An instance serves one batch.

    `view`: the view before the changes; it is updated with each of them. `log` writes the lines of the log. A remark
    adds its line and, if `remark_animations` has its key, its frames. A subclass adds frames by
    `add_frame(Frame(self.current_view(), …, self.take_lines()))`.
    """

    def __init__(self, view: View, log: LogWriter) -> None:
        self.view = view
        self.log = log
        self._pending_changes: list[Change] = []
        self._lines: list[Line] = []
        self._frames: list[FrameT] = []
        self._animations = self.remark_animations()

    def frames(self, changes: Sequence[Change], view_after: View) -> tuple[FrameT, ...]:
        """Return the frames of the changes that lead to `view_after`; the last frame has no duration.

        If the match ends with them, their events and summaries are decisive.
        """
        was_over = self.view.facts["over"]
        for change in changes:
            if isinstance(change, Remark):
                self._add_remark(change)
            else:
                self.add_change(change)
        self.add_final_frames(view_after)
        self.add_frame(self.last_frame(view_after))
        if view_after.facts["over"] and not was_over:
            self._frames = [
                replace(frame, is_decisive=True) if frame.is_event or frame.is_summary else frame
                for frame in self._frames
            ]
        return tuple(self._frames)

    @abstractmethod
    def remark_animations(self) -> Mapping[str, Callable[[Remark], None]]:
        """Return the methods that add the frames of a remark, by its key."""

    @abstractmethod
    def last_frame(self, view_after: View) -> FrameT:
        """Return the frame that shows `view_after`, with the log lines that no other frame has."""

    def add_change(self, change: Change) -> None:
        """Add the frames of a change that is not a remark; by default none, and the view follows the change."""
        self.postpone_change(change)

    def add_final_frames(self, view_after: View) -> None:
        """Add the frames that come after all changes; by default none."""

    def is_animated(self, remark: Remark) -> bool:
        """Whether a remark whose key is animated has frames for this audience."""
        return True

    def record_remark(self, remark: Remark) -> None:
        """Store what a remark says before its frames are added; by default do nothing."""

    def postpone_change(self, change: Change) -> None:
        """Store a change that is applied to the view when the next frame is made."""
        self._pending_changes.append(change)

    def current_view(self) -> View:
        """Return the view after all changes that were added."""
        if self._pending_changes:
            self.view = self.view.apply_all(self._pending_changes)
            self._pending_changes.clear()
        return self.view

    def take_lines(self) -> tuple[Line, ...]:
        """Return the log lines added since the last frame, and clear them."""
        lines = tuple(self._lines)
        self._lines.clear()
        return lines

    def add_log_lines(self, change: Change) -> None:
        """Add the log lines of a change to the next frame."""
        self._lines += self.log.lines((change,), self.view)

    def add_frame(self, frame: FrameT) -> None:
        """Append a frame."""
        self._frames.append(frame)

    def _add_remark(self, remark: Remark) -> None:
        """Add the log line and the frames of a remark."""
        self.add_log_lines(remark)
        self.record_remark(remark)
        animate = self._animations.get(remark.key)
        if animate is not None and self.is_animated(remark):
            self.current_view()
            animate(remark)
