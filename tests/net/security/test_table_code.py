"""Table codes: how they are written, read, and derived from the host's key."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import BadCode
from net.security.table_code import (
    CODE_ALPHABET,
    HOST_KEY_CHARACTERS,
    MAX_SECRET_CHARACTERS,
    SECRET_CHARACTERS,
    TableCode,
    canonical_code,
    check_chosen_secret,
    host_key_characters,
    is_same_code,
    new_secret,
    write_code,
)

fingerprints = st.binary(min_size=32, max_size=32).map(bytes.hex)
"""Hypothesis strategy for fingerprints of hosts."""
code_secrets = st.binary(min_size=4, max_size=4).map(new_secret)
"""Hypothesis strategy for the secret parts of table codes."""
chosen_codes = st.text(min_size=1, max_size=40).filter(
    lambda word: 0 < len(canonical_code(word)) <= MAX_SECRET_CHARACTERS
)
"""Hypothesis strategy for codes that a person has chosen."""


def code_as_typed(code: str, separators: str, lower: bool) -> str:
    """Return a code as a person may type it: in other capitals, with other gaps, and with letters that look like its
    digits.
    """
    signs = "".join(sign for sign in code if sign != "-").translate(str.maketrans("01", "OI"))
    typed = "".join(sign + separators[at % len(separators)] * (at % 3 == 2) for at, sign in enumerate(signs))
    return f" {typed.lower() if lower else typed} "


@settings(max_examples=40, deadline=None)
@given(fingerprints, code_secrets, st.text(" -._/", min_size=1, max_size=5), st.booleans())
def test_code_is_read_with_any_gaps_capitals_and_lookalike_letters(
    fingerprint, secret, separators, in_lower_case
) -> None:
    typed = code_as_typed(write_code(fingerprint, secret), separators, in_lower_case)
    code = TableCode.read(typed)
    assert write_code(fingerprint, code.secret) == write_code(fingerprint, secret)
    assert code.is_for_host(fingerprint)
    assert is_same_code(code.secret, secret)


@settings(max_examples=40, deadline=None)
@given(fingerprints, chosen_codes)
def test_whole_code_ends_with_the_secret_that_a_person_has_chosen(fingerprint, word) -> None:
    code = TableCode.read(write_code(fingerprint, word))
    assert code.is_for_host(fingerprint)
    assert is_same_code(code.secret, word)
    assert TableCode.read(word) == TableCode("", canonical_code(word)), "alone it is never taken for a whole code"


@settings(max_examples=40, deadline=None)
@given(fingerprints, st.integers(0, HOST_KEY_CHARACTERS - 1), st.sampled_from(CODE_ALPHABET))
def test_code_with_one_wrong_character_in_the_part_for_the_key_fits_no_host(fingerprint, position, character) -> None:
    signs = list(write_code(fingerprint, "7777").replace("-", ""))
    right = signs[position] == character
    signs[position] = character
    assert TableCode.read("".join(signs)).is_for_host(fingerprint) == right


def test_table_code_holds_sixty_bits_of_the_key_and_thirty_of_the_secret() -> None:
    assert HOST_KEY_CHARACTERS * 5 == 60
    assert SECRET_CHARACTERS * 5 == 30
    assert write_code("ab" * 32, "3F5H") == "-".join((*groups_of_four(host_key_characters("ab" * 32)), "3F5H"))
    assert host_key_characters("ab" * 32) == "2SD9QYTXYKG0", "codes that were written down stay good"


def groups_of_four(characters: str) -> list[str]:
    """Return the characters of a code in groups of four."""
    return [characters[at : at + 4] for at in range(0, len(characters), 4)]


def test_every_character_of_a_secret_can_be_each_of_thirty_two_characters() -> None:
    secrets = [new_secret((number * 2654435761 % 2**32).to_bytes(4, "big")) for number in range(2000)]
    for place in range(SECRET_CHARACTERS):
        assert {secret[place] for secret in secrets} == set(CODE_ALPHABET)


@pytest.mark.parametrize("text", ["", "rose", "3F5H", "green gables", "7KQ4-M2ZN-8RTV", "ÄÖÜ-12345678901234567890"])
def test_text_too_short_for_a_whole_code_is_a_secret_alone(text) -> None:
    assert TableCode.read(text) == TableCode("", canonical_code(text))


@given(st.text(), st.text())
def test_secrets_are_equal_if_their_canonical_forms_are_equal(one, other) -> None:
    assert (
        is_same_code(one, one.lower()) or canonical_code(one) != canonical_code(one.lower()) or not canonical_code(one)
    )
    assert is_same_code(one, other) == (canonical_code(one) == canonical_code(other) != "")


@pytest.mark.parametrize("text", ["", " ", "!!!", "- -", "x", "five5", "r-o-s-e", "thirteensigns"])
def test_empty_too_short_and_too_long_chosen_secrets_are_refused(text) -> None:
    assert not is_same_code("", text)
    with pytest.raises(BadCode, match="6 to 12 letters and digits"):
        check_chosen_secret(text)
