"""Recording: the piles and facts of a match, and the only ways in which a game changes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.engine.cards import Card
from core.engine.piles import (
    BOX,
    EVERYONE,
    TOP,
    Change,
    Fact,
    FactSet,
    Layout,
    Moved,
    Place,
    Remark,
    Shuffled,
    Value,
    all_but,
)
from core.engine.random_stream import RandomStream

new_change: Final = tuple.__new__
"""Makes a change of its fields: by the million, and in half the time that a named tuple's own constructor takes."""


class ChangeLog:
    """Piles and facts as they are, and in `changes` what has been done to them since that was last emptied.

    `shadows` are what everybody but its owner is shown of a sealed seat, `held` what is to be told when its seal
    is broken.
    """

    __slots__ = ("changes", "facts", "held", "layout", "piles", "shadows")

    def __init__(self, layout: Layout, like: ChangeLog | None = None) -> None:
        self.layout = layout
        self.changes: list[Change] = []
        self.held: dict[int, list[Change]] = {}
        self.shadows: dict[int, Shadow] = {}
        if like is None:
            self.piles: list[list[Card]] = [[] for _ in layout.piles]
            self.facts: list[Value] = [None] * len(layout.facts)
            return
        self.piles = [pile[:] for pile in like.piles]
        self.facts = like.facts[:]
        if like.held:
            self.held = {seat: changes[:] for seat, changes in like.held.items()}
        if like.shadows:
            self.shadows = {seat: shadow.copy() for seat, shadow in like.shadows.items()}

    def set(self, fact: Fact, value: Value) -> None:
        """Give a fact a value, and record it if that is a change."""
        if self.facts[fact.index] != value:
            self.facts[fact.index] = value
            self.changes.append(fact.settings[value])

    def move(self, source: Place, target: Place, cards: Iterable[Card], at: int = TOP) -> None:
        """Move these cards, in this order, to the top of `target` or to the place `at`, and record it.

        `source` may be `BOX`, which holds everything, and so may `target`.
        """
        moved = tuple(cards)
        if not moved:
            return
        if source is not BOX:
            pile = self.piles[source.index]
            if len(moved) == len(pile):
                pile.clear()
            else:
                take(pile, moved)
        if target is not BOX:
            pile = self.piles[target.index]
            if at == TOP:
                pile.extend(moved)
            else:
                pile[at:at] = moved
        self.changes.append(new_change(Moved, (EVERYONE, source, target, moved, at)))

    def turn(self, stream: RandomStream, source: Place, target: Place, at: int = TOP) -> Card:
        """Turn the next card of a shuffled pile, lay it on `target`, record it and return it."""
        card = stream.draw(self.piles[source.index])
        if at == TOP:
            self.lay(source, target, card)
        else:
            self.piles[target.index].insert(at, card)
            self.changes.append(new_change(Moved, (EVERYONE, source, target, (card,), at)))
        return card

    def lay(self, source: Place, target: Place, card: Card) -> None:
        """Lay on `target` a card that has been drawn from `source` already, and record it."""
        self.piles[target.index].append(card)
        self.changes.append(source.lane(target)[card])

    def shuffle(self, place: Place, stream: RandomStream) -> None:
        """Shuffle a pile by a stream, and record it."""
        stream.shuffle(self.piles[place.index])
        self.changes.append(new_change(Shuffled, (EVERYONE, place)))

    def remark(self, key: str, seat: int | None = None, *particulars: Value) -> None:
        """Record something worth a line in the log."""
        self.changes.append(new_change(Remark, (EVERYONE, key, seat, particulars)))

    # Sealed play: a seat sees its own at once, the others see it when the seal is broken

    def seal(self, seat: int, places: Iterable[Place], facts: Iterable[Fact]) -> None:
        """From now on show everybody but `seat` these piles and facts as they are at this moment."""
        self.shadows[seat] = Shadow(
            {
                place.name: tuple(self.piles[place.index])
                if place.audience == EVERYONE
                else len(self.piles[place.index])
                for place in places
            },
            {fact.name: self.facts[fact.index] for fact in facts},
        )
        self.held[seat] = []

    def withhold(self, seat: int) -> None:
        """Keep all that this action has changed so far for its `seat` alone, until the seal is broken."""
        self.held[seat] += self.changes
        self.changes = [change._replace(to=seat) for change in self.changes]

    def hint(self, seat: int, fact: Fact, value: Value) -> None:
        """Let everybody but `seat` believe a sealed fact to be `value`."""
        self.shadows[seat].facts[fact.name] = value
        self.changes.append(FactSet(all_but(seat), fact, value))

    def unseal(self) -> None:
        """Show everybody everything that was withheld, seat by seat."""
        for seat in sorted(self.held):
            self.changes += [change._replace(to=all_but(seat)) for change in self.held[seat]]
        self.held.clear()
        self.shadows.clear()


class Shadow:
    """What everybody but its owner is shown of a sealed seat."""

    __slots__ = ("facts", "piles")

    def __init__(self, piles: dict[str, tuple[Card, ...] | int], facts: dict[str, Value]) -> None:
        self.piles = piles
        self.facts = facts

    def copy(self) -> Shadow:
        """Return an independent shadow."""
        return Shadow(self.piles.copy(), self.facts.copy())


def take(pile: list[Card], cards: Sequence[Card]) -> None:
    """Remove `cards` in order from a pile, each time the topmost of its like; `ValueError` if one lacks."""
    for card in cards:
        if pile[-1] == card:
            pile.pop()
        else:
            del pile[len(pile) - 1 - pile[::-1].index(card)]
