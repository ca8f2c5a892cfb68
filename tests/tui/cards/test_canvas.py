"""The canvas: painting, cutting off at its edges, kept rows, wide and combining characters."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from core.engine.cards import CARDS
from tui.cards import FOUR_COLOURS, LOOKS, SIZES, Canvas, Drawing, Sketch, State, card_in_hand, empty_place, face
from tui.cards.palette import style

WHITE_ON_GREEN = style("#ffffff", "#12372a")
"""A style with white text on a green background."""

RED_ON_BLACK = style("#ff0000", "#000000")
"""A style with red text on a black background."""

YELLOW_WITHOUT_BACKGROUND = style("#ffff00")
"""A style without a background."""

positions = st.integers(-12, 40)
"""Hypothesis strategy for positions (column and row) in and beside a canvas."""

paint_styles = st.sampled_from([RED_ON_BLACK, YELLOW_WITHOUT_BACKGROUND])
"""Hypothesis strategy for styles to paint with."""

wide_texts = st.text(st.sampled_from("ab 漢字é́​\n🎴️\x1b"), max_size=20)
"""Hypothesis strategy for texts with wide, combining and unprintable characters."""

drawings = st.builds(
    lambda card, size, look, state: card_in_hand(card, size, look, state),
    st.sampled_from(CARDS),
    st.sampled_from(SIZES),
    st.sampled_from(list(LOOKS.values())),
    st.builds(State, st.integers(0, 255)),
)
"""Hypothesis strategy for drawings of cards."""

painting_steps = st.one_of(
    st.tuples(st.just("blit"), positions, positions, drawings),
    st.tuples(st.just("text"), positions, positions, wide_texts, paint_styles, st.none() | st.integers(0, 9)),
    st.tuples(st.just("fill"), positions, positions, positions, positions, st.just(RED_ON_BLACK)),
)
"""Hypothesis strategy for calls of the painting methods of a canvas: name and arguments."""


def call_painting_methods(canvas: Canvas, painting: list[tuple]) -> None:
    """Call the painting methods of a canvas, each given as its name and arguments."""
    for name, *arguments in painting:
        getattr(canvas, name)(*arguments)


def row_widths(canvas: Canvas) -> set[int]:
    """Return the widths of the rows of a canvas, in cells."""
    return {sum(cell_len(glyph) for glyph in text) for text in str(canvas).split("\n")}


@given(st.integers(1, 30), st.integers(1, 12), st.lists(painting_steps, max_size=12))
def test_painting_never_changes_the_width_of_a_row(width, height, painting):
    canvas = Canvas(width, height, WHITE_ON_GREEN)
    call_painting_methods(canvas, painting)
    assert row_widths(canvas) == {width}
    for y in range(height):
        runs = canvas.runs(y)
        assert sum(cell_len(glyph) for text, _ in runs for glyph in text) == width
        assert all(one[1] != other[1] for one, other in pairwise(runs))
        assert all(text.isprintable() for text, _ in runs)


@given(positions, positions, drawings)
def test_drawing_cut_off_by_a_canvas_equals_that_part_of_the_whole_drawing(x, y, drawing: Drawing):
    small, big = Canvas(20, 8, WHITE_ON_GREEN), Canvas(80, 60, WHITE_ON_GREEN)
    small.blit(x, y, drawing)
    big.blit(x + 20, y + 20, drawing)
    assert cells_by_row(small) == [row[20:40] for row in cells_by_row(big)[20:28]]


def cells_by_row(canvas: Canvas) -> list[list[tuple[str, Style]]]:
    """Return the glyph and style of every cell, row by row."""
    return [[(glyph, kind) for text, kind in canvas.runs(y) for glyph in text] for y in range(canvas.height)]


@given(st.lists(painting_steps, max_size=6), painting_steps)
def test_cached_rows_of_a_canvas_equal_newly_made_ones(painting, last):
    asked, fresh = Canvas(25, 9, WHITE_ON_GREEN), Canvas(25, 9, WHITE_ON_GREEN)
    call_painting_methods(asked, painting)
    for y in range(9):
        asked.segments(y)
    call_painting_methods(asked, [last])
    call_painting_methods(fresh, [*painting, last])
    assert [asked.runs(y) for y in range(9)] == [fresh.runs(y) for y in range(9)]


def test_equal_styles_are_one_run_even_if_they_are_different_objects():
    def red_on_black():
        return Style(color="red", bgcolor="black")

    canvas = Canvas(9, 1, red_on_black())
    canvas.fill(1, 0, 2, 1, red_on_black(), "x")
    canvas.text(3, 0, "yy", Style(color="red"))
    canvas.text(5, 0, "zz", red_on_black())
    assert canvas.runs(0) == [(" xxyyzz  ", red_on_black())]


def test_row_of_a_canvas_is_cached_until_it_is_painted_on():
    canvas = Canvas(9, 2, WHITE_ON_GREEN)
    row = canvas.segments(0)
    assert canvas.segments(0) is row
    canvas.text(0, 1, "below", RED_ON_BLACK)
    assert canvas.segments(0) is row
    canvas.text(0, 0, "here", RED_ON_BLACK)
    assert canvas.runs(0) == [("here", RED_ON_BLACK), ("     ", WHITE_ON_GREEN)]


def test_text_without_background_keeps_the_background_below():
    canvas = Canvas(4, 1, WHITE_ON_GREEN)
    canvas.fill(2, 0, 2, 1, RED_ON_BLACK)
    canvas.text(1, 0, "ab", YELLOW_WITHOUT_BACKGROUND)
    assert [kind.bgcolor for _, kind in canvas.runs(0)] == [
        WHITE_ON_GREEN.bgcolor,
        WHITE_ON_GREEN.bgcolor,
        RED_ON_BLACK.bgcolor,
        RED_ON_BLACK.bgcolor,
    ]
    assert canvas.runs(0)[1][0] == "a"
    assert canvas.runs(0)[1][1].color == YELLOW_WITHOUT_BACKGROUND.color


def test_transparent_cells_of_a_drawing_keep_the_text_below():
    canvas = Canvas(5, 3, WHITE_ON_GREEN)
    canvas.text(0, 1, "abcde", RED_ON_BLACK)
    canvas.blit(0, 0, empty_place(SIZES[1], FOUR_COLOURS))
    assert str(canvas) == "· · ·\n·bcd·\n· · ·"


def test_long_text_is_cut_between_characters():
    canvas = Canvas(12, 4, WHITE_ON_GREEN)
    assert canvas.text(0, 0, "Augustina", RED_ON_BLACK, width=5) == 5
    assert canvas.text(0, 1, "漢字漢字", RED_ON_BLACK, width=6) == 5
    assert canvas.text(0, 2, "漢字", RED_ON_BLACK, width=4) == 4
    assert canvas.text(0, 3, "Augustina", RED_ON_BLACK, width=5, cut_mark="~") == 5
    assert [row.rstrip() for row in str(canvas).split("\n")] == ["Augu…", "漢字…", "漢字", "Augu~"]


def test_half_overwritten_wide_character_becomes_a_blank():
    canvas = Canvas(6, 1, WHITE_ON_GREEN)
    canvas.text(0, 0, "漢字", RED_ON_BLACK)
    canvas.text(1, 0, "xy", RED_ON_BLACK)
    assert str(canvas) == " xy   "


def test_canvas_drops_escape_sequences_and_line_ends():
    canvas = Canvas(12, 1, WHITE_ON_GREEN)
    canvas.text(0, 0, "a\x1b[31mb\nc\u202e\ufe0f", RED_ON_BLACK)
    assert str(canvas).rstrip() == "a[31mbc"


def test_clear_blanks_every_cell_of_a_canvas():
    canvas = Canvas(6, 1, WHITE_ON_GREEN)
    canvas.blit(0, 0, face(CARDS[0], SIZES[0], FOUR_COLOURS))
    canvas.clear(RED_ON_BLACK)
    assert canvas.runs(0) == [(" " * 6, RED_ON_BLACK)]


def test_sketch_refuses_to_draw_outside_its_rectangle():
    sketch = Sketch(3, 1)
    try:
        sketch.put_text(1, 0, "abc", RED_ON_BLACK)
    except AssertionError:
        return
    raise AssertionError("nothing was said")


@given(st.lists(painting_steps, max_size=8), st.data())
def test_part_of_a_row_has_the_cells_of_the_whole_row_and_blanks_for_cut_wide_characters(painting, data):
    canvas = Canvas(20, 3, WHITE_ON_GREEN)
    call_painting_methods(canvas, painting)
    first = data.draw(st.integers(0, 19))
    end = data.draw(st.integers(first + 1, 20))
    for y in range(3):
        expected = Strip(canvas.segments(y)).crop(first, end)
        part = Strip(canvas.segments_in(y, first, end))
        assert (part.text, part.cell_length) == (expected.text, end - first)
        assert list(part.simplify()) == list(expected.simplify())
