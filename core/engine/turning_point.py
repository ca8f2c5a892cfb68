"""The turning point of a match that has been played: where the chance of a side to win changed most, and by what.

A side that lost is told where its chance fell most, one that won where it rose most. The greatest change of a course of
estimates is partly luck, so the chances at both ends of it are estimated again with more samples.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from core.engine.action import Action
from core.engine.coach import Figure
from core.engine.computation import with_progress
from core.engine.game import Game
from core.engine.match import Match
from core.engine.piles import Remark
from core.engine.replay import replay_with_memory
from core.engine.score_course import current_part
from core.engine.story import Moment
from core.engine.winning_chance import winning_chances

ACTIONS_FOR_TURNING_POINT: Final = 50_000
"""The approximate number of actions that are played to estimate again the chances at both ends of the greatest
change."""

MIN_PLAYOUTS_AT_TURNING_POINT: Final = 60
"""Minimum number of times that a match is played to its end from each end of the greatest change."""
MAX_PLAYOUTS_AT_TURNING_POINT: Final = 400
"""Maximum number of times that a match is played to its end from each end of the greatest change."""

MIN_DECISIVE_CHANGE: Final = 0.15
"""A smaller change of a chance of winning decides no match."""

MIN_SHARE_OF_GREATEST_WEIGHT: Final = 0.5
"""A moment explains nothing beside another one that is more than twice as remarkable."""


class Turn(NamedTuple):
    """A moment that helped or hurt a side, and how likely it was when the seat of the moment decided."""

    moment: Moment
    """The moment: of the side, of its best rival, or of the whole table."""
    risk: Figure | None = None
    """The probability of the moment by the coach's figures before the decision; None if there is none."""
    is_advised: bool = False
    """Whether the coach would have decided the same, or found it as good; always False without a `risk`."""


class TurningPoint(NamedTuple):
    """The part of a match in which the chance of one side to win changed most, and the moments that mattered to it."""

    has_won: bool
    """Whether the side has won the match: then its chance rose, else it fell."""
    first_part: str
    """The part of the match in which the change begins, as in ``Play 7``; "" if the match has no parts."""
    last_part: str
    """The part of the match in which the change ends."""
    before: Figure
    """The chance of the side to win before the change."""
    after: Figure
    """The chance of the side to win after the change."""
    turns: tuple[Turn, ...]
    """The moments that explain the change, one of the side and one of its best rival at most, in order, but one with a
    risk last. Without a clear change they are the most remarkable ones of the whole match."""
    is_steady: bool = True
    """Whether the chance never changed decisively against the result: after its highest value so far it did not fall by
    more than `MIN_DECISIVE_CHANGE` if the side has won, nor rise by more after its lowest if not."""

    @property
    def is_clear(self) -> bool:
        """Whether the chance changed decisively, and by more than the error of the estimates, in the direction of the
        result."""
        change = self.after.value - self.before.value
        least = max(MIN_DECISIVE_CHANGE, math.hypot(self.before.error, self.after.error))
        return (change if self.has_won else -change) > least


class _MarkedMoment(NamedTuple):
    """A moment, and what it meant to a side."""

    moment: Moment
    is_own: bool
    """Whether it is a moment of the side and not of its rival or of the table."""
    is_good: bool
    """Whether it helped the side: its own score rose, its rival's did not, or, for the table, the side gained on it."""
    remark_keys: tuple[str, ...]
    """The keys of the remarks about the seat of the moment that its action made, up to the moment's."""


def find_turning_point(
    game: Game,
    start: Match,
    plan: Sequence[tuple[int, Action]],
    seat: int,
    final_scores: Sequence[int],
    chance_steps: Sequence[int],
    chances: Sequence[Sequence[Figure]],
) -> Generator[None, None, TurningPoint | None]:
    """Return the turning point of a match for the side of `seat`; None if it has no rival.

    `start` is the match before its first action, `plan` are all its actions, and `chances` are the chances of all seats
    after each number of actions in `chance_steps`. Yields after each short piece of work.
    """
    sides = game.sides(start.options, start.seats)
    if len(sides) < 2 or len(chance_steps) < 2:
        return None
    own = next(side for side in sides if seat in side)
    rival = max((side for side in sides if side is not own), key=lambda side: final_scores[side[0]])
    has_won = bool(chances[-1][seat].value)
    gains = [_gain(own, has_won, before, after) for before, after in pairwise(chances)]
    at = gains.index(max(gains))
    begin, end = chance_steps[at : at + 2]
    ends: list[tuple[Match, Match | None]] = []
    before_action: Match | None = None
    parts: list[str] = []
    fitting: list[_MarkedMoment] = []
    for match, found in _moments_of_match(game, start.copy(), plan, own, rival):
        done = len(match.actions)
        if done in (begin, end):
            ends.append((match.copy(), before_action))
        before_action = match.copy() if done + 1 in (begin, end) else None
        if begin <= done < end:
            parts.append(current_part(game, match))
        fitting += [one for one in found if one.is_good is has_won]
        yield
    before = yield from _chance_of_side(game, *ends[0], own, len(plan))
    after = yield from _chance_of_side(game, *ends[1], own, len(plan))
    is_steady = _is_steady(own, has_won, chances)
    point = TurningPoint(has_won, parts[0], parts[-1], before, after, (), is_steady)
    if point.is_clear:
        fitting = [one for one in fitting if one.moment.part in parts]
    heaviest = [
        max(moments, key=lambda one: one.moment.weight)
        for moments in ([one for one in fitting if one.is_own is is_own] for is_own in (True, False))
        if moments
    ]
    least = MIN_SHARE_OF_GREATEST_WEIGHT * max((one.moment.weight for one in heaviest), default=0)
    turns: list[Turn] = []
    for one in heaviest:
        if one.moment.weight >= least:
            turns.append((yield from _turn_with_risk(game, start.copy(), plan, seat, one)))
    turns.sort(key=lambda turn: (turn.risk is not None, turn.moment.step))
    return point._replace(turns=tuple(turns))


