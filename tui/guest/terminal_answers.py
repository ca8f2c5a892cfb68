"""Removes a terminal's answers to queries from what its guest types."""

from __future__ import annotations

import re
from typing import Final

_ANSWER_PATTERN: Final = re.compile(rb"\x1bP[01]\$r[^\x1b\x9c]{0,80}(?:\x1b\\|\x9c)|\x1b\[\?[0-9;]{0,60}c")
"""The pattern of a terminal's answer to DECRQSS (which colour is in use) or DA1 (what the terminal is)."""

_ANSWER_BEGINNING_PATTERN: Final = re.compile(
    rb"\x1b(?:P(?:[01](?:\$(?:r[^\x1b\x9c]{0,80}\x1b?)?)?)?|\[(?:\?[0-9;]{0,60})?)\Z"
)
"""The pattern of the beginning of an answer to DECRQSS or DA1 at the end of the input."""

_TRUECOLOR_PATTERN: Final = re.compile(rb"48[:;]2[:;]+1[:;]2[:;]3")
"""The pattern of the part of an answer to DECRQSS that repeats the colour of the query."""


class TerminalAnswers:
    """The answers of a terminal to DECRQSS (which colour is in use) and then DA1 (what the terminal is).

    `truecolor`: whether the terminal uses the colour that it was told to use. `complete`: whether it has answered DA1,
    which every terminal does, so that no more answers come.
    """

    def __init__(self) -> None:
        self.truecolor = False
        self.complete = False
        self._incomplete = b""

    def remove_answers(self, data: bytes) -> bytes:
        """Return `data` without answers; a possible beginning of an answer at its end is stored for the next call."""
        data = self._incomplete + data
        self._incomplete = b""
        if self.complete:
            return data
        typed = _ANSWER_PATTERN.sub(self._store_answer, data)
        beginning = _ANSWER_BEGINNING_PATTERN.search(typed)
        if beginning is not None and not self.complete:
            self._incomplete = beginning.group()
            typed = typed[: beginning.start()]
        return typed

    def take_incomplete(self) -> bytes:
        """Return the bytes stored as a possible beginning of an answer, and clear them."""
        incomplete, self._incomplete = self._incomplete, b""
        return incomplete

    def _store_answer(self, answer: re.Match[bytes]) -> bytes:
        """Store what an answer says; return the empty bytes that replace the answer."""
        if answer.group().endswith(b"c"):
            self.complete = True
        else:
            self.truecolor |= _TRUECOLOR_PATTERN.search(answer.group()) is not None
        return b""
