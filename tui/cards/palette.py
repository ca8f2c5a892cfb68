"""Colours of the cards and the whole interface, and the looks for different terminals.

A `Palette` is a set of colours; a `Look` is a palette and a manner of drawing: solid cards on terminals with 256
colours or more, outlines with sixteen or none, and plain ASCII. Screens share these colours with the cards.

A colour is written as rich reads it: ``#rrggbb``, the name of one of the sixteen ANSI colours (``bright_red``), or
`TERMINAL_DEFAULT` for the terminal's own colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from rich.style import Style

from core.engine.cards import SUITS, Card

TERMINAL_DEFAULT: Final = "default"
"""The terminal's own colour of text or background."""

TRUECOLOR: Final = 1 << 24
"""The number of colours of a terminal with 24-bit colours."""


class Manner(Enum):
    """How cards are drawn: solid paper, solid paper printed in ASCII, outlines, or outlines in ASCII."""

    SOLID = "solid"
    SOLID_ASCII = "solid-ascii"
    OUTLINE = "outline"
    ASCII = "ascii"


BadgeColour: TypeAlias = Literal["good", "bad", "warn", "gold"]
"""The name of a colour of the palette that is the background of a badge."""


class Palette(Struct, frozen=True):
    """Every colour of the interface.

    Text colours have a contrast of at least 4.5 to 1 with their backgrounds, unless the terminal decides about them.
    """

    felt: str
    """The table; `ink`, `muted` and `highlight` are readable on it."""
    panel: str
    """The background beside the table (log, chat, seats, footer); `ink`, `muted` and `highlight` are readable on it."""

    ink: str
    """Ordinary text."""
    muted: str
    """Less important text."""
    highlight: str
    """The cursor, the selected card, the player whose turn it is."""
    good: str
    """The background of badges for good news; texts on it have the colour `badge_ink`."""

    bad: str
    """The background of badges for bad news; texts on it have the colour `badge_ink`."""

    warn: str
    """The background of badges for warnings; texts on it have the colour `badge_ink`."""

    badge_ink: str
    """The colour of texts on badges."""

    inks: tuple[str, str, str, str]
    """Suit colours in the order ♣ ♦ ♥ ♠, readable on `paper`, `lift` and `temp_paper`."""
    paper: str
    """The paper of a card."""

    lift: str
    """Paper of a selected card."""
    shade: str
    """The edge of a card that lies over another one."""
    dim_paper: str
    """The paper of a card that cannot be played."""

    dim_ink: str
    """The text on `dim_paper`."""

    old_paper: str
    """The paper of a banned or caught card."""

    old_ink: str
    """The text on `old_paper`."""

    temp_paper: str
    """The paper of a temporary banned card, which lies on its side."""

    back: str
    """The colour of the back of a card."""

    weave: str
    """The cross-hatching on a back."""
    gold: str
    """The colour of a Queen's crown, titles and the main button."""

    gold_ink: str
    """The text on a gold background."""


_ASCII_SIGNS: Final = str.maketrans(
    {
        "♣": "c",
        "♦": "d",
        "♥": "h",
        "♠": "s",
        "♛": "Q",
        "×": "x",
        "●": "o",
        "■": "#",
        "█": "#",
        "░": ".",
        "▲": "^",
        "│": "|",
        "…": ".",
        "±": "+-",
    }
    | dict(zip("▁▂▃▄▅▆▇", "_.-=+*%", strict=True))
    | dict.fromkeys("·−–—─", "-")
    | dict.fromkeys("▸›→", ">")
    | dict.fromkeys("‹←", "<")
    | dict.fromkeys("“”", '"')
    | {"’": "'"}
)
"""How the non-ASCII signs of the program are written in ASCII, one cell each."""


