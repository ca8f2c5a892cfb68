"""Random streams: all chance in a match, by a named algorithm that anyone can recompute.

The algorithm is called **queens-1**. A stream is fixed by the dealer's seed and the stream's name. Its block
``b`` (from 0) is the number N = SHA-256 of the text ``queens-1 SEED NAME b`` (UTF-8, single spaces), read big-endian.
To turn a card of a pile of n cards, take N, i = divmod(N, n); the card at place i is turned and the last card
of the pile fills its place. A block serves sixteen such steps; then the next block begins. (n ** 16 stays
below 2 ** 160 for the largest pile there is, so no card is favoured by more than one part in 2 ** 96.)

So the order of a shuffled pile is decided only as its cards are turned. This is the shuffle of Fisher and Yates, one
step at a time: every order is equally likely, a reshuffle costs nothing, and before a card is turned there is no
order that could leak.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, SupportsIndex, TypeVar

from core.errors import BadOption

Item = TypeVar("Item")

_STEPS_A_BLOCK: Final = 16


class RandomStream:
    """One named stream of a dealer: it draws the next card of a shuffled pile.

    It is the state of chance in a match, and is copied with the match.
    """

    __slots__ = ("_block", "_left", "_number", "_orders", "_prefix", "_shuffles", "_stashed", "_top", "name")

    def __init__(
        self, name: str, seed: int | str, orders: Sequence[Sequence[SupportsIndex]] = (), prefix: bytes | None = None
    ) -> None:
        self.name = name
        self._prefix = prefix or f"queens-1 {seed} {name} ".encode()
        self._orders = orders
        self._shuffles = 0
        self._top: tuple[SupportsIndex, ...] = ()
        self._block = 0
        self._left = 0
        self._stashed = 0
        self._number = 0

    def shuffle(self, pile: Sequence[object]) -> None:
        """Shuffle `pile`: from now on its cards come in a new order, the next prepared order of this stream first.

        Raises `BadOption` if the prepared order lists a card that the pile does not hold.
        """
        if not self._orders:
            return
        number = self._shuffles
        self._shuffles += 1
        self._left, self._stashed = self._left + self._stashed, 0
        self._top = tuple(self._orders[number]) if number < len(self._orders) else ()
        rest = list(pile)
        for item in self._top:
            if item not in rest:
                raise BadOption(
                    f"The prepared deal lists {item} for shuffle {number + 1} of {self.name},"
                    f" but it is not among the {len(pile)} cards shuffled."
                )
            rest.remove(item)
        self._top = self._top[::-1]
        if self._top:
            self._left, self._stashed = 0, self._left

    def draw(self, pile: list[Item]) -> Item:
        """Remove and return the next card of a shuffled `pile`, which must not be empty."""
        if not self._left:
            if self._top:
                return self._draw_prepared(pile)
            self._refill()
        self._left -= 1
        self._number, place = divmod(self._number, len(pile))
        item = pile[place]
        pile[place] = pile[-1]
        pile.pop()
        return item

    def _refill(self) -> None:
        digest = sha256(self._prefix + b"%d" % self._block).digest()
        self._number = int.from_bytes(digest, "big")
        self._block += 1
        self._left = _STEPS_A_BLOCK

    def _draw_prepared(self, pile: list[Item]) -> Item:
        item = pile.pop(pile.index(self._top[-1]))  # type: ignore[arg-type]
        self._top = self._top[:-1]
        if not self._top:
            self._left, self._stashed = self._stashed, 0
        return item

    def deal(self, pile: Iterable[Item]) -> list[Item]:
        """Shuffle a copy of `pile` and return it whole, in the order in which it is turned."""
        rest = list(pile)
        self.shuffle(rest)
        dealt = [self.draw(rest) for _ in self._top]
        while rest:
            if not self._left:
                self._refill()
            steps = min(self._left, len(rest))
            self._left -= steps
            number = self._number
            for size in range(len(rest), len(rest) - steps, -1):  # the same as `draw`, without the calls
                number, place = divmod(number, size)
                dealt.append(rest[place])
                rest[place] = rest[size - 1]
            self._number = number
            del rest[-steps:]
        return dealt

    def copy(self) -> RandomStream:
        """Return an independent stream in the same state."""
        twin = RandomStream(self.name, "", self._orders, self._prefix)
        twin._shuffles = self._shuffles
        twin._top = self._top
        twin._block = self._block
        twin._left = self._left
        twin._stashed = self._stashed
        twin._number = self._number
        return twin

    @property
    def state(self) -> str:
        """The whole state as text: equal exactly for streams that will draw the same."""
        top = ",".join(str(int(item)) for item in self._top)
        orders = ";".join(",".join(str(int(item)) for item in order) for order in self._orders)
        key = self._prefix.decode()
        return f"{key}{self._block} {self._left + self._stashed} {self._number:x} {self._shuffles} {top} {orders}"
