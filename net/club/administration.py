"""The orders of an organiser of a club, given in its hall: close tables, send people away, say something to all, stop
the club.

An order is a line of text that a person in the hall gives (`net.protocol.hall_messages.GiveOrder`). The first order is
``run`` with the key of the club, which is printed where the club was opened; the key proves that this person runs the
club.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from core.engine.english import count
from net.club.hall_people import HallPeople, HallPerson
from net.club.table_list import TableList
from net.limits import (
    DEFAULT_STOP_MINUTES,
    MAX_CHAT_CELLS,
    MAX_NAME_CELLS,
    MAX_STOP_MINUTES,
    ORGANISER_KEY_TRIES_AT_ONCE,
    ORGANISER_KEY_TRIES_PER_SECOND,
    STOP_NOTICE_SECONDS,
    WAIT_AFTER_LAST_MATCH_SECONDS,
)
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean_text
from net.security.table_code import is_same_code
from net.table.state import ImpossibleRequest

CLUB_CLOSES_SOON_SENTENCE: Final = "The club closes in a few seconds."
"""The sentence that everybody reads when an organiser stops the club and no match is waited for."""
CLUB_IS_CLOSING_SENTENCE: Final = "The club is about to close: no new match begins, and no table is opened."
"""The reason why no match begins and no table is opened in a club that has been told to stop."""
SENT_AWAY_FROM_CLUB_SENTENCE: Final = "The organiser has sent you away from the club."
"""The reason for which the connection of a person who is sent away ends."""

HELP_BY_ORDER: Final[Mapping[str, str]] = {
    "/close NUMBER": "close a table for good; its match is called off",
    "/away NAME": "send somebody away from the club for the evening",
    "/say TEXT": "say something to everybody, in the hall and at the tables",
    "/stop [MINUTES]": "begin no more matches, and close when the last is over, "
    f"after {DEFAULT_STOP_MINUTES} minutes at most",
}
"""Maps each order, as a person writes it, to a sentence about what it does."""


TABLE_NOT_CLOSED_YET_SENTENCE: Final = (
    "{0} is not closed yet: the club cannot save anything just now. It closes the table as soon as it can."
)
"""The answer to the order to close a table while the store cannot be reached, with the number and name of the table."""
STOP_NOT_TOLD_YET_SENTENCE: Final = (
    "The club cannot save anything just now: once it can, its other hosts are told to close; this one waits until then."
)
"""The answer to the order to stop the club while the store cannot be reached."""


class SendAwayOrder(Struct, frozen=True):
    """Order of a hall: send the person with the identifier `person` away from every table."""

    person: str


class AnnounceOrder(Struct, frozen=True):
    """Order of a hall: show this `text` to everybody at every table."""

    text: str


class CloseForGoodOrder(Struct, frozen=True):
    """Order of a hall: record, where all hosts of the club read it, that the table `number` is closed for good, and
    close it.

    The person at `connection`, who has ordered it, reads `answer_when_done` when that is done, and before it
    `answer_while_waiting` if that takes long.
    """

    number: int
    connection: int
    answer_when_done: str
    answer_while_waiting: str


class StopOrder(Struct, frozen=True):
    """Order of a hall: record, where all hosts of the club read it, that the club stops in `minutes` at the latest.

    The person at `connection`, who has ordered it, reads `answer_when_done` when that is done, and before it
    `answer_while_waiting` if that takes long.
    """

    minutes: int
    connection: int
    answer_when_done: str
    answer_while_waiting: str


class NoMoreMatchesOrder(Struct, frozen=True):
    """Order of a hall: begin no more matches at the tables of the club, for this `reason`."""

    reason: str


class HallBroadcast(Struct, frozen=True, array_like=True):
    """A message from the hall of one host of a club to the halls of all others: the `text` that the person called
    `name` says.

    `to_tables`: it is an organiser's announcement, which everybody at the tables reads, too.
    """

    to_tables: bool = False
    name: str = ""
    text: str = ""


class EndOrder(Struct, frozen=True):
    """Order of a hall: end the club at this host; `everywhere`: an organiser has stopped it, so it ends at all of its
    hosts."""

    everywhere: bool = False


AdministrativeOrder: TypeAlias = (
    CloseForGoodOrder | StopOrder | SendAwayOrder | AnnounceOrder | NoMoreMatchesOrder | HallBroadcast | EndOrder
)
"""Any order that a hall gives, for an organiser, to the process that runs the club."""


class Administration:
    """Carries out the orders of the organisers of a club.

    A person is an organiser once they have given its `key`. `say` sends a line to everybody in the hall, and
    `end_connection` ends the connection of a person who is sent away. `is_closing` is whether the club has been told to
    stop.
    """

    def __init__(
        self,
        key: str,
        club: str,
        people: HallPeople,
        tables: TableList,
        say: Callable[[str], None],
        end_connection: Callable[[HallPerson], None],
        now: float,
    ) -> None:
        self.is_closing = False
        self._key = key
        self._club = club
        self._people = people
        self._tables = tables
        self._say = say
        self._end_connection = end_connection
        self._rate = TokenBucket(ORGANISER_KEY_TRIES_PER_SECOND, ORGANISER_KEY_TRIES_AT_ONCE, now)
        self._orders: list[AdministrativeOrder] = []
        self._close_at = 0.0
        self._quiet_since: float | None = None
        self._stops_everywhere = False
        self._has_ended = False
        self._handlers: Mapping[str, Callable[[HallPerson, str, float], str]] = {
            "close": self._close_table,
            "away": self._send_away,
            "say": self._announce,
            "stop": self._stop_as_ordered,
        }

    def carry_out(self, person: HallPerson, text: str, now: float) -> tuple[str, ...]:
        """Carry out an order that a person has written, and return the lines of the answer.

        The answer to an order that all hosts must know comes later, when the order has been written where they read it.
        Raises `ImpossibleRequest` for an order that is not possible, or of a person who is no organiser.
        """
        word, _, rest = clean_text(text, MAX_CHAT_CELLS).partition(" ")
        word = word.lower()
        if word == "run":
            return self._make_organiser_by_key(person, rest, now)
        if not person.is_organiser:
            raise ImpossibleRequest("Only the organiser can do that: first type /run and the club's key.")
        handler = self._handlers.get(word)
        if handler is None:
            unknown = () if word in ("", "?", "help") else (f"There is no command /{word[:MAX_NAME_CELLS]}.",)
            return (*unknown, *_help_lines())
        answer = handler(person, rest.strip(), now)
        return (answer,) if answer else ()

    def take_orders(self) -> tuple[AdministrativeOrder, ...]:
        """Return and remove the orders for the club's process that organisers have given since the last call."""
        orders, self._orders = self._orders, []
        return tuple(orders)

    # Orders

    def _make_organiser_by_key(self, person: HallPerson, key: str, now: float) -> tuple[str, ...]:
        """Make a person an organiser if `key` is the key of the club, and return the lines of the answer.

        Raises `ImpossibleRequest` for another key.
        """
        if not self._rate.spend(1, now):
            raise ImpossibleRequest("Too many keys are being tried: wait a moment, and try again.")
        if not is_same_code(key, self._key):
            raise ImpossibleRequest("That is not the key of this club; it is written where the club was opened.")
        self._people.make_organiser(person)
        return ("You run the club now.", *_help_lines())

    def _close_table(self, person: HallPerson, number: str, now: float) -> str:
        """Order that the table with this number be closed for good; the answer comes when that is done.

        Raises `ImpossibleRequest` for a number that no table has.
        """
        row = self._tables.get(int(number)) if number.isdecimal() and len(number) < 10 else None
        if row is None:
            raise ImpossibleRequest(f"There is no table {number[:20]}." if number else "Which table? Type its number.")
        table = f"Table {row.number}, {row.name},"
        waits = TABLE_NOT_CLOSED_YET_SENTENCE.format(table)
        self._orders.append(CloseForGoodOrder(row.number, person.connection, f"{table} is closed.", waits))
        return ""

    def _send_away(self, person: HallPerson, name: str, now: float) -> str:
        """Send the person of this name away from the hall and all tables, and return the answer.

        They cannot come back with the same token. Raises `ImpossibleRequest` if nobody has this name, or the person
        runs the club.
        """
        other = self._people.find_by_name(name)
        if other is None:
            raise ImpossibleRequest(f"Nobody in this club is called {clean_text(name, MAX_NAME_CELLS) or 'that'}.")
        if other.is_organiser:
            raise ImpossibleRequest(f"{other.name} runs the club, and stays.")
        self.send_away(other)
        return f"{other.name} has been sent away."

    def send_away(self, person: HallPerson) -> None:
        """Send a person away from the hall and all tables of this host."""
        self._people.send_away(person)
        if person.connection in self._people.connected:
            self._end_connection(person)
        self._orders.append(SendAwayOrder(person.id))

    def _announce(self, person: HallPerson, text: str, now: float) -> str:
        """Say something to everybody in the hall and at the tables, and return the answer.

        Raises `ImpossibleRequest` for an empty text.
        """
        if not text:
            raise ImpossibleRequest("Type /say and what you want to say.")
        self.tell_everybody(text)
        self._orders.append(HallBroadcast(to_tables=True, text=text))
        return "Everybody has been told."

    def tell_everybody(self, text: str) -> None:
        """Say something to everybody in the hall and at the tables of this host."""
        self._say(text)
        self._orders.append(AnnounceOrder(clean_text(f"{self._club}: {text}", MAX_CHAT_CELLS)))

    def _stop_as_ordered(self, person: HallPerson, minutes: str, now: float) -> str:
        """Stop the club after `minutes` at the latest, as a person has written them; the answer comes when all hosts
        have the order.

        Raises `ImpossibleRequest` if that is no number of minutes, or more than `MAX_STOP_MINUTES`.
        """
        if minutes and not (minutes.isdecimal() and len(minutes) < 6 and int(minutes) <= MAX_STOP_MINUTES):
            raise ImpossibleRequest(f"Type /stop and a number of minutes, {MAX_STOP_MINUTES} at most.")
        within = int(minutes or DEFAULT_STOP_MINUTES)
        waits_for_matches = bool(within) and self._is_anything_played
        done = "The club closes when the last match is over." if waits_for_matches else "You have stopped the club."
        self._orders.append(StopOrder(within, person.connection, done, STOP_NOT_TOLD_YET_SENTENCE))
        self.schedule_club_stop(within, now, everywhere=True)
        return ""

    # The end

    def schedule_club_stop(self, minutes: int, now: float, *, everywhere: bool = False) -> None:
        """Allow no more matches, and tell everybody that the club closes; `everywhere`: at all of its hosts.

        It ends when the last match is over, or when this number of minutes has passed; if an organiser has ordered it,
        not before everybody has read that (`STOP_NOTICE_SECONDS`).
        """
        self._stops_everywhere = self._stops_everywhere or everywhere
        earliest = now + STOP_NOTICE_SECONDS if everywhere else now
        latest = max(earliest, now + 60 * minutes)
        self._close_at = min(self._close_at, latest) if self.is_closing else latest
        self.is_closing = True
        self._orders.append(NoMoreMatchesOrder(CLUB_IS_CLOSING_SENTENCE))
        if minutes and self._is_anything_played:
            self._quiet_since = None
            within = count(minutes, "minute")
            self.tell_everybody(
                f"The club closes when the matches in play are over, in {within} at the latest. No new match begins."
            )
        else:
            self._quiet_since = earliest - WAIT_AFTER_LAST_MATCH_SECONDS
            if everywhere:
                self.tell_everybody(CLUB_CLOSES_SOON_SENTENCE)

    def end_club_if_due(self, now: float) -> None:
        """Order the end of the club if it is closing and its time has come; `now` is in seconds."""
        if not self.is_closing or self._has_ended:
            return
        if self._is_anything_played:
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = now
        if now >= self.ends_at:
            self._has_ended = True
            self._orders.append(EndOrder(self._stops_everywhere))

    @property
    def ends_at(self) -> float:
        """The time, in seconds, at which a closing club ends if nothing changes: neither matches nor people at the
        tables.
        """
        if self._quiet_since is None:
            return self._close_at
        return min(self._close_at, self._quiet_since + WAIT_AFTER_LAST_MATCH_SECONDS)

    @property
    def wake_at(self) -> float | None:
        """The time, in seconds, at which `end_club_if_due` is to be called again; None if the club is not closing."""
        return self.ends_at if self.is_closing and not self._has_ended else None

    @property
    def _is_anything_played(self) -> bool:
        """Whether a match is being played at a table with people."""
        return any(row.playing and row.people for row in self._tables)


def _help_lines() -> tuple[str, ...]:
    """Return the lines which explain the orders."""
    return tuple(f"{usage}: {what}." for usage, what in HELP_BY_ORDER.items())