class Look(Struct, frozen=True):
    """A palette and a manner of drawing; `name` identifies it among the `LOOKS`, also as a key of caches."""

    name: str
    manner: Manner
    palette: Palette

    def __hash__(self) -> int:
        # Looks are cache keys of all painting; hashing a whole palette would cost more than the caches save.
        return hash(self.name)

    @property
    def solid(self) -> bool:
        """Whether cards are solid paper, so colours are available."""
        return self.manner in (Manner.SOLID, Manner.SOLID_ASCII)

    @property
    def coloured(self) -> bool:
        """Whether there is any colour besides the terminal's own text and background."""
        return self.palette.gold != TERMINAL_DEFAULT

    @property
    def has_ground(self) -> bool:
        """Whether this look paints a background of its own."""
        return self.palette.felt != TERMINAL_DEFAULT

    @property
    def ascii(self) -> bool:
        """Whether every glyph must be ASCII."""
        return self.manner in (Manner.ASCII, Manner.SOLID_ASCII)

    def plain_text(self, text: str) -> str:
        """Return text in which signs that this look cannot write are replaced by ASCII."""
        return text.translate(_ASCII_SIGNS) if self.ascii else text

    def card_text(self, card: Card) -> str:
        """Return rank and suit as this look writes them: ``Q♠``, ``10♥``, ``Jk``; in ASCII ``Qs``."""
        return card.ascii if self.ascii else str(card)

    def pip(self, card: Card) -> str:
        """Return the card's suit sign as this look writes it, or nothing for a Joker."""
        return card.ascii[-1] if self.ascii and card.suit else card.suit

    def suit_ink(self, card: Card) -> str:
        """Return the colour of the card's suit, on paper if there is any; that of a Joker is the colour of spades."""
        return self.palette.inks[SUITS.index(card.suit) if card.suit else 3]

    def badge(self, kind: BadgeColour, bold: bool = True) -> Style:
        """Return the style of a text on the background of this name of the palette; without colours it is reversed.

        Text on gold is never bold in an outline look: many terminals of 16 colours show a bold black as grey.
        """
        palette = self.palette
        if not self.coloured:
            return style(bold=bold, reverse=True)
        if kind == "gold":
            return style(palette.gold_ink, palette.gold, bold=bold and self.solid)
        return style(palette.badge_ink, getattr(palette, kind), bold=bold)

    def inverse_style(self, bold: bool = True) -> Style:
        """Return the style of a text that stands out by exchanged text and background colours.

        A look with a background of its own names both colours, because a bold or bright text would be grey when
        reversed.
        """
        palette = self.palette
        return style(palette.felt, palette.muted) if self.has_ground else style(bold=bold, reverse=True)


@lru_cache(maxsize=4096)
def style(
    ink: str | None = None,
    ground: str | None = None,
    *,
    bold: bool = False,
    dim: bool = False,
    reverse: bool = False,
) -> Style:
    """Return the shared `Style` object of these colours, so that painting can compare styles by identity."""
    return Style(color=ink, bgcolor=ground, bold=bold or None, dim=dim or None, reverse=reverse or None)


_TRUECOLOR_PALETTE: Final = Palette(
    felt="#12372a",
    panel="#0b231b",
    ink="#e6efe9",
    muted="#9db3a8",
    highlight="#ffb000",
    good="#1b7548",
    bad="#b3261e",
    warn="#855700",
    badge_ink="#ffffff",
    inks=("#00693a", "#0057b7", "#c1121f", "#1c1c1c"),
    paper="#f4f1e8",
    lift="#ffffff",
    shade="#a39e92",
    dim_paper="#8d938f",
    dim_ink="#1f2522",
    old_paper="#d2cbbe",
    old_ink="#575148",
    temp_paper="#e8dcb8",
    back="#2b4c7e",
    weave="#7fa3d6",
    gold="#e3ad2b",
    gold_ink="#0b231b",
)
"""Colours for terminals with 24-bit colours."""

