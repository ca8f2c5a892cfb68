"""The list of all sentences for players, which `python -m tests.gallery.sentences` prints."""

from __future__ import annotations

from tests.gallery.sentences import (
    paragraphs_in_document,
    paragraphs_in_rulebook,
    sentences_by_file,
    sentences_in_module,
    sentences_in_script,
    texts_in_page,
)


def test_list_of_sentences_has_those_of_every_layer_under_their_files():
    listed = list(sentences_by_file())
    found = dict(listed)
    assert "The match is over." in found["core/engine/rule_set.py"]
    assert "The host has closed the table." in found["net/errors.py"]
    assert "You are watching now." in found["tui/text/table.py"]
    assert any(line.startswith("Two teams, A and B") for line in found["core/big_queen/RULES.md"])
    assert any("fear the Queens" in line for line in found["README.md"])
    assert any(line.startswith("| an eavesdropper | ") for line in found[".github/SECURITY.md"])
    assert "This page needs JavaScript." in found["tui/web/page/index.html"]
    assert "Connection lost. Trying again …" in found["tui/web/page/page.js"]
    assert "Goodbye." in found["tui/line_mode/main_menu.py"]
    assert "tui/drawing/svg.py" not in found
    assert not [name for name in found if "xterm" in name]
    assert len(found) == len(listed), "each file is listed once"


def test_sentences_of_a_module_have_placeholders_and_nothing_else_is_listed():
    source = '''
"""A docstring of a module."""
CSS = """
    Board { width: 1fr; height: 1fr; }
"""
QUERY = "SELECT id FROM matches"
COLUMNS = "id, place, number, game"
CONDITION = "(? IS NULL OR game = ?)"
POLICY = "default-src 'none'"
BYE = "Goodbye."
REMARK = "name, colours, pace"
class Hello:
    def __repr__(self):
        return f"Hello({self.name}, watch={self.watch}, {self.match})"
KEY = "stock"
LABEL = "Bank " f"{score_text(gain)} now"
def act(seat):
    """A docstring of a function."""
    log.info("A line of the log")
    return f"Seat {seat + 1} is free; sit down."
'''
    assert list(sentences_in_module(source)) == [
        "Goodbye.",
        "name, colours, pace",
        "Bank {score_text(gain)} now",
        "Seat {seat + 1} is free; sit down.",
    ]


def test_paragraphs_and_table_rows_of_a_rulebook_are_listed_as_one_line_each():
    text = "## Title\n\nOne\ntwo.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    assert list(paragraphs_in_rulebook(text)) == ["## Title", "One two.", "| a | b |", "| --- | --- |", "| 1 | 2 |"]


def test_paragraphs_of_a_document_are_listed_without_blocks_of_code():
    text = "Play it:\n\n```sh\nqueens play\n\nqueens host\n```\n\nOr\nread on.\n"
    assert list(paragraphs_in_document(text)) == ["Play it:", "Or read on."]


def test_texts_and_readable_attributes_of_a_page_are_listed():
    page = '<main id="door"><p class="small" title="Or else">Sit\n  down</p><img src="a.png" alt="A table"></main>'
    assert list(texts_in_page(page)) == ["Or else", "Sit down", "A table"]


def test_sentences_of_a_script_are_listed_without_comments_and_names():
    script = """
// A comment with "several words" in it.
/* Another
 * with "more words" in it. */
const LOST = "Connection lost."; // what "the page" says
const part = "device-time";
const still = `The ${place} is closed.`;
"""
    assert list(sentences_in_script(script))[:2] == ["Connection lost.", "the page"]
    assert "The ${place} is closed." in list(sentences_in_script(script))
