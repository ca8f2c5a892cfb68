"""The record of a match is sent to a person in pieces, at a limited rate."""

from __future__ import annotations

from net.limits import RECORD_PIECE_BYTES, SPARE_RECORD_PIECES
from net.table.record_download import RecordDownload


def test_long_record_is_sent_in_pieces_at_a_limited_rate():
    records = RecordDownload()
    text = "".join(f"{number * number:x} " for number in range(40_000))
    records.offer_record(3, text)
    first = records.piece_at(3, 0, "Ann")
    assert first is not None
    assert len(first.data) == RECORD_PIECE_BYTES < first.total_bytes
    many = 0
    while records.piece_at(3, 0, "Eve") is not None:
        many += 1
    assert many == first.total_bytes // RECORD_PIECE_BYTES + 1 + SPARE_RECORD_PIECES
    assert records.piece_at(3, RECORD_PIECE_BYTES, "Ann") is not None
    assert records.piece_at(2, 0, "Ann").total_bytes == 0
    assert records.piece_at(3, first.total_bytes + 5, "Ann").data == b""
