"""The clock of a table, which stands still during a pause: no event happens too early after a pause, not even by a
rounding error.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.protocol.pausable_clock import PausableClock

times_in_seconds = st.floats(0, 1e7)
"""Hypothesis strategy for times in seconds."""


@given(times_in_seconds, times_in_seconds, times_in_seconds)
def test_real_time_of_a_table_moment_is_not_before_that_moment(began, paused, moment):
    clock = PausableClock()
    clock.pause(began)
    assert clock.real_time(moment) is None
    clock.resume(began + paused)
    real = clock.real_time(moment)
    assert real is not None
    assert clock.table_time(real) >= moment
