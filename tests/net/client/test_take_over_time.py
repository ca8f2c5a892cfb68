"""How long a person may be without their table when its host dies: the sum of what each step may take."""

from __future__ import annotations

from net.limits import (
    LEASE_SECONDS,
    MAX_CLUB_RECONNECT_PAUSE_SECONDS,
    OTHER_HOST_ANSWER_SECONDS,
    RENEWAL_SECONDS,
    STORE_ANSWER_SECONDS,
    STORE_PAUSE_SECONDS,
    TAKE_OVER_SECONDS,
)


def test_steps_of_a_take_over_take_less_time_together_than_is_promised():
    judged = LEASE_SECONDS + RENEWAL_SECONDS + STORE_PAUSE_SECONDS  # by the first renewal of another after the lease
    taken = 2 * STORE_ANSWER_SECONDS  # the log is read and claimed
    found = MAX_CLUB_RECONNECT_PAUSE_SECONDS + OTHER_HOST_ANSWER_SECONDS  # the host that is dead is asked first, once
    assert judged + taken + found < TAKE_OVER_SECONDS
