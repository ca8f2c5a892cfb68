"""Choices of one decision that come to the same, because they differ only in cards that are worth the same: the suit of
a card makes no difference, except that of the Queen of spades."""

from __future__ import annotations

from collections.abc import Sequence

from core.big_queen.layout import BIG_QUEEN
from core.engine.action import Action
from core.engine.cards import Card


def first_equal_choices(choices: Sequence[Action]) -> dict[Action, Action]:
    """Return for each choice the first one that comes to the same, often itself.

    Two choices do if they do the same with cards of the same ranks, each with as many Queens of spades. To which set a
    two is added makes no difference either: all sets take any card of their rank and any two, whatever lies there.
    """
    first_by_kind: dict[object, Action] = {}
    return {choice: first_by_kind.setdefault(_kind_of(choice), choice) for choice in choices}


def kind_of_card(card: Card) -> tuple[int, bool]:
    """Return a value that is the same for cards that are worth the same: the rank, and whether it is the Queen of
    spades."""
    return card % 13, card == BIG_QUEEN


def _kind_of(choice: Action) -> object:
    """Return a value that is the same for choices that come to the same."""
    is_added_two = choice.verb == "add" and len(choice) == 4
    words = choice[:2] if is_added_two else choice
    kinds = sorted(kind_of_card(word) for word in words if isinstance(word, Card))
    return tuple(word for word in words if not isinstance(word, Card)), tuple(kinds)
