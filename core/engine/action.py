"""Actions: the decisions of seats, as tuples of words that print and parse back.

A game lists the forms of its actions as patterns. A word in small letters stands for itself, a word in capitals for a
value that the player fills in: the pattern ``take NUMBER CARD CARD`` matches ``take 3 9♣ 9♠``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from core.engine.cards import RANKS, Card, parse_suit
from core.errors import BadNotation

Word: TypeAlias = str | int
"""A word of an action: a text such as its verb, a suit or a rank, a number, or a card (an ``int``)."""


class Action(tuple[Word, ...]):
    """An action of a seat: a verb and its particulars, such as ``Action(("play", Q♠))``.

    Actions are frozen and hashable, equal when their words are, and print in canonical form: ``play Q♠``.
    """

    __slots__ = ()

    @property
    def verb(self) -> str:
        """The first word of the action, such as ``play``; an empty text if the action has no word."""
        return str(self[0]) if self else ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the action names, in its order."""
        return tuple(word for word in self if isinstance(word, Card))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"


Actions: TypeAlias = tuple[Action, ...]
"""Actions of a seat, usually all its legal actions, in a stable order."""


def _read_number(text: str) -> int:
    """Return a word of digits as a number; raises `BadNotation` for another word."""
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    raise BadNotation(f"{text[:20]!r} is not a number.")


def _read_rank(text: str) -> str:
    """Return the rank that a word names, in any case; raises `BadNotation` for another word."""
    rank = text.upper()
    if rank in RANKS:
        return rank
    raise BadNotation(f"{text[:20]!r} is not a rank: write 2 to 10, J, Q, K or A.")


_WORD_READERS: Final[Mapping[str, Callable[[str], Word]]] = {
    "CARD": Card.parse,
    "NUMBER": _read_number,
    "RANK": _read_rank,
    "SUIT": parse_suit,
}
"""Maps each word of a pattern in capitals to the function that reads the value that a player writes in its place."""


def parse(text: str, patterns: Iterable[str]) -> Action:
    """Return `text` as an action in the form of one of `patterns`; raises `BadNotation` if it has none of the forms."""
    words = text.split()
    reason: str | None = None
    verbs = []
    for pattern in patterns:
        parts = pattern.split()
        if not words or parts[0] != words[0].lower():
            verbs.append(parts[0])
            continue
        if len(parts) != len(words):
            reason = reason or f"Write it as: {pattern}."
            continue
        try:
            return Action(_read_word(part, word) for part, word in zip(parts, words, strict=True))
        except BadNotation as error:
            reason = str(error)
    known = ", ".join(dict.fromkeys(verbs))
    raise BadNotation(f"{text[:40]!r} is not an action of this game. {reason or f'Actions begin with: {known}.'}")


def _read_word(word_pattern: str, word: str) -> Word:
    """Return one word of an action as a value; raises `BadNotation` if it does not fit its place in the pattern.

    `word_pattern` is the word of the pattern in that place: a word in small letters, or ``CARD``, ``NUMBER`` and so on.
    """
    reader = _WORD_READERS.get(word_pattern)
    if reader is not None:
        return reader(word)
    if word_pattern == word.lower():
        return word_pattern
    raise BadNotation(f"{word[:20]!r} stands where {word_pattern!r} belongs.")
