"""The deal of a hand of Queen's Dungeon: the cut for the first dealer, the cards, and the dealer's swaps or exchange
before play (RULINGS 5.2).

`deal_cards` and `swap_card` return what the dealer is asked next, or None if the play begins.
"""

from __future__ import annotations

from typing import TypeAlias

from core.engine.action import Action
from core.engine.cards import CARDS, Card
from core.engine.rule_set import SECOND_REVISION
from core.queens_dungeon.deal_plan import EXCHANGE_QUOTA_TRICKS, DealPlan
from core.queens_dungeon.follow_suit import HEIGHT_BY_RANK
from core.queens_dungeon.legal import KEEP_OR_EXCHANGE_CHOICES, swap_actions
from core.queens_dungeon.scores import DungeonMatch, number_in_fact
from core.trick_taking import DEALER_FACT

DealerQuestion: TypeAlias = tuple[str, tuple[Action, ...]]
"""The phase in which the dealer decides, and the actions between which the dealer decides."""


def cut_for_deal(match: DungeonMatch) -> int:
    """Cut for the deal and return the first dealer: the seat with the highest card.

    Seats with equal highest cards draw again from the rest (QD-2).
    """
    cards, stream = list(CARDS[:52]), match.streams[1]
    stream.shuffle(cards)
    drawing = list(range(match.seats))
    while len(drawing) > 1:
        heights = []
        for seat in drawing:
            card = stream.draw(cards)
            match.remark("cut", seat, card)
            heights.append(HEIGHT_BY_RANK[card % 13])
        drawing = [seat for seat, height in zip(drawing, heights, strict=True) if height == max(heights)]
    match.remark("deals first", drawing[0])
    return drawing[0]


def deal_cards(match: DungeonMatch, plan: DealPlan) -> DealerQuestion | None:
    """Deal, first to the dealer's left; a spare hand is dealt last, and the cards left over go to the dealer."""
    layout = match.layout
    dealer = match.number_in_fact(DEALER_FACT)
    hands = [layout.hand[player] if player < match.seats else layout.dummy for player in match.circle]
    places = [place for place in (*hands, layout.spare) if place is not None]
    rest = match.deal_out(plan.cards_per_hand, places)
    if layout.spare is not None:
        return "exchange", KEEP_OR_EXCHANGE_CHOICES
    if not rest:
        return None
    match.move(layout.stock, layout.aside[dealer], rest)
    return _question_about_swaps(match, dealer)


def swap_card(match: DungeonMatch, dealer: int, card_from_hand: Card, card_left_over: Card) -> DealerQuestion | None:
    """Exchange a card of the dealer's hand for one of the cards left over (QD-24)."""
    hand, aside = match.layout.hand[dealer], match.layout.aside[dealer]
    match.move(hand, aside, (card_from_hand,))
    match.move(aside, hand, (card_left_over,))
    match.update_masks()
    match.set(match.layout.swapped, number_in_fact(match, match.layout.swapped) + 1)
    return _question_about_swaps(match, dealer)


def keep_cards(match: DungeonMatch, dealer: int) -> None:
    """Log that the dealer keeps the cards of the hand, after this number of swaps."""
    match.remark("keeps", dealer, number_in_fact(match, match.layout.swapped))


def take_spare_hand(match: DungeonMatch, dealer: int, plan: DealPlan) -> None:
    """Give the dealer the spare hand unseen, for one trick more (QD-27)."""
    layout = match.layout
    assert layout.spare is not None
    quota = plan.quota + EXCHANGE_QUOTA_TRICKS
    match.remark("exchanges", dealer, quota)
    match.move(layout.hand[dealer], layout.aside[dealer], match.hands[dealer])
    match.move(layout.spare, layout.hand[dealer], match.piles[layout.spare.layout_index])
    match.update_masks()
    match.set(layout.quota, quota)


def _question_about_swaps(match: DungeonMatch, dealer: int) -> DealerQuestion | None:
    """Return the question whether the dealer swaps cards, None if none can be swapped."""
    layout = match.layout
    aside = match.piles[layout.aside[dealer].layout_index]
    choices = swap_actions(match.hands[dealer], aside, number_in_fact(match, layout.swapped))
    if len(choices) == 1 and match.revision >= SECOND_REVISION:  # no decision is left (G-3)
        keep_cards(match, dealer)
        return None
    return "switch", choices
