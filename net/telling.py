"""Who at a table is told what: each thing once, in the same bytes for all who may know the same.

Somebody who has just come, or whose queue was full, is not told what happens but, as soon as they listen, how
everything is; so what is unsent to a person never grows.
"""

from __future__ import annotations

from collections.abc import Iterable

from net.client import SeatState, TableState
from net.effects import Drop, Effect, Link, Send
from net.errors import NetError
from net.messages import Failed, SeatsAre, TableIs, Tell, WireSeat, WireTerms, WireTotal
from net.running import Running
from net.seating import Person, Seating


class Telling:
    """Turns what is to be told at one table into effects, in order."""

    __slots__ = ("_seating", "_told", "effects")

    def __init__(self, seating: Seating, table: TableState) -> None:
        self.effects: list[Effect] = []
        self._seating = seating
        self._told = table

    def listeners(self) -> list[Person]:
        """Return who is here and follows what happens."""
        people = self._seating.here.values()
        return [person for person in people if not person.arriving and person.slow_since is None]

    def tell(self, person: Person, message: Tell) -> None:
        """Say something to one person, unless their queue is full: then they are told everything anew later."""
        if person.slow_since is None:
            self.effects.append(Send((person.link,), message))

    def say(self, people: Iterable[Person], message: Tell) -> None:
        """Say something to these people, in the same bytes."""
        links = tuple(person.link for person in people)
        if links:
            self.effects.append(Send(links, message))

    def everybody(self, message: Tell) -> None:
        """Say something to everybody who listens."""
        self.say(self.listeners(), message)

    def farewell(self, link: Link, error: NetError) -> None:
        """Say what is wrong and end a link."""
        self.effects.append(Send((link,), Failed(type(error).__name__, str(error))))
        self.effects.append(Drop(link, error))

    def table(self, now: TableState) -> None:
        """Tell everybody what has changed about the table since this was last called."""
        before, self._told = self._told, now
        if before == now:
            return
        if _but_for_people(before) != _but_for_people(now):
            self.everybody(table_is(now))
            return
        changed = [seat for was, seat in zip(before.seats, now.seats, strict=True) if was != seat]
        self.everybody(SeatsAre(tuple(map(_wire_seat, changed)), now.watchers, now.watching, now.owner))

    def begin(self, running: Running, people: Iterable[Person], opening: bool = False) -> None:
        """Show these people the match as it is; at its beginning with the changes of setting up."""
        groups: dict[tuple[int, int | None], list[Person]] = {}
        for person in people:
            person.follows = running.number
            groups.setdefault(running.shared(person.seat), []).append(person)
        for group in groups.values():
            self.say(group, running.begin(group[0].seat, opening))

    def match(self, running: Running) -> None:
        """Tell everybody who follows the match what has happened in it."""
        groups: dict[int | None, list[Person]] = {}
        for person in self.listeners():
            if person.follows == running.number:
                groups.setdefault(person.seat, []).append(person)
        for audiences, update in running.updates(list(groups)):
            people = [person for audience in audiences for person in groups[audience]]
            if update is None:
                self.begin(running, people)
            else:
                self.say(people, update)

    def end(self, running: Running, people: Iterable[Person]) -> None:
        """Tell those of these people who follow the match how it ended; who does not listen now is told later."""
        following = [person for person in people if person.follows == running.number]
        for person in following:
            person.follows = 0
        self.say(following, running.ended())


def _but_for_people(table: TableState) -> tuple[object, ...]:
    settings = (table.game, dict(table.options), len(table.seats))
    return (table.name, *settings, table.phase, table.matches, table.address, table.terms, table.paused, table.totals)


def _wire_seat(state: SeatState) -> WireSeat:
    return WireSeat(state.seat, state.name, state.bot, state.here, state.ready, state.stand_in)


def table_is(table: TableState) -> TableIs:
    """Return a table as a message."""
    options = {name: value for name, value in table.options.items() if isinstance(value, bool | int | str)}
    return TableIs(
        table.name,
        table.game,
        options,
        tuple(map(_wire_seat, table.seats)),
        table.watchers,
        table.watching,
        table.phase,
        table.matches,
        table.address,
        table.owner,
        WireTerms(table.terms.clock, table.terms.grace, table.terms.take_over),
        table.paused,
        tuple(WireTotal(total.name, total.matches, total.wins, total.points) for total in table.totals),
    )
