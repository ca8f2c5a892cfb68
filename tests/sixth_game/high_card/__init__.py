"""High Card: everybody lays one of three cards, the highest takes the point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.action import Action
from core.engine.cards import RANKS, Card, pack
from core.engine.game import Game
from core.engine.match import Match
from core.engine.piles import BOX, EVERYONE, NOBODY, PHASE_FACT, Layout, Place, Remark, Value
from core.engine.rule_set import Options
from core.engine.view import View

HAND_CARDS: Final = 3
"""Number of cards that each seat is dealt."""


def height_of_card(card: Card) -> int:
    """Return how high a card is as a number: 0 for a two, 12 for an ace."""
    return RANKS.index(card.rank)


def layout(seats: int, options: Options) -> Layout:
    """Return the piles and facts for a number of seats."""
    piles = [("stock", NOBODY), ("table", EVERYONE), ("laid", EVERYONE)]
    facts = [("turn", EVERYONE), ("leader", EVERYONE)]
    return Layout(
        [*piles, *((f"hand/{seat}", seat) for seat in range(seats))],
        [*facts, *((f"score/{seat}", EVERYONE) for seat in range(seats))],
    )


def legal(view: View) -> tuple[Action, ...]:
    """Return what the seat of a view may do: lay any card of its hand on its turn."""
    if view.seat is None or view.facts["over"] or view.facts["turn"] != view.seat:
        return ()
    return tuple(Action(("lay", card)) for card in view.cards(f"hand/{view.seat}"))


def play_highest_card(view: View) -> Action:
    """The bot of this game: return the action that lays the highest card."""
    return max(legal(view), key=lambda action: height_of_card(action.cards[0]))


class HighCardMatch(Match):
    """A match of High Card; the fact `leader` is the seat that began the round."""

    __slots__ = ()

    def _stream_names(self) -> Sequence[str]:
        return ("stock",)

    def _set_up(self) -> None:
        stock = self.layout.pile("stock")
        self.set(self.layout.facts[PHASE_FACT], "play")
        for seat in range(self.seats):
            self.set(self.layout.fact(f"score/{seat}"), 0)
        self.move(BOX, stock, pack())
        self.shuffle(stock, self.streams[0])
        for _ in range(HAND_CARDS):
            for seat in range(self.seats):
                self.turn(self.streams[0], stock, self._hand(seat))
        self._begin_round(0)

    def _perform(self, seat: int, action: Action) -> None:
        table = self.layout.pile("table")
        self.move(self._hand(seat), table, action.cards)
        self.remark("lays", seat, *map(str, action.cards))
        laid = self.piles[table.layout_index]
        if len(laid) < self.seats:
            self._pass_turn((seat + 1) % self.seats)
            return
        best = max(range(self.seats), key=lambda place: (height_of_card(laid[place]), -place))
        leader = self.facts[self.layout.fact("leader").layout_index]
        assert isinstance(leader, int)
        winner = (leader + best) % self.seats
        self.set(self.layout.fact(f"score/{winner}"), self.score(winner) + 1)
        self.remark("wins", winner)
        self.move(table, self.layout.pile("laid"), laid[:])
        if self.piles[self._hand(winner).layout_index]:
            self._begin_round(winner)
        else:
            self.finish()

    def default(self, seat: int, away: bool = False) -> Action:
        """Return the lowest card."""
        return min(self.choices[seat], key=lambda action: height_of_card(action.cards[0]))

    def score(self, seat: int) -> int:
        value = self.facts[self.layout.fact(f"score/{seat}").layout_index]
        assert isinstance(value, int)
        return value

    def _hand(self, seat: int) -> Place:
        return self.layout.pile(f"hand/{seat}")

    def _begin_round(self, seat: int) -> None:
        self.set(self.layout.fact("leader"), seat)
        self._pass_turn(seat)

    def _pass_turn(self, seat: int) -> None:
        self.set(self.layout.fact("turn"), seat)
        self.wait_for({seat: tuple(Action(("lay", card)) for card in self.piles[self._hand(seat).layout_index])})


def sentence(remark: Remark) -> str:
    """Return a remark as a sentence without the name of its seat."""
    card: tuple[Value, ...] = remark.particulars
    return f"Lays {card[0]}." if remark.key == "lays" else "Wins the round."


def deed(action: Action, names: Sequence[str]) -> str:
    """Return what a seat does by an action, as in ``lays Q♠``."""
    return f"lays {action.cards[0]}"


GAME: Final = Game(
    slug="high-card",
    title="High Card",
    tagline="Three cards, three rounds, the highest card wins.",
    seats=range(2, 9),
    usual_seats=3,
    options={},
    patterns=("lay CARD",),
    new_match=HighCardMatch,
    layout=layout,
    legal=legal,
    bots={"highest": play_highest_card},
    sentence=sentence,
    deed=deed,
)
"""The game High Card, which only the tests have."""
