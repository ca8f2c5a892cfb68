"""The matches that were left unfinished on this machine, read from the journal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from net.errors import NetError
from tui.connect.request import TableRequest
from tui.settings import data_folder

if TYPE_CHECKING:
    from net.journal import UnfinishedTable


def latest_unfinished_table() -> UnfinishedTable | None:
    """Return the table of the latest unfinished solo match, or None if there is none."""
    return next(iter(unfinished_tables(data_folder())), None)


def unfinished_tables(folder: Path, *, also_hosted: bool = False) -> tuple[UnfinishedTable, ...]:
    """Return the tables with unfinished solo matches in the journal of `folder`, the latest first.

    With `also_hosted` the tables that were hosted here are among them. Tables of games that no longer exist are left
    out. A damaged journal counts as empty: opening a table reports what is wrong with it.
    """
    from core import games
    from net import journal

    slot = None if also_hosted else journal.SOLO_SLOT
    with suppress(NetError):
        found = journal.unfinished_tables(folder / journal.JOURNAL_FILE, slot)
        return tuple(table for table in found if table.game in games)
    return ()


def resume_request(unfinished: UnfinishedTable) -> TableRequest:
    """Return the request that continues an unfinished match: alone, or hosted again at the port that it had."""
    seats = len(unfinished.names)
    if unfinished.port:
        number = unfinished.number
        return TableRequest("host", unfinished.game, seats, 0, port=unfinished.port, unfinished_table=number)
    return TableRequest("play", unfinished.game, seats, seats - 1, unfinished_table=unfinished.number)
