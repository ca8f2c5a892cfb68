"""Opens a journalled table: a new one, or one whose process ended before its match did (recovery)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from core import RulesError
from net.errors import JournalDamaged
from net.host.table_spec import matches_saved_table, new_table, restored_table
from net.journal import TableJournal, has_unfinished_match, open_table_journal
from net.journal.entries import SavedTable
from net.table.spec import TableSpec
from net.table.table import Table


class JournalSettings(Struct, frozen=True):
    """How a table is journalled: in the SQLite file at `path`; `clock` returns the time of day in seconds.

    A `durable` journal survives a power cut without loss, and every tick waits for the disk. `opens_new` opens a new
    table even if one can be recovered; `number` recovers one certain table, `game` only a table of that game.
    """

    path: Path
    clock: Callable[[], float]
    durable: bool = False
    opens_new: bool = False
    number: int | None = None
    game: str = ""


async def open_journalled_table(
    settings: JournalSettings | None,
    slot: str,
    spec: TableSpec,
    reuse_lobby: bool = False,
) -> tuple[Table, TableJournal | None]:
    """Return the table to run, and its journal (None without `settings`).

    A table of this `slot` with an unfinished match is recovered; with `reuse_lobby` also one between two matches, if
    it is like `spec`. Raises `core.BadOption`, `JournalDamaged` or `JournalUnusable`.
    """
    if settings is None:
        return new_table(spec), None

    def wanted(saved: SavedTable) -> bool:
        is_other_game = bool(settings.game) and saved.table.game != settings.game
        if settings.opens_new or is_other_game:
            return False
        return has_unfinished_match(saved) or (reuse_lobby and matches_saved_table(spec, saved))

    journal = await open_table_journal(
        settings.path, settings.clock, slot, durable=settings.durable, wanted=wanted, number=settings.number
    )
    try:
        return (new_table(spec) if journal.saved is None else restored_table(spec, journal.saved)), journal
    except BaseException as error:
        await journal.close(over=journal.saved is None)
        if journal.saved is None or not isinstance(error, RulesError):
            raise
        raise JournalDamaged(f"The match that was not finished cannot go on: {error}") from error
