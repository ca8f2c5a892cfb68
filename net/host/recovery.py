"""Opens a journalled table: a new one, or one whose match was unfinished when its process ended (recovery)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from core import RulesError
from net.errors import JournalDamaged
from net.host.table_spec import matches_saved_table, new_table, restore_saved_table
from net.journal import TableJournal, has_unfinished_match, open_table_journal
from net.journal.entries import SavedTable
from net.table.spec import TableSpec
from net.table.table import Table


class JournalSettings(Struct, frozen=True):
    """Settings of the journal of a table, an SQLite file.

    `path`: the file; `clock`: returns the time of day in seconds; `durable`: every tick waits for the disk, so that a
    power cut loses nothing; `opens_new_table`: open a new table even if one can be recovered; `number`: the journal's
    number of the table to recover (None: any); `game`: recover only a table of the game with this slug (empty: any).
    """

    path: Path
    clock: Callable[[], float]
    durable: bool = False
    opens_new_table: bool = False
    number: int | None = None
    game: str = ""


async def open_journalled_table(
    settings: JournalSettings | None,
    slot: str,
    spec: TableSpec,
    reuse_lobby: bool = False,
) -> tuple[Table, TableJournal | None]:
    """Return the table to run, and its journal (None without `settings`).

    `slot` is the text by which the journal finds the table again, for example made of its port. The latest table in
    this slot is recovered if its match is unfinished; with `reuse_lobby` also if it waits between two matches and has
    the game and number of seats of `spec`. Raises `core.BadOption`, `JournalDamaged` or `JournalUnusable`.
    """
    if settings is None:
        return new_table(spec), None

    def wanted(saved: SavedTable) -> bool:
        """Return whether to go on with this saved table instead of opening a new one."""
        is_other_game = bool(settings.game) and saved.table.game != settings.game
        if settings.opens_new_table or is_other_game:
            return False
        return has_unfinished_match(saved) or (reuse_lobby and matches_saved_table(spec, saved))

    journal = await open_table_journal(
        settings.path, settings.clock, slot, durable=settings.durable, is_wanted=wanted, table_number=settings.number
    )
    try:
        return (new_table(spec) if journal.saved is None else restore_saved_table(spec, journal.saved)), journal
    except BaseException as error:
        await journal.close(is_over=journal.saved is None)
        if journal.saved is None or not isinstance(error, RulesError):
            raise
        raise JournalDamaged(f"The unfinished match cannot go on: {error}") from error
