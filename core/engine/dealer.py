"""The dealer: the only source of chance in a match, as named streams (`random_stream`) that anyone can recompute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.engine.cards import Card
from core.engine.random_stream import RandomStream
from core.errors import BadNotation, BadOption

_SEED_LIMIT: Final = 10**200
"""A seed that is a number must have a smaller absolute value than this."""

Script = Mapping[str, Sequence[Sequence[int]]]
"""A prepared deal: maps the name of a stream to its orders, one for each shuffle; an order lists the cards or numbers
that come first."""


class Dealer:
    """The source of chance of one match: a seed, and for tests and puzzles a prepared part of the deal.

    A dealer is a value: `stream` returns equal streams each time. Make one with `seeded` or `scripted`. Raises
    `BadOption` for a seed that is neither a number nor one word.
    """

    __slots__ = ("script", "seed")

    seed: int | str
    script: Script

    def __init__(self, seed: int | str = 0, script: Script | None = None) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise BadOption(f"A seed is a number or a word, not {seed!r}.")
        if isinstance(seed, str) and (not seed or len(seed) > 200 or not seed.isprintable() or " " in seed):
            raise BadOption("A seed is a number or one word of at most 200 characters without spaces.")
        if isinstance(seed, int) and abs(seed) >= _SEED_LIMIT:
            raise BadOption("A seed that is a number has at most 200 digits.")
        self.seed = seed
        self.script = script or {}

    @classmethod
    def seeded(cls, seed: int | str) -> Dealer:
        """Return the dealer of `seed`, a number or a word."""
        return cls(seed)

    @classmethod
    def scripted(cls, script: Mapping[str, str | Iterable[str | Iterable[str | int]]], seed: int | str = 0) -> Dealer:
        """Return a dealer with a prepared deal: ``{"deck/0": ["6♥ 2♠", "Q♦"]}``.

        `script` maps the name of a stream to its orders, one for each shuffle. An order lists the cards that are turned
        first after that shuffle; the other cards follow by `seed`. An order is a text of cards, or a list of cards,
        names of cards or (for the streams ``first`` and ``dice``) numbers; all orders of a stream may be one text,
        ``"6♥ 2♠ | Q♦"``. Raises `BadOption` for anything else.
        """
        prepared = {name: _read_orders(name, orders) for name, orders in script.items()}
        return cls(seed, {name: orders for name, orders in prepared.items() if orders})

    @classmethod
    def parse(cls, seed: str, script_text: Iterable[tuple[str, str]] = ()) -> Dealer:
        """Return the dealer of a record, from its seed as text and its `script_text`.

        Raises `BadOption` if either is malformed.
        """
        number = seed.removeprefix("-")
        whole = len(number) <= 200 and number.isascii() and number.isdigit() and str(int(seed)) == seed
        return cls.scripted(dict(script_text), int(seed) if whole else seed)

    @property
    def script_text(self) -> tuple[tuple[str, str], ...]:
        """The prepared deal as pairs of texts: the name of a stream, and its orders separated by ``|``."""
        return tuple(
            (name, " | ".join(" ".join(map(str, order)) for order in orders)) for name, orders in self.script.items()
        )

    def stream(self, name: str) -> RandomStream:
        """Return a new stream with this name, at its beginning."""
        return RandomStream(name, self.seed, self.script.get(name, ()))


def _read_orders(name: str, orders: str | Iterable[str | Iterable[str | int]]) -> tuple[tuple[int, ...], ...]:
    """Return the prepared orders of one stream, without the empty orders at its end.

    Raises `BadOption` for an impossible name or orders that cannot be read.
    """
    if not name or not name.isprintable() or " " in name or len(name) > 40:
        raise BadOption(f"{name[:40]!r} is not a name of a stream; streams are called deck/0, stock and the like.")
    read = [_read_order(name, order) for order in (orders.split("|") if isinstance(orders, str) else orders)]
    while read and not read[-1]:
        read.pop()
    return tuple(read)


def _read_order(name: str, order: str | Iterable[str | int]) -> tuple[int, ...]:
    """Return one prepared order of the stream `name`; raises `BadOption` if it is no list of cards or numbers."""
    words = order.split() if isinstance(order, str) else order
    try:
        return tuple(_read_card_or_number(word) for word in words)
    except BadNotation as error:
        raise BadOption(f"The prepared deal of {name} cannot be read: {error}") from error
    except TypeError as error:
        raise BadOption(f"The prepared deal of {name} is not a list of cards or numbers.") from error


def _read_card_or_number(word: str | int) -> int:
    """Return the card or number of one word of a prepared order.

    Raises `BadNotation` for a text, and `TypeError` for another value, that is neither.
    """
    if isinstance(word, int):
        return word
    if not isinstance(word, str):
        raise TypeError(f"{word!r} is neither a card nor a number")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 7 else Card.parse(word)
