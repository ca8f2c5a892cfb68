"""Playing cards drawn in terminal cells: pure drawing, without Textual.

A `Look` (colours and manner) and a `Size` are chosen once; `face`, `held`, `stack`, `empty_place` and
`flip` make a `Drawing` of a card in a `State`; a `Canvas` takes drawings and text and gives back rows of
rich segments; `fan` lays out a hand. `describe` says in words what a drawing shows.
"""

from tui.cards.canvas import Canvas
from tui.cards.drawing import Drawing, Sketch
from tui.cards.faces import FLIP_FRAMES, back, empty_place, face, flip, held, stack
from tui.cards.fans import Fan, Place, fan, paint_fan
from tui.cards.palette import (
    ASCII,
    DEFAULT,
    FOUR,
    LOOKS,
    OUTLINE,
    TRUECOLOR,
    Look,
    Manner,
    Palette,
    choose_look,
    colours_of,
    style,
)
from tui.cards.sizes import CHIP, LARGE, MID, MIN_STEP, MINI, SIZES, Size, size_for, size_to_fit
from tui.cards.state import State, describe

__all__ = [
    "ASCII",
    "CHIP",
    "DEFAULT",
    "FLIP_FRAMES",
    "FOUR",
    "LARGE",
    "LOOKS",
    "MID",
    "MINI",
    "MIN_STEP",
    "OUTLINE",
    "SIZES",
    "TRUECOLOR",
    "Canvas",
    "Drawing",
    "Fan",
    "Look",
    "Manner",
    "Palette",
    "Place",
    "Size",
    "Sketch",
    "State",
    "back",
    "choose_look",
    "colours_of",
    "describe",
    "empty_place",
    "face",
    "fan",
    "flip",
    "held",
    "paint_fan",
    "size_for",
    "size_to_fit",
    "stack",
    "style",
]
