"""Analysis of a match that has been played: its course, and the decisions that cost one seat most.

Each decision of the seat is given to the coach of the game as the seat saw it, with what the seat could remember. So a
decision is judged by what could be known, and not by the cards that came afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.engine.action import Action
from core.engine.coach import CHANCE_UNIT, Advice, Choice, Figure
from core.engine.computation import with_progress
from core.engine.game import Game
from core.engine.match import Match
from core.engine.memory import Memory
from core.engine.piles import Remark
from core.engine.replay import replay_with_memory
from core.engine.score_course import course_steps, current_part, current_scores, steps_over_parts
from core.engine.turning_point import TurningPoint, find_turning_point
from core.engine.winning_chance import has_hands, winning_chances

MAX_PARTS_FOR_CHANCES: Final = 30
"""Maximum number of parts into which a match is divided; the chances of winning are computed at their ends."""

USUAL_ACTIONS_FOR_CHANCES: Final = 250_000
"""The approximate number of actions that are played to estimate all chances of winning, unless
`MIN_PLAYOUTS_PER_CHANCE` requires more."""

MAX_ACTIONS_FOR_CHANCES: Final = 1_000_000
"""The approximate maximum number of actions that are played to estimate all chances of winning.

A match that would take more, even with `MIN_PLAYOUTS_PER_CHANCE`, is divided into fewer parts than
`MAX_PARTS_FOR_CHANCES`.
"""

MIN_PARTS_FOR_CHANCES: Final = 2
"""Minimum number of parts into which a match is divided: there are chances at its beginning, middle and end at
least."""

MIN_PLAYOUTS_PER_CHANCE: Final = 20
"""Minimum number of times that a match is played to its end from one state, to find the chances there."""
MAX_PLAYOUTS_PER_CHANCE: Final = 60
"""Maximum number of times that a match is played to its end from one state, to find the chances there."""

MAX_SUSPECTED_DECISIONS: Final = 10
"""Maximum number of decisions that are judged fully: those that seem most costly after a brief judgement."""

MAX_MISTAKES: Final = 3
"""Maximum number of mistakes in an analysis: the most costly ones."""

PARTS_SHARE: Final = 0.01
"""The approximate share of an analysis's computing time that it takes to find the parts of the match."""
BRIEF_JUDGEMENT_SHARE: Final = 0.4
"""The approximate share of an analysis's computing time until every decision is judged briefly."""
FULL_JUDGEMENT_SHARE: Final = 0.1
"""The approximate share of an analysis's computing time that it takes to judge again, fully, the decisions that seemed
mistakes."""
TURNING_POINT_SHARE: Final = 0.15
"""The approximate share of an analysis's computing time that it takes to find the turning point."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision of a seat for which the coach would have chosen another action, clearly worth more."""

    step: int
    """The number of actions of all seats before the decision."""
    part: str
    """The part of the match in which the decision was made, as in ``Play 7``; "" if the match has no parts."""
    choice_taken: Choice
    """The choice that the seat made."""
    best_choice: Choice
    """The choice that the coach would have made."""
    reason: str
    """The reason why the best choice is better, in a sentence."""
    loss: Figure
    """The amount by which the best choice was worth more than the taken one, with the error of this difference: in
    points, or as a chance of winning where the coach chose by that."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a match that has been played: its course, and the mistakes of one seat."""

    steps: tuple[int, ...]
    """The numbers of actions after which the scores were noted, in order: from 0 to the number of all actions."""
    scores: tuple[tuple[int, ...], ...]
    """For each of `steps`, the score of each seat after that number of actions."""
    remarks: tuple[Remark, ...]
    """All remarks of the match, in order."""
    judged_decision_count: int
    """The number of decisions of the analysed seat in which the coach knew by how much the best choice was better than
    the taken one."""
    mistakes: tuple[Mistake, ...]
    """The mistakes of the analysed seat, at most `MAX_MISTAKES`: clearly lost chances of winning before lost
    points, and the most costly first."""
    chance_steps: tuple[int, ...] = ()
    """The numbers of actions after which the chances of winning were computed, in order; none in a game without
    `Game.next_action`."""
    chances: tuple[tuple[Figure, ...], ...] = ()
    """For each of `chance_steps`, the chance of each seat to win the match from there; the chances add up to 1."""
    first_and_last_part: tuple[str, str] = ("", "")
    """The first and the last part of the match, as in ``Play 1`` and ``Play 30``; "" if the match has no parts."""
    part_starts: tuple[int, ...] = ()
    """The numbers of actions after which a part of the match begins, in order, the first 0; empty without parts."""
    has_hands: bool = False
    """Whether players hold hands of cards: then `chances` are those with all hands as they were, but at the beginning
    of a part, where they are those before its hands are dealt."""
    turning_point: TurningPoint | None = None
    """Where the chance of the analysed seat to win changed most; None without a seat or a rival, and if there are too
    few `chances` to tell."""


