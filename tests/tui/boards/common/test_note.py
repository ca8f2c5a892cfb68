"""The note of a board (a sentence for the person), and how long it is shown."""

from __future__ import annotations

from tui.boards.common.note import TimedNote


class TimerRecorder:
    """A stand-in for the timers of a board: it keeps the callbacks of those that were not stopped."""

    def __init__(self):
        self.running = {}

    def start(self, seconds, call):
        timer = RecordedTimer(self)
        self.running[timer] = call
        return timer


class RecordedTimer:
    """A timer that a `TimerRecorder` has started."""

    def __init__(self, timers):
        self._timers = timers

    def stop(self):
        self._timers.running.pop(self, None)


def test_note_disappears_at_the_end_of_its_time():
    timers, ended = TimerRecorder(), []
    note = TimedNote(timers.start, lambda: ended.append(note.text))
    note.text = "Not so fast."
    note.start_time()
    note.start_time()
    (end,) = timers.running.values()
    end()
    assert (note.text, ended) == ("", [""])


def test_note_that_is_shown_again_has_its_whole_time_again():
    timers = TimerRecorder()
    note = TimedNote(timers.start, lambda: None)
    sentence = "Not so fast."
    for text in (sentence, "", sentence):
        note.text = text
        note.start_time()
    assert len(timers.running) == 1, "the timer of the first time is stopped"
