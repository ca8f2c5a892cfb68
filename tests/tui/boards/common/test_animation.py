"""The animation of a board: each frame is shown for its time, by one timer at a time."""

from __future__ import annotations

from core import games
from tui.boards.common.animation import FAST_DURATION_FACTOR, MAX_FRAMES_WAITING, MAX_MOVEMENT_SECONDS, BoardAnimation
from tui.boards.common.frame_queue import MIN_EVENT_SECONDS, Frame

NEW_VIEW = games["mad-queens"].start(seats=2, seed=1).view(0)
"""The view of seat 0 in a new match of Mad Queens."""


class StoppableTimer:
    """A stand-in for a timer that ends when a test calls `end`. That works even after `stop`, because a real timer may
    have run out just before it was stopped.
    """

    def __init__(self, seconds, end):
        self.seconds = seconds
        self.end = end
        self.stopped = False

    def stop(self):
        self.stopped = True


class FrameRecorder:
    """An animation without a terminal, which records the durations of the frames shown and the timers started."""

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


def test_each_frame_of_an_animation_is_shown_for_its_time():
    shown = FrameRecorder()
    shown.add(0.1, 0.2, 0.0)
    shown.animation.next_frame()
    assert shown.seconds == [0.1]
    shown.timers[-1].end()
    assert shown.seconds == [0.1, 0.2]
    shown.timers[-1].end()
    assert (shown.seconds, shown.animation.active) == ([0.1, 0.2, 0.0], False)
    assert shown.painted == 3


def test_frame_that_is_shown_early_is_shown_for_its_whole_time():
    shown = FrameRecorder()
    shown.add(0.1, 0.2, 0.3)
    shown.animation.next_frame()
    shown.animation.play_on_fast()
    first, second = shown.timers
    assert first.stopped
    assert second.seconds == 0.2 * FAST_DURATION_FACTOR
    first.end()
    assert shown.seconds == [0.1, 0.2]


def test_timer_of_the_last_match_ends_no_frame_of_the_next_one():
    shown = FrameRecorder()
    shown.add(0.1, 0.2)
    shown.animation.next_frame()
    shown.animation.drop()
    shown.add(0.3, 0.4)
    shown.animation.next_frame()
    shown.timers[0].end()
    assert shown.seconds == [0.1, 0.3]


def test_frame_counts_as_movement_only_if_it_is_short_and_another_follows():
    shown = FrameRecorder()
    shown.add(MAX_MOVEMENT_SECONDS, MIN_EVENT_SECONDS, 0.05, 0.0)
    moves = []
    shown.animation.next_frame()
    while shown.animation.active:
        moves.append(shown.animation.is_mid_movement)
        shown.timers[-1].end()
    assert (moves, shown.animation.is_mid_movement) == ([True, False, True], False)


def test_short_frame_always_counts_as_movement_and_an_event_only_at_a_fast_pace():
    shown = FrameRecorder()
    shown.add(0.05, MIN_EVENT_SECONDS, MIN_EVENT_SECONDS, 0.0)
    shown.animation.pace = 10.0
    shown.animation.next_frame()
    assert shown.animation.is_mid_movement
    shown.timers[-1].end()
    assert not shown.animation.is_mid_movement
    shown.animation.play_on_fast()
    assert shown.animation.is_mid_movement


def test_event_at_which_an_animation_stops_does_not_count_as_movement():
    shown = FrameRecorder()
    shown.animation.stops_at_events = True
    shown.animation.pace = FAST_DURATION_FACTOR
    shown.add(MIN_EVENT_SECONDS, 0.0)
    shown.animation.next_frame()
    assert not shown.animation.is_mid_movement


def test_animation_that_stops_at_events_waits_for_the_person():
    shown = FrameRecorder()
    shown.animation.stops_at_events = True
    shown.add(MIN_EVENT_SECONDS, 0.1)
    shown.animation.next_frame()
    assert (shown.animation.stopped, shown.timers) == (True, [])
    shown.animation.go_on()
    assert (shown.animation.stopped, shown.seconds) == (False, [MIN_EVENT_SECONDS, 0.1])
    shown.animation.go_on()
    assert shown.seconds == [MIN_EVENT_SECONDS, 0.1]


def test_animation_that_stops_at_events_stops_only_at_the_last_queued_event():
    shown = FrameRecorder()
    shown.animation.stops_at_events = True
    shown.add(MIN_EVENT_SECONDS, 0.1, MIN_EVENT_SECONDS, 0.0)
    shown.animation.next_frame()
    shown.timers[-1].end()
    assert not shown.animation.stopped
    shown.timers[-1].end()
    assert (shown.animation.stopped, shown.seconds) == (True, [MIN_EVENT_SECONDS, 0.1, MIN_EVENT_SECONDS])


def test_where_too_many_frames_wait_only_decisive_ones_are_shown_for_their_time():
    shown = FrameRecorder()
    shown.animation.play([Frame(NEW_VIEW, 0.5)] * 3, running=True)
    shown.animation.play([Frame(NEW_VIEW, 0.9, is_decisive=True), Frame(NEW_VIEW, 0.5)], running=True)
    shown.animation.play([Frame(NEW_VIEW, 0.5)] * MAX_FRAMES_WAITING, running=True)
    assert (shown.seconds, shown.timers[-1].seconds) == ([0.5, 0.0, 0.0, 0.9], 0.9)
    shown.animation.play([Frame(NEW_VIEW, 0.6), Frame(NEW_VIEW)], running=True)
    assert not shown.timers[-1].stopped  # what follows does not cut it short
    shown.timers[-1].end()
    assert (shown.seconds[-1], len(shown.animation)) == (0.6, 1)


def test_where_no_decisive_frame_waits_too_many_frames_are_shown_at_once():
    shown = FrameRecorder()
    shown.animation.play([Frame(NEW_VIEW, 0.5)] * MAX_FRAMES_WAITING, running=True)
    shown.animation.play([Frame(NEW_VIEW, 0.5)] * 3, running=True)
    assert (len(shown.seconds), len(shown.animation)) == (MAX_FRAMES_WAITING + 1, 2)


def test_decisive_frame_takes_as_long_while_the_rest_of_the_match_is_shown_fast():
    shown = FrameRecorder()
    shown.animation.play_on_fast()
    shown.animation.play([Frame(NEW_VIEW, 0.5), Frame(NEW_VIEW, 0.9, is_decisive=True)], running=True)
    shown.timers[-1].end()
    assert [timer.seconds for timer in shown.timers] == [0.5 * FAST_DURATION_FACTOR, 0.9]
