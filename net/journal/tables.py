"""The tables of the journal: opening one for writing, finding those with an unfinished match, abandoning them.

A table belongs to a *slot*: the solo matches of this machine (`SOLO_SLOT`), the tables hosted at one port
(`hosted_slot`), or those of the club at one port (`club_slot`, `net.journal.club`). A host goes on only with a table of
its own slot. A table that a process is playing is locked (`net.journal.lock`), so another process neither takes it over
nor offers it. Looking for unfinished matches locks nothing where the system shows which locks are held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from core import games
from core.engine.score_course import current_part, current_scores
from core.errors import RulesError
from net.errors import JournalUnusable, NetError
from net.journal.database import JournalDatabase, is_empty, lock_file_path
from net.journal.entries import Entry, SavedMatch, SavedTable, TableEntry, add_up_to_saved_table
from net.journal.lock import JournalLock, is_locked
from net.journal.log_file import log_length
from net.journal.match_list import complete_finished_matches
from net.journal.writer import JournalWriter, OnCommitDone
from net.limits import MAX_ACTIONS_REPLAYED_FOR_LIST, MAX_UNFINISHED_TABLES_KEPT

SOLO_SLOT: Final = "alone"
"""The slot of solo matches: the text by which the journal finds them again."""

_HOSTED_SLOT_PREFIX: Final = "port "
"""The beginning of the slot (the text by which the journal finds a table again) of a table hosted at a port."""
_CLUB_SLOT_PREFIX: Final = "club "
"""The beginning of the slot of a club's tables, the text by which the journal finds them again."""
_PRIVATE_SLOT_SUFFIX: Final = ", private"
"""The end of the slot (the text by which the journal finds tables again) of a club's tables that ask for a code."""


def hosted_slot(port: int) -> str:
    """Return the slot of the tables that are hosted at this port: the text by which the journal finds them again."""
    return f"{_HOSTED_SLOT_PREFIX}{port}"


def club_slot(port: int) -> str:
    """Return the slot of the tables of the club at this port: the text by which the journal finds them again."""
    return f"{_CLUB_SLOT_PREFIX}{port}"


def slot_of_table_carried_over_from(port: int) -> str:
    """Return the slot of a table that was hosted at a port and is being carried over to a club elsewhere.

    It begins as those of clubs do, so such a table is not offered as an unfinished one.
    """
    return f"{_CLUB_SLOT_PREFIX}from port {port}"


def private_slot(slot: str) -> str:
    """Return the slot, the text by which the journal finds tables again, of those tables of a club that ask for a code.

    `slot` is that of the club's other tables.
    """
    return f"{slot}{_PRIVATE_SLOT_SUFFIX}"


class UnfinishedTable(Struct, frozen=True):
    """An unfinished match at table `number`: its game, names, number of actions, and the time of day it began.

    `bots` names the bot of every seat when the match began, "" for a person. `port` is the port at which the table was
    hosted, 0 for a solo match. `current_part` is the part of the match that is being played, as in ``Hand 3``, and
    `scores` the score of each seat; both are empty for a match that cannot be replayed, or is too long for that.
    """

    number: int
    game: str
    names: tuple[str, ...]
    action_count: int
    began: float
    bots: tuple[str, ...] = ()
    port: int = 0
    current_part: str = ""
    scores: tuple[int, ...] = ()


class OpenedTable(Struct, frozen=True):
    """A table opened for writing: its number, its lock, the number of its last tick, and what was saved of it.

    `saved` is None for a new table. `host_token` is the token of the person at the host's own machine, or empty. A
    table of a club has a number in its club, too (`number_in_club`), 0 elsewhere.
    """

    number: int
    lock: JournalLock | None
    last_tick: int = 0
    host_token: str = ""
    saved: SavedTable | None = None
    number_in_club: int = 0


class KeptTable(Struct, frozen=True):
    """A table of a club that is in the journal: its number there, and its settings.

    `free_seats` is the number of seats that are free, and `is_playing` is whether its match is unfinished.
    """

    number: int
    settings: TableEntry
    free_seats: int
    is_playing: bool


