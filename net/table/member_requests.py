"""Requests that anybody at a table may make, apart from actions of a match: seats, chat, readiness, record download."""

from __future__ import annotations

from net.limits import CHAT_CELLS
from net.protocol.messages import ChatLine, Ready, RequestRecord, SendChat, Sit, Stand
from net.protocol.sanitize import clean
from net.table.broadcast import Broadcast
from net.table.match_runner import MatchRunner
from net.table.person import Person
from net.table.record_download import RecordDownload
from net.table.state import ImpossibleRequest, TablePhase, TableState


class MemberRequests:
    """Handles the requests of the people at a table.

    Every method takes the person and their message, and raises `ImpossibleRequest` or `core.RulesError`, with nothing
    changed, if the request is not possible.
    """

    __slots__ = ("_broadcast", "_records", "_state")

    def __init__(self, state: TableState, broadcast: Broadcast, records: RecordDownload) -> None:
        self._state = state
        self._broadcast = broadcast
        self._records = records

    def chat(self, person: Person, message: SendChat) -> None:
        """Send everybody a chat line."""
        if not person.chat_rate.spend(1, self._state.now):
            raise ImpossibleRequest("Not so fast: others want to read what you say.")
        line = clean(message.text, CHAT_CELLS)
        if line:
            self._broadcast.send_everybody(ChatLine(person.name, line))

    def sit(self, person: Person, message: Sit) -> None:
        """Give a person the seat that they ask for, or the first free one; a bot's seat, too, also during a match."""
        state, broadcast, seats = self._state, self._broadcast, self._state.seats
        if state.playing is not None:
            self._take_over_in_match(state.playing, person, message.seat)
            return
        require_lobby(state, "Seats are taken between matches.")
        seat = seats.first_free() if message.seat is None else message.seat
        if seat is None:
            raise ImpossibleRequest("All seats are taken; you can watch.")
        if not seats.is_free(seat) and not self._bot_gives_way(person, seat):
            raise ImpossibleRequest(f"Seat {seat + 1} is not free.")
        bot = seats[seat].bot_name
        person.watch = False
        with broadcast.seat_changes():
            seats.seat(person, seat)
        broadcast.notice(person, f"takes the seat of {bot}." if bot else "sits down.")

    def _bot_gives_way(self, person: Person, seat: int) -> bool:
        """Whether a bot leaves this seat to a person: for their own seat, or for nothing if the table allows it."""
        return self._state.seats.has_bot(seat) and (person.seat is not None or self._state.terms.take_over)

    def _take_over_in_match(self, runner: MatchRunner, person: Person, seat: int | None) -> None:
        """Give a spectator the seat of a bot in the match that is being played."""
        state, seats = self._state, self._state.seats
        if not state.terms.take_over:
            raise ImpossibleRequest("Seats are taken between matches.")
        if person.seat is not None:
            raise ImpossibleRequest("You have a seat; another one can be taken when the match is over.")
        if seat is None:
            seat = seats.first_bot()
        if seat is None or not seats.has_bot(seat):
            raise ImpossibleRequest("Only the seat of a bot can be taken over during a match.")
        bot = seats[seat].bot_name
        person.watch = False
        with self._broadcast.seat_changes():
            seats.seat(person, seat)
        runner.clear_bot(seat)
        runner.set_name(seat, person.name)
        self._broadcast.notice(person, f"takes over from {bot}.")

    def stand(self, person: Person, message: Stand) -> None:
        """Make a person a spectator."""
        require_lobby(self._state, "You can leave your seat when the match is over.")
        person.watch = True
        seated = person.seat is not None
        with self._broadcast.seat_changes():
            self._state.seats.unseat(person)
        if seated:
            self._broadcast.notice(person, "watches.")

    def set_ready(self, person: Person, message: Ready) -> None:
        """Show everybody whether a person is ready."""
        person.ready = message.on

    def send_record(self, person: Person, message: RequestRecord) -> None:
        """Send a person a piece of the record of the last match, for them to verify it."""
        piece = self._records.piece(message.match, message.at, person.token)
        if piece is not None:
            self._broadcast.send(person, piece)


def require_lobby(state: TableState, refusal: str) -> None:
    """Raise `ImpossibleRequest` unless the table is in the lobby; `refusal` is the reason while a match is played."""
    if state.playing is not None:
        raise ImpossibleRequest(refusal)
    if state.phase is not TablePhase.LOBBY:
        raise ImpossibleRequest("The match begins in a moment.")
