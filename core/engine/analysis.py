"""Analysis of a match that has been played: its course, and the decisions that cost one seat most.

Each decision of the seat is given to the coach of the game as the seat saw it, with what the seat could remember. So a
decision is judged by what could be known, and not by the cards that came afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.engine.action import Action
from core.engine.coach import Advice, Choice, Figure
from core.engine.computation import with_progress
from core.engine.course import part_now, scores_now, steps_noted
from core.engine.game import Game
from core.engine.match import Match
from core.engine.memory import Memory
from core.engine.piles import Remark
from core.engine.winning_chance import winning_chances

CHANCE_STEPS: Final = 30
"""The greatest number of parts of equal length after which the chances of winning are noted."""

MAX_CHANCE_ACTIONS: Final = 250_000
"""About how many actions may be played, in all matches that are played on, to find the chances of winning."""

MOST_CHANCE_ACTIONS: Final = 1_000_000
"""Up to about how many actions may be played to find the chances, if each is taken from `LEAST_ENDS` ends only.

A match that would take more, such as one of hundreds of seats, is divided into fewer parts than `CHANCE_STEPS`.
"""

LEAST_CHANCE_STEPS: Final = 2
"""The least number of parts into which a match is divided: there are chances at its beginning, middle and end at least.
"""

LEAST_ENDS: Final = 20
"""The least number of times that the match is played on to its end, to find one chance."""
MOST_ENDS: Final = 60
"""The greatest number of times that the match is played on to its end, to find one chance."""

SUSPECTS: Final = 10
"""How many decisions, those that seem most costly after a brief judgement, are judged fully."""

MISTAKES_KEPT: Final = 3
"""How many of the most costly decisions an analysis keeps."""

FIRST_LOOK_SHARE: Final = 0.4
"""About which share of the whole work it takes to judge every decision briefly."""
SECOND_LOOK_SHARE: Final = 0.1
"""About which share of the whole work it takes to judge the suspected decisions fully."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision in which the coach would have made another choice, clearly worth more."""

    step: int
    """The number of actions of all seats before the decision."""
    part: str
    """The part of the match in which the decision was made, as in ``Play 7``; "" if the match has no parts."""
    taken: Choice
    """The choice that the seat made."""
    best: Choice
    """The choice that the coach would have made."""
    reason: str
    """Why the best choice is better, in a sentence."""
    loss: Figure
    """By how much the best choice was worth more than the taken one, with the error of the difference: the loss of the
    taken choice."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What happened in a match."""

    steps: tuple[int, ...]
    """The numbers of actions after which the scores were noted, in order, the first 0, the last all of them."""
    scores: tuple[tuple[int, ...], ...]
    """For each of `steps`, the score of each seat then."""
    remarks: tuple[Remark, ...]
    """All remarks of the match, in order."""
    decisions: int
    """The number of decisions of the seat that was analysed in which the coach knew a best choice, and what the choice
    of the seat was worth."""
    mistakes: tuple[Mistake, ...]
    """The most costly decisions of the seat that was analysed, at most `MISTAKES_KEPT`, the most costly first."""
    chance_steps: tuple[int, ...] = ()
    """The numbers of actions after which the chances of winning were noted, in order; none in a game without
    `Game.next_action`."""
    chances: tuple[tuple[Figure, ...], ...] = ()
    """For each of `chance_steps`, the chance of each seat to win the match from there; the chances add up to 1."""
    ends: tuple[str, str] = ("", "")
    """The first and the last part of the match, as in ``Play 1`` and ``Play 30``; "" if the match has no parts."""


AnalysisWork: TypeAlias = Generator[float, None, Analysis]
"""A generator that works out an analysis: it yields the share that is done, from 0 to 1, and returns the analysis."""


def analyse(game: Game, start: Match, actions: Sequence[tuple[int, str]], seat: int | None) -> AnalysisWork:
    """Play a match again and analyse it.

    `start` is the match before its first action; it is played on by the analysis. `actions` are all its actions as in
    its record, `seat` is the seat whose decisions are judged; without it, or in a game without a coach, none is. Raises
    `core.RulesError` at an action that the rules do not allow.

    Every decision is judged briefly first, and those that seem most costly a second time, fully.
    """
    plan = [(actor, game.parse(text)) for actor, text in actions]
    judged = seat if game.coach is not None else None
    steps = steps_noted(len(plan))
    chance_steps = steps_noted(len(plan), chance_parts(len(plan))) if game.next_action is not None else ()
    scores: list[tuple[int, ...]] = []
    states: list[Match] = []
    remarks = [change for change in start.opening if isinstance(change, Remark)]
    suspects: list[tuple[float, int]] = []
    again = start.copy()
    first = last = part_now(game, start)
    for step, memory in _walk(game, start, plan, judged):
        if step < len(plan):
            last = part_now(game, start)
        if step:
            remarks += [change for change in start.changes if isinstance(change, Remark)]
        if step in steps:
            scores.append(scores_now(start))
        if step in chance_steps:
            states.append(start.copy())
        done = FIRST_LOOK_SHARE * (step + 1) / (len(plan) + 1)
        if memory is not None and step < len(plan) and plan[step][0] == judged and len(start.legal(judged)) > 1:
            taken, advice = yield from _judgement(game, start, memory, plan[step], True, done)
            if taken is not None and taken.worth is not None and advice.best is not None:
                suspects.append((_loss(taken, advice.best).value, step))
        yield done
    suspected = [step for cost, step in sorted(suspects, reverse=True)[:SUSPECTS] if cost > 0]
    mistakes = yield from _mistakes(game, again, plan[: max(suspected, default=-1) + 1], judged, suspected)
    chances = yield from _chances(game, states, len(plan))
    told = tuple(scores), tuple(remarks), len(suspects), mistakes
    return Analysis(steps, *told, chance_steps, chances, (first, last))


