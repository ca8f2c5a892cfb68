"""The clock of people's decisions: its time limit, what happens when it runs out, and who is shown which clock.

When the clock of a decision runs out, the automatic action of the rules is taken for its person. People for whom that
happens again and again are handled by `net.table.presence`.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from core import Action, Match
from core.engine.sealed_play import PublicSeatState
from net.protocol.table_state import ShownClock


class ClockedDecision(NamedTuple):
    """A person's decision for which a clock runs; at the table time `end_time` the automatic action is done."""

    step: int
    """The number of actions that the person's seat has taken before the decision."""
    end_time: float
    clock: ShownClock | None
    """The clock that the person is shown; None after the decision has been put off."""
    public_state: PublicSeatState | None
    """The piles and facts of the seat as they were before a hidden play, which everybody else is shown meanwhile; None
    if the play is open."""


class DecisionClock:
    """The clocks of all people who have to decide in one match.

    `steps` is the number of actions that each seat has taken, which the table changes while this object reads it.
    `limit_seconds` is the time limit of each decision, 0 for none.
    """

    __slots__ = ("_due", "_match", "_ran_out", "_steps", "limit_seconds")

    def __init__(self, match: Match, steps_by_seat: Sequence[int]) -> None:
        self.limit_seconds = 0
        self._match = match
        self._steps = steps_by_seat
        self._due: dict[int, ClockedDecision] = {}
        self._ran_out: dict[int, PublicSeatState | None] = {}

    def set_limit(self, seconds: int) -> None:
        """Set the time limit of every decision, from the next one on; 0 for none, which stops all clocks at once."""
        self.limit_seconds = seconds
        if not seconds:
            self._due = {}

    def schedule_decisions(self, now: float, bot_seats: Set[int]) -> None:
        """Start the clock of each person who has to decide and has none yet; stop the clocks of decisions now made.

        `bot_seats` are the seats for which bots decide.
        """
        awaited, steps = self._match.awaited, self._steps
        self._due = {s: decision for s, decision in self._due.items() if s in awaited and decision.step == steps[s]}
        if not self.limit_seconds:
            return
        for seat in sorted(awaited - bot_seats - self._due.keys()):
            end = now + self.limit_seconds
            public_state = self._match.sealed_play.public_states.get(seat)
            self._due[seat] = ClockedDecision(steps[seat], end, ShownClock(self.limit_seconds, end, seat), public_state)

    def wake_times(self) -> list[float]:
        """Return the table times at which clocks run out."""
        return [decision.end_time for decision in self._due.values()]

    # When a clock runs out

    def due_actions(self, now: float) -> list[tuple[int, Action]]:
        """Return (seat, action) for each seat whose clock has run out, with the automatic action of the rules."""
        return [(seat, self._match.default(seat)) for seat, decision in self._due.items() if decision.end_time <= now]

    def postpone_decision(self, seat: int, decision_time: float) -> None:
        """Let the host wait until the table time `decision_time`, in seconds, before it decides for a seat whose clock
        has run out."""
        self._due[seat] = ClockedDecision(self._steps[seat], decision_time, None, None)

    def finish_decision(self, seat: int) -> str:
        """End the decision of a seat, because its automatic action is executed next; return how the journal names who
        decided it: ``clock``."""
        self._ran_out[seat] = self._due.pop(seat).public_state
        return "clock"

    def cancel_decision(self, seat: int) -> None:
        """Stop the clock of a seat; it starts again if the match still waits for the seat."""
        del self._due[seat]

    def forget_seat(self, seat: int) -> None:
        """Stop the clock of a seat that gets a bot, if it runs, and forget whether it ever ran out."""
        self._due.pop(seat, None)
        self._ran_out.pop(seat, None)

    def expiry_is_public(self, seat: int) -> bool:
        """Return whether everybody can see by now that the clock made the last decision of a seat, not its person."""
        public_state = self._ran_out.get(seat)
        return public_state is None or self._match.sealed_play.public_states.get(seat) is not public_state

    # What is shown

    def own_clock(self, seat: int) -> ShownClock | None:
        """Return the clock of the decision that the person in this seat has to make; None if none runs for them."""
        decision = self._due.get(seat)
        return None if decision is None else decision.clock

    def public_clock(self) -> ShownClock | None:
        """Return the clock for people who have nothing to decide: the clock of the decision that may take longest.

        In a play that is hidden until all have finished it, this clock has only the time limit, because the rest would
        reveal how often somebody has decided. None if no clock runs.
        """
        clocks = [decision.clock for decision in self._due.values() if decision.clock is not None]
        if not clocks:
            return None
        if self._match.sealed_play.public_states:
            return ShownClock(self.limit_seconds, None)
        last = max(clocks, key=lambda clock: clock.end_time or 0.0)
        return last if len(clocks) == 1 else ShownClock(last.total_seconds, last.end_time)
