"""An update of the screen shows the same cells as its texts, and is never longer than one that names the style of each
text.
"""

from __future__ import annotations

import pyte
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.drawing.screen_update import StyledText, screen_update, styled_texts

COLUMNS, ROWS = 30, 6
colours = st.sampled_from([None, "default", "red", "bright_blue", "color(208)", "#12372a", "#f4f1e8"])
"""Hypothesis strategy for the colours of a style; None is the terminal's own colour."""
style_attributes = st.fixed_dictionaries(
    {}, optional={name: st.booleans() for name in ("bold", "dim", "italic", "underline", "reverse", "strike")}
)
"""Hypothesis strategy for attributes of a style, such as bold."""
styles = st.builds(
    lambda on, off, attributes: Style(color=on, bgcolor=off, **attributes), colours, colours, style_attributes
)
"""Hypothesis strategy for styles of texts."""
short_texts = st.one_of(st.text("K♠ x", min_size=1, max_size=9), st.integers(1, 9).map(lambda cells: " " * cells))
"""Hypothesis strategy for texts, also blank ones."""
placed_texts = st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 9), styles, short_texts, st.booleans())
"""Hypothesis strategy for texts with their row, column and style."""
colour_systems = st.sampled_from([ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])
"""Hypothesis strategy for the number of colours of a terminal."""


def texts_in_order(pieces, system):
    """Return pieces as texts, ordered by row and column, without pieces that overlap an earlier one.

    A piece that has no column of its own begins where the text before it ends.
    """
    texts: list[StyledText] = []
    for y, x, style, text, moves in sorted(pieces, key=lambda piece: piece[:2]):
        end = texts[-1].x + texts[-1].cells if texts and texts[-1].y == y else 0
        start = x if moves or not end else end
        if end <= start and start + cell_len(text) <= COLUMNS:
            texts.append(StyledText(y, start, cell_len(text), text, Strip.render_ansi(style.copy(), system)))
    return texts


def rich_output_of(texts):
    """Return what Rich writes for these texts: for each of them a move of the cursor, its style, itself and a reset."""
    return "".join(f"\x1b[{y + 1};{x + 1}H\x1b[{style}m{text}\x1b[0m" for y, x, _, text, style in texts)


def terminal_cells_and_style(text):
    """Return the cells that a terminal shows after it has read a text, and the style that it then writes in. Attributes
    of a space that nobody can see are left out.
    """
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(text)
    cells = [
        cell._replace(fg="default", bold=False, italics=False)
        if cell.data == " " and not (cell.underscore or cell.strikethrough or cell.reverse)
        else cell
        for row in range(ROWS)
        for cell in (screen.buffer[row][column] for column in range(COLUMNS))
    ]
    return cells, screen.cursor.attrs._replace(data=" ")


@given(st.lists(placed_texts, max_size=20), colour_systems)
@example([(0, 0, Style(bold=True), "K", True), (0, 1, Style(dim=True), "K", False)], ColorSystem.TRUECOLOR)
@example([(0, 0, Style(underline=True), "K", True), (0, 1, Style(), "  ", False)], ColorSystem.TRUECOLOR)
@example([(0, 0, Style(), "  ", True), (0, 2, Style(color="red"), "K", False)], ColorSystem.TRUECOLOR)
@example([(0, 27, Style(), "KKK", True), (1, 27, Style(), "KKK", True)], ColorSystem.TRUECOLOR)
def test_update_shows_the_same_as_its_texts_and_ends_in_the_plain_style(pieces, system):
    texts = texts_in_order(pieces, system)
    assert terminal_cells_and_style(screen_update(texts)) == terminal_cells_and_style(rich_output_of(texts))
    assert len(screen_update(texts)) <= len(rich_output_of(texts))


def test_style_that_several_texts_have_is_sent_once():
    felt, gold = "38;2;230;239;233;48;2;11;35;27", "38;2;240;200;80;48;2;11;35;27"
    texts = [
        StyledText(0, 0, 3, "You", felt),
        StyledText(0, 3, 2, "  ", gold),
        StyledText(0, 5, 1, "4", gold),
        StyledText(1, 0, 3, "Ada", felt),
        StyledText(1, 9, 2, "Bo", felt),
    ]
    assert screen_update(texts) == (
        "\x1b[38;2;230;239;233;48;2;11;35;27m\x1b[1;1HYou  \x1b[2;1HAda\x1b[10GBo\x1b[38;2;240;200;80m\x1b[1;6H4\x1b[0m"
    )


def test_spaces_are_sent_in_the_style_of_a_neighbour_with_the_same_background():
    texts = [StyledText(0, 0, 2, "  ", "41"), StyledText(0, 2, 1, "K", "31;41"), StyledText(0, 3, 1, " ", "1;32;41")]
    assert screen_update(texts) == "\x1b[31;41m\x1b[1;1H  K \x1b[0m"


def test_screen_update_without_texts_is_empty():
    assert screen_update([]) == ""


def test_style_sent_to_another_terminal_has_the_colours_of_that_terminal():
    style = Style(color="#123456", bgcolor="#fedcba", bold=True)
    style.render("x", color_system=ColorSystem.STANDARD)  # Rich keeps these parameters
    (text,) = styled_texts(0, 0, [Segment("x", style)], ColorSystem.TRUECOLOR)
    assert text.parameters == "1;38;2;18;52;86;48;2;254;220;186"
    (text,) = styled_texts(0, 0, [Segment("x", style)], ColorSystem.STANDARD)
    assert "38;2" not in text.parameters