def _walk(
    game: Game, match: Match, plan: Sequence[tuple[int, Action]], seat: int | None
) -> Iterator[tuple[int, Memory | None]]:
    """Carry out the actions of `plan` in a match; yield (number of actions done, memory) before each and at the end.

    The memory is that of `seat` at that moment; None without a seat.
    """
    memory = None if seat is None else game.memory(match.view(seat))
    yield 0, memory
    for step, (actor, action) in enumerate(plan, 1):
        changes = match.act(actor, action)
        if memory is not None:
            memory.note(changes)
        yield step, memory


def _judgement(
    game: Game, match: Match, memory: Memory, decision: tuple[int, Action], brief: bool, done: float
) -> Generator[float, None, tuple[Choice | None, Advice]]:
    """Ask the coach about a decision (seat, action); return the choice that the action was, and the advice.

    The choice is None if the advice does not contain it. Yields `done`, the share of the whole analysis, meanwhile.
    """
    seat, action = decision
    assert game.coach is not None
    advice = yield from with_progress(game.coach(game, match.view(seat), memory, brief), done)
    return next((choice for choice in advice.choices if choice.action == action), None), advice


def _mistakes(
    game: Game, match: Match, plan: Sequence[tuple[int, Action]], seat: int | None, suspected: Sequence[int]
) -> Generator[float, None, tuple[Mistake, ...]]:
    """Judge the suspected decisions fully; return the mistakes among them, the most costly first.

    `match` is the match before its first action, `plan` are its actions up to the last suspected decision, and
    `suspected` names each decision by the number of actions before it. Yields the share of the whole analysis done.
    """
    mistakes: list[Mistake] = []
    for step, memory in _walk(game, match, plan, seat):
        if step in suspected and memory is not None:
            done = FIRST_LOOK_SHARE + SECOND_LOOK_SHARE * step / len(plan)
            taken, advice = yield from _judgement(game, match, memory, plan[step], False, done)
            mistake = None if taken is None else _mistake(step, part_now(game, match), taken, advice)
            if mistake is not None:
                mistakes.append(mistake)
    return tuple(sorted(mistakes, key=lambda one: -one.loss.value)[:MISTAKES_KEPT])


def chance_parts(length: int) -> int:
    """Return into how many parts a match of `length` actions is divided, after which chances are noted."""
    affordable = 2 * MOST_CHANCE_ACTIONS // (LEAST_ENDS * max(1, length))  # on average half of the match is played on
    return max(LEAST_CHANCE_STEPS, min(CHANCE_STEPS, affordable))


def _chances(
    game: Game, states: Sequence[Match], length: int
) -> Generator[float, None, tuple[tuple[Figure, ...], ...]]:
    """Return for each of `states` the chance of each seat to win the match from there.

    The states are copies of one match of `length` actions. Yields the share of the whole analysis that is done.
    """
    chances: list[tuple[Figure, ...]] = []
    before = FIRST_LOOK_SHARE + SECOND_LOOK_SHARE
    to_play = sum(length - len(state.actions) for state in states)
    number = max(LEAST_ENDS, min(MOST_ENDS, MAX_CHANCE_ACTIONS // max(1, to_play)))
    for done, state in enumerate(states):
        share = before + (1 - before) * done / len(states)
        chances.append((yield from with_progress(winning_chances(game, state, number), share)))
    yield 1
    return tuple(chances)


def _loss(taken: Choice, best: Choice) -> Figure:
    """Return the loss of the choice that was made: by how much the best one is worth more, with the error of that."""
    assert taken.worth is not None
    assert best.worth is not None
    if taken.loss is not None:
        return taken.loss
    value = best.worth.value - taken.worth.value
    return Figure(best.worth.label, value, math.hypot(best.worth.error, taken.worth.error), best.worth.unit)


def _mistake(step: int, part: str, taken: Choice, advice: Advice) -> Mistake | None:
    """Return a choice as a mistake, or None if it is not clearly worse than the best choice of the advice.

    `step` and `part` are as in `Mistake`.
    """
    best = advice.best
    if best is None or taken is best or taken in advice.as_good or taken.worth is None or best.worth is None:
        return None
    loss = _loss(taken, best)
    return Mistake(step, part, taken, best, advice.reason, loss) if loss.value > loss.error else None
