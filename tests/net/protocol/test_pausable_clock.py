"""The pausable clock: nothing is early after a pause, not even by a rounding error."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.protocol.pausable_clock import PausableClock

SECONDS = st.floats(0, 1e7)
"""A strategy for times in seconds."""


@given(SECONDS, SECONDS, SECONDS)
def test_real_time_of_a_moment_is_not_before_that_moment(began, paused, when):
    clock = PausableClock()
    clock.pause(began)
    assert clock.real_time(when) is None
    clock.resume(began + paused)
    real = clock.real_time(when)
    assert real is not None
    assert clock.table_time(real) >= when