# Only members of the 256-colour cube and grey ramp, and of these only such as rich keeps as they are (it
# darkens the light greys): a terminal of 256 colours shows exactly these. The one dark green of the cube glares
# over a whole table and its greys look black, so the felt is its dark teal, and what stands on it is lighter.
_PALETTE_256: Final = Palette(
    felt="#005f5f",
    panel="#121212",
    ink="#ffffff",
    muted="#afd7d7",
    highlight="#ffd700",
    good="#008700",
    bad="#af0000",
    warn="#875f00",
    badge_ink="#ffffff",
    inks=("#005f00", "#005faf", "#af0000", "#1c1c1c"),
    paper="#ffffff",
    lift="#ffffd7",
    shade="#949494",
    dim_paper="#8a8a8a",
    dim_ink="#121212",
    old_paper="#d7d7af",
    old_ink="#4e4e4e",
    temp_paper="#ffd7af",
    back="#00005f",
    weave="#5f87d7",
    gold="#ffd75f",
    gold_ink="#121212",
)
"""Colours of the 256-colour cube."""

_PALETTE_NO_COLOURS: Final = Palette(
    felt=TERMINAL_DEFAULT,
    panel=TERMINAL_DEFAULT,
    ink=TERMINAL_DEFAULT,
    muted=TERMINAL_DEFAULT,
    highlight=TERMINAL_DEFAULT,
    good=TERMINAL_DEFAULT,
    bad=TERMINAL_DEFAULT,
    warn=TERMINAL_DEFAULT,
    badge_ink=TERMINAL_DEFAULT,
    inks=(TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT, TERMINAL_DEFAULT),
    paper=TERMINAL_DEFAULT,
    lift=TERMINAL_DEFAULT,
    shade=TERMINAL_DEFAULT,
    dim_paper=TERMINAL_DEFAULT,
    dim_ink=TERMINAL_DEFAULT,
    old_paper=TERMINAL_DEFAULT,
    old_ink=TERMINAL_DEFAULT,
    temp_paper=TERMINAL_DEFAULT,
    back=TERMINAL_DEFAULT,
    weave=TERMINAL_DEFAULT,
    gold=TERMINAL_DEFAULT,
    gold_ink=TERMINAL_DEFAULT,
)
"""No colours but those of the terminal."""

_ANSI_PALETTE: Final = replace(
    _PALETTE_NO_COLOURS,
    highlight="yellow",
    good="blue",
    bad="red",
    warn="magenta",
    badge_ink="bright_white",
    inks=("green", "bright_blue", "bright_red", TERMINAL_DEFAULT),
    gold="yellow",
    gold_ink="black",
)
"""The ANSI colours on the background of the terminal, which may be light or dark."""

# The background is black, so that the bright colours are readable also where the terminal's own is white.
_PALETTE_16: Final = replace(
    _ANSI_PALETTE,
    felt="black",
    panel="black",
    ink="bright_white",
    muted="white",
    highlight="bright_yellow",
    inks=("bright_green", "cyan", "bright_red", "bright_white"),
    paper="black",
    lift="black",
    shade="white",
    dim_paper="black",
    dim_ink="white",
    old_paper="black",
    old_ink="white",
    temp_paper="black",
    back="black",
    weave="white",
)
"""The ANSI colours on black."""

FOUR_COLOURS: Final = Look("four", Manner.SOLID, _TRUECOLOR_PALETTE)
"""The look with a colour for each suit: green clubs, blue diamonds, red hearts, black spades."""

TWO_COLOURS: Final = Look(
    "two",
    Manner.SOLID,
    replace(_TRUECOLOR_PALETTE, inks=("#1c1c1c", "#c1121f", "#c1121f", "#1c1c1c")),
)
"""The look with red and black suits, as on printed cards."""

SAFE_COLOURS: Final = Look(
    "safe",
    Manner.SOLID,
    replace(_TRUECOLOR_PALETTE, inks=("#8c2a78", "#1c4fd8", "#b33300", "#1c1c1c"), good="#1c4fd8", bad="#a83200"),
)
"""The look with four suit colours that differ for all common kinds of colour blindness."""

FOUR_COLOURS_256: Final = Look("four-256", Manner.SOLID, _PALETTE_256)
"""`FOUR_COLOURS` for terminals with 256 colours."""

TWO_COLOURS_256: Final = Look(
    "two-256",
    Manner.SOLID,
    replace(_PALETTE_256, inks=("#1c1c1c", "#af0000", "#af0000", "#1c1c1c")),
)
"""`TWO_COLOURS` for terminals with 256 colours."""

