"""Actions that count only some seconds after they became possible, to be fair to slow lines (RULINGS 4.4).

A game says so by an option: with ``catch_grace`` at 2 the table holds back every ``catch`` until two seconds
after it became possible. What it is about may be settled meanwhile by whoever was to be forestalled; then what
was held back has lapsed. The rules know nothing of it, and nothing that has lapsed is in the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core import Action, Match, Value
from net.protocol.messages import ActionDelayed
from net.table.person import Person

SUFFIX: Final = "_grace"
"""How the name of such an option ends; before it stands the verb."""

LONG_AGO: Final = float("-inf")


@dataclass(slots=True, eq=False)
class DelayedAction:
    """What a person has asked for and what is held back until `ripe`: ask number `id` of theirs.

    `occasion` tells one time that the action was possible from the next.
    """

    person: Person
    id: int
    seat: int
    action: Action
    occasion: int
    ripe: float


class DelayedActions:
    """Since when the actions with a grace are possible in one match, and what is held back, in the order received."""

    __slots__ = ("_possible", "_seconds", "held")

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.held: list[DelayedAction] = []
        self._seconds = {
            name.removesuffix(SUFFIX): value
            for name, value in options.items()
            if name.endswith(SUFFIX) and isinstance(value, int) and value > 0
        }
        self._possible: dict[Action, tuple[int, float]] = {}

    def note(self, match: Match, now: float) -> None:
        """Note what is possible since now and what is not possible any more; called after every action."""
        if not self._seconds:
            return
        occasion = len(match.actions)
        self._possible = {
            action: self._possible.get(action, (occasion, now))
            for seat in sorted(match.waiting)
            for action in match.legal(seat)
            if action.verb in self._seconds
        }

    def ripe_at(self, action: Action) -> float:
        """Return from when on an action that is possible now counts."""
        if action not in self._possible:
            return LONG_AGO
        return self._possible[action][1] + self._seconds[action.verb]

    def holds(self, action: Action, now: float) -> bool:
        """Whether an action is to be held back: it does not count yet, or somebody asked for it while it did not."""
        return self.ripe_at(action) > now or any(held.action == action for held in self.held)

    def hold(self, person: Person, id: int, seat: int, action: Action) -> DelayedAction:
        """Hold back what a person asks for; asked again, it keeps its place and is answered under the new `id`."""
        occasion = self._possible[action][0]
        for held in self.held:
            if (held.seat, held.action, held.occasion) == (seat, action, occasion):
                held.id = id
                return held
        held = DelayedAction(person, id, seat, action, occasion, self.ripe_at(action))
        self.held.append(held)
        return held

    def still_held(self, answer: ActionDelayed, person: Person, now: float) -> ActionDelayed:
        """Return an earlier answer to a person with the time that is left now."""
        ripe = next((held.ripe for held in self.held if (held.person, held.id) == (person, answer.id)), now)
        return ActionDelayed(answer.id, max(0.0, ripe - now))

    def lapsed(self, held: DelayedAction, match: Match) -> bool:
        """Whether what was held back is about something that has been settled, even if the like is possible again."""
        possible = self._possible.get(held.action)
        return possible is None or possible[0] != held.occasion or held.action not in match.legal(held.seat)

    def release(self, match: Match, now: float) -> DelayedAction | None:
        """Return, and hold back no longer, the first that counts now or that has lapsed; None if there is none."""
        for held in self.held:
            if held.ripe <= now or self.lapsed(held, match):
                self.held.remove(held)
                return held
        return None

    def wake_at(self) -> float | None:
        """Return when the next of what is held back counts, or None."""
        return min((held.ripe for held in self.held), default=None)
