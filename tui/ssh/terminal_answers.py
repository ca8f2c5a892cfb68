"""Parses a terminal's answers to escape sequences out of what its person types."""

from __future__ import annotations

import re
from typing import Final

_ANSWER: Final = re.compile(rb"\x1bP[01]\$r[^\x1b\x9c]{0,80}(?:\x1b\\|\x9c)|\x1b\[\?[0-9;]{0,60}c")
_INCOMPLETE: Final = re.compile(rb"\x1b(?:P(?:[01](?:\$(?:r[^\x1b\x9c]{0,80}\x1b?)?)?)?|\[(?:\?[0-9;]{0,60})?)\Z")
_TRUECOLOR_ANSWER: Final = re.compile(rb"48[:;]2[:;]+1[:;]2[:;]3")


class TerminalAnswers:
    """Answers to DECRQSS (which colour is in use) and to DA1 (what the terminal is), in the order in which they come.

    `truecolor` is whether the terminal uses the colour that it was told to use; `complete` whether DA1, which every
    terminal answers, has been answered, so that no more answers will come.
    """

    def __init__(self) -> None:
        self.truecolor = False
        self.complete = False
        self._incomplete = b""

    def remove_from(self, data: bytes) -> bytes:
        """Return `data` without the answers in it; the beginning of an answer is kept back for the next call."""
        data = self._incomplete + data
        self._incomplete = b""
        if self.complete:
            return data
        typed = _ANSWER.sub(self._note_answer, data)
        beginning = _INCOMPLETE.search(typed)
        if beginning is not None and not self.complete:
            self._incomplete = beginning.group()
            typed = typed[: beginning.start()]
        return typed

    def incomplete(self) -> bytes:
        """Return the bytes that were kept back as the beginning of an answer, and forget them."""
        incomplete, self._incomplete = self._incomplete, b""
        return incomplete

    def _note_answer(self, answer: re.Match[bytes]) -> bytes:
        if answer.group().endswith(b"c"):
            self.complete = True
        else:
            self.truecolor |= _TRUECOLOR_ANSWER.search(answer.group()) is not None
        return b""
