"""The piles and facts of every trick game, and its most frequent changes, made in advance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from core.engine.cards import CARDS
from core.engine.piles import (
    EVERYONE,
    NOBODY,
    TOP_POSITION,
    Audience,
    Change,
    Fact,
    FactChanged,
    Layout,
    Moved,
    Place,
    Remark,
    Value,
)
from core.trick_taking.hand_masks import PLAY_BY_CARD

TURN_FACT: Final = 2
"""The index of the fact `turn`: the seat on turn."""
DEALER_FACT: Final = 3
"""The index of the fact `dealer`: the seat that deals; it is not the source of chance, `core.Dealer`."""
LEADER_FACT: Final = 4
"""The index of the fact `leader`: the seat that leads the present trick, and so the one that won the last trick."""
HAND_NUMBER_FACT: Final = 5
"""The index of the fact `hand`: the number of the hand, from 1."""
LAST_TRICK_FACT: Final = 6
"""The index of the fact `last`: the cards of the last trick of this hand, in the order played."""
LAST_LEADER_FACT: Final = 7
"""The index of the fact `last-leader`: the seat that led the last trick."""
TRICKS_OF_FIRST_SEAT_FACT: Final = 8
"""The index of the fact `tricks` of seat 0; those of the other seats follow it."""

FactReset: TypeAlias = tuple[int, Value, FactChanged]
"""The index of a fact, a value for it, and the change that sets it."""


class TrickLayout(Layout):
    """Piles and facts of a trick game: ``layout.hand[seat]``, ``layout.score[seat]``.

    `hand/i` is seen by its owner, `trick` by everyone in the order played, `stock` (the pack before the deal) by
    nobody. `won/i` holds the tricks that a seat has taken: everyone sees the number of cards and nobody the cards,
    because only the last trick may be looked at again (the fact `last`). There is one `won/i` and one `tricks/i` for
    each of the `takers`: the seats, and the `dummy_count` dummies after them. A game's own `piles` and `facts` follow
    these.
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
            [*hands, *won, ("trick", EVERYONE), ("stock", NOBODY), *piles],
            [*table, *tricks, *scores, *facts],
            dummy_count=self.takers - seats,
        )
        self.hand: tuple[Place, ...] = self.piles[:seats]
        self.won: tuple[Place, ...] = self.piles[seats : seats + self.takers]
        self.trick: Place = self.pile("trick")
        self.stock: Place = self.pile("stock")
        self.last: Fact = self.facts[LAST_TRICK_FACT]
        self.tricks: tuple[Fact, ...] = self.facts[TRICKS_OF_FIRST_SEAT_FACT : TRICKS_OF_FIRST_SEAT_FACT + self.takers]
        self.score: tuple[Fact, ...] = self.facts[
            TRICKS_OF_FIRST_SEAT_FACT + self.takers : TRICKS_OF_FIRST_SEAT_FACT + self.takers + seats
        ]

        self._prepare_common_changes()

    def _prepare_common_changes(self) -> None:
        """Make the recurring changes in advance: they are values, so all matches share them.

        ``play_changes[seat][card]``: the seat plays the card, and the next seat is on turn.
        ``play_entries[seat][card]``: the same play as an item of `Match.actions`.
        ``turn_changes[player]``, ``leader_changes[player]``, ``last_leader_changes[player]``: the player is on turn, is
        the leader, or was the leader of the last trick.
        ``trick_counts[player][number]``: the player has taken this number of tricks.
        ``trick_remarks[player][card]``: the remark that the player takes the trick with this card.
        ``trick_resets``: the facts about tricks at the beginning of a hand.
        """
        deck, players = CARDS[:52], range(self.takers)
        turn, leader, last_leader = self.facts[TURN_FACT], self.facts[LEADER_FACT], self.facts[LAST_LEADER_FACT]
        self.turn_changes = tuple(FactChanged(EVERYONE, turn, player) for player in players)
        self.leader_changes = tuple(FactChanged(EVERYONE, leader, player) for player in players)
        self.last_leader_changes = tuple(FactChanged(EVERYONE, last_leader, player) for player in players)
        self.play_changes: tuple[tuple[tuple[Change, ...], ...], ...] = tuple(
            tuple((Moved(EVERYONE, hand, self.trick, (card,), TOP_POSITION), self.turn_changes[after]) for card in deck)
            for hand, after in zip(self.hand, (*range(1, len(self.hand)), 0), strict=True)
        )
        self.play_entries = tuple(tuple((seat, PLAY_BY_CARD[card]) for card in deck) for seat in range(len(self.hand)))
        self.trick_counts = tuple(
            tuple(FactChanged(EVERYONE, fact, number) for number in range(53)) for fact in self.tricks
        )
        self.trick_remarks = tuple(
            tuple(Remark(EVERYONE, "trick", player, (card,)) for card in deck) for player in players
        )
        none = [(fact, 0) for fact in self.tricks]
        self.trick_resets = resets_of_facts([(self.last, ()), (last_leader, None), *none])


def resets_of_facts(values: Iterable[tuple[Fact, Value]]) -> list[FactReset]:
    """Return for each fact its index, the given value and the change that sets it, as `TrickMatch.reset_facts` needs
    them."""
    return [(fact.layout_index, value, FactChanged(EVERYONE, fact, value)) for fact, value in values]
