"""The measured width of a character, from what a terminal answers; and a terminal that has been closed."""

from __future__ import annotations

import os

import pytest

from tui.cli.terminal_width import _reported_column


@pytest.mark.parametrize(
    ("answer", "column"),
    [(b"\x1b[5;3R", 2), (b"typed ahead\x1b[12;2R", 1), (b"xR", None), (b"\x1b[5;3", None), (b"", None)],
)
def test_cursor_column_is_read_from_the_terminals_answer_and_is_none_without_a_terminal(answer, column):
    reading, writing = os.pipe()
    os.write(writing, answer)
    os.close(writing)
    try:
        assert _reported_column(reading) == column
    finally:
        os.close(reading)
