"""The animation of a board: each frame for its time, by one timer at a time."""

from __future__ import annotations

from core import games
from tui.boards.common.animation import FAST_DURATION_FACTOR, MAX_MOVEMENT_SECONDS, MIN_EVENT_SECONDS, BoardAnimation
from tui.boards.common.frame_queue import Frame

NEW_VIEW = games["mad-queens"].start(seats=2, seed=1).view(0)
"""What seat 0 sees in a new match of Mad Queens."""


class StoppableTimer:
    """A timer that a test ends by `end`, even after it was stopped: its end may have been on its way."""

    def __init__(self, seconds, end):
        self.seconds = seconds
        self.end = end
        self.stopped = False

    def stop(self):
        self.stopped = True


class FrameRecorder:
    """An animation without a terminal: the durations of the frames shown, and the timers started."""

    def __init__(self):
        self.seconds = []
        self.timers = []
        self.painted = 0
        self.animation = BoardAnimation(
            lambda frame: self.seconds.append(frame.hold_seconds), self.paint, lambda: None, self.start, lambda: 0.0
        )

    def paint(self):
        self.painted += 1

    def start(self, seconds, end):
        self.timers.append(StoppableTimer(seconds, end))
        return self.timers[-1]

    def add(self, *seconds):
        self.animation.add([Frame(NEW_VIEW, hold) for hold in seconds])


def test_each_frame_is_shown_for_its_time():
    shown = FrameRecorder()
    shown.add(0.1, 0.2, 0.0)
    shown.animation.next_frame()
    assert shown.seconds == [0.1]
    shown.timers[-1].end()
    assert shown.seconds == [0.1, 0.2]
    shown.timers[-1].end()
    assert (shown.seconds, shown.animation.active) == ([0.1, 0.2, 0.0], False)
    assert shown.painted == 3


def test_a_frame_shown_early_keeps_its_whole_time():
    shown = FrameRecorder()
    shown.add(0.1, 0.2, 0.3)
    shown.animation.next_frame()
    shown.animation.play_on_fast()
    first, second = shown.timers
    assert first.stopped
    assert second.seconds == 0.2 * FAST_DURATION_FACTOR
    first.end()
    assert shown.seconds == [0.1, 0.2]


def test_a_timer_of_the_match_before_ends_no_frame_of_the_next_one():
    shown = FrameRecorder()
    shown.add(0.1, 0.2)
    shown.animation.next_frame()
    shown.animation.drop()
    shown.add(0.3, 0.4)
    shown.animation.next_frame()
    shown.timers[0].end()
    assert shown.seconds == [0.1, 0.3]


def test_only_a_short_frame_before_another_one_is_movement():
    shown = FrameRecorder()
    shown.add(MAX_MOVEMENT_SECONDS, MIN_EVENT_SECONDS, 0.05, 0.0)
    moves = []
    shown.animation.next_frame()
    while shown.animation.active:
        moves.append(shown.animation.is_mid_movement)
        shown.timers[-1].end()
    assert (moves, shown.animation.is_mid_movement) == ([True, False, True], False)


def test_short_frames_are_movement_at_a_slow_pace_too_and_fast_events_are():
    shown = FrameRecorder()
    shown.add(0.05, MIN_EVENT_SECONDS, MIN_EVENT_SECONDS, 0.0)
    shown.animation.pace = 10.0
    shown.animation.next_frame()
    assert shown.animation.is_mid_movement
    shown.timers[-1].end()
    assert not shown.animation.is_mid_movement
    shown.animation.play_on_fast()
    assert shown.animation.is_mid_movement


def test_an_event_at_which_an_animation_stops_is_no_movement():
    shown = FrameRecorder()
    shown.animation.stops_at_events = True
    shown.animation.pace = FAST_DURATION_FACTOR
    shown.add(MIN_EVENT_SECONDS, 0.0)
    shown.animation.next_frame()
    assert not shown.animation.is_mid_movement


def test_an_animation_that_stops_at_events_waits_for_the_person():
    shown = FrameRecorder()
    shown.animation.stops_at_events = True
    shown.add(MIN_EVENT_SECONDS, 0.1)
    shown.animation.next_frame()
    assert (shown.animation.stopped, shown.timers) == (True, [])
    shown.animation.go_on_after_event()
    assert (shown.animation.stopped, shown.seconds) == (False, [MIN_EVENT_SECONDS, 0.1])
    shown.animation.go_on_after_event()
    assert shown.seconds == [MIN_EVENT_SECONDS, 0.1]
