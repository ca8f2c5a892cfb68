"""Wrapped texts, texts cut off to a width, and the brush, which writes texts on a canvas."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.cards import ASCII, FOUR_COLOURS, Canvas
from tui.drawing import Brush, clip, narrowest_width, wrap
from tui.drawing.wrap import wrap_keeping_figures

hostile_texts = st.text(st.sampled_from("abc 漢字é♥-[]"), max_size=60)
"""Hypothesis strategy for texts with wide and combining characters and markup."""


@given(hostile_texts, st.integers(2, 30))
def test_wrapped_lines_fit_and_keep_all_letters(text, width):
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(
    st.lists(st.sampled_from(["Best:", "9 cards in your hand,", "漢 字", "44% that it fits,", "-3.2 ±1 points."])),
    st.integers(2, 30),
)
def test_wrapped_figures_fit_and_keep_all_letters(parts, width):
    text = " ".join(parts)
    lines = wrap_keeping_figures(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_figures_of_a_choice_are_broken_between_two_of_them():
    text = (
        "Best: take K♣ with 2♦ 2♥: 50 points laid, 9 cards in your hand, 60 points in hand, "
        "-231.4 ±12.9 points ahead this round."
    )
    assert wrap_keeping_figures(text, 40) == [
        "Best: take K♣ with 2♦ 2♥:",
        "50 points laid, 9 cards in your hand,",
        "60 points in hand,",
        "-231.4 ±12.9 points ahead this round.",
    ]
    assert wrap_keeping_figures("Draw a card: 44% that you can lay it, 12 cards in your hand", 24) == [
        "Draw a card:",
        "44% that you can lay it,",
        "12 cards in your hand",
    ]
    sets = "Bea: A new set: 10♣, 10♦ and 10♥."
    assert wrap_keeping_figures(sets, 24) == wrap(sets, 24), "cards are no figures"
    assert wrap_keeping_figures("", 24) == []


@given(hostile_texts, st.integers(0, 30))
def test_text_cut_to_a_width_fits(text, width):
    assert cell_len(clip(text, width)) <= width
    if cell_len(text) <= width:
        assert clip(text, width) == text


def test_text_cut_right_after_a_sentence_has_three_dots_and_no_fourth():
    text = "Ann is back. Bob has gone."
    assert not any("...." in clip(text, width, "...") for width in range(30))
    assert clip(text, 15, "...") == "Ann is back..."


@given(hostile_texts, st.integers(-5, 20), st.integers(-2, 4), st.integers(0, 30))
def test_brush_ignores_cells_outside_the_canvas(text, x, y, width):
    canvas = Canvas(12, 3)
    brush = Brush(canvas, FOUR_COLOURS)
    brush.write(x, y, text, width=width)
    brush.write_right_aligned(x, y, text)
    brush.write_badge(x, y, text, "bad")
    assert all(cell_len("".join(piece for piece, _ in canvas.runs(row))) == 12 for row in range(3))


def test_symbols_of_the_program_become_ascii_characters_in_ascii_texts():
    assert Brush(Canvas(1, 1), ASCII).displayable_text("Q♠ · 3 − 2…") == "Qs - 3 - 2."


@given(st.text(alphabet="abc クイ ", max_size=40), st.integers(4, 40))
def test_narrowest_width_takes_no_more_rows_and_breaks_no_word(text, width):
    rows = wrap(text, width)
    narrowest = narrowest_width(text, len(rows))
    lines = wrap(text, narrowest)
    assert len(lines) <= len(rows)
    assert " ".join(lines).split() == text.split()
    assert all(cell_len(line) <= narrowest for line in lines)
    if all(cell_len(word) <= width for word in text.split()):
        assert narrowest <= width
