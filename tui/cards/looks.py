"""The looks: the colours and the card style for each terminal and each choice of a person."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from tui.cards.palette import TERMINAL_DEFAULT, TRUECOLOR, CardStyle, Look, Palette
from tui.cards.themes import THEMES


def solid_look(theme: str = "felt", suits: str = "four", colours: int = TRUECOLOR, ascii_only: bool = False) -> Look:
    """Return the look of solid cards in a theme and in suit colours, for a terminal with at least 256 colours.

    Raises `KeyError` for an unknown theme or unknown suit colours.
    """
    return _solid_look(theme, suits, colours < TRUECOLOR, ascii_only)


@cache
def _solid_look(theme: str, suits: str, few_colours: bool, ascii_only: bool) -> Look:
    """Return the look with these properties, always the same object; `few_colours`: for terminals with 256 colours."""
    palettes = THEMES[theme].palettes_256 if few_colours else THEMES[theme].palettes
    parts = (theme * (theme != "felt"), suits, "256" * few_colours, "ascii" * ascii_only)
    return Look(
        "-".join(filter(None, parts)), CardStyle.SOLID_ASCII if ascii_only else CardStyle.SOLID, palettes[suits]
    )


_PALETTE_WITHOUT_COLOURS: Final = Palette(
    felt=TERMINAL_DEFAULT,
    panel=TERMINAL_DEFAULT,
    ink=TERMINAL_DEFAULT,
    muted=TERMINAL_DEFAULT,
    highlight=TERMINAL_DEFAULT,
    good=TERMINAL_DEFAULT,
    bad=TERMINAL_DEFAULT,
    warn=TERMINAL_DEFAULT,
    queen=TERMINAL_DEFAULT,
    badge_ink=TERMINAL_DEFAULT,
    inks=(TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT),
    sheet=TERMINAL_DEFAULT,
    sheet_inks=(TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT),
    paper=TERMINAL_DEFAULT,
    selected_paper=TERMINAL_DEFAULT,
    shade=TERMINAL_DEFAULT,
    dim_paper=TERMINAL_DEFAULT,
    dim_ink=TERMINAL_DEFAULT,
    dim_inks=(TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT),
    dim_gold=TERMINAL_DEFAULT,
    faded_paper=TERMINAL_DEFAULT,
    faded_ink=TERMINAL_DEFAULT,
    temporary_paper=TERMINAL_DEFAULT,
    back=TERMINAL_DEFAULT,
    back_pattern=TERMINAL_DEFAULT,
    gold=TERMINAL_DEFAULT,
    gold_ink=TERMINAL_DEFAULT,
    crown=TERMINAL_DEFAULT,
    crown_ink=TERMINAL_DEFAULT,
)
"""A palette without colours: text and background have the terminal's own."""

_ANSI_PALETTE: Final = replace(
    _PALETTE_WITHOUT_COLOURS,
    highlight="yellow",
    good="blue",
    bad="red",
    warn="magenta",
    queen="magenta",
    badge_ink="bright_white",
    inks=("green", "bright_blue", "bright_red", TERMINAL_DEFAULT),
    sheet_inks=("green", "bright_blue", "bright_red", TERMINAL_DEFAULT),
    dim_inks=("green", "bright_blue", "bright_red", TERMINAL_DEFAULT),
    dim_gold="yellow",
    gold="yellow",
    gold_ink="black",
    crown="yellow",
    crown_ink="black",
)
"""A palette of ANSI colours on the background of the terminal, which may be light or dark."""

# The background is black, so that the bright colours are readable also where the terminal's own is white.
_PALETTE_16: Final = replace(
    _ANSI_PALETTE,
    felt="black",
    panel="black",
    sheet="black",
    ink="bright_white",
    muted="white",
    highlight="bright_yellow",
    inks=("bright_green", "cyan", "bright_red", "bright_white"),
    sheet_inks=("bright_green", "cyan", "bright_red", "bright_white"),
    dim_inks=("bright_green", "cyan", "bright_red", "white"),
    dim_gold="bright_yellow",
    paper="black",
    selected_paper="black",
    shade="white",
    dim_paper="black",
    dim_ink="white",
    faded_paper="black",
    faded_ink="white",
    temporary_paper="black",
    back="black",
    back_pattern="white",
)
"""A palette of ANSI colours on black, for terminals with 16 colours."""

