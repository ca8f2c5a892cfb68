"""The canvas: painting, clipping, caching of rows, wide and combining characters."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from core.engine.cards import CARDS
from tui.cards import FOUR_COLOURS, LOOKS, SIZES, Canvas, Drawing, Sketch, State, card_in_hand, empty_place, face
from tui.cards.palette import style

FELT = style("#ffffff", "#12372a")
"""A style with white text on a green background."""

RED = style("#ff0000", "#000000")
"""A style with red text on a black background."""

NO_GROUND = style("#ffff00")
"""A style without a background."""

places = st.integers(-12, 40)
"""Columns and rows in and beside a canvas."""

pens = st.sampled_from([RED, NO_GROUND])
"""Styles to paint with."""

words = st.text(st.sampled_from("ab 漢字é́​\n🎴️\x1b"), max_size=20)
"""Texts with wide, combining and unprintable characters."""

drawings = st.builds(
    lambda card, size, look, state: card_in_hand(card, size, look, state),
    st.sampled_from(CARDS),
    st.sampled_from(SIZES),
    st.sampled_from(list(LOOKS.values())),
    st.builds(State, st.integers(0, 255)),
)
"""Drawings of cards."""

steps = st.one_of(
    st.tuples(st.just("blit"), places, places, drawings),
    st.tuples(st.just("text"), places, places, words, pens, st.none() | st.integers(0, 9)),
    st.tuples(st.just("fill"), places, places, places, places, st.just(RED)),
)
"""Calls of the painting methods of a canvas: name and arguments."""


def paint(canvas: Canvas, painting: list[tuple]) -> None:
    """Call the painting methods of a canvas, each given as its name and arguments."""
    for name, *arguments in painting:
        getattr(canvas, name)(*arguments)


def widths(canvas: Canvas) -> set[int]:
    """Return the widths of the rows of a canvas, in cells."""
    return {sum(cell_len(glyph) for glyph in text) for text in str(canvas).split("\n")}


@given(st.integers(1, 30), st.integers(1, 12), st.lists(steps, max_size=12))
def test_painting_never_changes_the_width_of_a_row(width, height, painting):
    canvas = Canvas(width, height, FELT)
    paint(canvas, painting)
    assert widths(canvas) == {width}
    for y in range(height):
        runs = canvas.runs(y)
        assert sum(cell_len(glyph) for text, _ in runs for glyph in text) == width
        assert all(one[1] != other[1] for one, other in pairwise(runs))
        assert all(text.isprintable() for text, _ in runs)


@given(places, places, drawings)
def test_clipped_drawing_equals_a_window_of_the_whole(x, y, drawing: Drawing):
    small, big = Canvas(20, 8, FELT), Canvas(80, 60, FELT)
    small.blit(x, y, drawing)
    big.blit(x + 20, y + 20, drawing)
    assert cells(small) == [row[20:40] for row in cells(big)[20:28]]


def cells(canvas: Canvas) -> list[list[tuple[str, Style]]]:
    """Return the glyph and style of every cell, row by row."""
    return [[(glyph, kind) for text, kind in canvas.runs(y) for glyph in text] for y in range(canvas.height)]


@given(st.lists(steps, max_size=6), steps)
def test_cached_rows_of_a_canvas_equal_newly_made_ones(painting, last):
    asked, fresh = Canvas(25, 9, FELT), Canvas(25, 9, FELT)
    paint(asked, painting)
    for y in range(9):
        asked.segments(y)
    paint(asked, [last])
    paint(fresh, [*painting, last])
    assert [asked.runs(y) for y in range(9)] == [fresh.runs(y) for y in range(9)]


def test_row_of_a_canvas_is_cached_until_it_is_painted_on():
    canvas = Canvas(9, 2, FELT)
    row = canvas.segments(0)
    assert canvas.segments(0) is row
    canvas.text(0, 1, "below", RED)
    assert canvas.segments(0) is row
    canvas.text(0, 0, "here", RED)
    assert canvas.runs(0) == [("here", RED), ("     ", FELT)]


def test_text_without_background_keeps_the_one_below():
    canvas = Canvas(4, 1, FELT)
    canvas.fill(2, 0, 2, 1, RED)
    canvas.text(1, 0, "ab", NO_GROUND)
    assert [kind.bgcolor for _, kind in canvas.runs(0)] == [
        FELT.bgcolor,
        FELT.bgcolor,
        RED.bgcolor,
        RED.bgcolor,
    ]
    assert canvas.runs(0)[1][0] == "a"
    assert canvas.runs(0)[1][1].color == NO_GROUND.color


def test_transparent_cells_of_a_drawing_keep_the_text_below():
    canvas = Canvas(5, 3, FELT)
    canvas.text(0, 1, "abcde", RED)
    canvas.blit(0, 0, empty_place(SIZES[1], FOUR_COLOURS))
    assert str(canvas) == "· · ·\n·bcd·\n· · ·"


def test_long_text_is_cut_between_characters():
    canvas = Canvas(12, 4, FELT)
    assert canvas.text(0, 0, "Augustina", RED, width=5) == 5
    assert canvas.text(0, 1, "漢字漢字", RED, width=6) == 5
    assert canvas.text(0, 2, "漢字", RED, width=4) == 4
    assert canvas.text(0, 3, "Augustina", RED, width=5, more="~") == 5
    assert [row.rstrip() for row in str(canvas).split("\n")] == ["Augu…", "漢字…", "漢字", "Augu~"]


def test_half_overwritten_wide_character_becomes_a_blank():
    canvas = Canvas(6, 1, FELT)
    canvas.text(0, 0, "漢字", RED)
    canvas.text(1, 0, "xy", RED)
    assert str(canvas) == " xy   "


def test_canvas_drops_escape_sequences_and_line_ends():
    canvas = Canvas(12, 1, FELT)
    canvas.text(0, 0, "a\x1b[31mb\nc\u202e\ufe0f", RED)
    assert str(canvas).rstrip() == "a[31mbc"


def test_clear_blanks_every_cell_of_a_canvas():
    canvas = Canvas(6, 1, FELT)
    canvas.blit(0, 0, face(CARDS[0], SIZES[0], FOUR_COLOURS))
    canvas.clear(RED)
    assert canvas.runs(0) == [(" " * 6, RED)]


def test_sketch_asserts_that_drawing_stays_inside():
    sketch = Sketch(3, 1)
    try:
        sketch.put_text(1, 0, "abc", RED)
    except AssertionError:
        return
    raise AssertionError("nothing was said")
