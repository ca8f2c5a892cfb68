"""The example in the rulebook of Big Queen, played."""

from __future__ import annotations

from core import cards
from core.big_queen.layout import POINTS_BY_CARD


def test_example_of_the_big_queen_rulebook_can_be_played(arrange_match):
    table = arrange_match({0: "9♣ 9♠ 5♦ J♦ J♥ 2♥", 2: "K♦ 2♣"})
    table.act(0, "take 2 9♣ 9♠")
    assert table.pile("meld/A/9") == cards("9♦ 9♣ 9♠")
    assert set(cards("K♣ 9♥ 2♠")) <= set(table.pile("hand/0"))
    table.act(0, "add 9♥", "meld J♦ J♥ 2♥", "add 2♠ to J")
    assert table.pile("hand/0") == cards("5♦ K♣")
    assert sum(POINTS_BY_CARD[card] for rank in "9J" for card in table.pile(f"meld/A/{rank}")) == 80
    table.act(0, "discard K♣ announce")
    assert table.fact("due") == ()


def test_end_of_the_example_of_the_big_queen_rulebook_can_be_played(arrange_match):
    sets = [("A", "9♦ 9♣ 9♠ 9♥"), ("A", "J♦ J♥ 2♥ 2♠")]
    table = arrange_match({0: "5♦ J♠", 2: "K♦ 2♣"}, discard="4♠ K♣", sets=sets, phase="play")
    table.ask_partners((2, "yes")).act(0, "add J♠", "discard 5♦")
    assert table.fact("score/A") == 60
