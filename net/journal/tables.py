"""Which tables the journal holds, which of them can go on, and which are being played by a process right now."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct

from net.errors import JournalUnusable, NetError
from net.journal.database import JournalDatabase
from net.journal.entries import Entry, Saved, gathered
from net.journal.lock import JournalLock
from net.journal.match_list import tidy_up
from net.journal.writer import JournalWriter, Told
from net.limits import TABLES_UNFINISHED

ALONE: Final = "alone"
"""The slot of the tables of one person in one process."""

_PORT: Final = "port "


def hosted(port: int) -> str:
    """Return the slot of the tables that are hosted at a port: a host goes on only with one of its own."""
    return f"{_PORT}{port}"


class UnfinishedTable(Struct, frozen=True):
    """A match that can go on, at the table `number`; `began` is a second of the day's clock."""

    number: int
    game: str
    names: tuple[str, ...]
    actions: int
    began: float


class OpenedTable(Struct, frozen=True):
    """A table that this process has taken over, or begun (then `saved` is None); `own` is whose process it is."""

    number: int
    claim: JournalLock | None
    tick: int = 0
    own: str = ""
    saved: Saved | None = None


class TableJournal:
    """What is written of one table, by one process (see `net.host.table_runner.Chronicle`).

    `own` is the token of the person at the host's own machine, empty if there is none; `saved` is what the table
    was when this process took it over, or None for a new one.
    """

    def __init__(self, writer: JournalWriter, taken: OpenedTable) -> None:
        self.number = taken.number
        self.own = taken.own
        self.saved = taken.saved
        self._tick = taken.tick
        self._writer = writer
        self._claim = taken.claim

    def commit(self, entries: Sequence[Entry], then: Told) -> None:
        """Write down one tick; `then` is called on the event loop, later, with None or why that failed."""
        self._tick += 1
        self._writer.commit(self.number, self._tick, entries, then)

    async def keep_own(self, token: str) -> None:
        """Write down whose process this is, so that they find their seat again."""
        if token != self.own:
            self.own = token
            await self._writer.ask(partial(_keep_own, number=self.number, token=token))

    async def close(self, over: bool) -> None:
        """Let go of the table; if it is `over` nobody goes on with it, else it can be opened again."""
        try:
            if over:
                await self._writer.ask(partial(give_up, number=self.number, now=self._writer.clock()))
        except NetError:
            pass  # then it is found unfinished, and nothing is wrong with that
        finally:
            await self._writer.close()
            if self._claim is not None:
                self._claim.drop()


async def open_chapter(
    path: Path,
    clock: Callable[[], float],
    slot: str,
    *,
    durable: bool = False,
    wanted: Callable[[Saved], bool] = lambda saved: False,
    number: int | None = None,
) -> TableJournal:
    """Open the journal, and take over a table, or begin a new one.

    It is the one played at last of those of a `slot` that are `wanted`. Given a `number`, only that table is looked
    at. Raises `JournalDamaged` or `JournalUnusable`.
    """
    writer = JournalWriter(path, clock, durable)
    try:
        taken = await writer.ask(partial(_take, slot=slot, wanted=wanted, only=number, now=clock()))
    except BaseException:
        await writer.close()
        raise
    return TableJournal(writer, taken)


def unfinished(path: Path, slot: str = ALONE) -> tuple[UnfinishedTable, ...]:
    """Return the matches of a slot that can go on, the one played last first.

    Those that are being played are not among them. There are none in a journal that does not exist. Raises
    `JournalDamaged` or `JournalUnusable`.
    """
    if not os.path.exists(path):
        return ()
    found: list[UnfinishedTable] = []
    with JournalDatabase(path, only_reading=True) as file:
        for number, _ in _open_tables(file, slot):
            claim = _claim(file, number)
            if claim is None:
                continue
            claim.drop()
            saved = _gather(file.ticks(number))
            if saved is not None and goes_on(saved) and saved.match is not None:
                began = saved.match.began
                where = (number, began.match)
                times = file.rows("SELECT began FROM matches WHERE place = ? AND number = ?", where)
                since = float(times[0][0]) if times else 0.0
                found.append(UnfinishedTable(number, began.game, began.names, len(saved.match.acted), since))
    return tuple(found)


