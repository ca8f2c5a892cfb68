"""A font of big letters: five dots high, with two dots in each row of cells."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tui.cards.art.blocks import half_block_rows

_DOTS_BY_LETTER: Final = {
    "A": "### #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".#. #.# #.# #.# .#.",
    "P": "##. #.# ##. #.. #..",
    "Q": ".#. #.# #.# ##. .##",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "Ä": "#.# .#. #.# ### #.#",
    "Ö": "#.# .#. #.# #.# .#.",
    "Ü": "#.# ... #.# #.# ###",
    "%": "##..# ##.#. ..#.. .#.## #..##",
    "-": "... ... ### ... ...",
    "+": "... .#. ### .#. ...",
    ".": ". . . . #",
    ",": ".. .. .. .# #.",
    ":": ". # . # .",
    "!": "# # # . #",
    "?": "##. ..# .#. ... .#.",
    "'": "# # . . .",
    "/": "..# ..# .#. #.. #..",
    "(": ".# #. #. #. .#",
    ")": "#. .# .# .# #.",
    "♣": "..#.. .###. ##.## ##### ..#..",
    "♦": "..#.. .###. ##### .###. ..#..",
    "♥": "##.## ##### ##### .###. ..#..",
    "♠": "..#.. .###. ##### #.#.# .###.",
    " ": "... ... ... ... ...",
}
"""Maps a letter to its five rows of dots; ``#`` is ink."""


def has_big_letters(text: str) -> bool:
    """Return whether the font has each letter of a text, as a capital."""
    return all(letter in _DOTS_BY_LETTER for letter in text.upper())


def big_text_width(text: str, scale: int = 0) -> int:
    """Return the width in columns of a text in big letters; with a `scale` of 1 or more, in huge ones."""
    return (2 * scale or 1) * max(sum(len(_DOTS_BY_LETTER[letter].split()[0]) + 1 for letter in text.upper()) - 1, 0)


def wrap_big_text(text: str, width: int, scale: int = 0) -> list[str] | None:
    """Break a text between words into lines of capitals that take at most `width` columns in big letters.

    With a `scale` of 1 or more they are huge letters. Returns None if a word is wider, or if a character has no big
    letter.
    """
    if not has_big_letters(text):
        return None
    lines: list[str] = []
    for word in text.upper().split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and big_text_width(joined, scale) <= width:
            lines[-1] = joined
        elif big_text_width(word, scale) <= width:
            lines.append(word)
        else:
            return None
    return lines


@lru_cache(maxsize=64)
def huge_letter_rows(word: str, scale: int) -> tuple[str, ...]:
    """Return a word in ``5 * scale`` rows of blocks; each dot is `scale` rows high and twice as many columns wide."""
    letters = [_DOTS_BY_LETTER[letter].split() for letter in word]
    rows = (".".join(letter[y] for letter in letters) for y in range(5))
    wide = ("".join(("█" if dot == "#" else " ") * 2 * scale for dot in row) for row in rows)
    return tuple(row for row in wide for _ in range(scale))


@lru_cache(maxsize=64)
def big_letter_rows(word: str, ascii_only: bool = False, *, lowered: bool = False) -> tuple[str, ...]:
    """Return a word in three rows of half blocks; in ASCII one row of spaced letters.

    Half a row is free, below the letters, or above them if they are `lowered`.
    """
    if ascii_only:
        return ("", " ".join(word), "")
    letters = [_DOTS_BY_LETTER[letter].split() for letter in word]
    lines = [".".join(letter[y] for letter in letters) for y in range(5)]
    free = "." * len(lines[0])
    return half_block_rows("\n".join([free, *lines] if lowered else [*lines, free]))
