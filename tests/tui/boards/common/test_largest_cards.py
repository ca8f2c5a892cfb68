"""In a window of 200x60 every board shows the person's own cards in a large size, whatever they hold, and the cards in
the middle of the table in the largest."""

from __future__ import annotations

import pytest

from core import games
from tui.boards.big_queen.layout import lay_out as big_queen_layout
from tui.boards.mad_queens.layout import lay_out as mad_queens_layout
from tui.boards.tricks.layout import lay_out as tricks_layout
from tui.cards import GRAND, HUGE, VAST

LARGE_BOARD_SIZE = (200, 59)
"""Columns and rows of the board in a window of 200x60, without the row of the keys."""


def test_own_cards_have_at_least_13_by_9_cells():
    assert HUGE.width >= 13
    assert HUGE.height >= 9


MAX_CARDS_AT_HUGE_SIZE = 48
"""Number of cards in the largest hand of Big Queen whose cards are still at least huge; in 12 matches of bots
nobody had more than 14.
"""


@pytest.mark.parametrize("cards", range(1, MAX_CARDS_AT_HUGE_SIZE + 1))
def test_hand_of_big_queen_has_huge_cards_or_larger_ones_that_are_whole(cards):
    for seats in games["big-queen"].seats:
        where = big_queen_layout(*LARGE_BOARD_SIZE, cards, seats=seats)
        size = where.hand_size_for(cards)
        assert size.height >= HUGE.height
        assert size is HUGE or cards * size.width <= where.hand.width
        assert size is GRAND or cards > 8


@pytest.mark.parametrize("others", [*range(12), 39])
def test_row_and_banned_cards_of_both_mad_queens_are_the_largest_and_the_bank_is_large(others):
    where = mad_queens_layout(*LARGE_BOARD_SIZE, others)
    assert (where.size, where.banned_card_size, where.bank_size) == (GRAND, GRAND, HUGE)


@pytest.mark.parametrize("slug", ["queens-dungeon", "queen-bees-ii"])
def test_hand_of_a_trick_game_has_huge_cards_or_larger_ones_that_do_not_overlap(slug):
    for seats in games[slug].seats:
        players = max(seats, 3)
        for cards in range(1, 54 // players + 2):
            where = tricks_layout(*LARGE_BOARD_SIZE, players - 1, cards)
            assert where.hand_size in (HUGE, VAST, GRAND), (seats, cards)
            if where.hand_size is not HUGE:
                assert cards * where.hand_size.width <= where.hand.width, (seats, cards)
