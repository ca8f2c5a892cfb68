"""The memory of a seat in Big Queen: where the cards are, what others took and hold, which discards they left."""

from __future__ import annotations

from collections import Counter

from core.big_queen.layout import PACK_COUNT_BY_SEATS
from core.engine.cards import Card, pack
from core.engine.memory import Memory
from core.engine.piles import FactChanged, Moved, remove_cards
from core.engine.view import View


class BigQueenMemory(Memory):
    """The memory of a seat in Big Queen.

    The cards that a seat took from the discard pile are known to be in its hand until it lays or discards them
    (`hidden`). ``declined_cards[seat]`` is the newest card of the discard pile when that seat last drew from the stock
    in this round: the seat could not or would not take that card. This says something about its hand but excludes no
    card, as nobody has to take a card (BQ-22).
    """

    __slots__ = ("_discards", "_drawn", "declined_cards")

    def __init__(self, view: View) -> None:
        left = Counter(pack() * PACK_COUNT_BY_SEATS[view.seats])
        for cards in view.piles.values():
            if not isinstance(cards, int):
                left.subtract(cards)
        hidden = [name for name, cards in view.piles.items() if isinstance(cards, int)]
        super().__init__(view, [(hidden, left.elements())])
        self.declined_cards: dict[int, Card] = {}
        self._discards: list[Card] = list(view.cards("discard"))
        self._drawn = False

    def _note_move(self, move: Moved) -> None:
        super()._note_move(move)
        if move.source.name == "discard" and isinstance(move.cards, tuple):
            remove_cards(self._discards, move.cards)
        elif move.target.name == "discard" and isinstance(move.cards, tuple):
            self._discards += move.cards
        self._drawn = move.source.name == "stock"

    def _note_fact(self, change: FactChanged) -> None:
        """Remember in `declined_cards` which discard the seat on turn could have taken when it drew; forget all at a
        new deal."""
        if change.fact.name != "phase":
            return
        if self.facts["phase"] == "deal":
            self.declined_cards.clear()
        elif change.value == "play" and self._drawn and self._discards:
            turn = self.facts["turn"]
            assert isinstance(turn, int)
            self.declined_cards[turn] = self._discards[-1]