class TableJournal:
    """The journal of one table, open for writing in this process; the host commits every tick to it.

    `number` is the table's number in its club, or else in the file. `host_token` is the token of the person at the
    host's own machine, empty if there is none; `saved` is the table's state when this process took it over, or None for
    a new table. Closing it closes the `writer`, unless that is `shared` with other tables.
    """

    def __init__(self, writer: JournalWriter, opened_table: OpenedTable, shared: bool = False) -> None:
        self.number = opened_table.number_in_club or opened_table.number
        self._number_in_file = opened_table.number
        self.host_token = opened_table.host_token
        self.saved = opened_table.saved
        self._tick = opened_table.last_tick
        self._writer = writer
        self._shared = shared
        self._lock = opened_table.lock

    def commit(self, entries: Sequence[Entry], on_done: OnCommitDone) -> None:
        """Write the entries of one tick; `on_done` is called later, on the event loop, with None or the error."""
        self._tick += 1
        self._writer.commit(self._number_in_file, self._lock, self._tick, entries, on_done)

    async def keep_host_token(self, token: str) -> None:
        """Store the token of the person at the host's own machine, so that a restart gives them their seat again.

        Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
        """
        if token != self.host_token:
            self.host_token = token
            await self._writer.run_job(partial(_store_host_token, table_number=self._number_in_file, token=token))

    def may_send(self) -> bool:
        """Return True: the table is locked, so no other process can have taken it."""
        return True

    async def close(self, is_over: bool) -> None:
        """Release the table and close the file.

        If the table `is_over`, it is marked as closed; any other can be opened again. Raises nothing: a table that
        could not be abandoned counts as unfinished.
        """
        try:
            if is_over:
                await self._writer.run_job(
                    partial(abandon_table, table_number=self._number_in_file, now=self._writer.clock())
                )
        except NetError:
            pass
        finally:
            if not self._shared:
                await self._writer.close()
            if self._lock is not None:
                self._lock.release(is_finished=is_over or not log_length(self._writer.path))


async def open_table_journal(
    path: Path,
    clock: Callable[[], float],
    slot: str,
    *,
    durable: bool = False,
    is_wanted: Callable[[SavedTable], bool] = lambda saved: False,
    table_number: int | None = None,
) -> TableJournal:
    """Open the journal at `path`, and in it the latest table of a `slot` for which `is_wanted` returns True.

    If there is none, a new table is opened. `clock` returns the time of day in seconds. With `durable` every commit
    waits for the disk. Given a `table_number`, only that table is considered. Tables of the slot that cannot go on are
    abandoned, and so are the oldest if there are more than `MAX_UNFINISHED_TABLES_KEPT`. Raises `JournalDamaged` if the
    file is damaged, `JournalUnusable` if it cannot be read or written.
    """
    writer = JournalWriter(path, clock, durable)
    try:
        opened = await writer.run_job(
            partial(_open_table, slot=slot, is_wanted=is_wanted, table_number=table_number, now=clock())
        )
    except BaseException:
        await writer.close()
        raise
    return TableJournal(writer, opened)


def unfinished_tables(path: Path, slot: str | None = SOLO_SLOT) -> tuple[UnfinishedTable, ...]:
    """Return the tables with an unfinished match that nobody is playing, the latest first.

    Only tables of this `slot` are returned: the text by which the journal finds solo matches, or the tables hosted at
    one port. None means all slots except those of clubs, whose tables only the club goes on with. A journal that does
    not exist has none. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or
    written.
    """
    if is_empty(path):
        return ()
    query = (
        "SELECT id, slot FROM tables WHERE closed IS NULL AND slot = coalesce(?, slot) AND slot NOT LIKE ?"
        " ORDER BY opened DESC, id DESC"
    )
    with JournalDatabase(path, only_reading=True) as file:
        return tuple(
            _unfinished_among(
                file, [(int(number), str(slot)) for number, slot in file.rows(query, (slot, f"{_CLUB_SLOT_PREFIX}%"))]
            )
        )


def _unfinished_among(file: JournalDatabase, tables: Iterable[tuple[int, str]]) -> Iterator[UnfinishedTable]:
    """Yield the tables with an unfinished match that nobody is playing, among `tables`: (number, slot) pairs, where the
    slot says for what the table was opened: solo play or a port."""
    for number, slot in tables:
        if _is_table_locked(file, number):
            continue
        saved = _saved_table_from_ticks(file.ticks(number))
        if saved is not None and has_unfinished_match(saved) and saved.match is not None:
            began = saved.match.beginning
            times = file.rows("SELECT began FROM matches WHERE place = ? AND number = ?", (number, began.match))
            since = float(times[0][0]) if times else 0.0
            actions = len(saved.match.actions)
            port = 0 if slot == SOLO_SLOT else _port_of(slot)
            part, scores = _current_part_and_scores(saved.match)
            yield UnfinishedTable(number, began.game, began.names, actions, since, began.bots, port, part, scores)


