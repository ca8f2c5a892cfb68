"""The themes: the colours of table and cards, for terminals with 24-bit colours and for those with 256.

A theme combines with each choice of suit colours. Its 256-colour palettes are made of members of the colour cube and
the grey ramp, and of these only such as rich keeps as they are (it darkens the light greys), because terminals round
other colours badly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tui.cards.palette import Palette

SuitInks: TypeAlias = tuple[str, str, str, str]
"""The colours of ♣ ♦ ♥ ♠."""

_DARK_INKS: Final[Mapping[str, SuitInks]] = {
    "four": ("#006b5e", "#0057b7", "#c1121f", "#1c1c1c"),
    "two": ("#1c1c1c", "#c1121f", "#c1121f", "#1c1c1c"),
    "safe": ("#8c2a78", "#1c4fd8", "#b33300", "#1c1c1c"),
}
"""Maps a choice of suit colours (``four``, ``two`` or ``safe``) to the inks on light cards, in 24-bit colours."""

_DARK_INKS_256: Final[Mapping[str, SuitInks]] = {
    "four": ("#005f00", "#005faf", "#af0000", "#1c1c1c"),
    "two": ("#1c1c1c", "#af0000", "#af0000", "#1c1c1c"),
    "safe": ("#870087", "#0000ff", "#af0000", "#1c1c1c"),
}
"""Maps a choice of suit colours to the inks on light cards, in 256 colours."""

_LIGHT_INKS: Final[Mapping[str, SuitInks]] = {
    "four": ("#7ddc9c", "#8cc0ff", "#ff9d9d", "#eef1f6"),
    "two": ("#eef1f6", "#ff9d9d", "#ff9d9d", "#eef1f6"),
    "safe": ("#5fff5f", "#9cc0ff", "#ffa0a0", "#ffffff"),
}
"""Maps a choice of suit colours to the inks on dark cards, in 24-bit colours."""

_LIGHT_INKS_256: Final[Mapping[str, SuitInks]] = {
    "four": ("#87d787", "#87afff", "#ff8787", "#ffffff"),
    "two": ("#ffffff", "#ff8787", "#ff8787", "#ffffff"),
    "safe": ("#5fff5f", "#87afff", "#ff8787", "#ffffff"),
}
"""Maps a choice of suit colours to the inks on dark cards, in 256 colours."""

_QUIET_DARK_INKS: Final[Mapping[str, SuitInks]] = {
    "four": ("#006154", "#0052ad", "#b4101b", "#1c1c1c"),
    "two": ("#1c1c1c", "#b4101b", "#b4101b", "#1c1c1c"),
    "safe": ("#822671", "#1a4acb", "#a42e00", "#1c1c1c"),
}
"""Maps a choice of suit colours to the inks on light cards that cannot be played, in 24-bit colours."""

_QUIET_DARK_INKS_256: Final[Mapping[str, SuitInks]] = {
    "four": ("#005f00", "#0000af", "#870000", "#121212"),
    "two": ("#121212", "#870000", "#870000", "#121212"),
    "safe": ("#870087", "#0000d7", "#870000", "#121212"),
}
"""Maps a choice of suit colours to the inks on light cards that cannot be played, in 256 colours."""

_QUIET_LIGHT_INKS: Final[Mapping[str, SuitInks]] = {
    "four": ("#62b07c", "#86a6e8", "#db8c8c", "#adb5c1"),
    "two": ("#adb5c1", "#db8c8c", "#db8c8c", "#adb5c1"),
    "safe": ("#4dbf4d", "#86a6e8", "#db8c8c", "#bcc0c8"),
}
"""Maps a choice of suit colours to the inks on dark cards that cannot be played, in 24-bit colours."""

_QUIET_LIGHT_INKS_256: Final[Mapping[str, SuitInks]] = {
    "four": ("#5faf5f", "#87afff", "#ff8787", "#afaf87"),
    "two": ("#afaf87", "#ff8787", "#ff8787", "#afaf87"),
    "safe": ("#5faf5f", "#87afff", "#ff8787", "#afaf87"),
}
"""Maps a choice of suit colours to the inks on dark cards that cannot be played, in 256 colours."""

_INKS_IN_CONTRAST_TO_DARK: Final[Mapping[str, SuitInks]] = {
    "four": ("#87ff87", "#87d7ff", "#ffafaf", "#ffffff"),
    "two": ("#ffffff", "#ffafaf", "#ffafaf", "#ffffff"),
    "safe": ("#87ff87", "#87d7ff", "#ffafaf", "#ffffff"),
}
"""Maps a choice of suit colours to the inks with the strongest contrast to dark grey, in 256 colours."""

_INKS_ON_GREY_CARDS: Final[Mapping[str, SuitInks]] = {
    "four": ("#87ff87", "#87d7ff", "#ffafaf", "#ffffff"),
    "two": ("#ffffff", "#ffafaf", "#ffafaf", "#ffffff"),
    "safe": ("#5fff5f", "#afafff", "#ffaf87", "#ffffff"),
}
"""Maps a choice of suit colours to the inks on dark grey cards, in 256 colours."""

_INKS_IN_CONTRAST_TO_WHITE: Final[Mapping[str, SuitInks]] = {
    "four": ("#005f00", "#0000d7", "#870000", "#000000"),
    "two": ("#000000", "#870000", "#870000", "#000000"),
    "safe": ("#870087", "#0000d7", "#870000", "#000000"),
}
"""Maps a choice of suit colours to the inks with the strongest contrast to white, in 256 colours."""


class Theme(Struct, frozen=True):
    """The palettes of a theme by the choice of suit colours (``four``, ``two``, ``safe``).

    `palettes` are for terminals with 24-bit colours, `palettes_256` for those with 256.
    """

    palettes: Mapping[str, Palette]
    palettes_256: Mapping[str, Palette]


_InkSets: TypeAlias = tuple[Mapping[str, SuitInks], Mapping[str, SuitInks], Mapping[str, SuitInks]]
"""Three mappings of a choice of suit colours to inks: on ordinary cards, on cards that cannot be played, and on the
list of the cards in a deck.
"""


def _palettes_by_suits(palette: Palette, inks: _InkSets, safe: Mapping[str, str]) -> Mapping[str, Palette]:
    """Return copies of a palette by the choice of suit colours, each with the inks of that choice.

    `safe` maps the names of further fields of the palette to the colours that these have in the copy for the choice
    ``safe``.
    """
    bright, quiet, beside = inks
    return {
        suits: replace(
            palette,
            inks=bright[suits],
            dim_inks=quiet[suits],
            sheet_inks=beside[suits],
            **(safe if suits == "safe" else {}),
        )
        for suits in bright
    }


def _make_theme(palette: Palette, palette_256: Palette, inks: _InkSets, inks_256: _InkSets) -> Theme:
    """Return a theme of these palettes and of these inks, which are the colours of the suits.

    `palette` and `inks` are of 24-bit colours, `palette_256` and `inks_256` of 256 colours. In every theme that is made
    here the suit choice ``safe`` has blue badges for good news and orange ones for bad news.
    """
    return Theme(
        _palettes_by_suits(palette, inks, {"good": "#1c4fd8", "bad": "#a83200"}),
        _palettes_by_suits(palette_256, inks_256, {"good": "#0000d7", "bad": "#af0000"}),
    )


_INKS_FOR_LIGHT_CARDS: Final = (_DARK_INKS, _QUIET_DARK_INKS, _LIGHT_INKS)
"""The suit colours on light cards and on a dark list of a deck, in 24-bit colours."""

_INKS_FOR_LIGHT_CARDS_256: Final = (_DARK_INKS_256, _QUIET_DARK_INKS_256, _LIGHT_INKS_256)
"""The suit colours on light cards and on a dark list of a deck, in 256 colours."""

_INKS_FOR_DARK_CARDS: Final = (_LIGHT_INKS, _QUIET_LIGHT_INKS, _LIGHT_INKS)
"""The suit colours on dark cards and on a dark list of a deck, in 24-bit colours."""

_INKS_FOR_DARK_CARDS_256: Final = (_INKS_ON_GREY_CARDS, _QUIET_LIGHT_INKS_256, _LIGHT_INKS_256)
"""The suit colours on dark cards and on a dark list of a deck, in 256 colours."""


_FELT_PALETTE: Final = Palette(
    felt="#12372a",
    panel="#0b231b",
    sheet="#06150f",
    ink="#e6efe9",
    muted="#9db3a8",
    highlight="#ffb000",
    good="#1b7548",
    bad="#b3261e",
    warn="#855700",
    queen="#6d3fa8",
    badge_ink="#ffffff",
    inks=_DARK_INKS["four"],
    sheet_inks=_LIGHT_INKS["four"],
    paper="#f4f1e8",
    selected_paper="#ffffff",
    shade="#a39e92",
    dim_paper="#e6e1d5",
    dim_ink="#1f2522",
    dim_inks=_QUIET_DARK_INKS["four"],
    dim_gold="#c08d1c",
    faded_paper="#d2cbbe",
    faded_ink="#575148",
    temporary_paper="#e8dcb8",
    back="#2b4c7e",
    back_pattern="#7fa3d6",
    gold="#e3ad2b",
    gold_ink="#0b231b",
    crown="#e3ad2b",
    crown_ink="#1c1c1c",
)
"""The palette of the theme `felt` for 24-bit colours; other palettes replace some of its colours."""

# The cube has one dark green; its dark teal is nearer to the felt in 24-bit colours, but is blue, and no felt. What
# stands on it is lighter, and nothing of it is blue.
_FELT_PALETTE_256: Final = Palette(
    felt="#005f00",
    panel="#121212",
    sheet="#080808",
    ink="#ffffff",
    muted="#afd7af",
    highlight="#ffd700",
    good="#008700",
    bad="#af0000",
    warn="#875f00",
    queen="#8700af",
    badge_ink="#ffffff",
    inks=_DARK_INKS_256["four"],
    sheet_inks=_LIGHT_INKS_256["four"],
    paper="#ffffff",
    selected_paper="#ffffd7",
    shade="#949494",
    dim_paper="#dadada",  # shown as #d0d0d0: Rich rounds a light grey one step darker
    dim_ink="#121212",
    dim_inks=_QUIET_DARK_INKS_256["four"],
    dim_gold="#875f00",
    faded_paper="#afaf87",
    faded_ink="#303030",
    temporary_paper="#ffd7af",
    back="#00005f",
    back_pattern="#5f87d7",
    gold="#ffd75f",
    gold_ink="#121212",
    crown="#ffd75f",
    crown_ink="#1c1c1c",
)
"""The palette of the theme `felt` for 256 colours; other palettes replace some of its colours."""

_NIGHT_PALETTE: Final = replace(
    _FELT_PALETTE,
    felt="#0c0f14",
    panel="#14181e",
    sheet="#040508",
    ink="#d5dae3",
    muted="#8f99a8",
    highlight="#ffb454",
    paper="#38414f",
    selected_paper="#404a5a",
    shade="#5c6675",
    dim_paper="#2d333c",
    dim_ink="#98a3b3",
    dim_gold="#8f7340",
    faded_paper="#332f2e",
    faded_ink="#afb7c3",
    temporary_paper="#41382a",
    back="#46346b",
    back_pattern="#8b78c0",
    gold="#e0b152",
    gold_ink="#14171c",
    crown="#e0b152",
    skin="#ddc9b0",
)
"""The palette of the theme `night` for 24-bit colours."""

_NIGHT_PALETTE_256: Final = replace(
    _FELT_PALETTE_256,
    felt="#080808",
    panel="#121212",
    sheet="#000000",
    ink="#ffffff",
    muted="#949494",
    highlight="#ffaf5f",
    paper="#3a3a3a",
    selected_paper="#444444",
    shade="#767676",
    dim_paper="#303030",
    dim_ink="#afaf87",
    dim_gold="#87875f",
    faded_paper="#303030",
    faded_ink="#afafd7",
    temporary_paper="#5f005f",
    back="#5f5faf",
    back_pattern="#8787d7",
    gold="#d7af5f",
    crown="#d7af5f",
    skin="#ffd7af",
)
"""The palette of the theme `night` for 256 colours."""

_PAPER_PALETTE: Final = replace(
    _FELT_PALETTE,
    felt="#d3c9b2",
    panel="#e9e1cf",
    sheet="#e4dcc9",
    ink="#24221d",
    muted="#585142",
    highlight="#963500",
    paper="#ffffff",
    selected_paper="#fff3cc",
    shade="#a89f8c",
    dim_paper="#ced3d9",
    dim_ink="#37332a",
    dim_gold="#7d5a10",
    faded_paper="#b7bcc4",
    faded_ink="#3f4550",
    temporary_paper="#f3e3b0",
    back="#8a2f3f",
    back_pattern="#d39aa3",
    gold="#6f4c00",
    gold_ink="#ffffff",
)
"""The palette of the theme `paper` for 24-bit colours."""

_PAPER_PALETTE_256: Final = replace(
    _FELT_PALETTE_256,
    felt="#d7d7af",
    panel="#ffffd7",
    sheet="#ffffff",
    ink="#121212",
    muted="#444444",
    highlight="#870000",
    shade="#949494",
    faded_paper="#ffd7af",
    faded_ink="#4e4e4e",
    selected_paper="#ffffaf",
    back="#5f0000",
    back_pattern="#af5f5f",
    gold="#5f5f00",
    gold_ink="#ffffff",
)
"""The palette of the theme `paper` for 256 colours."""

# Every text has a contrast of at least 7 to 1, in any number of colours.
_CONTRAST_PALETTE: Final = replace(
    _FELT_PALETTE_256,
    felt="#000000",
    panel="#121212",
    sheet="#121212",
    muted="#d7d7ff",
    highlight="#ffff00",
    good="#005f00",
    bad="#870000",
    warn="#5f0087",
    queen="#8700af",
    selected_paper="#ffffaf",
    shade="#808080",
    dim_paper="#303030",
    dim_ink="#ffffff",
    dim_gold="#afaf00",
    faded_paper="#d7d7af",
    faded_ink="#000000",
    temporary_paper="#d7ffff",
    back="#0000af",
    back_pattern="#87afff",
    gold="#ffd700",
    gold_ink="#000000",
    crown="#ffd700",
)
"""The palette of the theme `contrast`, for 24-bit and for 256 colours."""

_VELVET_PALETTE: Final = replace(
    _FELT_PALETTE,
    felt="#470f21",
    panel="#2b0810",
    sheet="#1a0409",
    ink="#f6e9e4",
    muted="#cba6a1",
    highlight="#ffb627",
    paper="#f7efe2",
    shade="#a8998a",
    dim_paper="#dccfc2",
    dim_ink="#1f1411",
    dim_gold="#c08d1c",
    faded_paper="#d6c8b8",
    faded_ink="#574a42",
    temporary_paper="#f0dfb8",
    back="#1d3b36",
    back_pattern="#6fa08f",
    gold="#d9a441",
    gold_ink="#26090f",
    crown="#d9a441",
)
"""The palette of the theme `velvet` for 24-bit colours."""

_VELVET_PALETTE_256: Final = replace(
    _FELT_PALETTE_256,
    felt="#5f0000",
    panel="#1c1c1c",
    sheet="#080808",
    muted="#d7afaf",
    highlight="#ffaf00",
    selected_paper="#ffffd7",
    back="#005f5f",
    back_pattern="#5fafaf",
    gold="#d7af5f",
    crown="#d7af5f",
)
"""The palette of the theme `velvet` for 256 colours."""

_DELFT_PALETTE: Final = replace(
    _FELT_PALETTE,
    felt="#14294d",
    panel="#0b1830",
    sheet="#060d1c",
    ink="#eaf1fb",
    muted="#9fb6d8",
    highlight="#ffc14d",
    paper="#f6f8fc",
    shade="#95a3b8",
    dim_paper="#ced7e5",
    dim_ink="#141c2b",
    dim_gold="#c08d1c",
    faded_paper="#cdd6e4",
    faded_ink="#465064",
    temporary_paper="#f3e3b8",
    back="#2a59ad",
    back_pattern="#dbe6f8",
    gold="#f0c24b",
    gold_ink="#0b1830",
    crown="#f0c24b",
)
"""The palette of the theme `delft` for 24-bit colours."""

_DELFT_PALETTE_256: Final = replace(
    _FELT_PALETTE_256,
    felt="#00005f",
    panel="#121212",
    sheet="#080808",
    muted="#afafd7",
    faded_paper="#d7d7ff",
    back="#005faf",
    back_pattern="#d7d7ff",
)
"""The palette of the theme `delft` for 256 colours."""

_CONTRAST_PALETTES_BY_SUITS: Final = _palettes_by_suits(
    _CONTRAST_PALETTE,
    (_INKS_IN_CONTRAST_TO_WHITE, _INKS_IN_CONTRAST_TO_DARK, _INKS_IN_CONTRAST_TO_DARK),
    {"good": "#0000af", "bad": "#870000"},
)
"""The palettes of the theme `contrast` by the choice of suits, the same for 24-bit and for 256 colours."""

THEMES: Final[Mapping[str, Theme]] = {
    "felt": _make_theme(_FELT_PALETTE, _FELT_PALETTE_256, _INKS_FOR_LIGHT_CARDS, _INKS_FOR_LIGHT_CARDS_256),
    "night": _make_theme(_NIGHT_PALETTE, _NIGHT_PALETTE_256, _INKS_FOR_DARK_CARDS, _INKS_FOR_DARK_CARDS_256),
    "paper": _make_theme(
        _PAPER_PALETTE,
        _PAPER_PALETTE_256,
        (*_INKS_FOR_LIGHT_CARDS[:2], _QUIET_DARK_INKS),
        (*_INKS_FOR_LIGHT_CARDS_256[:2], _QUIET_DARK_INKS_256),
    ),
    "contrast": Theme(_CONTRAST_PALETTES_BY_SUITS, _CONTRAST_PALETTES_BY_SUITS),
    "velvet": _make_theme(_VELVET_PALETTE, _VELVET_PALETTE_256, _INKS_FOR_LIGHT_CARDS, _INKS_FOR_LIGHT_CARDS_256),
    "delft": _make_theme(_DELFT_PALETTE, _DELFT_PALETTE_256, _INKS_FOR_LIGHT_CARDS, _INKS_FOR_LIGHT_CARDS_256),
}
"""All themes by name: a green table, a dark one with dark cards, a light one, strong contrasts, wine red, and blue."""
