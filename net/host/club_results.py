"""`ClubResults`: answers the requests of people in the hall for the matches of the club, and for the totals and the
ladder of the evening, from the journal of the club."""

from __future__ import annotations

import asyncio
import zlib
from typing import Protocol

from net.host.evening_results import EveningResults
from net.journal import ClubMatch
from net.journal.history import FinishedMatch
from net.limits import (
    CLUB_RESULTS_INTERVAL_SECONDS,
    CLUB_RESULTS_OVERLAP_SECONDS,
    MAX_HALL_PAGES_KEPT,
    MAX_HALL_RECORDS_KEPT,
    MAX_HALL_ROWS,
    MAX_PACKED_RECORD_BYTES,
    MAX_RESULTS_PER_HALL_MATCH,
    RECORD_PIECE_BYTES,
)
from net.protocol.messages import (
    MatchesShown,
    MatchRow,
    RecordPiece,
    RequestRecord,
    SeatScore,
    ShowMatches,
    ShowTotals,
    TotalsShown,
)


class ClubMatches(Protocol):
    """The finished matches of a club; its methods raise `NetError` if the journal or store cannot be read."""

    @property
    def now(self) -> float:
        """The time of day in seconds."""

    async def matches_of_evening(self, since: float) -> tuple[ClubMatch, ...]:
        """Return the matches of this evening, at least those that ended after the time `since`, the earliest first."""

    async def public_matches(self, before_number: int, max_matches: int) -> tuple[FinishedMatch, ...]:
        """Return at most `max_matches` of the matches that everybody may see, the latest first.

        With `before_number` they are those that ended before the match with this number, with 0 the latest of all.
        """

    async def public_record(self, match: int) -> str:
        """Return the record of a match that everybody may see, by its number; "" if there is none."""


class ClubResults:
    """The lists of matches and the totals of a club, from its `journal`; without a journal they are empty.

    The methods raise the errors of the journal. Pages of the list of matches are kept in memory: earlier pages never
    change, and the first page is read again after a short time.
    """

    def __init__(self, journal: ClubMatches | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._journal = journal
        self._evening = EveningResults()
        self._read_at = float("-inf")
        self._turn = asyncio.Lock()
        self._packed: dict[int, bytes] = {}
        self._pages: dict[int, MatchesShown] = {}

    async def read_matches_of_evening(self) -> None:
        """Read the matches of the evening in advance, so that the first person who asks for them does not wait."""
        async with self._turn:
            await self._read_ended_matches()

    async def answer(
        self, request: ShowMatches | ShowTotals | RequestRecord, name: str
    ) -> MatchesShown | TotalsShown | RecordPiece:
        """Return the answer to a request of the person called `name`."""
        async with self._turn:
            await self._read_ended_matches()
            match request:
                case ShowMatches(before):
                    return await self._matches_before(before)
                case ShowTotals(game):
                    return self._evening.totals(game, name)
                case RequestRecord(number, at):
                    packed = await self._packed_record(number)
                    return RecordPiece(number, at, len(packed), packed[at : at + RECORD_PIECE_BYTES])

    async def _read_ended_matches(self) -> None:
        """Add the matches that have ended since the last call, unless that was a moment ago."""
        now = self._loop.time()
        if self._journal is None or now < self._read_at + CLUB_RESULTS_INTERVAL_SECONDS:
            return
        matches = await self._journal.matches_of_evening(
            max(0.0, self._evening.last_end - CLUB_RESULTS_OVERLAP_SECONDS)
        )
        self._read_at = now
        self._evening.end_evening_if_over(self._journal.now)
        self._pages.pop(0, None)
        if matches:
            await asyncio.to_thread(self._evening.add, matches)

    async def _matches_before(self, match_number: int) -> MatchesShown:
        """Return the latest matches before the match with this number, or the latest of all if it is 0."""
        page = self._pages.pop(match_number, None)
        if page is None and self._journal is not None:
            found = await self._journal.public_matches(match_number, MAX_HALL_ROWS + 1)
            page = MatchesShown(tuple(map(_match_row_of, found[:MAX_HALL_ROWS])), len(found) > MAX_HALL_ROWS)
        if page is None:
            return MatchesShown(())
        self._pages[match_number] = page
        if len(self._pages) > MAX_HALL_PAGES_KEPT:
            del self._pages[next(iter(self._pages))]
        return page

    async def _packed_record(self, match_number: int) -> bytes:
        """Return the packed record of a match that everybody may see; b"" for another match, or if it is too large."""
        if self._journal is None:
            return b""
        packed = self._packed.pop(match_number, None)
        if packed is None:
            packed = await asyncio.to_thread(_pack_record, await self._journal.public_record(match_number))
        if not packed:
            return b""
        self._packed[match_number] = packed
        if len(self._packed) > MAX_HALL_RECORDS_KEPT:
            del self._packed[next(iter(self._packed))]
        return packed


def _pack_record(text: str) -> bytes:
    """Return a packed record, b"" if it is too large to be fetched."""
    packed = zlib.compress(text.encode()) if text else b""
    return packed if len(packed) <= MAX_PACKED_RECORD_BYTES else b""


def _match_row_of(match: FinishedMatch) -> MatchRow:
    """Return the row of a match in the list of matches."""
    scores = tuple(SeatScore(one.name, one.score, bool(one.bot)) for one in match.results[:MAX_RESULTS_PER_HALL_MATCH])
    return MatchRow(match.id, match.game, match.seats, int(match.ended), scores)
