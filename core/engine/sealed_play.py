"""Sealed play: each seat sees its own cards at once, everybody else sees them when all seats have finished the play.

While a seat is sealed, everybody else is shown its piles and facts as they were when the seal began (its
`PublicSeatState`), and the changes that it makes reach only its owner. `SealedSeats.unseal` releases those changes to
the others, seat by seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from core.engine.cards import Card
from core.engine.piles import EVERYONE, Change, Fact, FactChanged, Place, Value, all_but


class PublicSeatState:
    """What all but its owner are shown of a seat during a sealed play: its piles and facts as they were before the
    play."""

    __slots__ = ("facts", "piles")

    def __init__(self, piles: dict[str, tuple[Card, ...] | int], facts: dict[str, Value]) -> None:
        self.piles = piles
        self.facts = facts

    @classmethod
    def capture(
        cls,
        piles: Iterable[Place],
        facts: Iterable[Fact],
        pile_contents: Sequence[list[Card]],
        fact_values: Sequence[Value],
    ) -> Self:
        """Return what other seats may know, and are shown until the end of the play, of the piles at these places and
        of these facts.

        `pile_contents` and `fact_values` are all of the match, by `Place.layout_index` and `Fact.layout_index`. Of a
        pile that is not open to everybody only the number of its cards is kept.
        """
        contents = ((place, pile_contents[place.layout_index]) for place in piles)
        return cls(
            {place.name: tuple(pile) if place.audience == EVERYONE else len(pile) for place, pile in contents},
            {fact.name: fact_values[fact.layout_index] for fact in facts},
        )

    def copy(self) -> PublicSeatState:
        """Return an independent copy."""
        return PublicSeatState(self.piles.copy(), self.facts.copy())


class SealedSeats:
    """The seats of a match whose play is hidden from all others until everybody has finished the play.

    It keeps for each what the others are shown (`public_states`), and the changes that only the seat itself has been
    sent.
    """

    __slots__ = ("_withheld", "public_states")

    def __init__(self) -> None:
        self.public_states: dict[int, PublicSeatState] = {}
        self._withheld: dict[int, list[Change]] = {}

    def copy(self) -> SealedSeats:
        """Return an independent copy."""
        twin = SealedSeats()
        if self.public_states:
            twin.public_states = {seat: public_state.copy() for seat, public_state in self.public_states.items()}
            twin._withheld = {seat: changes[:] for seat, changes in self._withheld.items()}
        return twin

    def seal(self, seat: int, public_state: PublicSeatState) -> None:
        """Begin to hide the play of `seat`: until `unseal` is called everybody else is shown its piles and facts as in
        `public_state`."""
        self.public_states[seat] = public_state
        self._withheld[seat] = []

    def withhold(self, seat: int, changes: Sequence[Change]) -> list[Change]:
        """Store the changes of a hidden action until `unseal` is called, and return them addressed to the seat
        alone."""
        self._withheld[seat] += changes
        return [change._replace(audience=seat) for change in changes]

    def set_public_fact(self, seat: int, fact: Fact, value: Value) -> Change:
        """Set the value that everybody but `seat` is shown of a fact of this seat; return the change for them."""
        self.public_states[seat].facts[fact.name] = value
        return FactChanged(all_but(seat), fact, value)

    def unseal(self) -> list[Change]:
        """Stop hiding all seats; return the changes stored by `withhold`, each addressed to everybody but the seat that
        made it."""
        released = [
            change._replace(audience=all_but(seat))
            for seat in sorted(self._withheld)
            for change in self._withheld[seat]
        ]
        self._withheld.clear()
        self.public_states.clear()
        return released
