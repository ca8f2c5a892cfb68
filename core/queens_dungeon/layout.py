"""The piles and facts of Queen's Dungeon."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.engine.piles import EVERYONE, NOBODY, Audience, Fact, Place, Value
from core.trick_taking import TrickLayout, resets_of_facts

DUMMY_NUMBER: Final = 2
"""The number, in a game for two, of the dummy: a third hand without a seat, which takes tricks under this number
(QD-22)."""

PLAY_PHASE: Final = "play"
"""The value of the fact `phase` during the play of cards."""

HAND_FACTS: Final = ("trump", "broken", "quota", "called", "challenge", "swapped", "last-hand")
"""The names of the facts of the present hand that everyone sees and that belong to no seat: the `trump` suit, whether
it is `broken`, the dealer's `quota` of tricks; `called`, the suits that have been trump, in order; `challenge`, whether
the Queen's Challenge is called; `swapped`, the number of cards that the dealer has swapped; `last-hand`, whether the
time has run out (QD-20)."""

HONOUR_FACTS: Final = ("bound", "accused", "spoken", "tried", "uncounted")
"""The names of the facts of the honour mode (QD-40 to QD-43): `bound`, the seat whose next card must follow the rules;
`accused`, the undecided accusations, as (accuser, accused); `spoken`, the seats that have accused in this trick;
`tried`, the seats that have owned up in it without a wrong card; `uncounted`, the number of tricks that do not count
for the dealer's quota."""


class DungeonLayout(TrickLayout):
    """All piles and facts for a number of seats and these options.

    `removed` are the twos left out. `dummy` and `spare` are hands seen by nobody. `aside/i`, seen by seat i only, are
    the cards beside its hand when it deals: the cards left over, or the hand that it exchanged. These piles exist
    only where the number of players or the options need them.

    In the honour mode `slip/i`, seen by seat i only, is whether its latest card was wrong. `wrong/i`, seen by nobody,
    is the number of tricks that the seat had taken before an earlier wrong card that nobody has found yet. `undo`, seen
    by nobody, are the values of facts before the latest trick was taken.
    """

    def __init__(self, seats: int, has_switch: bool, has_exchange: bool, has_honour_mode: bool) -> None:
        takers = seats + (seats == 2)
        piles: list[tuple[str, Audience]] = [("removed", EVERYONE)]
        if seats == 2:
            piles.append(("dummy", NOBODY))
        if has_exchange:
            piles.append(("spare", NOBODY))
        if has_exchange or has_switch:
            piles += [(f"aside/{seat}", seat) for seat in range(seats)]
        facts: list[tuple[str, Audience]] = [(name, EVERYONE) for name in HAND_FACTS]
        facts += [(f"queens/{taker}", EVERYONE) for taker in range(takers)]
        facts += [(f"condemned/{seat}", EVERYONE) for seat in range(seats)]
        if has_honour_mode:
            facts += [(name, EVERYONE) for name in HONOUR_FACTS]
            facts += [(f"slip/{seat}", seat) for seat in range(seats)]
            facts += [(f"wrong/{seat}", NOBODY) for seat in range(seats)]
            facts.append(("undo", NOBODY))
        super().__init__(seats, piles, facts, takers)
        self.removed: Place = self.pile("removed")
        self.dummy: Place | None = self.pile("dummy") if seats == 2 else None
        self.spare: Place | None = self.pile("spare") if has_exchange else None
        self.aside: tuple[Place, ...] = self._seat_piles("aside") if has_exchange or has_switch else ()
        self.trump, self.broken, self.quota, self.called, self.challenge, self.swapped, self.last_hand = (
            self.fact(name) for name in HAND_FACTS
        )
        self.queens: tuple[Fact, ...] = tuple(self.fact(f"queens/{taker}") for taker in range(takers))
        self.condemned: tuple[Fact, ...] = self._seat_facts("condemned", seats)
        self.unheld = tuple(place for place in (self.dummy, self.spare, *self.aside) if place is not None)
        """The places, besides those of tricks, that may hold cards at the end of a hand."""
        nothing: list[tuple[Fact, Value]] = [(fact, 0) for fact in (*self.queens, self.swapped)]
        nothing += [(fact, False) for fact in (*self.condemned, self.challenge, self.broken)]
        self.hand_resets = resets_of_facts([*nothing, (self.trump, None), (self.called, ())])
        """The values of these facts at the beginning of a hand."""
        if has_honour_mode:
            self.bound, self.accused, self.spoken, self.tried, self.uncounted = (
                self.fact(name) for name in HONOUR_FACTS
            )
            self.slip: tuple[Fact, ...] = self._seat_facts("slip", seats)
            self.wrong: tuple[Fact, ...] = self._seat_facts("wrong", seats)
            self.undo: Fact = self.fact("undo")

    def _seat_piles(self, name: str) -> tuple[Place, ...]:
        return tuple(place for place in self.piles if place.name.startswith(f"{name}/"))

    def _seat_facts(self, name: str, seats: int) -> tuple[Fact, ...]:
        return tuple(self.fact(f"{name}/{seat}") for seat in range(seats))


@lru_cache(maxsize=64)
def _cached_layout(seats: int, has_switch: bool, has_exchange: bool, has_honour_mode: bool) -> DungeonLayout:
    """Return the layout for this number of seats and these options, created once.

    `has_switch` and `has_exchange` are whether the options `switch` and `exchange` are on, `has_honour_mode` whether
    the option `reneging` is ``honour``.
    """
    return DungeonLayout(seats, has_switch, has_exchange, has_honour_mode)


def layout(seats: int, options: Mapping[str, Value]) -> DungeonLayout:
    """Return the layout for this number of seats with these options."""
    return _cached_layout(seats, bool(options["switch"]), bool(options["exchange"]), options["reneging"] == "honour")
