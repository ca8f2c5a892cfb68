"""Piles and facts, which are the state of a match, and the changes made to them.

A match is a list of piles of cards and a list of facts, in the order of its `Layout`. Every modification of them is
recorded as a *change*. `seen_by` returns the part of a change that a seat may know; it follows from the audience of the
places that the change names, so no game decides anywhere else what is hidden.

An audience is a number: a seat's own number (only that seat), `EVERYONE` or `NOBODY`. A change may also be addressed
to everybody except one seat, `all_but(seat)`: in a sealed play its owner sees a change at once, the others later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from core.engine.cache import CacheByKey
from core.engine.cards import Card

EVERYONE: Final = -1
"""The audience of all seats and all spectators."""
NOBODY: Final = -2
"""The audience of what nobody is shown."""

Audience: TypeAlias = int
"""A number that says who may know something: a seat's number, `EVERYONE`, `NOBODY`, or `all_but` a seat."""
Value: TypeAlias = "bool | int | str | tuple[Value, ...] | None"
"""A value that a fact can have."""

CardMoveByCard: TypeAlias = "CacheByKey[Card, Moved]"
"""Maps each card to the change that moves it alone from one pile to another; both piles are fixed."""

FactChangeByValue: TypeAlias = "CacheByKey[Value, FactChanged]"
"""Maps each value to the change that gives it to a fact; the fact is fixed."""

MAX_FACT_CHANGES_KEPT: Final = 100
"""Maximum number of changes of one fact that are kept for reuse: enough for a status or a count, not for rows of
cards."""


def all_but(seat: int) -> Audience:
    """Return the audience of everybody, spectators included, except `seat`."""
    return -3 - seat


