"""The directory of a club's tables: hosts publish the row of each of their tables, and halls watch all rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from net.protocol.messages import TableRow


class GuestPorts(Struct, frozen=True, array_like=True):
    """At which ports of a host guests come in, 0 for none: browsers at `web`, by HTTPS if `encrypted`, and `ssh`."""

    web: int = 0
    encrypted: bool = False
    ssh: int = 0


class OtherHost(Struct, frozen=True):
    """Another host of a club, at which people come in by `address` and guests at `ports`."""

    address: str
    ports: GuestPorts


class TableDirectory(Protocol):
    """The place where the hosts of a club publish the rows of their tables. Several hosts may share it."""

    def publish(self, row: TableRow) -> None:
        """Publish the row of a table that has been opened or has changed."""

    def withdraw(self, number: int) -> None:
        """Remove the row of the table with this number, because the table is closed."""

    def watch(self, changed: Callable[[TableRow], None], closed: Callable[[int], None]) -> None:
        """Call `changed` now with the row of every table, later with each new or changed row.

        `closed` is called with the number of each table that is closed.
        """


class TableHost(Protocol):
    """The part of a host that runs the tables of a club which its directory gives to it. Its methods return at once."""

    def take_over(self, number: int) -> None:
        """Run the table with this number from now on."""

    def lose(self, number: int) -> None:
        """Stop running the table with this number, because another host runs it now."""

    def close_table(self, number: int) -> None:
        """Close the table with this number for good, if this host runs it, or if it is suspended."""


class MemoryDirectory:
    """The directory of a club whose tables all run in this process."""

    def __init__(self) -> None:
        self._rows: dict[int, TableRow] = {}
        self._subscribers: list[tuple[Callable[[TableRow], None], Callable[[int], None]]] = []

    def publish(self, row: TableRow) -> None:
        """Keep a row and pass it to those who watch, unless the same row is kept already."""
        if self._rows.get(row.number) != row:
            self._rows[row.number] = row
            for changed, _ in self._subscribers:
                changed(row)

    def withdraw(self, number: int) -> None:
        """Remove the row of a table and tell those who watch, if there is one."""
        if self._rows.pop(number, None) is not None:
            for _, closed in self._subscribers:
                closed(number)

    def watch(self, changed: Callable[[TableRow], None], closed: Callable[[int], None]) -> None:
        """Call `changed` now with every row, later with each new or changed row.

        `closed` is called with the number of each table that is closed.
        """
        self._subscribers.append((changed, closed))
        for row in list(self._rows.values()):
            changed(row)
