"""`StagedNearbyTables`: a stand-in for the search for tables on a local network, for tests and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from net.discovery.announcement import FoundTable
from net.limits import PROTOCOL_VERSION


class StagedNearbyTables:
    """A stand-in for the browser of tables on the network: a test or a picture sets which tables are found.

    `trouble` is the sentence that `open` shows if the search is to fail, empty otherwise. The object stands in place of
    the function `table_browser`: called with a listener it returns itself.
    """

    def __init__(self, *tables: FoundTable, trouble: str = "") -> None:
        self.tables = tables
        self.trouble = ""
        self._trouble_when_opened = trouble
        self.closed = False

    def __call__(self, changed: Callable[[], None]) -> StagedNearbyTables:
        self._changed = changed
        return self

    async def open(self) -> None:
        """Begin the search, and report its result to the listener."""
        self.trouble = self._trouble_when_opened
        self._changed()

    async def close(self) -> None:
        """End the search."""
        self.closed = True

    def set_tables(self, *tables: FoundTable) -> None:
        """Replace the tables that are found, and tell the listener."""
        self.tables = tables
        self._changed()


def make_found_table(host: str = "Ann", **fields: Any) -> FoundTable:
    """Return a table as the search on the network finds it, hosted by somebody with this name; `fields` replace its
    other fields.
    """
    usual: dict[str, Any] = {
        "id": host.lower(),
        "game": "mad-queens",
        "free_seats": 3,
        "seats": 4,
        "phase": "lobby",
        "asks_for_code": False,
        "uses_tls": True,
        "protocol_version": PROTOCOL_VERSION,
        "host_fingerprint": "",
        "port": 7433,
        "addresses": ("192.168.1.20",),
        "address": "192.168.1.20",
        "ping_milliseconds": 3,
    }
    return FoundTable(owner_name=host, **{**usual, **fields})
