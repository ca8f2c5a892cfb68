"""The levels of play in both Mad Queens games: a bold one, counting cards, and playing for the rank."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.game import Level, level_by_temperament, level_of
from core.engine.temperament import PLAIN, Temperament
from core.engine.view import View
from core.mad_queens.bot import careful, doubt_of_careful, steady
from core.mad_queens.contender import contender, doubt_of_contender
from core.mad_queens.legal import END, MAX_END_CARDS, REVEAL, actions_after_reveal, has_revealed
from core.mad_queens.points import has_exact_hits, row_points, score_of

LAST_CARDS: Final = 5
"""With this number of cards or fewer in the deck, a seat that is behind has nothing left to wait for."""


BOLD_ROW: Final = 5
"""The number of cards in the row with which `bold` banks; most plays are caught before."""


def bold(view: View) -> Action:
    """Return `reveal` until the row has `BOLD_ROW` cards, then `bank`."""
    return steady(view, BOLD_ROW)


def striving(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return what `ranking` does, but as long as another seat has not finished, what `contender` does."""
    return ranking(view, temperament) if _all_others_finished(view) else contender(view, temperament)


def doubt_of_striving(view: View, temperament: Temperament = PLAIN) -> float:
    """Return how close the two choices are between which `striving` decides."""
    return (doubt_of_careful if _all_others_finished(view) else doubt_of_contender)(view, temperament)


def _all_others_finished(view: View) -> bool:
    """Whether the game of every other seat has ended; true for a seat that plays alone."""
    return all(view.facts[f"cause/{other}"] for other in range(view.seats) if other != view.seat)


def ranking(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return what `careful` does; once all others have finished, decide by the rank that the seat will have.

    A seat that is ahead alone ends its game as soon as it may, and banks a row that brings it ahead; one that is behind
    goes on.
    """
    seat, deck = view.seat, view.count(f"deck/{view.seat}")
    assert seat is not None
    rivals = [other for other in range(view.seats) if other != seat]
    if not rivals or not _all_others_finished(view) or deck > MAX_END_CARDS:
        return careful(view, temperament)
    behind = max(score_of(view, other) for other in rivals) - score_of(view, seat)
    if not has_revealed(view):
        may_end = has_exact_hits(view)
        return END if may_end and behind < 0 else REVEAL if behind > 0 else careful(view, temperament)
    behind -= row_points(view, seat)
    if behind < 0:
        return actions_after_reveal(view)[1]
    return REVEAL if behind > 0 and deck <= LAST_CARDS else careful(view, temperament)


MAD_QUEENS_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": level_of(bold),
        "normal": level_by_temperament(careful, doubt_of_careful),
        "hard": level_by_temperament(striving, doubt_of_striving),
    }
)
