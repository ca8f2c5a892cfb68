"""Who at a table is told what: each thing once, in the same bytes for all who may know the same.

Somebody who has just come, or whose queue was full, is not told what happens but, as soon as they listen, how
everything is; so what is unsent to a person never grows.
"""

from __future__ import annotations

from collections.abc import Iterable

from net.errors import NetError
from net.limits import CROWD_PEOPLE, CROWD_UPDATE_SECONDS
from net.protocol.messages import (
    ConnectionFailed,
    Hello,
    MatchAborted,
    MatchResult,
    MatchUpdate,
    ServerMessage,
)
from net.protocol.table_state import Clock, ClockChanged, SeatsChanged, TableInfo
from net.table.inputs_effects import Drop, Effect, Link, Send
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.seats import Seats


class Broadcast:
    """Turns what is to be told at one table into effects, in order; `time` is that of the table."""

    __slots__ = ("_clocks", "_seating", "_table_told", "_told", "effects", "time")

    def __init__(self, seating: Seats, table: TableInfo) -> None:
        self.effects: list[Effect] = []
        self.time = 0.0
        self._seating = seating
        self._told = table
        self._table_told = float("-inf")
        self._clocks = False

    def listeners(self) -> list[Person]:
        """Return who is here and follows what happens."""
        people = self._seating.here.values()
        return [person for person in people if not person.arriving and person.slow_since is None]

    def tell(self, person: Person, message: ServerMessage) -> None:
        """Say something to one person, unless their queue is full: then they are told everything anew later."""
        if person.slow_since is None:
            self.effects.append(Send((person.link,), message))

    def say(self, people: Iterable[Person], message: ServerMessage) -> None:
        """Say something to these people, in the same bytes."""
        links = tuple(person.link for person in people)
        if links:
            self.effects.append(Send(links, message))

    def everybody(self, message: ServerMessage) -> None:
        """Say something to everybody who listens."""
        self.say(self.listeners(), message)

    def farewell(self, link: Link, error: NetError) -> None:
        """Say what is wrong and end a link."""
        self.effects.append(Send((link,), ConnectionFailed(type(error).__name__, str(error))))
        self.effects.append(Drop(link, error))

    def table_waits_until(self, now: float) -> float | None:
        """Return until when to wait before the table is told again: in a crowd somebody comes or goes all the time."""
        until = self._table_told + CROWD_UPDATE_SECONDS
        if now >= until or len(self._seating.here) <= CROWD_PEOPLE:
            self._table_told = now
            return None
        return until

    def table(self, now: TableInfo) -> None:
        """Tell everybody what has changed about the table since this was last called."""
        before, self._told = self._told, now
        if before == now:
            return
        if _but_for_people(before) != _but_for_people(now):
            self.everybody(now.relative(self.time))
            return
        changed = (seat for was, seat in zip(before.seats, now.seats, strict=True) if was != seat)
        seats = tuple(seat.relative(self.time) for seat in changed)
        self.everybody(SeatsChanged(seats, now.watchers, now.watching, now.owner, now.owner_name))

    # The match

    def begin(self, running: MatchRunner, people: Iterable[Person], opening: bool = False) -> None:
        """Show these people the match as it is; at its beginning with the changes of setting up."""
        groups: dict[tuple[int, int | None], list[Person]] = {}
        for person in people:
            person.follows = running.number
            groups.setdefault(running.news.shared(person.seat), []).append(person)
        for group in groups.values():
            self.say(group, running.begin(group[0].seat, opening))

    def catch_up(self, running: MatchRunner, people: Iterable[Person], processes: tuple[str, str]) -> None:
        """Bring people who have just come up to what the match is now: by what they miss if that is known.

        That it is if this process told them what they have, or the one before it: `processes` names both.
        """
        anew: list[Person] = []
        for person in people:
            hello, person.has = person.has, None
            missed = _missed(running, person, hello, processes)
            if missed is None:
                anew.append(person)
            else:
                person.follows = running.number
                if missed.changes:
                    self.tell(person, missed)
        self.begin(running, anew)

    def match(self, running: MatchRunner) -> None:
        """Tell everybody who follows the match what has happened in it."""
        following = [person for person in self.listeners() if person.follows == running.number]
        groups: dict[int | None, list[Person]] = {}
        if running.news.alike:
            groups[None] = following
        else:
            for person in following:
                groups.setdefault(person.seat, []).append(person)
        for audiences, update in running.news.updates(list(groups)):
            people = [person for audience in audiences for person in groups[audience]]
            if update is None:
                self.begin(running, people)
            else:
                self.say(people, update)

    def clocks(self, running: MatchRunner | None) -> None:
        """Tell everybody whose clock is another one than they were told of last."""
        if not self._clocks and (running is None or not running.clock):
            return
        public = None if running is None else running.public_clock()
        here = self._seating.here.values()
        self._clocks = public is not None or any(person.clock is not None for person in here)
        groups: dict[Clock | None, list[Person]] = {}
        for person in self.listeners():
            own = None if running is None or person.seat is None else running.clock_of(person.seat)
            clock = own or public
            if clock is not person.clock and clock != person.clock:
                person.clock = clock
                groups.setdefault(clock, []).append(person)
        for clock, people in groups.items():
            self.say(people, ClockChanged(None if clock is None else clock.relative(self.time)))

    def end(self, people: Iterable[Person], outcome: MatchResult | MatchAborted) -> None:
        """Tell those of these people who follow the match how it ended; who does not listen now is told later."""
        following = [person for person in people if person.follows == outcome.match]
        for person in following:
            person.follows = 0
        self.say(following, outcome)


def _missed(
    running: MatchRunner, person: Person, hello: Hello | None, processes: tuple[str, str]
) -> MatchUpdate | None:
    """Return the changes that somebody misses who said hello, or None if they are to be shown everything."""
    if hello is None or hello.process not in processes:
        return None
    if (hello.match, hello.seat) != (running.number, person.seat):
        return None
    return running.news.since(person.seat, hello.version, before=hello.process != processes[0])


def _but_for_people(table: TableInfo) -> tuple[object, ...]:
    settings = (table.game, dict(table.options), len(table.seats))
    return (table.name, *settings, table.phase, table.matches, table.address, table.terms, table.paused, table.totals)
