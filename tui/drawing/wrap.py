"""Wrapping and clipping of text by its width in cells, never by its number of characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len, set_cell_size


def printable(text: str) -> str:
    """Return `text` without unprintable characters."""
    return "".join(letter for letter in text if letter.isprintable())


def clip(text: str, width: int, cut_mark: str = "…") -> str:
    """Return `text` in at most `width` cells.

    A text that is cut ends in `cut_mark`; spaces and full stops just before the cut are left out.
    """
    if cell_len(text) <= width:
        return text
    if width <= cell_len(cut_mark):
        return cut_mark[: max(width, 0)]
    return set_cell_size(text, width - cell_len(cut_mark)).rstrip(" .") + cut_mark


def wrap(text: str, width: int) -> list[str]:
    """Break `text` between words into lines of at most `width` cells; a longer word is broken anywhere."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while cell_len(word) > width > 1:
            head = _longest_fitting_start(word, width)
            lines.append(head)
            word = word[len(head) :]
        line = word
    return [*lines, line] if line else lines


_SPACE_BEFORE_FIGURE_PATTERN: Final = re.compile(r"(?<=[,:]) (?=[-+~]?[\d.]+%? )")
"""The pattern of the space before a number with a unit, in a list of such figures: ``50 points laid, 9 cards left``."""


def narrowest_width(text: str, row_count: int) -> int:
    """Return the least width in which a text takes at most `row_count` rows and no word of it is broken."""
    width = max(map(cell_len, text.split()), default=0)
    while len(wrap(text, width)) > row_count:
        width += 1
    return width


def wrap_keeping_figures(text: str, width: int) -> list[str]:
    """Break `text` into lines of at most `width` cells, as `wrap`, but a figure of a list only if it is longer than a
    line: a number is understood together with its unit.
    """
    lines: list[str] = []
    for part in _SPACE_BEFORE_FIGURE_PATTERN.split(" ".join(text.split())):
        joined = " ".join((*lines[-1:], part))
        if cell_len(joined) > width >= cell_len(part):
            lines.append(part)
        else:
            lines[-1:] = wrap(joined, width)
    return lines


def wrap_first_fitting(texts: Iterable[str], width: int, height: int) -> list[str]:
    """Break the first of `texts` that fits into `height` lines of at most `width` cells into lines; no lines if none
    fits, as a sentence that is cut says nothing.
    """
    if width < 1:
        return []
    found = (lines for text in texts if len(lines := wrap(text, width)) <= height)
    return next(found, [])


def _longest_fitting_start(text: str, width: int) -> str:
    """Return the longest beginning of `text` that takes at most `width` cells, but at least one character."""
    end = 1
    while end < len(text) and cell_len(text[: end + 1]) <= width:
        end += 1
    return text[:end]
