"""A highlight of a match counts what happened, or names the best and everybody who reached it."""

from __future__ import annotations

from core.engine.highlight import Highlight
from core.engine.piles import EVERYONE, Remark

NAMES = ("Ann", "Bea", "Cleo", "Dora")
BEST_HAND = Highlight("earned", "best hand", unit="point")


def hands(*values: tuple[int, int]) -> list[Remark]:
    """Return the remarks of hands, each given as its seat and its points."""
    return [Remark(EVERYONE, "earned", seat, (points,)) for seat, points in values]


def test_best_value_is_of_everybody_who_reached_it() -> None:
    assert BEST_HAND.text(hands((1, 90), (0, 40)), NAMES) == "best hand 90 points (Bea)"
    assert BEST_HAND.text(hands((1, 90), (3, 90), (1, 90)), NAMES) == "best hand 90 points (Bea and Dora)"
    assert BEST_HAND.text(hands((0, 90), (1, 90), (3, 90)), NAMES) == "best hand 90 points (3 players)"
    assert BEST_HAND.text(hands((0, 90)), NAMES[:1]) == "best hand 90 points"
    assert BEST_HAND.text(hands((0, 0)), NAMES) == ""


def test_best_value_may_stand_in_remarks_of_two_keys() -> None:
    both = BEST_HAND._replace(other_key="dealer made")
    remarks = [*hands((0, 150)), Remark(EVERYONE, "dealer made", 1, (160,))]
    assert both.text(remarks, NAMES) == "best hand 160 points (Bea)"
    assert BEST_HAND.text(remarks, NAMES) == "best hand 150 points (Ann)"


def test_count_of_a_highlight_agrees_with_its_noun() -> None:
    catches = Highlight("caught", "catch", "catches")
    assert catches.text([Remark(EVERYONE, "caught", 0), Remark(EVERYONE, "caught", 1)], NAMES) == "2 catches"
    assert catches.text([], NAMES) == ""
