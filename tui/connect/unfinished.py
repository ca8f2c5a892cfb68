"""The solo matches that were left unfinished on this machine, read from the journal."""

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


def unfinished_tables(folder: Path) -> tuple[UnfinishedTable, ...]:
    """Return the tables with unfinished solo matches in the journal of `folder`, the latest first.

    A damaged journal counts as empty: opening a table reports what is wrong with it.
    """
    from core import games
    from net import journal

    with suppress(NetError):
        return tuple(table for table in journal.unfinished_tables(folder / journal.JOURNAL_FILE) if table.game in games)
    return ()


def resume_request(unfinished: UnfinishedTable) -> TableRequest:
    """Return the request that continues an unfinished solo match."""
    seats = len(unfinished.names)
    return TableRequest("play", unfinished.game, seats, seats - 1, unfinished=unfinished.number)