def _is_steady(side: Sequence[int], has_won: bool, chances: Sequence[Sequence[Figure]]) -> bool:
    """Return whether the chance of a side to win never changed decisively against the result (`TurningPoint`)."""
    sign = 1 if has_won else -1
    course = [sign * sum(after[seat].value for seat in side) for after in chances]
    return all(best - one <= MIN_DECISIVE_CHANGE for one, best in zip(course, accumulate(course, max), strict=True))


def _gain(side: Sequence[int], has_won: bool, before: Sequence[Figure], after: Sequence[Figure]) -> float:
    """Return by how much the chance of a side changed in the direction of its result, from the chances of all seats
    before and after."""
    change = sum(after[seat].value - before[seat].value for seat in side)
    return change if has_won else -change


def _moments_of_match(
    game: Game, match: Match, plan: Sequence[tuple[int, Action]], own: Sequence[int], rival: Sequence[int]
) -> Iterator[tuple[Match, Sequence[_MarkedMoment]]]:
    """Play a match by its `plan`; yield it before each action and at the end, with the moments of the latest action
    that concern one of two sides."""
    yield match, ()
    scores = match.score(own[0]), match.score(rival[0])
    for step, (seat, action) in enumerate(plan, 1):
        part = current_part(game, match)
        changes = match.act(seat, action)
        before, scores = scores, (match.score(own[0]), match.score(rival[0]))
        gain, rival_gain = scores[0] - before[0], scores[1] - before[1]
        found: list[_MarkedMoment] = []
        keys: list[str] = []
        for number, change in enumerate(changes, 1):
            if not isinstance(change, Remark):
                continue
            keys += [change.key] if change.seat == seat else []
            told = game.moment(change, changes[number:])
            if told is None or change.seat not in (*own, *rival, *([None] if len(own) > 1 else [])):
                continue  # what happens to the table says who gains only where it is about teams
            weight, text = told
            is_own = change.seat in own
            if change.key in game.helpful_remarks:
                is_good = is_own
            else:
                is_good = gain > 0 if is_own else rival_gain <= 0 if change.seat is not None else gain > rival_gain
            moment = Moment(step, part, change.key, change.seat, text, weight)
            marked = _MarkedMoment(moment, is_own, is_good, tuple(keys) if change.seat == seat else ())
            same = [other for other in found if other.moment.seat == change.seat]
            if change.seat is None:  # of several teams the one whose score changed most explains who gained
                marked = max([marked, *same], key=lambda one: one.moment.weight)
            found = [*(other for other in found if other not in same), marked]  # a seat's last one says how it ended
        yield match, found


def _chance_of_side(
    game: Game, match: Match, before: Match | None, side: Sequence[int], action_count: int
) -> Generator[None, None, Figure]:
    """Return the chance of a side to win from a state of a match that had `action_count` actions in the end; `before`
    is the match before its latest action."""
    playouts = ACTIONS_FOR_TURNING_POINT // (2 * max(1, action_count - len(match.actions)))
    number = max(MIN_PLAYOUTS_AT_TURNING_POINT, min(MAX_PLAYOUTS_AT_TURNING_POINT, playouts))
    chances = yield from winning_chances(game, match, number, before)
    own = [chances[seat] for seat in side]
    return own[0]._replace(value=min(1.0, sum(one.value for one in own)), error=math.hypot(*(one.error for one in own)))


def _turn_with_risk(
    game: Game, start: Match, plan: Sequence[tuple[int, Action]], seat: int, marked: _MarkedMoment
) -> Generator[None, None, Turn]:
    """Return a moment with its risk if it is one of `seat`, and came by a decision about which the coach names it."""
    moment = marked.moment
    label = game.risk_label_by_remarks.get(marked.remark_keys)
    if label is None or moment.seat != seat or game.coach is None:
        return Turn(moment)
    _, action = plan[moment.step - 1]
    for step, _, memory in replay_with_memory(game, start, plan[: moment.step - 1], seat):
        yield
        if step == moment.step - 1 and memory is not None:
            advice = yield from with_progress(game.coach(game, start.view(seat), memory, False), None)
            choice = next((one for one in advice.choices if one.action == action), None)
            risk = next((one for one in (choice.figures if choice else ()) if one.label == label), None)
            if risk is not None:
                return Turn(moment, risk, choice is advice.best or choice in advice.equally_good)
    return Turn(moment)
