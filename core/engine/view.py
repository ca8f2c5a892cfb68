"""The view: the part of a match that one seat, or a spectator, may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.engine.cards import Card
from core.engine.piles import BOX, TOP_POSITION, Change, FactChanged, Moved, Value


@dataclass(frozen=True, slots=True)
class View:
    """A match as one audience knows it.

    `piles[name]` is the tuple of cards, bottom first, where the audience sees them, and the number of cards
    where it does not. `facts[name]` exists only where the audience may know it. `seat` is None for a
    spectator. Views are values: `apply` returns a new one.

    `game` is the slug of the game, `seats` the number of seats, and `options` has the value of every option by its
    name.
    """

    game: str
    seats: int
    options: Mapping[str, Value]
    seat: int | None
    piles: Mapping[str, tuple[Card, ...] | int]
    facts: Mapping[str, Value]

    def apply(self, change: Change) -> View:
        """Return the view after one change, given as this audience may know it (`change.seen_by(view.seat)`).

        Raises `ValueError` or `KeyError` for a change that is impossible in this view.
        """
        return self.apply_all((change,))

    def apply_all(self, changes: Iterable[Change]) -> View:
        """Return the view after several changes in order; cheaper than one by one.

        Raises `ValueError` or `KeyError` for a change that is impossible in this view.
        """
        piles: dict[str, tuple[Card, ...] | int] = {}
        facts: dict[str, Value] = {}
        for change in changes:  # copied only if a change touches them
            if isinstance(change, Moved):
                piles = piles or dict(self.piles)
                _move_cards(piles, change)
            elif isinstance(change, FactChanged):
                facts = facts or dict(self.facts)
                facts[change.fact.name] = change.value
        return View(self.game, self.seats, self.options, self.seat, piles or self.piles, facts or self.facts)

    def cards(self, name: str) -> tuple[Card, ...]:
        """Return the cards of a pile, bottom first; raises `KeyError` if this audience does not see them."""
        pile = self.piles[name]
        if isinstance(pile, int):
            raise KeyError(name)
        return pile

    def count(self, name: str) -> int:
        """Return the number of cards of a pile, whether or not this audience sees them."""
        pile = self.piles[name]
        return pile if isinstance(pile, int) else len(pile)


def _move_cards(piles: dict[str, tuple[Card, ...] | int], change: Moved) -> None:
    """Carry out a movement on the `piles` of a view; raises `ValueError` if a visible card is not in its source."""
    if change.source.layout_index != BOX.layout_index:
        source = piles[change.source.name]
        if isinstance(source, int):
            piles[change.source.name] = source - change.card_count
        else:
            piles[change.source.name] = _cards_without(source, change.cards)
    if change.target.layout_index != BOX.layout_index:
        target = piles[change.target.name]
        if isinstance(target, int):
            piles[change.target.name] = target + change.card_count
        elif isinstance(change.cards, tuple):
            at = len(target) if change.position == TOP_POSITION else change.position
            piles[change.target.name] = target[:at] + change.cards + target[at:]


def _cards_without(pile: tuple[Card, ...], cards: tuple[Card, ...] | int) -> tuple[Card, ...]:
    """Return a visible pile without these cards, of equal ones the topmost; raises `ValueError` if one is missing."""
    if isinstance(cards, int):
        raise ValueError("cards that left a pile in full view must be named")
    if cards == pile:
        return ()
    rest = list(pile)
    for card in cards:
        for place in range(len(rest) - 1, -1, -1):
            if rest[place] == card:
                del rest[place]
                break
        else:
            raise ValueError(f"{card} left a pile that does not hold it")
    return tuple(rest)
