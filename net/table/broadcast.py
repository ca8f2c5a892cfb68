"""Sends messages to the people at a table: each message once, in the same bytes for all who may know the same.

Somebody who has just joined, or whose send buffer was full, is sent no updates. They get a snapshot as soon as they can
be written to (`net.table.catch_up`), so the unsent data of a person never grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from net.errors import NetError
from net.limits import (
    CROWD_UPDATE_INTERVAL_SECONDS,
    MAX_UPDATES_AT_RETURN,
    MIN_CROWD_PEOPLE,
    NOTICES_AT_ONCE,
    NOTICES_PER_SECOND,
    PAST_CHANGES_AT_ONCE,
    PAST_CHANGES_PER_SECOND,
)
from net.protocol.messages import (
    ConnectionFailed,
    MatchAborted,
    MatchResult,
    MatchSnapshot,
    MatchUpdate,
    OwnNameAndSeat,
    ServerMessage,
    TableNotice,
)
from net.protocol.rate_limit import TokenBucket
from net.protocol.table_state import ClockChanged, SeatsChanged, ShownClock, TableInfo
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.seat_past import has_past, seat_past, updates_of_actions
from net.table.state import TableState
from net.table.tick import ConnectionId, TickOutput


class Broadcast:
    """Decides which message each person is sent, and adds it to what the table sends next."""

    __slots__ = (
        "_clocks_shown",
        "_notices",
        "_output",
        "_owners_told",
        "_past_changes",
        "_state",
        "_table_sent",
        "_table_sent_at",
    )

    def __init__(self, state: TableState, output: TickOutput) -> None:
        self._state = state
        self._output = output
        self._table_sent = state.info()
        self._table_sent_at = float("-inf")
        self._owners_told: dict[Person, None] = {}  # whose last `OwnNameAndSeat` says that they own the table
        self._clocks_shown = False
        self._notices = TokenBucket(NOTICES_PER_SECOND, NOTICES_AT_ONCE, 0.0)
        self._past_changes = TokenBucket(PAST_CHANGES_PER_SECOND, PAST_CHANGES_AT_ONCE, 0.0)

    # To some people

    def listeners(self) -> list[Person]:
        """Return the connected people who are up to date and can be written to."""
        people = self._state.people.connected.values()
        return [person for person in people if not person.needs_snapshot and person.slow_since is None]

    def send(self, person: Person, message: ServerMessage) -> None:
        """Send a message to one person, unless their send buffer is full: they get a snapshot later."""
        if person.slow_since is None:
            self._output.add_message((person.connection,), message)

    def send_to_people(self, people: Iterable[Person], message: ServerMessage) -> None:
        """Send a message to these people, encoded once."""
        connections = tuple(person.connection for person in people)
        if connections:
            self._output.add_message(connections, message)

    def send_everybody(self, message: ServerMessage) -> None:
        """Send a message to all listeners."""
        self.send_to_people(self.listeners(), message)

    def disconnect(self, connection: ConnectionId, error: NetError) -> None:
        """Send the reason for which a connection ends, and end it."""
        self._output.add_message((connection,), ConnectionFailed(type(error).__name__, str(error)))
        self._output.end_connection(connection, error)

    def send_notice(self, person: Person, action_text: str) -> None:
        """Send all other listeners a line for their log: the person's name and what they do (`action_text`).

        It is not sent if there have been too many such lines (`NOTICES_PER_SECOND`).
        """
        others = [other for other in self.listeners() if other is not person]
        if others and self._notices.spend(1, self._state.now):
            self.send_to_people(others, TableNotice(f"{person.name} {action_text}"))

    # Who somebody is

    def send_place(self, person: Person) -> None:
        """Send a person their name and seat, and whether they own the table now (`OwnNameAndSeat`)."""
        is_owner = person is self._state.owner
        self._owners_told.pop(person, None)
        if is_owner:
            self._owners_told[person] = None
        self.send(person, OwnNameAndSeat(person.name, person.seat, is_owner))

    @contextmanager
    def announce_seat_changes(self) -> Iterator[None]:
        """Context manager: send their `OwnNameAndSeat` to the connected people whose seats change in its block.

        During a match they are marked for a snapshot instead, which shows the match as their new audience sees it.
        People who need a snapshot anyway are skipped: it comes with their place.
        """
        before = {person: person.seat for person in self._state.people.connected.values()}
        yield
        for person, seat in before.items():
            if person.seat != seat and not person.needs_snapshot:
                if self._state.active_runner is not None:
                    person.needs_snapshot = True
                else:
                    self.send_place(person)

    def announce_owner_change(self) -> None:
        """Send their `OwnNameAndSeat` to the owner who has not been told so, and to others who have been.

        It is sent neither to people who are disconnected, nor to those who get it with a snapshot anyway.
        """
        owner = self._state.owner
        former = [person for person in self._owners_told if person is not owner]
        new = [owner] if owner is not None and owner not in self._owners_told else []
        for person in (*former, *new):
            if person.is_disconnected:
                self._owners_told.pop(person, None)
            elif not person.needs_snapshot:
                self.send_place(person)

    # The table

    def time_of_next_table_send(self, now: float) -> float | None:
        """Return the time at which the table is to be sent next, or None if the caller must call `send_table` now.

        In a large crowd somebody joins or leaves all the time, so the table is sent at most every
        `CROWD_UPDATE_INTERVAL_SECONDS`. The next interval begins at `now` if None is returned.
        """
        until = self._table_sent_at + CROWD_UPDATE_INTERVAL_SECONDS
        if now >= until or len(self._state.people.connected) <= MIN_CROWD_PEOPLE:
            self._table_sent_at = now
            return None
        return until

    def send_table(self) -> None:
        """Send all listeners what has changed in the table's state since the last call, if anything.

        Changed seats and spectators are sent as `SeatsChanged`; after any other change the whole state is sent.
        """
        before, now = self._table_sent, self._state.info()
        self._table_sent = now
        if before == now:
            return
        if _table_fields_without_people(before) != _table_fields_without_people(now):
            self.send_everybody(now.with_seconds_left(self._state.time))
            return
        changed = (seat for was, seat in zip(before.seats, now.seats, strict=True) if was != seat)
        seats = tuple(seat.with_seconds_left(self._state.time) for seat in changed)
        self.send_everybody(SeatsChanged(seats, now.spectators, now.spectator_count, now.owner, now.owner_name))

    # The match

    def send_match_snapshot(self, runner: MatchRunner, people: Iterable[Person], with_opening: bool = False) -> None:
        """Send these people a snapshot of the match; `with_opening`: also the changes by which it was set up.

        From then on they are sent the updates of this match. Without the opening, a person who was away is also sent
        the last changes that they missed, and a person with a seat what the seat has been shown so far.
        """
        groups: dict[tuple[int, int | None], list[Person]] = {}
        for person in people:
            person.followed_match_number = runner.number
            own = None if with_opening else self._own_snapshot(runner, person)
            if own is not None:
                self.send(person, own)
            else:
                groups.setdefault(runner.updates.snapshot_key(person.seat), []).append(person)
        for group in groups.values():
            self.send_to_people(group, runner.snapshot(group[0].seat, with_opening))

    def _own_snapshot(self, runner: MatchRunner, person: Person) -> MatchSnapshot | None:
        """Return the snapshot for a person alone: with the changes that they missed while they were away, and what
        their seat has been shown so far. None if there is neither.

        The seat's past is left out if too many people of the table have just been sent theirs.
        """
        seat, missed, past = person.seat, None, None
        if person.changes_received_before_absence is not None:
            match, changes = person.changes_received_before_absence
            missed = runner.updates.changes_after(seat, changes if match == runner.number else 0)
        if seat is not None and self._may_send_past(runner, seat):
            past = seat_past(runner, seat)
        if missed is None and past is None:
            return None
        return replace(runner.snapshot(seat, with_opening=False), missed=missed or (), past=past)

    def _may_send_past(self, runner: MatchRunner, seat: int) -> bool:
        """Return whether the past of a seat can be sent now, and count it; see `PAST_CHANGES_PER_SECOND`.

        Only the public changes count for that, so that it betrays nothing.
        """
        cost = runner.updates.version(None) + 1  # also for a match in which nothing has happened yet
        return has_past(runner, seat) and self._past_changes.spend(cost, self._state.now)

    def send_missed_changes(self, runner: MatchRunner, person: Person, missed: MatchUpdate) -> None:
        """Send a person all changes of the match that they have missed: those of each action on their own, if their
        seat's past can be sent now; of many actions a snapshot, in whose past they are divided so."""
        person.followed_match_number = runner.number
        seat = person.seat
        if not missed.changes:
            return
        if seat is None or not self._may_send_past(runner, seat):
            self.send(person, missed)
            return
        past = seat_past(runner, seat)
        updates = updates_of_actions(past, missed)
        if len(updates) > MAX_UPDATES_AT_RETURN:
            self.send(person, replace(runner.snapshot(seat, with_opening=False), past=past))
            return
        for update in updates:
            self.send(person, update)

    def send_updates(self, runner: MatchRunner) -> None:
        """Send the changes of the match since the last call, or a snapshot if that is shorter.

        Only listeners who have been sent a snapshot of this match get them.
        """
        following = [person for person in self.listeners() if person.followed_match_number == runner.number]
        groups: dict[int | None, list[Person]] = {}
        if runner.updates.is_same_for_everybody:
            groups[None] = following
        else:
            for person in following:
                groups.setdefault(person.seat, []).append(person)
        for audiences, update in runner.updates.take_updates(list(groups)):
            people = [person for audience in audiences for person in groups[audience]]
            if update is None:
                self.send_match_snapshot(runner, people)
            else:
                self.send_to_people(people, update)

    def send_clocks(self) -> None:
        """Send each listener the decision clock that they are shown, or that none runs, if that has changed.

        It is the clock of the listener's own decision, if there is one, else the public clock of the match.
        """
        runner = self._state.active_runner
        if not self._clocks_shown and (runner is None or not runner.decision_clock.limit_seconds):
            return
        public = None if runner is None else runner.decision_clock.public_clock()
        connected = self._state.people.connected.values()
        self._clocks_shown = public is not None or any(person.clock_shown is not None for person in connected)
        groups: dict[ShownClock | None, list[Person]] = {}
        for person in self.listeners():
            own = None if runner is None or person.seat is None else runner.decision_clock.own_clock(person.seat)
            clock = own or public
            if clock is not person.clock_shown and clock != person.clock_shown:
                person.clock_shown = clock
                groups.setdefault(clock, []).append(person)
        for clock, people in groups.items():
            self.send_to_people(
                people, ClockChanged(None if clock is None else clock.with_seconds_left(self._state.time))
            )

    def send_outcome(self, people: Iterable[Person], outcome: MatchResult | MatchAborted) -> None:
        """Send the outcome of a match to those of these people who were sent a snapshot of it and all updates.

        From then on they are sent no updates of it. The other people get the outcome from `CatchUp`.
        """
        following = [person for person in people if person.followed_match_number == outcome.match_number]
        for person in following:
            person.followed_match_number = 0
        self.send_to_people(following, outcome)


def _table_fields_without_people(table: TableInfo) -> tuple[object, ...]:
    """Return the fields of a table's state that `SeatsChanged` does not have, and the number of seats.

    If one of these has changed, the complete state must be sent again.
    """
    settings = (table.game, dict(table.options), len(table.seats), table.host_name, table.missing_founder)
    state = (table.phase, table.matches, table.paused, table.deserted)
    return (
        table.name,
        *settings,
        *state,
        table.address,
        table.web_port,
        table.web_encrypted,
        table.terms,
        table.totals,
    )
