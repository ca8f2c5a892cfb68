"""The legal actions of Queen Bees II, by what a seat sees (RULINGS 6.1)."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.view import View
from core.queen_bees_ii.trumps import Trumps, trumps_of_ranks
from core.trick_taking import PLAY_BY_CARD, PLAYS_BY_SUIT_AND_MASK, SUIT_BY_CARD, suit_masks_of

CLUBS, DIAMONDS, HEARTS, SPADES = PLAYS_BY_SUIT_AND_MASK
"""For each suit the plays of the cards in a mask."""


def legal(view: View) -> tuple[Action, ...]:
    """Return the legal actions of the seat of a view, from nothing but what the seat sees."""
    seat = view.seat
    if seat is None or view.facts["over"] or view.facts["turn"] != seat:
        return ()
    cards, trick = view.cards(f"hand/{seat}"), view.cards("trick")
    hand = tuple(PLAY_BY_CARD[card] for card in cards)
    if not trick:
        return hand
    free = view.options["void_of_trump_free"] is True
    return required_plays(suit_masks_of(cards), trick[0], trumps_in_view(view), free) or hand


def trumps_in_view(view: View) -> Trumps:
    """Return the trumps that a view shows."""
    return trumps_of_ranks(view.facts["trumps"])


def required_plays(suits: list[int], led_card: Card, trumps: Trumps, is_void_of_trump_free: bool) -> tuple[Action, ...]:
    """Return the plays of the cards that must follow where `led_card` was led, or () if any card of the hand may
    follow.

    See RULINGS 6.1, QB-3 to QB-7.

    `suits` is the hand as one mask for each suit, `trumps` are the trumps of the deal. `is_void_of_trump_free` is the
    house rule `void_of_trump_free`: a hand without a trump may follow a trump with any card.
    """
    if trumps.is_trump_by_card[led_card]:
        within = trumps.rank_mask
        clubs, diamonds, hearts, spades = suits
        own = CLUBS[clubs & within] + DIAMONDS[diamonds & within] + HEARTS[hearts & within] + SPADES[spades & within]
        if own or is_void_of_trump_free:
            return own
    suit = SUIT_BY_CARD[led_card]
    return PLAYS_BY_SUIT_AND_MASK[suit][suits[suit]]
