"""A table: people join, sit down, play one match after another, and are sent what they may know.

`Table.handle` takes everything that has arrived since the last call (one tick) and returns a `TickResult`: what to
journal, what to send, which connections to end, and when to call it again. It has no clock, no chance and no
I/O: time is an argument, and chance comes from a secret and a source of random bytes given at the start.

A table is a `TableState` and the parts that read and change it. They are created in `Table.__init__`, and each gets
the others that it needs as arguments. `REQUEST_HANDLER_BY_MESSAGE` names the method that answers for each message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_args

from core import BadOption, RulesError, games
from core.engine.registry import unknown_game_sentence
from net.errors import HOST_CLOSED_TABLE_SENTENCE, LEFT_TABLE_SENTENCE, HostGone, SessionEnded
from net.journal.entries import SavedTable
from net.limits import MAX_REASON_CELLS, MAX_SLOW_SECONDS, WRONG_CODES_OF_ALL_PER_MINUTE
from net.protocol.messages import (
    Act,
    AddBot,
    AnswerSeatQuestion,
    Bye,
    ClientMessage,
    Commit,
    Configure,
    EndMatch,
    HallRequest,
    HandOver,
    Hello,
    Kick,
    Pause,
    Ping,
    PlayOnFast,
    Pong,
    Ready,
    RemoveBot,
    ReplaceAbsent,
    RequestRecord,
    RequestRefused,
    RequestSnapshot,
    Reveal,
    SendChat,
    SetTerms,
    Sit,
    Stand,
    Start,
    SwapSeats,
    TableNotice,
)
from net.protocol.sanitize import clean_text
from net.protocol.table_state import TableInfo
from net.security.table_secrets import DrawBytes, TableSecrets
from net.table.broadcast import Broadcast
from net.table.catch_up import CatchUp
from net.table.join import Join
from net.table.match_end import MatchEnd
from net.table.match_start import MatchStart
from net.table.member_requests import MemberRequests
from net.table.owner_requests import OWNER_ONLY_REQUESTS, OwnerRequests
from net.table.person import Person
from net.table.play import Play
from net.table.presence import Presence
from net.table.record_download import RecordDownload
from net.table.seat_questions import SeatQuestions
from net.table.snapshot import SnapshotJournal, restore_table
from net.table.spec import TableSpec
from net.table.state import ImpossibleRequest, TableState
from net.table.take_over import TakeOver
from net.table.tick import (
    NO_CONNECTIONS,
    CodeGuessingNoticed,
    ConnectionId,
    ConnectionLost,
    HostClosing,
    Input,
    MatchesForbidden,
    MessageReceived,
    OrganiserAnnouncement,
    PersonSentAway,
    TickOutput,
    TickResult,
    WritingPaused,
    WritingResumed,
)

CODE_GUESSING_SENTENCE: Final = (
    f"Somebody is trying out codes for this table: more than {WRONG_CODES_OF_ALL_PER_MINUTE} wrong ones came within a "
    "minute. From now on they wait in turn."
)
"""The notice to the owner of a table that somebody is guessing at its code."""

MESSAGES_WITHOUT_CHANGE: Final = (Act, PlayOnFast, SendChat, RequestSnapshot, Ping, Pong, Commit, Reveal, RequestRecord)
"""The messages that change nothing about the table or its people that is sent to everybody or journalled."""

SEAT_REQUESTS: Final = (Sit, Stand, SwapSeats)
"""The messages that change who has which seat; each change is written to the journal, so their rate is limited."""

AUTOMATIC_MESSAGES: Final = (Ping, Pong, RequestSnapshot, Bye)
"""The messages that a client sends without anything that its person does: an idle person is still idle after them."""


class Table:
    """One table of one host.

    `secret`, 32 random bytes, is the source of tokens. `draw_bytes` is the source of the host's secrets for the deals;
    only a table whose seed is given needs none. Raises `core.BadOption` for seats or options that the game does not
    have.
    """

    def __init__(self, spec: TableSpec, secret: bytes, draw_bytes: DrawBytes | None = None) -> None:
        self.state = state = TableState(spec, TableSecrets(secret, spec.code, spec.seed, draw_bytes))
        self._output = output = TickOutput()
        self._records = records = RecordDownload()
        self._snapshots = SnapshotJournal(state)
        self._broadcast = broadcast = Broadcast(state, output)
        self._take_over = take_over = TakeOver(state, broadcast)
        self._presence = presence = Presence(state, broadcast, take_over)
        self._match_start = match_start = MatchStart(state, output, broadcast)
        match_end = MatchEnd(state, output, broadcast, records)
        self._play = Play(state, output, broadcast, presence, match_end)
        self._catch_up = catch_up = CatchUp(state, broadcast, presence, match_start)
        self._seat_questions = SeatQuestions(state, broadcast, presence, take_over)
        self._join = Join(state, broadcast, presence, catch_up)
        self._members = MemberRequests(state, broadcast, records)
        self._owners = OwnerRequests(state, broadcast, presence, take_over, match_start, match_end)
        self._table_postponed_until: float | None = None
        self._dropped_last_tick = NO_CONNECTIONS

    @classmethod
    def restore(
        cls,
        saved: SavedTable,
        now: float,
        *,
        pace: float = 0.0,
        people_begin: bool = False,
        address: str = "",
        code: str | None = None,
        chance: bytes = b"",
        draw_bytes: DrawBytes | None = None,
    ) -> Table:
        """Return a table that goes on from what was journalled of it (`net.journal.entries.add_up_to_saved_table`).

        The match that was being played is where it was after the last action in the journal. Everybody is
        disconnected, and their grace periods begin; a person who returns with their token gets their place back.
        `pace`, `people_begin`, `address` and, unless it is None, `code` are new; everything else is as it was.
        `chance`, a few random bytes, distinguishes this process from one whose last second was lost in a power cut;
        `draw_bytes` is that of the constructor. Raises `core.RulesError` if the game is unknown or the match cannot be
        replayed.
        """
        kept = saved.table
        if kept.game not in games:
            raise BadOption(f"{unknown_game_sentence(kept.game)}.")
        game, seats, options = games[kept.game], len(kept.chairs), dict(kept.options)
        spec = TableSpec(game, seats, options, kept.name, pace=pace, people_begin=people_begin, address=address)
        table = cls(spec, kept.secret, draw_bytes)
        restore_table(table.state, table._presence, table._records, saved, now, code, chance, draw_bytes)
        table._snapshots.assume_journalled(saved)
        return table

    # What a host asks

    def expect_host_person(self, connection: ConnectionId) -> None:
        """Regard the person who joins by this connection as the one at the machine that the table runs on."""
        self.state.host_connection = connection

    def info(self) -> TableInfo:
        """Return the table as everybody at it may know it."""
        return self.state.info()

    @property
    def id(self) -> str:
        """The identifier of this table, different for every table; it is no secret."""
        return self.state.secrets.table_id

    @property
    def code(self) -> str:
        """The code that everybody who joins must give; empty if none is needed."""
        return self.state.secrets.code

    @property
    def address(self) -> str:
        """The address that is shown to the people at the table."""
        return self.state.address

    def open_to_browsers(self, port: int, encrypted: bool) -> None:
        """Record at which port the page for browsers is, and whether it is HTTPS; everybody is told with the next
        messages."""
        self.state.web_port, self.state.web_encrypted = port, encrypted
        self.state.has_changed = True

    def mark_for_journal(self) -> None:
        """Have the table written into the journal with the next entries, although nobody has joined it yet."""
        self.state.has_changed = True

    @property
    def people(self) -> int:
        """The number of people who are connected, players and spectators."""
        return len(self.state.people.connected)

    @property
    def free_seats(self) -> int:
        """How many seats a newcomer could take if the table were between matches: empty ones, or of people given up.

        Seats of bots do not count.
        """
        return sum(seat.is_free for seat in self.state.seats)

    @property
    def is_playing(self) -> bool:
        """Whether a match is being played, paused or not."""
        return self.state.active_runner is not None

    def is_code(self, code: str) -> bool:
        """Return whether this is the table's code, or the table has none."""
        return self.state.secrets.is_code(code)

    def is_member(self, token: str) -> bool:
        """Return whether this is the token of somebody whom the table knows."""
        return self.state.people.find_by_token(token) is not None

    def has_seat(self, token: str) -> bool:
        """Return whether this is the token of somebody who has a seat, connected or not."""
        person = self.state.people.find_by_token(token)
        return person is not None and person.seat is not None

    # Ticks

    def handle(self, inputs: Sequence[Input], now: float) -> TickResult:
        """Carry out what has arrived since the last call, and all that is due at the real time `now`, in seconds.

        Returns what the runner of the table then has to do.
        """
        state, output = self.state, self._output
        output.discard_all()
        state.set_time(now)
        self._presence.end_long_wait_for_founder()
        self._play.act_if_time_is_up()
        for item in inputs:
            self._handle_input(item)
        self._catch_up.drop_too_slow()
        state.update_clock()
        self._presence.end_expired_grace_periods()
        self._presence.end_long_wait_for_founder()  # again: the wait begins in the tick in which the owner changes
        self._match_start.advance_deal()
        self._play.play_due()
        state.update_clock()
        changed, state.has_changed = state.has_changed, False
        if changed:
            self._broadcast.announce_owner_change()
        self._send_table(changed)
        self._catch_up.send_snapshots()
        if changed:
            self._owners.readmit_sent_away()
            self._seat_questions.send_changed_questions()
        self._broadcast.send_clocks()
        self._dropped_last_tick = output.connections_to_end
        if state.runner is not None:
            state.runner.end_tick()
        return output.take_result(tuple(self._snapshots.changed_entries()) if changed else (), self._wake_at())

    def _handle_input(self, item: Input) -> None:
        """Pass an input, such as a message, to the object that carries it out; input of an ended connection is
        ignored."""
        state = self.state
        connected = state.people.connected
        match item:
            case MessageReceived(connection, message) if connection in connected:
                self._handle_request(connected[connection], message)
            case MessageReceived(connection, message, origin, key):
                if connection not in self._output.connections_to_end and connection not in self._dropped_last_tick:
                    state.has_changed = True
                    self._join.handle_hello(connection, message, origin, key)
            case ConnectionLost(connection, silence) if connection in connected:
                self._presence.handle_lost_connection(connected[connection], silence)
            case WritingPaused(connection) if connection in connected and connected[connection].slow_since is None:
                self._catch_up.mark_slow(connected[connection])
            case WritingResumed(connection) if connection in connected and connected[connection].slow_since is not None:
                self._catch_up.mark_writable(connected[connection])
            case CodeGuessingNoticed():
                self._warn_owner_of_guesses()
            case OrganiserAnnouncement(text):
                self._broadcast.send_everybody(TableNotice(text))
            case MatchesForbidden(reason):
                state.no_match_reason = reason
            case PersonSentAway(key):
                self._owners.send_away_by_host(key)
            case HostClosing():
                self._close_table()
            case _:
                pass

    def _handle_request(self, person: Person, message: ClientMessage) -> None:
        """Carry out the request of a connected person, or send them why it is not possible.

        An idle person who asks for something is idle no longer.
        """
        if person.is_idle and not isinstance(message, AUTOMATIC_MESSAGES):
            self._presence.end_absence(person)
        try:
            if isinstance(message, OWNER_ONLY_REQUESTS):
                self._owners.require_right(person, message)
            if isinstance(message, SEAT_REQUESTS) and not person.seat_rate_limit.spend(1, self.state.now):
                raise ImpossibleRequest("Not so fast: others want to see where you sit.")
            REQUEST_HANDLER_BY_MESSAGE[type(message)](self)(person, message)
        except (ImpossibleRequest, RulesError) as error:
            self._broadcast.send(person, RequestRefused(0, clean_text(str(error), MAX_REASON_CELLS)))
            return
        if not isinstance(message, MESSAGES_WITHOUT_CHANGE):
            self.state.has_changed = True

    def _handle_goodbye(self, person: Person, message: Bye) -> None:
        """End a person's connection as they ask, with the reason that they have left."""
        self._output.end_connection(person.connection, SessionEnded(LEFT_TABLE_SENTENCE))
        self._presence.handle_goodbye(person, message.for_good)

    def _warn_owner_of_guesses(self) -> None:
        """Send the owner the notice that somebody is guessing at the table's code."""
        owner = self.state.owner
        if owner is not None:
            self._broadcast.send(owner, TableNotice(CODE_GUESSING_SENTENCE))

    def _close_table(self) -> None:
        """Disconnect everybody, because the host closes the table."""
        self.state.has_changed = True
        for person in list(self.state.people.connected.values()):
            self._broadcast.disconnect(person.connection, HostGone(HOST_CLOSED_TABLE_SENTENCE))
            self.state.people.set_disconnected(person)

    def _send_table(self, changed: bool) -> None:
        """Send everybody the table if it may have changed; in a large crowd perhaps a little later."""
        state, postponed = self.state, self._table_postponed_until
        if changed or (postponed is not None and state.now >= postponed):
            self._table_postponed_until = self._broadcast.time_of_next_table_send(state.now)
            if self._table_postponed_until is None:
                self._broadcast.send_table()

    def _wake_at(self) -> float | None:
        """Return the real time at which something is due next; None if nothing is."""
        state = self.state
        connected = state.people.connected.values()
        times = [person.slow_since + MAX_SLOW_SECONDS for person in connected if person.slow_since is not None]
        if state.deal is not None:
            times.append(state.deal.deadline)
        if self._table_postponed_until is not None:
            times.append(self._table_postponed_until)
        if self._presence.founder_replaced_at is not None:
            times.append(self._presence.founder_replaced_at)
        table_times = [person.away_until for person in state.people.in_grace.values() if person.away_until is not None]
        if state.active_runner is not None and (due := state.active_runner.wake_at()) is not None:
            table_times.append(due)
        table_time = state.clock.real_time(min(table_times, default=None))
        return min(times if table_time is None else [*times, table_time], default=None)


