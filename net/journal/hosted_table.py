"""`HostedTable`: the table that `queens host` left at a port, taken out of the journal so that a club goes on with it.

The journal loses nothing before the club has the table: into the club of this machine it is moved in one transaction.
On its way to another place it belongs to a slot of its own, under which no `queens host` finds it; there it waits until
it is taken again, if the move was interrupted.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from net.errors import NetError
from net.journal.club_tables import table_numbers_in_slot
from net.journal.database import JournalDatabase, is_empty
from net.journal.entries import SavedTable, fold_saved_table
from net.journal.lock import JournalLock
from net.journal.match_list import complete_finished_matches
from net.journal.slots import club_slot, hosted_slot, private_slot, slot_of_table_carried_over_from
from net.journal.tables import (
    abandon_table,
    close_table,
    insert_table,
    lock_table,
    open_table_numbers,
    saved_table,
)


class HostedTableInUse(NetError):
    """Raised when another process has the table of a port."""

    def __init__(self, port: int) -> None:
        super().__init__(f"The table on port {port} is open, or being carried over: close it first.")


class HostedTable:
    """A table that was hosted at a port, locked so that no other process has it; `close` it at the end.

    Make one with `open_hosted_table`. `saved` is its state, in which a match that is over is left out: it is in the
    history. `host_token` is the token of the person at the host's own machine, "" if there is none. All methods raise
    `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
    """

    def __init__(self, path: Path, number: int, lock: JournalLock, saved: SavedTable, host_token: str) -> None:
        is_over = saved.match is not None and saved.match.end is not None
        self.saved = structs.replace(saved, match=None) if is_over else saved
        self.host_token = host_token
        self._path = path
        self._number = number
        self._lock = lock
        self._is_gone = False

    def move_to_club(self, port: int, now: float) -> int:
        """Move the table to the club of this machine at a port, and return its number there.

        The caller must have the lock of the club. `now` is the time of day in seconds.
        """
        with JournalDatabase(self._path) as file, file.transaction():
            slot = club_slot(port)
            number = insert_table(file, private_slot(slot) if self.saved.table.code else slot, now)
            file.add_tick(number, 1, fold_saved_table(self.saved))
            for (match,) in file.rows("SELECT id FROM matches WHERE place = ? AND ended IS NULL", (self._number,)):
                file.execute("UPDATE matches SET place = ? WHERE id = ?", (number, match))
                file.write_checksum("matches", match)
            close_table(file, self._number, now)
            number_in_club = len(table_numbers_in_slot(file, slot))
        self._is_gone = True
        return number_in_club

    def begin_move_to_other_machine(self, port: int) -> None:
        """Record that the table of this port is being moved to another machine: no `queens host` goes on with it."""
        with JournalDatabase(self._path) as file, file.transaction():
            file.execute(
                "UPDATE tables SET slot = ? WHERE id = ?", (slot_of_table_carried_over_from(port), self._number)
            )
            file.write_checksum("tables", self._number)

    def finish_move_to_other_machine(self, now: float) -> None:
        """Close the table here, as it is elsewhere by now; `now` is the time of day in seconds."""
        with JournalDatabase(self._path) as file:
            abandon_table(file, self._number, now)
        self._is_gone = True

    def close(self) -> None:
        """Let other processes have the table, unless it has been moved away."""
        self._lock.release(is_finished=self._is_gone)


def open_hosted_table(path: Path, port: int) -> HostedTable | None:
    """Return the latest table that was hosted at a port, is not closed and has entries, or None if there is none.

    Raises `HostedTableInUse` if a process has it, `JournalDamaged` if the file is damaged, of a newer version, or has
    entries that this one does not know, `JournalUnusable` if it cannot be read or written.
    """
    if is_empty(path):
        return None
    with JournalDatabase(path) as file:
        complete_finished_matches(file)
        for number in open_table_numbers(file, hosted_slot(port), slot_of_table_carried_over_from(port)):
            lock = lock_table(file, number)
            if lock is None:
                raise HostedTableInUse(port)
            try:
                found = saved_table(file, number)
            except BaseException:
                lock.release()
                raise
            if found is not None:
                return HostedTable(path, number, lock, *found)
            lock.release()
    return None
