"""The palettes: contrast, colour blindness, restricted colours, and the choice of a look."""

import math
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from rich.color import Color, ColorSystem
from textual.filter import dim_color

from core.engine.cards import CARDS, JOKER, QUEENS
from tui.cards.figures import colours_of_figure
from tui.cards.looks import (
    ANSI,
    ASCII,
    FOUR_COLOURS,
    FOUR_COLOURS_16,
    LOOKS,
    OUTLINE,
    SAFE_COLOURS,
    SAFE_COLOURS_16,
    TWO_COLOURS_16,
    TWO_COLOURS_256,
    choose_look,
    solid_look,
)
from tui.cards.palette import TERMINAL_DEFAULT, TRUECOLOR, Palette, style, terminal_colours
from tui.cards.themes import THEMES

SOLID_LOOKS = [look for look in LOOKS.values() if look.solid]
"""The looks with solid cards (not outlined), of the usual theme."""

THEMED_LOOKS = [
    solid_look(theme, suits, colours)
    for theme in THEMES
    for colours in (TRUECOLOR, 256)
    for suits in ("four", "two", "safe")
]
"""The looks with solid cards of every theme, for terminals with 24-bit colours and for those with 256."""

ANSI_NAMES = [
    *("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"),
    *("bright_black", "bright_red", "bright_green", "bright_yellow"),
    *("bright_blue", "bright_magenta", "bright_cyan", "bright_white"),
]
"""The names of the sixteen ANSI colours, in the order of their numbers."""

SIXTEEN_COLOURS_BY_TERMINAL = {
    "Linux console": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
    "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "PuTTY": "000000 bb0000 00bb00 bbbb00 0000bb bb00bb 00bbbb bbbbbb "
    "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
    "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
}
"""Maps the name of a terminal to its sixteen colours, in the order of their numbers."""

# What a colour becomes for an eye without red, green or blue cones (Machado, Oliveira, Fernandes 2009).
RGB_MATRIX_BY_VISION = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Maps a kind of colour vision to the matrix that turns linear RGB into what such eyes see."""


def linear_rgb(colour: str) -> list[float]:
    """Return the linear red, green and blue parts of an sRGB colour, each from 0 to 1."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    return sum(part * value for part, value in zip((0.2126, 0.7152, 0.0722), linear_rgb(colour), strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", THEMED_LOOKS)
def test_dim_text_beside_the_table_can_still_be_read(look):
    ground, ink = (Color.parse(colour) for colour in (look.palette.panel, look.palette.muted))
    dim = dim_color(ground, ink).get_truecolor().hex
    assert contrast(dim, look.palette.panel) >= 2.5


def cielab_seen_by(colour: str, vision: str) -> tuple[float, float, float]:
    """Return a colour in CIELAB as an eye with the colour vision `vision` sees it."""
    seen = linear_rgb(colour)
    mixed = (sum(a * b for a, b in zip(row, seen, strict=True)) for row in RGB_MATRIX_BY_VISION[vision])
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in mixed)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def colours_of(palette: Palette) -> set[str]:
    """Return every colour of a palette."""
    fields = [field for name in Palette.__slots__ if (field := getattr(palette, name)) is not None]
    return {colour for field in fields for colour in ([field] if isinstance(field, str) else field)}


def readable_pairs(palette: Palette) -> Iterator[tuple[str, str]]:
    """Yield each text colour of a palette together with each background on which it is painted."""
    for ink in palette.inks:
        yield from ((ink, paper) for paper in (palette.paper, palette.selected_paper, palette.temporary_paper))
    for ink in (palette.ink, palette.muted, palette.highlight):
        yield from ((ink, ground) for ground in (palette.felt, palette.panel))
    for ground in (palette.good, palette.bad, palette.warn, palette.queen, palette.back):
        yield palette.badge_ink, ground
    yield palette.dim_ink, palette.dim_paper
    yield from ((ink, palette.dim_paper) for ink in palette.dim_inks)
    yield from ((ink, palette.sheet) for ink in (*palette.sheet_inks, palette.muted))
    yield palette.faded_ink, palette.faded_paper


def test_text_colours_have_enough_contrast():
    low = []
    for look in THEMED_LOOKS:
        palette = look.palette
        on_gold = [(palette.gold, palette.felt), (palette.gold, palette.panel), (palette.gold_ink, palette.gold)]
        needed = 7 if look.name.startswith("contrast-") else 4.5
        for ink, ground in [
            *readable_pairs(palette),
            *on_gold,
            (palette.faded_ink, palette.paper),
            (palette.crown_ink, palette.crown),
        ]:
            if contrast(ink, ground) < needed:
                low.append(f"{look.name}: {ink} on {ground} is {contrast(ink, ground):.2f}")
    assert not low, "\n".join(low)


def test_faces_of_court_cards_are_lighter_than_their_dark_parts():
    for look in THEMED_LOOKS:
        tones = colours_of_figure(QUEENS[3], look, look.palette.paper, None)
        face = tones.skin or tones.paper
        assert luminance(face) > luminance(tones.dark), look.name
        assert contrast(face, tones.dark) > 7, look.name


