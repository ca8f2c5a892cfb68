"""The records of finished matches as people fetch them to check: packed, and in pieces that fit any queue."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

from core import Record
from core.engine.proof import Proof
from net.limits import RECORD_PACKED_BYTES, RECORD_PIECE_BYTES, SPARE_RECORD_PIECES
from net.protocol.messages import RecordPiece

if TYPE_CHECKING:
    from net.table.match_runner import MatchRunner


class RecordDownload:
    """The packed record of the last match that is over, for whoever wants to check it.

    It is packed when the first asks for it. Of an earlier match, or where there is none, an empty piece is given.
    """

    __slots__ = ("_packed", "_served", "_text", "match")

    def __init__(self) -> None:
        self.match = 0
        self._text = ""
        self._packed = b""
        self._served: dict[str, int] = {}

    def keep(self, match: int, text: str) -> None:
        """Keep the text of a record instead of the one before."""
        self.match, self._text, self._packed = match, text, b""
        self._served.clear()

    def piece(self, match: int, at: int, who: str) -> RecordPiece | None:
        """Return the piece of the record of a match that begins at a byte; None if `who` has had more than enough."""
        if match != self.match or not (self._text or self._packed):
            return RecordPiece(match, 0, 0, b"")
        if not self._packed:
            self._packed, self._text = zlib.compress(self._text.encode()), ""
        total = len(self._packed)
        served = self._served[who] = self._served.get(who, 0) + 1
        if served > total // RECORD_PIECE_BYTES + 1 + SPARE_RECORD_PIECES:
            return None
        if total > RECORD_PACKED_BYTES:
            return RecordPiece(match, 0, 0, b"")
        return RecordPiece(match, at, total, self._packed[at : at + RECORD_PIECE_BYTES])


def record_of(running: MatchRunner) -> Record:
    """Return a match as it is kept when it is over: with the host's secret and all else that proves it."""
    trace = running.trace
    proof = Proof(trace.names, running.deal, running.match.standings, trace.stride, tuple(trace.marks))
    return replace(running.match.record, proof=proof)
