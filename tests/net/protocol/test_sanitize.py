"""Cleaning of texts: names and lines of other people reach a terminal only as visible text."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from net.limits import MAX_NAME_CELLS
from net.protocol.sanitize import clean_text, find_name, unique_name

hostile_texts = st.text(
    st.characters(codec="utf-8") | st.sampled_from("\x1b[]\x07\x9b;m\u202e\u200b\u2066\u0301é字"), max_size=80
)
"""Hypothesis strategy for texts with control, invisible, combining and wide characters."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann", "Ann"),
        ("  Ann\t\n of   Green\u3000Gables ", "Ann of Green Gables"),
        ("\x1b[31;1mred\x1b[0m", "red"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\", "click"),
        ("\x9b2Jx", "x"),
        ("\x1bPdcs\x1b\\x", "x"),
        ("\x1bcx", "x"),
        ("a\u202eb\u2066c\u200bd\u200de\ufefff", "abcdef"),
        ("\u2800\u3164\u115f", ""),
        ("e\u0301\u0302\u0303\u0304\u0305", "é\u0302\u0303"),
        ("\u0301x", "x"),
        ("♥\ufe0f", "♥"),
        ("\ue000\U000f0000x\ud800", "x"),
        ("[@click=app.quit]x", "[@click=app.quit]x"),
    ],
)
def test_hostile_text_is_cleaned(text, expected):
    assert clean_text(text, 80) == expected


@example("\U0001f3fb" * 9, 0)
@example("a" + "\U0001f3fb" * 99, 20)
@given(hostile_texts, st.integers(0, 40))
def test_clean_text_is_visible_and_fits_and_cleaning_is_idempotent(text, cells):
    left = clean_text(text, cells)
    assert cell_len(left) <= cells
    assert all(category(character)[0] != "C" for character in left)
    assert left == left.strip()
    assert "  " not in left
    assert clean_text(left, cells) == left
    assert len(left) <= 3 * cells


def test_length_of_a_clean_text_is_bounded_in_cells_and_not_in_characters():
    assert clean_text("字字字", 5) == "字字"


@given(st.lists(hostile_texts, max_size=12))
def test_no_two_names_at_a_table_look_the_same(names):
    taken: list[str] = []
    for name in names:
        taken.append(unique_name(name, taken))
    assert len({name.casefold() for name in taken}) == len(taken)
    assert all(name and cell_len(name) <= MAX_NAME_CELLS for name in taken)


def test_names_that_look_the_same_to_people_are_numbered():
    assert unique_name("ＡＮＮ", ["Ann"]) == "ＡＮＮ 2"
    assert unique_name("Аnn", ["Ann"]) == "Аnn 2", "the first letter is Cyrillic"
    assert unique_name("ΒΟΒ", ["Bob"]) == "ΒΟΒ 2", "all letters are Greek"
    assert unique_name("AI", ["Al"]) == "AI 2"
    assert unique_name("уоu", []) == "Guest"
    assert unique_name("Анна", ["Anna"]) == "Анна"
    assert unique_name("x" * 50, ["x" * MAX_NAME_CELLS]) == "x" * (MAX_NAME_CELLS - 2) + " 2"


def test_person_is_found_by_any_spelling_of_their_name():
    names = ["Ann", "Zoë", "Weß"]
    assert find_name("ANN", names) == "Ann"
    assert find_name("  zoe\u0308 ", names) == "Zoë"
    assert find_name("wess", names) == "Weß"
    assert find_name("Bob", names) == ""
    assert find_name("", names) == ""


@given(st.lists(hostile_texts, max_size=12))
@example(["! 0"])
@example(["0 . 0"])
def test_every_person_at_a_table_is_found_by_their_own_name(names):
    taken: list[str] = []
    for name in names:
        taken.append(unique_name(name, taken))
    assert [find_name(name, taken) for name in taken] == taken


@pytest.mark.parametrize("name", ["You", "you", "ＹＯＵ", " YOU ", ""])
def test_nobody_can_have_a_name_by_which_sentences_address_their_reader(name):
    assert unique_name(name, ["Ann"]) == "Guest"


@pytest.mark.parametrize("name", ["Ann has gone. Bob", "Ann has gone! Bob", "Ann says: hi", "Ann sits. Bob. Eve"])
def test_no_name_contains_the_end_of_a_sentence(name):
    assert not [sign for sign in ".!:" if f"{sign} " in unique_name(name, [])]
    assert unique_name("Dr. Who", []) == "Dr Who"
    assert unique_name("J.R.", []) == "J.R."