def _refuse_second_hello(person: Person, message: Hello) -> None:
    """Raise `ImpossibleRequest`: the person is at the table already."""
    raise ImpossibleRequest("You are at the table already.")


def _refuse_hall_request(person: Person, message: HallRequest) -> None:
    """Raise `ImpossibleRequest`: the request is for the hall of a club, and this is a table."""
    raise ImpossibleRequest("Ask that in a club's hall; this is a table.")


def _ignore_keepalive(person: Person, message: Ping | Pong) -> None:
    """Do nothing with a ping or pong: the endpoint has answered it already."""


REQUEST_HANDLER_BY_MESSAGE: Final[Mapping[type, Callable[[Table], Callable[[Person, Any], None]]]] = {
    Act: lambda table: table._play.handle_action,
    PlayOnFast: lambda table: table._play.play_on_fast,
    Sit: lambda table: table._take_over.take_seat,
    Stand: lambda table: table._take_over.leave_seat,
    SwapSeats: lambda table: table._seat_questions.swap_seats,
    AnswerSeatQuestion: lambda table: table._seat_questions.answer_question,
    Ready: lambda table: table._members.set_ready,
    SendChat: lambda table: table._members.send_chat,
    RequestRecord: lambda table: table._members.send_record,
    RequestSnapshot: lambda table: table._catch_up.request_snapshot,
    Commit: lambda table: table._match_start.accept_commitment,
    Reveal: lambda table: table._match_start.accept_secret,
    Configure: lambda table: table._owners.configure_table,
    AddBot: lambda table: table._owners.add_bot,
    RemoveBot: lambda table: table._owners.remove_bot,
    Start: lambda table: table._owners.start_match,
    Kick: lambda table: table._owners.kick_person,
    ReplaceAbsent: lambda table: table._owners.give_seat_of_absent_to_bot,
    HandOver: lambda table: table._owners.make_owner,
    SetTerms: lambda table: table._owners.set_terms,
    Pause: lambda table: table._owners.pause_or_resume,
    EndMatch: lambda table: table._owners.stop_match,
    Hello: lambda table: _refuse_second_hello,
    Bye: lambda table: table._handle_goodbye,
    Ping: lambda table: _ignore_keepalive,
    Pong: lambda table: _ignore_keepalive,
    **dict.fromkeys(get_args(HallRequest), lambda table: _refuse_hall_request),
}
"""Maps the class of each message of a client to a function that returns, for a table, the method that carries it out;
that method takes a person and the message."""