def _current_part_and_scores(saved_match: SavedMatch) -> tuple[str, tuple[int, ...]]:
    """Return the part of an unfinished match that is being played, as in ``Hand 3``, and the score of each seat.

    They are "" and () if the match cannot be replayed or has too many actions.
    """
    game, began = games.get(saved_match.beginning.game), saved_match.beginning
    if game is None or len(saved_match.actions) > MAX_ACTIONS_REPLAYED_FOR_LIST:
        return "", ()
    try:
        match = game.start(began.seats, began.seed, game.settings_of_record(dict(began.options)))
        for entry in saved_match.actions:
            match.act(entry.seat, game.parse(entry.action))
    except RulesError:
        return "", ()
    return current_part(game, match), current_scores(match)


def ports_of_unfinished_tables(path: Path, since: float) -> tuple[int, ...]:
    """Return the ports of hosted tables with an unfinished match that nobody is playing, the latest first.

    Only matches that began at the time of day `since` (seconds) or later count. A journal that does not exist has none.
    Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
    """
    if is_empty(path):
        return ()
    query = (
        "SELECT tables.id, slot FROM tables JOIN matches ON place = tables.id"
        " WHERE closed IS NULL AND ended IS NULL AND began >= ? AND slot LIKE ? ORDER BY opened DESC, tables.id DESC"
    )
    with JournalDatabase(path, only_reading=True) as file:
        rows = file.rows(query, (since, f"{_HOSTED_SLOT_PREFIX}%"))
        ports = [_port_of(slot) for number, slot in rows if not _is_table_locked(file, int(number))]
    return tuple(dict.fromkeys(ports))


def discard_unfinished_table(path: Path, table_number: int, now: float) -> None:
    """Delete the unfinished match of a table and close the table; nothing happens if another process plays it.

    `now` is the time of day in seconds. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot
    be read or written.
    """
    with JournalDatabase(path) as file:
        discard_table(file, table_number, now)


def discard_table(file: JournalDatabase, table_number: int, now: float) -> None:
    """Close a table for good (`abandon_table`), unless another process plays it."""
    lock = lock_table(file, table_number)
    if lock is not None:
        try:
            abandon_table(file, table_number, now)
        finally:
            lock.release()


def has_unfinished_match(saved: SavedTable) -> bool:
    """Return whether the latest match of a saved table has begun and not ended."""
    return saved.match is not None and saved.match.end is None


def abandon_table(file: JournalDatabase, table_number: int, now: float) -> None:
    """Close a table for good: its finished matches stay in the history, an unfinished one is deleted."""
    complete_finished_matches(file)
    with file.transaction():
        close_table(file, table_number, now)


def close_table(file: JournalDatabase, table_number: int, now: float) -> None:
    """Close a table for good within an open transaction: an unfinished match of it is deleted.

    The results of its finished matches must have been written before, as `abandon_table` does.
    """
    file.execute("UPDATE tables SET closed = ? WHERE id = ?", (now, table_number))
    file.write_checksum("tables", table_number)
    file.execute("DELETE FROM matches WHERE place = ? AND ended IS NULL", (table_number,))
    file.delete_ticks(table_number)