def test_cards_in_every_state_have_enough_contrast_to_the_table_and_crowns_to_the_cards():
    papers = ("paper", "selected_paper", "dim_paper", "faded_paper", "temporary_paper", "back")
    low = []
    for look in THEMED_LOOKS:
        palette = look.palette
        for name, other in (*product(papers, ("felt", "panel")), ("crown", "paper")):
            shade, ground = getattr(palette, name), getattr(palette, other)
            if math.dist(cielab_seen_by(shade, "all cones"), cielab_seen_by(ground, "all cones")) < 12:
                low.append(f"{look.name}: {name} {shade} on {other} {ground}")
    assert not low, "\n".join(low)


def test_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_four_suits_have_four_colours_that_differ():
    four = [palette for look in THEMED_LOOKS if len(set((palette := look.palette).inks)) == 4]
    for inks in (
        {palette.inks for palette in four}
        | {palette.dim_inks for palette in four}
        | {palette.sheet_inks for palette in four}
    ):
        for one, other in combinations(inks, 2):
            distance = math.dist(cielab_seen_by(one, "all cones"), cielab_seen_by(other, "all cones"))
            assert distance >= 30, (one, other, distance)


@pytest.mark.parametrize(("suits", "number"), [("two", 2), ("four", 4)])
def test_each_choice_of_suit_colours_has_its_number_of_colours_in_every_theme(suits, number):
    decks = [look.palette for look in THEMED_LOOKS if look.name.startswith(suits) or f"-{suits}" in look.name]
    assert len(decks) >= len(THEMES)
    for palette in decks:
        for clubs, diamonds, hearts, spades in (palette.inks, palette.dim_inks, palette.sheet_inks):
            assert len({clubs, diamonds, hearts, spades}) == number
            assert (clubs == spades, diamonds == hearts) == (number == 2, number == 2)


@pytest.mark.parametrize("eye", RGB_MATRIX_BY_VISION)
def test_safe_suit_colours_differ_for_colour_blind_eyes(eye):
    for inks in {look.palette.inks for look in THEMED_LOOKS if "safe" in look.name}:
        for one, other in combinations(inks, 2):
            distance = math.dist(cielab_seen_by(one, eye), cielab_seen_by(other, eye))
            assert distance >= 20, (one, other, distance)


@pytest.mark.parametrize("look", SOLID_LOOKS, ids=lambda look: look.name)
def test_suits_differ_without_colour(look):
    assert len({look.pip(card) for card in CARDS if card.suit}) == 4


@pytest.mark.parametrize(("theme", "channel"), [("velvet", 0), ("felt", 1), ("delft", 2)])
def test_table_keeps_its_hue_in_256_colours(theme, channel):
    """Green felt stays green and is no teal, also as Rich rounds it."""
    wanted, few = (solid_look(theme, "four", colours).palette.felt for colours in (TRUECOLOR, 256))
    for colour in (wanted, few, Color.parse(few).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex):
        channels = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
        highest = channels.pop(channel)
        assert all(other <= highest * 0.8 for other in channels), (theme, colour)


@pytest.mark.parametrize("theme", ["felt", "velvet"])
def test_banned_cards_are_beige_and_darker_than_dim_ones_in_256_colours(theme):
    palette = solid_look(theme, "four", 256).palette
    red, green, blue = (int(palette.faded_paper[start : start + 2], 16) for start in (1, 3, 5))
    assert red >= green > blue
    papers = [palette.paper, palette.dim_paper, palette.faded_paper]
    assert contrast(papers[0], "#000000") > contrast(papers[1], "#000000") > contrast(papers[2], "#000000")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suits", ["four", "two", "safe"])
def test_cards_that_cannot_be_played_are_grey_in_256_colours_as_rich_rounds_them(theme, suits):
    """A tint looks like one more colour that means something; the cube has no weak ones."""
    palette = solid_look(theme, suits, 256).palette
    shown = Color.parse(palette.dim_paper).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    assert shown.red == shown.green == shown.blue
    assert palette.dim_paper not in (palette.paper, palette.selected_paper)
    for ink in (palette.dim_ink, *palette.dim_inks):
        rank = Color.parse(ink).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex
        assert contrast(rank, shown.hex) >= 4.5


def test_palettes_of_256_colours_use_only_the_colour_cube():
    cube = [0, 95, 135, 175, 215, 255]
    greys = [8 + 10 * step for step in range(24)]
    for look in THEMED_LOOKS:
        if "256" not in look.name:
            continue
        for colour in colours_of(look.palette):
            red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
            member = {red, green, blue} <= set(cube) or (red == green == blue and red in greys)
            assert member, (look.name, colour)
            shown = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT)
            if red == green == blue > 0x94:  # Rich rounds a light grey one step darker
                red = green = blue = red - 10 * (red < 0xFF)
            assert shown.get_truecolor().hex == f"#{red:02x}{green:02x}{blue:02x}", look.name


