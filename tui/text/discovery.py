"""The tables nearby in words: for `queens find` and for the screen where one joins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from core.engine.english import count
from net.protocol.sanitize import clean

if TYPE_CHECKING:
    from net.discovery.browse import FoundTable

NONE_SEEN: Final = "No table was found on this network; a firewall or a guest network may hide them."
NOTHING: Final = f"{NONE_SEEN} A host's lobby shows its address: queens join ADDRESS always works."
STILL_NOTHING: Final = f"{NONE_SEEN} A host's lobby shows its address: typed above, it always works. Still looking …"


def seats_in_words(found: FoundTable) -> str:
    """Return how many seats are free, or why there is none to be had now."""
    if found.phase == "playing":
        return "playing"
    return f"{found.free} of {found.seats} free" if found.free else "full"


def door_in_words(found: FoundTable) -> str:
    """Return whether a code is asked for, or that the programs do not fit."""
    if found.hurdle:
        return "another version"
    return ("code" if found.locked else "open") + ("" if found.tls else ", no TLS")


def ping_in_words(found: FoundTable) -> str:
    """Return how long the table takes to answer."""
    return "" if found.ping is None else f"{found.ping} ms"


def in_short(found: FoundTable) -> str:
    """Return what there is to know before one joins: seats, code, and how long the table takes to answer."""
    return ", ".join(filter(None, (seats_in_words(found), door_in_words(found), ping_in_words(found))))


def in_words(tables: Sequence[FoundTable]) -> str:
    """Return the tables as a list for the eye."""
    if not tables:
        return NOTHING
    rows = [
        (clean(one.title, 30), one.host, seats_in_words(one), door_in_words(one), ping_in_words(one), one.where)
        for one in tables
    ]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(word + " " * (width - cell_len(word)) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join((*lines, "", f"{count(len(tables), 'table')} found; queens join ADDRESS takes you to one."))


def in_json(tables: Sequence[FoundTable]) -> str:
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