def _open_table(
    file: JournalDatabase, slot: str, is_wanted: Callable[[SavedTable], bool], table_number: int | None, now: float
) -> OpenedTable:
    """Return the latest table of a slot for which `is_wanted` returns True, locked, or a new one if there is none.

    With a number `table_number`, that table alone is considered. Tables that cannot go on are abandoned.
    """
    complete_finished_matches(file)
    passed_over = 0
    for number, _ in _read_open_tables(file, slot):
        if table_number not in (None, number):
            continue
        lock = lock_table(file, number)
        if lock is None:
            continue
        # the process that held the lock until a moment ago may have closed the table
        host_token = next((token for known, token in _read_open_tables(file, slot) if known == number), None)
        ticks = file.ticks(number)
        saved = _saved_table_from_ticks(ticks)
        if host_token is not None and saved is not None and is_wanted(saved):
            with file.transaction():
                file.execute("UPDATE tables SET opened = ? WHERE id = ?", (_opening_time(file, now), number))
                file.write_checksum("tables", number)
            return OpenedTable(number, lock, ticks[-1][0], host_token, saved)
        passed_over += 1
        useless = saved is None or not has_unfinished_match(saved) or passed_over > MAX_UNFINISHED_TABLES_KEPT
        abandoned = host_token is not None and table_number is None and useless
        if abandoned:
            abandon_table(file, number, now)
        lock.release(is_finished=abandoned or host_token is None)
    return add_table(file, slot, now)


def add_table(file: JournalDatabase, slot: str, now: float) -> OpenedTable:
    """Open a new table in the journal and return it, locked; `now` is the time of day in seconds.

    Raises `JournalUnusable` if the file cannot be read or written. `slot` is the text by which the journal finds the
    table again: that of solo matches, or of what is hosted at one port.
    """
    with file.transaction():
        number = insert_table(file, slot, now)
    return OpenedTable(number, lock_table(file, number))


def insert_table(file: JournalDatabase, slot: str, now: float) -> int:
    """Add the row of a new table, in an open transaction, and return its number; the arguments are those of
    `add_table`."""
    file.execute("INSERT INTO tables (slot, opened) VALUES (?, ?)", (slot, _opening_time(file, now)))
    [(number,)] = file.rows("SELECT last_insert_rowid()")
    file.write_checksum("tables", number)
    return int(number)


def add_club_table(file: JournalDatabase, slot: str, now: float, private: bool) -> OpenedTable:
    """Return a new table of a club, locked, `private` if it asks for a code.

    `slot` is the text by which the journal finds the tables of the club. Raises `JournalUnusable` if the file cannot be
    read or written.
    """
    opened = add_table(file, private_slot(slot) if private else slot, now)
    return structs.replace(opened, number_in_club=len(table_numbers_in_slot(file, slot)))


def table_numbers_in_slot(file: JournalDatabase, slot: str) -> list[int]:
    """Return the numbers in the file of all tables that a club has had, in the order of their numbers in the club, from
    1. `slot` is the text by which the journal finds the tables of the club.
    """
    query = "SELECT id FROM tables WHERE slot IN (?, ?) ORDER BY id"
    return [int(number) for (number,) in file.rows(query, (slot, private_slot(slot)))]


def _table_number_in_file(file: JournalDatabase, club_slot: str, table_number_in_club: int) -> int | None:
    """Return the number in the journal's file of the table that has the number `table_number_in_club` in a club.

    None if the club has had no such table. `club_slot` is the text by which the journal finds the tables of the club.
    """
    query = "SELECT id FROM tables WHERE slot IN (?, ?) ORDER BY id LIMIT 1 OFFSET ?"
    found = (
        file.rows(query, (club_slot, private_slot(club_slot), table_number_in_club - 1))
        if table_number_in_club > 0
        else []
    )
    return int(found[0][0]) if found else None


def kept_tables(file: JournalDatabase, slot: str, now: float) -> tuple[KeptTable, ...]:
    """Return all tables of a club that are not closed, the earliest opened first; none of them is locked.

    `slot` is the text by which the journal finds the tables of the club. A table in which nothing was written is closed
    instead. Raises `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
    """
    complete_finished_matches(file)
    number_in_club = {number: place for place, number in enumerate(table_numbers_in_slot(file, slot), 1)}
    kept = []
    for number, _ in reversed(_read_open_tables(file, slot, private_slot(slot))):
        saved = _saved_table_from_ticks(file.ticks(number))
        if saved is None:
            discard_table(file, number, now)
        else:
            kept.append(
                KeptTable(number_in_club[number], saved.table, count_free_seats(saved), has_unfinished_match(saved))
            )
    return tuple(kept)


def discard_club_table(file: JournalDatabase, slot: str, number_in_club: int, now: float) -> None:
    """Close the table with the number `number_in_club` of a club for good, unless another process plays it.

    `slot` is the text by which the journal finds the tables of the club.
    """
    number = _table_number_in_file(file, slot, number_in_club)
    if number is not None:
        discard_table(file, number, now)


