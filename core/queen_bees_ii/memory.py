"""The memory of a seat in Queen Bees II: where the cards are, and which seats lack a suit or all trumps."""

from __future__ import annotations

from core.engine.cards import Card
from core.engine.view import View
from core.queen_bees_ii.layout import PACK_BY_SEATS
from core.queen_bees_ii.trumps import trumps_of_ranks
from core.trick_taking import MASK_BY_SUIT, TrickMemory, card_mask_of


class BeesMemory(TrickMemory):
    """The memory of a seat in Queen Bees II."""

    __slots__ = ("_any_follows_trump",)

    def __init__(self, view: View) -> None:
        super().__init__(view, PACK_BY_SEATS[view.seats])
        self._any_follows_trump = view.options["void_of_trump_free"] is True
        leader = view.facts["leader"]
        assert isinstance(leader, int)
        self.record_trick([(leader + turn) % view.seats for turn in range(view.seats)], view.cards("trick"))

    def _cards_barred_by_play(self, seat: int, card: Card) -> int:
        """Return the mask of the cards that a seat cannot hold: the suit led, or all trumps (QB-3 to QB-7)."""
        if not self.trick:
            return 0
        led = self.trick[0]
        suit = MASK_BY_SUIT[led // 13] if card // 13 != led // 13 else 0
        now = trumps_of_ranks(self.facts["trumps"])
        if not now.is_trump_by_card[led]:
            return suit
        if now.is_trump_by_card[card]:
            return 0
        all_trumps = card_mask_of(
            other for other in PACK_BY_SEATS[len(self.barred_cards_by_seat)] if now.is_trump_by_card[other]
        )
        return all_trumps | (0 if self._any_follows_trump else suit)
