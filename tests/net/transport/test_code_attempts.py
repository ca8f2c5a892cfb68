"""The policy for table codes: wrong codes are counted by address, answered later and later, and at last refused."""

from __future__ import annotations

import pytest

from net.limits import (
    CODE_ATTEMPT_WINDOW_SECONDS,
    MAX_ADDRESSES_TRACKED,
    WRONG_CODES_OF_ALL_PER_MINUTE,
    WRONG_CODES_PER_MINUTE,
)
from net.transport.code_attempts import (
    TOO_MANY_CODES_OF_ALL_SENTENCE,
    TOO_MANY_WRONG_CODES_SENTENCE,
    CodeAdmitted,
    CodeAttempts,
    CodeDelayed,
    CodeRefused,
)

GUESSER_ADDRESS = "10.0.0.9"
"""The IP address of somebody who guesses at codes."""
LOCKED_OUT_ANSWER = CodeRefused(TOO_MANY_WRONG_CODES_SENTENCE)
"""The answer to somebody who may not try any more codes for now."""


@pytest.fixture
def attempts() -> CodeAttempts:
    """The policy of a table whose code is "rose" and whose only seat token is "token"."""
    return CodeAttempts(lambda code: code == "rose", lambda token: token == "token")


def test_correct_code_is_admitted(attempts):
    assert attempts.check_hello(GUESSER_ADDRESS, "rose", (), 0.0) == CodeAdmitted()


def test_each_further_wrong_code_is_answered_a_second_later(attempts):
    assert [attempts.check_hello(GUESSER_ADDRESS, "king", (), 100.0) for _ in range(3)] == [
        CodeDelayed(0.0),
        CodeDelayed(1.0),
        CodeDelayed(2.0),
    ]


def test_after_five_wrong_codes_even_the_correct_one_is_refused_for_a_minute(attempts):
    for _ in range(WRONG_CODES_PER_MINUTE):
        assert isinstance(attempts.check_hello(GUESSER_ADDRESS, "king", (), 0.0), CodeDelayed)
    assert attempts.check_hello(GUESSER_ADDRESS, "rose", "", CODE_ATTEMPT_WINDOW_SECONDS - 0.1) == LOCKED_OUT_ANSWER
    assert attempts.check_hello(GUESSER_ADDRESS, "rose", "", CODE_ATTEMPT_WINDOW_SECONDS) == CodeAdmitted()


def test_refused_attempts_do_not_prolong_the_lockout(attempts):
    for second in range(2 * WRONG_CODES_PER_MINUTE):
        attempts.check_hello(GUESSER_ADDRESS, "king", "", float(second))
    assert (
        attempts.check_hello(GUESSER_ADDRESS, "rose", "", CODE_ATTEMPT_WINDOW_SECONDS + WRONG_CODES_PER_MINUTE)
        == CodeAdmitted()
    )


def test_hello_without_a_code_is_left_to_the_table_and_not_counted(attempts):
    assert {attempts.check_hello(GUESSER_ADDRESS, blank, (), 0.0) for blank in ("", " ", "\t") for _ in range(9)} == {
        CodeAdmitted()
    }
    assert attempts.check_address(GUESSER_ADDRESS, 0.0) == CodeAdmitted()


def test_blank_answer_to_the_question_for_a_code_counts_as_a_wrong_code(attempts):
    assert attempts.check_answer(GUESSER_ADDRESS, "", 0.0) == CodeDelayed(0.0)
    assert attempts.check_answer(GUESSER_ADDRESS, "", 0.0) == CodeDelayed(1.0)


def test_member_with_a_token_is_admitted_from_an_address_that_is_locked_out(attempts):
    for _ in range(WRONG_CODES_PER_MINUTE):
        attempts.check_hello(GUESSER_ADDRESS, "king", (), 0.0)
    assert attempts.check_address(GUESSER_ADDRESS, 0.0) == LOCKED_OUT_ANSWER
    assert attempts.check_hello(GUESSER_ADDRESS, "king", ("token",), 0.0) == CodeAdmitted()


def test_wrong_codes_of_one_ipv6_network_are_counted_together_and_others_separately(attempts):
    for number in range(WRONG_CODES_PER_MINUTE):
        attempts.check_hello(f"2001:db8::{number + 1}", "king", (), 0.0)
    assert attempts.check_hello("2001:db8::abcd", "rose", (), 0.0) == LOCKED_OUT_ANSWER
    assert attempts.check_hello("2001:db8:0:1::1", "rose", (), 0.0) == CodeAdmitted()
    assert attempts.check_hello(GUESSER_ADDRESS, "rose", (), 0.0) == CodeAdmitted()


def try_code_from_new_addresses(attempts, count, now=0.0, code="king"):
    """Try a code once from each of `count` new addresses, and return the decisions."""
    numbers = range(512 * int(now), 512 * int(now) + count)
    return [attempts.check_hello(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}", code, (), now) for n in numbers]


def test_many_addresses_together_may_try_thirty_codes_a_minute():
    reports = []
    attempts = CodeAttempts(lambda code: code == "rose", lambda token: token == "token", lambda: reports.append(1))
    assert (
        try_code_from_new_addresses(attempts, WRONG_CODES_OF_ALL_PER_MINUTE)
        == [CodeDelayed(0.0)] * WRONG_CODES_OF_ALL_PER_MINUTE
    )
    assert reports == []
    refused = CodeRefused(TOO_MANY_CODES_OF_ALL_SENTENCE)
    assert try_code_from_new_addresses(attempts, 5) == [
        CodeDelayed(2.0),
        CodeDelayed(4.0),
        CodeDelayed(6.0),
        refused,
        refused,
    ]
    assert reports == [1]
    assert attempts.check_hello(GUESSER_ADDRESS, "rose", (), 0.0) == refused, "a guess is not known by its answer"
    assert attempts.check_hello(GUESSER_ADDRESS, "rose", (), 2.0) == CodeDelayed(6.0, is_right=True)
    assert attempts.check_hello(GUESSER_ADDRESS, "king", ("token",), 2.0) == CodeAdmitted()
    assert attempts.check_hello(GUESSER_ADDRESS, "rose", (), 70.0) == CodeAdmitted()
    answered = sum(
        isinstance(decision, CodeDelayed)
        for second in range(100, 700)
        for decision in try_code_from_new_addresses(attempts, 3, second)
    )
    assert answered <= WRONG_CODES_OF_ALL_PER_MINUTE * 11 + 5
    assert len(reports) == 2


def test_correct_codes_of_very_many_people_are_answered_without_delay(attempts):
    assert set(try_code_from_new_addresses(attempts, 300, code="rose")) == {CodeAdmitted()}


def test_number_of_addresses_with_counted_codes_is_bounded(attempts):
    for number in range(MAX_ADDRESSES_TRACKED + 10):
        attempts.check_hello(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", "king", (), 2.0 * number)
    assert len(attempts._wrong) == MAX_ADDRESSES_TRACKED
