"""How many colours a guest's terminal has: ssh clients do not say, so the terminal itself is asked.

It is told to use a certain colour and asked which one it uses (DECRQSS), and then who it is (DA1), which every
terminal answers: when that answer is there, no other will come. Nothing is painted meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

QUESTION: Final = b"\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m\x1b[c\r\x1b[K"
"""The question; a terminal that prints some of it is wiped clean after it."""

COUNTING: Final = (b"COLORTERM", b"NO_COLOR", b"LC_COLORTERM", b"LC_NO_COLOR", b"LC_ALL", b"LC_CTYPE", b"LANG")
LONGEST: Final = 64

_ANSWER: Final = re.compile(rb"\x1bP[01]\$r[^\x1b\x9c]{0,80}(?:\x1b\\|\x9c)|\x1b\[\?[0-9;]{0,60}c")
_BEGUN: Final = re.compile(rb"\x1b(?:P(?:[01](?:\$(?:r[^\x1b\x9c]{0,80}\x1b?)?)?)?|\[(?:\?[0-9;]{0,60})?)\Z")
_OURS: Final = re.compile(rb"48[:;]2[:;]+1[:;]2[:;]3")


class Answers:
    """Tells a terminal's answers from what its person types; `complete` when no more will come."""

    def __init__(self) -> None:
        self.truecolor = False
        self.complete = False
        self._begun = b""

    def sift(self, data: bytes) -> bytes:
        """Take in what has come, and return what the person has typed of it."""
        data = self._begun + data
        self._begun = b""
        if self.complete:
            return data
        typed = _ANSWER.sub(self._take, data)
        begun = _BEGUN.search(typed)
        if begun is not None and not self.complete:
            self._begun = begun.group()
            typed = typed[: begun.start()]
        return typed

    def rest(self) -> bytes:
        """Return what looked like the beginning of an answer, and is none."""
        begun, self._begun = self._begun, b""
        return begun

    def _take(self, answer: re.Match[bytes]) -> bytes:
        if answer.group().endswith(b"c"):
            self.complete = True
        else:
            self.truecolor |= _OURS.search(answer.group()) is not None
        return b""


def says_itself(environment: Mapping[str, str]) -> bool:
    """Whether there is nothing to ask, because the guest's variables tell how many colours there are."""
    return bool(environment.get("COLORTERM") or environment.get("NO_COLOR"))


class Sent(dict[bytes, bytes]):
    """The variables that a client sends, but only those that count here, for it may send any number of any length."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in COUNTING and len(value) <= LONGEST:
            super().__setitem__(name, value)


def environment_of(kind: str, sent: Mapping[str, str]) -> dict[str, str]:
    """Return what counts of the variables that a guest's ssh client has sent, for a terminal of this kind.

    Clients are often set up to send ``LC_*`` and nothing else, so ``LC_COLORTERM`` and ``LC_NO_COLOR`` count as well.
    """
    environment = {"TERM": kind}
    for name in ("COLORTERM", "NO_COLOR"):
        value = sent.get(name) or sent.get(f"LC_{name}")
        if value:
            environment[name] = value
    return environment


def writes_ascii(sent: Mapping[str, str]) -> bool:
    """Whether a guest's terminal says that it has another character set than UTF-8."""
    locale = sent.get("LC_ALL") or sent.get("LC_CTYPE") or sent.get("LANG") or ""
    _, dot, charset = locale.partition(".")
    return bool(dot) and charset.partition("@")[0].lower().replace("-", "") != "utf8"
