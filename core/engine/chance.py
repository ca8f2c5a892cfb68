"""Chance: the random numbers with which a bot or a coach imagines the cards that its seat cannot see.

It is independent of the dealer of a match. A `random.Random` is a `Chance`, too; `SeededChance` gives the same numbers
on every machine and in every version of Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from math import factorial
from typing import Final, Protocol

from core.engine.random_stream import ItemT

_FACTORIALS: Final = tuple(map(factorial, range(216)))
"""The factorials from 0! to 215!, enough for the cards of four packs."""

_EXTRA_RANDOM_BITS: Final = 64
"""Number of bits drawn in addition to those that a number needs, so that none is favoured by more than 1 in 2 ** 64."""


class Chance(Protocol):
    """A source of random numbers, such as `random.Random`, from which bots draw the cards of imagined matches."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to `stop` - 1, all equally likely."""


class SeededChance:
    """A source of random numbers that a text determines: block b is the SHA-256 hash of the text, a space and b."""

    __slots__ = ("_bits", "_block", "_number", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = f"{seed} ".encode()
        self._block = 0
        self._number = 0
        self._bits = 0

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to `stop` - 1, all equally likely."""
        wanted = stop.bit_length() + _EXTRA_RANDOM_BITS
        while self._bits < wanted:
            digest = sha256(self._seed + b"%d" % self._block).digest()
            self._number = self._number << 256 | int.from_bytes(digest, "big")
            self._bits += 256
            self._block += 1
        self._bits -= wanted
        drawn = self._number >> self._bits
        self._number &= (1 << self._bits) - 1
        return drawn % stop


def shuffle_items(items: Iterable[ItemT], chance: Chance) -> list[ItemT]:
    """Return the items, at most 215, in a random order, each order equally likely."""
    rest = list(items)
    number = chance.randrange(_FACTORIALS[len(rest)])
    for size in range(len(rest), 1, -1):
        number, place = divmod(number, size)
        rest[place], rest[size - 1] = rest[size - 1], rest[place]
    return rest
