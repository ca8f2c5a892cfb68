"""Presence: who is connected, in their grace period, given up, or idle, and which bots stand in for the absent.

A person is absent if they are disconnected, or if they are connected but let the clock decide again and again (G-7). A
seat is kept for its person; in a match a stand-in bot plays it after the grace period, until they are back. While no
player is present the match stands still (`TableState.is_deserted`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from net.errors import SessionEnded
from net.journal.entries import ActionEntry
from net.limits import FOUNDER_AWAY_SECONDS, TIMEOUTS_UNTIL_AWAY
from net.protocol.messages import ActionAnswered
from net.protocol.refusals import IS_OWNER_NOW_TEXT
from net.table.broadcast import Broadcast
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.seats import default_bot
from net.table.state import TableState
from net.table.take_over import TakeOver
from net.table.tick import ConnectionId

RETURNED_ELSEWHERE_SENTENCE = "You have come back from elsewhere; this connection is closed."
"""The reason for which a connection ends if its person has come back over another one."""


class Presence:
    """Records who comes back, is cut off, leaves or lets the clock decide, and lets bots stand in for them."""

    __slots__ = ("_broadcast", "_founder_missed_since", "_idling", "_state", "_take_over")

    def __init__(self, state: TableState, broadcast: Broadcast, take_over: TakeOver) -> None:
        self._state = state
        self._broadcast = broadcast
        self._take_over = take_over
        self._idling: list[Person] = []
        self._founder_missed_since: float | None = None

    # People who leave

    def handle_lost_connection(self, person: Person, silence: float) -> None:
        """Record that a connection is lost: the seat is kept, the person's grace period begins, the others are told.

        A founder without a seat has a grace period, too. `silence`: for how many seconds the person has not been heard.
        """
        self._disconnect(person, silence)
        grace = self._state.terms.grace
        if person.seat is not None or person is self._state.founder:
            self._state.people.set_grace(person, self._state.time + grace)
        if person.seat is None:
            self._broadcast.send_notice(person, "has left.")
            return
        waits = f"; the table waits {grace} s for them" if grace else ""
        self._broadcast.send_notice(person, f"is away{waits}.")

    def handle_goodbye(self, person: Person, is_for_good: bool) -> None:
        """Record that a person has left: there is no grace period, and the others are told.

        Between matches the seat becomes free. In a match a stand-in bot plays it, or, `is_for_good`, a bot gets it. The
        table of a founder belongs to the next owner.
        """
        state, broadcast = self._state, self._broadcast
        self._disconnect(person)
        person.has_left = True
        if state.active_runner is None:
            state.seats.unseat_person(person)
        if person is state.founder:
            state.founder = state.owner
        seat = person.seat
        if seat is None:
            broadcast.send_notice(person, "has left.")
        elif is_for_good:
            self._take_over.give_seat_to_bot(seat, default_bot(state.game), filler=True)
            broadcast.send_notice(person, f"has left; {state.seats[seat].bot_name}, a bot, takes the seat.")
        else:
            broadcast.send_notice(person, "has left.")
            self.end_grace_period(person)

    def give_up(self, person: Person) -> None:
        """Free the seat of a disconnected person who cannot come back; in a match a bot gets it.

        The table of a founder belongs to the next owner.
        """
        state = self._state
        state.has_changed = True
        if person is state.founder:
            state.founder = state.owner
        if person.seat is not None and state.active_runner is not None:
            self._take_over.give_seat_to_bot(person.seat, default_bot(state.game), filler=True)
        state.seats.unseat_person(person)

    def _disconnect(self, person: Person, silence: float = 0.0) -> None:
        """Record that a person is disconnected; before that they had been silent for `silence` seconds."""
        self._state.has_changed = True
        self._state.people.set_disconnected(person)
        person.has_left = False
        if person.changes_received_before_absence is None:
            person.changes_received_before_absence = self._state.changes_sent_before(
                self._state.time - silence if silence else inf
            )

    # People who come back

    def reconnect(self, person: Person, connection: ConnectionId) -> None:
        """Connect a known person by a new connection; another one of theirs ends, and so does their absence."""
        if not person.is_disconnected:
            self._broadcast.disconnect(person.connection, SessionEnded(RETURNED_ELSEWHERE_SENTENCE))
        self._state.people.set_connected(person, connection)
        self._state.has_changed = True
        person.has_left = False
        self.end_absence(person)

    def end_absence(self, person: Person) -> None:
        """End a person's absence: their stand-in bot stops, and they decide for themselves.

        A person who was idle is told the number of their next decision, and the others that they are back.
        """
        stood_in, idle = person.stand_in, person.is_idle
        person.clear_absence()
        runner = self._state.active_runner
        if runner is None or person.seat is None or not (stood_in or idle):
            return
        self._state.has_changed = True
        runner.clear_bot(person.seat)
        if idle:
            self._send_next_decision_number(runner, person)
            self._broadcast.send_notice(person, "is back.")

    def _send_next_decision_number(self, runner: MatchRunner, person: Person) -> None:
        """Tell a person, for whom a decision was made, the number of their next one."""
        if person.seat is not None and not person.is_disconnected:
            done = ActionAnswered(person.answered_action_id, runner.number, runner.steps[person.seat])
            self._broadcast.send(person, done)

    # While they are away

    def end_expired_grace_periods(self) -> None:
        """End the grace periods whose time is over, unless the match is paused or without people."""
        state = self._state
        for person in list(state.people.in_grace.values()):
            if person.away_until is not None and state.time >= person.away_until and not state.stands_still:
                state.has_changed = True
                self.end_grace_period(person)

    @property
    def founder_replaced_at(self) -> float | None:
        """The time at which the owner becomes the founder if the founder stays away, or None."""
        return None if self._founder_missed_since is None else self._founder_missed_since + FOUNDER_AWAY_SECONDS

    def end_long_wait_for_founder(self) -> None:
        """Make the owner the founder, and tell the others, after another has run the table for `FOUNDER_AWAY_SECONDS`.

        The time begins again after the founder was back, nobody was connected, or the host was started again.
        """
        state = self._state
        owner = state.owner
        if owner is None or owner is state.founder:
            self._founder_missed_since = None
        elif self._founder_missed_since is None:
            self._founder_missed_since = state.now
        elif self.founder_replaced_at is not None and state.now >= self.founder_replaced_at:
            state.has_changed = True
            state.founder = owner
            self._broadcast.send_notice(owner, IS_OWNER_NOW_TEXT)

    def end_grace_period(self, person: Person) -> None:
        """End a person's grace period; in a match the usual bot stands in for them, and the others are told."""
        self._state.people.set_grace(person, None)
        runner = self._state.active_runner
        if runner is not None and person.seat is not None and not person.stand_in:
            person.stand_in = default_bot(self._state.game)
            runner.set_bot(person.seat, person.stand_in, journalled_as="away")
            self._broadcast.send_notice(person, f"is away; a bot plays until {person.name} is back.")

    # Idle people

    def count_expiries(self, runner: MatchRunner, entries: Iterable[ActionEntry]) -> None:
        """Tell people the number of their next decision after one was made for them.

        Also counts, for each person, the decisions in a row that the clock made, and marks those who let it decide too
        often for `mark_idle_people`.
        """
        for entry in entries:
            person = self._state.seats[entry.seat].person if entry.seat < runner.match.seats else None
            if person is None:
                continue
            if entry.by == "clock":
                person.clock_expiries += 1
                if person.clock_expiries == TIMEOUTS_UNTIL_AWAY:
                    self._idling.append(person)
            if entry.by in ("clock", "away"):
                self._send_next_decision_number(runner, person)

    def mark_idle_people(self, runner: MatchRunner) -> None:
        """Mark people idle who let the clock decide; a bot plays for them at the usual level.

        While a play is hidden from the others, nobody is marked whose mark would reveal something of it.
        """
        self._idling = [
            p
            for p in self._idling
            if p.clock_expiries >= TIMEOUTS_UNTIL_AWAY and not p.is_absent and p.seat is not None
        ]
        for person in self._idling:
            if person.seat is not None and runner.decision_clock.expiry_is_public(person.seat):
                self._state.has_changed = True
                person.is_idle = True
                self.end_grace_period(person)
                runner.schedule_decisions(self._state.time)
