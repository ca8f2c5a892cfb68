"""The directory of a club's tables: hosts publish the row of each of their tables, and halls watch all rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from net.protocol.messages import TableRow


class TableDirectory(Protocol):
    """Where the hosts of a club tell of their tables. It may be shared by several hosts."""

    def publish(self, row: TableRow) -> None:
        """Publish the row of a table that has been opened or has changed."""

    def withdraw(self, number: int) -> None:
        """Publish that the table with this number is closed."""

    def watch(self, changed: Callable[[TableRow], None], closed: Callable[[int], None]) -> None:
        """Call `changed` with the row of every table now and whenever one changes, `closed` with one that closes."""


class MemoryDirectory:
    """The directory of a club that one process runs."""

    def __init__(self) -> None:
        self._rows: dict[int, TableRow] = {}
        self._watchers: list[tuple[Callable[[TableRow], None], Callable[[int], None]]] = []

    def publish(self, row: TableRow) -> None:
        """Keep a row and pass it on, if it differs from the one that is there."""
        if self._rows.get(row.number) != row:
            self._rows[row.number] = row
            for changed, _ in self._watchers:
                changed(row)

    def withdraw(self, number: int) -> None:
        """Forget a row and pass that on, if there is one."""
        if self._rows.pop(number, None) is not None:
            for _, closed in self._watchers:
                closed(number)

    def watch(self, changed: Callable[[TableRow], None], closed: Callable[[int], None]) -> None:
        """Call `changed` for every row that is there, and both functions for all that follows."""
        self._watchers.append((changed, closed))
        for row in list(self._rows.values()):
            changed(row)
