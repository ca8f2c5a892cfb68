"""Analysis of a match that has been played: its course, and the decisions that cost one seat most.

Each decision of the seat is given to the coach of the game as the seat saw it, with what the seat could remember. So a
decision is judged by what could be known, and not by the cards that came afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.engine.coach import Advice, Choice, Figure
from core.engine.game import Game
from core.engine.match import Match
from core.engine.piles import Remark

COURSE_STEPS: Final = 240
"""The greatest number of parts of equal length into which the course of a match is divided."""

MISTAKES_KEPT: Final = 3
"""How many of the most costly decisions an analysis keeps."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision in which the coach would have made another choice.

    step    the number of actions of all seats before it
    taken   the choice that the seat made
    best    the choice that the coach would have made
    reason  why, in a sentence
    cost    by how much the best choice was worth more, with the error of the difference
    """

    step: int
    taken: Choice
    best: Choice
    reason: str
    cost: Figure


@dataclass(frozen=True, slots=True)
class Analysis:
    """What happened in a match.

    steps      the numbers of actions after which the scores were noted, in order, the first 0, the last all of them
    scores     for each of these, the score of each seat then
    remarks    all remarks of the match, in order
    decisions  the number of decisions of the seat that was analysed in which the coach knew a best choice, and what the
               choice of the seat was worth
    mistakes   its most costly decisions, at most `MISTAKES_KEPT`, the most costly first
    """

    steps: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    remarks: tuple[Remark, ...]
    decisions: int
    mistakes: tuple[Mistake, ...]


AnalysisWork: TypeAlias = Generator[float, None, Analysis]
"""A generator that works out an analysis: it yields the share that is done, from 0 to 1, and returns the analysis."""


def analyse(game: Game, start: Match, actions: Sequence[tuple[int, str]], seat: int | None) -> AnalysisWork:
    """Play a match again and analyse it.

    `start` is the match before its first action; it is played on by the analysis. `actions` are all its actions as in
    its record, `seat` is the seat whose decisions are judged; without it, or in a game without a coach, none is. Raises
    `core.RulesError` at an action that the rules do not allow.
    """
    memory = None if seat is None or game.coach is None else game.memory(start.view(seat))
    noted = _steps_noted(len(actions))
    scores = [_scores(start)]
    remarks = [change for change in start.opening if isinstance(change, Remark)]
    mistakes: list[Mistake] = []
    decisions = 0
    for step, (actor, text) in enumerate(actions):
        action = game.parse(text)
        if memory is not None and actor == seat and len(start.legal(actor)) > 1:
            assert game.coach is not None
            work = game.coach(game, start.view(seat), memory)
            while True:
                try:
                    next(work)
                except StopIteration as end:
                    advice: Advice = end.value
                    break
                yield step / len(actions)
            taken = next((choice for choice in advice.choices if choice.action == action), None)
            if taken is not None and advice.best is not None and taken.worth is not None:
                decisions += 1
                mistake = _mistake(step, taken, advice.best, advice)
                if mistake is not None:
                    mistakes = sorted([*mistakes, mistake], key=lambda one: -one.cost.value)[:MISTAKES_KEPT]
        changes = start.act(actor, action)
        if memory is not None:
            memory.note(changes)
        remarks += [change for change in changes if isinstance(change, Remark)]
        if step + 1 in noted:
            scores.append(_scores(start))
        yield (step + 1) / len(actions)
    return Analysis(noted, tuple(scores), tuple(remarks), decisions, tuple(mistakes))


def finished_analysis(work: AnalysisWork) -> Analysis:
    """Do all the work of an analysis at once, and return it."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            analysis: Analysis = end.value
            return analysis


def _steps_noted(actions: int) -> tuple[int, ...]:
    """Return the numbers of actions after which scores are noted, in a match of `actions` actions."""
    parts = max(min(actions, COURSE_STEPS), 1)
    return tuple(dict.fromkeys(actions * part // parts for part in range(parts + 1)))


def _scores(match: Match) -> tuple[int, ...]:
    """Return the score of each seat now."""
    return tuple(match.score(seat) for seat in range(match.seats))


def _mistake(step: int, taken: Choice, best: Choice, advice: Advice) -> Mistake | None:
    """Return the mistake that a choice is beside the best one, or None if it is not clearly worse."""
    if taken is best or taken in advice.as_good or taken.worth is None or best.worth is None:
        return None
    value = best.worth.value - taken.worth.value
    error = math.hypot(best.worth.error, taken.worth.error)
    if value <= error:
        return None
    return Mistake(step, taken, best, advice.reason, Figure(best.worth.what, value, error, best.worth.unit))
