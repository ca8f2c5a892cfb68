"""The constants of Queen Bees II (its packs, the points that end a match), and its piles and facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.engine.cards import pack
from core.engine.piles import EVERYONE, Fact, Value
from core.trick_taking import TrickLayout
from core.trick_taking.pack_sentence import pack_sentence

QUEEN_BEES_TARGET: Final = 21
"""The points that end the match at the end of a deal, if one seat has more than all others (QB-11, QB-12)."""

PACK_BY_SEATS: Final = {3: [card for card in pack() if card % 13 > 3], 4: pack()}
"""Maps the number of players to the cards of the pack: for three without 2, 3, 4 and 5 (RULINGS 6.1)."""


def pack_sentence_of_bees(seats: int, options: Mapping[str, Value]) -> str:
    """Return which cards are dealt to this number of seats, as a sentence."""
    pack = PACK_BY_SEATS[seats]
    return pack_sentence(pack, seats, len(pack) // seats)


class BeesLayout(TrickLayout):
    """The piles and facts of Queen Bees II: `trumps` is the tuple of trump ranks, highest first, () before any."""

    __slots__ = ("trumps",)

    def __init__(self, seats: int) -> None:
        super().__init__(seats, facts=[("trumps", EVERYONE)])
        self.trumps: Fact = self.fact("trumps")


@lru_cache(maxsize=2)
def _cached_layout(seats: int) -> BeesLayout:
    """Return the layout for this number of seats, created once."""
    return BeesLayout(seats)


def layout(seats: int, options: Mapping[str, Value]) -> BeesLayout:
    """Return the layout for this number of seats, which is the same for all options."""
    return _cached_layout(seats)
