"""The levels of play in both Mad Queens games: a bold one, counting cards, and playing for the rank."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.game import Level, level_by_temperament, level_of
from core.engine.temperament import PLAIN, Temperament
from core.engine.view import View
from core.mad_queens.bot import careful, doubt_of_careful, may_end, steady
from core.mad_queens.contender import choice_by_chance, doubt_of_contender
from core.mad_queens.legal import END, MAX_END_CARDS, REVEAL, actions_after_reveal, has_revealed
from core.mad_queens.points import row_points, score_of

LAST_CARDS: Final = 5
"""The number of cards in the deck at which a seat that is behind has nothing left to wait for, and reveals."""


BOLD_ROW: Final = 5
"""The number of cards in the row with which `bold` banks; most plays are caught before."""


def bold(view: View) -> Action:
    """Return the action of the bot of the level easy: `reveal` until the row has `BOLD_ROW` cards, then `bank`."""
    return steady(view, BOLD_ROW)


def striving(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot of the level hard, which plays for the win and not for points.

    It is the action of `choice_by_rank`, or that of `careful` if there is none.
    """
    return choice_by_rank(view, temperament) or careful(view, temperament)


def choice_by_rank(view: View, temperament: Temperament = PLAIN) -> Action | None:
    """Return the action with the best chance of winning.

    None if both actions have the same chance, if only one is legal, or if no other seat plays. Once all others have
    finished, the chance follows from the points between the seats (`choice_at_end`); until then it is estimated from
    what decks bring on average (`choice_by_chance`).
    """
    by_rank = choice_at_end if all_others_finished(view) else choice_by_chance
    return by_rank(view, temperament)


def doubt_of_striving(view: View, temperament: Temperament = PLAIN) -> float:
    """Return how close the two choices are between which `striving` decides, from 0 to 1."""
    return (doubt_of_careful if all_others_finished(view) else doubt_of_contender)(view, temperament)


def all_others_finished(view: View) -> bool:
    """Whether the game of every other seat has ended; true for a seat that plays alone."""
    return all(view.facts[f"cause/{other}"] for other in range(view.seats) if other != view.seat)


def choice_at_end(view: View, temperament: Temperament = PLAIN) -> Action | None:
    """Return the action that brings the best final rank; None until all others have finished, or if none is better.

    A seat that is ahead alone ends its game as soon as it may, and banks a row that brings it ahead; one that is behind
    reveals another card. Temperaments make no difference.
    """
    seat, deck = view.seat, view.count(f"deck/{view.seat}")
    assert seat is not None
    rivals = [other for other in range(view.seats) if other != seat]
    if not rivals or not all_others_finished(view) or deck > MAX_END_CARDS:
        return None
    behind = max(score_of(view, other) for other in rivals) - score_of(view, seat)
    if not has_revealed(view):
        return END if may_end(view) and behind < 0 else REVEAL if behind > 0 else None
    behind -= row_points(view, seat)
    if behind < 0:
        return actions_after_reveal(view)[1]
    return REVEAL if behind > 0 and deck <= LAST_CARDS else None


MAD_QUEENS_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": level_of(bold),
        "normal": level_by_temperament(careful, doubt_of_careful),
        "hard": level_by_temperament(striving, doubt_of_striving),
    }
)
"""The levels of play in both Mad Queens games, by name."""
