"""How long a person may be without their table when its host dies: the sum of the longest times of all steps."""

from __future__ import annotations

from net.limits import (
    LEASE_RENEWAL_INTERVAL_SECONDS,
    LEASE_SECONDS,
    MAX_CLUB_RECONNECT_PAUSE_SECONDS,
    OTHER_HOST_ANSWER_SECONDS,
    STORE_ANSWER_SECONDS,
    STORE_RETRY_PAUSE_SECONDS,
    TABLE_TAKE_OVER_SECONDS,
)


def test_sum_of_all_steps_of_a_take_over_is_less_than_the_promised_time():
    judged = (
        LEASE_SECONDS + LEASE_RENEWAL_INTERVAL_SECONDS + STORE_RETRY_PAUSE_SECONDS
    )  # by the first renewal of another after the lease
    taken = 2 * STORE_ANSWER_SECONDS  # the log is read and claimed
    found = MAX_CLUB_RECONNECT_PAUSE_SECONDS + OTHER_HOST_ANSWER_SECONDS  # the host that is dead is asked first, once
    assert judged + taken + found < TABLE_TAKE_OVER_SECONDS
