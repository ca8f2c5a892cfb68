"""English for the games' sentences: counts, lists, names of suits and seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

RANK_WORDS: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
"""Maps each rank that is not a number to its name."""

SUIT_WORDS: Final = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
"""Maps the symbol of each suit to its name."""

_WORDS_FROM_TWO: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The words for the numbers 2 to 10."""

TEAM_LETTERS: Final = ("A", "B")
"""The letters of the two teams, by the number of the team; seat 0 belongs to the first."""


def rank_word(rank: str) -> str:
    """Return a rank as people say it: ``king``, ``7``."""
    return RANK_WORDS.get(rank, rank)


def number_word(number: int) -> str:
    """Return a number of things as a word, ``two``, where a digit would look like a rank; any other than 2
    to 10 as digits."""
    return _WORDS_FROM_TWO[number - 2] if 2 <= number <= 10 else str(number)


def count(quantity: int, noun: str, plural: str = "") -> str:
    """Return a number and the noun that agrees with it: ``1 card``, ``3 cards``.

    `plural` is the plural if it is not `noun` with an s.
    """
    return f"{quantity} {noun}" if abs(quantity) == 1 else f"{quantity} {plural or f'{noun}s'}"


def english_list(things: Iterable[object]) -> str:
    """Return one or more things as a list for a sentence: ``3♠``, ``3♠ and 4♠``, ``3♠, 4♠ and 5♠``."""
    *rest, last = map(str, things)
    return f"{', '.join(rest)} and {last}" if rest else last


def english_list_of_alternatives(things: Iterable[object]) -> str:
    """Return one or more things as a list of which one is meant: ``3♠``, ``3♠ or 4♠``, ``3♠, 4♠ or 5♠``."""
    *rest, last = map(str, things)
    return f"{', '.join(rest)} or {last}" if rest else last


def seat_name(seat: object, names: Sequence[str]) -> str:
    """Return the name of a seat from `names`, the names of all seats; ``nobody`` if there is no such seat."""
    return names[seat] if isinstance(seat, int) and seat < len(names) else "nobody"


def unknown_remark(key: str) -> ValueError:
    """Return the error of a log text that has no sentence for a remark with this key."""
    return ValueError(f"nothing is known to say of {key!r}")
