"""One tick of the hall of a club: the inputs that `Hall.handle` takes, and the `HallResult` that it returns.

The hall gets what a table gets (`net.table.tick`), and what concerns all tables of the club. What people who run the
club order is in `net.club.administration`, what becomes of tables in `net.club.table_lifecycle`.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from net.club.administration import AdministrativeOrder, HallBroadcast
from net.club.hall_people import KnownPerson
from net.club.table_lifecycle import CloseOrder, OpenOrder, SeatOrder, SuspendOrder
from net.protocol.messages import (
    MatchesShown,
    RecordPiece,
    RequestRecord,
    RequestRefused,
    ShowMatches,
    ShowTotals,
    TableRow,
    TotalsShown,
)
from net.table.tick import ConnectionId, Input, TickResult


class TableRowChanged(Struct, frozen=True):
    """Input of a hall: a table of the club has been opened or has changed.

    `opener` is the identifier of the person who has opened it, "" if it counts against nobody.
    """

    row: TableRow
    opener: str = ""


class TableClosed(Struct, frozen=True):
    """Input of a hall: the table `number` of the club is closed."""

    number: int


class TableOpened(Struct, frozen=True):
    """Input of a hall: the `OpenOrder` of this `order_number` has been carried out.

    The new table has this `number`, and this `code`, "" for none.
    """

    order_number: int
    number: int
    code: str = ""


class OpeningFailed(Struct, frozen=True):
    """Input of a hall: the `OpenOrder` of this `order_number` could not be carried out.

    `reason` says why, in one sentence.
    """

    order_number: int
    reason: str


class SeatAnswered(Struct, frozen=True):
    """Input of a hall: the answer to a `SeatOrder`: whether the seat is for the person who wants to play.

    `is_reserved` is None if that is not known, as the store has not answered.
    """

    order: SeatOrder
    is_reserved: bool | None


class HostsChanged(Struct, frozen=True):
    """Input of a hall: the club can have several hosts, which are now at these `addresses`, without those that are
    leaving."""

    addresses: tuple[str, ...]


class PeopleElsewhereCounted(Struct, frozen=True):
    """Input of a hall: `people` is the number of people in the halls of all other hosts of the club."""

    people: int


class PersonReported(Struct, frozen=True):
    """Input of a hall: another host of the club reports what it knows of this `person`."""

    person: KnownPerson


class PersonEnteredElsewhere(Struct, frozen=True):
    """Input of a hall: the person with the identifier `person` has come into the hall of another host since they came
    into this one.
    """

    person: str


class ClubStopRequested(Struct, frozen=True):
    """Input of a hall: the club is to begin no more matches.

    It is to end when the last match is over or `minutes` have passed. `everywhere`: an organiser has ordered it, at
    another host of the club, for all of them.
    """

    minutes: int
    everywhere: bool = False


class OrderAnswered(Struct, frozen=True):
    """Input of a hall: the answer to the order of an organiser at this `connection`, in one sentence."""

    connection: ConnectionId
    text: str


class ArrivalOrder(Struct, frozen=True):
    """Order of a hall: tell the halls of all other hosts that the person with the identifier `person` has come in here,
    so that they leave any other one."""

    person: str


class LookUpOrder(Struct, frozen=True):
    """Order of a hall: answer a `request` of the person called `name` for matches of the club or totals of the evening,
    with a `LookUpAnswered`."""

    connection: ConnectionId
    name: str
    request: ShowMatches | ShowTotals | RequestRecord


class LookUpAnswered(Struct, frozen=True):
    """Input of a hall: the `answer` to a `LookUpOrder` of the person at this connection."""

    connection: ConnectionId
    answer: MatchesShown | TotalsShown | RecordPiece | RequestRefused


HallOrder: TypeAlias = (
    OpenOrder | SeatOrder | CloseOrder | SuspendOrder | ArrivalOrder | LookUpOrder | AdministrativeOrder
)
"""Any order that a hall gives to the process that runs the club."""

HallInput: TypeAlias = (
    Input
    | TableRowChanged
    | TableClosed
    | TableOpened
    | OpeningFailed
    | LookUpAnswered
    | HostsChanged
    | HallBroadcast
    | PeopleElsewhereCounted
    | PersonReported
    | PersonEnteredElsewhere
    | ClubStopRequested
    | OrderAnswered
    | SeatAnswered
)
"""Any input of a hall: those of a table, and those that concern all tables of a club."""


class HallResult(TickResult, frozen=True):
    """The result of a tick of a hall: what to send, which connections to end, and `orders` for the process that runs
    the club."""

    orders: tuple[HallOrder, ...] = ()
