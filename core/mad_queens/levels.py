"""The levels of play in both Mad Queens games: easy banks late, normal counts cards, hard plays for the rank."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.game import Level, level_of_bot, level_of_bot_with_temperaments
from core.engine.temperament import PLAIN, Temperament
from core.engine.view import View
from core.mad_queens.bot import decision_doubt_of_careful_bot, may_end_game, play_as_careful, play_as_steady
from core.mad_queens.contender import choose_by_winning_chance, decision_doubt_of_contender_bot
from core.mad_queens.legal import END_ACTION, MAX_CARDS_TO_END, REVEAL_ACTION, actions_after_reveal, has_revealed
from core.mad_queens.points import row_points, score_of

MAX_DECK_CARDS_TO_REVEAL_WHEN_BEHIND: Final = 5
"""After all others have finished, a seat that would still be behind after banking its row reveals if its deck holds at
most this number of cards."""


BOLD_ROW_CARDS: Final = 5
"""The bot ``bold`` banks when its row has this number of cards; in most plays a card is caught before."""


def play_as_bold(view: View) -> Action:
    """Return the action of the bot of the level easy: ``reveal`` until the row has `BOLD_ROW_CARDS` cards, then
    ``bank``."""
    return play_as_steady(view, BOLD_ROW_CARDS)


def play_as_striving(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot of the level hard, which plays to win and not for points.

    It is the action with the better chance of winning the match; the action of the bot `careful` where both have the
    same chance, or where there is nothing to choose between.
    """
    return choose_to_win_match(view, temperament) or play_as_careful(view, temperament)


def choose_to_win_match(view: View, temperament: Temperament = PLAIN) -> Action | None:
    """Return the action with the better chance of winning the match, where a seat may reveal or bank, or reveal or end.

    Returns None if both have the same chance, if only one is legal, or if no other seat plays. Once all others have
    finished, the seat acts by the scores (`choose_after_others_finish`); until then the chances are estimated
    (`choose_by_winning_chance`).
    """
    by_rank = choose_after_others_finish if have_all_others_finished(view) else choose_by_winning_chance
    return by_rank(view, temperament)


def decision_doubt_of_striving_bot(view: View, temperament: Temperament = PLAIN) -> float:
    """Return how close the two choices of the bot ``striving`` are, from 0 (one is clearly better) to 1 (equal)."""
    return (decision_doubt_of_careful_bot if have_all_others_finished(view) else decision_doubt_of_contender_bot)(
        view, temperament
    )


def have_all_others_finished(view: View) -> bool:
    """Return whether the game of every other seat has ended; true for a seat that plays alone."""
    return all(view.facts[f"cause/{other}"] for other in range(view.seats) if other != view.seat)


def choose_after_others_finish(view: View, temperament: Temperament = PLAIN) -> Action | None:
    """Return the action that brings the best final rank, once all other seats have finished.

    Returns None if others still play, if the deck has more than `MAX_CARDS_TO_END` cards, or if neither action is
    better. A seat that is ahead alone ends its game as soon as it may, and banks a row that brings it ahead; one that
    is behind reveals another card. Temperaments make no difference.
    """
    seat, deck = view.seat, view.count(f"deck/{view.seat}")
    assert seat is not None
    rivals = [other for other in range(view.seats) if other != seat]
    if not rivals or not have_all_others_finished(view) or deck > MAX_CARDS_TO_END:
        return None
    behind = max(score_of(view, other) for other in rivals) - score_of(view, seat)
    if has_revealed(view):
        return action_by_scores(behind - row_points(view, seat), deck, actions_after_reveal(view)[1])
    if not may_end_game(view):
        return REVEAL_ACTION if behind > 0 else None
    return action_by_scores(behind, deck, END_ACTION)


def action_by_scores(behind: int, deck_card_count: int, other: Action) -> Action | None:
    """Return the better one for the final rank of turning a card and the `other` action, to bank or to end the game,
    once all other seats have finished; None if neither is.

    `behind` is by how many points the seat would be behind the best other seat after the `other` action, less than 0 if
    ahead.
    """
    if behind < 0:
        return other
    reveals = other == END_ACTION or deck_card_count <= MAX_DECK_CARDS_TO_REVEAL_WHEN_BEHIND
    return REVEAL_ACTION if behind and reveals else None


MAD_QUEENS_LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": level_of_bot(play_as_bold),
        "normal": level_of_bot_with_temperaments(play_as_careful, decision_doubt_of_careful_bot),
        "hard": level_of_bot_with_temperaments(play_as_striving, decision_doubt_of_striving_bot),
    }
)
"""Maps the name of each level of play to the level, in both Mad Queens games."""
