"""Opening a table that is written down: a new one, or one whose process has ended before its match did."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from core import RulesError
from net.errors import JournalDamaged
from net.host.table_spec import is_alike, new_table, restored_table
from net.journal import TableJournal, has_unfinished_match, open_table_journal
from net.journal.entries import SavedTable
from net.table.spec import TableSpec
from net.table.table import Table


class Keeping(Struct, frozen=True):
    """How a table is to be written down: in the journal at `path`; `clock` gives the time of day, in seconds.

    With `durable` not even a power cut loses anything, and every tick waits for the disk. `anew` opens a new table
    though there is one to go on with; `number` goes on with a certain one, `game` only with one of that game.
    """

    path: Path
    clock: Callable[[], float]
    durable: bool = False
    anew: bool = False
    number: int | None = None
    game: str = ""


async def kept_table(
    keeping: Keeping | None,
    slot: str,
    spec: TableSpec,
    reuse_lobby: bool = False,
) -> tuple[Table, TableJournal | None]:
    """Return the table to play at and what it is written into, None if it is not written down.

    A table of this `slot` that was being played at goes on; so does, with `reuse_lobby`, one between two matches that
    is like `spec`. Raises `core.BadOption`, `JournalDamaged` or `JournalUnusable`.
    """
    if keeping is None:
        return new_table(spec), None

    def wanted(saved: SavedTable) -> bool:
        another = bool(keeping.game) and saved.table.game != keeping.game
        return (
            not keeping.anew
            and not another
            and (has_unfinished_match(saved) or (reuse_lobby and is_alike(spec, saved)))
        )

    chapter = await open_table_journal(
        keeping.path, keeping.clock, slot, durable=keeping.durable, wanted=wanted, number=keeping.number
    )
    try:
        return (new_table(spec) if chapter.saved is None else restored_table(spec, chapter.saved)), chapter
    except BaseException as error:
        await chapter.close(over=chapter.saved is None)
        if chapter.saved is None or not isinstance(error, RulesError):
            raise
        raise JournalDamaged(f"The match that was not finished cannot go on: {error}") from error
