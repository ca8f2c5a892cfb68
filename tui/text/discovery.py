"""The tables nearby in words: for `queens find` and for the screen where one joins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from core.engine.english import count
from net.protocol.sanitize import clean
from tui.text.columns import in_columns

if TYPE_CHECKING:
    from net.discovery.browse import FoundTable

NO_TABLE_SEEN: Final = "No table was found on this network; a firewall or a guest network may hide them."
NO_TABLES_FOUND: Final = f"{NO_TABLE_SEEN} A host's lobby shows its address: queens join ADDRESS always works."
NO_TABLES_FOUND_YET: Final = (
    f"{NO_TABLE_SEEN} A host's lobby shows its address: typed above, it always works. Still looking …"
)


def seats_text(found: FoundTable) -> str:
    """Return how many seats are free, or why there is none to be had now."""
    if found.phase == "playing":
        return "playing"
    return f"{found.free} of {found.seats} free" if found.free else "full"


def access_text(found: FoundTable) -> str:
    """Return whether a code is asked for, or that the programs do not fit."""
    if found.hurdle:
        return "another version"
    return ("code" if found.locked else "open") + ("" if found.tls else ", no TLS")


def ping_text(found: FoundTable) -> str:
    """Return how long the table takes to answer."""
    return "" if found.ping is None else f"{found.ping} ms"


def table_summary(found: FoundTable) -> str:
    """Return what there is to know before one joins: seats, code, and how long the table takes to answer."""
    return ", ".join(filter(None, (seats_text(found), access_text(found), ping_text(found))))


def found_tables_text(tables: Sequence[FoundTable]) -> str:
    """Return the tables as a list for the eye."""
    if not tables:
        return NO_TABLES_FOUND
    rows = [
        (clean(one.title, 30), one.host, seats_text(one), access_text(one), ping_text(one), one.where) for one in tables
    ]
    return "\n".join(
        (*in_columns(rows), "", f"{count(len(tables), 'table')} found; queens join ADDRESS takes you to one.")
    )


def found_tables_json(tables: Sequence[FoundTable]) -> str:
    """Return the tables for other programs."""
    return json.dumps(
        [
            {
                "host": one.host,
                "game": one.game,
                "seats": one.seats,
                "free": one.free,
                "phase": one.phase,
                "locked": one.locked,
                "tls": one.tls,
                "version": one.version,
                "fits": not one.hurdle,
                "address": one.address or one.addresses[0],
                "port": one.port,
                "where": one.where,
                "addresses": list(one.addresses),
                "ping_ms": one.ping,
                "table": one.id,
                "key": one.key,
            }
            for one in tables
        ],
        indent=1,
        ensure_ascii=False,
    )
