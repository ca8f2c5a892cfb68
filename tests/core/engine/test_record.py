"""A record is written as text and read back; text that is no record is refused, and the refusal says why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import BadRecord, Dealer, Record, games, replay

record_words = st.text("abcXYZ019-_./♠♥", min_size=1, max_size=12)
"""Hypothesis strategy for words that a record can hold."""

word_pairs = st.dictionaries(record_words, record_words, max_size=3).map(lambda pairs: tuple(pairs.items()))
"""Hypothesis strategy for pairs of words."""

records = st.builds(
    Record,
    game=record_words,
    seats=st.integers(0, 999_999),
    seed=record_words,
    options=word_pairs,
    deal=word_pairs,
    actions=st.lists(st.tuples(st.integers(0, 999_999), record_words), max_size=8).map(tuple),
    digest=record_words,
)
"""Hypothesis strategy for records of any content; most could not be replayed."""


@given(record=records)
def test_text_of_a_record_parses_to_the_same_record(record):
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record).replace("\n", "\r\n")) == record
    assert Record.parse(str(record).replace("\n", "\n\n  ")) == record


def make_record() -> Record:
    """Return the record of a short match with a prepared deal."""
    deal = {"deck/0": ["6♥ 2♠ 10♣", "K♦"], "banned-deck": ["8♠ K♣"]}
    match = games["mad-queens"].start(2, options={"visibility": "sealed"}, dealer=Dealer.scripted(deal, seed=7))
    for seat, text in ((0, "reveal"), (1, "reveal"), (0, "bank")):
        match.act(seat, games["mad-queens"].parse(text))
    return match.record


def test_record_of_a_short_match_has_the_expected_text():
    *lines, digest, end = str(make_record()).split("\n")
    assert lines == [
        "mad-queens record 1",
        "game mad-queens",
        "seats 2",
        "seed 7",
        "set visibility sealed",
        "set rules 2",
        "deal deck/0 6♥ 2♠ 10♣ | K♦",
        "deal banned-deck 8♠ K♣",
        "0 reveal",
        "1 reveal",
        "0 bank",
    ]
    assert digest == f"digest {make_record().digest}"
    assert end == ""
    assert replay(Record.parse(str(make_record()))).record == make_record()


VALID_RECORD = str(make_record())
"""The text of a valid record, which the tests damage."""


def record_text_with(old: str, new: str) -> str:
    """Return `VALID_RECORD` with `old`, which it must contain, replaced by `new`."""
    assert old in VALID_RECORD
    return VALID_RECORD.replace(old, new)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "mad-queens record 2\n",
        VALID_RECORD.split("\n", 1)[1],
        record_text_with("game mad-queens\n", ""),
        record_text_with("seats 2\n", ""),
        record_text_with("seed 7\n", ""),
        VALID_RECORD[: VALID_RECORD.index("digest")],
        record_text_with("seats 2", "seats two"),
        record_text_with("seats 2", "seats -2"),
        record_text_with("seats 2", "seats ٣"),
        record_text_with("seats 2", "seats " + "9" * 5000),
        record_text_with("seats 2", "seats"),
        record_text_with("seats 2", "seats 2\nseats 3"),
        record_text_with("1 reveal", "-1 reveal"),
        record_text_with("1 reveal", "one reveal"),
        record_text_with("1 reveal", "1"),
        record_text_with("1 reveal", "9" * 5000 + " reveal"),
        record_text_with("1 reveal", "reveal"),
        record_text_with("set visibility sealed", "set visibility sealed\nset visibility open"),
        record_text_with("deal banned-deck", "deal deck/0"),
        record_text_with("game mad-queens", "name mad-queens"),
        VALID_RECORD + "0 reveal\n",
        VALID_RECORD + VALID_RECORD,
    ],
)
def test_text_that_is_no_record_is_refused_in_a_sentence(text):
    with pytest.raises(BadRecord) as caught:
        Record.parse(text)
    assert_one_sentence(str(caught.value))


@pytest.mark.parametrize(
    "text",
    [
        record_text_with("game mad-queens", "game whist"),
        record_text_with("seats 2", "seats 0"),
        record_text_with("seats 2", "seats 1001"),
        record_text_with("seats 2", "seats 3"),
        record_text_with("seed 7", "seed 8"),
        record_text_with("seed 7", "seed a b"),
        record_text_with("seed 7", "seed " + "9" * 5000),
        record_text_with("set visibility sealed", "set visibility dim"),
        record_text_with("set visibility sealed", "set visibility"),
        record_text_with("set visibility sealed", "set colour blue"),
        record_text_with("6♥ 2♠", "6♥ 2X"),
        record_text_with("6♥ 2♠", "6♥ 6♥"),
        record_text_with("deal deck/0 6♥", "deal deck/0 Q♥"),
        record_text_with("0 bank", "0 dance"),
        record_text_with("0 bank", "0 end"),
        record_text_with("0 bank", "0 play Q♠"),
        record_text_with("1 reveal", "2 reveal"),
        record_text_with("1 reveal", "0 reveal"),
        record_text_with("0 bank\n", ""),
        record_text_with("digest ", "digest 0"),
        record_text_with("digest ", "digest x"),
    ],
)
def test_record_that_does_not_replay_is_refused_in_a_sentence(text):
    record = Record.parse(text)
    with pytest.raises(BadRecord) as caught:
        replay(record)
    assert_one_sentence(str(caught.value))


def assert_one_sentence(text: str) -> None:
    """Check that a text is one sentence for a person, on one line."""
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 300


@given(text=st.text(max_size=200))
def test_any_text_parses_as_a_record_or_raises_bad_record(text):
    for whole in (text, "mad-queens record 1\n" + text, VALID_RECORD + text):
        try:
            Record.parse(whole)
        except BadRecord as error:
            problem = str(error)
            assert "\n" not in problem
