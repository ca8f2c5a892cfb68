"""Actions that do not count before some seconds (a *grace*) after they become possible, to be fair to slow networks.

An option of the game sets the grace (RULINGS 4.4): with ``catch_grace`` at 2, a ``catch`` counts two seconds after it
became possible, and not before. If an action of another seat makes it impossible meanwhile, the delayed action lapses.
The rules know nothing of this, and a lapsed action is not in the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from core import Action, Match, Value
from net.protocol.messages import ActionDelayed
from net.table.person import Person

GRACE_OPTION_SUFFIX: Final = "_grace"
"""The end of the name of an option that sets a grace; the rest of the name is the verb of the action."""

EARLIEST_TIME: Final = float("-inf")
"""A table time before every other one: from then on an action without a grace counts."""


class DelayedAction(Struct, eq=False):
    """An action of a person's `Act` message that is delayed until the table time `counts_at`."""

    person: Person
    action_id: int
    """The id of the message."""
    seat: int
    """The seat that acts."""
    action: Action
    text: str
    """The action as the person wrote it."""
    actions_before: int
    """The number of actions that the match had when this action became possible; greater if it has become so again."""
    counts_at: float


class DelayedActions:
    """The delayed actions of one match in the order received, and since when each such action is possible."""

    __slots__ = ("_grace_seconds", "_possible_since", "pending")

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.pending: list[DelayedAction] = []
        self._grace_seconds = {
            name.removesuffix(GRACE_OPTION_SUFFIX): value
            for name, value in options.items()
            if name.endswith(GRACE_OPTION_SUFFIX) and isinstance(value, int) and value > 0
        }
        self._possible_since: dict[Action, tuple[int, float]] = {}

    def update(self, match: Match, now: float) -> None:
        """Record which actions that may be delayed are possible now, and since when; to be called after every
        action."""
        if not self._grace_seconds:
            return
        actions_before = len(match.actions)
        self._possible_since = {
            action: self._possible_since.get(action, (actions_before, now))
            for seat in sorted(match.waiting)
            for action in match.legal(seat)
            if action.verb in self._grace_seconds
        }

    def counts_at(self, action: Action) -> float:
        """Return the table time from which on an action that is possible now counts; `EARLIEST_TIME` without a
        grace."""
        if action not in self._possible_since:
            return EARLIEST_TIME
        return self._possible_since[action][1] + self._grace_seconds[action.verb]

    def must_wait(self, action: Action, now: float) -> bool:
        """Return whether an action must be delayed: its grace runs, or the same action of an earlier request still
        waits."""
        return self.counts_at(action) > now or any(delayed.action == action for delayed in self.pending)

    def delay_action(self, person: Person, action_id: int, seat: int, action: Action, text: str) -> DelayedAction:
        """Delay an action of a person that is possible now, and return it.

        `action_id` is that of the `Act` with the action. A repeated request keeps its place, and is answered under the
        new `action_id`.
        """
        actions_before = self._possible_since[action][0]
        for delayed in self.pending:
            if (delayed.seat, delayed.action, delayed.actions_before) == (seat, action, actions_before):
                delayed.action_id = action_id
                return delayed
        delayed = DelayedAction(person, action_id, seat, action, text, actions_before, self.counts_at(action))
        self.pending.append(delayed)
        return delayed

    def updated_reply(self, reply: ActionDelayed, person: Person, now: float) -> ActionDelayed:
        """Return an earlier reply to a person with the time that is left now; 0 if the action is no longer delayed."""
        pending = (
            delayed.counts_at for delayed in self.pending if (delayed.person, delayed.action_id) == (person, reply.id)
        )
        return ActionDelayed(reply.id, max(0.0, next(pending, now) - now))

    def has_lapsed(self, delayed: DelayedAction, match: Match) -> bool:
        """Return whether a delayed action can no longer count: it became impossible meanwhile, and stays lapsed even if
        it is possible again."""
        possible = self._possible_since.get(delayed.action)
        return (
            possible is None or possible[0] != delayed.actions_before or delayed.action not in match.legal(delayed.seat)
        )

    def pop_ready(self, match: Match, now: float) -> DelayedAction | None:
        """Remove and return the first delayed action that counts now or has lapsed; None if there is none."""
        for delayed in self.pending:
            if delayed.counts_at <= now or self.has_lapsed(delayed, match):
                self.pending.remove(delayed)
                return delayed
        return None

    def wake_at(self) -> float | None:
        """Return the table time at which the next delayed action counts; None if no action is delayed."""
        return min((delayed.counts_at for delayed in self.pending), default=None)
