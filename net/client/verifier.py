"""The part of a person's end that takes part in fair deals, and checks every match by itself when it is over.

There is no socket, no loop, no clock here. Checking a long match takes a while, so it is handed to the shell as work
that can be done bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from core import BadRecord, Change, Standing, games
from core.fairness.commitments import Occasion
from net.client.events import Verified
from net.client.evidence import Evidence
from net.client.match_replica import MatchReplica
from net.limits import REASON_CELLS, RECORD_PACKED_BYTES
from net.protocol.messages import Act, ClientMessage, DealProgress, RecordPiece, RequestRecord
from net.protocol.sanitize import clean
from net.protocol.table_state import TableInfo
from net.table.record_download import unpacked

NO_RECORD: Final = "The host has no record of this match any more, so it could not be checked."


class FairnessVerifier:
    """What one person's end knows of deals and matches at one table.

    `say` sends a message to the host, `tell` says what became of a check, and `at_leisure` does work bit by bit.
    `chance`, 32 random bytes, is given by the shell; without it this end takes no part in deals. With `checks` off it
    remembers and checks nothing.
    """

    def __init__(
        self,
        say: Callable[[ClientMessage], None],
        tell: Callable[[Verified], None],
        at_leisure: Callable[[Iterator[None]], None],
    ) -> None:
        self.chance = b""
        self.checks = True
        self._say = say
        self._tell = tell
        self._at_leisure = at_leisure
        self._witness: Evidence | None = None
        self._asking: Evidence | None = None
        self._got = bytearray()
        self._process: str | None = None
        self._there = False

    def deal(self, message: DealProgress, table_id: str, table: TableInfo | None, seat: int | None) -> None:
        """Take in how far a deal is, and do one's own part in it."""
        if table is None or not table_id:
            return
        game, seats = games[table.game], len(table.seats)
        occasion = Occasion(table_id, message.match, game.slug, seats, game.departures(table.options))
        answer = self._of(message.match).hear(message, seat, occasion)
        if answer is not None:
            self._say(answer)

    def _of(self, match: int) -> Evidence:
        witness = self._witness
        if witness is None or witness.match != match:
            witness = Evidence(match, self.chance, self._there, again=witness is not None and witness.dropped)
            self._witness = witness
        return witness

    def begin(self, mirror: MatchReplica) -> None:
        """Note that a match is shown afresh."""
        if self.checks:
            self._of(mirror.match).begin(mirror.view, mirror.version, self._process)

    def told(self, changes: tuple[Change, ...]) -> None:
        """Note what has happened in the match."""
        if self._witness is not None:
            self._witness.told(changes)

    def did(self, seat: int | None, act: Act | None, id: int, step: int) -> None:
        """Note that the host has done what the person asked for with `act`, if it is that."""
        witness = self._witness
        if witness is None or act is None or seat is None:
            return
        if (act.match, act.id, act.step + 1) == (witness.match, id, step):
            witness.did(seat, act.step, act.action)

    def ended(self, match: int, standings: tuple[Standing, ...] | None) -> None:
        """Ask for the record of a match that is over or was broken off, to check it."""
        witness = self._witness
        if witness is None or witness.match != match or not witness.sights or not self.checks:
            return
        witness.standings = standings
        self._asking, self._witness = witness, None
        self._got.clear()
        self.ask_again()

    def arrive(self) -> None:
        """Note that this end comes to the host, which may be another process now than the one before."""
        self._process = None

    def welcomed(self, process: str) -> None:
        """Note which process of the host has let this end in, and ask for what is still missing of a record."""
        self._process = process
        self._there = True
        for witness in (self._witness, self._asking):
            if witness is not None:
                witness.welcomed(process)
        self.ask_again()

    def ask_again(self) -> None:
        """Ask for what is still missing of a record."""
        if self._asking is not None:
            self._say(RequestRecord(self._asking.match, len(self._got)))

    def forget(self) -> None:
        """Let go of everything: this is another table."""
        self._witness = self._asking = None
        self._got.clear()
        self._there = False

    def piece(self, piece: RecordPiece) -> None:
        """Take in a piece of the record that was asked for, and check it when it is whole."""
        witness = self._asking
        if witness is None or piece.match != witness.match:
            return
        if not piece.total or piece.total > RECORD_PACKED_BYTES:
            self._asking = None
            self._tell(Verified(None, NO_RECORD))
            return
        if piece.at != len(self._got) or not piece.data:
            return
        self._got += piece.data
        if len(self._got) < piece.total:
            self.ask_again()
            return
        self._asking = None
        packed = bytes(self._got)
        self._got.clear()
        self._at_leisure(self._check(witness, packed))

    def _check(self, witness: Evidence, packed: bytes) -> Iterator[None]:
        try:
            record = unpacked(packed)
        except BadRecord as error:
            self._tell(Verified(False, clean(f"The record of the match cannot be read: {error}", REASON_CELLS)))
            return
        verdict = yield from witness.check(record)
        self._tell(Verified(verdict.fair, clean(verdict.sentence, REASON_CELLS)))
