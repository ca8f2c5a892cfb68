"""Pictures of playing cards in terminal cells: pure drawing, without Textual.

A `Look` (the palette of a theme, and a card style: solid or in outlines) and a `Size` are chosen once; `face`,
`card_in_hand`, `stack`, `empty_place` and `flip_frame` make a `Drawing` of a card in a `State`; a `Canvas` combines
drawings and text into rows of rich segments; `fan` lays out a hand.
"""

from tui.cards.backs import BACK_PATTERNS, look_with_back, look_with_back_of_game
from tui.cards.canvas import Canvas
from tui.cards.drawing import Drawing, Sketch
from tui.cards.faces import FLIP_FRAMES, back, card_in_hand, empty_place, face, flip_frame, stack
from tui.cards.fans import CardPosition, Fan, fan, paint_fan
from tui.cards.figures import big_pip
from tui.cards.looks import (
    ANSI,
    ASCII,
    FOUR_COLOURS,
    FOUR_COLOURS_16,
    LOOKS,
    OUTLINE,
    SAFE_COLOURS_16,
    TWO_COLOURS_16,
    choose_look,
    solid_look,
)
from tui.cards.palette import (
    BACK_OF_GAME,
    TERMINAL_DEFAULT,
    TRUECOLOR,
    CardStyle,
    Look,
    Palette,
    style,
    terminal_colours,
)
from tui.cards.sizes import (
    CHIP,
    GRAND,
    HUGE,
    LARGE,
    MID,
    MIN_VISIBLE_COLUMNS,
    MINI,
    SIZES,
    VAST,
    Size,
)
from tui.cards.state import State

__all__ = [
    "ANSI",
    "ASCII",
    "BACK_OF_GAME",
    "BACK_PATTERNS",
    "CHIP",
    "FLIP_FRAMES",
    "FOUR_COLOURS",
    "FOUR_COLOURS_16",
    "GRAND",
    "HUGE",
    "LARGE",
    "LOOKS",
    "MID",
    "MINI",
    "MIN_VISIBLE_COLUMNS",
    "OUTLINE",
    "SAFE_COLOURS_16",
    "SIZES",
    "TERMINAL_DEFAULT",
    "TRUECOLOR",
    "TWO_COLOURS_16",
    "VAST",
    "Canvas",
    "CardPosition",
    "CardStyle",
    "Drawing",
    "Fan",
    "Look",
    "Palette",
    "Size",
    "Sketch",
    "State",
    "back",
    "big_pip",
    "card_in_hand",
    "choose_look",
    "empty_place",
    "face",
    "fan",
    "flip_frame",
    "look_with_back",
    "look_with_back_of_game",
    "paint_fan",
    "solid_look",
    "stack",
    "style",
    "terminal_colours",
]
