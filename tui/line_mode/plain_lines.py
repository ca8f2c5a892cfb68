"""Turns a sentence into lines for any terminal, pipe or screen reader: printable characters only, wrapped, or in ASCII.

Text of other clients is also sanitised when it is received, but this file does not rely on that.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import combining, normalize

from rich.cells import cell_len

from core.engine.english import RANK_WORDS, SUIT_WORDS, number_word, rank_word
from tui.cards import ASCII
from tui.drawing.wrap import printable, wrap_keeping_figures

UNKNOWN_COMMAND_SENTENCE: Final = "Unknown command: {0!r}. Type ? for everything you can type."
"""The answer to a line that is no command; ``{0}`` stands for the beginning of the line."""

_SUIT_OF_CARD_PATTERN: Final = re.compile(r"(?<=[0-9JQKA])[♣♦♥♠]")
"""The pattern of the suit of a card, such as ♠ in ``Q♠``."""

_SUIT_PATTERN: Final = re.compile(r"[♣♦♥♠]")
"""The pattern of the symbol of a suit."""

_SPACES_PATTERN: Final = re.compile(r"\s+")
"""The pattern of spaces and line ends."""

_CARD_PATTERN: Final = re.compile(r"\b(10|[2-9JQKA])([♣♦♥♠])")
"""The pattern of a card: its rank and its suit."""

_JOKER_PATTERN: Final = re.compile(r"\bJk\b")
"""The pattern of a Joker."""

_CARD_BEFORE_CARD_PATTERN: Final = re.compile(r"((?:10|[2-9JQKA])[♣♦♥♠]|\bJk\b) (?=(?:10|[2-9JQKA])[♣♦♥♠]|Jk\b)")
"""The pattern of a card, and the space after it, that another card follows."""

_RANK_BY_WORD: Final = {
    **{word: rank for rank, word in RANK_WORDS.items()},
    **{str(number): str(number) for number in range(2, 11)},
    **{number_word(number): str(number) for number in range(2, 11)},
}
"""Maps the name of a rank in words, such as ``queen``, to the rank, such as ``Q``."""

_CARD_IN_WORDS_PATTERN: Final = re.compile(
    rf"\b({'|'.join(_RANK_BY_WORD)}) of (club|diamond|heart|spade)s?\b", re.IGNORECASE
)
"""The pattern of a card in words, such as ``queen of spades``."""

_SPACE_BEFORE_CHOICE_PATTERN: Final = re.compile(r" (?=\d+\) )")
"""The pattern of the space before a choice of a menu, which begins with its number: ``3) Bank``."""

MIN_LINE_COLUMNS: Final = 20
"""Lines are wrapped at a width of at least this many columns."""


def printable_line(text: str) -> str:
    """Return `text` on one line without unprintable characters."""
    return printable(_SPACES_PATTERN.sub(" ", text)).rstrip()


def ascii_line(text: str) -> str:
    """Return `text` on one line in ASCII: ``Q♠`` as ``Qs``, a single suit as its name, letters without accents."""
    return printable_line(replace_non_ascii(text))


def replace_non_ascii(text: str) -> str:
    """Return `text` with every character that is not ASCII replaced; its spaces and line ends stay unchanged."""
    text = _SUIT_OF_CARD_PATTERN.sub(lambda found: SUIT_WORDS[found[0]][0], text)
    text = _SUIT_PATTERN.sub(lambda found: SUIT_WORDS[found[0]], text).replace("…", "...")
    letters = (letter for letter in normalize("NFKD", ASCII.displayable_text(text)) if not combining(letter))
    return "".join(letters).encode("ascii", "replace").decode()


def spell_out_cards(text: str) -> str:
    """Return `text` with every card in words, for screen readers: ``Q♠`` as ``queen of spades``."""
    text = _CARD_BEFORE_CARD_PATTERN.sub(r"\1, ", text)
    text = _CARD_PATTERN.sub(lambda found: f"{rank_word(found[1])} of {SUIT_WORDS[found[2]]}", text)
    return _SUIT_PATTERN.sub(lambda found: SUIT_WORDS[found[0]], _JOKER_PATTERN.sub("Joker", text))


def abbreviate_cards(text: str) -> str:
    """Return typed `text` in which cards in words are replaced by their notation, such as ``Qs``."""
    return _CARD_IN_WORDS_PATTERN.sub(lambda found: _RANK_BY_WORD[found[1].lower()] + found[2][0].lower(), text)


def wrapped_lines(text: str, width: int = 0, ascii_only: bool = False, with_words: bool = False) -> list[str]:
    """Return `text` as lines of at most `width` columns (0: any length).

    `ascii_only`: it is written in ASCII; `with_words`: cards are written in words.
    """
    text = printable_line(text)
    if with_words:
        text = spell_out_cards(text)
    if ascii_only:
        text = ascii_line(text)
    if width <= 0:
        return [text]
    return _wrapped_choices(text, max(width, MIN_LINE_COLUMNS))


def _wrapped_choices(text: str, width: int) -> list[str]:
    """Return `text` as lines of at most `width` columns.

    A choice of a menu is broken only if it is longer than a line, and so is a figure of a list.
    """
    broken = [""]
    for choice in _SPACE_BEFORE_CHOICE_PATTERN.split(text):
        joined = f"{broken[-1]} {choice}" if broken[-1] else choice
        if cell_len(joined) <= width:
            broken[-1] = joined
        elif cell_len(choice) <= width:
            broken.append(choice)
        else:
            broken += wrap_keeping_figures(choice, width)
    return broken if broken[0] or len(broken) == 1 else broken[1:]
