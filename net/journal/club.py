"""The journal of a club: all its tables in one file, written by one thread, and the matches played at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from net.errors import ClubInUse, JournalUnusable
from net.journal.club_tables import (
    KeptTable,
    add_club_table,
    discard_club_table,
    kept_tables,
    open_kept_table,
    table_numbers_in_slot,
)
from net.journal.database import JournalDatabase, club_lock_file_path
from net.journal.history import FinishedMatch, matches_with_numbers
from net.journal.lock import JournalLock
from net.journal.records import stored_text
from net.journal.slots import club_slot, private_slot
from net.journal.tables import TableJournal
from net.journal.writer import JournalWriter
from net.limits import EVENING_SECONDS, MAX_MATCHES_READ_AT_ONCE
from net.private_files import make_private_folder


class ClubMatch(Struct, frozen=True):
    """A finished match of a club; `private`: it was played at a table that asks for a code."""

    match: FinishedMatch
    private: bool


class ClubJournal:
    """The tables of one club in the journal at `path`, numbered from 1; make it on the event loop.

    `slot` is the text by which the journal finds the tables of the club again, after a restart, by its port
    (`club_slot`). `clock` returns the time of day in seconds; with `durable` a commit waits for the disk. `lock` is the
    lock of the club, which ends when the journal is closed. Close the journal of every table before this one. All
    methods raise `JournalDamaged` if the file is damaged, `JournalUnusable` if it cannot be read or written.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float],
        slot: str,
        durable: bool = False,
        lock: JournalLock | None = None,
    ) -> None:
        self._slot = slot
        self._clock = clock
        self._lock = lock
        self._writer = JournalWriter(path, clock, durable)

    async def kept_tables(self) -> tuple[KeptTable, ...]:
        """Return the tables that were open when the club's last process ended, those first that were opened first.

        A table in which nothing was written is closed now instead.
        """
        return await self._writer.run_job(partial(kept_tables, slot=self._slot, now=self._clock()))

    async def open_table(self, table_number: int) -> TableJournal | None:
        """Return the kept table of this number with what was saved of it, or None if it is closed or taken."""
        opened = await self._writer.run_job(partial(open_kept_table, slot=self._slot, number_in_club=table_number))
        return None if opened is None else TableJournal(self._writer, opened, shared=True)

    async def new_table(self, private: bool = False) -> TableJournal:
        """Return a new table, which is `private` if it asks for a code."""
        opened = await self._writer.run_job(
            partial(add_club_table, slot=self._slot, now=self._clock(), private=private)
        )
        return TableJournal(self._writer, opened, shared=True)

    async def discard_table(self, table_number: int) -> None:
        """Close a kept table for good: its unfinished match is deleted."""
        await self._writer.run_job(
            partial(discard_club_table, slot=self._slot, number_in_club=table_number, now=self._clock())
        )

    async def matches_of_evening(self, since: float = 0.0) -> tuple[ClubMatch, ...]:
        """Return the finished matches of this evening, the earliest first: those that ended after the time `since`.

        An evening goes back from now to the first `EVENING_SECONDS` in which no match of the club ended.
        """
        job = partial(_match_numbers_of_evening, slot=self._slot, since=since, now=self._clock())
        return await self._read_matches(await self._writer.run_job(job, only_reads=True))

    async def latest_matches(self, max_matches: int) -> tuple[ClubMatch, ...]:
        """Return the latest finished matches of the club, at most `max_matches`, the earliest first."""
        job = partial(_latest_match_numbers, slot=self._slot, max_matches=max_matches)
        return await self._read_matches(await self._writer.run_job(job, only_reads=True))

    async def public_matches(self, before: int, max_matches: int) -> tuple[FinishedMatch, ...]:
        """Return at most `max_matches` of the matches at tables without a code, the latest first.

        These are the ones that ended before the match with the number `before` in the history, or for 0 the latest of
        all.
        """
        job = partial(_read_public_matches, slot=self._slot, before=before, max_matches=max_matches)
        return await self._writer.run_job(job, only_reads=True)

    async def _read_matches(self, private: Mapping[int, bool]) -> tuple[ClubMatch, ...]:
        """Return the matches with these numbers in the history, each of which was `private` or not."""
        found: list[ClubMatch] = []
        numbers = list(private)
        while numbers:  # in pieces, so that no commit waits long
            piece, numbers = numbers[:MAX_MATCHES_READ_AT_ONCE], numbers[MAX_MATCHES_READ_AT_ONCE:]
            read = await self._writer.run_job(partial(_read_matches, numbers=piece), only_reads=True)
            found += (ClubMatch(match, private[match.id]) for match in read if match.results)
        return tuple(found)

    @property
    def now(self) -> float:
        """The time of day in seconds."""
        return self._clock()

    async def record_text(self, match_id: int) -> str:
        """Return the record of a finished match by its number in the history; "" if there is none."""
        return await self._writer.run_job(partial(_record_text, match_id=match_id), only_reads=True)

    async def public_record(self, match_id: int) -> str:
        """Return the record of a match at a table without a code, by its number in the history; "" if there is none."""
        job = partial(_public_record_text, slot=self._slot, match_id=match_id)
        return await self._writer.run_job(job, only_reads=True)

    async def place_of_match(self, match_id: int) -> tuple[int, int]:
        """Return (number of the table in the club, number of the match at the table) of a match, by its number in the
        history."""
        return await self._writer.run_job(partial(_place_of_match, slot=self._slot, match_id=match_id), only_reads=True)

    async def last_table_number(self) -> int:
        """Return the number of the newest table that the club has had, 0 if it has had none."""
        return await self._writer.run_job(partial(_last_table_number, slot=self._slot), only_reads=True)

    async def close(self) -> None:
        """Write all entries that are still waiting, close the file, and end the lock of the club."""
        try:
            await self._writer.close()
        finally:
            if self._lock is not None:
                self._lock.release()


