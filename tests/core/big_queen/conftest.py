"""Fixtures that set a match of Big Queen to a given moment of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from core import Dealer, Match, games
from core.big_queen.legal import legal
from core.big_queen.match import BigQueenMatch
from core.big_queen.melds import counts_by_rank
from core.engine.cards import cards

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""

FILLER_HANDS = ("3♣ 5♣", "3♦ 5♦", "3♥ 5♥", "3♠ 5♠")
"""The hands, by seat, of the seats to which a test gives no hand."""

MatchArranger = Callable[..., "TextMatch"]
"""The type of the function that the fixture `arrange_match` returns."""


class TextMatch:
    """A match that a test handles in texts: actions, cards and facts are given and returned as texts."""

    def __init__(self, match: Match) -> None:
        assert isinstance(match, BigQueenMatch)
        self.match = match

    def pile(self, name: str) -> tuple[object, ...]:
        """Return the cards of the pile with this name, bottom first, hidden ones included."""
        return tuple(self.match.piles[self.match.layout.pile(name).layout_index])

    def fact(self, name: str) -> object:
        """Return the value of the fact with this name."""
        return self.match.facts[self.match.layout.fact(name).layout_index]

    def act(self, seat: int, *action_texts: str) -> TextMatch:
        """Carry out actions of a seat, given as texts, in their order; return this object."""
        for text in action_texts:
            self.match.act(seat, GAME.parse(text))
        return self

    def is_legal(self, seat: int, text: str) -> bool:
        """Return whether a seat may do the action that `text` writes."""
        return GAME.parse(text) in self.match.legal(seat)

    def legal_with_verb(self, seat: int, verb: str) -> list[str]:
        """Return the legal actions of a seat that begin with `verb`, as texts."""
        return [str(action) for action in self.match.legal(seat) if action.verb == verb]

    def ask_partners(self, *answers: tuple[int, str]) -> TextMatch:
        """Ask for permission to go out as the seat on turn, then give each (seat, answer); return this object."""
        self.act(self.seat_on_turn, "ask")
        for seat, answer in answers:
            self.act(seat, answer)
        return self

    @property
    def seat_on_turn(self) -> int:
        """The seat on turn."""
        turn = self.fact("turn")
        assert isinstance(turn, int)
        return turn

    @property
    def scores(self) -> tuple[object, object]:
        """The scores of teams A and B."""
        return self.fact("score/A"), self.fact("score/B")


@pytest.fixture
def arrange_match() -> MatchArranger:
    """Return a function that sets a match to a moment of a round.

    Its arguments are hands by seat, the discard pile, sets by team and rank, and facts. A hand that is not given holds
    a three and a five; all other cards lie in the stock.
    """

    def lay_out(
        hands: Mapping[int, str],
        discard: str = "4♠ 9♦ K♣ 9♥ 2♠",
        sets: Iterable[tuple[str, str]] = (),
        turn: int = 0,
        phase: str = "draw",
        seats: int = 4,
        stock: str | None = None,
        options: Mapping[str, object] | None = None,
        **facts: object,
    ) -> TextMatch:
        """Return a match with the given hands, discard pile, sets and facts."""
        table = TextMatch(GAME.start(seats, seed=1, options=options or {}))
        match = table.match
        table.act(0, "deal")
        for pile in match.piles:
            if pile is not match.stock:
                match.stock += pile
                pile.clear()
        wanted = {f"hand/{seat}": hands.get(seat, FILLER_HANDS[seat % 4]) for seat in range(seats)}
        wanted["discard"] = discard
        for team, text in sets:
            wanted[f"meld/{team}/{next(card.rank for card in cards(text) if card.rank != '2')}"] = text
        for name, text in wanted.items():
            pile = match.piles[match.layout.pile(name).layout_index]
            for card in cards(text):
                match.stock.remove(card)
                pile.append(card)
        if stock is not None:
            match.stock[:] = cards(stock)
        match.counts = [counts_by_rank(match.piles[seat]) for seat in range(seats)]
        match.sets = [
            sum(1 << rank for rank in range(1, 13) if match.piles[match.layout.meld[team][rank].layout_index])
            for team in range(2)
        ]
        values = {"turn": turn, "phase": phase, "opening": False, **facts}
        for name, value in values.items():
            match.facts[match.layout.fact(name.replace("_", "/")).layout_index] = value  # type: ignore[assignment]
        match.choices = {}
        match._waiting = (
            frozenset(range(seats)) if match.facts[match.layout.fact("due").layout_index] else frozenset((turn,))
        )
        for seat in range(seats):
            assert match.legal(seat) == legal(match.view(seat))
        return table

    return lay_out


@pytest.fixture
def start_round_with_hands() -> Callable[..., TextMatch]:
    """Return a function that starts a match with given hands, seat by seat from 0, upcard and stock."""

    def start(
        hands: list[str],
        upcard: str,
        stock: str = "",
        dealer: int = 0,
        dice: str = "7",
        options: Mapping[str, object] | None = None,
    ) -> TextMatch:
        """Return the match after set-up, with a prepared deal of these cards."""
        held = [cards(hand) for hand in hands]
        seats = len(hands)
        first = (dealer + 1) % seats
        order = [held[(first + place) % seats][turn] for turn in range(len(held[0])) for place in range(seats)]
        script = {"stock": [[*order, *cards(upcard), *cards(stock)]], "dice": [dice]}
        settings = {"hand_size": len(held[0]), **(options or {})}
        return TextMatch(GAME.start(seats, options=settings, dealer=Dealer.scripted(script, seed=3)))

    return start
