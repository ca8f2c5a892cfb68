"""The piles and facts of Mad Queens and Mad Queens Classic."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.engine.cards import Card
from core.engine.piles import EVERYONE, NOBODY, Audience, CardMoveByCard, Fact, Layout, Place, Value
from core.engine.view import View

SEAT_PILES: Final[tuple[tuple[str, Audience], ...]] = (
    ("deck", NOBODY),
    ("shown", EVERYONE),
    ("bank", EVERYONE),
    ("aside", EVERYONE),
    ("gone", EVERYONE),
    ("temp", EVERYONE),
)
"""The piles of each seat, as (name, audience); `shown` is the row, and `temp` are the temporary banned cards."""
SEAT_FACTS: Final[tuple[tuple[str, Audience, Value], ...]] = (
    ("status", EVERYONE, "playing"),
    ("score", EVERYONE, 0),
    ("doubled", EVERYONE, 0),
    ("exact", EVERYONE, ()),
    ("hits", EVERYONE, 0),
    ("spent", EVERYONE, 0),
    ("cause", EVERYONE, ""),
    ("marked", NOBODY, 0),
    ("owed", NOBODY, 0),
)
"""The facts of each seat, as (name, audience, first value).

`exact` are the cards of the bank that count double, `doubled` is their number; `hits` is the number of exact hits of
this play; `spent` the number of Queens that the seat has turned; `cause` the cause of the end of the seat's game. Two
facts are used only until the end of the play, and follow from what everyone sees: `marked`, the banned cards that the
seat has hit (see `core.mad_queens.hits.HIT_MARK_BITS`), and `owed`, the number of temporary cards that it draws at the
barrier.
"""


class MadQueensLayout(Layout):
    """All piles and facts for a number of seats; those that each seat has are attributes: ``layout.bank[seat]``.

    `first_facts` are the first values of all facts, and ``turned_card_moves[seat][card]`` is the change of turning a
    card.

    The piles of each seat are those of `SEAT_PILES`, and the facts those of `SEAT_FACTS`, by the same names.
    """

    __slots__ = (
        *(name for name, _ in SEAT_PILES),
        *(name for name, _, _ in SEAT_FACTS),
        "banned",
        "banned_deck",
        "banned_gone",
        "first_facts",
        "play",
        "turn",
        "turned_card_moves",
    )

    deck: tuple[Place, ...]
    """For each seat, its deck."""
    shown: tuple[Place, ...]
    """Each seat's row: the cards turned in the present play."""
    bank: tuple[Place, ...]
    """For each seat, the pile of the cards that it has banked."""
    aside: tuple[Place, ...]
    """For each seat, the pile of the Queens that are laid aside and not yet in its deck."""
    gone: tuple[Place, ...]
    """For each seat, the pile of the cards that are out of play."""
    temp: tuple[Place, ...]
    """For each seat, the pile of banned cards that count for this seat alone and for a time."""
    status: tuple[Fact, ...]
    """For each seat, the fact with its status in the present play, such as ``playing``."""
    score: tuple[Fact, ...]
    """For each seat, the fact with its score."""
    doubled: tuple[Fact, ...]
    """For each seat, the fact with the number of cards in its bank that count double."""
    exact: tuple[Fact, ...]
    """For each seat, the fact with the cards in its bank that count double."""
    hits: tuple[Fact, ...]
    """For each seat, the fact with the number of its exact hits in this play."""
    spent: tuple[Fact, ...]
    """For each seat, the fact with the number of Queens that it has turned."""
    cause: tuple[Fact, ...]
    """For each seat, the fact with the cause for which its game has ended."""
    marked: tuple[Fact, ...]
    """The banned cards that each seat has hit in this play, as bits (`core.mad_queens.hits.HIT_MARK_BITS`)."""
    owed: tuple[Fact, ...]
    """The number of temporary cards that each seat draws at the barrier."""

    def __init__(self, seats: int) -> None:
        piles = [(f"{name}/{seat}", audience) for name, audience in SEAT_PILES for seat in range(seats)]
        facts = [(f"{name}/{seat}", audience) for name, audience, _ in SEAT_FACTS for seat in range(seats)]
        super().__init__(
            [*piles, ("banned", EVERYONE), ("banned-deck", NOBODY), ("banned-gone", EVERYONE)],
            [("play", EVERYONE), ("turn", EVERYONE), *facts],
        )
        for name, _ in SEAT_PILES:
            setattr(self, name, tuple(self.pile(f"{name}/{seat}") for seat in range(seats)))
        for name, _, _ in SEAT_FACTS:
            setattr(self, name, tuple(self.fact(f"{name}/{seat}") for seat in range(seats)))
        self.banned: Place = self.pile("banned")
        self.banned_deck: Place = self.pile("banned-deck")
        self.banned_gone: Place = self.pile("banned-gone")
        self.play: Fact = self.fact("play")
        self.turn: Fact = self.fact("turn")
        self.turned_card_moves: tuple[CardMoveByCard, ...] = tuple(map(Place.moves_to, self.deck, self.shown))
        seat_facts = [value for _, _, value in SEAT_FACTS for _ in range(seats)]
        self.first_facts: tuple[Value, ...] = ("play", False, 1, None, *seat_facts)

    def places_and_facts_of(self, seat: int) -> tuple[tuple[Place, ...], tuple[Fact, ...]]:
        """Return all piles of one seat, and all its facts that other seats may know."""
        places = (self.deck, self.shown, self.bank, self.aside, self.gone, self.temp)
        facts = (self.status, self.score, self.doubled, self.exact, self.hits, self.spent, self.cause)
        return tuple(place[seat] for place in places), tuple(fact[seat] for fact in facts)


@lru_cache(maxsize=32)
def _cached_layout(seats: int) -> MadQueensLayout:
    """Return the layout for this number of seats, created once."""
    return MadQueensLayout(seats)


def layout(seats: int, options: Mapping[str, Value]) -> MadQueensLayout:
    """Return the layout for this number of seats, which is the same for all options."""
    return _cached_layout(seats)


def bank_by_suits(view: View, seat: int) -> tuple[Card, ...]:
    """Return the cards of a seat's bank by suits, Jokers last; none if the bank is hidden or empty."""
    bank = view.piles.get(f"bank/{seat}")
    return tuple(sorted(bank)) if isinstance(bank, tuple) else ()
