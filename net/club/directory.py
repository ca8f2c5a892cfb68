"""The directory of a club's tables: hosts publish the row of each of their tables, and halls watch all rows.

Of each table that runs the directory has the public identifier of its *opener*, too: the person who has opened it,
whose tables all halls of the club count. It tells nobody the person's token or key, and only hosts are told it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from net.protocol.messages import TableRow


class GuestPorts(Struct, frozen=True, array_like=True):
    """The ports of a host at which guests come in, 0 for none: browsers at `web`, others at `ssh`.

    `is_web_encrypted`: browsers come in by HTTPS.
    """

    web: int = 0
    is_web_encrypted: bool = False
    ssh: int = 0


class OtherHost(Struct, frozen=True):
    """Another host of a club, at which people come in by `address` and guests at `ports`."""

    address: str
    ports: GuestPorts


class TableDirectory(Protocol):
    """The place where the hosts of a club publish the rows of their tables. Several hosts may share it."""

    def publish(self, row: TableRow, opener: str = "") -> None:
        """Publish the row of a table that has been opened or has changed.

        `opener` is the identifier of the person who has just opened it; with "" it stays as it was. A table that is
        suspended loses its opener, and gets none when it is resumed.
        """

    def withdraw(self, table_number: int) -> None:
        """Remove the row of the table with this number, because the table is closed."""

    def watch(self, report_row: Callable[[TableRow, str], None], report_closed: Callable[[int], None]) -> None:
        """Call `report_row` now with the row and the opener of every table, later with each that is new or has changed.

        `report_closed` is called with the number of each table that is closed.
        """


class TableHost(Protocol):
    """The part of a host that runs the tables of a club which its directory gives to it. Its methods return at once."""

    def take_over(self, table_number: int) -> None:
        """Run the table with this number from now on."""

    def lose_table(self, table_number: int) -> None:
        """Stop running the table with this number, because another host runs it now."""

    def close_table(self, table_number: int) -> None:
        """Close the table with this number for good, if this host runs it, or if it is suspended."""


class MemoryDirectory:
    """The directory of a club whose tables all run in this process."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[TableRow, str]] = {}
        self._subscribers: list[tuple[Callable[[TableRow, str], None], Callable[[int], None]]] = []

    def publish(self, row: TableRow, opener: str = "") -> None:
        """Keep a row and its opener, and report them to the subscribers, unless the same are kept already."""
        known = self._rows.get(row.number, (None, ""))
        listed = row, "" if row.suspended else opener or known[1]
        if known != listed:
            self._rows[row.number] = listed
            for report_row, _ in self._subscribers:
                report_row(*listed)

    def withdraw(self, table_number: int) -> None:
        """Remove the row of a table and report that to the subscribers, if there is one."""
        if self._rows.pop(table_number, None) is not None:
            for _, report_closed in self._subscribers:
                report_closed(table_number)

    def watch(self, report_row: Callable[[TableRow, str], None], report_closed: Callable[[int], None]) -> None:
        """Call `report_row` now with every row and its opener, later with each that is new or has changed.

        `report_closed` is called with the number of each table that is closed.
        """
        self._subscribers.append((report_row, report_closed))
        for row, opener in list(self._rows.values()):
            report_row(row, opener)
