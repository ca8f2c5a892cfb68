"""A client's copy of the state of a table: checked, sanitized, with times converted to the client's clock."""

from __future__ import annotations

from msgspec.structs import replace

from net.client.received_game import check_received_game
from net.errors import Malformed
from net.limits import MAX_ADDRESS_CELLS, MAX_NAME_CELLS
from net.protocol.sanitize import clean_text
from net.protocol.table_state import SeatInfo, SeatsChanged, TableInfo, Total, plain_settings


def check_received_table(table: TableInfo, now: float) -> TableInfo:
    """Return a client's copy of a table state received at the time `now`; raises `Malformed` if it is impossible."""
    _, options = check_received_game(table.game, len(table.seats), table.options, is_match=False)
    if [seat.seat for seat in table.seats] != list(range(len(table.seats))):
        raise Malformed("The host numbers the seats of the table in an impossible way.")
    _require_seat(table.owner, len(table.seats))
    return replace(
        table,
        name=clean_text(table.name, MAX_NAME_CELLS),
        options=plain_settings(options),
        seats=tuple(_sanitized_seat(seat, now) for seat in table.seats),
        spectators=_clean_names(table.spectators),
        address=clean_text(table.address, MAX_ADDRESS_CELLS),
        totals=tuple(_sanitized_total(total) for total in table.totals),
        owner_name=clean_text(table.owner_name, MAX_NAME_CELLS),
        host_name=clean_text(table.host_name, MAX_NAME_CELLS),
        missing_founder=clean_text(table.missing_founder, MAX_NAME_CELLS),
    )


def apply_seat_changes(table: TableInfo | None, change: SeatsChanged, now: float) -> TableInfo:
    """Return `table` with the seats, spectators and owner of a change received at the time `now`.

    Raises `Malformed` if `table` is None, or has no such seat.
    """
    if table is None:
        raise Malformed("The host sent seats before it sent the table.")
    seats = list(table.seats)
    _require_seat(change.owner, len(seats))
    for seat in change.seats:
        _require_seat(seat.seat, len(seats))
        seats[seat.seat] = _sanitized_seat(seat, now)
    return replace(
        table,
        seats=tuple(seats),
        spectators=_clean_names(change.spectators),
        owner=change.owner,
        owner_name=clean_text(change.owner_name, MAX_NAME_CELLS),
        spectator_count=change.spectator_count,
    )


def _sanitized_seat(seat: SeatInfo, now: float) -> SeatInfo:
    """Return a seat with its names sanitized, and with a time of the client's clock in place of the remaining
    seconds."""
    name, bot, stand_in = _clean_names((seat.name, seat.bot, seat.stand_in))
    return replace(seat, name=name, bot=bot, stand_in=stand_in).with_end_time(now)


def _sanitized_total(total: Total) -> Total:
    """Return the results of a person with their name sanitized."""
    return replace(total, name=clean_text(total.name, MAX_NAME_CELLS))


def _clean_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names sanitized for a terminal."""
    return tuple(clean_text(name, MAX_NAME_CELLS) for name in names)


def _require_seat(seat: int | None, seats: int) -> None:
    """Raise `Malformed` for a seat that a table of that many seats does not have."""
    if seat is not None and seat >= seats:
        raise Malformed("The host named a seat that the table does not have.")
