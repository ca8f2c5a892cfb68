"""The widget of a rulebook: every word of the rulebook is in a row that fits, with its headings and marks."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from core import games
from tests.tui.text.test_rulebook import MARKDOWN_RULEBOOK
from tui.text.rulebook import remove_markup, short_rules
from tui.widgets.rulebook import RulebookRow, rulebook_rows


def text_of_row(row: RulebookRow) -> str:
    """Return the text of a row."""
    text = ""
    for x, piece, _ in row:
        assert cell_len(text) <= x, f"{piece} covers {text}"
        text += " " * (x - cell_len(text)) + piece
    return text


def words_of(text: str) -> list[str]:
    """Return the words of a text without the characters that are markup of Markdown."""
    lines = [line for line in text.splitlines() if set(line) - set("|-: ")]
    return sorted(remove_markup(" ".join(" ".join(lines).replace("|", " ").replace("#", " ").split())).split())


def test_rulebook_has_a_row_for_each_line_and_marks_what_stands_out() -> None:
    rows = rulebook_rows(MARKDOWN_RULEBOOK, 19)
    assert [text_of_row(row) for row in rows] == [
        "In short",
        "A row of cards and",
        "a 9♣.",
        "",
        "1. First, which is",
        "   long",
        "   - inside",
        "2. Then",
        "",
        "what     counts",
        "a heart  two points",
        "         for you",
    ]
    marks = {piece: mark for row in rows for _, piece, mark in row}
    assert [marks[piece] for piece in ("short", "row", "cards", "9♣", ".", "1. ", "   - ", "counts", "two")] == [
        *("#", "**", "*", "`", "", "-", "-", "**", "")
    ]


@pytest.mark.parametrize("width", [40, 56, 84])
@pytest.mark.parametrize("slug", games)
def test_every_rulebook_is_shown_whole_in_rows_that_fit(slug, width) -> None:
    for rules in (games[slug].rules, f"**At this table**: more.\n\n{short_rules(games[slug].rules)}"):
        texts = [text_of_row(row) for row in rulebook_rows(rules, width)]
        assert max(map(cell_len, texts)) <= width
        assert sorted(word for text in texts for word in text.split()) == words_of(rules)


async def test_rulebook_writes_suit_symbols_as_the_look_does_and_can_be_replaced(make_program, screen_text) -> None:
    app = make_program(ascii=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert "Most points win" in screen_text(app)
        await pilot.press("tab", "down", "down")
        await pilot.pause()
        assert "Most points win" not in screen_text(app)
        assert "Two teams" in screen_text(app)
        assert screen_text(app).isascii()
