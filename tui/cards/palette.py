"""Palette and Look: the colours of the cards and the whole interface, and how cards are painted with them.

A `Palette` is a set of colours; a `Look` is a palette and a card style: solid cards on terminals with 256 colours or
more, outlines with sixteen or none, each also in plain ASCII. Screens share these colours with the cards. The palettes
themselves are in `tui.cards.themes` and `tui.cards.looks`.

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
"""Rich's name of the terminal's own colour of text or background."""

TRUECOLOR: Final = 1 << 24
"""The number of colours of a terminal with 24-bit colours."""


class CardStyle(Enum):
    """How cards are painted: as areas of colour or as frames of lines, and in Unicode or in ASCII."""

    SOLID = "solid"
    """A card is an area of colour."""
    SOLID_ASCII = "solid-ascii"
    """A card is an area of colour, with ASCII characters on it."""
    OUTLINE = "outline"
    """A card is a frame of lines on the background of the table."""
    OUTLINE_ASCII = "ascii"
    """A card is a frame of ASCII characters on the background of the table."""


BACK_OF_GAME: Final = "by game"
"""The choice of a back with which each game shows a pattern of its own; where no game is played, backs are
cross-hatched."""

BadgeColour: TypeAlias = Literal["good", "bad", "warn", "queen", "gold"]
"""The name of the field of a `Palette` that colours the background of a badge, a short text that stands out."""


class Palette(Struct, frozen=True):
    """Every colour of the interface.

    Text colours have a contrast of at least 4.5 to 1 with their backgrounds, except where the terminal chooses the
    colours.
    """

    felt: str
    """The background of the card table; `ink`, `muted` and `highlight` are readable on it."""
    panel: str
    """The background beside the table (log, chat, seats, footer); `ink`, `muted` and `highlight` are readable on it."""

    ink: str
    """The colour of ordinary text."""
    muted: str
    """The colour of less important text."""
    highlight: str
    """The colour of the cursor, of the selected card and of the player whose turn it is."""
    good: str
    """The background of badges for good news; texts on it have the colour `badge_ink`."""

    bad: str
    """The background of badges for bad news; texts on it have the colour `badge_ink`."""

    warn: str
    """The background of badges for warnings; texts on it have the colour `badge_ink`."""

    queen: str
    """The background of what stands for a Queen in a deck; texts on it have the colour `badge_ink`."""

    badge_ink: str
    """The colour of texts on badges, which have a coloured background."""

    inks: tuple[str, str, str, str]
    """Suit colours in the order ♣ ♦ ♥ ♠, readable on `paper`, `selected_paper` and `temporary_paper`."""
    sheet: str
    """The background of the list of the cards in a deck; `muted` is readable on it."""

    sheet_inks: tuple[str, str, str, str]
    """Suit colours in the order ♣ ♦ ♥ ♠, readable on the background `sheet`."""

    paper: str
    """The background of an ordinary card."""

    selected_paper: str
    """The background of a selected card."""
    shade: str
    """The colour of shadows on a card, and of the edge of a card that lies over another one."""
    dim_paper: str
    """The background of a card that cannot be played."""

    dim_ink: str
    """The colour of text on `dim_paper`."""

    dim_inks: tuple[str, str, str, str]
    """Suit colours in the order ♣ ♦ ♥ ♠, readable on `dim_paper`."""

    dim_gold: str
    """The colour of crowns on `dim_paper`."""

    faded_paper: str
    """The background of a banned or caught card."""

    faded_ink: str
    """The colour of text on `faded_paper`."""

    temporary_paper: str
    """The background of a card that is banned for a time only."""

    back: str
    """The colour of the back of a card."""

    back_pattern: str
    """The colour of the pattern on a back."""
    gold: str
    """The colour of titles and the main button, readable on `felt` and `panel`."""

    gold_ink: str
    """The colour of text on `gold`."""

    crown: str
    """The gold on a card: the colour of a Queen's crown, and the background of the Queen that scores most."""

    crown_ink: str
    """The colour of text on `crown`; it is the colour of spades."""

    skin: str | None = None
    """The colour of faces in pictures on dark cards; None where faces have the colour of the card."""


