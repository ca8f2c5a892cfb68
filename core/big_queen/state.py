"""The state of a match of Big Queen, as the modules of the rules read and change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from core.big_queen.layout import (
    ANNOUNCEMENT_DUE_FACT,
    ANSWERS_PENDING,
    ASKED_FACT,
    NOT_ASKED_YET,
    OPENING_FACT,
    PACK_COUNT_BY_SEATS,
    PERMITTING_PARTNERS_FACT,
    PLAYOFF_FACT,
    RESHUFFLES_FACT,
    ROUND_DEALER_FACT,
    ROUND_FACT,
    SEAT_ON_TURN_FACT,
    TARGET_BY_SEATS,
    TEAM_A_SCORE_FACT,
    TEAM_NAMES,
    TEAM_OF_SEAT,
    BigQueenLayout,
)
from core.big_queen.legal import partners_yet_to_answer
from core.big_queen.melds import counts_by_rank
from core.engine.action import Actions
from core.engine.cards import pack
from core.engine.match import Match
from core.engine.piles import PHASE_FACT

AUTOMATIC_TARGET: Final = 0
"""The value of the option `target` that means the usual target for the number of players (RULINGS 4.1)."""


class BigQueenState(Match):
    """The piles and facts of a match of Big Queen, and what is worked out from them.

    `stock` and `discard` are those piles, `counts` each seat's hand counted by rank (`core.big_queen.melds`), `sets`
    for each team the ranks of its sets, bit r for rank r. `chosen_from` are the choices from which the action being
    carried out was taken; `asker_choices` are what the player who asks to go out may do after the answers, where
    that is known, else (). The functions of the modules `round` and `turn` take this state as their first argument;
    besides changing piles and facts they set `_waiting`, the seats that may act.
    """

    __slots__ = ("asker_choices", "chosen_from", "counts", "discard", "draw_from_stock", "sets", "stock")

    layout: BigQueenLayout

    def _stream_names(self) -> Sequence[str]:
        """Return the names of the dealer's streams: those of the stock and of the dice."""
        return ("stock", "dice")

    def _store_piles_and_streams(self) -> None:
        """Store references to the stock, the discard pile and the stock's stream.

        Everything else of this class begins empty; `_set_up` or `copy` fills it.
        """
        self.stock = self.piles[self.layout.stock.layout_index]
        self.discard = self.piles[self.layout.discard.layout_index]
        self.draw_from_stock = self.streams[0].draw
        self.counts: list[list[int]] = []
        self.sets: list[int] = []
        self.chosen_from: Actions = ()
        self.asker_choices: Actions = ()

    def copy(self) -> Self:
        """Return an independent match in the same state."""
        twin = super().copy()
        twin.counts = [counts[:] for counts in self.counts]
        twin.sets = self.sets[:]
        return twin

    def _set_up(self) -> None:
        """Put all packs into the stock, and let seat 0 deal the first round."""
        facts = self.facts
        self.stock += pack() * PACK_COUNT_BY_SEATS[self.seats]
        self.counts = [[0] * 13 for _ in range(self.seats)]
        self.sets = [0 for _ in TEAM_NAMES]
        facts[PHASE_FACT] = "deal"
        facts[SEAT_ON_TURN_FACT] = facts[ROUND_DEALER_FACT] = facts[RESHUFFLES_FACT] = 0
        facts[TEAM_A_SCORE_FACT] = facts[TEAM_A_SCORE_FACT + 1] = 0
        facts[ROUND_FACT] = 1
        facts[ASKED_FACT], facts[PERMITTING_PARTNERS_FACT], facts[ANNOUNCEMENT_DUE_FACT] = NOT_ASKED_YET, (), ()
        facts[OPENING_FACT] = facts[PLAYOFF_FACT] = False
        self._waiting = self.layout.only_seat[0]

    def _compute_derived_state(self) -> None:
        """Count the hands and the sets, and work out who may act."""
        hands = self.piles[: self.seats]
        self.counts = [counts_by_rank(hand) for hand in hands]
        self.sets = [
            sum(1 << rank for rank, place in enumerate(places) if rank and self.piles[place.layout_index])
            for places in self.layout.meld
        ]
        if not self.over:
            self.update_waiting()

    # Facts and options

    def number_in_fact(self, index: int) -> int:
        """Return the value of the fact at an index, which is a number."""
        value = self.facts[index]
        assert isinstance(value, int)
        return value

    def seats_in_fact(self, index: int) -> tuple[int, ...]:
        """Return the value of the fact at an index, which is a tuple of seats."""
        value = self.facts[index]
        assert isinstance(value, tuple)
        return value  # type: ignore[return-value]

    def set_fact(self, index: int, value: bool | int | str | tuple[int, ...]) -> None:
        """Give the fact at this index a value, and record it if that is a change."""
        self.set(self.layout.facts[index], value)

    def number_in_option(self, option: str) -> int:
        """Return the value of an option that is a number."""
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def score(self, seat: int) -> int:
        """Return the score of a seat, which is that of its team."""
        return self.number_in_fact(TEAM_A_SCORE_FACT + TEAM_OF_SEAT[seat])

    @property
    def target_score(self) -> int:
        """The points that end the match (RULINGS 4.1, option `target_score`)."""
        target = self.number_in_option("target")
        return TARGET_BY_SEATS[self.seats] if target == AUTOMATIC_TARGET else target

    # Who may act

    def asked_partners(self) -> frozenset[int]:
        """Return the partners of the player on turn that have not answered yet (BQ-16)."""
        return partners_yet_to_answer(
            self.seats, self.number_in_fact(SEAT_ON_TURN_FACT), self.seats_in_fact(PERMITTING_PARTNERS_FACT)
        )

    def update_waiting(self) -> None:
        """Update `waiting`: all seats while an announcement is due, else the partners asked or the seat on turn."""
        if self.facts[ANNOUNCEMENT_DUE_FACT]:
            self._waiting = self.layout.all_seats
        elif self.facts[ASKED_FACT] == ANSWERS_PENDING:
            self._waiting = self.asked_partners()
        else:
            self._waiting = self.layout.only_seat[self.number_in_fact(SEAT_ON_TURN_FACT)]