@pytest.mark.parametrize("look", [OUTLINE, ASCII], ids=lambda look: look.name)
def test_plain_looks_have_no_colour(look):
    assert colours_of(look.palette) == {TERMINAL_DEFAULT}


def named_colours(terminal):
    """Return the colours of a terminal by their ANSI names."""
    return {
        name: f"#{colour}"
        for name, colour in zip(ANSI_NAMES, SIXTEEN_COLOURS_BY_TERMINAL[terminal].split(), strict=True)
    }


@pytest.mark.parametrize("terminal", SIXTEEN_COLOURS_BY_TERMINAL)
@pytest.mark.parametrize("look", [FOUR_COLOURS_16, TWO_COLOURS_16, SAFE_COLOURS_16], ids=lambda look: look.name)
def test_text_in_sixteen_colours_has_enough_contrast(look, terminal):
    colours = named_colours(terminal)
    for ink, ground in readable_pairs(look.palette):
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    # The yellow of the Linux console is brown.
    assert contrast(colours[look.palette.gold_ink], colours[look.palette.gold]) >= 4


@pytest.mark.parametrize("eye", RGB_MATRIX_BY_VISION)
@pytest.mark.parametrize("terminal", SIXTEEN_COLOURS_BY_TERMINAL)
def test_safe_suit_colours_of_sixteen_colour_terminals_differ_for_colour_blind_eyes(terminal, eye):
    colours = named_colours(terminal)
    for one, other in combinations(SAFE_COLOURS_16.palette.inks, 2):
        assert math.dist(cielab_seen_by(colours[one], eye), cielab_seen_by(colours[other], eye)) >= 20, (one, other)


def test_look_of_sixteen_colours_uses_the_background_of_the_terminal():
    palette = ANSI.palette
    assert {palette.felt, palette.panel, palette.ink, palette.muted} == {TERMINAL_DEFAULT}
    assert len(set(palette.inks)) == 4
    for kind in ("good", "bad", "warn", "queen", "gold"):
        badge = ANSI.badge(kind)
        assert badge.color.name in ANSI_NAMES
        assert badge.bgcolor.name in ANSI_NAMES


def test_look_is_chosen_by_terminal_colours_and_suit_setting():
    assert choose_look() is FOUR_COLOURS
    assert choose_look(TRUECOLOR, "safe") is SAFE_COLOURS
    assert choose_look(256, "two") is TWO_COLOURS_256
    assert choose_look(16) is FOUR_COLOURS_16
    assert choose_look(16, "safe") is SAFE_COLOURS_16
    assert choose_look(0) is OUTLINE
    assert choose_look(0, "ansi") is OUTLINE
    assert choose_look(16, "ansi") is choose_look(256, "ansi") is choose_look(TRUECOLOR, "ansi") is ANSI
    assert choose_look(TRUECOLOR, "ansi", ascii_only=True) is LOOKS["ansi-ascii"]
    assert choose_look(16, ascii_only=True) is ASCII
    assert choose_look(0, "ansi", ascii_only=True) is ASCII
    assert choose_look(TRUECOLOR, "two", ascii_only=True) is LOOKS["two-ascii"]
    assert choose_look(256, ascii_only=True) is LOOKS["four-256-ascii"]
    with pytest.raises(KeyError):
        choose_look(TRUECOLOR, "five")


def test_theme_applies_wherever_a_look_has_colours_of_its_own():
    night = solid_look("night", "two")
    assert choose_look(TRUECOLOR, "two", theme="night") is night
    assert night.palette.felt != solid_look("felt", "two").palette.felt
    assert choose_look(256, "safe", theme="night") is solid_look("night", "safe", 256)
    assert choose_look(TRUECOLOR, "four", ascii_only=True, theme="night").palette == solid_look("night").palette
    for colours, suits, ascii_only in ((16, "four", False), (0, "four", True), (TRUECOLOR, "ansi", False)):
        assert choose_look(colours, suits, ascii_only, "night") is choose_look(colours, suits, ascii_only)
    with pytest.raises(KeyError):
        choose_look(theme="day")


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({}, 16),
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUECOLOR),
        ({"TERM": "xterm-direct"}, TRUECOLOR),
        ({"TERM": "linux"}, 16),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "screen"}, 16),
        ({"TERM": "xterm-16color"}, 16),
        ({"TERM": "vt220"}, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, 256),
    ],
)
def test_number_of_colours_is_read_from_the_environment(environment, colours):
    assert terminal_colours(environment) == colours


def test_joker_has_no_pip_and_an_index_in_every_look():
    for look in LOOKS.values():
        assert (look.card_text(JOKER), look.pip(JOKER)) == ("Jk", "")


def test_equal_styles_of_the_palettes_are_one_object():
    assert style("#112233", "#445566", bold=True) is style("#112233", "#445566", bold=True)