AnalysisWork: TypeAlias = Generator[float, None, Analysis]
"""A generator that works out an analysis: it yields the share that is done, from 0 to 1, and returns the analysis."""


def analyse(
    game: Game, start: Match, actions: Sequence[tuple[int, str]], seat: int | None, *, estimates: bool = True
) -> AnalysisWork:
    """Play a match again and analyse it.

    `start` is the match before its first action; it is played on by the analysis. `actions` are all its actions as in
    its record, `seat` is the seat whose decisions are judged; without it, or in a game without a coach, none is. Raises
    `core.RulesError` if one of the actions is not allowed by the rules.

    Every decision is judged briefly first, and those that seem most costly a second time, fully. Without `estimates`,
    which take most of the time, no decision is judged and no chance of winning is computed.
    """
    plan = [(actor, game.parse(text)) for actor, text in actions]
    judged = seat if game.coach is not None and estimates else None
    steps = course_steps(len(plan))
    has_chances = game.next_action is not None and estimates
    parts, part_starts = yield from _find_parts(game, start.copy(), plan)
    chance_steps = steps_over_parts(len(plan), part_starts, chance_part_count(len(plan))) if has_chances else ()
    scores: list[tuple[int, ...]] = []
    states: list[tuple[Match, Match | None]] = []
    before: Match | None = None
    remarks: list[Remark] = []
    suspects: list[tuple[bool, Figure, int]] = []
    again, once_more = start.copy(), start.copy()
    for step, changes, memory in replay_with_memory(game, start, plan, judged):
        remarks += [change for change in changes if isinstance(change, Remark)]
        if step in steps:
            scores.append(current_scores(start))
        if step in chance_steps:
            states.append((start.copy(), before))
        before = start.copy() if step + 1 in chance_steps else None
        done = PARTS_SHARE + (BRIEF_JUDGEMENT_SHARE - PARTS_SHARE) * (step + 1) / (len(plan) + 1)
        if memory is not None and step < len(plan) and plan[step][0] == judged and len(start.legal(judged)) > 1:
            taken, advice = yield from _judge_decision(game, start, memory, plan[step], True, done)
            loss = _judged_loss(plan, step, taken, advice.best)
            if loss is not None:
                has_worth = taken is not None and taken.worth is not None  # else the rules make it worse: that is sure
                suspects.append((has_worth, loss, step))
        yield done
    suspects.sort(key=lambda suspect: (suspect[0], _rank_of_loss(suspect[1]), -suspect[2]))
    suspected = [step for _, loss, step in suspects[:MAX_SUSPECTED_DECISIONS] if loss.value > 0]
    mistakes = yield from _find_mistakes(game, again, plan[: max(suspected, default=-1) + 1], judged, suspected)
    chances = yield from _estimate_chances(game, states, len(plan))
    turning_point = None
    if judged is not None and chances:
        # whole parts are compared if there are chances at all their ends, so that what is told is about all of a part
        ends = {*part_starts, len(plan)}
        if len(part_starts) < 2 or not ends <= {*chance_steps}:
            ends = {*chance_steps}
        at = [number for number, step in enumerate(chance_steps) if step in ends]
        at_steps, at_chances = [chance_steps[number] for number in at], [chances[number] for number in at]
        finding = find_turning_point(game, once_more, plan, judged, scores[-1], at_steps, at_chances)
        turning_point = yield from with_progress(finding, 1 - TURNING_POINT_SHARE)
    yield 1
    told = tuple(scores), tuple(remarks), len(suspects), mistakes
    ends_of_parts = parts[0], parts[-1]
    return Analysis(steps, *told, chance_steps, chances, ends_of_parts, part_starts, has_hands(start), turning_point)


def _find_parts(
    game: Game, match: Match, plan: Sequence[tuple[int, Action]]
) -> Generator[float, None, tuple[Sequence[str], tuple[int, ...]]]:
    """Return the parts of a match, as in ``Play 7``, and the numbers of actions after which they begin, none if the
    game has no parts; `match` is the match before the actions of `plan`, which are carried out."""
    parts = [current_part(game, match)]
    part_starts = [0] if parts[0] else []
    for step, _, _ in replay_with_memory(game, match, plan, None):
        if step < len(plan) and current_part(game, match) != parts[-1]:
            parts.append(current_part(game, match))
            part_starts.append(step)
        yield PARTS_SHARE * (step + 1) / (len(plan) + 1)
    return parts, tuple(part_starts)


def _judge_decision(
    game: Game, match: Match, memory: Memory, decision: tuple[int, Action], is_brief: bool, share_done: float
) -> Generator[float, None, tuple[Choice | None, Advice]]:
    """Ask the coach about a decision (seat, action); return the coach's choice for that action, and the whole advice.

    The choice is None if the advice does not contain it. Meanwhile it yields `share_done`, the share of the whole
    analysis that is done.
    """
    seat, action = decision
    assert game.coach is not None
    advice = yield from with_progress(game.coach(game, match.view(seat), memory, is_brief), share_done)
    return next((choice for choice in advice.choices if choice.action == action), None), advice


