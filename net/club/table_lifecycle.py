"""Decides which tables of a club are opened, for whom, and which are closed or suspended because nobody is there any
more.

A table without people is suspended after `net.limits.DESERTED_TABLE_SECONDS`: it stays in the journal only, until
somebody comes. If no match waits there, and nobody comes for an evening (`EVENING_SECONDS`), it is closed.

How many tables a person may have open (`net.limits.MAX_TABLES_PER_PERSON`) counts for the whole club: the rows of all
hosts say who has opened them. A row is on its way for a moment, so somebody who opens tables at two hosts at the same
time can get more. But as soon as the rows have come, every hall orders the newest ones above the bound to be closed,
and the host that runs such a table does that.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec import Struct

from core import Game
from net.club.hall_people import HallPerson
from net.club.table_list import TableList
from net.limits import (
    DESERTED_TABLE_SECONDS,
    EVENING_SECONDS,
    LEASE_RENEWAL_INTERVAL_SECONDS,
    MAX_CLUB_TABLES,
    MAX_NAME_CELLS,
    MAX_TABLES_PER_PERSON,
    RESERVED_SEAT_SECONDS,
    TABLE_OPENINGS_OF_ALL_AT_ONCE,
    TABLE_OPENINGS_OF_ALL_PER_SECOND,
)
from net.protocol.field_types import Settings
from net.protocol.messages import OpenTable, TableRow
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean_text, unique_name
from net.security.table_code import check_chosen_secret
from net.table.state import ImpossibleRequest

TABLE_IS_OPENED_ALREADY_SENTENCE: Final = "A table is already being opened for you."
"""The refusal to a person who asks for a table again before the answer."""


class OpenOrder(Struct, frozen=True):
    """Order of a hall: open a table for the person with the identifier `person`; `order_number` is that of this order.

    `game` is the slug of the game, `seats` the number of seats, `bots` how many of them bots get, and `name` the name
    of the table. A `private` table without a `code` gets a new code.
    """

    order_number: int
    person: str
    game: str
    seats: int
    bots: int
    options: Settings
    name: str
    private: bool = False
    code: str = ""


class CloseOrder(Struct, frozen=True):
    """Order of a hall: close the table `number` for good; with `if_suspended` only if it does not run."""

    number: int
    if_suspended: bool = False


class SeatOrder(Struct, frozen=True):
    """Order of a hall: find out whether another host has promised a seat of the table `number` to somebody already.

    `taken_or_promised_seats` is how many seats of the table are taken or promised, this one included. `person` is the
    identifier of the person for whom the seat is, who wants to play `game`, or any game if that is "".
    """

    person: str
    game: str
    number: int
    taken_or_promised_seats: int


class SuspendOrder(Struct, frozen=True):
    """Order of a hall: suspend the table `number` if it runs and nobody is there."""

    number: int


class TableLifecycle:
    """Decides which tables are opened for people, within bounds, and which empty ones are closed or suspended.

    `tables` is the list of the club's tables, which it keeps up to date, and `hosts` is how many hosts run them. Times
    are in seconds.
    """

    def __init__(self, tables: TableList, now: float) -> None:
        self.hosts = 1
        self._tables = tables
        self._rate = TokenBucket(TABLE_OPENINGS_OF_ALL_PER_SECOND, TABLE_OPENINGS_OF_ALL_AT_ONCE, now)
        self._orders: list[OpenOrder] = []
        self._last_opening = 0
        self._waiting: dict[int, HallPerson] = {}
        self._names_waiting: dict[int, str] = {}
        self._opener: dict[int, str] = {}
        self._opened: dict[str, set[int]] = {}
        self._excess: dict[int, float] = {}
        self._empty_since: dict[int, float] = {}
        self._promises: dict[int, deque[float]] = {}

    # Opening

    def order_table(self, person: HallPerson, game: Game, request: OpenTable, now: float) -> None:
        """Order that the table of a person's `request` be opened.

        Raises `ImpossibleRequest` if the club or the person has too many tables already, `core.BadOption` for seats or
        options that the game does not have, and `net.errors.BadCode` for a text that cannot be a code.
        """
        seats = request.seats or game.usual_seats
        game.settings(seats, request.options)
        code = check_chosen_secret(request.code) if request.needs_code and request.code.strip() else ""
        if person.waits_for_table:
            raise ImpossibleRequest(TABLE_IS_OPENED_ALREADY_SENTENCE)
        if len(self._opened.get(person.id, ())) >= MAX_TABLES_PER_PERSON:
            raise ImpossibleRequest(
                f"You have opened {MAX_TABLES_PER_PERSON} tables, and they are still open: play at one of them, or "
                "wait until one is closed."
            )
        most_tables = MAX_CLUB_TABLES * self.hosts
        if self._tables.in_use + len(self._waiting) >= most_tables:
            raise ImpossibleRequest(f"The club has {most_tables:,} tables, and no room for another one.")
        if not person.opening_rate.spend(1, now):
            raise ImpossibleRequest("You have opened many tables lately: wait a moment, and try again.")
        if not self._rate.spend(1, now):
            raise ImpossibleRequest("Too many tables are being opened: wait a moment, and try again.")
        self._last_opening += 1
        name = unique_name(clean_text(request.name, MAX_NAME_CELLS) or f"{person.name}'s table", self._names_taken)
        person.waits_for_table = True
        self._waiting[self._last_opening], self._names_waiting[self._last_opening] = person, name
        self._orders.append(
            OpenOrder(
                self._last_opening,
                person.id,
                game.slug,
                seats,
                min(request.bots, seats - 1),
                request.options,
                name,
                request.needs_code,
                code,
            )
        )

    @property
    def _names_taken(self) -> list[str]:
        """The names of all tables, also of those that are being opened."""
        return [*(row.name for row in self._tables), *self._names_waiting.values()]

    def take_orders(self) -> tuple[OpenOrder, ...]:
        """Return and remove the orders to open a table that people have given since the last call."""
        orders, self._orders = self._orders, []
        return tuple(orders)

    def finish_opening(self, order_number: int) -> str:
        """Record that an order was carried out or has failed; return the identifier of the person who gave it."""
        person = self._waiting.pop(order_number)
        del self._names_waiting[order_number]
        person.waits_for_table = False
        return person.id

    # Changes

    def put_row(self, row: TableRow, opener: str, now: float) -> None:
        """Put the row of a new or changed table into the list; `opener` is the identifier of who has opened it, or "".

        A promised seat that has been taken is promised no more.
        """
        before = self._tables.get(row.number)
        taken = 0 if before is None else max(0, before.free_seats - row.free_seats)
        promises = self._promises.get(row.number, ())
        for _ in range(min(taken, len(promises))):
            self._promises[row.number].popleft()
        if row.people or (row.suspended and row.playing):
            self._empty_since.pop(row.number, None)
        elif before is None or before.suspended != row.suspended:
            self._empty_since[row.number] = now
        else:
            self._empty_since.setdefault(row.number, now)
        if self._opener.get(row.number, "") != opener:
            self._forget_opener(row.number)
            if opener:
                self._record_opener(row.number, opener, now)
        self._tables.put(row)

    def remove_table(self, number: int) -> None:
        """Remove a table that is closed from the list."""
        self._tables.remove(number)
        self._empty_since.pop(number, None)
        self._promises.pop(number, None)
        self._forget_opener(number)

    def _record_opener(self, number: int, opener: str, now: float) -> None:
        """Count a table among those that a person has open; the newest ones above the bound are to be closed."""
        self._opener[number] = opener
        numbers = self._opened.setdefault(opener, set())
        numbers.add(number)
        for excess in sorted(numbers)[MAX_TABLES_PER_PERSON:]:
            self._excess.setdefault(excess, now)

    def _forget_opener(self, number: int) -> None:
        """Stop counting a table among those that the person who opened it may have open at the same time."""
        opener = self._opener.pop(number, None)
        if opener is not None:
            numbers = self._opened[opener]
            numbers.discard(number)
            for kept in sorted(numbers)[:MAX_TABLES_PER_PERSON]:
                self._excess.pop(kept, None)
            if not numbers:
                del self._opened[opener]
        self._excess.pop(number, None)

    # Seats and empty tables

    def promise_seat(self, game: str, now: float) -> tuple[int, int] | None:
        """Promise a seat at the fullest running table with room; return the table's number, or None if no table has
        room.

        The second number that is returned is how many seats of the table are taken or promised now. `game` is the slug
        of the table's game, or "" for any game. For `net.limits.RESERVED_SEAT_SECONDS` the seat is offered to nobody
        else.
        """
        tables = [row for row in self._tables if row.has_room and not row.suspended and game in ("", row.game)]
        tables = [row for row in tables if row.free_seats > self._count_promised_seats(row.number, now)]
        if not tables:
            return None
        best = max(tables, key=lambda row: (row.people + self._count_promised_seats(row.number, now), -row.number))
        taken_or_promised_seats = best.seats - best.free_seats + self._count_promised_seats(best.number, now) + 1
        self._promises.setdefault(best.number, deque()).append(now + RESERVED_SEAT_SECONDS)
        return best.number, taken_or_promised_seats

    def _count_promised_seats(self, number: int, now: float) -> int:
        """Return how many seats of a table are promised; promises whose time is over are dropped."""
        promises = self._promises.get(number)
        while promises and promises[0] <= now:
            promises.popleft()
        return len(promises) if promises else 0

    def due_orders(self, now: float) -> tuple[CloseOrder | SuspendOrder, ...]:
        """Return orders to close or suspend the tables that have been empty for too long, and to close those that their
        opener has too many of.

        A table that is still there after the same wait again is ordered again: another host may run it by then.
        """
        excess = [number for number, due_at in self._excess.items() if now >= due_at]
        for number in excess:
            self._excess[number] = now + LEASE_RENEWAL_INTERVAL_SECONDS
        due = [number for number in self._empty_since if now >= self._wait_end_time(number)]
        for number in due:
            self._empty_since[number] = now
        return (
            *map(CloseOrder, excess),
            *(
                CloseOrder(number, if_suspended=True) if self._is_suspended(number) else SuspendOrder(number)
                for number in due
            ),
        )

    @property
    def next_due_at(self) -> float | None:
        """The time, in seconds, at which the next order is due (`due_orders`); None if none is."""
        return min([*map(self._wait_end_time, self._empty_since), *self._excess.values()], default=None)

    def _wait_end_time(self, number: int) -> float:
        """Return when an empty table will have been empty for too long, in seconds."""
        wait = EVENING_SECONDS if self._is_suspended(number) else DESERTED_TABLE_SECONDS
        return self._empty_since[number] + wait

    def _is_suspended(self, number: int) -> bool:
        """Return whether an empty table is suspended."""
        row = self._tables.get(number)
        return row is not None and row.suspended
