"""What a seat of Big Queen remembers: the cards that others have taken and still hold, and the discards that they did
not take.
"""

from __future__ import annotations

from core import Card, cards, games

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""


class MatchWithMemory:
    """A match of Big Queen, and the memory that seat 0 has of it."""

    def __init__(self, table) -> None:
        self.match = table.match
        self.memory = GAME.memory(self.match.view(0))

    def act(self, seat: int, *texts: str) -> None:
        """Carry out actions of a seat."""
        for text in texts:
            self.memory.note(self.match.act(seat, GAME.parse(text)))

    def known_hand(self, seat: int) -> list[Card]:
        """Return the cards that seat 0 knows to be in the hand of another seat."""
        return self.memory.hidden_piles[f"hand/{seat}"].known_cards


def test_cards_taken_from_the_discard_pile_are_remembered_until_they_are_laid_or_discarded(arrange_match):
    table = MatchWithMemory(arrange_match({1: "9♣ 9♠ 5♦ J♦"}, turn=1))
    table.act(1, "take 2 9♣ 9♠")
    assert table.known_hand(1) == list(cards("K♣ 9♥ 2♠"))
    table.act(1, "add 9♥", "discard K♣")
    assert table.known_hand(1) == list(cards("2♠"))


def test_card_that_another_seat_draws_is_unknown_and_one_that_the_own_seat_draws_is_known(arrange_match):
    table = MatchWithMemory(arrange_match({}, turn=3))
    unseen = table.memory.pools[0].cards.total()
    table.act(3, "draw")
    table.act(3, "discard 3♠")
    table.act(0, "draw")
    assert table.memory.pools[0].cards.total() == unseen - 2
    assert table.known_hand(3) == []


def test_newest_discard_counts_as_declined_by_a_seat_that_draws_and_not_by_one_that_takes(arrange_match):
    table = MatchWithMemory(arrange_match({1: "9♣ 9♠ 5♦ J♦ J♣"}, turn=0))
    table.act(0, "draw")
    assert table.memory.declined_cards == {0: cards("2♠")[0]}
    table.act(0, "discard 3♣")
    table.act(1, "take 4 9♣ 9♠")
    assert table.memory.declined_cards == {0: cards("2♠")[0]}
