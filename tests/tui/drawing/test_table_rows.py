"""Lines broken into rows: tables with their columns at the right end, other lines as running text."""

from __future__ import annotations

import pytest

from core.queens_dungeon.coach import GAIN_LABEL
from tui.drawing import Line
from tui.drawing.table_rows import rows_of_lines, with_figures_joined

TABLE = (
    Line("Coach: lay 5♠ 5♦ 5♥", is_heading=True),
    Line("Points:", is_heading=True, columns=("in hand", "ahead")),
    Line("Lay 5♠ 5♦ 5♥", columns=("75", "-9")),
    Line("Take 10♣ with 10♠ 10♦, and get 3 more cards", columns=("105", "+123")),
    Line("Ask to go out", columns=("40", "+9")),
)
"""A hint with a table of three choices."""


def rows_in(width, lines=TABLE):
    """Return all rows of lines in a width."""
    return [row for rows in rows_of_lines(lines, width, str) for row in rows]


def test_table_in_narrow_room_lists_the_words_above_its_numbers_and_breaks_only_long_texts():
    assert rows_in(23) == [
        "Coach: lay 5♠ 5♦ 5♥",
        " Points: in hand, ahead",
        "Lay 5♠ 5♦ 5♥    75   -9",
        "Take 10♣ with 10♠ 10♦,",
        "and get 3 more cards",
        "               105 +123",
        "Ask to go out   40   +9",
    ]


def test_table_with_room_has_a_heading_in_one_row():
    assert rows_in(40)[1:3] == [
        "Points:                  in hand │ ahead",
        "Lay 5♠ 5♦ 5♥                  75 │    -9",
    ]


@pytest.mark.parametrize("width", range(10, 60))
def test_rows_of_a_table_are_never_wider_than_its_room(width):
    rows = rows_in(width)
    assert max(map(len, rows)) <= width
    ends = [row[-2:] for row in rows if row.endswith(("-9", "23", "+9"))]
    assert ends == ["-9", "23", "+9"]


LABELS = ("dealer's quota made", "points ahead of the average player")
"""Words above two columns of numbers that have no room beside each other on a small board."""


@pytest.mark.parametrize("width", range(8, 60))
def test_rows_below_long_headings_are_never_wider_than_their_room(width):
    heading = Line("", is_heading=True, columns=LABELS)
    choices = [Line("Play 10♣", columns=("~100%", "+12.3")), Line("Play 9♦", columns=("7%", "-0.4"))]
    heading_rows, first, second = rows_of_lines((heading, *choices), width, str)
    assert max(map(len, (*heading_rows, *first, *second))) <= width
    assert {*" ".join(heading_rows).replace(",", "").replace("│", " ").lower().split()} >= {
        *" ".join(LABELS).lower().split()
    } or width < 10
    assert " ".join(first).replace("│", " ").split() == ["Play", "10♣", "~100%", "+12.3"]
    assert " ".join(second).replace("│", " ").split() == ["Play", "9♦", "7%", "-0.4"]


def test_numbers_without_room_side_by_side_stand_below_each_other():
    lines = (Line("", is_heading=True, columns=LABELS), Line("Play 10♣", columns=("~100%", "+12.3")))
    assert rows_in(10, lines)[-3:] == ["Play 10♣", "     ~100%", "     +12.3"]


@pytest.mark.parametrize("width", range(12, 60))
def test_words_above_the_columns_stand_side_by_side_only_in_equally_many_rows(width):
    """Where one label needs more rows than another, or a text stands before them, they would not read as labels."""
    for text, labels in (
        ("Points:", ("in hand", "ahead")),
        ("", ("cards in your hand", "points ahead this round")),
        ("", ("ahead", "points in hand")),
        ("", LABELS),
    ):
        lines = (Line(text, is_heading=True, columns=labels), Line("Discard 10♣ and go on", columns=("10", "-54")))
        rows = rows_in(width, lines)
        heading = rows[: next(number for number, row in enumerate(rows) if "Discard" in row)]
        words = f"{text} {', '.join(labels)}".strip()
        listed = " ".join(" ".join(heading).split()) == f"{words[0].upper()}{words[1:]}"
        if not listed:
            assert all(len(row) == len(row.rstrip()) for row in heading), "each row ends with a word of the last column"
            assert all(len(row.split("  ")) > 1 or " " in row.strip() for row in heading)
            assert len(heading) <= min(3, *(len(label.split()) for label in labels))
            assert all("│" in row for row in heading) or not any(" " in label for label in labels) or len(heading) < 3
            assert len(heading) == 1 or not text
            assert sorted(" ".join(heading).replace("│", " ").split()) == sorted(" ".join([text, *labels]).split())


def test_texts_without_columns_are_wrapped():
    assert rows_in(9, (Line("one two three"), Line("four"))) == ["one two", "three", "four"]


def test_line_separates_the_columns_of_queens_dungeon_in_the_least_log():
    heading = Line("", is_heading=True, columns=("takes the trick", words_of_gain()))
    lines = (heading, Line("10♣", columns=("10%", "-16")), Line("Others: at most", columns=("", "-26")))
    assert rows_in(22, lines) == [
        "       takes │  points",
        "         the │   above",
        "       trick │ average",
        "10♣      10% │     -16",
        "Others: at most    -26",
    ]
    first, _ = rows_of_lines(lines[:2], 22, lambda text: text.replace("│", "|"))
    assert first[0] == "       takes |  points"


def test_words_above_two_columns_are_not_read_as_one_sentence():
    labels = ("loses the match now", words_of_gain())
    lines = (Line("", is_heading=True, columns=labels), Line("10♣", columns=("10%", "-16")))
    assert rows_in(30, lines) == [
        "      loses the │ points above",
        "      match now │      average",
        "10♣         10% │          -16",
    ]
    assert "now │ points" in rows_in(60, lines)[0]


def test_line_separates_columns_also_where_there_is_no_room_for_spaces_beside_it():
    """So in the least log beside a table of Big Queen: else the words of both columns would be listed."""
    heading = Line("", is_heading=True, columns=("match lost", "points ahead"))
    assert rows_in(23, (heading, Line("Discard Q♠", columns=("20%", "+105")))) == [
        "           match│points",
        "            lost│ ahead",
        "Discard Q♠   20%│  +105",
    ]


def words_of_gain():
    """Return the words above the last number of a hint in Queen's Dungeon."""
    return GAIN_LABEL.format("points")


def test_figures_with_a_row_each_are_joined_to_a_line_with_their_heading_and_a_table_stays_as_it_is():
    figures = [Line("caught", columns=("17%",), is_about_me=True), Line("Joker", columns=("4%",), is_about_me=True)]
    lines = [Line("Why."), Line("Best: reveal", is_heading=True), *figures, Line("Worse: bank", is_heading=True)]
    lines.append(Line("banked", columns=("1 card",)))
    joined = with_figures_joined(lines)
    told = [line.text for line in joined]
    assert told == ["Why.", "Best: reveal: caught 17%, Joker 4%", "Worse: bank: banked 1 card"]
    assert joined[1].is_about_me
    assert not any(line.columns for line in joined)
    table = [Line("", is_heading=True, columns=("caught",)), *figures]
    assert with_figures_joined(table) == table
