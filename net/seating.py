"""Who is at a table and who sits where, before and after a match.

People choose where they sit: who comes gets the first free seat and may change it between matches; programs take
what is left. So seats are never shuffled, not even in Big Queen, where they decide who is whose partner (G-5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from core import Game
from net.client import SeatState
from net.effects import Link
from net.identity import same
from net.limits import CHAT_LINES_AT_ONCE
from net.messages import Held, Tell
from net.text import unique

BOT_NAMES: Final = (
    *("Ada", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gwen", "Hedy", "Ines", "Jane", "Kora", "Lena"),
    *("Mary", "Nora", "Olga", "Page", "Rosa", "Sofie", "Tess", "Uma", "Vera", "Wanda"),
)

NO_BOT: Final = "automatic"
"""The program of a game that has no bots: the automatic action of the rulings."""


def best_bot(game: Game) -> str:
    """Return the name of the best program that plays a game."""
    return next(iter(game.bots), NO_BOT)


@dataclass(slots=True, eq=False)
class Person:
    """Somebody at the table: `token` is the secret that brings them back to their seat.

    `done` is the last action that they have asked for and `answer` what was said to it; `follows` is the match whose
    end they are still to be told, or 0; `arriving` means that they have been told nothing yet, `slow_since`
    that they do not read what they are told.
    """

    link: Link
    name: str
    token: str
    watch: bool
    seat: int | None = None
    done: int = 0
    answer: Tell | None = None
    follows: int = 0
    arriving: bool = True
    welcome: bool = True
    slow_since: float | None = None
    chat_allowance: float = CHAT_LINES_AT_ONCE
    chat_at: float = 0.0
    looked_at: float = float("-inf")

    @property
    def settled(self) -> int:
        """The number of the last action that needs no further answer, in case one is still held back."""
        return self.done - isinstance(self.answer, Held)


@dataclass(slots=True)
class Chair:
    """One seat: a person in it, a program, or nobody. A `filler` came only for one match."""

    person: Person | None = None
    bot: str = ""
    bot_name: str = ""
    filler: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and not self.bot_name


@dataclass(slots=True)
class Seating:
    """The seats of a table, the people who are here by their links, and those who are away by their tokens."""

    chairs: list[Chair]
    here: dict[Link, Person] = field(default_factory=dict)
    away: dict[str, Person] = field(default_factory=dict)

    def states(self) -> tuple[SeatState, ...]:
        """Return every seat as everybody may know it."""
        return tuple(_state(seat, chair) for seat, chair in enumerate(self.chairs))

    def names(self) -> tuple[str, ...]:
        """Return the seats' names."""
        return tuple(state.name for state in self.states())

    def by_token(self, token: str) -> Person | None:
        """Return whose secret this is, here or away."""
        people = (*self.away.values(), *self.here.values())
        return next((person for person in people if same(person.token, token)), None) if token else None

    def watchers(self) -> list[Person]:
        """Return who is here without a seat, in the order in which they came."""
        return [person for person in self.here.values() if person.seat is None]

    def taken_names(self) -> list[str]:
        """Return every name in use at this table."""
        return [name for name in (*self._people_names(), *(chair.bot_name for chair in self.chairs)) if name]

    def _people_names(self) -> Iterator[str]:
        for person in (*self.here.values(), *self.away.values()):
            yield person.name

    def first_free(self) -> int | None:
        """Return the first seat that nobody holds, or None."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.free), None)

    def is_free(self, seat: int) -> bool:
        """Whether there is such a seat and nobody holds it."""
        return seat < len(self.chairs) and self.chairs[seat].free

    def seat(self, person: Person, seat: int) -> None:
        """Put a person into a free seat, out of the one they have."""
        self.unseat(person)
        self.chairs[seat] = Chair(person)
        person.seat = seat

    def unseat(self, person: Person) -> None:
        """Let a person stand up."""
        if person.seat is not None:
            self.chairs[person.seat] = Chair()
            person.seat = None

    def seat_bot(self, seat: int, bot: str, filler: bool = False) -> None:
        """Let a program called `bot` take a free seat under a name of its own."""
        name = unique(BOT_NAMES[seat % len(BOT_NAMES)], self.taken_names())
        self.chairs[seat] = Chair(None, bot, name, filler)

    def fill(self, bot: str) -> None:
        """Free the seats of those who are away and let programs take all that are free, for one match."""
        for person in self.away.values():
            self.unseat(person)
        self.away.clear()
        for seat, chair in enumerate(self.chairs):
            if chair.free:
                self.seat_bot(seat, bot, filler=True)

    def dismiss_fillers(self) -> None:
        """Free the seats of programs that came for one match, and offer them to those who wanted to play."""
        self.chairs = [Chair() if chair.filler else chair for chair in self.chairs]
        for person in self.watchers():
            free = self.first_free()
            if free is not None and not person.watch:
                self.seat(person, free)

    def rearrange(self, seats: int, game: Game) -> None:
        """Set another number of seats; whoever has one keeps it or moves up, people before programs."""
        for person in self.away.values():
            self.unseat(person)
        self.away.clear()
        best = best_bot(game)
        for chair in self.chairs:
            chair.bot = chair.bot if chair.bot in game.bots else best
        kept = [Chair() for _ in range(seats)]
        homeless: list[Chair] = []
        for seat, chair in enumerate(self.chairs):
            if seat < seats:
                kept[seat] = chair
            elif not chair.free:
                homeless.append(chair)
        self.chairs = kept
        for chair in sorted(homeless, key=lambda chair: chair.person is None):
            self._rehouse(chair)

    def _rehouse(self, chair: Chair) -> None:
        free = self.first_free()
        if free is None and chair.person is not None:
            free = next((seat for seat, other in enumerate(self.chairs) if other.person is None), None)
        if free is not None:
            self.chairs[free] = chair
        if chair.person is not None:
            chair.person.seat = free


def _state(seat: int, chair: Chair) -> SeatState:
    if chair.person is not None:
        return SeatState(seat, chair.person.name, "", chair.person.link >= 0, False)
    return SeatState(seat, chair.bot_name, chair.bot, True, bool(chair.bot_name))
