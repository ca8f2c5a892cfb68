"""Records: a match as a text, and what is wrong with a text that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import BadRecord, Dealer, Record, games, replay

WORD = st.text("abcXYZ019-_./♠♥", min_size=1, max_size=12)
PAIRS = st.dictionaries(WORD, WORD, max_size=3).map(lambda pairs: tuple(pairs.items()))
RECORDS = st.builds(
    Record,
    game=WORD,
    seats=st.integers(0, 999_999),
    seed=WORD,
    options=PAIRS,
    deal=PAIRS,
    actions=st.lists(st.tuples(st.integers(0, 999_999), WORD), max_size=8).map(tuple),
    digest=WORD,
)


@given(record=RECORDS)
def test_a_record_reads_back_from_what_it_prints(record):
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record).replace("\n", "\r\n")) == record
    assert Record.parse(str(record).replace("\n", "\n\n  ")) == record


def a_record() -> Record:
    deal = {"deck/0": ["6♥ 2♠ 10♣", "K♦"], "banned-deck": ["8♠ K♣"]}
    match = games["mad-queens"].start(2, options={"visibility": "sealed"}, dealer=Dealer.scripted(deal, seed=7))
    for seat, text in ((0, "reveal"), (1, "reveal"), (0, "bank")):
        match.act(seat, games["mad-queens"].parse(text))
    return match.record


def test_a_record_is_a_text_that_anyone_can_read():
    *lines, digest, end = str(a_record()).split("\n")
    assert lines == [
        "mad-queens record 1",
        "game mad-queens",
        "seats 2",
        "seed 7",
        "set visibility sealed",
        "deal deck/0 6♥ 2♠ 10♣ | K♦",
        "deal banned-deck 8♠ K♣",
        "0 reveal",
        "1 reveal",
        "0 bank",
    ]
    assert digest == f"digest {a_record().digest}"
    assert end == ""
    assert replay(Record.parse(str(a_record()))).record == a_record()


GOOD = str(a_record())


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "mad-queens record 2\n",
        GOOD.split("\n", 1)[1],
        changed("game mad-queens\n", ""),
        changed("seats 2\n", ""),
        changed("seed 7\n", ""),
        GOOD[: GOOD.index("digest")],
        changed("seats 2", "seats two"),
        changed("seats 2", "seats -2"),
        changed("seats 2", "seats ٣"),
        changed("seats 2", "seats " + "9" * 5000),
        changed("seats 2", "seats"),
        changed("seats 2", "seats 2\nseats 3"),
        changed("1 reveal", "-1 reveal"),
        changed("1 reveal", "one reveal"),
        changed("1 reveal", "1"),
        changed("1 reveal", "9" * 5000 + " reveal"),
        changed("1 reveal", "reveal"),
        changed("set visibility sealed", "set visibility sealed\nset visibility open"),
        changed("deal banned-deck", "deal deck/0"),
        changed("game mad-queens", "name mad-queens"),
        GOOD + "0 reveal\n",
        GOOD + GOOD,
    ],
)
def test_a_text_that_is_no_record_is_refused_in_a_sentence(text):
    with pytest.raises(BadRecord) as caught:
        Record.parse(text)
    assert_a_sentence(str(caught.value))


@pytest.mark.parametrize(
    "text",
    [
        changed("game mad-queens", "game whist"),
        changed("seats 2", "seats 0"),
        changed("seats 2", "seats 1001"),
        changed("seats 2", "seats 3"),
        changed("seed 7", "seed 8"),
        changed("seed 7", "seed a b"),
        changed("seed 7", "seed " + "9" * 5000),
        changed("set visibility sealed", "set visibility dim"),
        changed("set visibility sealed", "set visibility"),
        changed("set visibility sealed", "set colour blue"),
        changed("6♥ 2♠", "6♥ 2X"),
        changed("6♥ 2♠", "6♥ 6♥"),
        changed("deal deck/0 6♥", "deal deck/0 Q♥"),
        changed("0 bank", "0 dance"),
        changed("0 bank", "0 end"),
        changed("0 bank", "0 play Q♠"),
        changed("1 reveal", "2 reveal"),
        changed("1 reveal", "0 reveal"),
        changed("0 bank\n", ""),
        changed("digest ", "digest 0"),
        changed("digest ", "digest x"),
    ],
)
def test_a_record_that_does_not_replay_is_refused_in_a_sentence(text):
    record = Record.parse(text)
    with pytest.raises(BadRecord) as caught:
        replay(record)
    assert_a_sentence(str(caught.value))


def assert_a_sentence(text: str) -> None:
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 300


@given(text=st.text(max_size=200))
def test_any_text_either_parses_or_raises(text):
    for whole in (text, "mad-queens record 1\n" + text, GOOD + text):
        try:
            Record.parse(whole)
        except BadRecord as error:
            problem = str(error)
            assert "\n" not in problem