SAFE_COLOURS_256: Final = Look(
    "safe-256",
    Manner.SOLID,
    replace(_PALETTE_256, inks=("#870087", "#0000ff", "#af0000", "#1c1c1c"), good="#0000d7", bad="#af0000"),
)
"""`SAFE_COLOURS` for terminals with 256 colours."""

FOUR_COLOURS_16: Final = Look("four-16", Manner.OUTLINE, _PALETTE_16)
"""`FOUR_COLOURS` for terminals with 16 colours: outlines in ANSI colours on black."""

TWO_COLOURS_16: Final = Look(
    "two-16",
    Manner.OUTLINE,
    replace(_PALETTE_16, inks=("bright_white", "bright_red", "bright_red", "bright_white")),
)
"""`TWO_COLOURS` for terminals with 16 colours."""

SAFE_COLOURS_16: Final = Look(
    "safe-16",
    Manner.OUTLINE,
    replace(_PALETTE_16, inks=("bright_green", "bright_magenta", "bright_red", "bright_white")),
)
"""`SAFE_COLOURS` for terminals with 16 colours."""

ANSI: Final = Look("ansi", Manner.OUTLINE, _ANSI_PALETTE)
"""The look of outlines in the colours and on the background that the terminal is set to."""

OUTLINE: Final = Look("outline", Manner.OUTLINE, _PALETTE_NO_COLOURS)
"""The look of lines without a single colour: for ``NO_COLOR`` and dumb terminals."""

ASCII: Final = Look("ascii", Manner.ASCII, _PALETTE_NO_COLOURS)
"""The look of the 95 printable ASCII characters, suits as letters: for wide suit signs and no colours."""

_SOLID_LOOKS: Final = (FOUR_COLOURS, TWO_COLOURS, SAFE_COLOURS, FOUR_COLOURS_256, TWO_COLOURS_256, SAFE_COLOURS_256)
"""The looks with solid cards."""

_LOOKS_16: Final = (FOUR_COLOURS_16, TWO_COLOURS_16, SAFE_COLOURS_16)
"""The looks for terminals with 16 colours."""

_COLOURED_ASCII_LOOKS: Final = (
    *(Look(f"{look.name}-ascii", Manner.SOLID_ASCII, look.palette) for look in _SOLID_LOOKS),
    Look("ansi-ascii", Manner.ASCII, _ANSI_PALETTE),
)
"""The looks with colours and only ASCII characters."""

LOOKS: Final[Mapping[str, Look]] = {
    look.name: look for look in (*_SOLID_LOOKS, *_COLOURED_ASCII_LOOKS, *_LOOKS_16, ANSI, OUTLINE, ASCII)
}
"""All looks by name."""


def choose_look(colours: int = TRUECOLOR, suits: str = "four", ascii_only: bool = False) -> Look:
    """Return the look for a terminal with a number of colours and the player's choice of suit colours.

    `suits` is ``four``, ``two``, ``safe``, or ``ansi`` for the terminal's own palette and background; a terminal
    without colours has none in any case. With `ascii_only` only ASCII characters are drawn; colours stay if there are
    at least 256, or if they are ``ansi``. Raises `KeyError` for other values of `suits`.
    """
    if colours == 0 or (colours < 256 and ascii_only and suits != "ansi"):
        return ASCII if ascii_only else OUTLINE
    depth = "" if suits == "ansi" or colours >= TRUECOLOR else "-256" if colours >= 256 else "-16"
    return LOOKS[f"{suits}{depth}{'-ascii' if ascii_only else ''}"]


def terminal_colours(environment: Mapping[str, str]) -> int:
    """Return the number of colours of a terminal, from its environment variables: 0, 16, 256 or `TRUECOLOR`."""
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term in ("dumb", "unknown"):
        return 0
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return TRUECOLOR
    if "256color" in term:
        return 256
    # The terminals of this name from the time before colours, and programs that imitate them.
    return 0 if term.startswith("vt") else 16