def is_in_audience(audience: Audience, seat: int | None) -> bool:
    """Return whether `seat` (None: a spectator) belongs to `audience`."""
    if audience >= 0:
        return audience == seat
    if audience >= NOBODY:
        return audience == EVERYONE
    return seat is None or audience != all_but(seat)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a pile: its name, the audience of its cards, and its index in the match's list of piles."""

    name: str
    audience: Audience
    layout_index: int
    _moves_to: dict[int, CardMoveByCard] = field(default_factory=dict, init=False, repr=False, compare=False)

    def moves_to(self, target: Place) -> CardMoveByCard:
        """Return the changes that move single cards from this place to another one of the same layout, by card."""
        try:
            return self._moves_to[target.layout_index]
        except KeyError:
            return self._moves_to.setdefault(target.layout_index, _moves_by_card(self, target))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Fact:
    """A named value of a match: its name, its audience, and its index in the match's list of facts.

    ``fact.changes_to[value]`` is the change that gives it this value.
    """

    name: str
    audience: Audience
    layout_index: int
    changes_to: FactChangeByValue = field(init=False, repr=False, compare=False)
    """Maps each value to the change that gives it to this fact."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "changes_to", _changes_by_value(self))

    def __str__(self) -> str:
        return self.name


BOX: Final = Place("box", NOBODY, -1)
"""The place that new packs of cards come from; no view shows it, and it is never empty."""


TOP_POSITION: Final = -1
"""The position that means the top of a pile, where cards are laid by default."""


class Layout:
    """All places and facts of a game for one number of seats, in a fixed order.

    ``Layout(piles=[(name, audience), …], facts=[(name, audience), …])``; every layout has the facts `phase`
    and `over` first. `private_by_seat` are the places and facts that only one seat sees, by seat; `open_piles` and
    `open_facts` tell for each pile and fact whether everyone sees it. `dummy_count` is the number of players without a
    seat: their numbers, by which a remark names them, follow those of the seats.
    """

    __slots__ = (
        "_by_name",
        "dummy_count",
        "fact_names",
        "facts",
        "open_facts",
        "open_piles",
        "piles",
        "private_by_seat",
    )

    def __init__(
        self, piles: list[tuple[str, Audience]], facts: list[tuple[str, Audience]], dummy_count: int = 0
    ) -> None:
        self.dummy_count = dummy_count
        facts = [("phase", EVERYONE), ("over", EVERYONE), *facts]
        self.piles = tuple(Place(name, audience, index) for index, (name, audience) in enumerate(piles))
        self.facts = tuple(Fact(name, audience, index) for index, (name, audience) in enumerate(facts))
        self._by_name: dict[str, Place | Fact] = {place.name: place for place in self.piles}
        self._by_name |= {fact.name: fact for fact in self.facts}
        self.open_piles = tuple((place.name, place.audience == EVERYONE) for place in self.piles)
        self.fact_names = tuple(fact.name for fact in self.facts)
        self.open_facts = tuple(fact.audience == EVERYONE for fact in self.facts)
        self.private_by_seat: dict[int, list[Place | Fact]] = {}
        everything: list[Place | Fact] = [*self.piles, *self.facts]
        for item in everything:
            if item.audience >= 0:
                self.private_by_seat.setdefault(item.audience, []).append(item)

    def named(self, name: str) -> Place | Fact:
        """Return the place or fact called `name`; raises `KeyError` if there is none."""
        return self._by_name[name]

    def pile(self, name: str) -> Place:
        """Return the place called `name`; raises `KeyError` if there is none."""
        place = self._by_name[name]
        if not isinstance(place, Place):
            raise KeyError(name)
        return place

    def fact(self, name: str) -> Fact:
        """Return the fact called `name`; raises `KeyError` if there is none."""
        fact = self._by_name[name]
        if not isinstance(fact, Fact):
            raise KeyError(name)
        return fact


PHASE_FACT: Final = 0
"""The index of the fact `phase`, with which every layout begins."""

OVER_FACT: Final = 1
"""The index, in every layout, of the fact `over`: whether the match is over."""


class Moved(NamedTuple):
    """Cards moved from one pile to another, in this order.

    Each card is taken from the top of `source`, or is the topmost of its kind further down; each is laid on `target`.
    """

    audience: Audience
    """The audience that the change is addressed to."""
    source: Place
    target: Place
    cards: tuple[Card, ...] | int
    """The cards; for an audience that sees neither pile, their number."""
    position: int = TOP_POSITION
    """The position in `target`, counted from 0 at the bottom, at which each card is laid; `TOP_POSITION`: on top."""

    @property
    def card_count(self) -> int:
        """The number of cards moved."""
        return self.cards if isinstance(self.cards, int) else len(self.cards)

    def seen_by(self, seat: int | None) -> Moved | None:
        """Return this change as `seat` (None: a spectator) may know it, or None if it may know nothing of it."""
        if not is_in_audience(self.audience, seat):
            return None
        if is_in_audience(self.source.audience, seat) or is_in_audience(self.target.audience, seat):
            return self if self.audience == EVERYONE else self._replace(audience=EVERYONE)
        return Moved(EVERYONE, self.source, self.target, self.card_count)

    def __str__(self) -> str:
        what = str(self.cards) if isinstance(self.cards, int) else " ".join(map(str, self.cards))
        return f"{self.source} > {self.target}: {what}"


class Shuffled(NamedTuple):
    """Change: a pile was shuffled."""

    audience: Audience
    """The audience that the change is addressed to."""
    place: Place

    def seen_by(self, seat: int | None) -> Shuffled | None:
        """Return this change as `seat` (None: a spectator) may know it, or None if it may know nothing of it."""
        if not is_in_audience(self.audience, seat):
            return None
        return self if self.audience == EVERYONE else self._replace(audience=EVERYONE)

    def __str__(self) -> str:
        return f"{self.place} shuffled"


class FactChanged(NamedTuple):
    """Change: a fact was given a value."""

    audience: Audience
    """The audience that the change is addressed to."""
    fact: Fact
    value: Value

    def seen_by(self, seat: int | None) -> FactChanged | None:
        """Return this change as `seat` (None: a spectator) may know it, or None if it may know nothing of it."""
        if not (is_in_audience(self.audience, seat) and is_in_audience(self.fact.audience, seat)):
            return None
        return self if self.audience == EVERYONE else self._replace(audience=EVERYONE)

    def __str__(self) -> str:
        return f"{self.fact} = {self.value}"


class Remark(NamedTuple):
    """A line for the log: its kind (`key`), the seat that it is about, and its particulars.

    `seat` is None for a remark about the table. `Game.sentence` returns the line as a sentence.
    """

    audience: Audience
    """The audience that the change is addressed to."""
    key: str
    seat: int | None
    particulars: tuple[Value, ...] = ()

    def seen_by(self, seat: int | None) -> Remark | None:
        """Return this change as `seat` (None: a spectator) may know it, or None if it may know nothing of it."""
        if not is_in_audience(self.audience, seat):
            return None
        return self if self.audience == EVERYONE else self._replace(audience=EVERYONE)

    def __str__(self) -> str:
        return " ".join(["#", self.key, *map(str, self.particulars)])


Change: TypeAlias = Moved | Shuffled | FactChanged | Remark
"""Any recorded modification of a match: cards moved, a pile shuffled, a fact set, or a line for the log."""

make_change_from_fields: Final = tuple.__new__
"""Creates a change from its class and the tuple of its fields, twice as fast as calling the class."""


def remove_cards(pile: list[Card], cards: Sequence[Card]) -> None:
    """Remove `cards` in order from a pile, of equal cards the topmost.

    Raises `ValueError` if one is missing, or `IndexError` if the pile is empty then.
    """
    for card in cards:
        if pile[-1] == card:
            pile.pop()
        else:
            del pile[len(pile) - 1 - pile[::-1].index(card)]


# Changes are values, and most of them recur, so each is created once and shared by all matches of its layout


def _moves_by_card(source: Place, target: Place) -> CardMoveByCard:
    """Return a cache from each card to the change that moves it from `source` to the top of `target`.

    A change is made when its card is first looked up.
    """
    return CacheByKey(lambda card: Moved(EVERYONE, source, target, (card,)))


def _changes_by_value(fact: Fact) -> FactChangeByValue:
    """Return a cache from each value to the change that sets `fact` to it.

    A change is made when its value is first looked up.
    """
    return CacheByKey(lambda value: FactChanged(EVERYONE, fact, value), MAX_FACT_CHANGES_KEPT)
