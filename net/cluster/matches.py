"""`ClusterMatches`: the finished matches of a club in its store, which every host reads.

When a match is over, the host of its table writes two entries: what the hall shows of the match under
``result.TABLE.MATCH``, and all of the match under ``match.TABLE.MATCH``. The sequence number of the first entry in the
store is the number of the match, so it is the same at every host. The store keeps `MAX_CLUB_MATCHES_KEPT` matches: any
host removes the oldest when there are more.
"""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from typing import Final

import msgspec
from msgspec import Struct

from net.cluster.cancellation import cancel_tasks
from net.cluster.retry import ask_until_answer
from net.cluster.store import EntryRefused, Store, StoreEntry, StoreUnreachable
from net.cluster.table_log import DAMAGED_ENTRY_SENTENCE, TableLog, entries_that_count, ticks_in_chain
from net.errors import JournalDamaged, NetError, TableTaken
from net.journal import ClubMatch
from net.journal.codec import pack_tick, unpack_tick
from net.journal.entries import (
    BOT_DECIDERS,
    Entry,
    MatchBeganEntry,
    MatchEndedEntry,
    SavedTable,
    TableEntry,
    add_up_to_saved_table,
    fold_saved_table,
)
from net.journal.history import FinishedMatch, SeatResult
from net.limits import (
    CLUB_MATCHES_REMOVED_AT_ONCE,
    EVENING_SECONDS,
    MAX_CLUB_MATCHES_KEPT,
    STORE_ENTRY_BYTES,
)

MATCH_KEY_PREFIX: Final = "match"
"""The first word of the keys under which the store has finished matches."""
PACKED_MATCH_BEGINNING: Final = zlib.compress(b"")[:1]
"""The first byte of a packed match, with which no entry of a log begins."""
RESULT_KEY_PREFIX: Final = "result"
"""The first word of the store keys of what the hall shows of finished matches."""


async def keep_match(store: Store, number: int, saved: SavedTable, now: float) -> None:
    """Write the latest match of a table into the store, if the match is over and is not written yet.

    `number` is that of the table, and `now` the time of day in seconds.
    """
    if saved.match is None or saved.match.end is None:
        return
    place = f"{number}.{saved.match.beginning.match}"
    await _write_once(store, f"{RESULT_KEY_PREFIX}.{place}", msgspec.msgpack.encode(_club_match_of_table(saved, now)))
    await _write_match(store, place, fold_saved_table(saved))


async def write_match(
    store: Store, table_and_match_number: tuple[int, int], club_match: ClubMatch, record: str
) -> None:
    """Write a match that is over into the store, from the history of another club, unless it is written already.

    `table_and_match_number` is the number of its table, and its number there; `club_match` is what the hall shows of
    it, and `record` its record.
    """
    number, count = table_and_match_number
    match = club_match.match
    table = TableEntry(b"", None, "", "", match.game, match.options, ())
    names, bots = zip(*((seat.name, seat.bot) for seat in sorted(match.results, key=lambda one: one.seat)), strict=True)
    began = MatchBeganEntry(count, match.game, match.seats, match.options, "", names, bots)
    standings = tuple((seat.seat, seat.score, seat.rank) for seat in match.results)
    entries = (table, began, MatchEndedEntry(count, standings, "", record, names))
    await _write_once(store, f"{RESULT_KEY_PREFIX}.{number}.{count}", msgspec.msgpack.encode(club_match))
    await _write_match(store, f"{number}.{count}", entries)


def unpack_match(data: bytes) -> list[Entry]:
    """Return the journal entries of a finished match, as the store has them in one entry or in the tick of a log.

    Raises `JournalDamaged` for bytes that are no packed match.
    """
    try:
        return unpack_tick(zlib.decompress(data))
    except zlib.error as error:
        raise JournalDamaged(DAMAGED_ENTRY_SENTENCE) from error


async def _write_match(store: Store, table_and_match: str, entries: Sequence[Entry]) -> None:
    """Write a finished match, packed, unless it is written already.

    `table_and_match` are the numbers of its table and of the match there, as in ``12.3``. A match that is too long for
    one entry is written as a log.
    """
    key, data = f"{MATCH_KEY_PREFIX}.{table_and_match}", zlib.compress(pack_tick(entries))
    if len(data) <= STORE_ENTRY_BYTES:
        await _write_once(store, key, data)
        return
    log = TableLog(store, key, f"{secrets.token_hex(8)}.1")
    with suppress(TableTaken):  # another host writes the same
        if not await log.claim(_allow_every_writer):
            await log.append(data)


async def _allow_every_writer(writer: str) -> bool:
    """Return True: any host may write a match that is over, as all write the same."""
    return True


async def _write_once(store: Store, key: str, data: bytes) -> None:
    """Write the only entry of a key, unless there is one; wait as long as the store cannot be reached."""
    with suppress(EntryRefused):
        await ask_until_answer(partial(store.append, key, data, 0))


def _club_match_of_table(saved: SavedTable, ended: float) -> ClubMatch:
    """Return what the hall shows of the match of a table, which `ended` at this time of day; it has no number yet."""
    assert saved.match is not None
    assert saved.match.end is not None
    began, closed = saved.match.beginning, saved.match.end
    names, bots = list(began.names), list(began.bots or [""] * began.seats)
    for seat, place in enumerate(saved.table.chairs):
        if place.name and seat < len(names):
            names[seat], bots[seat] = place.name, place.bot
    for person in saved.people:
        if person.seat is not None and person.seat < len(names) and not person.left:
            names[person.seat], bots[person.seat] = person.name, ""
    decisions = Counter(entry.seat for entry in saved.match.actions)
    by_bot = Counter(entry.seat for entry in saved.match.actions if entry.by in BOT_DECIDERS)
    results = tuple(
        SeatResult(seat, names[seat], bots[seat], score, rank, by_bot[seat], decisions[seat])
        if by_bot[seat] and not bots[seat]
        else SeatResult(seat, names[seat], bots[seat], score, rank)
        for seat, score, rank in closed.standings
    )
    match = FinishedMatch(0, began.game, began.seats, began.options, ended, ended, results)
    return ClubMatch(match, bool(saved.table.code))


