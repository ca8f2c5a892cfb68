"""The rate limit (a token bucket): it grants no more than its rate and burst, and an overdraft is paid back at the
rate.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from net.protocol.rate_limit import TokenBucket


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 30)), max_size=30))
def test_token_bucket_grants_no_more_than_its_rate_and_burst(spendings):
    bucket, now, spent = TokenBucket(5, 20, 0.0), 0.0, 0.0
    for pause, amount in spendings:
        now += pause
        spent += amount if bucket.spend(amount, now) else 0
        assert spent <= 20 + 5 * now + 1e-6


def test_overdraft_of_a_token_bucket_is_paid_back_at_its_rate():
    bucket = TokenBucket(5, 20, 0.0)
    assert bucket.overdraw(20, 0) == 0
    assert bucket.overdraw(10, 0) == 2
    assert not bucket.spend(1, 1)
    assert bucket.overdraw(0, 2) == 0
    assert not bucket.is_full(5.9)
    assert bucket.is_full(6)


def test_tokens_that_are_given_back_never_make_a_bucket_more_than_full():
    bucket = TokenBucket(5, 20, 0.0)
    assert bucket.spend(20, 0)
    bucket.give_back(1, 0)
    assert bucket.spend(1, 0)
    assert not bucket.spend(1, 0)
    bucket.give_back(19, 1)
    bucket.give_back(1, 1)
    assert bucket.spend(20, 1)
    assert not bucket.spend(1, 1)
