"""A time that can stand still: nothing is early when it goes on, not even by the last digit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.protocol.pausable_clock import PausableClock

SECONDS = st.floats(0, 1e7)


@given(SECONDS, SECONDS, SECONDS)
def test_a_moment_of_the_table_has_come_at_its_real_time(began, stood, when):
    still = PausableClock()
    still.stop(began)
    assert still.real(when) is None
    still.go_on(began + stood)
    there = still.real(when)
    assert there is not None
    assert still.read(there) >= when
