"""The sentence on the cards that are dealt, for the number of players of a table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from core.engine.cards import CARDS, RANKS, Card
from core.engine.english import count, english_list

CARDS_OF_WHOLE_PACK: Final = CARDS[:52]
"""The cards of a pack without Jokers."""


def pack_sentence(pack: Collection[Card], hands: int, cards_per_hand: int) -> str:
    """Return which cards are left out of a whole pack, and how many each player gets: ``The 2s and 3s are left out: 44
    cards, 11 each.``

    `hands` is the number of players, with the dummy of Queen's Dungeon; cards that none of them gets are spare.
    """
    missing = [card for card in CARDS_OF_WHOLE_PACK if card not in pack]
    ranks = [rank for rank in RANKS if [card.rank for card in missing].count(rank) == 4]
    names = [f"{rank}s" for rank in ranks] + [str(card) for card in missing if card.rank not in ranks]
    spare = len(pack) - hands * cards_per_hand
    dealt = f"{count(len(pack), 'card')}, {cards_per_hand} each{f' and {spare} spare' if spare else ''}"
    if not missing:
        return f"The whole pack is dealt: {dealt}."
    verb = "are" if ranks or len(names) > 1 else "is"
    return f"{'The ' if ranks else ''}{english_list(names)} {verb} left out: {dealt}."
