"""A round of Big Queen from the deal to the score, and what the round leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from core.big_queen.layout import (
    ANSWERS,
    ASKED,
    DEALER,
    DECKS,
    DICE,
    DICE_BONUS,
    DUE,
    NOT_ASKED,
    OPENING,
    PLAYOFF,
    POINTS,
    RESHUFFLES,
    ROUND,
    SCORE,
    TARGETS,
    TEAMS,
    TURN,
    WINNING_ROLLS,
    BigQueenLayout,
)
from core.big_queen.melds import UNIT
from core.engine.cards import Card, pack
from core.engine.match import Match
from core.engine.piles import EVERYONE, PHASE, Moved

SCHEDULED: Final = 0
"""The value of the option `target` that stands for the target of 4.1."""

ROLLS: Final = range(100)
"""What two ten-sided dice, read as tens and units, can show (BQ-2)."""


class Rounds(Match):
    """The part of a match that is not a player's turn: dealing, the stock, scoring, and the end.

    `counts` holds each seat's hand counted by rank (`core.big_queen.sets`), `sets` for each team the ranks
    that it has laid, bit r for rank r; both follow from the piles.
    """

    __slots__ = ("counts", "discard", "draw_from_stock", "sets", "stock")

    layout: BigQueenLayout

    def _stream_names(self) -> Sequence[str]:
        return ("stock", "dice")

    def _attach(self) -> None:
        self.stock = self.piles[self.layout.stock.index]
        self.discard = self.piles[self.layout.discard.index]
        self.draw_from_stock = self.streams[0].draw
        self.counts: list[list[int]] = []
        self.sets: list[int] = []

    def copy(self) -> Self:
        twin = super().copy()
        twin.counts = [counts[:] for counts in self.counts]
        twin.sets = self.sets[:]
        return twin

    def _set_up(self) -> None:
        facts = self.facts
        self.stock += pack() * DECKS[self.seats]
        self.counts = [[0] * 13 for _ in range(self.seats)]
        self.sets = [0 for _ in TEAMS]
        facts[PHASE] = "deal"
        facts[TURN] = facts[DEALER] = facts[RESHUFFLES] = 0
        facts[SCORE] = facts[SCORE + 1] = 0
        facts[ROUND] = 1
        facts[ASKED], facts[ANSWERS], facts[DUE] = NOT_ASKED, (), ()
        facts[OPENING] = facts[PLAYOFF] = False
        self._waiting = self.layout.alone[0]

    # Reading facts

    def number(self, index: int) -> int:
        """Return the value of the fact at an index, which is a number."""
        value = self.facts[index]
        assert isinstance(value, int)
        return value

    def seats_in(self, index: int) -> tuple[int, ...]:
        """Return the value of the fact at an index, which is some seats."""
        value = self.facts[index]
        assert isinstance(value, tuple)
        return value  # type: ignore[return-value]

    def give(self, index: int, value: bool | int | str | tuple[int, ...]) -> None:
        """Give the fact at an index a value, and record it if that is a change."""
        self.set(self.layout.facts[index], value)

    def allowed(self, option: str) -> int:
        """Return the value of an option that is a number."""
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def score(self, seat: int) -> int:
        return self.number(SCORE + seat % 2)

    @property
    def target(self) -> int:
        """The points that end the match (4.1, option `target`)."""
        target = self.allowed("target")
        return TARGETS[self.seats] if target == SCHEDULED else target

    # The deal

    def deal(self, dealer: int) -> None:
        """Roll the dice, deal every hand one card at a time from the seat after the dealer, turn the upcard.

        All of that is one action (4.2, BQ-27).
        """
        layout = self.layout
        self._gather()
        self.shuffle(layout.stock, self.streams[0])
        self._roll(dealer)
        first = (dealer + 1) % self.seats
        order = [*range(first, self.seats), *range(first)]
        draw, stock = self.draw_from_stock, self.stock
        hands: list[list[Card]] = [[] for _ in order]
        for _ in range(self.allowed("hand_size")):
            for hand in hands:
                hand.append(draw(stock))
        for seat, hand in zip(order, hands, strict=True):
            self.piles[seat] += hand
            self.changes.append(Moved(EVERYONE, layout.stock, layout.hand[seat], tuple(hand)))
            for card in hand:
                self.counts[seat][card % 13] += UNIT[card]
        upcard = self.turn(self.streams[0], layout.stock, layout.discard)
        self.remark("upcard", None, upcard)
        self.give(OPENING, True)
        self.give(TURN, first)
        self.give(PHASE, "draw")
        self._waiting = self.layout.alone[first]

    def _gather(self) -> None:
        """Put every card back into the stock."""
        layout = self.layout
        for place in (*layout.hand, layout.discard, *layout.meld[0][1:], *layout.meld[1][1:]):
            self.move(place, layout.stock, self.piles[place.index])
        self.counts = [[0] * 13 for _ in range(self.seats)]
        self.sets = [0 for _ in TEAMS]
        self.give(RESHUFFLES, 0)

    def _roll(self, dealer: int) -> None:
        """Roll the dice: 44 and 45 give the dealer's team 100 points at once (BQ-2, BQ-3)."""
        rolls = list(ROLLS)
        self.streams[1].shuffle(rolls)
        roll = self.streams[1].draw(rolls)
        bonus = DICE_BONUS if roll in WINNING_ROLLS else 0
        self.give(DICE, roll)
        self.remark("deal", dealer, self.number(ROUND), roll, bonus)
        self.give(SCORE + dealer % 2, self.score(dealer) + bonus)

    # The stock

    def renew_stock(self) -> bool:
        """Make a new stock of the discard pile without its newest card, and say whether that was possible (BQ-21)."""
        layout = self.layout
        done = self.number(RESHUFFLES)
        if done >= self.allowed("max_reshuffles") or len(self.discard) < 2:
            return False
        self.give(RESHUFFLES, done + 1)
        self.remark("reshuffled", None, len(self.discard) - 1)
        self.move(layout.discard, layout.stock, self.discard[:-1])
        self.shuffle(layout.stock, self.streams[0])
        return True

    # The end of a round

    def close_round(self, out: int | None) -> None:
        """Score the round, which seat `out` has ended, or nobody if the stock did (4.5, BQ-19 to BQ-21).

        A score may fall below 0 (BQ-27).
        """
        for team in range(len(TEAMS)):
            lost = out is not None and out % 2 != team
            laid = self._laid(team) if self.options["losers_count_melds"] or not lost else 0
            held = sum(POINTS[card] for seat in range(team, self.seats, 2) for card in self.piles[seat])
            self.remark("scored", None, TEAMS[team], laid, held, self.score(team) + laid - held)
            self.give(SCORE + team, self.score(team) + laid - held)
        self.give(ASKED, NOT_ASKED)
        self.give(ANSWERS, ())
        self.give(DUE, ())
        self.give(OPENING, False)
        if not self._decided():
            self._next_round()

    def _laid(self, team: int) -> int:
        return sum(POINTS[card] for place in self.layout.meld[team][1:] for card in self.piles[place.index])

    def _decided(self) -> bool:
        """End the match if the round has decided it, and say whether it has (4.5, BQ-25)."""
        ours, theirs = self.score(0), self.score(1)
        round_number = self.number(ROUND)
        due = self.facts[PLAYOFF] or max(ours, theirs) >= self.target
        if round_number >= self.allowed("max_rounds"):
            self.remark("last round", None, round_number)
        elif not due:
            return False
        elif ours == theirs:
            self.remark("playoff", None, ours)
            self.give(PLAYOFF, True)
            return False
        if ours != theirs:
            self.remark("won", None, TEAMS[ours < theirs], max(ours, theirs))
        self.finish()
        return True

    def _next_round(self) -> None:
        """Let the next player deal (BQ-4)."""
        dealer = (self.number(DEALER) + 1) % self.seats
        self.give(ROUND, self.number(ROUND) + 1)
        self.give(DEALER, dealer)
        self.give(TURN, dealer)
        self.give(PHASE, "deal")
        self._waiting = self.layout.alone[dealer]
