"""Creates tables from a `TableSpec`: the clock and the random bytes of this process meet the table here."""

from __future__ import annotations

import asyncio
import secrets

from net.journal.entries import SavedTable
from net.table.spec import TableSpec
from net.table.table import Table


def new_table(spec: TableSpec) -> Table:
    """Return a new table; raises `core.BadOption` for seats or options that the game does not have."""
    return Table(spec, secrets.token_bytes(32))


def restored_table(spec: TableSpec, saved: SavedTable) -> Table:
    """Return the journalled table, with its own code if it had one; raises `core.RulesError` if it cannot be played."""
    return Table.restore(
        saved,
        asyncio.get_running_loop().time(),
        pace=spec.pace,
        address=spec.address,
        code=saved.table.code or spec.code,
        chance=secrets.token_bytes(16),
    )


def is_alike(spec: TableSpec, saved: SavedTable) -> bool:
    """Whether the journalled table is for the same game and the same number of seats."""
    return (saved.table.game, len(saved.table.chairs)) == (spec.game.slug, spec.seats)