def open_club_journal(path: Path, clock: Callable[[], float], port: int, durable: bool = False) -> ClubJournal:
    """Return the journal of the club at a port, which no other process can open until it is closed.

    Call it on the event loop. `path` is the file of the journal; `clock` returns the time of day in seconds; with
    `durable` a commit waits for the disk. The tables of a club that are suspended have no lock of their own. Raises
    `ClubInUse` if a process has it, `JournalUnusable` if the lock file cannot be made.
    """
    try:
        make_private_folder(path.parent)
        lock = JournalLock.acquire(club_lock_file_path(path, port))
    except OSError as error:
        raise JournalUnusable(path, str(error)) from error
    if lock is None:
        raise ClubInUse(port)
    return ClubJournal(path, clock, club_slot(port), durable, lock)


def _match_numbers_of_evening(file: JournalDatabase, slot: str, since: float, now: float) -> dict[int, bool]:
    """Return whether each match of the evening was private, by its number in the history, oldest first.

    `slot` is the text by which the journal finds the tables of the club. The evening goes back from `now` to the first
    `EVENING_SECONDS` in which no match of the club ended; only matches that ended after `since` are returned. Both are
    times of day in seconds.
    """
    query = (
        "SELECT matches.id, ended, slot FROM matches JOIN tables ON place = tables.id"
        " WHERE slot IN (?, ?) AND ended > ? AND record IS NOT NULL ORDER BY ended DESC, matches.id DESC"
    )
    private: dict[int, bool] = {}
    later = now
    for number, ended, of_slot in file.rows(query, (slot, private_slot(slot), since)):
        if ended < later - EVENING_SECONDS:
            break
        private[number] = of_slot != slot
        later = ended
    return dict(reversed(private.items()))


def _latest_match_numbers(file: JournalDatabase, slot: str, max_matches: int) -> dict[int, bool]:
    """Return whether each of the latest matches of a club was private, by its number in the history, oldest first.

    These are at most `max_matches` matches. `slot` is that of the club.
    """
    query = (
        "SELECT matches.id, slot FROM matches JOIN tables ON place = tables.id"
        " WHERE slot IN (?, ?) AND record IS NOT NULL ORDER BY ended DESC, matches.id DESC LIMIT ?"
    )
    found = file.rows(query, (slot, private_slot(slot), max_matches))
    return {number: of_slot != slot for number, of_slot in reversed(found)}


def _read_public_matches(file: JournalDatabase, slot: str, before: int, max_matches: int) -> tuple[FinishedMatch, ...]:
    """Return the matches of a club as in `ClubJournal.public_matches`; `slot` is that of its tables without a code."""
    query = (
        "SELECT matches.id FROM matches JOIN tables ON place = tables.id WHERE slot = ? AND record IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM results WHERE match = matches.id)"
        " AND (? = 0 OR (ended, matches.id) < (SELECT ended, id FROM matches WHERE id = ?))"
        " ORDER BY ended DESC, matches.id DESC LIMIT ?"
    )
    numbers = [number for (number,) in file.rows(query, (slot, before, before, max_matches))]
    return tuple(matches_with_numbers(file, numbers))


def _public_record_text(file: JournalDatabase, slot: str, match_id: int) -> str:
    """Return the record of a match of a club as in `ClubJournal.public_record`."""
    query = "SELECT 1 FROM matches JOIN tables ON place = tables.id WHERE matches.id = ? AND slot = ?"
    return _record_text(file, match_id) if file.rows(query, (match_id, slot)) else ""


def _place_of_match(file: JournalDatabase, slot: str, match_id: int) -> tuple[int, int]:
    """Return the number, in its club, of the table at which a match was played, and the number of the match at the
    table. `slot` is the text by which the journal finds the tables of the club."""
    [(place, number)] = file.rows("SELECT place, number FROM matches WHERE id = ?", (match_id,))
    return table_numbers_in_slot(file, slot).index(place) + 1, int(number)


def _last_table_number(file: JournalDatabase, slot: str) -> int:
    """Return how many tables a club has had, which is the number of the newest one.

    `slot` is the text by which the journal finds the tables of the club.
    """
    return len(table_numbers_in_slot(file, slot))


def _read_matches(file: JournalDatabase, numbers: Sequence[int]) -> tuple[FinishedMatch, ...]:
    """Return the finished matches with these numbers in the history."""
    return tuple(matches_with_numbers(file, numbers))


def _record_text(file: JournalDatabase, match_id: int) -> str:
    """Return the record of the finished match with this number in the history; "" if there is none."""
    found = file.rows("SELECT record FROM matches WHERE id = ? AND ended IS NOT NULL", (match_id,))
    return stored_text(found[0][0]) if found else ""
