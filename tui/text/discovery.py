"""Text about tables found on the network, for ``queens find``, the join screen and the line mode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from core.engine.english import count
from net.protocol.sanitize import clean_text
from tui.text.columns import align_columns

if TYPE_CHECKING:
    from net.discovery.announcement import FoundTable

NO_TABLE_SEEN_SENTENCE: Final = "No tables were found on this network; a firewall or a guest network may hide them."
"""The sentence that no table was found on the network, and why that may be."""
NO_TABLES_FOUND_SENTENCE: Final = (
    f"{NO_TABLE_SEEN_SENTENCE} A host's lobby shows its address: queens join ADDRESS always works."
)
"""The sentence of the command line if no table was found."""
NO_TABLES_FOUND_YET_SENTENCE: Final = (
    f"{NO_TABLE_SEEN_SENTENCE} A host's lobby shows its address: typed above, it always works. Still looking …"
)
"""The sentence of the join screen while no table has been found."""


def seats_text(table: FoundTable) -> str:
    """Return the number of free seats of a table, or ``playing``; of a club the number of its tables."""
    if table.is_club:
        return count(table.seats, "table")
    if table.phase == "playing":
        return "playing"
    return f"{table.free_seats} of {table.seats} free" if table.free_seats else "full"


def access_text(table: FoundTable) -> str:
    """Return ``code`` or ``open``, with ``, no TLS`` for a table without TLS, or ``another version`` for a host of
    another version.
    """
    if table.why_not_joinable:
        return "another version"
    return ("code" if table.asks_for_code else "open") + ("" if table.uses_tls else ", no TLS")


def ping_text(table: FoundTable) -> str:
    """Return the round-trip time to a table in milliseconds as text; "" if it is unknown."""
    return "" if table.ping_milliseconds is None else f"{table.ping_milliseconds} ms"


def table_summary(table: FoundTable, with_address: bool = False, was_there: bool = False) -> str:
    """Return seats, access and round-trip time of a table, and its address if wanted, separated by commas.

    With `was_there` it begins with a remark that the person was at this table before.
    """
    before = "you were here" if was_there else ""
    where = table.join_address if with_address else ""
    return ", ".join(filter(None, (before, seats_text(table), access_text(table), ping_text(table), where)))


def found_tables_text(tables: Sequence[FoundTable]) -> str:
    """Return tables as lines in columns, or the sentence that none was found."""
    if not tables:
        return NO_TABLES_FOUND_SENTENCE
    rows = [
        (clean_text(one.title, 30), one.owner_name, seats_text(one), access_text(one), ping_text(one), one.join_address)
        for one in tables
    ]
    return "\n".join(
        (*align_columns(rows), "", f"{count(len(tables), 'table')} found; queens join ADDRESS takes you to one.")
    )


def found_tables_json(tables: Sequence[FoundTable]) -> str:
    """Return tables as JSON."""
    return json.dumps(
        [
            {
                "host": one.owner_name,
                "game": one.game,
                "seats": one.seats,
                "free": one.free_seats,
                "phase": one.phase,
                "locked": one.asks_for_code,
                "tls": one.uses_tls,
                "version": one.protocol_version,
                "fits": not one.why_not_joinable,
                "address": one.address or one.addresses[0],
                "port": one.port,
                "where": one.join_address,
                "addresses": list(one.addresses),
                "ping_ms": one.ping_milliseconds,
                "table": one.id,
                "club": one.is_club,
                "key": one.host_fingerprint,
            }
            for one in tables
        ],
        indent=1,
        ensure_ascii=False,
    )
