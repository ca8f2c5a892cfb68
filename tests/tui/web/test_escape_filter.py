"""The filter of escape sequences: nothing leaves the host that a terminal would act on outside its cells, however the
bytes are cut.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.guest.driver import ENTER_SCREEN_MODE, LEAVE_SCREEN_MODE
from tui.web.escape_filter import EscapeFilter

CLIPBOARD_SEQUENCE = b"\x1b]52;c;aGk=\x07"
"""An escape sequence that writes into the clipboard."""

LINK_SEQUENCE = b"\x1b]8;;http://evil.example\x1b\\"
"""An escape sequence that makes a text a link."""

TITLE_SEQUENCE = b"\x1b]0;title\x07"
"""An escape sequence that sets the title of the window."""

PICTURE_SEQUENCE = b"\x1bPq#0;2;0;0;0\x1b\\"
"""An escape sequence that sends a picture."""

RESIZE_SEQUENCE = b"\x1b[8;10;10t"
"""An escape sequence that resizes the window."""

HOSTILE_SEQUENCES = [
    CLIPBOARD_SEQUENCE,
    LINK_SEQUENCE,
    TITLE_SEQUENCE,
    PICTURE_SEQUENCE,
    RESIZE_SEQUENCE,
    b"\x1b_Gf=100\x1b\\",
    b"\x1b^private\x1b\\",
    b"\x1bXtext\x1b\\",
    b"\x1b\x08]52;c;aGk=\x07",
    b"\x1b[\x08 21t",
    b"\xc2\x9d52;c;aGk=\xc2\x9c",
]
"""Escape sequences on which a terminal acts and that must not pass the filter."""

SCREEN_BYTES = "\x1b[1;1H\x1b[38;2;1;2;3mQ♠ Grüße 你好 é\x1b[0m\r\n".encode()
"""Bytes that a screen of the program sends: moves of the cursor, colours and texts."""


@pytest.mark.parametrize("hostile", HOSTILE_SEQUENCES)
def test_escape_filter_removes_hostile_sequences_and_keeps_the_screen(hostile):
    left = EscapeFilter().remove_forbidden(SCREEN_BYTES + hostile + SCREEN_BYTES)
    assert left.startswith(SCREEN_BYTES)
    assert left.endswith(SCREEN_BYTES)
    assert b"\x1b]" not in left
    assert b"\x1bP" not in left
    assert not left.count(b"t") - 2 * SCREEN_BYTES.count(b"t")
    assert b"\xc2\x9d" not in left


@given(
    st.lists(st.sampled_from([*HOSTILE_SEQUENCES, SCREEN_BYTES, b"\x1b", b"\x1b]", b"\x1b[", b"\x07", b"]", b"5t"])),
    st.integers(1, 7),
)
def test_no_hostile_sequence_results_from_pieces_of_any_length(parts, step):
    data = b"".join(parts)
    escape_filter = EscapeFilter()
    left = b"".join(escape_filter.remove_forbidden(data[at : at + step]) for at in range(0, len(data), step))
    assert not re.search(rb"\x1b[\]PX^_]|\x1b\[[\x20-\x3f]*t|\xc2[\x80-\x9f]", left)


@pytest.mark.parametrize("mode", [ENTER_SCREEN_MODE, LEAVE_SCREEN_MODE])
def test_sequences_that_the_screens_of_the_program_send_pass_the_filter_at_once(mode):
    escape_filter = EscapeFilter()
    assert (
        escape_filter.remove_forbidden(SCREEN_BYTES + mode.encode() + SCREEN_BYTES)
        == SCREEN_BYTES + mode.encode() + SCREEN_BYTES
    )
    assert escape_filter.remove_forbidden(SCREEN_BYTES) == SCREEN_BYTES
