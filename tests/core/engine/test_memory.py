"""A seat's memory of hidden cards: what it knows of each pile after cards were seen or moved unseen, and which deals it
allows.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from core import View, cards
from core.engine.chance import SeededChance, shuffle_items
from core.engine.memory import Memory
from core.engine.piles import EVERYONE, NOBODY, Layout, Moved

INVENTED_GAME_LAYOUT = Layout([("hand/0", 0), ("hand/1", 1), ("hand/2", 2), ("stock", NOBODY), ("open", EVERYONE)], [])
"""The piles of an invented game: three hands, a hidden stock and an open pile."""

ME, ONE, TWO, STOCK, OPEN = INVENTED_GAME_LAYOUT.piles


class RememberedPiles:
    """The view and the memory of seat 0 of three.

    At first all hands are empty, and the hidden stock holds the cards of `stock`.
    """

    def __init__(self, stock: str) -> None:
        piles = {"hand/0": (), "hand/1": 0, "hand/2": 0, "stock": len(cards(stock)), "open": ()}
        self.view = View("none", 3, {}, 0, piles, {"phase": "play", "over": False})
        self.memory = Memory(self.view, [(["hand/1", "hand/2", "stock"], cards(stock))])

    def move(self, source, target, text: str) -> None:
        """Move the cards of `text` from one pile to another, and show seat 0 what it may know of that."""
        change = Moved(EVERYONE, source, target, cards(text)).seen_by(0)
        self.memory.note([change])
        self.view = self.view.apply(change)

    def count_dealt_hands(self, deal_count: int = 300) -> Counter:
        """Deal the hidden cards `deal_count` times as the memory allows; return how often the hands 1 and 2 got each
        pair of hands. A hand is a text with its cards in sorted order.
        """
        random, found = Random(5), Counter()
        for _ in range(deal_count):
            dealt = self.memory.deal(self.view, random)
            found[" ".join(map(str, sorted(dealt["hand/1"]))), " ".join(map(str, sorted(dealt["hand/2"])))] += 1
        return found


def test_unseen_card_may_lie_in_any_hidden_pile():
    table = RememberedPiles("2♣ 3♣ 4♣ 5♣")
    table.move(STOCK, ONE, "2♣")
    table.move(STOCK, TWO, "3♣")
    table.move(STOCK, ME, "4♣")
    assert set(table.count_dealt_hands()) == {
        (one, two) for one in ("2♣", "3♣", "5♣") for two in ("2♣", "3♣", "5♣") if one != two
    }


def test_card_that_was_seen_to_go_into_a_hand_stays_there_until_it_leaves():
    table = RememberedPiles("2♣ 3♣ 4♣ 5♣")
    table.move(STOCK, ME, "2♣")
    table.move(ME, OPEN, "2♣")
    table.move(OPEN, ONE, "2♣")
    table.move(STOCK, ONE, "3♣")
    assert set(table.count_dealt_hands()) == {("2♣ 3♣", ""), ("2♣ 4♣", ""), ("2♣ 5♣", "")}
    table.move(ONE, OPEN, "2♣")
    assert set(table.count_dealt_hands()) == {("3♣", ""), ("4♣", ""), ("5♣", "")}


def test_cards_seen_before_they_became_a_new_stock_are_dealt_from_that_stock_alone():
    """The memory deals cards that nobody has seen only to hands, because they cannot come from the new stock."""
    table = RememberedPiles("2♣ 3♣ 4♣ 5♣")
    table.move(STOCK, ONE, "2♣")
    table.move(STOCK, TWO, "3♣")
    table.move(STOCK, OPEN, "4♣ 5♣")
    table.move(OPEN, STOCK, "4♣ 5♣")
    table.move(STOCK, ONE, "5♣")
    expected = {("2♣ 4♣", "3♣"), ("2♣ 5♣", "3♣"), ("3♣ 4♣", "2♣"), ("3♣ 5♣", "2♣")}
    assert set(table.count_dealt_hands()) == expected
    table.move(ONE, OPEN, "5♣")
    assert set(table.count_dealt_hands()) == {("2♣", "3♣"), ("3♣", "2♣")}


def test_two_groups_of_hidden_cards_that_may_hold_the_same_card_become_one_group():
    """Hand 1 lays a 2♣ that it may have held before the new stock was made or drawn from it: the memory must allow
    both.
    """
    table = RememberedPiles("2♣ 3♣ 2♣ 5♣")
    table.move(STOCK, ONE, "2♣")
    table.move(STOCK, TWO, "3♣")
    table.move(STOCK, OPEN, "2♣ 5♣")
    table.move(OPEN, STOCK, "2♣ 5♣")
    table.move(STOCK, ONE, "2♣")
    table.move(ONE, OPEN, "2♣")
    (pool,) = table.memory.pools
    assert +pool.cards == Counter(cards("2♣ 3♣ 5♣"))
    assert pool.places == {"hand/1": 1, "hand/2": 1, "stock": 1}


def test_memory_of_a_pile_moves_with_the_whole_pile():
    table = RememberedPiles("2♣ 3♣ 4♣")
    table.move(STOCK, ONE, "2♣")
    table.move(STOCK, OPEN, "3♣")
    table.move(OPEN, ONE, "3♣")
    table.move(ONE, TWO, "2♣ 3♣")
    assert set(table.count_dealt_hands()) == {("", "2♣ 3♣"), ("", "3♣ 4♣")}
    assert table.memory.hidden_piles["hand/2"].known_cards == list(cards("3♣"))


def test_unseen_move_of_part_of_a_pile_joins_the_cards_of_both_piles():
    table = RememberedPiles("2♣ 3♣ 4♣")
    table.move(STOCK, ONE, "2♣")
    table.move(STOCK, OPEN, "3♣")
    table.move(OPEN, ONE, "3♣")
    table.move(ONE, TWO, "3♣")
    assert table.memory.hidden_piles["hand/1"].known_cards == []
    assert {one for one, _ in table.count_dealt_hands()} == {"2♣", "3♣", "4♣"}


def test_memory_refuses_an_impossible_move():
    table = RememberedPiles("2♣ 3♣")
    with pytest.raises(ValueError, match="9♣ left stock, where it cannot have been"):
        table.move(STOCK, OPEN, "9♣")


def test_seeded_chance_gives_the_numbers_that_were_once_written_down():
    chance = SeededChance("queens")
    assert [chance.randrange(100) for _ in range(12)] == [90, 95, 33, 73, 5, 6, 71, 31, 25, 83, 90, 31]
    assert shuffle_items("abcdef", SeededChance("queens")) == ["f", "d", "e", "b", "c", "a"]
    assert SeededChance("other").randrange(10**50) != SeededChance("queens").randrange(10**50)


def test_memory_shuffles_cards_into_every_order_equally_often():
    random = Random(3)
    orders = Counter("".join(shuffle_items("abcd", random)) for _ in range(2400))
    assert len(orders) == 24
    assert all(60 < number < 145 for number in orders.values())  # 100 expected, 4.5 standard deviations
