"""The record of the last finished match, as people download it to verify it: compressed, in pieces of limited size."""

from __future__ import annotations

import zlib
from dataclasses import replace

from core import Record
from core.engine.record_proof import Proof
from net.limits import MAX_PACKED_RECORD_BYTES, RECORD_PIECE_BYTES, SPARE_RECORD_PIECES
from net.protocol.messages import RecordPiece
from net.table.match_runner import MatchRunner


class RecordDownload:
    """The compressed record of the last match that is over."""

    __slots__ = ("_compressed", "_pieces_sent", "match")

    def __init__(self) -> None:
        self.match = 0
        self._compressed = b""
        self._pieces_sent: dict[str, int] = {}

    def offer_record(self, match_number: int, text: str) -> None:
        """Offer the record of a match from now on; the record that was offered before can no longer be fetched."""
        self.match, self._compressed = match_number, zlib.compress(text.encode())
        self._pieces_sent.clear()

    def piece_at(self, match_number: int, first_byte: int, token: str) -> RecordPiece | None:
        """Return the piece of the record of a match that begins at byte `first_byte`.

        The piece is empty for any other match, and for a record that is too large. None if the person of this token
        has asked for far more pieces than there are.
        """
        if match_number != self.match or not self._compressed:
            return RecordPiece(match_number, 0, 0, b"")
        total = len(self._compressed)
        sent = self._pieces_sent[token] = self._pieces_sent.get(token, 0) + 1
        if sent > total // RECORD_PIECE_BYTES + 1 + SPARE_RECORD_PIECES:
            return None
        if total > MAX_PACKED_RECORD_BYTES:
            return RecordPiece(match_number, 0, 0, b"")
        return RecordPiece(
            match_number, first_byte, total, self._compressed[first_byte : first_byte + RECORD_PIECE_BYTES]
        )


def finished_record(runner: MatchRunner) -> Record:
    """Return the record of a match that is over, with its proof: the host's secret, and the marks of its states."""
    trace = runner.trace
    proof = Proof(trace.names, runner.deal, runner.match.standings, trace.actions_per_mark, trace.marks)
    return replace(runner.match.record, proof=proof)