class KeptMatch(Struct, frozen=True):
    """A finished match in the store: what the hall shows of it, and the `key_ending` of its keys there.

    The ending is the number of the table and that of the match there, as in ``12.3``.
    """

    key_ending: str
    club_match: ClubMatch


class ClusterMatches:
    """The finished matches of a club in its store; `close` it at the end.

    The methods raise `StoreUnreachable` if the store does not answer. `clock` returns the time of day in seconds.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[int, KeptMatch] = {}
        self._watches = False
        self._removal: asyncio.Task[None] | None = None

    @property
    def now(self) -> float:
        """The time of day in seconds."""
        return self._clock()

    async def matches_of_evening(self, since: float = 0.0) -> tuple[ClubMatch, ...]:
        """Return the matches of this evening in the order in which they were kept.

        An evening goes back from now to the first `EVENING_SECONDS` in which no match ended. The result is the same for
        every time `since`, as the clocks of two hosts may differ.
        """
        await self._begin_watch()
        numbers = self._numbers_of_last_evening()
        if not numbers or self._known[numbers[-1]].club_match.match.ended < self.now - EVENING_SECONDS:
            return ()
        return tuple(self._known[number].club_match for number in numbers)

    def _numbers_of_last_evening(self) -> list[int]:
        """Return the numbers of the last match and of those before it, back to the first long pause, in order."""
        numbers: list[int] = []
        later = float("-inf")
        for number, known in reversed(self._known.items()):
            if known.club_match.match.ended < later - EVENING_SECONDS:
                break
            numbers.append(number)
            later = known.club_match.match.ended if len(numbers) == 1 else min(later, known.club_match.match.ended)
        return numbers[::-1]

    async def public_matches(self, before_number: int, max_matches: int) -> tuple[FinishedMatch, ...]:
        """Return at most `max_matches` of the matches at tables without a code, the one that was kept last first.

        With `before_number` they are those that were kept before the match with this number, with 0 the latest of all.
        """
        await self._begin_watch()
        earlier = (
            known.club_match.match
            for number, known in reversed(self._known.items())
            if (not before_number or number < before_number) and not known.club_match.private
        )
        return tuple(islice(earlier, max_matches))

    async def public_record(self, match: int) -> str:
        """Return the record of a match at a table without a code, by its number; "" if there is none.

        Raises `JournalDamaged` if what the store holds is damaged.
        """
        await self._begin_watch()
        known = self._known.get(match)
        if known is None or known.club_match.private:
            return ""
        ticks = await self._read_ticks(f"{MATCH_KEY_PREFIX}.{known.key_ending}")
        saved = add_up_to_saved_table(chain.from_iterable(map(unpack_match, ticks)))
        if saved is None or saved.match is None or saved.match.end is None:
            return ""
        return saved.match.end.record

    async def close(self) -> None:
        """End the removal of the oldest matches, if it has begun."""
        if self._removal is not None:
            await cancel_tasks([self._removal])

    async def _begin_watch(self) -> None:
        """Read the matches that the store has, and receive those that come, unless that has begun before."""
        if not self._watches:
            await self._store.watch(RESULT_KEY_PREFIX, self._record_match)
            self._watches = True

    async def _remove_oldest(self) -> None:
        """Remove the matches that are too many from the store, the oldest first, each with its record.

        If the store cannot be reached, they stay until another match is over.
        """
        numbers = list(self._known)[:-MAX_CLUB_MATCHES_KEPT]
        with suppress(StoreUnreachable):
            for number in numbers:
                await self._store.remove(f"{MATCH_KEY_PREFIX}.{self._known[number].key_ending}")
            await self._store.remove_before(RESULT_KEY_PREFIX, numbers[-1] + 1)
            for number in numbers:
                del self._known[number]

    async def _read_ticks(self, key: str) -> Sequence[bytes]:
        """Return the packed journal entries of a finished match, a byte string for each tick (what was written at one
        time).

        Raises `StoreUnreachable` if the store does not answer, `JournalDamaged` if what it holds is damaged.
        """
        last = await self._store.last(key)
        if last is None or last.data.startswith(PACKED_MATCH_BEGINNING):
            return () if last is None else (last.data,)
        return ticks_in_chain([entry for _, entry in entries_that_count(await self._store.read(key)) or ()])

    def _record_match(self, stored: StoreEntry) -> None:
        """Record a match that is over, with its number, if its entry makes sense."""
        with suppress(msgspec.MsgspecError, NetError):
            shown = msgspec.msgpack.decode(stored.data, type=ClubMatch)
            match = msgspec.structs.replace(shown, match=_match_with_number(shown.match, stored.sequence))
            self._known[stored.sequence] = KeptMatch(stored.key.partition(".")[2], match)
        is_idle = self._removal is None or self._removal.done()
        if is_idle and len(self._known) >= MAX_CLUB_MATCHES_KEPT + CLUB_MATCHES_REMOVED_AT_ONCE:
            self._removal = asyncio.get_running_loop().create_task(self._remove_oldest())


def _match_with_number(match: FinishedMatch, number: int) -> FinishedMatch:
    """Return a match with its number in the store."""
    return FinishedMatch(number, match.game, match.seats, match.options, match.began, match.ended, match.results)
