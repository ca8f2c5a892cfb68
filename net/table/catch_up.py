"""Brings people up to date who have just connected, or whose send buffer was full: by a snapshot or the changes that
they missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from net.errors import TooSlow
from net.limits import MAX_SLOW_SECONDS, SNAPSHOT_INTERVAL_SECONDS
from net.protocol.messages import (
    ActionAnswered,
    Hello,
    MatchAborted,
    MatchUpdate,
    RequestSnapshot,
    TableNotice,
    Welcome,
)
from net.protocol.refusals import MATCH_ENDED_WHILE_AWAY_SENTENCE
from net.protocol.table_state import CAN_TAKE_OVER_SENTENCE
from net.table.broadcast import Broadcast
from net.table.match_runner import MatchRunner
from net.table.match_start import MatchStart
from net.table.person import Person, ResumePoint
from net.table.presence import Presence
from net.table.state import ImpossibleRequest, TableState

ALL_SEATS_TAKEN_SENTENCE: Final = "All seats were taken when you came: you are watching."
"""The notice to a person who wanted a seat and found none free."""
MATCH_BEING_PLAYED_SENTENCE: Final = "A match is being played: you are watching, and can sit down when it is over."
"""The notice to a person who comes during a match in which the terms let nobody take over a seat."""


class CatchUp:
    """Marks people who need a snapshot, and sends it as soon as they can be written to."""

    __slots__ = ("_broadcast", "_match_start", "_presence", "_state")

    def __init__(self, state: TableState, broadcast: Broadcast, presence: Presence, match_start: MatchStart) -> None:
        self._state = state
        self._broadcast = broadcast
        self._presence = presence
        self._match_start = match_start

    # Who needs it

    def mark_for_snapshot(self, person: Person, hello: Hello) -> None:
        """Mark a person who has just connected as needing a welcome, and a snapshot or the changes that they missed.

        `hello` says which state of the match their client has; what was sent on an earlier connection does not count.
        """
        person.needs_snapshot = person.needs_welcome = True
        person.slow_since = None
        person.clock_shown = None
        person.questions = ()
        person.resume_point = ResumePoint(hello.match_number, hello.version, hello.seat, hello.process)

    def request_snapshot(self, person: Person, message: RequestSnapshot) -> None:
        """Mark a person as needing a full snapshot; raises `ImpossibleRequest` if they ask for it too often."""
        if self._state.now - person.snapshot_requested_at < SNAPSHOT_INTERVAL_SECONDS:
            raise ImpossibleRequest("You saw the whole table a moment ago.")
        person.snapshot_requested_at = self._state.now
        person.needs_snapshot = True
        person.resume_point = None

    def mark_slow(self, person: Person) -> None:
        """Stop sending to a slow reader, and remember the version of the match that they have.

        When they can be written to again they get the changes since that version, because a long snapshot would fill
        their buffer once more.
        """
        state = self._state
        person.slow_since = state.now
        runner = state.active_runner
        if runner is not None and person.followed_match_number == runner.number and not person.needs_snapshot:
            version = runner.updates.version(person.seat)
            person.resume_point = ResumePoint(runner.number, version, person.seat, state.secrets.process)

    def mark_writable(self, person: Person) -> None:
        """Mark a slow reader whose send buffer has room again, so that `send_snapshots` brings them up to date."""
        person.slow_since = None
        person.needs_snapshot = True
        self._state.has_changed = True  # questions may have changed meanwhile

    def drop_too_slow(self) -> None:
        """End the connections of people who have read nothing for `MAX_SLOW_SECONDS`; their grace period begins."""
        for person in list(self._state.people.connected.values()):
            if person.slow_since is not None and self._state.now >= person.slow_since + MAX_SLOW_SECONDS:
                error = TooSlow("Your program has been too slow for the table for too long.")
                self._broadcast.disconnect(person.connection, error)
                self._presence.handle_lost_connection(person, self._state.now - person.slow_since)

    # What they are sent

    def send_snapshots(self) -> None:
        """Bring everybody up to date who needs it and can be written to.

        They are sent their place, the table, the match or the outcomes that they missed, a welcome if they have just
        connected, and the deal.
        """
        state, broadcast, runner = self._state, self._broadcast, self._state.active_runner
        people = [p for p in state.people.connected.values() if p.needs_snapshot and p.slow_since is None]
        if not people:
            return
        for person in people:
            person.needs_snapshot = False
            broadcast.send_place(person)
        broadcast.send_to_people(people, state.info().with_seconds_left(state.time))
        if runner is None:
            self._send_last_outcome(people)
        else:
            for person in people:
                step = 0 if person.seat is None else runner.steps[person.seat]
                broadcast.send(person, ActionAnswered(person.answered_action_id, runner.number, step))
            self._send_match(runner, people)
        for person in people:
            person.resume_point = person.changes_received_before_absence = None
            if person.needs_welcome:
                person.needs_welcome = False
                self._send_welcome(person)
        deal = self._match_start.deal_message()
        if deal is not None:
            broadcast.send_to_people(people, deal)

    def _send_welcome(self, person: Person) -> None:
        """Send a person the welcome that ends the handshake; a person who got no seat gets a notice that says why."""
        secrets = self._state.secrets
        welcome = Welcome(person.token, secrets.table_id, person.last_action_id, secrets.process)
        self._broadcast.send(person, welcome)
        if person.seat is None and not person.only_watches:
            self._broadcast.send(person, TableNotice(self._no_seat_sentence()))

    def _no_seat_sentence(self) -> str:
        """Return the sentence for a person who wanted a seat and got none."""
        if self._state.active_runner is None:
            return ALL_SEATS_TAKEN_SENTENCE
        vacant = self._state.terms.take_over and self._state.seats.first_bot_seat() is not None
        return CAN_TAKE_OVER_SENTENCE if vacant else MATCH_BEING_PLAYED_SENTENCE

    def _send_match(self, runner: MatchRunner, people: Iterable[Person]) -> None:
        """Send these people the changes of the match that they have missed, or a snapshot if those are not kept."""
        uninformed: list[Person] = []
        for person in people:
            resume_point, person.resume_point = person.resume_point, None
            missed = self._missed_changes(runner, person, resume_point)
            if missed is None:
                uninformed.append(person)
            else:
                self._broadcast.send_missed_changes(runner, person, missed)
        self._broadcast.send_match_snapshot(runner, uninformed)

    def _missed_changes(
        self, runner: MatchRunner, person: Person, resume_point: ResumePoint | None
    ) -> MatchUpdate | None:
        """Return the changes since a resume point of a person, or None if they cannot be sent.

        That is so without a resume point, if it is of another match or seat, if it is of a host process other than the
        present and the previous one, and if the changes since then are not kept any more.
        """
        this_process, previous = self._state.secrets.process, self._state.previous_process
        if resume_point is None or resume_point.process not in (this_process, previous):
            return None
        if (resume_point.match_number, resume_point.seat) != (runner.number, person.seat):
            return None
        by_previous = resume_point.process != this_process
        return runner.updates.changes_since(person.seat, resume_point.version, by_previous_process=by_previous)

    def _send_last_outcome(self, people: Sequence[Person]) -> None:
        """Send people who were away when a match ended the changes that they missed of the last match, and its outcome.

        A person who was away at the end of an earlier match is sent only that it has ended.
        """
        state, outcome = self._state, self._state.outcome
        missed: list[Person] = []
        for person in people:
            resumed = 0 if person.resume_point is None else person.resume_point.match_number
            unfinished = {person.followed_match_number, resumed} - {0}
            if outcome is not None and outcome.match_number in unfinished:
                person.followed_match_number = outcome.match_number
                missed.append(person)
            else:
                person.followed_match_number = 0
                for match in sorted(unfinished):
                    self._broadcast.send(person, MatchAborted(match, MATCH_ENDED_WHILE_AWAY_SENTENCE))
        if outcome is None:
            return
        if state.runner is not None:
            self._send_match(state.runner, missed)
        self._broadcast.send_outcome(missed, outcome)
