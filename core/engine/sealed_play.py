"""Sealed play: each seat sees its own cards at once, the others see them when all seats are done.

While a seat is sealed, everybody else is shown its piles and facts as they were when the seal began (its
`Shadow`), and the changes that it makes reach only its owner. `SealedPlay.unseal` releases those changes to the
others, seat by seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from core.engine.cards import Card
from core.engine.piles import EVERYONE, Change, Fact, FactSet, Place, Value, all_but


class Shadow:
    """The piles and facts of a sealed seat in the form in which everybody but its owner is shown them, by name."""

    __slots__ = ("facts", "piles")

    def __init__(self, piles: dict[str, tuple[Card, ...] | int], facts: dict[str, Value]) -> None:
        self.piles = piles
        self.facts = facts

    @classmethod
    def capture(
        cls,
        places: Iterable[Place],
        facts: Iterable[Fact],
        pile_contents: Sequence[list[Card]],
        fact_values: Sequence[Value],
    ) -> Self:
        """Return the piles at these places and the values of these facts as other seats may know them.

        `pile_contents` and `fact_values` are all of the match, by `Place.index` and `Fact.index`. Of a pile that is not
        open to everybody only the number of its cards is kept.
        """
        contents = ((place, pile_contents[place.index]) for place in places)
        return cls(
            {place.name: tuple(pile) if place.audience == EVERYONE else len(pile) for place, pile in contents},
            {fact.name: fact_values[fact.index] for fact in facts},
        )

    def copy(self) -> Shadow:
        """Return an independent copy."""
        return Shadow(self.piles.copy(), self.facts.copy())


class SealedPlay:
    """The sealed seats of a match: their shadows, and the changes withheld from everybody but the owner."""

    __slots__ = ("_withheld", "shadows")

    def __init__(self) -> None:
        self.shadows: dict[int, Shadow] = {}
        self._withheld: dict[int, list[Change]] = {}

    def copy(self) -> SealedPlay:
        """Return an independent copy."""
        twin = SealedPlay()
        if self.shadows:
            twin.shadows = {seat: shadow.copy() for seat, shadow in self.shadows.items()}
            twin._withheld = {seat: changes[:] for seat, changes in self._withheld.items()}
        return twin

    def seal(self, seat: int, shadow: Shadow) -> None:
        """Show everybody but `seat` this shadow of it until `unseal`."""
        self.shadows[seat] = shadow
        self._withheld[seat] = []

    def withhold(self, seat: int, changes: Sequence[Change]) -> list[Change]:
        """Store the changes of a sealed seat's action until `unseal`, and return them addressed to that seat alone."""
        self._withheld[seat] += changes
        return [change._replace(to=seat) for change in changes]

    def set_public_fact(self, seat: int, fact: Fact, value: Value) -> Change:
        """Set the value of a sealed fact that everybody but `seat` is shown; return the change for them."""
        self.shadows[seat].facts[fact.name] = value
        return FactSet(all_but(seat), fact, value)

    def unseal(self) -> list[Change]:
        """End the seal of every seat and return the withheld changes, addressed to everybody but their owner."""
        released = [
            change._replace(to=all_but(seat)) for seat in sorted(self._withheld) for change in self._withheld[seat]
        ]
        self._withheld.clear()
        self.shadows.clear()
        return released
