"""The seats of a table: who or what plays each of them, before, during and after a match.

People choose where they sit: a newcomer gets the first free seat, and may change it between matches, also for a seat
of a bot. Bots take what is left. So seats are never shuffled, not even in Big Queen, where they decide who is whose
partner (G-5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from core import Game
from core.engine.temperament import Temperament
from net.limits import MAX_PEOPLE
from net.protocol.bot_names import bot_name_without_number, temperament_of, usual_bot_name
from net.protocol.sanitize import name_key, unique_name
from net.protocol.table_state import SeatInfo
from net.table.people import People
from net.table.person import Person

AUTOMATIC_PLAYER: Final = "automatic"
"""The name of what plays a seat in a game without bots: the automatic action of the rules."""


def default_bot(game: Game) -> str:
    """Return the name of the bot or level that plays a seat by default, or `AUTOMATIC_PLAYER`."""
    return game.usual_bot or AUTOMATIC_PLAYER


class Seat(Struct):
    """One seat: it has a `person`, or a bot (`bot` is its level or kind, `bot_name` its name), or neither.

    `is_filler` is whether a bot has the seat for one match only.
    """

    person: Person | None = None
    bot: str = ""
    bot_name: str = ""
    is_filler: bool = False

    @property
    def is_free(self) -> bool:
        """Whether a person may take this seat between matches: it is empty, or its person has been given up."""
        return not self.bot_name and (self.person is None or self.person.is_given_up)

    @property
    def name(self) -> str:
        """The name of the person or bot in this seat; empty if nobody sits here."""
        return self.bot_name if self.person is None else self.person.name

    @property
    def temperament(self) -> Temperament:
        """The temperament of the bot in this seat; `PLAIN` if there is none."""
        return temperament_of(self.bot_name)


class Seats:
    """All seats of a table, numbered from 0. A person who disconnects keeps their seat."""

    __slots__ = ("_people", "_seats")

    def __init__(self, people: People, seat_count: int) -> None:
        self._people = people
        self._seats = [Seat() for _ in range(seat_count)]

    def __len__(self) -> int:
        return len(self._seats)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __getitem__(self, seat: int) -> Seat:
        return self._seats[seat]

    def restore_seats(self, seats: Sequence[Seat]) -> None:
        """Replace all seats."""
        self._seats = list(seats)

    def restore_person(self, person: Person, seat: int | None) -> None:
        """Give a person the seat that they had before a restart, if it exists and is not taken."""
        if seat is not None and seat < len(self._seats) and self._seats[seat].person is None:
            self._seats[seat] = Seat(person)
            person.seat = seat

    def seat_infos(self) -> tuple[SeatInfo, ...]:
        """Return every seat as everybody may know it."""
        return tuple(_seat_info_of(number, seat) for number, seat in enumerate(self._seats))

    def names(self) -> tuple[str, ...]:
        """Return the name of the person or bot in each seat, empty for a free seat."""
        return tuple(seat.name for seat in self._seats)

    def taken_names(self) -> list[str]:
        """Return every name in use at this table."""
        return [name for name in (*self._people.names(), *(seat.bot_name for seat in self._seats)) if name]

    # Questions about one seat

    def first_free_seat(self) -> int | None:
        """Return the first empty seat, else the first whose person the table no longer waits for; None if no seat is
        free."""
        numbered = list(enumerate(self._seats))
        empty = next((number for number, seat in numbered if seat.person is None and not seat.bot_name), None)
        return next((number for number, seat in numbered if seat.is_free), None) if empty is None else empty

    def is_free(self, seat: int) -> bool:
        """Return whether there is such a seat and it is free."""
        return seat < len(self._seats) and self._seats[seat].is_free

    def has_bot(self, seat: int) -> bool:
        """Return whether there is such a seat and a bot has it."""
        return seat < len(self._seats) and bool(self._seats[seat].bot_name)

    def first_bot_seat(self) -> int | None:
        """Return the first seat that a bot has; None if no bot has a seat."""
        return next((number for number, seat in enumerate(self._seats) if seat.bot_name), None)

    @property
    def are_all_players_replaced(self) -> bool:
        """Return whether people have seats and stand-in bots play for all of them."""
        seats = self._seats
        return any(seat.person for seat in seats) and all(not seat.person or seat.person.stand_in for seat in seats)

    def person_in(self, seat: int) -> Person | None:
        """Return the person who has a seat; None for a bot, a free seat or a number that is no seat."""
        return self._seats[seat].person if seat < len(self._seats) else None

    # Changes

    def seat_person(self, person: Person, seat: int) -> None:
        """Give a seat to a person; a bot in it moves to the seat that the person leaves, if any."""
        left, before = person.seat, self._seats[seat]
        self.unseat_person(person)
        self.clear_seat(seat)
        self._seats[seat] = Seat(person)
        person.seat = seat
        if left is not None and before.bot_name:
            self._seats[left] = before

    def swap_seats(self, seat: int, other_seat: int) -> None:
        """Swap the people or bots of the seats `seat` and `other_seat`; either may be free."""
        self._seats[seat], self._seats[other_seat] = self._seats[other_seat], self._seats[seat]
        for seat_number in (seat, other_seat):
            person = self._seats[seat_number].person
            if person is not None:
                person.seat = seat_number

    def unseat_person(self, person: Person) -> None:
        """Free the seat of a person, if they have one."""
        if person.seat is not None:
            self.clear_seat(person.seat)

    def clear_seat(self, seat: int) -> None:
        """Free a seat; the absence and the grace period of a person in it end."""
        person = self._seats[seat].person
        if person is not None:
            person.seat = None
            person.clear_absence()
            self._people.set_grace(person, None)
        self._seats[seat] = Seat()

    def seat_bot(self, seat: int, bot: str, filler: bool = False) -> None:
        """Free a seat and give it to a bot of kind `bot`, under a name that is new at the table.

        A `filler` loses the seat after the match.
        """
        self.clear_seat(seat)
        name = unique_name(usual_bot_name(seat), self.taken_names())
        self._seats[seat] = Seat(None, bot, name, filler)

    def rename_bots_called(self, name: str) -> list[int]:
        """Give another number to each bot whose name people would take for `name`, and return the seats of these bots.

        The temperament of a bot does not depend on its number.
        """
        key = name_key(name)
        renamed = [
            number for number, seat in enumerate(self._seats) if seat.bot_name and name_key(seat.bot_name) == key
        ]
        for number in renamed:
            seat = self._seats[number]
            seat.bot_name = unique_name(bot_name_without_number(seat.bot_name), [*self.taken_names(), name])
        return renamed

    def fill_with_bots(self, bot: str) -> None:
        """Give every free seat to a bot, for one match."""
        for number, seat in enumerate(self._seats):
            if seat.is_free:
                self.seat_bot(number, bot, filler=True)

    def clear_seats_after_match(self) -> None:
        """Free the seats of fillers and of people who said goodbye; spectators who want to play get them."""
        for number, seat in enumerate(self._seats):
            if seat.is_filler or (seat.person is not None and seat.person.has_left):
                self.clear_seat(number)
        for person in self._people.spectators():
            if not person.only_watches:
                free = self.first_free_seat()
                if free is None:
                    break
                self.seat_person(person, free)

    def resize(self, seat_count: int, game: Game) -> None:
        """Set the number of seats for a game.

        People and bots in seats beyond it move to free seats, people first, or lose theirs. People who have been given
        up lose their seats, and bots that do not play the game become its usual one.
        """
        for seat, old_seat in enumerate(self._seats):
            if old_seat.person is not None and old_seat.person.is_given_up:
                self.clear_seat(seat)
        for old_seat in self._seats:
            if old_seat.bot_name and old_seat.bot not in game.bot_names:
                old_seat.bot = default_bot(game)
        kept = [Seat() for _ in range(seat_count)]
        displaced: list[Seat] = []
        for seat, old_seat in enumerate(self._seats):
            if seat < seat_count:
                kept[seat] = old_seat
            elif not old_seat.is_free:
                displaced.append(old_seat)
        self._seats = kept
        for old_seat in sorted(displaced, key=lambda old_seat: old_seat.person is None):
            self._move_to_free_seat(old_seat)

    def _move_to_free_seat(self, old_seat: Seat) -> None:
        """Give the person or bot of `old_seat`, a seat that is removed, a free seat.

        If no seat is free, a person gets the seat of a bot, if there is one, and a bot gets none. A person without a
        seat has no grace period.
        """
        free = self.first_free_seat()
        if free is None and old_seat.person is not None:
            free = next((number for number, other in enumerate(self._seats) if other.person is None), None)
        if free is not None:
            self._seats[free] = old_seat
        if old_seat.person is not None:
            old_seat.person.seat = free
            if free is None:
                self._people.set_grace(old_seat.person, None)


def _seat_info_of(seat_number: int, seat: Seat) -> SeatInfo:
    """Return a seat as everybody may know it."""
    person = seat.person
    if person is None:
        return _cached_seat_info(seat_number, seat.bot_name, seat.bot, True, bool(seat.bot_name), "", None)
    return _cached_seat_info(
        seat_number, person.name, "", not person.is_absent, person.is_ready, person.stand_in, person.away_until
    )


_cached_seat_info: Final = lru_cache(maxsize=2 * MAX_PEOPLE)(SeatInfo)
"""Creates a `SeatInfo`, or returns an equal one that exists: most of a thousand seats have not changed."""