def _find_mistakes(
    game: Game, match: Match, plan: Sequence[tuple[int, Action]], seat: int | None, suspected_steps: Sequence[int]
) -> Generator[float, None, tuple[Mistake, ...]]:
    """Judge the suspected decisions fully; return the mistakes among them, the most costly first.

    `match` is the match before its first action, `plan` are its actions up to the last suspected decision, and
    `suspected_steps` are the numbers of actions before each suspected decision. Yields the share of the whole analysis
    that is done.
    """
    mistakes: list[Mistake] = []
    for step, _, memory in replay_with_memory(game, match, plan, seat):
        if step in suspected_steps and memory is not None:
            done = BRIEF_JUDGEMENT_SHARE + FULL_JUDGEMENT_SHARE * step / len(plan)
            taken, advice = yield from _judge_decision(game, match, memory, plan[step], False, done)
            mistake = None if taken is None else _find_clear_mistake(step, current_part(game, match), taken, advice)
            if mistake is not None:
                mistakes.append(mistake)
    return tuple(sorted(mistakes, key=lambda one: _rank_of_loss(one.loss))[:MAX_MISTAKES])


def chance_part_count(action_count: int) -> int:
    """Return the number of parts into which a match of `action_count` actions is divided to compute chances."""
    affordable = (
        2 * MAX_ACTIONS_FOR_CHANCES // (MIN_PLAYOUTS_PER_CHANCE * max(1, action_count))
    )  # on average half of the match is played on
    return max(MIN_PARTS_FOR_CHANCES, min(MAX_PARTS_FOR_CHANCES, affordable))


def _estimate_chances(
    game: Game, states: Sequence[tuple[Match, Match | None]], action_count: int
) -> Generator[float, None, tuple[tuple[Figure, ...], ...]]:
    """Return for each of `states` the chance of each seat to win the match from there.

    The states are copies of one match of `action_count` actions, each with one from before its latest action (None at
    the beginning). Yields the share of the whole analysis that is done.
    """
    chances: list[tuple[Figure, ...]] = []
    share_before = BRIEF_JUDGEMENT_SHARE + FULL_JUDGEMENT_SHARE
    to_play = sum(action_count - len(match.actions) for match, _ in states)
    number = max(MIN_PLAYOUTS_PER_CHANCE, min(MAX_PLAYOUTS_PER_CHANCE, USUAL_ACTIONS_FOR_CHANCES // max(1, to_play)))
    for done, (match, before_action) in enumerate(states):
        share = share_before + (1 - TURNING_POINT_SHARE - share_before) * done / len(states)
        work = winning_chances(game, match, number, before_action)
        chances.append((yield from with_progress(work, share)))
    return tuple(chances)


def _judged_loss(
    plan: Sequence[tuple[int, Action]], step: int, taken_choice: Choice | None, best: Choice | None
) -> Figure | None:
    """Return by how much the best choice is better than the one that was taken at a step of `plan`; None if that is not
    known, if the seat made its choice good, and for a question, after which it makes the same decision again."""
    if taken_choice is None or taken_choice.is_question or best is None:
        return None
    if taken_choice.made_good_by is not None:
        seat = plan[step][0]
        following = next((action for actor, action in plan[step + 1 :] if actor == seat), None)
        if following == taken_choice.made_good_by:
            return None
    return _loss_of_choice(taken_choice, best)


def _loss_of_choice(taken_choice: Choice, best: Choice) -> Figure | None:
    """Return by how much the best choice is worth more than the taken one, with the error of this difference; None if
    that is not known."""
    if taken_choice.loss is not None:
        return taken_choice.loss
    if taken_choice.worth is None or best.worth is None:
        return None
    value = best.worth.value - taken_choice.worth.value
    return Figure(best.worth.label, value, math.hypot(best.worth.error, taken_choice.worth.error), best.worth.unit)


def _rank_of_loss(loss: Figure) -> tuple[bool, float]:
    """Return the key by which losses are sorted, the greatest first; a clearly lost chance of winning is before lost
    points."""
    return loss.unit != CHANCE_UNIT or loss.value <= loss.error, -loss.value


def _find_clear_mistake(step: int, part: str, taken_choice: Choice, advice: Advice) -> Mistake | None:
    """Return the taken choice as a mistake, or None if it is not clearly worse than the coach's best choice.

    `step` is the number of actions before the decision, `part` the part of the match in which it was made.
    """
    best = advice.best
    if best is None or taken_choice is best or taken_choice in advice.equally_good:
        return None
    loss = _loss_of_choice(taken_choice, best)
    if loss is None:
        return None
    decimals = 2 if loss.unit == CHANCE_UNIT else 1  # as people read them: a cost of 0.2 ±0.2 is no finding
    is_clear = round(loss.value, decimals) > round(loss.error, decimals)
    return Mistake(step, part, taken_choice, best, advice.reason, loss) if is_clear else None
