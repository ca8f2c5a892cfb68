"""The queue of animation frames: their order, and the timer of the one that is shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from core import View
from tui.boards.common.travel import Travel
from tui.drawing import Line

MAX_SKIPPED_FRAME_SECONDS: Final = 0.05
"""While the program is late, frames are left out that are shown for at most this many seconds."""

MIN_EVENT_SECONDS: Final = 0.8
"""A frame may show an event, at which a lesson stops, if it is shown for at least this many seconds."""


class Frame(Struct, frozen=True):
    """A frame: one step of an animation.

    `view` is shown for `hold_seconds` seconds, `lines` are added to the log, and `travels` are the cards and points on
    their way over the table. `is_summary`: whether it shows the whole result of a round or hand, at which an animation
    may stop. `is_decisive`: whether it shows how the game of a player ended, or an event or a result of the update that
    ended the match, so that it is shown also where too many frames wait.
    """

    view: View
    hold_seconds: float = 0.0
    lines: tuple[Line, ...] = ()
    travels: tuple[Travel, ...] = ()
    is_summary: bool = False
    is_decisive: bool = False

    @property
    def shows_queen(self) -> bool:
        """Whether the frame belongs to the entrance of a Queen, which a slow pace does not lengthen."""
        return False

    @property
    def is_event(self) -> bool:
        """Whether the frame shows something that is not to be seen any more after it, such as a whole trick."""
        return self.hold_seconds >= MIN_EVENT_SECONDS


FrameT = TypeVar("FrameT", bound=Frame)
"""The type of the frames of one board."""


class FrameTimer(Protocol):
    """A timer that has been started."""

    def stop(self) -> None:
        """Cancel the timer."""


TimerStart: TypeAlias = Callable[[float, Callable[[], None]], FrameTimer]
"""A function that starts a timer of some seconds, after which it calls a function; it returns the timer."""


class FrameQueue(Generic[FrameT]):
    """A queue of frames, and the timer of the frame that is shown.

    `show` shows a frame. `start_timer` starts a timer of some seconds; when it ends, the owner of the queue calls
    `advance`. The queue itself reads no clock.
    """

    def __init__(self, show: Callable[[FrameT], None], start_timer: Callable[[float], FrameTimer]) -> None:
        self._show = show
        self._start_timer = start_timer
        self._waiting_frames: deque[FrameT] = deque()
        self._timer: FrameTimer | None = None

    def __len__(self) -> int:
        return len(self._waiting_frames)

    @property
    def frame_is_on(self) -> bool:
        """Whether a frame is shown whose time has not ended."""
        return self._timer is not None

    @property
    def active(self) -> bool:
        """Whether a frame is shown whose time has not ended, or frames are queued."""
        return bool(self._waiting_frames) or self.frame_is_on

    @property
    def has_event(self) -> bool:
        """Whether a queued frame shows an event."""
        return any(frame.is_event for frame in self._waiting_frames)

    @property
    def has_summary(self) -> bool:
        """Whether a queued frame shows the result of a round or hand."""
        return any(frame.is_summary for frame in self._waiting_frames)

    @property
    def has_decisive_frame(self) -> bool:
        """Whether a queued frame shows how the game of a player or the match has ended."""
        return any(frame.is_decisive for frame in self._waiting_frames)

    def shorten(self) -> None:
        """Leave only decisive frames of those queued their time; `advance` passes over the others."""
        self._waiting_frames = deque(
            frame if frame.is_decisive else replace(frame, hold_seconds=0.0) for frame in self._waiting_frames
        )

    def add(self, frames: Iterable[FrameT]) -> None:
        """Append frames; `advance` or `finish` shows them."""
        self._waiting_frames.extend(frames)

    def advance(self, seconds_late: float = 0.0) -> None:
        """End the present frame, and show the next frames up to one with a duration.

        `seconds_late` is how many seconds ago the present frame should have ended. Short frames that should have ended
        since then are skipped, so that an animation shows fewer frames where the program or its connection is too slow.
        """
        self._stop_timer()
        while self._waiting_frames:
            frame = self._waiting_frames.popleft()
            self._show(frame)
            if 0 < frame.hold_seconds <= min(seconds_late, MAX_SKIPPED_FRAME_SECONDS) and self._waiting_frames:
                seconds_late -= frame.hold_seconds
            elif frame.hold_seconds > 0:
                self._timer = self._start_timer(frame.hold_seconds)
                return

    @property
    def total_seconds(self) -> float:
        """How long the queued frames take together."""
        return sum(frame.hold_seconds for frame in self._waiting_frames)

    def show_next(self) -> None:
        """Show the next frame (there must be one) without adding its log lines.

        It stays queued, and its time does not begin.
        """
        self._show(replace(self._waiting_frames[0], lines=()))

    def finish(self) -> None:
        """Show all queued frames at once, in order, without their durations."""
        self._stop_timer()
        while self._waiting_frames:
            self._show(self._waiting_frames.popleft())

    def drop(self) -> None:
        """Remove all queued frames, and end the present one."""
        self._stop_timer()
        self._waiting_frames.clear()

    def _stop_timer(self) -> None:
        """Stop the timer of the present frame."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
