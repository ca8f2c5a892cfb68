"""The style of a terminal, as control sequences set it (ECMA-48, SGR), and the shortest way from one to another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

END_PARAMETER_BY_ATTRIBUTE: Final = {
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
"""Maps the parameter that begins an attribute, such as bold, to the one that ends it."""

ATTRIBUTES_SHOWN_ON_SPACES: Final = frozenset("479")
"""The parameters of the attributes that a space shows: underline, reverse, strike."""

STYLE_CACHE_SIZE: Final = 4096
"""The number of styles, and of changes between two styles, that are cached."""


class TerminalStyle(NamedTuple):
    """The style of a terminal: the parameters of both colours, empty for the terminal's own, and its attributes.

    `background` and `foreground` are those parameters, `attributes` the parameters of bold, underlined and so on.
    """

    background: str = ""
    foreground: str = ""
    attributes: tuple[str, ...] = ()

    @property
    def part_shown_on_spaces(self) -> TerminalStyle:
        """The part of this style that a space shows: only the background, unless an attribute such as underline shows
        on spaces, too.
        """
        return self if ATTRIBUTES_SHOWN_ON_SPACES.intersection(self.attributes) else TerminalStyle(self.background)


PLAIN_STYLE: Final = TerminalStyle()
"""The style of a terminal after a reset."""


@lru_cache(STYLE_CACHE_SIZE)
def style_of(parameters: str) -> TerminalStyle:
    """Return the style that the parameters of a control sequence set after a reset."""
    attributes, foreground, background = set(), "", ""
    for code, whole in _split_parameters(parameters.split(";")):
        if code[:-1] in ("3", "9"):
            foreground = whole
        elif code[:-1] in ("4", "10"):
            background = whole
        elif code in END_PARAMETER_BY_ATTRIBUTE:
            attributes.add(code)
    return TerminalStyle(background, foreground, tuple(sorted(attributes)))


def _split_parameters(parameters: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each parameter that begins a colour or sets an attribute; with it the whole colour, else the same
    parameter."""
    while parameters:
        code = parameters[0]
        length = {"2": 5, "5": 3}.get(parameters[1] if len(parameters) > 1 else "", 1) if code in ("38", "48") else 1
        yield code, ";".join(parameters[:length])
        del parameters[:length]


@lru_cache(STYLE_CACHE_SIZE)
def change_of_style(style: TerminalStyle, new_style: TerminalStyle) -> str:
    """Return the shortest control sequence that changes one style into another; "" if they are the same."""
    if style == new_style:
        return ""
    from_reset = [*new_style.attributes, new_style.foreground, new_style.background]
    ended = sorted({END_PARAMETER_BY_ATTRIBUTE[one] for one in style.attributes if one not in new_style.attributes})
    # what ends bold ends dim as well
    begun = [
        one for one in new_style.attributes if one not in style.attributes or END_PARAMETER_BY_ATTRIBUTE[one] in ended
    ]
    colours = [
        new or no_colour
        for old, new, no_colour in (
            (style.foreground, new_style.foreground, "39"),
            (style.background, new_style.background, "49"),
        )
        if old != new
    ]
    ways = (["0", *(code for code in from_reset if code)], [*ended, *begun, *colours])
    return f"\x1b[{min((';'.join(way) for way in ways), key=len)}m"