def ports_left(path: Path, since: float) -> tuple[int, ...]:
    """Return the ports of the hosted matches that can go on and began `since` then, the latest table's first.

    Those that are being played are not among them. There are none in a journal that does not exist. Raises
    `JournalDamaged` or `JournalUnusable`.
    """
    if not os.path.exists(path):
        return ()
    found: list[int] = []
    query = (
        "SELECT tables.id, slot FROM tables JOIN matches ON place = tables.id"
        " WHERE closed IS NULL AND ended IS NULL AND began >= ? AND slot LIKE ? ORDER BY opened DESC, tables.id DESC"
    )
    with JournalDatabase(path, only_reading=True) as file:
        for number, slot in file.rows(query, (since, f"{_PORT}%")):
            claim = _claim(file, int(number))
            if claim is not None:
                claim.drop()
                found.append(int(str(slot).removeprefix(_PORT)))
    return tuple(dict.fromkeys(found))


def goes_on(saved: Saved) -> bool:
    """Whether a match was being played at a table."""
    return saved.match is not None and saved.match.closed is None


def give_up(file: JournalDatabase, number: int, now: float) -> None:
    """Note that nobody goes on with a table; its matches that are over stay, and one that is not is forgotten."""
    tidy_up(file)
    with file.transaction():
        file.execute("UPDATE tables SET closed = ? WHERE id = ?", (now, number))
        file.execute("DELETE FROM matches WHERE place = ? AND ended IS NULL", (number,))
        file.forget(number)


def _take(
    file: JournalDatabase, slot: str, wanted: Callable[[Saved], bool], only: int | None, now: float
) -> OpenedTable:
    tidy_up(file)
    left = 0
    for number, _ in _open_tables(file, slot):
        if only not in (None, number):
            continue
        claim = _claim(file, number)
        if claim is None:
            continue
        # whoever had it until a moment ago may have given it up
        own = next((own for known, own in _open_tables(file, slot) if known == number), None)
        ticks = file.ticks(number)
        saved = _gather(ticks)
        if own is not None and saved is not None and wanted(saved):
            with file.transaction():
                file.execute("UPDATE tables SET opened = ? WHERE id = ?", (now, number))
            return OpenedTable(number, claim, ticks[-1][0], own, saved)
        left += 1
        if own is not None and only is None and (saved is None or not goes_on(saved) or left > TABLES_UNFINISHED):
            give_up(file, number, now)
        claim.drop()
    with file.transaction():
        file.execute("INSERT INTO tables (slot, opened) VALUES (?, ?)", (slot, now))
        [(number,)] = file.rows("SELECT last_insert_rowid()")
    return OpenedTable(number, _claim(file, number))


def _keep_own(file: JournalDatabase, number: int, token: str) -> None:
    file.execute("UPDATE tables SET own = ? WHERE id = ?", (token, number))


def _open_tables(file: JournalDatabase, slot: str) -> list[tuple[int, str]]:
    query = "SELECT id, own FROM tables WHERE slot = ? AND closed IS NULL ORDER BY opened DESC, id DESC"
    return [(int(number), str(own)) for number, own in file.rows(query, (slot,))]


def _claim(file: JournalDatabase, number: int) -> JournalLock | None:
    try:
        return JournalLock.take(file.path.with_name(f"{file.path.stem}-table-{number}.lock"))
    except OSError as error:
        raise JournalUnusable(file.path, "nothing can be written beside it") from error


def _gather(ticks: Sequence[tuple[int, Sequence[Entry]]]) -> Saved | None:
    return gathered(chain.from_iterable(entries for _, entries in ticks))