def count_free_seats(saved: SavedTable) -> int:
    """Return the number of seats of a saved table that have neither a bot nor a person."""
    taken = {person.seat for person in saved.people if person.seat is not None}
    return sum(not chair.bot and seat not in taken for seat, chair in enumerate(saved.table.chairs))


def open_kept_table(file: JournalDatabase, slot: str, number_in_club: int) -> OpenedTable | None:
    """Return the table with the number `number_in_club` of a club, locked; None if it is closed or another process runs
    it.

    `slot` is the text by which the journal finds the tables of the club. Raises `JournalDamaged` if the file is
    damaged, `JournalUnusable` if it cannot be read or written.
    """
    number = _table_number_in_file(file, slot, number_in_club)
    lock = None if number is None else lock_table(file, number)
    if number is None or lock is None:
        return None
    opened = _read_open_tables(file, slot, private_slot(slot))
    host_token = next((token for known, token in opened if known == number), None)
    ticks = file.ticks(number)
    saved = _saved_table_from_ticks(ticks)
    if host_token is None or saved is None:
        lock.release(is_finished=host_token is None)
        return None
    return OpenedTable(number, lock, ticks[-1][0], host_token, saved, number_in_club)


def _opening_time(file: JournalDatabase, now: float) -> float:
    """Return `now`, in seconds, but later than the latest opening of a table even if the clock has been set back."""
    [(latest,)] = file.rows("SELECT max(opened) FROM tables")
    return now if latest is None else max(now, latest + 0.001)


def _store_host_token(file: JournalDatabase, table_number: int, token: str) -> None:
    """Store the token of the person at the host's own machine in the row of a table."""
    with file.transaction():
        file.execute("UPDATE tables SET own = ? WHERE id = ?", (token, table_number))
        file.write_checksum("tables", table_number)


def _read_open_tables(file: JournalDatabase, *slots: str) -> list[tuple[int, str]]:
    """Return (number in the file, host token) of the tables that are not closed, the latest first.

    `slots` are the texts by which the journal finds the tables: of solo play, of one port, or of a club.
    """
    places = ", ".join("?" * len(slots))
    query = f"SELECT id, own FROM tables WHERE slot IN ({places}) AND closed IS NULL ORDER BY opened DESC, id DESC"
    return [(int(number), str(host_token)) for number, host_token in file.rows(query, slots)]


def open_table_numbers(file: JournalDatabase, *slots: str) -> list[int]:
    """Return the numbers in the file of the tables of these slots that are not closed, the latest first."""
    return [number for number, _ in _read_open_tables(file, *slots)]


def saved_table(file: JournalDatabase, table_number: int) -> tuple[SavedTable, str] | None:
    """Return the state of a table that is not closed, and its host token; None without entries, or if it is closed."""
    found = file.rows("SELECT own FROM tables WHERE id = ? AND closed IS NULL", (table_number,))
    saved = _saved_table_from_ticks(file.ticks(table_number))
    return None if saved is None or not found else (saved, str(found[0][0]))


def lock_table(file: JournalDatabase, table_number: int) -> JournalLock | None:
    """Return the lock of a table, or None if another process holds it; raises `JournalUnusable` if none can be made."""
    try:
        return JournalLock.acquire(lock_file_path(file.path, table_number))
    except OSError as error:
        raise JournalUnusable(file.path, "nothing can be written beside it") from error


def _is_table_locked(file: JournalDatabase, table_number: int) -> bool:
    """Return whether a process is playing at a table; raises `JournalUnusable` if that cannot be found out."""
    try:
        return is_locked(lock_file_path(file.path, table_number))
    except OSError as error:
        raise JournalUnusable(file.path, "what lies beside it cannot be read") from error


def _port_of(slot: str) -> int:
    """Return the port in a `slot` of hosted tables, such as ``port 7777``."""
    return int(slot.removeprefix(_HOSTED_SLOT_PREFIX))


def _saved_table_from_ticks(ticks: Sequence[tuple[int, Sequence[Entry]]]) -> SavedTable | None:
    """Return the state of a table after these ticks, each the entries that were written together: (number, entries).

    None for no ticks.
    """
    return add_up_to_saved_table(chain.from_iterable(entries for _, entries in ticks))
