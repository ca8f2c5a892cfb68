"""The list of a club's tables in its hall, the suspended ones after the others, and the search in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from core import games
from net.limits import MAX_HALL_SEARCHES_KEPT
from net.protocol.messages import ShowTables, TableRow
from net.protocol.sanitize import name_key


class TableList:
    """The rows of all tables by number; `in_use` is the number of tables that are in use.

    Results of a search are kept until a row changes.
    """

    def __init__(self) -> None:
        self.in_use = 0
        self._rows: dict[int, TableRow] = {}
        self._texts: dict[int, tuple[str, ...]] = {}
        self._found: dict[tuple[str, bool], list[tuple[bool, int]]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[TableRow]:
        """Yield the rows, in no special order."""
        return iter(self._rows.values())

    def get(self, number: int) -> TableRow | None:
        """Return the row of the table with this number; None if the list has no such table."""
        return self._rows.get(number)

    def put(self, row: TableRow) -> None:
        """Add a row, or replace the one of the same table."""
        before = self._rows.get(row.number)
        if before is None or before.name != row.name:
            title = games[row.game].title if row.game in games else row.game
            self._texts[row.number] = name_key(row.name), name_key(title)
        self.in_use += row.is_in_use - (before is not None and before.is_in_use)
        self._rows[row.number] = row
        self._found.clear()

    def remove(self, number: int) -> None:
        """Remove the row of a table, if there is one."""
        row = self._rows.pop(number, None)
        if row is not None:
            del self._texts[number]
            self.in_use -= row.is_in_use
            self._found.clear()

    def search(self, list_request: ShowTables) -> tuple[int, tuple[TableRow, ...]]:
        """Return how many tables fit a search, and those of their rows that stand in its window."""
        key = (name_key(list_request.text), list_request.with_room)
        places = self._found.get(key)
        if places is None:
            if len(self._found) >= MAX_HALL_SEARCHES_KEPT:
                self._found.clear()
            places = self._found[key] = sorted(row.sort_position for row in self if self._matches_search(row, *key))
        after = self._rows.get(list_request.after_number)
        first = bisect_right(places, (False, list_request.after_number) if after is None else after.sort_position)
        return len(places), tuple(self._rows[number] for _, number in places[first : first + list_request.row_count])

    def _matches_search(self, row: TableRow, text: str, with_room: bool) -> bool:
        """Return whether `text` is in the name, game or number of a table, and, if that is asked for, it has room."""
        if with_room and not row.has_room:
            return False
        return not text or text == str(row.number) or any(text in one for one in self._texts[row.number])
