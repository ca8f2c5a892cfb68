"""Playback of a record for a seat or a spectator: one checked pass, or single steps in both directions."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

from core import Action, BadRecord, Change, Match, Record, Standing, View
from core.engine.registry import match_at_start
from core.fairness.verification import Verdict, check_in_steps
from net.client.events import MatchChanged
from net.limits import MAX_PLAYBACK_STATES_KEPT


class PlaybackStep(NamedTuple):
    """One step of a playback.

    `actions_done`: the number of actions up to and including it; `seat`: the seat that did the last of them, -1 at the
    beginning; `event`: the changes of this step that the audience sees (at the beginning those by which the match was
    set up), and its view after them.
    """

    actions_done: int
    seat: int
    event: MatchChanged


def check_and_yield_steps(record: Record, seat: int | None) -> Iterator[PlaybackStep | Verdict]:
    """Check a record and yield its steps, up to the first wrong one, and then the verdict.

    The steps show the match to `seat` (None: to spectators).
    """
    steps: list[PlaybackStep] = []

    def add_step(done: int, match: Match, changes: Sequence[Change]) -> str:
        """Record the step that the latest action makes; return "", because this witness accepts every match."""
        actor = match.actions[-1][0] if done else -1
        steps.append(PlaybackStep(done, actor, MatchChanged(visible_changes(seat, changes), match.view(seat))))
        return ""

    checking = check_in_steps(record, add_step)
    verdict: Verdict | None = None
    while verdict is None:
        try:
            next(checking)
        except StopIteration as over:
            verdict = over.value
        yield from steps
        steps.clear()
    yield verdict


def visible_changes(seat: int | None, changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return `changes` as `seat` (None: a spectator) is shown them, without those that it is not shown."""
    return tuple(change for change in (change.seen_by(seat) for change in changes) if change is not None)


def views_after(record: Record, seat: int | None, steps: Collection[int]) -> Generator[int, None, Mapping[int, View]]:
    """Play a record again; return the views of `seat` (None: of a spectator) after these numbers of actions.

    It yields after each action, and raises `core.RulesError` for an illegal one.
    """
    playback = Playback(record, seat)
    views = {}
    for step in sorted(steps):
        while playback.actions_done < step:
            playback.step_forward()
            yield playback.actions_done
        views[step] = playback.view
    return views


class Playback:
    """Steps forward and backward through a record, as one seat (None: a spectator) saw the match.

    Raises `BadRecord` if the record describes an impossible match, or has no such seat.
    """

    def __init__(self, record: Record, seat: int | None) -> None:
        self.record = record
        self.seat = seat
        self.match = match_at_start(record)
        if seat is not None and seat >= record.seats:
            raise BadRecord(f"There is no seat {seat + 1} in this match; the seats are 1 to {record.seats}.")
        self._spacing = max(32, len(record.actions) // MAX_PLAYBACK_STATES_KEPT + 1)
        self._snapshots = [self.match.copy()]

    @property
    def actions_done(self) -> int:
        """The number of the record's actions that have been done at the current state."""
        return len(self.match.actions)

    @property
    def last_action(self) -> tuple[int, Action] | None:
        """The seat of the latest action that has been done, and the action; None at the beginning."""
        return self.match.actions[-1] if self.actions_done else None

    @property
    def is_match_over(self) -> bool:
        """Whether the match is over at the current state."""
        return self.match.over

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings of all seats at the current state."""
        return self.match.standings

    @property
    def total_actions(self) -> int:
        """The number of actions in the record."""
        return len(self.record.actions)

    @property
    def view(self) -> View:
        """The view of `seat` (None: of a spectator) at the current state."""
        return self.match.view(self.seat)

    @property
    def opening_changes(self) -> tuple[Change, ...]:
        """The changes by which the match was set up, as `seat` (None: a spectator) sees them."""
        return self._visible_changes(self.match.opening_changes)

    def step_forward(self) -> MatchChanged | None:
        """Do the next action and return its visible changes and view; None at the end.

        Raises `core.RulesError` if the rules do not allow the action.
        """
        if self.actions_done == self.total_actions:
            return None
        seat, text = self.record.actions[self.actions_done]
        changes = self.match.act(seat, self.match.game.parse(text))
        if self.actions_done == len(self._snapshots) * self._spacing:
            self._snapshots.append(self.match.copy())
        return MatchChanged(self._visible_changes(changes), self.view)

    def move_to(self, action_count: int) -> None:
        """Move to the state after `action_count` actions: 0 for the beginning, and all of them if there are fewer.

        Raises `core.RulesError` for an illegal action, and stays before it.
        """
        action_count = max(0, min(action_count, self.total_actions))
        if action_count < self.actions_done:
            self.match = self._snapshots[min(action_count // self._spacing, len(self._snapshots) - 1)].copy()
        while self.actions_done < action_count:
            self.step_forward()

    def _visible_changes(self, changes: Sequence[Change]) -> tuple[Change, ...]:
        """Return `changes` as the seat of this playback (None: a spectator) is shown them."""
        return visible_changes(self.seat, changes)
