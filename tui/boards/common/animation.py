"""The animation of a board: shows its frames one after the other, each for its time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, Generic

from tui.boards.common.frame_queue import FrameQueue, FrameT, FrameTimer, TimerStart
from tui.boards.common.shown_frame import ShownFrame
from tui.drawing import Line

MAX_FRAMES_WAITING: Final = 80
"""How many frames may wait to be shown; if there are more, only decisive ones are still shown for their time."""

FAST_DURATION_FACTOR: Final = 0.1
"""The factor for the duration of animations while a person only waits for the end of the match."""

MAX_QUEEN_ENTRANCE_SECONDS: Final = 2.0
"""The entrance of a Queen, which is all frames in a row that show her, takes at most this many seconds."""


MAX_MOVEMENT_SECONDS: Final = 0.1
"""A frame that is shown for at most this many seconds (at pace 1, if the pace is slower) is movement, which may be left
out."""


class EndlessTimer:
    """The timer of a frame at which the animation stops: it never ends by itself."""

    def stop(self) -> None:
        """Do nothing, as there is no time to stop."""


class BoardAnimation(Generic[FrameT]):
    """Shows queued frames on a board, each for its duration.

    `enabled`: if False, the board shows every change at once. `pace`: a factor for all durations (2 is twice as slow).
    The entrance of a Queen (`Frame.shows_queen`) has at most the factor `slowest_queen_pace`, so that it takes at most
    `MAX_QUEEN_ENTRANCE_SECONDS`. A decisive frame (`Frame.is_decisive`) is never shown faster than before
    `play_on_fast`, and also where too many frames wait. `stops_at_events`: whether the animation stops at the last
    queued frame that shows an event (`Frame.is_event`), until `go_on`. `stops_at_summaries`: whether it stops at each
    frame with the result of a round or hand (`Frame.is_summary`), until `go_on`. `shown` is the frame on the board.
    `last_line` is the last line of the log, headings apart, in the frames shown since no animation ran.

    `show_frame` stores the state of a frame; it is called for each frame in order, also for those that are not painted.
    `paint` paints the state stored last. `end` stores the state at rest, when all frames were shown at once.
    `start_timer` starts a timer of some seconds, and `clock` returns the time in seconds.
    """

    def __init__(
        self,
        show_frame: Callable[[FrameT], None],
        paint: Callable[[], None],
        end: Callable[[], None],
        start_timer: TimerStart,
        clock: Callable[[], float],
        *,
        enabled: bool = True,
        pace: float = 1.0,
    ) -> None:
        self._show_frame = show_frame
        self._paint = paint
        self._end = end
        self._start_board_timer = start_timer
        self._clock = clock
        self._queue: FrameQueue[FrameT] = FrameQueue(self._show, self._start_timer)
        self._frame_due = 0.0
        self._frames_timed = 0
        self._is_stopped = False
        self.enabled = enabled
        self.pace = pace
        self.slowest_queen_pace = 1.0
        self._fastest_decisive_pace = 0.0
        self.stops_at_events = False
        self.stops_at_summaries = False
        self.shown: ShownFrame[FrameT] = ShownFrame()
        self.last_line: Line | None = None

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def active(self) -> bool:
        """Whether a frame is shown whose time has not ended, or frames are queued."""
        return self._queue.active

    @property
    def frame_is_on(self) -> bool:
        """Whether a frame is shown whose time has not ended."""
        return self._queue.frame_is_on

    @property
    def is_mid_movement(self) -> bool:
        """Whether the frame that is shown is only one step of a movement, and another one follows."""
        return (
            self.frame_is_on
            and not self._is_stopped
            and self.shown.hold_seconds * min(self._pace_of_frame, 1.0) <= MAX_MOVEMENT_SECONDS
        )

    @property
    def stopped(self) -> bool:
        """Whether the animation has stopped at an event or a summary."""
        return self._is_stopped and self.active

    @property
    def stopped_at_summary(self) -> bool:
        """Whether the animation has stopped at the result of a round or hand."""
        return self.stopped and self.stops_at_summaries and self.shown.is_summary

    @property
    def summary_is_ahead(self) -> bool:
        """Whether the animation will stop at the result of a round or hand in a queued frame."""
        return self.stops_at_summaries and self._queue.has_summary

    def add(self, frames: Iterable[FrameT]) -> None:
        """Append frames; `next_frame`, `play_opening` or `finish` shows them."""
        self._queue.add(frames)

    def play(self, frames: Sequence[FrameT], *, running: bool) -> bool:
        """Append the frames of a change, and begin to show them if no others are shown; return whether all frames have
        ended.

        All frames are shown at once if the animation is off, the board is not `running`, or there is only one frame;
        then the caller paints. If too many frames wait, the older ones are shown at once, up to one at which
        the animation stops; if it stops at none, all but the decisive ones. While it has stopped at a summary, all
        frames wait.
        """
        if not self.active:
            self.last_line = None
        if len(self) + len(frames) > MAX_FRAMES_WAITING and not self.stopped_at_summary:
            self._skip_waiting_frames()
        if self.stopped_at_summary:
            self.add(frames)
            return False
        idle = not self.frame_is_on
        self.add(frames)
        if not self.enabled and running and self._may_stop_in(frames):
            self.skip_to_stop()
        elif not self.enabled or not running or (idle and len(frames) == 1):
            self.finish()
            return True
        elif idle:
            self.next_frame()
        return False

    def _may_stop_in(self, frames: Sequence[FrameT]) -> bool:
        """Return whether the animation may stop at one of the frames."""
        return self.stops_at_events or (self.stops_at_summaries and any(frame.is_summary for frame in frames))

    def play_opening(self, *, running: bool) -> None:
        """Begin to show the frames of the opening; before the board is `running`, only the first of them."""
        if not self.active:
            return
        if not self.enabled or not self._queue.total_seconds:
            self.finish()
        elif running:
            self.next_frame()
        else:
            self._queue.show_next()

    def next_frame(self) -> None:
        """Show the next frame for its time, then the one after it, and so on."""
        self._is_stopped = False
        late = self._clock() - self._frame_due if self.frame_is_on else 0.0
        self._queue.advance(late)
        self._paint()

    def _skip_waiting_frames(self) -> None:
        """Pass over the frames that wait, because they are too many, up to the next one at which the animation stops;
        if it stops at none, up to the next decisive one, and from there to the others."""
        stops = self.stops_at_events or self.stops_at_summaries
        is_decisive_on = self.frame_is_on and self.shown.is_decisive
        if self.enabled and not stops and (is_decisive_on or self._queue.has_decisive_frame):
            self._queue.shorten()
            if not is_decisive_on:
                self.next_frame()
        else:
            self.skip_to_stop()

    def play_on_fast(self) -> None:
        """Show the rest of the match fast, but what is decisive as long as before."""
        self._fastest_decisive_pace = max(self._fastest_decisive_pace, self.pace)
        self.pace = min(self.pace, FAST_DURATION_FACTOR)
        if self.active:
            self.next_frame()

    def go_on(self) -> None:
        """Continue an animation that has stopped; if too many frames wait, show only the decisive ones."""
        if self._is_stopped and (not self.enabled or len(self) > MAX_FRAMES_WAITING):
            self._skip_waiting_frames()
        elif self._is_stopped:
            self._frame_due = self._clock()
            self.next_frame()

    def skip_to_stop(self) -> None:
        """Store the states of queued frames at once, up to one at which the animation stops.

        If it stops at none, store the states of all frames.
        """
        self._is_stopped = False
        while (self.stops_at_events or self.stops_at_summaries) and len(self._queue):
            self._queue.advance()
            if self._is_stopped:
                self._paint()
                return
        self.finish()
        self._paint()

    def finish(self) -> None:
        """Store the states of all queued frames at once; no frame is shown any more."""
        self._queue.finish()
        self._is_stopped = False
        self.shown.clear()
        self._end()

    def drop(self) -> None:
        """Drop all queued frames and the one that is shown, because another match begins."""
        self._queue.drop()
        self._is_stopped = False
        self.last_line = None
        self.shown.clear()

    def _show(self, frame: FrameT) -> None:
        """Store which frame is shown, and pass it to the board."""
        self.shown.show(frame)
        self.last_line = next((line for line in reversed(frame.lines) if not line.is_heading), self.last_line)
        self._show_frame(frame)

    @property
    def _pace_of_frame(self) -> float:
        """The factor for the duration of the frame that is shown."""
        pace = max(self.pace, self._fastest_decisive_pace) if self.shown.is_decisive else self.pace
        return min(pace, self.slowest_queen_pace) if self.shown.shows_queen else pace

    def _start_timer(self, seconds: float) -> FrameTimer:
        """Start the timer of the frame that is shown; return it."""
        self._frames_timed += 1
        pace = self._pace_of_frame
        self._frame_due = self._clock() + seconds * pace
        is_last_event = self.shown.is_event and not self._queue.has_event
        self._is_stopped = (self.stops_at_events and is_last_event) or (
            self.stops_at_summaries and self.shown.is_summary
        )
        if self._is_stopped:
            return EndlessTimer()
        return self._start_board_timer(seconds * pace, partial(self._end_frame, self._frames_timed))

    def _end_frame(self, frame: int) -> None:
        """End the frame of this number, and show the next one.

        Nothing happens for an older frame: its timer was stopped after it had ended already.
        """
        if frame == self._frames_timed and self.frame_is_on:
            self.next_frame()
