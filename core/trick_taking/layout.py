"""The piles and facts that every trick game has, and the changes that recur in it, made beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from core.engine.cards import CARDS
from core.engine.piles import (
    EVERYONE,
    NOBODY,
    TOP,
    Audience,
    Change,
    Fact,
    FactSet,
    Layout,
    Moved,
    Place,
    Remark,
    Value,
)
from core.trick_taking.hand_masks import PLAY

TURN: Final = 2
DEALER: Final = 3
LEADER: Final = 4
HAND: Final = 5
LAST: Final = 6
LAST_LEADER: Final = 7
TRICKS: Final = 8
"""Where these facts stand in the list of facts. `TRICKS` is that of seat 0; those of the others follow.

`leader` led the trick that is being played, or is about to lead it; `hand` counts the hands from 1; `last` are
the cards of the last trick of this hand in the order played, and `last-leader` who led it. So the last trick was
won by `leader`."""

Reset: TypeAlias = tuple[int, Value, FactSet]
"""A fact's place in the list of facts, a value, and the change that gives it to the fact."""


class TrickLayout(Layout):
    """Piles and facts of a trick game: ``layout.hand[seat]``, ``layout.score[seat]``.

    `hand/i` is seen by its owner, `trick` by everyone in the order played, `stock` (where the pack lies before
    it is dealt) by nobody. `won/i` holds the tricks a seat has taken: all see how many cards, none which, for
    only the last trick may be looked at again, as the fact `last`. There are as many `won/i` and `tricks/i` as
    there are `takers`, normally one a seat. A game adds its own `piles` and `facts` behind these.
    """

    def __init__(
        self,
        seats: int,
        piles: Sequence[tuple[str, Audience]] = (),
        facts: Sequence[tuple[str, Audience]] = (),
        takers: int | None = None,
    ) -> None:
        self.takers: int = takers or seats
        hands = [(f"hand/{seat}", seat) for seat in range(seats)]
        won = [(f"won/{taker}", NOBODY) for taker in range(self.takers)]
        table = [(name, EVERYONE) for name in ("turn", "dealer", "leader", "hand", "last", "last-leader")]
        tricks = [(f"tricks/{taker}", EVERYONE) for taker in range(self.takers)]
        scores = [(f"score/{seat}", EVERYONE) for seat in range(seats)]
        super().__init__(
            [*hands, *won, ("trick", EVERYONE), ("stock", NOBODY), *piles], [*table, *tricks, *scores, *facts]
        )
        self.hand: tuple[Place, ...] = self.piles[:seats]
        self.won: tuple[Place, ...] = self.piles[seats : seats + self.takers]
        self.trick: Place = self.pile("trick")
        self.stock: Place = self.pile("stock")
        self.last: Fact = self.facts[LAST]
        self.tricks: tuple[Fact, ...] = self.facts[TRICKS : TRICKS + self.takers]
        self.score: tuple[Fact, ...] = self.facts[TRICKS + self.takers : TRICKS + self.takers + seats]

        self._make_changes()

    def _make_changes(self) -> None:
        """Make the recurring changes in advance: they are values, so all matches share them.

        ``steps[seat][card]``: the seat plays the card, and it is the next seat's turn. ``turns[player]``,
        ``leads[player]``, ``led_last[player]``: it is the player's turn, the player leads, or led the last trick.
        ``entries[seat][card]``: the play as a match lists it among its actions. ``no_tricks``: a hand begins.
        ``took[player][number]``: the player has taken this number of tricks. ``takes[player][card]``: the remark that
        the player takes the trick with it.
        """
        deck, players = CARDS[:52], range(self.takers)
        turn, leader, led_last = self.facts[TURN], self.facts[LEADER], self.facts[LAST_LEADER]
        self.turns = tuple(FactSet(EVERYONE, turn, player) for player in players)
        self.leads = tuple(FactSet(EVERYONE, leader, player) for player in players)
        self.led_last = tuple(FactSet(EVERYONE, led_last, player) for player in players)
        self.steps: tuple[tuple[tuple[Change, ...], ...], ...] = tuple(
            tuple((Moved(EVERYONE, hand, self.trick, (card,), TOP), self.turns[after]) for card in deck)
            for hand, after in zip(self.hand, (*range(1, len(self.hand)), 0), strict=True)
        )
        self.entries = tuple(tuple((seat, PLAY[card]) for card in deck) for seat in range(len(self.hand)))
        self.took = tuple(tuple(FactSet(EVERYONE, fact, number) for number in range(53)) for fact in self.tricks)
        self.takes = tuple(tuple(Remark(EVERYONE, "trick", player, (card,)) for card in deck) for player in players)
        none = [(fact, 0) for fact in self.tricks]
        self.no_tricks = resetting([(self.last, ()), (led_last, None), *none])


def resetting(values: Iterable[tuple[Fact, Value]]) -> list[Reset]:
    """Return, for `TrickMatch.reset`, the changes that give facts these values."""
    return [(fact.index, value, FactSet(EVERYONE, fact, value)) for fact, value in values]
