"""The course of a match: the scores of all seats from its first action to its last."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
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


def steps_over_parts(action_count: int, part_starts: Sequence[int], max_steps: int) -> tuple[int, ...]:
    """Return the numbers of actions that divide a match of `action_count` actions as `course_steps` does, but so that
    each part of the match, such as a play or a hand, is divided as often, however many actions it has.

    `part_starts` are the numbers of actions after which the parts begin; if there are at most `max_steps`, each of them
    is among the numbers. Without parts they divide the actions.
    """
    if not part_starts:
        return course_steps(action_count, max_steps)
    ends = (*part_starts[1:], action_count)
    parts = len(part_starts)
    count = max_steps - max_steps % parts or max_steps
    steps = []
    for number in range(count):
        part, share = divmod(number * parts, count)
        begin, end = part_starts[part], ends[part]
        steps.append(begin + (end - begin) * share // count)
    return tuple(dict.fromkeys((*steps, action_count)))


def values_over_parts(steps: Sequence[int], values: Sequence[float], part_starts: Sequence[int]) -> tuple[float, ...]:
    """Return values of a course at equal distances, if each part of the match, such as a play or a hand, is equally
    long.

    `values` belong to `steps`, numbers of actions in order, of which the last is that of all actions; `part_starts` are
    the numbers of actions after which the parts begin. Between two steps the values change evenly. Without parts, or
    with one, the values are returned as they are.
    """
    if len(part_starts) < 2 or len(steps) < 2:
        return tuple(values)
    ends = (*part_starts[1:], steps[-1])
    places = []
    for step in steps:
        part = max(min(bisect_right(part_starts, step), len(part_starts)) - 1, 0)
        places.append(part + (step - part_starts[part]) / (ends[part] - part_starts[part]))
    found = []
    for number in range(MAX_COURSE_PARTS + 1):
        place = places[0] + (places[-1] - places[0]) * number / MAX_COURSE_PARTS
        after = min(bisect_right(places, place), len(places) - 1)
        share = min((place - places[after - 1]) / (places[after] - places[after - 1]), 1.0)
        found.append(values[after - 1] + (values[after] - values[after - 1]) * share)
    return tuple(found)


def current_scores(match: Match) -> tuple[int, ...]:
    """Return the score of each seat in the present state of a match."""
    return tuple(match.score(seat) for seat in range(match.seats))


def current_part(game: Game, match: Match) -> str:
    """Return the part of the game that a match is in, as in ``Play 7``; "" if the game has no parts."""
    word, fact = game.part_word_and_fact
    return f"{word} {match.facts[match.layout.fact(fact).layout_index]}" if fact else ""
