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

ItemT = TypeVar("ItemT")

_DRAWS_PER_BLOCK: Final = 16
"""The number of cards that a stream draws by one hash."""


class RandomStream:
    """A sequence of random draws with a name, from a dealer's seed: it draws the next card of a shuffled pile.

    The streams of a match are its whole state of chance, and are copied with it.
    """

    __slots__ = (
        "_block_number",
        "_draws_after_prepared",
        "_draws_left",
        "_prepared_cards",
        "_prepared_orders",
        "_random_number",
        "_seed",
        "_shuffle_count",
        "name",
    )

    def __init__(self, name: str, seed: int | str, orders: Sequence[Sequence[SupportsIndex]] = ()) -> None:
        self.name = name
        self._seed = seed
        self._prepared_orders = orders
        self._shuffle_count = 0
        self._prepared_cards: tuple[SupportsIndex, ...] = ()
        self._block_number = 0
        self._draws_left = 0
        self._draws_after_prepared = 0
        self._random_number = 0

    def shuffle(self, pile: Sequence[object]) -> None:
        """Shuffle `pile`: from now on `draw` takes its cards in a new order; the list itself stays as it is.

        If a prepared deal has an order for this shuffle of the stream, the cards in it are drawn first. Raises
        `BadOption` if that order lists a card that the pile does not hold.
        """
        if not self._prepared_orders:
            return
        number = self._shuffle_count
        self._shuffle_count += 1
        self._draws_left, self._draws_after_prepared = self._draws_left + self._draws_after_prepared, 0
        self._prepared_cards = tuple(self._prepared_orders[number]) if number < len(self._prepared_orders) else ()
        rest = list(pile)
        for item in self._prepared_cards:
            if item not in rest:
                raise BadOption(
                    f"The prepared deal lists {item} for shuffle {number + 1} of {self.name},"
                    f" but it is not among the {len(pile)} cards shuffled."
                )
            rest.remove(item)
        self._prepared_cards = self._prepared_cards[::-1]
        if self._prepared_cards:
            self._draws_left, self._draws_after_prepared = 0, self._draws_left

    def draw(self, pile: list[ItemT]) -> ItemT:
        """Remove and return the next card of a shuffled `pile`, which must not be empty."""
        if not self._draws_left:
            if self._prepared_cards:
                return self._draw_prepared_card(pile)
            self._begin_block()
        self._draws_left -= 1
        self._random_number, place = divmod(self._random_number, len(pile))
        item = pile[place]
        pile[place] = pile[-1]
        pile.pop()
        return item

    @property
    def _hashed_text(self) -> str:
        """The text that is hashed for a block, without the number of the block."""
        return f"queens-1 {self._seed} {self.name} "

    def _begin_block(self) -> None:
        """Compute the random number of the next block, which serves `_DRAWS_PER_BLOCK` draws."""
        digest = sha256(f"{self._hashed_text}{self._block_number}".encode()).digest()
        self._random_number = int.from_bytes(digest, "big")
        self._block_number += 1
        self._draws_left = _DRAWS_PER_BLOCK

    def _draw_prepared_card(self, pile: list[ItemT]) -> ItemT:
        """Remove and return the next card of the prepared order."""
        item = pile.pop(pile.index(self._prepared_cards[-1]))  # type: ignore[arg-type]
        self._prepared_cards = self._prepared_cards[:-1]
        if not self._prepared_cards:
            self._draws_left, self._draws_after_prepared = self._draws_after_prepared, 0
        return item

    def deal(self, pile: Iterable[ItemT]) -> list[ItemT]:
        """Shuffle a copy of `pile`, and return all its cards in the order in which they are turned."""
        rest = list(pile)
        self.shuffle(rest)
        dealt = [self.draw(rest) for _ in self._prepared_cards]
        while rest:
            if not self._draws_left:
                self._begin_block()
            steps = min(self._draws_left, len(rest))
            self._draws_left -= steps
            number = self._random_number
            for size in range(len(rest), len(rest) - steps, -1):  # the same as `draw`, without the calls
                number, place = divmod(number, size)
                dealt.append(rest[place])
                rest[place] = rest[size - 1]
            self._random_number = number
            del rest[-steps:]
        return dealt

    def restart(self, seed: int | str) -> None:
        """Begin again with another seed and the same name, without a prepared deal."""
        fresh = RandomStream(self.name, seed)
        for slot in self.__slots__:
            setattr(self, slot, getattr(fresh, slot))

    def copy(self) -> RandomStream:
        """Return an independent stream in the same state."""
        twin = RandomStream(self.name, self._seed, self._prepared_orders)
        twin._shuffle_count = self._shuffle_count
        twin._prepared_cards = self._prepared_cards
        twin._block_number = self._block_number
        twin._draws_left = self._draws_left
        twin._draws_after_prepared = self._draws_after_prepared
        twin._random_number = self._random_number
        return twin

    @property
    def state(self) -> str:
        """The complete state as text; two streams with equal texts will draw the same cards."""
        top = ",".join(str(int(item)) for item in self._prepared_cards)
        orders = ";".join(",".join(str(int(item)) for item in order) for order in self._prepared_orders)
        left = self._draws_left + self._draws_after_prepared
        numbers = f"{self._block_number} {left} {self._random_number:x} {self._shuffle_count}"
        return f"{self._hashed_text}{numbers} {top} {orders}"
