"""The cards that matter for the rest of a hand of a trick game, as a seat knows them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from core.engine.cards import Card
from core.engine.memory import Memory
from core.engine.view import View
from core.trick_taking.coach import cards_others_may_hold, count_players_after


class CardsLeft(NamedTuple):
    """The cards that matter for the rest of a hand, as a seat knows them."""

    hand: Sequence[Card]
    trick: Sequence[Card]
    unseen: Sequence[Card]
    """The cards that other hands may hold."""
    strengths_by_suit_led: Sequence[bytes]
    """For each suit led the strength of each card."""
    players_after: int = 0
    """The number of players who lay a card in the present trick after the seat."""
    queens: Collection[Card] = ()
    """The Queens, where they bring points and change trump; else none."""
    queens_for_new_trump: int = 0
    """The number of Queens in a trick that change trump, if there are `queens`."""
    may_make_trumps: bool = False
    """Whether the ranks of a trick may still become trumps."""

    def is_trump(self, card: Card) -> bool:
        """Return whether a card takes a trick of another suit."""
        return any(strengths[card] for suit, strengths in enumerate(self.strengths_by_suit_led) if suit != card // 13)

    def strength(self, card: Card) -> int:
        """Return the strength of a card if its own suit is led, of a trump if another suit is."""
        return max(strengths[card] for strengths in self.strengths_by_suit_led)

    def may_change_trump(self, card: Card) -> bool:
        """Return whether the present trick may change trump if the seat lays a card."""
        if not self.queens:
            return False
        laid = sum(one in self.queens for one in (*self.trick, card))
        more = min(self.players_after, sum(one in self.queens for one in self.unseen))
        return laid <= self.queens_for_new_trump <= laid + more

    def beats_if_led(self, other: Card, card: Card) -> bool:
        """Return whether another card beats a card that is led: as a higher one of its suit, or as a trump."""
        strengths = self.strengths_by_suit_led[card // 13]
        return strengths[other] > strengths[card]

    def draws_trumps(self, card: Card) -> bool:
        """Return whether a card, led now, is a trump that others have to answer with trumps of theirs, if they hold
        any. Where there are `queens`, one of these may answer it, too."""
        return not self.trick and not self.queens and self.is_trump(card) and any(map(self.is_trump, self.unseen))

    def cards_that_beat(self, card: Card) -> list[Card]:
        """Return the unseen cards that beat a card in the present trick, or if it is led."""
        strengths = self.strengths_by_suit_led[(*self.trick, card)[0] // 13]
        return [other for other in self.unseen if strengths[other] > strengths[card]]

    def higher_of_suit(self, card: Card) -> list[Card]:
        """Return the unseen cards of the suit of a card that beat it, the highest first. Trumps of that suit, if its
        other cards are none, are among them."""
        higher = [one for one in self.unseen if one.suit == card.suit and self.strength(one) > self.strength(card)]
        return sorted(higher, key=self.strength, reverse=True)

    def has_trump_in_suit(self, suit: str) -> bool:
        """Return whether trumps are left in a suit that is not itself trump, so that its highest cards are not its
        strongest ones."""
        of_suit = [one for one in (*self.hand, *self.unseen) if one.suit == suit]
        return any(map(self.is_trump, of_suit)) and not all(map(self.is_trump, of_suit))

    def is_highest_left(self, card: Card) -> bool:
        """Return whether a card is the highest one of its suit that is left, or of all trumps if it is one."""
        same = [
            one
            for one in (*self.hand, *self.unseen)
            if (self.is_trump(one) if self.is_trump(card) else one.suit == card.suit)
        ]
        return all(self.strength(one) <= self.strength(card) for one in same)


def cards_left(
    view: View,
    memory: Memory,
    strengths_by_suit_led: Sequence[bytes],
    queens: Collection[Card] = (),
    queens_for_new_trump: int = 0,
) -> CardsLeft:
    """Return the cards that matter for the rest of the hand, as the seat of a view knows them. `queens` are the Queens
    where they count, and `queens_for_new_trump` of them change trump (`CardsLeft.queens`)."""
    trick = view.cards("trick")
    unseen = [card for card in cards_others_may_hold(view, memory) if card not in trick]
    hand = view.cards(f"hand/{view.seat}")
    after = count_players_after(view)
    return CardsLeft(hand, trick, unseen, strengths_by_suit_led, after, queens, queens_for_new_trump)
