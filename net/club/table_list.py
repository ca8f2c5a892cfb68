"""The tables of a club as its hall knows them, in the order of their numbers, and the search in them."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator

from core import games
from net.limits import HALL_SEARCHES_KEPT
from net.protocol.messages import ShowTables, TableRow
from net.protocol.sanitize import name_key


class TableList:
    """The rows of all tables by number. What the last searches have found is kept until a row changes."""

    def __init__(self) -> None:
        self._rows: dict[int, TableRow] = {}
        self._numbers: list[int] = []
        self._found: dict[tuple[str, bool], list[int]] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[TableRow]:
        """Yield the rows in the order of their numbers."""
        return map(self._rows.__getitem__, self._numbers)

    def get(self, number: int) -> TableRow | None:
        """Return the row of a table, or None."""
        return self._rows.get(number)

    def put(self, row: TableRow) -> None:
        """Add a row, or replace the one of the same table."""
        if row.number not in self._rows:
            insort(self._numbers, row.number)
        self._rows[row.number] = row
        self._found.clear()

    def remove(self, number: int) -> None:
        """Remove the row of a table, if there is one."""
        if self._rows.pop(number, None) is not None:
            self._numbers.remove(number)
            self._found.clear()

    def search(self, wanted: ShowTables) -> tuple[int, tuple[TableRow, ...]]:
        """Return how many tables fit what is asked for, and the rows of its window."""
        key = (name_key(wanted.text), wanted.with_room)
        numbers = self._found.get(key)
        if numbers is None:
            if len(self._found) >= HALL_SEARCHES_KEPT:
                self._found.clear()
            numbers = self._found[key] = [row.number for row in self if _fits(row, *key)]
        first = bisect_right(numbers, wanted.after)
        return len(numbers), tuple(self._rows[number] for number in numbers[first : first + wanted.rows])


def _fits(row: TableRow, text: str, with_room: bool) -> bool:
    """Whether a table has room, if that is asked for, and the text in its name, its game or its number."""
    if with_room and not row.has_room:
        return False
    if not text or text == str(row.number):
        return True
    title = games[row.game].title if row.game in games else row.game
    return text in name_key(row.name) or text in name_key(title)
