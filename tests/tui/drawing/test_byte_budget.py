"""The byte budget of animations: a second that ends with movement has no more bytes than the budget, except those that
must be painted.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.drawing.byte_budget import BYTES_PER_SECOND_OF_OTHER_WIDGETS, MAX_BYTES_PER_SECOND, ByteBudget

pauses = st.one_of(st.just(0.0), st.floats(0.0, 1.5))
"""Hypothesis strategy for the seconds between two steps."""
MAX_SECONDS_UNTIL_WRITTEN = 1 / 60
"""Longest time between painting a movement and writing it."""

MAX_MOVEMENT_BYTES = MAX_BYTES_PER_SECOND - BYTES_PER_SECOND_OF_OTHER_WIDGETS
"""Largest number of bytes in a second that ends with movement, without those of other widgets than the board."""

byte_counts = st.integers(0, 2 * MAX_BYTES_PER_SECOND)
"""Hypothesis strategy for numbers of bytes that are written."""
painting_steps = st.lists(
    st.tuples(pauses, byte_counts, st.sampled_from(["movement", "painted", "written"])), max_size=60
)
"""Hypothesis strategy for what a program paints and writes, each with the pause before it."""


class ManualClock:
    """A clock that a test sets."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


def bytes_of_last_second(written, now):
    """Return the number of bytes that were written in the last second before `now`."""
    return sum(size for seconds, size in written if seconds > now - 1)


@given(painting_steps)
def test_bytes_of_a_second_that_ends_with_movement_do_not_exceed_the_budget(steps):
    """What is painted is written soon after it, alone or together with the next scene, as in the real program."""
    clock = ManualClock()
    budget = ByteBudget(clock)
    written = []
    planned = painted = 0

    def write():
        assert not planned or bytes_of_last_second(written, clock.seconds) + planned <= MAX_BYTES_PER_SECOND
        assert budget.movement_is_planned == bool(planned)
        budget.record_written(planned + painted)
        written.append((clock.seconds, planned + painted))

    for pause, size, kind in steps:
        if planned + painted and pause > MAX_SECONDS_UNTIL_WRITTEN:
            clock.seconds += MAX_SECONDS_UNTIL_WRITTEN
            pause -= MAX_SECONDS_UNTIL_WRITTEN
            write()
            planned = painted = 0
        clock.seconds += pause
        if kind == "movement":
            fits = budget.plan_movement(size)
            in_budget = bytes_of_last_second(written, clock.seconds) + planned + size <= MAX_MOVEMENT_BYTES
            assert fits == (in_budget and not painted)
            planned += size if fits else 0
        elif size:
            budget.record_painted()
            painted += size
            if kind == "written":
                write()
                planned = painted = 0


def test_movement_is_allowed_again_when_a_second_has_passed():
    clock = ManualClock()
    budget = ByteBudget(clock, 100)
    budget.record_written(80)
    assert budget.plan_movement(20)
    assert not budget.plan_movement(1)
    budget.record_written(20)
    clock.seconds = 0.99
    assert not budget.plan_movement(1)
    clock.seconds = 1.0
    assert budget.plan_movement(100)


def test_no_movement_is_allowed_until_what_was_painted_is_written():
    budget = ByteBudget(ManualClock(), 100)
    budget.record_painted()
    assert not budget.plan_movement(1)
    budget.record_written(80)
    assert budget.plan_movement(20)


def test_movement_that_is_never_written_is_forgotten_after_a_second():
    clock = ManualClock()
    budget = ByteBudget(clock, 100)
    assert budget.plan_movement(100)
    clock.seconds = 1.0
    assert budget.plan_movement(100)


def test_bytes_written_long_ago_are_forgotten_though_nothing_moves():
    clock = ManualClock()
    budget = ByteBudget(clock)
    for _ in range(1_000):
        clock.seconds += 0.5
        budget.record_written(10)
    assert len(budget._written_sizes) <= 2