_ASCII_BY_CHARACTER: Final = str.maketrans(
    {
        "♣": "c",
        "♦": "d",
        "♥": "h",
        "♠": "s",
        "♛": "Q",
        "×": "x",
        "●": "o",
        "•": "*",
        "■": "#",
        "◆": "#",
        "◇": ".",
        "█": "#",
        "░": ".",
        "▲": "^",
        "★": "*",
        "│": "|",
        "…": ".",
        "±": "+-",
        "╱": "/",
        "━": "=",
    }
    | dict(zip("▁▂▃▄▅▆▇", "_.-=+*%", strict=True))
    | dict.fromkeys("·−–—─", "-")
    | dict.fromkeys("▸›→", ">")
    | dict.fromkeys("◂‹←◄", "<")
    | dict.fromkeys("“”", '"')
    | {"’": "'"}
)
"""Maps each non-ASCII character that the program writes to one ASCII character, for `str.translate`."""


class Look(Struct, frozen=True):
    """A palette and a card style; `name` identifies it among the `LOOKS`, also as a key of caches."""

    name: str
    card_style: CardStyle
    palette: Palette
    back: str = BACK_OF_GAME
    """The name of the pattern on the backs of cards: one of `BACK_PATTERNS`, or `BACK_OF_GAME`."""
    marks_queens: bool = True
    """Whether a Queen that lies over another card has a golden edge: not in a game in which she is like any card."""

    def __hash__(self) -> int:
        # Looks are cache keys of all painting; hashing a whole palette would cost more than the caches save.
        return hash(self.name)

    @property
    def solid(self) -> bool:
        """Whether cards are painted as areas of colour and not as outlines; that needs colours."""
        return self.card_style in (CardStyle.SOLID, CardStyle.SOLID_ASCII)

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
        return self.card_style in (CardStyle.OUTLINE_ASCII, CardStyle.SOLID_ASCII)

    def displayable_text(self, text: str) -> str:
        """Return a text in which characters that this look cannot write are replaced by ASCII."""
        return text.translate(_ASCII_BY_CHARACTER) if self.ascii else text

    def without_marked_queens(self) -> Look:
        """Return this look for a game in which a Queen is like any other card."""
        return replace(self, name=f"{self.name}-plain", marks_queens=False) if self.marks_queens else self

    def card_text(self, card: Card) -> str:
        """Return rank and suit as this look writes them: ``Q♠``, ``10♥``, ``Jk``; in ASCII ``Qs``."""
        return card.ascii if self.ascii else str(card)

    def pip(self, card: Card) -> str:
        """Return the symbol of the card's suit as this look writes it, or "" for a Joker."""
        return card.ascii[-1] if self.ascii and card.suit else card.suit

    def suit_ink(self, card: Card, quiet: bool = False) -> str:
        """Return the colour in which this look writes the suit of a card; a Joker has the colour of spades.

        With `quiet` it is the colour for the dimmed background of a card that cannot be played.
        """
        inks = self.palette.dim_inks if quiet else self.palette.inks
        return inks[SUITS.index(card.suit) if card.suit else 3]

    def badge(self, kind: BadgeColour, bold: bool = True) -> Style:
        """Return the style of a badge whose background is the palette's colour `kind`; without colours it is reversed.

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
def shared_style(style: Style) -> Style:
    """Return the same `Style` object for all equal ones, so that painting can compare styles by identity."""
    return style


@lru_cache(maxsize=4096)
def style(
    ink: str | None = None,
    ground: str | None = None,
    *,
    bold: bool = False,
    dim: bool = False,
    reverse: bool = False,
) -> Style:
    """Return the shared `Style` object of these colours."""
    return shared_style(Style(color=ink, bgcolor=ground, bold=bold or None, dim=dim or None, reverse=reverse or None))


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
