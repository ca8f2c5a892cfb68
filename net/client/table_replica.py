"""What a host tells of its table, as a client keeps it: cleaned, and with times by the client's own clock."""

from __future__ import annotations

from msgspec.structs import replace

from core import BadOption, games
from net.errors import Malformed
from net.limits import ADDRESS_CELLS, NAME_CELLS
from net.protocol.messages import SeatsAre, TableIs, WireSeat
from net.protocol.sanitize import clean
from net.protocol.table_state import SeatInfo, TableInfo, Terms, Total


def _seat(seat: WireSeat, now: float) -> SeatInfo:
    name, bot, stand_in = (clean(text, NAME_CELLS) for text in (seat.name, seat.bot, seat.stand_in))
    until = None if seat.grace is None else now + seat.grace
    return SeatInfo(seat.seat, name, bot, seat.here, seat.ready, stand_in, until)


def whole(table: TableIs, now: float) -> TableInfo:
    """Return a table as it is told; raises `Malformed` if there can be none like it."""
    game = games.get(table.game)
    if game is None:
        raise Malformed(f"The host plays {table.game!r}, a game that this program does not have.")
    try:
        options = game.settings(len(table.seats), table.options)
    except BadOption as error:
        raise Malformed(f"The host plays {game.title} in a way that it does not have: {error}") from error
    return TableInfo(
        clean(table.name, NAME_CELLS),
        table.game,
        options,
        tuple(_seat(seat, now) for seat in table.seats),
        tuple(clean(name, NAME_CELLS) for name in table.watchers),
        table.phase,
        table.matches,
        clean(table.address, ADDRESS_CELLS),
        table.owner,
        table.watching,
        Terms(table.terms.clock, table.terms.grace, table.terms.take_over),
        table.paused,
        tuple(Total(clean(total.name, NAME_CELLS), total.matches, total.wins, total.points) for total in table.totals),
        clean(table.owner_name, NAME_CELLS),
    )


def with_seats(table: TableInfo | None, news: SeatsAre, now: float) -> TableInfo:
    """Return a table with what is told anew about its seats and people; raises `Malformed` if it has none like it."""
    if table is None:
        raise Malformed("The host told of seats before it told of the table.")
    seats = list(table.seats)
    for seat in news.seats:
        if seat.seat >= len(seats):
            raise Malformed("The host told of a seat that the table does not have.")
        seats[seat.seat] = _seat(seat, now)
    return replace(
        table,
        seats=tuple(seats),
        watchers=tuple(clean(name, NAME_CELLS) for name in news.watchers),
        owner=news.owner,
        owner_name=clean(news.owner_name, NAME_CELLS),
        watching=news.watching,
    )
