"""Choices of Big Queen that come to the same."""

from __future__ import annotations

from core.big_queen.equal_choices import first_equal_choices
from core.big_queen.layout import BIG_QUEEN


def test_cards_of_a_rank_and_sets_for_a_two_come_to_the_same_but_the_big_queen_is_unlike_other_queens(arrange_match):
    hand = "9♣ 9♥ Q♠ Q♥ Q♦ 2♣ 2♠ K♦ K♠"
    match = arrange_match({0: hand}, "8♦", sets=[("A", "7♥ 7♠ 7♦"), ("A", "J♥ J♠ J♦")], phase="play").match
    first = {str(one): str(other) for one, other in first_equal_choices(match.legal(0)).items()}
    assert first["discard 9♥"] == first["discard 9♣"] == "discard 9♣"
    assert first["discard Q♦"] == first["discard Q♥"] != first["discard Q♠"]
    assert first["add 2♠ to J"] == first["add 2♣ to 7"] == "add 2♣ to 7"
    assert first["meld K♠ K♦ 2♠"] == first["meld K♠ K♦ 2♣"]
    assert first["meld K♠ K♦ 2♠"] != first["meld 9♣ 9♥ 2♠"]
    assert first["meld K♦ 2♣ 2♠"] != first["meld K♠ K♦ 2♠"]
    assert len({one for one in first.values() if one.startswith("meld Q")}) == 5, "Q♠ Q Q, Q♠ Q 2, Q Q 2, Q♠ 2 2, Q 2 2"


def test_what_comes_to_the_same_leaves_the_same_ranks_in_the_hand_and_the_same_ranks_of_sets(arrange_match):
    hand = "9♣ 9♥ Q♠ Q♥ Q♦ 2♣ 2♠ K♦ K♠"
    match = arrange_match({0: hand}, "8♦", sets=[("A", "7♥ 7♠ 7♦"), ("A", "J♥ J♠ J♦")], phase="play").match
    for one, first in first_equal_choices(match.legal(0)).items():
        states = []
        for action in (one, first):
            twin = match.copy()
            twin.act(0, action)
            states.append((sorted((card % 13, card == BIG_QUEEN) for card in twin.piles[0]), twin.sets))
        assert states[0] == states[1], (str(one), str(first))
