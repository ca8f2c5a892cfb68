"""`ListWindow`: a window of the list of tables that some people in a hall are shown, and how it is brought up to date.

All people with the same window have been sent the same rows, so what has changed is worked out and encoded once.
"""

from __future__ import annotations

from net.club.table_list import TableList
from net.protocol.messages import RowUpdate, ShowTables, TableRow, TablesChanged, TablesShown, to_bytes
from net.table.tick import ConnectionId

_NUMBER_BYTES = 5
"""The bytes of the number of a table in a message, at most for the first four thousand million tables."""


class ListWindow:
    """One window, `wanted`, with the connections that see it and the rows that they have been sent."""

    def __init__(self, wanted: ShowTables, tables: TableList, people: int) -> None:
        self.wanted = wanted
        self.connections: dict[ConnectionId, None] = {}
        found, rows = tables.search(wanted)
        self._sent = {row.number: row for row in rows}
        self._counts = (len(tables), found, people)

    @property
    def snapshot(self) -> TablesShown:
        """The window as it was last sent to those who see it, to be sent to a person who comes to see it."""
        return TablesShown(*self._counts, tuple(self._sent[number] for number in sorted(self._sent)))

    def next_change(self, tables: TableList, people: int, budget: int) -> TablesChanged | None:
        """Return what has changed since the last change, in about `budget` bytes, or None if nothing has.

        What finds no place in the budget comes with later changes. `people` are in the hall.
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
            if before is not None and before.updated(update := _update_of(row)) == row:
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


def _update_of(row: TableRow) -> RowUpdate:
    return RowUpdate(row.number, row.free, row.people, row.playing)
