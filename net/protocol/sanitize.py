"""Sanitising of text that other people wrote, where it is received.

A name or a chat line is shown in everybody's terminal. So nothing may remain that moves the cursor, changes a colour,
changes the direction of writing, or is invisible: the result is visible characters with single spaces between them, and
its width is bounded in cells of a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, normalize

from rich.cells import cell_len  # the table of widths that the screens draw by: any other would bound another width

from net.limits import MAX_MARKS_PER_CHARACTER, MAX_NAME_CELLS, MAX_PEOPLE

FORBIDDEN_NAMES: Final = ("", "you")
"""The names that nobody may have, in the form of `name_key`: sentences address their reader as "You"."""

_ESCAPE_SEQUENCE_PATTERN: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences: colours, cursor movements
    r"|(?:\x1b[PX\]^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # strings: titles, links
    r"|\x1b[ -/]*[0-~]?"  # other sequences of two characters or more
)
"""The pattern of escape sequences of terminals, in any of their forms."""
_SENTENCE_END_PATTERN: Final = re.compile(r"[.!?:;…。！？]+(?= )")
"""The pattern of punctuation that ends a sentence, before a space."""
_LATIN_LOOK_ALIKES: Final = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏɡαβεζηικμνορτυχϲϳıl",
    "abekmhopctyxijsdqwhigabeznikmvoptuxcjii",
)
"""Maps small letters that look like Latin ones, or whose capitals do, to these: Cyrillic, Greek, and the small L and
I."""

_NUMBER_AT_END_PATTERN: Final = re.compile(r" \d+$")
"""The pattern of a number after a space at the end of a name."""
_BLANK_CHARACTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols but are invisible."""


def clean_text(text: str, cells: int) -> str:
    """Return `text` sanitised for a terminal, at most `cells` wide, in the Unicode form NFC.

    Removed are escape sequences; control, format, bidirectional, private and unassigned characters; and more than two
    accents, or other characters without a cell of their own, after one character. White space becomes one space.
    """
    if len(text) <= cells and text.isascii() and text.isprintable() and text == " ".join(text.split()):
        return text
    kept: list[str] = []
    room = cells
    marks = 0
    for character in normalize("NFC", _ESCAPE_SEQUENCE_PATTERN.sub(" ", text)):
        if character.isspace() or character in _BLANK_CHARACTERS or category(character) in ("Zs", "Zl", "Zp"):
            character = " "
        kind = category(character)[0]
        if kind == "C":
            continue
        width = cell_len(character)
        marks = marks + 1 if kind == "M" or combining(character) or not width else 0
        if marks > (MAX_MARKS_PER_CHARACTER if kept else 0) or _is_variation_selector(character):
            continue
        if character == " " and (not kept or kept[-1] == " "):
            continue
        room -= width
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip()


def _is_variation_selector(character: str) -> bool:
    """Return whether a character only selects the form of the character before it, such as its emoji form."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def unique_name(name: str, taken_names: Collection[str]) -> str:
    """Return `name`, cleaned, with a number after it if one of `taken_names` looks the same.

    ``Guest`` replaces a name that nobody may have. No sentence ends within a name, so that nobody is called "Ann has
    gone. Bob" and their notices read like others'.
    """
    name = clean_text(_SENTENCE_END_PATTERN.sub("", clean_text(name, MAX_NAME_CELLS)), MAX_NAME_CELLS)
    if name_key(name) in FORBIDDEN_NAMES:
        name = "Guest"
    keys = {name_key(other) for other in taken_names}
    answer, number = name, 1
    while name_key(answer) in keys:
        number += 1
        tail = f" {number}"
        answer = clean_text(name, MAX_NAME_CELLS - len(tail)) + tail
    return answer


def name_key_without_number(name: str) -> str:
    """Return the `name_key` of a name without the number that `unique_name` may have added."""
    return name_key(_NUMBER_AT_END_PATTERN.sub("", name))


def find_name(name: str, names: Iterable[str]) -> str:
    """Return the first of `names` that people would take for `name` (`name_key`); "" if none is."""
    key = name_key(clean_text(name, MAX_NAME_CELLS))
    return next((other for other in names if name_key(other) == key), "")


@lru_cache(maxsize=4 * MAX_PEOPLE)
def name_key(name: str) -> str:
    """Return a key that is equal for names that people would take for the same.

    Case and compatibility forms are folded, and letters of other alphabets that look like Latin ones.
    """
    return normalize("NFKC", normalize("NFKC", name).casefold()).translate(_LATIN_LOOK_ALIKES)
