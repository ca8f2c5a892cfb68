"""A text for a terminal without repeated styles shows the same, cell by cell, and is never longer."""

from __future__ import annotations

import pyte
from hypothesis import example, given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.style import Style

from tui.drawing.repeated_styles import without_repeated_styles

COLUMNS, ROWS = 30, 6
COLOURS = st.sampled_from([None, "default", "red", "bright_blue", "color(208)", "#12372a", "#f4f1e8"])
ATTRIBUTES = st.fixed_dictionaries(
    {}, optional={name: st.booleans() for name in ("bold", "dim", "italic", "underline", "reverse", "strike")}
)
STYLES = st.builds(lambda on, off, attributes: Style(color=on, bgcolor=off, **attributes), COLOURS, COLOURS, ATTRIBUTES)
PIECES = st.tuples(
    st.integers(1, ROWS), st.integers(1, COLUMNS - 9), STYLES, st.text("K♠ x", min_size=1, max_size=9), st.booleans()
)
SYSTEMS = st.sampled_from([ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])


def sent_as_by_rich(pieces, system):
    """Return what Rich writes for pieces of styled text, some of which begin at a place of their own."""
    return "".join(
        (f"\x1b[{row};{column}H" if moves else "") + style.render(text, color_system=system)
        for row, column, style, text, moves in pieces
    )


def shown(text):
    """Return the cells that a terminal shows, without what a space does not show, and the style it is left in."""
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


@given(st.lists(PIECES, max_size=12), SYSTEMS)
@example([(1, 1, Style(bold=True), "K", True), (1, 2, Style(dim=True), "K", False)], ColorSystem.TRUECOLOR)
@example([(1, 1, Style(underline=True), "K", True), (1, 2, Style(), "  ", False)], ColorSystem.TRUECOLOR)
def test_text_without_repeated_styles_shows_the_same_and_ends_in_the_plain_style(pieces, system):
    sent = sent_as_by_rich(pieces, system)
    short = without_repeated_styles(sent)
    assert shown(short) == shown(sent)
    assert len(short) <= len(sent)


def test_style_that_goes_on_is_sent_once():
    felt = Style(color="#e6efe9", bgcolor="#0b231b")
    pieces = [(1, 1, felt, "You", True), (1, 4, felt + Style(bold=True), "4", False), (2, 1, felt, " x", True)]
    assert without_repeated_styles(sent_as_by_rich(pieces, ColorSystem.TRUECOLOR)) == (
        "\x1b[1;1H\x1b[38;2;230;239;233;48;2;11;35;27mYou\x1b[1m4\x1b[2;1H\x1b[22m x\x1b[0m"
    )


def test_text_that_is_not_written_by_rich_is_left_as_it_is():
    for text in ("\x1b[?25h\x1b[0m", "\x1b[1mA\x1b[31mB\x1b[0m", "\x1b[58;5;3mA\x1b[0m", "\x1b[?2026h", ""):
        assert without_repeated_styles(text) == text
