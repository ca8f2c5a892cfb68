"""Cards of one player that are equal for the rest of a hand, so that a coach may not call one of them better."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.memory import Memory
from core.engine.view import View
from core.trick_taking.coach import cards_others_may_hold
from core.trick_taking.hand_masks import SUIT_BY_CARD


def first_equal_choices(
    view: View,
    memory: Memory,
    choices: Sequence[Action],
    strengths_by_suit_led: Sequence[bytes],
    possible_strengths: Sequence[Sequence[bytes]],
    unlike_cards: Collection[Card] = (),
) -> list[Action]:
    """Return for each choice of the seat of a view the first one that is equal to it, often itself.

    Two cards of a suit are equal if both are trumps or neither is, if none that another player may still hold stands
    between them, neither now nor later in the hand, and if both beat the present trick or neither does. (In the honour
    mode of Queen's Dungeon a card of the trick can go back to a hand; that is not foreseen.)

    `strengths_by_suit_led` has for each suit led the strength of each card now, `possible_strengths` such tables for
    all trumps that the hand may have from now on. `unlike_cards` are those that count otherwise than a card of their
    suit, and are equal to none.
    """
    trick = view.cards("trick")
    power = strengths_by_suit_led[SUIT_BY_CARD[trick[0]]] if trick else b""
    highest = max((power[card] for card in trick), default=0)
    unseen = [card for card in cards_others_may_hold(view, memory) if card not in trick]

    def are_equal(one: Action, two: Action) -> bool:
        """Return whether two choices are the plays of equal cards."""
        if one.verb != "play" or two.verb != "play":
            return False
        first, second = one.cards[0], two.cards[0]
        if first.suit != second.suit or first in unlike_cards or second in unlike_cards:
            return False
        if trick and (power[first] > highest) != (power[second] > highest):
            return False
        for table in possible_strengths:
            elsewhere = table[SUIT_BY_CARD[first] - 1]  # where another suit is led, only trumps have a strength
            if bool(elsewhere[first]) != bool(elsewhere[second]):
                return False
            strengths = table[SUIT_BY_CARD[first]]
            low, high = sorted((strengths[first], strengths[second]))
            if any(low < strengths[other] < high for other in unseen):
                return False
        return True

    return [next(one for one in choices if one == choice or are_equal(one, choice)) for choice in choices]
