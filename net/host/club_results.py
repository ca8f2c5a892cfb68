"""`ClubResults`: answers the requests of people in the hall for the matches of the evening, from the journal of the
club."""

from __future__ import annotations

import asyncio
import zlib
from typing import Protocol

from net.host.evening_results import EveningResults
from net.journal import ClubMatch
from net.limits import (
    CLUB_RESULTS_INTERVAL_SECONDS,
    CLUB_RESULTS_OVERLAP_SECONDS,
    MAX_HALL_RECORDS_KEPT,
    MAX_PACKED_RECORD_BYTES,
    RECORD_PIECE_BYTES,
)
from net.protocol.messages import MatchesShown, RecordPiece, RequestRecord, ShowMatches, ShowTotals, TotalsShown


class ClubMatches(Protocol):
    """The finished matches of a club; its methods raise `NetError` if the journal or store cannot be read."""

    @property
    def now(self) -> float:
        """The time of day in seconds."""

    async def matches_of_evening(self, since: float) -> tuple[ClubMatch, ...]:
        """Return the matches of this evening, at least those that ended after the time `since`, the earliest first."""

    async def record_text(self, match: int) -> str:
        """Return the record of a match by its number; "" if there is none."""


class ClubResults:
    """The results of a club's evening, which follow from the `journal`; without a journal there are none.

    The methods raise the errors of the journal.
    """

    def __init__(self, journal: ClubMatches | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._journal = journal
        self._evening = EveningResults()
        self._read_at = float("-inf")
        self._turn = asyncio.Lock()
        self._packed: dict[int, bytes] = {}

    async def answer(
        self, request: ShowMatches | ShowTotals | RequestRecord, name: str
    ) -> MatchesShown | TotalsShown | RecordPiece:
        """Return the answer to a request of the person called `name`."""
        async with self._turn:
            await self._read_ended_matches()
            match request:
                case ShowMatches(before):
                    return self._evening.matches_before(before)
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
        self._evening.end_if_over(self._journal.now)
        if matches:
            await asyncio.to_thread(self._evening.add, matches)

    async def _packed_record(self, match_number: int) -> bytes:
        """Return the packed record of a match that everybody may see; b"" for another match, or if it is too large."""
        if self._journal is None or not self._evening.is_listed(match_number):
            return b""
        packed = self._packed.pop(match_number, None)
        if packed is None:
            packed = await asyncio.to_thread(_pack_record, await self._journal.record_text(match_number))
        self._packed[match_number] = packed
        if len(self._packed) > MAX_HALL_RECORDS_KEPT:
            del self._packed[next(iter(self._packed))]
        return packed


def _pack_record(text: str) -> bytes:
    """Return a packed record, b"" if it is too large to be fetched."""
    packed = zlib.compress(text.encode()) if text else b""
    return packed if len(packed) <= MAX_PACKED_RECORD_BYTES else b""
