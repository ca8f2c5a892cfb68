"""A network in which tables are found at once, for tests and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from net.discovery.browse import FoundTable
from net.limits import PROTOCOL_VERSION


class Neighbourhood:
    """Stands in for what is found on a network."""

    def __init__(self, *tables: FoundTable, trouble: str = "") -> None:
        self.tables = tables
        self.trouble = ""
        self._later = trouble
        self.closed = False

    def __call__(self, changed: Callable[[], None]) -> Neighbourhood:
        self._changed = changed
        return self

    async def open(self) -> None:
        self.trouble = self._later
        self._changed()

    async def close(self) -> None:
        self.closed = True

    def find(self, *tables: FoundTable) -> None:
        self.tables = tables
        self._changed()


def found(host: str = "Ann", **particulars: Any) -> FoundTable:
    """Return a table as it is found, with these particulars instead of the usual ones."""
    usual: dict[str, Any] = {
        "id": host.lower(),
        "game": "mad-queens",
        "free": 3,
        "seats": 4,
        "phase": "lobby",
        "locked": False,
        "tls": True,
        "version": PROTOCOL_VERSION,
        "key": "",
        "port": 7433,
        "addresses": ("192.168.1.20",),
        "address": "192.168.1.20",
        "ping": 3,
    }
    return FoundTable(owner_name=host, **{**usual, **particulars})
