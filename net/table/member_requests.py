"""Requests that anybody at a table may make, apart from actions and seats: chat, readiness, record download."""

from __future__ import annotations

from net.limits import CHAT_LINES_OF_ALL_AT_ONCE, CHAT_LINES_OF_ALL_PER_SECOND, MAX_CHAT_CELLS
from net.protocol.messages import ChatLine, Ready, RequestRecord, SendChat
from net.protocol.rate_limit import TokenBucket
from net.protocol.refusals import CHAT_TOO_FAST_SENTENCE
from net.protocol.sanitize import clean_text
from net.table.broadcast import Broadcast
from net.table.person import Person
from net.table.record_download import RecordDownload
from net.table.state import ImpossibleRequest, TableState


class MemberRequests:
    """Carries out the requests that anybody at a table may make.

    Every method takes the person and their message, and raises `ImpossibleRequest` or `core.RulesError`, with nothing
    changed, if the request is not possible.
    """

    __slots__ = ("_broadcast", "_player_chat", "_records", "_spectator_chat", "_state")

    def __init__(self, state: TableState, broadcast: Broadcast, records: RecordDownload) -> None:
        self._state = state
        self._broadcast = broadcast
        self._records = records
        self._player_chat, self._spectator_chat = (
            TokenBucket(CHAT_LINES_OF_ALL_PER_SECOND, CHAT_LINES_OF_ALL_AT_ONCE, 0.0) for _ in range(2)
        )

    def send_chat(self, person: Person, message: SendChat) -> None:
        """Send everybody a chat line, cleaned and shortened; a line with nothing left is not sent.

        All players share one rate limit and all spectators another, so that many spectators cannot silence the players.
        """
        if not person.chat_rate_limit.spend(1, self._state.now):
            raise ImpossibleRequest(CHAT_TOO_FAST_SENTENCE)
        all_together = self._spectator_chat if person.seat is None else self._player_chat
        if not all_together.spend(1, self._state.now):
            raise ImpossibleRequest("Too many people are talking: nobody could read that.")
        line = clean_text(message.text, MAX_CHAT_CELLS)
        if line:
            self._broadcast.send_everybody(ChatLine(person.name, line))

    def set_ready(self, person: Person, message: Ready) -> None:
        """Set whether a person is ready for the next match."""
        person.is_ready = message.is_ready

    def send_record(self, person: Person, message: RequestRecord) -> None:
        """Send a person a piece of the record of the last match, or nothing if they have asked for far too many."""
        piece = self._records.piece_at(message.match_number, message.first_byte, person.token)
        if piece is not None:
            self._broadcast.send(person, piece)
