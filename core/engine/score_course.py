"""The course of a match: the scores of all seats from its first action to its last."""

from __future__ import annotations

from typing import Final

from core.engine.game import Game
from core.engine.match import Match

MAX_COURSE_PARTS: Final = 240
"""Maximum number of parts of equal length into which the course of a match is divided."""


def course_steps(action_count: int, max_steps: int = MAX_COURSE_PARTS) -> tuple[int, ...]:
    """Return the numbers of actions after which scores are noted in a match of `action_count` actions, in order.

    The first is 0 and the last `action_count`; they divide the match into at most `max_steps` parts of about equal
    length.
    """
    parts = max(min(action_count, max_steps), 1)
    return tuple(dict.fromkeys(action_count * part // parts for part in range(parts + 1)))


def current_scores(match: Match) -> tuple[int, ...]:
    """Return the score of each seat in the present state of a match."""
    return tuple(match.score(seat) for seat in range(match.seats))


def current_part(game: Game, match: Match) -> str:
    """Return the part of the game that a match is in, as in ``Play 7``; "" if the game has no parts."""
    word, fact = game.part_word_and_fact
    return f"{word} {match.facts[match.layout.fact(fact).layout_index]}" if fact else ""
