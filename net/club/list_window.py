"""`ListWindows`: the parts of the list of tables that people in a hall are shown, and their updates.

All people with the same window have been sent the same rows, so what has changed is computed and encoded once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from net.club.table_list import TableList
from net.limits import MAX_HALL_WINDOWS_PER_UPDATE, MIN_HALL_UPDATE_BYTES_FOR_TABLES
from net.protocol.messages import RowUpdate, ShowTables, TableRow, TablesChanged, TablesShown, encode_message
from net.table.tick import ConnectionId

_MAX_TABLE_NUMBER_BYTES = 5
"""Maximum number of bytes that the number of a table takes in a message."""


class ListWindow:
    """A window of the list that several people see, as they all asked for it by an equal `list_request`.

    `connections` are theirs, and all of them have been sent the same rows. `people` is the number of people in the
    hall.
    """

    def __init__(self, list_request: ShowTables, tables: TableList, people: int) -> None:
        self.list_request = list_request
        self.connections: dict[ConnectionId, None] = {}
        found, rows = tables.search(list_request)
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
        found, rows = tables.search(self.list_request)
        target = {row.number: row for row in rows}
        gone = tuple(number for number in self._sent if number not in target)
        updates: list[RowUpdate] = []
        whole: list[TableRow] = []
        budget -= _MAX_TABLE_NUMBER_BYTES * len(gone)
        for number in gone:
            del self._sent[number]
        for row in rows:
            before = self._sent.get(row.number)
            if before == row:
                continue
            if before is not None and before.with_update(update := _row_update(row)) == row:
                updates.append(update)
                budget -= len(encode_message(update))
            else:
                whole.append(row)
                budget -= len(encode_message(row))
            self._sent[row.number] = row
            if budget <= 0:
                break
        counts = (len(tables), found, people)
        if not (gone or updates or whole) and counts == self._counts:
            return None
        self._counts = counts
        return TablesChanged(*counts, gone, tuple(updates), tuple(whole))


class ListWindows:
    """The windows of the list `tables` that people in a hall see, each of them once for all who see it."""

    def __init__(self, tables: TableList) -> None:
        self._tables = tables
        self._windows: dict[ShowTables, ListWindow] = {}
        self._seen: dict[ConnectionId, ListWindow] = {}
        self._due: dict[ShowTables, None] = {}  # those that may differ from the list, the longest waiting first
        self._changed = False

    def __contains__(self, connection: ConnectionId) -> bool:
        """Return whether a window is shown at this connection."""
        return connection in self._seen

    def show_window(self, connection: ConnectionId, list_request: ShowTables, people: int) -> TablesShown:
        """Show a window at a connection from now on; return its rows as those who see it already were last sent them.

        `people` is the number of people in the halls of all hosts of the club.
        """
        self.hide_window(connection)
        window = self._windows.get(list_request)
        if window is None:
            window = self._windows[list_request] = ListWindow(list_request, self._tables, people)
        window.connections[connection] = None
        self._seen[connection] = window
        return window.snapshot

    def hide_window(self, connection: ConnectionId) -> None:
        """Show no window at a connection any more."""
        window = self._seen.pop(connection, None)
        if window is not None:
            del window.connections[connection]
            if not window.connections:
                del self._windows[window.list_request]

    def record_change(self) -> None:
        """Record that the list, or the number of people in the hall, has changed."""
        self._changed = True

    @property
    def has_changes(self) -> bool:
        """Whether something may have to be sent (`take_changes`)."""
        return self._changed or bool(self._due)

    def take_changes(self, people: int, budget: int) -> Iterator[tuple[tuple[ConnectionId, ...], TablesChanged]]:
        """Yield what has changed in the windows, each in about `budget` bytes, and the connections to send it to.

        `people` is the number of people in the hall. What is left out for lack of room comes with later calls.
        """
        if self._changed:
            self._changed = False
            self._due |= dict.fromkeys(self._windows)
        for wanted in list(islice(self._due, MAX_HALL_WINDOWS_PER_UPDATE)):
            del self._due[wanted]
            window = self._windows.get(wanted)
            if window is None:
                continue
            change = window.next_change(self._tables, people, max(MIN_HALL_UPDATE_BYTES_FOR_TABLES, budget))
            if change is not None:
                self._due[wanted] = None  # there may be more
                yield tuple(window.connections), change


def _row_update(row: TableRow) -> RowUpdate:
    """Return what a row says of people, free seats and play at its table: all that changes often."""
    return RowUpdate(row.number, row.free_seats, row.people, row.playing)
