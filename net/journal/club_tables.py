"""The tables of a club in the journal, by their numbers in the club: adding, opening, listing and discarding them."""

from __future__ import annotations

from msgspec import Struct, structs

from net.journal.database import JournalDatabase
from net.journal.entries import SavedTable, TableEntry
from net.journal.match_list import complete_finished_matches
from net.journal.slots import private_slot
from net.journal.tables import (
    OpenedTable,
    add_table,
    discard_table,
    has_unfinished_match,
    lock_table,
    read_open_tables,
    saved_table_from_ticks,
)


class KeptTable(Struct, frozen=True):
    """A table of a club that is in the journal: its number there, and its settings.

    `free_seats` is the number of seats that are free, and `is_playing` is whether its match is unfinished.
    """

    number: int
    settings: TableEntry
    free_seats: int
    is_playing: bool


def add_club_table(file: JournalDatabase, slot: str, now: float, private: bool) -> OpenedTable:
    """Return a new table of a club, locked, `private` if it asks for a code.

    `slot` is the text by which the journal finds the tables of the club. Raises `JournalUnusable` if the file cannot be
    read or written.
    """
    opened = add_table(file, private_slot(slot) if private else slot, now)
    return structs.replace(opened, number_in_club=len(table_numbers_in_slot(file, slot)))


def table_numbers_in_slot(file: JournalDatabase, slot: str) -> list[int]:
    """Return the numbers in the file of all tables that a club has had, in the order of their numbers in the club, from
    1. `slot` is the text by which the journal finds the tables of the club.
    """
    query = "SELECT id FROM tables WHERE slot IN (?, ?) ORDER BY id"
    return [int(number) for (number,) in file.rows(query, (slot, private_slot(slot)))]


def kept_tables(file: JournalDatabase, slot: str, now: float) -> tuple[KeptTable, ...]:
    """Return all tables of a club that are not closed, the earliest opened first; none of them is locked.

    `slot` is the text by which the journal finds the tables of the club. A table in which nothing was written is closed
    instead. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
    """
    complete_finished_matches(file)
    number_in_club = {number: place for place, number in enumerate(table_numbers_in_slot(file, slot), 1)}
    kept = []
    for number, _ in reversed(read_open_tables(file, slot, private_slot(slot))):
        saved = saved_table_from_ticks(file.ticks(number))
        if saved is None:
            discard_table(file, number, now)
        else:
            kept.append(
                KeptTable(number_in_club[number], saved.table, count_free_seats(saved), has_unfinished_match(saved))
            )
    return tuple(kept)


def open_kept_table(file: JournalDatabase, slot: str, number_in_club: int) -> OpenedTable | None:
    """Return the table with the number `number_in_club` of a club, locked; None if it is closed or another process runs
    it.

    `slot` is the text by which the journal finds the tables of the club. Raises `JournalDamaged` if the file is
    damaged, `JournalUnusable` if it cannot be read or written.
    """
    number = _table_number_in_file(file, slot, number_in_club)
    lock = None if number is None else lock_table(file, number)
    if number is None or lock is None:
        return None
    opened = read_open_tables(file, slot, private_slot(slot))
    host_token = next((token for known, token in opened if known == number), None)
    ticks = file.ticks(number)
    saved = saved_table_from_ticks(ticks)
    if host_token is None or saved is None:
        lock.release(is_finished=host_token is None)
        return None
    return OpenedTable(number, lock, ticks[-1][0], host_token, saved, number_in_club)


def discard_club_table(file: JournalDatabase, slot: str, number_in_club: int, now: float) -> None:
    """Close the table with the number `number_in_club` of a club for good, unless another process plays it.

    `slot` is the text by which the journal finds the tables of the club.
    """
    number = _table_number_in_file(file, slot, number_in_club)
    if number is not None:
        discard_table(file, number, now)


def count_free_seats(saved: SavedTable) -> int:
    """Return the number of seats of a saved table that have neither a bot nor a person."""
    taken = {person.seat for person in saved.people if person.seat is not None}
    return sum(not chair.bot and seat not in taken for seat, chair in enumerate(saved.table.chairs))


def _table_number_in_file(file: JournalDatabase, club_slot: str, table_number_in_club: int) -> int | None:
    """Return the number in the journal's file of the table that has the number `table_number_in_club` in a club.

    None if the club has had no such table. `club_slot` is the text by which the journal finds the tables of the club.
    """
    query = "SELECT id FROM tables WHERE slot IN (?, ?) ORDER BY id LIMIT 1 OFFSET ?"
    found = (
        file.rows(query, (club_slot, private_slot(club_slot), table_number_in_club - 1))
        if table_number_in_club > 0
        else []
    )
    return int(found[0][0]) if found else None
