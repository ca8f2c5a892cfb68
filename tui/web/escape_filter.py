"""Removes escape sequences by which a terminal in a browser would act outside its own cells: clipboard, links, titles,
files, windows.

Of these the program's screens use only the one that copies a text; but the filter does not rely on that.
"""

from __future__ import annotations

import re
from typing import Final

_CONTROL_CHARACTER_CLASS: Final = rb"[\x00-\x17\x19\x1c-\x1f\x7f]"
"""The character class, in a pattern, of the control characters that may stand within an escape sequence without ending
it.
"""

_STRING_BEGIN_PATTERN: Final = re.compile(rb"\x1b%b*[\]PX^_]" % _CONTROL_CHARACTER_CLASS)
"""The pattern of the beginning of an escape sequence that carries a text: OSC, DCS, SOS, PM, APC (ECMA-48, 5.6)."""

_STRING_END_PATTERN: Final = re.compile(rb"\x07|\x18|\x1a|\x1b\\|(?=\x1b[^\\])")
"""The pattern of the end of an escape sequence that carries a text: BEL, CAN, SUB or ST; another escape sequence ends
it as well.
"""

_WINDOW_REQUEST_PATTERN: Final = re.compile(rb"\x1b%b*\[[\x20-\x3f\x00-\x17\x19\x1c-\x1f]*t" % _CONTROL_CHARACTER_CLASS)
"""The pattern of a request to move, resize or report the window, or to change its title (XTWINOPS)."""

_C1_PATTERN: Final = re.compile(rb"\xc2[\x80-\x9f]")
"""The pattern of a control character of the set C1, in UTF-8: each begins an escape sequence in one character."""

_INCOMPLETE_SEQUENCE_PATTERN: Final = re.compile(
    rb"(?:\x1b%b*(?:\[[\x20-\x3f\x00-\x17\x19\x1c-\x1f]*)?|\xc2)\Z" % _CONTROL_CHARACTER_CLASS
)
"""The pattern of an incomplete escape sequence at the end of the output so far, which may have to be removed."""

MAX_INCOMPLETE_SEQUENCE_BYTES: Final = 80
"""At most this many bytes of an incomplete sequence are stored for the next call; no sequence of ours is half as long.
"""

CANCEL_CHARACTER: Final = b"\x18"
"""The character CAN, which replaces what is removed: it shows nothing, and prevents the bytes around it from joining.
"""


class EscapeFilter:
    """A filter for the output of one guest; an escape sequence may be split between calls."""

    def __init__(self) -> None:
        self._incomplete_sequence = b""
        self._in_string = False

    def remove_forbidden(self, data: bytes) -> bytes:
        """Return `data` without the escape sequences on which the terminal must not act."""
        data = _C1_PATTERN.sub(CANCEL_CHARACTER, self._incomplete_sequence + data)
        self._incomplete_sequence = b""
        parts = []
        while data:
            match = (_STRING_END_PATTERN if self._in_string else _STRING_BEGIN_PATTERN).search(data)
            if match is None:
                break
            if not self._in_string:
                parts += [data[: match.start()], CANCEL_CHARACTER]
            self._in_string = not self._in_string
            data = data[match.end() :]
        incomplete = _INCOMPLETE_SEQUENCE_PATTERN.search(data)
        if incomplete is not None:
            held = incomplete.group()
            self._incomplete_sequence = held if len(held) <= MAX_INCOMPLETE_SEQUENCE_BYTES else CANCEL_CHARACTER
            data = data[: incomplete.start()]
        if not self._in_string:
            parts.append(data)
        return _WINDOW_REQUEST_PATTERN.sub(CANCEL_CHARACTER, b"".join(parts))
