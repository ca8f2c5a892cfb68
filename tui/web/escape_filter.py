"""Removes what a terminal in a browser would do outside its own cells: clipboard, links, titles, files, windows.

Nothing in our screens asks for these but the key that copies; the filter works whatever a program draws.
"""

from __future__ import annotations

import re
from typing import Final

_CONTROLS: Final = rb"[\x00-\x17\x19\x1c-\x1f\x7f]"
"""The control characters that may stand within an escape sequence without ending it."""

_STRING_BEGINS: Final = re.compile(rb"\x1b%b*[\]PX^_]" % _CONTROLS)
"""The beginning of OSC, DCS, SOS, PM or APC: of everything that carries a text to the terminal (ECMA-48, 5.6)."""

_STRING_ENDS: Final = re.compile(rb"\x07|\x18|\x1a|\x1b\\|(?=\x1b[^\\])")
"""The end of such a text: BEL, CAN, SUB or ST; any other escape sequence ends it as well."""

_WINDOW_REQUEST: Final = re.compile(rb"\x1b%b*\[[\x20-\x3f\x00-\x17\x19\x1c-\x1f]*t" % _CONTROLS)
"""A request to move, resize or report the window, or to change its title (XTWINOPS)."""

_C1: Final = re.compile(rb"\xc2[\x80-\x9f]")
"""A control character of the second set, in UTF-8: each begins an escape sequence in one character."""

_CUT_SEQUENCE: Final = re.compile(rb"(?:\x1b%b*(?:\[[\x20-\x3f\x00-\x17\x19\x1c-\x1f]*)?|\xc2)\Z" % _CONTROLS)
"""What may be the beginning of such a sequence at the end of the output so far."""

HELD_BYTES: Final = 80
"""The longest beginning of a sequence that is stored for the next call; no sequence of ours is half as long."""

CANCEL: Final = b"\x18"
"""The character CAN, left in place of what is removed: it shows nothing, and prevents the bytes around it from joining.
"""


class EscapeFilter:
    """Filters the output of one guest; an escape sequence may be split between calls."""

    def __init__(self) -> None:
        self._held = b""
        self._in_string = False

    def allowed(self, data: bytes) -> bytes:
        """Return `data` without what the terminal must not act on."""
        data = _C1.sub(CANCEL, self._held + data)
        self._held = b""
        parts = []
        while data:
            match = (_STRING_ENDS if self._in_string else _STRING_BEGINS).search(data)
            if match is None:
                break
            if not self._in_string:
                parts += [data[: match.start()], CANCEL]
            self._in_string = not self._in_string
            data = data[match.end() :]
        incomplete = _CUT_SEQUENCE.search(data)
        if incomplete is not None:
            held = incomplete.group()
            self._held = held if len(held) <= HELD_BYTES else CANCEL
            data = data[: incomplete.start()]
        if not self._in_string:
            parts.append(data)
        return _WINDOW_REQUEST.sub(CANCEL, b"".join(parts))
