"""`ListWindow`: a window of the list of tables that some people in a hall are shown, and how it is brought up to date.

All people with the same window have been sent the same rows, so what has changed is worked out and encoded once.
"""

from __future__ import annotations

from net.club.table_list import TableList
from net.protocol.messages import RowUpdate, ShowTables, TableRow, TablesChanged, TablesShown, to_bytes
from net.table.tick import ConnectionId

_NUMBER_BYTES = 5
"""The most bytes that the number of a table takes in a message."""


class ListWindow:
    """A window of the list that several people see: the one that they have `wanted`.

    `connections` are theirs, and all of them have been sent the same rows. `people` is the number of people in the
    hall.
    """

    def __init__(self, wanted: ShowTables, tables: TableList, people: int) -> None:
        self.wanted = wanted
        self.connections: dict[ConnectionId, None] = {}
        found, rows = tables.search(wanted)
        self._sent = {row.number: row for row in rows}
        self._counts = (len(tables), found, people)

    @property
    def snapshot(self) -> TablesShown:
        """The window as the people who see it were last sent it, to be sent to one more person."""
        return TablesShown(*self._counts, tuple(self._sent[number] for number in sorted(self._sent)))

    def next_change(self, tables: TableList, people: int, budget: int) -> TablesChanged | None:
        """Return what has changed in the window since the last call, in about `budget` bytes; None if nothing has.

        Rows for which the budget leaves no room come with later calls. `people` is the number of people in the hall.
        """
        found, rows = tables.search(self.wanted)
        target = {row.number: row for row in rows}
        gone = tuple(number for number in self._sent if number not in target)
        updates: list[RowUpdate] = []
        whole: list[TableRow] = []
        budget -= _NUMBER_BYTES * len(gone)
        for number in gone:
            del self._sent[number]
        for row in rows:
            before = self._sent.get(row.number)
            if before == row:
                continue
            if before is not None and before.updated(update := _row_update(row)) == row:
                updates.append(update)
                budget -= len(to_bytes(update))
            else:
                whole.append(row)
                budget -= len(to_bytes(row))
            self._sent[row.number] = row
            if budget <= 0:
                break
        counts = (len(tables), found, people)
        if not (gone or updates or whole) and counts == self._counts:
            return None
        self._counts = counts
        return TablesChanged(*counts, gone, tuple(updates), tuple(whole))


def _row_update(row: TableRow) -> RowUpdate:
    """Return what a row says of people, free seats and play at its table: all that changes often."""
    return RowUpdate(row.number, row.free, row.people, row.playing)