FOUR_COLOURS: Final = solid_look(suits="four")
"""The look with a colour for each suit: green clubs, blue diamonds, red hearts, black spades."""

SAFE_COLOURS: Final = solid_look(suits="safe")
"""The look with four suit colours that differ for all common kinds of colour blindness."""

TWO_COLOURS_256: Final = solid_look(suits="two", colours=256)
"""The look with red and black suits, as on printed cards, for terminals with 256 colours."""

FOUR_COLOURS_16: Final = Look("four-16", CardStyle.OUTLINE, _PALETTE_16)
"""The look with a colour for each suit for terminals with 16 colours: outlines in ANSI colours on black."""

TWO_COLOURS_16: Final = Look(
    "two-16",
    CardStyle.OUTLINE,
    replace(
        _PALETTE_16,
        inks=("bright_white", "bright_red", "bright_red", "bright_white"),
        sheet_inks=("bright_white", "bright_red", "bright_red", "bright_white"),
        dim_inks=("white", "bright_red", "bright_red", "white"),
    ),
)
"""The look with red and black suits for terminals with 16 colours: outlines in ANSI colours on black."""

SAFE_COLOURS_16: Final = Look(
    "safe-16",
    CardStyle.OUTLINE,
    replace(
        _PALETTE_16,
        inks=("bright_green", "bright_magenta", "bright_red", "bright_white"),
        sheet_inks=("bright_green", "bright_magenta", "bright_red", "bright_white"),
        dim_inks=("bright_green", "bright_magenta", "bright_red", "white"),
    ),
)
"""The look with four suit colours that differ for all common kinds of colour blindness, for terminals with 16 colours:
outlines in ANSI colours on black.
"""

ANSI: Final = Look("ansi", CardStyle.OUTLINE, _ANSI_PALETTE)
"""The look of outlines in the colours and on the background that the terminal is set to."""

OUTLINE: Final = Look("outline", CardStyle.OUTLINE, _PALETTE_WITHOUT_COLOURS)
"""The look of cards in outlines without a single colour: for ``NO_COLOR`` and for terminals without colours."""

ASCII: Final = Look("ascii", CardStyle.OUTLINE_ASCII, _PALETTE_WITHOUT_COLOURS)
"""The look in the 95 printable ASCII characters without colours, suits as letters: for terminals without suit symbols,
or with ones two cells wide.
"""

LOOKS: Final[Mapping[str, Look]] = {
    look.name: look
    for look in (
        *(
            solid_look("felt", suits, colours, ascii_only)
            for ascii_only in (False, True)
            for colours in (TRUECOLOR, 256)
            for suits in ("four", "two", "safe")
        ),
        Look("ansi-ascii", CardStyle.OUTLINE_ASCII, _ANSI_PALETTE),
        *(FOUR_COLOURS_16, TWO_COLOURS_16, SAFE_COLOURS_16),
        *(ANSI, OUTLINE, ASCII),
    )
}
"""Maps the name of a look to the look, for the theme ``felt`` and for looks without themes; `solid_look` returns those
of other themes.
"""


def choose_look(colours: int = TRUECOLOR, suits: str = "four", ascii_only: bool = False, theme: str = "felt") -> Look:
    """Return the look for a terminal with a number of colours and the player's choice of suit colours and theme.

    `suits` is ``four``, ``two``, ``safe``, or ``ansi`` for the terminal's own palette and background. With ``ansi``,
    and on a terminal of 16 colours, `theme` has no effect. A terminal without colours gets a look without any. With
    `ascii_only` only ASCII characters are drawn; colours stay if there are at least 256, or if they are ``ansi``.
    Raises `KeyError` for other values of `suits` and `theme`.
    """
    if colours == 0 or (colours < 256 and ascii_only and suits != "ansi"):
        return ASCII if ascii_only else OUTLINE
    if suits == "ansi":
        return LOOKS["ansi-ascii"] if ascii_only else ANSI
    return solid_look(theme, suits, colours, ascii_only) if colours >= 256 else LOOKS[f"{suits}-16"]
