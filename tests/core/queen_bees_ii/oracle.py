"""The oracle of Queen Bees II: a second and slow implementation of section 6 of the rulings."""

from __future__ import annotations

SUIT_SYMBOLS = "♣♦♥♠"  # from the lowest to the highest (QB-10)
"""The symbols of the suits, in the order of the pack."""
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""The ranks, from low to high."""


def sort_key(card: str) -> tuple[int, int]:
    """Return the key by which cards are sorted: by rank, then by suit."""
    return RANKS.index(card[:-1]), SUIT_SYMBOLS.index(card[-1])


class BeesOracle:
    """A second implementation that follows a match card by card; `hands` are the hands dealt, by seat, as texts such as
    ``10♥``.
    """

    def __init__(self, dealer: int, hands: list[list[str]], void_of_trump_free: bool = False) -> None:
        self.seats = len(hands)
        self.void_is_free = void_of_trump_free
        self.scores = [0] * self.seats
        self.hand_number = 0
        self.deal(dealer, hands)

    def deal(self, dealer: int, hands: list[list[str]]) -> None:
        """Begin a deal with these hands; the seat after the dealer leads."""
        self.hand_number += 1
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.tricks = [0] * self.seats
        self.trumps: set[str] = set()
        self.leader = self.turn = (dealer + 1) % self.seats
        self.trick: list[str] = []
        self.last: list[str] = []
        self.over = False
        self.dealing = False

    def is_trump(self, card: str) -> bool:
        """Return whether the rank of a card is one of the trump ranks of this deal."""
        return card[:-1] in self.trumps

    def legal(self) -> list[str]:
        """Return the cards that the seat on turn may play (RULINGS 6.1, QB-3 to QB-8)."""
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        led = self.trick[0]
        trumps = [card for card in hand if self.is_trump(card)]
        if self.is_trump(led) and (trumps or self.void_is_free):
            return trumps or hand
        return [card for card in hand if card[-1] == led[-1]] or hand

    def play(self, card: str) -> None:
        """Play a card of the seat on turn, which must be legal; the last card of a trick ends it."""
        assert card in self.legal()
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % self.seats
        if len(self.trick) == self.seats:
            self.end_trick()

    def winning_card(self) -> str:
        """Return the card that wins the trick: the highest trump, or the highest of the suit led."""
        trumps = [card for card in self.trick if self.is_trump(card)]
        return max(trumps or [card for card in self.trick if card[-1] == self.trick[0][-1]], key=sort_key)

    def end_trick(self) -> None:
        """Give the trick to its winner, who leads the next one.

        The first trick whose cards are all of one suit sets the trumps; the last trick ends the deal.
        """
        winner = (self.leader + self.trick.index(self.winning_card())) % self.seats
        if not self.trumps and len({card[-1] for card in self.trick}) == 1:
            self.trumps = {card[:-1] for card in self.trick}
        self.tricks[winner] += 1
        self.leader = self.turn = winner
        self.last, self.trick = self.trick, []
        if not self.hands[winner]:
            self.end_deal()

    def end_deal(self) -> None:
        """Score a deal, one point for each trick.

        A seat with at least 21 points and the highest score, not shared, wins (RULINGS 6.1, QB-11).
        """
        self.scores = [score + tricks for score, tricks in zip(self.scores, self.tricks, strict=True)]
        best = max(self.scores)
        self.over = best >= 21 and self.scores.count(best) == 1
        self.dealing = not self.over
