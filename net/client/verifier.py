"""The client's fairness verifier: it takes part in commit–reveal deals and checks every match when it is over.

It has no socket, no event loop and no clock. The check of a long match takes a while, so the client runs it in
steps.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Final

from core import BadRecord, Change, Record, Standing, games
from core.engine.record_proof import HASH_PATTERN
from core.fairness.commitments import SECRET_BYTES, DealtMatch
from net.client.deal_memory import HostDeals
from net.client.deal_part import CONTRADICTION_SENTENCE, EARLIER_MATCH_CLAUSE, STARTED_AGAIN_CLAUSE, DealPart
from net.client.events import VerificationResult
from net.client.evidence import Evidence
from net.client.join_spec import VerifierSpec
from net.client.match_replica import MatchReplica
from net.limits import MAX_PACKED_RECORD_BYTES, MAX_REASON_CELLS, MAX_RECORD_TEXT_BYTES
from net.protocol.deal_stage import DealStage
from net.protocol.messages import Act, ClientMessage, DealProgress, RecordPiece, RequestRecord
from net.protocol.sanitize import clean_text
from net.protocol.table_state import TableInfo

NO_RECORD_SENTENCE: Final = "The host no longer has the record of this match, so it could not be checked."
"""The sentence of the result when the host cannot send the record of a match."""


class FairnessVerifier:
    """Collects evidence on the deals and matches of one table, and checks each match against the host's record.

    `send` sends a message to the host, `report` reports the result of a check, `run` runs a long computation. `deals`
    is what this program remembers of the deals of the host; by default nothing.
    """

    def __init__(
        self,
        send: Callable[[ClientMessage], None],
        report: Callable[[VerificationResult], None],
        run: Callable[[Iterator[None]], None],
        spec: VerifierSpec,
        deals: HostDeals | None = None,
    ) -> None:
        self.deals = HostDeals() if deals is None else deals
        self._spec = spec
        self._send = send
        self._report = report
        self._run = run
        self._part: DealPart | None = None
        self._current: Evidence | None = None
        self._downloading: Evidence | None = None
        self._finished: Evidence | None = None
        self._received = bytearray()
        self._process: str | None = None
        self._has_returned = False
        self._is_checking = False

    @property
    def is_checking(self) -> bool:
        """Whether the record of a match is downloaded or checked, so that a result will be reported."""
        return self._is_checking

    # The connection

    def expect_welcome(self, deals_of_new_host: HostDeals | None = None) -> None:
        """Mark the host's process as unknown until the welcome, because the host may have been restarted.

        Call it before every hello. `deals_of_new_host` is what this program remembers of the deals of the host to which
        the hello goes, None if that is the same host as before.
        """
        self._process = None
        self.deals = self.deals if deals_of_new_host is None else deals_of_new_host

    def set_host_process(self, process: str, has_returned: bool = False) -> None:
        """Set the identifier of the host's process, received in its welcome, and resume the download of a record.

        `has_returned`: whether the person was at the table before this client.
        """
        self._process = process
        self._has_returned = has_returned
        for evidence in (self._current, self._downloading):
            if evidence is not None:
                evidence.set_host_process(process)
        self.request_piece()

    def discard_evidence(self) -> None:
        """Discard all evidence; call it when the host serves another table. Its deals stay counted."""
        self._part = self._current = self._downloading = self._finished = None
        self._is_checking = False
        self._received.clear()

    # A deal and its match

    def process_deal(self, message: DealProgress, table_id: str, table: TableInfo | None, seat: int | None) -> None:
        """Take part in a deal: send this client's commitment or secret when the host's message asks for it.

        A contradiction to what the host said before is kept as its lie. Nothing is done before the table and its id are
        known. `seat` is that of this person, None for a spectator.
        """
        if table is None or not table_id:
            return
        part = self._part
        known = part is not None and part.is_of_this_deal(message, table_id)
        if (
            part is not None
            and not known
            and message.stage == DealStage.SEED_GIVEN.value
            and part.is_of_same_match(message, table_id)
        ):
            part.lie = CONTRADICTION_SENTENCE
            return
        if part is None or not known:
            game = games[table.game]
            dealt_match = DealtMatch(
                table_id, message.match_number, game.slug, len(table.seats), game.record_options(table.options)
            )
            part = DealPart(dealt_match, message.host_commitment, message.abandoned_deals)
            self._begin_part(part, message.stage)
            if message.stage == DealStage.SETTLED.value:
                self._restore_part(part, seat)
            self._has_returned = False
        match message.stage:
            case DealStage.COMMIT.value:
                self._send_commitment(part, seat, known)
            case DealStage.REVEAL.value:
                answer = part.accept_seal(message, table.seats)
                if answer is not None:
                    self.deals.add_reveal(part)
                    self._send(answer)
            case DealStage.SETTLED.value:
                part.accept_settled_seed(message)

    def _begin_part(self, part: DealPart, stage: str) -> None:
        """Make `part` this client's part, because the host has announced a new deal, in the stage `stage`.

        If this client already has evidence on the match of that deal, it hears of the deal late, and the part is added
        to the evidence. But if another process of the host begins the deal, the host has lost that match in a power
        cut, and the evidence is discarded.
        """
        self._part = part
        evidence = self._current
        if evidence is None or evidence.match != part.dealt_match.match_number:
            return
        if stage == DealStage.COMMIT.value and evidence.observations[-1].process != self._process:
            self._current = None
        else:
            evidence.deal_part = part

    def _restore_part(self, part: DealPart, seat: int | None) -> None:
        """Fill `part` with what an earlier process of this program saved of the same deal, once all secrets are
        revealed.

        If nothing was saved, a person who came back in the middle of the match can no longer prove that the deal is
        fair.
        """
        restored = seat is not None and self.deals.restore_part(part, seat)
        if not restored and self._has_returned and self._current is not None and self._current.deal_part is part:
            part.no_proof_clause = STARTED_AGAIN_CLAUSE

    def _send_commitment(self, part: DealPart, seat: int | None, is_known_deal: bool) -> None:
        """Send the commitment to a fresh secret or, if the host asks again for the same deal, the one that was sent
        before.

        `is_known_deal` is whether this client knows the deal already. Nothing is sent without a seat or a source of
        secrets, or for an earlier match. A host that asks again after the seal has lied.
        """
        table, match = part.dealt_match.table_id, part.dealt_match.match_number
        if is_known_deal and part.seal:
            part.lie = CONTRADICTION_SENTENCE
            return
        if (
            not is_known_deal
            and seat is not None
            and self._spec.draw_bytes is not None
            and HASH_PATTERN.match(part.host)
        ):
            if self.deals.is_earlier_match(table, match):
                part.no_proof_clause = EARLIER_MATCH_CLAUSE
                return
            self.deals.add_match(table, match)
            part.commit(seat, self._spec.draw_bytes(SECRET_BYTES).hex())
        answer = part.commit_message()
        if answer is not None:
            self._send(answer)

    def process_snapshot(self, replica: MatchReplica) -> None:
        """Add the snapshot of a match, which the host has sent, to the evidence.

        A match that is over and was checked is not checked again from a seat to which the client has moved since.
        """
        evidence, part, finished = self._current, self._part, self._finished
        if not self._spec.checks_matches:
            return
        is_checked = finished is not None and finished.match == replica.match and replica.view.facts["over"] is True
        if finished is not None and is_checked and not finished.was_seen_from(replica.view.seat):
            return
        if evidence is None or evidence.match != replica.match:
            of_match = part if part is not None and part.dealt_match.match_number == replica.match else None
            evidence = self._current = Evidence(replica.match, replica.names, of_match)
        evidence.add_snapshot(replica.view, replica.version, self._process)

    def add_changes(self, changes: tuple[Change, ...]) -> None:
        """Add changes of the current match, which the host has sent, to the evidence."""
        if self._current is not None:
            self._current.add_changes(changes)

    def add_own_action(self, seat: int | None, act: Act | None, action_id: int, actions_before: int) -> None:
        """Add the pending action `act` to the evidence if it is the one that the host has just confirmed.

        `action_id` is the id of the confirmed action. `actions_before` is how many actions the seat has made in the
        match, this one included.
        """
        evidence = self._current
        if evidence is None or act is None or seat is None:
            return
        if (act.match_number, act.id, act.step + 1) == (evidence.match, action_id, actions_before):
            evidence.add_own_action(seat, act.step, act.action)

    def finish_match(self, match: int, standings: tuple[Standing, ...] | None) -> None:
        """Start the download of the record of a match that has ended, unless this client has no evidence of it.

        `standings`: the final standings that the host sent; None if the match was aborted.
        """
        evidence = self._current
        if evidence is None or evidence.match != match or not evidence.observations or not self._spec.checks_matches:
            return
        evidence.standings = standings
        self._downloading, self._current, self._finished = evidence, None, evidence
        self._received.clear()
        self._is_checking = True
        self.request_piece()

    # The record

    def request_piece(self) -> None:
        """Request the next piece of the record whose download is in progress; do nothing without a download."""
        if self._downloading is not None:
            self._send(RequestRecord(self._downloading.match, len(self._received)))

    def receive_piece(self, piece: RecordPiece) -> None:
        """Add a piece to the record that is downloaded; the last one starts the check, any other requests the next one.

        If the host has no record, that is reported as the result. A piece out of order is ignored.
        """
        evidence = self._downloading
        if evidence is None or piece.match_number != evidence.match:
            return
        if not piece.total_bytes or piece.total_bytes > MAX_PACKED_RECORD_BYTES:
            self._downloading = None
            self._report_result(VerificationResult(None, NO_RECORD_SENTENCE))
            return
        if piece.first_byte != len(self._received) or not piece.data:
            return
        self._received += piece.data
        if len(self._received) < piece.total_bytes:
            self.request_piece()
            return
        self._downloading = None
        packed = bytes(self._received)
        self._received.clear()
        self._run(self._check_record(evidence, packed))

    def _report_result(self, result: VerificationResult) -> None:
        """Report the result of a check."""
        self._is_checking = False
        self._report(result)

    def _check_record(self, evidence: Evidence, packed: bytes) -> Iterator[None]:
        """Check a downloaded record against the evidence step by step, and report the result."""
        try:
            record = unpack_record(packed)
        except BadRecord as error:
            self._report_result(
                VerificationResult(
                    False, clean_text(f"The record of the match cannot be read: {error}", MAX_REASON_CELLS)
                )
            )
            return
        verdict = yield from evidence.check_in_steps(record, self.deals, self._spec.believes_host)
        if evidence.deal_part is not None:
            self.deals.remove_part(evidence.deal_part)
        if evidence.is_played_out and evidence.deal_part is not None and verdict.fair is not False:
            self.deals.end_match(evidence.deal_part.number)
        played = None if verdict.fair is False else record
        self._report_result(VerificationResult(verdict.fair, clean_text(verdict.sentence, MAX_REASON_CELLS), played))


def unpack_record(packed: bytes) -> Record:
    """Return the record in zlib-compressed bytes from a host; raises `core.BadRecord` for any other bytes.

    At most `MAX_RECORD_TEXT_BYTES` are decompressed, whatever the bytes are.
    """
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MAX_RECORD_TEXT_BYTES)
    except zlib.error as error:
        raise BadRecord("The record that the host sent cannot be unpacked.") from error
    if not unpacker.eof or unpacker.unused_data:
        raise BadRecord("The record that the host sent is longer or shorter than it says.")
    try:
        return Record.parse(text.decode())
    except UnicodeDecodeError as error:
        raise BadRecord("The record that the host sent is not text.") from error
