"""Cleaning of text that other people wrote, where its bytes come in.

A name or a chat line is shown in everybody's terminal. So nothing may pass that moves a cursor, changes a
colour, turns the direction of writing, or hides: what is left is visible characters with single spaces
between them, measured in cells of a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, normalize

from rich.cells import cell_len

from net.limits import NAME_CELLS, PEOPLE

_ESCAPES: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences: colours, cursor movements
    r"|(?:\x1b[PX\]^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # strings: titles, links
    r"|\x1b[ -/]*[0-~]?"  # what is left of two characters
)
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_MARKS_IN_A_ROW: Final = 2


def clean(text: str, cells: int) -> str:
    """Return `text` without anything that does not belong on a screen, at most `cells` wide.

    Escape sequences, control and format characters, bidirectional and zero-width ones, private and
    unassigned ones go; every kind of white space becomes one space; more than two accents on a letter, or other
    characters that take no cell of their own, go.
    """
    if len(text) <= cells and text.isascii() and text.isprintable() and text == " ".join(text.split()):
        return text
    kept: list[str] = []
    room = cells
    marks = 0
    for character in normalize("NFC", _ESCAPES.sub(" ", text)):
        if character.isspace() or character in _BLANK or category(character) in ("Zs", "Zl", "Zp"):
            character = " "
        kind = category(character)[0]
        if kind == "C":
            continue
        width = cell_len(character)
        marks = marks + 1 if kind == "M" or combining(character) or not width else 0
        if marks > (_MARKS_IN_A_ROW if kept else 0) or _selects_variation(character):
            continue
        if character == " " and (not kept or kept[-1] == " "):
            continue
        room -= width
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip()


def _selects_variation(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def unique(name: str, taken: Collection[str]) -> str:
    """Return `name`, cleaned, or with a number after it, such that it looks like none that is `taken`."""
    name = clean(name, NAME_CELLS) or "Guest"
    looks = {look_of(other) for other in taken}
    answer, number = name, 1
    while look_of(answer) in looks:
        number += 1
        tail = f" {number}"
        answer = clean(name, NAME_CELLS - len(tail)) + tail
    return answer


def meant(name: str, names: Iterable[str]) -> str:
    """Return which of `names` somebody means who writes `name`, capitals or not; nothing if it is none of them."""
    look = look_of(clean(name, NAME_CELLS))
    return next((other for other in names if look_of(other) == look), "")


@lru_cache(maxsize=4 * PEOPLE)
def look_of(name: str) -> str:
    """Return what a name has in common with all that people take for the same."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
