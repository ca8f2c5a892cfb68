"""What a terminal would act on beyond its cells never leaves the host, however it is cut into pieces."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.guest.driver import ENTER_SCREEN_MODE, LEAVE_SCREEN_MODE
from tui.web.escape_filter import EscapeFilter

CLIPBOARD = b"\x1b]52;c;aGk=\x07"
"""Writes into the clipboard."""

LINK = b"\x1b]8;;http://evil.example\x1b\\"
"""Makes a text a link."""

TITLE = b"\x1b]0;title\x07"
"""Sets the title of the window."""

FILE = b"\x1bPq#0;2;0;0;0\x1b\\"
"""Sends a picture."""

WINDOW = b"\x1b[8;10;10t"
"""Resizes the window."""

HOSTILE = [
    CLIPBOARD,
    LINK,
    TITLE,
    FILE,
    WINDOW,
    b"\x1b_Gf=100\x1b\\",
    b"\x1b^private\x1b\\",
    b"\x1bXtext\x1b\\",
    b"\x1b\x08]52;c;aGk=\x07",
    b"\x1b[\x08 21t",
    b"\xc2\x9d52;c;aGk=\xc2\x9c",
]
"""Sequences that a terminal acts on and that must not pass."""

DRAWN = "\x1b[1;1H\x1b[38;2;1;2;3mQ♠ Grüße 你好 é\x1b[0m\r\n".encode()
"""What a screen sends: the cursor, colours and texts."""


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_but_cells_is_left(hostile):
    left = EscapeFilter().remove_forbidden(DRAWN + hostile + DRAWN)
    assert left.startswith(DRAWN)
    assert left.endswith(DRAWN)
    assert b"\x1b]" not in left
    assert b"\x1bP" not in left
    assert not left.count(b"t") - 2 * DRAWN.count(b"t")
    assert b"\xc2\x9d" not in left


@given(
    st.lists(st.sampled_from([*HOSTILE, DRAWN, b"\x1b", b"\x1b]", b"\x1b[", b"\x07", b"]", b"5t"])), st.integers(1, 7)
)
def test_nothing_hostile_joins_from_pieces_of_any_length(parts, step):
    data = b"".join(parts)
    escape_filter = EscapeFilter()
    left = b"".join(escape_filter.remove_forbidden(data[at : at + step]) for at in range(0, len(data), step))
    assert not re.search(rb"\x1b[\]PX^_]|\x1b\[[\x20-\x3f]*t|\xc2[\x80-\x9f]", left)


@pytest.mark.parametrize("mode", [ENTER_SCREEN_MODE, LEAVE_SCREEN_MODE])
def test_what_our_screens_send_passes_at_once(mode):
    escape_filter = EscapeFilter()
    assert escape_filter.remove_forbidden(DRAWN + mode.encode() + DRAWN) == DRAWN + mode.encode() + DRAWN
    assert escape_filter.remove_forbidden(DRAWN) == DRAWN
