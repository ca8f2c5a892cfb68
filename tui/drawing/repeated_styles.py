"""Shortens what is sent to a terminal: a style is named once, not again for each piece of text that has it.

Rich writes the whole style before each piece of text and a reset after it: three quarters of what a frame takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

STYLE: Final = re.compile(r"\x1b\[([\d;]*)m")
"""A control sequence that sets the style of what follows (ECMA-48, SGR), with its parameters."""

CURSOR_MOVES: Final = re.compile(r"(?:\x1b\[\d+;\d+H|\n)*")
"""Moves of the cursor, to which the style does not matter."""

END_PARAMETERS: Final = {
    "1": "22",
    "2": "22",
    "3": "23",
    "4": "24",
    "5": "25",
    "6": "25",
    "7": "27",
    "8": "28",
    "9": "29",
}
"""The parameter that ends each attribute, such as bold."""

SHOWN_ON_SPACES: Final = frozenset("479")
"""The attributes that a space shows: underline, reverse, strike."""

STYLES_REMEMBERED: Final = 4096
"""How many styles, and changes between two of them, are remembered."""


class TerminalStyle(NamedTuple):
    """The style of a terminal: its attributes, and the parameters of both colours, empty for the terminal's own."""

    attributes: frozenset[str] = frozenset()
    foreground: str = ""
    background: str = ""


PLAIN: Final = TerminalStyle()
"""The style after a reset."""


def without_repeated_styles(text: str) -> str:
    """Return a text that shows the same as `text`, with no more of each style than differs from the one before.

    `text` begins in the plain style and resets each style before it sets the next one, as Rich writes it; a text that
    does not is returned as it is.
    """
    first, *rest = STYLE.split(text)
    if not rest:
        return text
    sent, now, wanted = [first], PLAIN, PLAIN
    for parameters, piece in zip(rest[::2], rest[1::2], strict=True):
        style = style_of(parameters)
        if style is None or (style is not PLAIN and wanted is not PLAIN):
            return text
        if style is wanted:  # a reset where nothing is to be reset is meant for the terminal, whatever it shows
            sent.append("\x1b[0m")
            now = PLAIN
        wanted = style
        if not piece or (wanted is PLAIN and CURSOR_MOVES.fullmatch(piece)):
            sent.append(piece)
            continue
        shown = wanted
        if not piece.strip(" ") and not SHOWN_ON_SPACES & (wanted.attributes | now.attributes):
            shown = now._replace(background=wanted.background)
        if shown != now:
            sent.append(change_of_style(now, shown))
            now = shown
        sent.append(piece)
    if now != PLAIN:
        sent.append("\x1b[0m")
    return "".join(sent)


@lru_cache(STYLES_REMEMBERED)
def style_of(parameters: str) -> TerminalStyle | None:
    """Return the style that these parameters set after a reset; None if they are none that Rich writes."""
    if parameters in ("", "0"):
        return PLAIN
    attributes, foreground, background = set(), "", ""
    for code, whole in _codes(parameters.split(";")):
        if code in END_PARAMETERS:
            attributes.add(code)
        elif code[:-1] in ("3", "9"):
            foreground = whole
        elif code[:-1] in ("4", "10"):
            background = whole
        else:
            return None
    return TerminalStyle(frozenset(attributes), foreground, background)


def _codes(parameters: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each parameter, and the same together with the parameters of its colour."""
    while parameters:
        code = parameters[0]
        length = {"2": 5, "5": 3}.get(parameters[1] if len(parameters) > 1 else "", 1) if code in ("38", "48") else 1
        yield code, ";".join(parameters[:length])
        del parameters[:length]


@lru_cache(STYLES_REMEMBERED)
def change_of_style(now: TerminalStyle, wanted: TerminalStyle) -> str:
    """Return the shortest control sequence that leads from one style to another one."""
    from_reset = [*sorted(wanted.attributes), wanted.foreground, wanted.background]
    ended = sorted({END_PARAMETERS[one] for one in now.attributes - wanted.attributes})
    # what ends bold ends dim as well
    begun = sorted(one for one in wanted.attributes if one not in now.attributes or END_PARAMETERS[one] in ended)
    colours = [
        new or no_colour
        for old, new, no_colour in (
            (now.foreground, wanted.foreground, "39"),
            (now.background, wanted.background, "49"),
        )
        if old != new
    ]
    ways = (["0", *(code for code in from_reset if code)], [*ended, *begun, *colours])
    return f"\x1b[{min((';'.join(way) for way in ways), key=len)}m"
