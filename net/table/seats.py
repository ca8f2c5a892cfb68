"""Who is at a table and who sits where, before and after a match.

People choose where they sit: who comes gets the first free seat and may change it between matches, also for that of a
program; programs take what is left. So seats are never shuffled, not even in Big Queen, where they decide who is whose
partner (G-5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Final

from core import Game
from net.limits import PEOPLE, PEOPLE_REMEMBERED
from net.protocol.sanitize import unique_name
from net.protocol.table_state import SeatInfo
from net.security.table_secrets import same
from net.table.inputs_effects import Link
from net.table.person import Person

BOT_NAMES: Final = (
    *("Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gwen", "Hedy", "Ines", "Jane", "Kora", "Lena"),
    *("Mary", "Nora", "Olga", "Page", "Rosa", "Sofie", "Tess", "Uma", "Vera", "Wanda"),
)

NO_BOT: Final = "automatic"
"""The program of a game that has no bots: the automatic action of the rulings."""


def best_bot(game: Game) -> str:
    """Return the name of the best program that plays a game."""
    return next(iter(game.bots), NO_BOT)


@dataclass(slots=True)
class Seat:
    """One seat: a person in it, a program, or nobody. A `filler` came only for one match."""

    person: Person | None = None
    bot: str = ""
    bot_name: str = ""
    filler: bool = False

    @property
    def free(self) -> bool:
        """Whether somebody else may sit here between matches: nobody does, or nobody waits any more for who did."""
        return not self.bot_name and (self.person is None or self.person.given_up)


@dataclass(slots=True)
class Seats:
    """The seats of a table, the people who are here by their links, and those who are not by their tokens.

    Who is not here keeps the seat that they have; `waited` are those of them for whom a grace runs. Who has none is
    remembered all the same, so that they are themselves when they come back.
    """

    chairs: list[Seat]
    here: dict[Link, Person] = field(default_factory=dict)
    away: dict[str, Person] = field(default_factory=dict)
    waited: dict[str, Person] = field(default_factory=dict)
    _known: dict[bytes, Person] = field(default_factory=dict)

    def states(self) -> tuple[SeatInfo, ...]:
        """Return every seat as everybody may know it."""
        return tuple(_state(seat, chair) for seat, chair in enumerate(self.chairs))

    def names(self) -> tuple[str, ...]:
        """Return the seats' names."""
        return tuple(state.name for state in self.states())

    # People

    def everybody(self) -> Iterator[Person]:
        """Yield everybody who is known, here or not."""
        yield from self.here.values()
        yield from self.away.values()

    def by_token(self, token: str) -> Person | None:
        """Return whose secret this is, here or away; how long that takes tells nothing about any secret."""
        known = self._known.get(_hidden(token)) if token else None
        return known if known is not None and same(known.token, token) else None

    def by_name(self, name: str) -> Person | None:
        """Return who is called so, and is here or has a seat."""
        return next((p for p in self.everybody() if p.name == name and (not p.gone or p.seat is not None)), None)

    def watchers(self) -> list[Person]:
        """Return who is here without a seat, in the order in which they came."""
        return [person for person in self.here.values() if person.seat is None]

    def taken_names(self) -> list[str]:
        """Return every name in use at this table."""
        return [name for name in (*self._people_names(), *(chair.bot_name for chair in self.chairs)) if name]

    def _people_names(self) -> Iterator[str]:
        for person in self.everybody():
            if not person.gone or person.seat is not None:
                yield person.name

    def arrive(self, person: Person, link: Link) -> None:
        """Note that somebody is here, by a new link."""
        self.here.pop(person.link, None)
        self.away.pop(person.token, None)
        self.wait(person, None)
        person.link = link
        self.here[link] = person
        self._known[_hidden(person.token)] = person

    def depart(self, person: Person) -> None:
        """Note that somebody is not here any more; their seat stays theirs."""
        self.here.pop(person.link, None)
        person.link = -1
        self.remember(person)

    def remember(self, person: Person) -> None:
        """Know somebody who is not here, instead of who has gone longest without a seat if these are too many."""
        self.away[person.token] = person
        self._known[_hidden(person.token)] = person
        if len(self.away) > PEOPLE_REMEMBERED:
            oldest = next((other for other in self.away.values() if other.seat is None), None)
            if oldest is not None:
                self.forget(oldest)

    def forget(self, person: Person) -> None:
        """Know somebody no longer, and free their seat."""
        self.unseat(person)
        self.here.pop(person.link, None)
        self.away.pop(person.token, None)
        self._known.pop(_hidden(person.token), None)

    def wait(self, person: Person, until: float | None) -> None:
        """Wait for somebody who is away until a time, or no longer."""
        person.away_until = until
        if until is None:
            self.waited.pop(person.token, None)
        else:
            self.waited[person.token] = person

    # Seats

    def first_free(self) -> int | None:
        """Return the first free seat, or None; one that is nobody's at all comes before one that was given up."""
        chairs = list(enumerate(self.chairs))
        empty = next((seat for seat, chair in chairs if chair.person is None and not chair.bot_name), None)
        return next((seat for seat, chair in chairs if chair.free), None) if empty is None else empty

    def is_free(self, seat: int) -> bool:
        """Whether there is such a seat and somebody may sit down there."""
        return seat < len(self.chairs) and self.chairs[seat].free

    def seat(self, person: Person, seat: int) -> None:
        """Put a person into a seat instead of whoever holds it; a program goes to the seat that they leave, if any."""
        left, there = person.seat, self.chairs[seat]
        self.unseat(person)
        self._empty(seat)
        self.chairs[seat] = Seat(person)
        person.seat = seat
        if left is not None and there.bot_name:
            self.chairs[left] = there

    def unseat(self, person: Person) -> None:
        """Let a person stand up."""
        if person.seat is not None:
            self._empty(person.seat)

    def _empty(self, seat: int) -> None:
        person = self.chairs[seat].person
        if person is not None:
            person.seat = None
            person.stand_in = ""
            person.idle = False
            person.expiries = 0
            self.wait(person, None)
        self.chairs[seat] = Seat()

    def seat_bot(self, seat: int, bot: str, filler: bool = False) -> None:
        """Let a program called `bot` take a seat, instead of whoever holds it, under a name of its own."""
        self._empty(seat)
        name = unique_name(BOT_NAMES[seat % len(BOT_NAMES)], self.taken_names())
        self.chairs[seat] = Seat(None, bot, name, filler)

    def fill(self, bot: str) -> None:
        """Let programs take all seats that are free, for one match."""
        for seat, chair in enumerate(self.chairs):
            if chair.free:
                self.seat_bot(seat, bot, filler=True)

    def dismiss_fillers(self) -> None:
        """Free the seats of programs that came for one match, and of people who said goodbye; others get them."""
        for seat, chair in enumerate(self.chairs):
            if chair.filler or (chair.person is not None and chair.person.left):
                self._empty(seat)
        for person in self.watchers():
            if not person.watch:
                free = self.first_free()
                if free is None:
                    break
                self.seat(person, free)

    def rearrange(self, seats: int, game: Game) -> None:
        """Set another number of seats; whoever has one keeps it or moves up, people before programs."""
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None and chair.person.given_up:
                self._empty(seat)
        best = best_bot(game)
        for chair in self.chairs:
            if chair.bot_name and chair.bot not in game.bots:
                chair.bot = best
        kept = [Seat() for _ in range(seats)]
        homeless: list[Seat] = []
        for seat, chair in enumerate(self.chairs):
            if seat < seats:
                kept[seat] = chair
            elif not chair.free:
                homeless.append(chair)
        self.chairs = kept
        for chair in sorted(homeless, key=lambda chair: chair.person is None):
            self._rehouse(chair)

    def _rehouse(self, chair: Seat) -> None:
        free = self.first_free()
        if free is None and chair.person is not None:
            free = next((seat for seat, other in enumerate(self.chairs) if other.person is None), None)
        if free is not None:
            self.chairs[free] = chair
        if chair.person is not None:
            chair.person.seat = free
            if free is None:
                self.wait(chair.person, None)


def _hidden(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _state(seat: int, chair: Seat) -> SeatInfo:
    person = chair.person
    if person is None:
        return _same_state(seat, chair.bot_name, chair.bot, True, bool(chair.bot_name), "", None)
    return _same_state(seat, person.name, "", not person.absent, person.ready, person.stand_in, person.away_until)


_same_state: Final = lru_cache(maxsize=2 * PEOPLE)(SeatInfo)
"""Makes the state of a seat, the same one for the same: of a thousand seats, most are as they were."""
