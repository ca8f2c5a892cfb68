"""`ClientSession`: a person's session at a table across reconnects, without I/O: no socket, no event loop, no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import accumulate
from typing import Final

from msgspec import structs

from core import Action, Standing, View
from core.engine.memory import Memory
from net.client.api import Client
from net.client.deal_memory import HostDeals
from net.client.events import (
    ActionDelay,
    ChatReceived,
    DecisionClockChanged,
    Event,
    HostLost,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    MatchStopped,
    NoticeReceived,
    QuestionsReceived,
    RefusalReceived,
    TableChanged,
    VerificationResult,
)
from net.client.join_spec import JoinSpec, VerifierSpec
from net.client.match_replica import MatchReplica
from net.client.seat_memory import SeatMemory
from net.client.shown_match import MatchPast, ShownMatch
from net.client.table_replica import apply_seat_changes, check_received_table
from net.client.verifier import FairnessVerifier
from net.errors import Malformed, NetError, received_error
from net.limits import MAX_CHAT_CELLS, MAX_NAME_CELLS, MAX_REASON_CELLS, NOTICES_AT_ONCE
from net.protocol.messages import (
    Act,
    ActionAnswered,
    ActionDelayed,
    ChatLine,
    ConnectionFailed,
    DealProgress,
    Hello,
    MatchAborted,
    MatchResult,
    MatchSnapshot,
    MatchUpdate,
    OwnNameAndSeat,
    RecordPiece,
    RequestRefused,
    RequestSnapshot,
    SeatQuestionsChanged,
    ServerMessage,
    TableNotice,
    Welcome,
)
from net.protocol.pausable_clock import PausableClock
from net.protocol.refusals import ONLY_DURING_MATCH_SENTENCE
from net.protocol.sanitize import clean_text
from net.protocol.table_state import ClockChanged, SeatQuestion, SeatsChanged, ShownClock, TableInfo

NUMBER_WITHOUT_MATCH: Final = -1
"""The number that a client stores in place of a match number where there is no match."""


def ignore_report(report: object) -> None:
    """Do nothing with an event or an error: the listener of a client that has been closed."""


class ClientSession(Client):
    """One person's session at a table across reconnects: turns the host's messages into state and events.

    A subclass exchanges the messages with the host: it implements `_send`, calls `handle_message` with every message of
    the host and `report_host_lost` when the host is gone for good. It overrides `time` if it has a clock, and
    `_run_in_background` if it has an event loop.

    `token` is the secret by which the host recognises this person, also if another process sends it, and `other_tokens`
    are those for other tables of the same host; at first both are those of the `spec`. `verifier` says how this client
    takes part in deals, of which this program remembers `deals`. `on_welcome` is called when the host has admitted this
    person, `on_failure` with the error for which the host ends the connection.
    """

    def __init__(
        self,
        spec: JoinSpec,
        verifier: VerifierSpec,
        *,
        deals: HostDeals | None = None,
        on_welcome: Callable[[], None] = lambda: None,
        on_failure: Callable[[NetError], None] = ignore_report,
    ) -> None:
        self.name = spec.name
        self.can_resume = spec.can_resume
        self.seat = None
        self.is_owner = False
        self.table: TableInfo | None = None
        self.view = None
        self.seat_names = ()
        self.standings: tuple[Standing, ...] = ()
        self.token = spec.token
        self.other_tokens = spec.other_tokens
        self._spec = spec
        self._on_welcome = on_welcome
        self._on_failure = on_failure
        self._table_id = ""
        self._process = ""
        self._replica: MatchReplica | None = None
        self._seat_memory: SeatMemory | None = None
        self._shown_match: ShownMatch | None = None
        self._finished_match = NUMBER_WITHOUT_MATCH
        self._next_decision = (NUMBER_WITHOUT_MATCH, 0)
        self._match_continues = False
        self._last_action_id = 0
        self._pending_act: Act | None = None
        self._listener: Callable[[Event], None] | None = None
        self._buffered_notices: list[NoticeReceived] = []
        self._host_lost: HostLost | None = None
        self._table_clock = PausableClock()
        self.verifier = FairnessVerifier(
            lambda message: self._send(message), self._emit_event, self._run_in_background, verifier, deals
        )

    def _run_in_background(self, work: Iterator[None]) -> None:
        """Run a long computation to its end; a subclass with an event loop does it in steps."""
        for _ in work:
            pass

    @property
    def table_id(self) -> str:
        """The identifier of the table, different for every table of the host; empty before the welcome."""
        return self._table_id

    def time(self) -> float:
        """Return the real time in seconds, from an arbitrary zero; always 0 without a clock."""
        return 0.0

    def table_time(self) -> float:
        return self._table_clock.table_time(self.time())

    # Called by the user interface

    def set_listener(self, listener: Callable[[Event], None]) -> None:
        """Set the listener, and report the buffered notices and the loss of the host to it."""
        self._listener = listener
        notices, self._buffered_notices = self._buffered_notices, []
        for notice in notices:
            listener(notice)
        if self._host_lost is not None:
            listener(self._host_lost)

    def send_action(self, action: Action) -> None:
        """Send an action for the present decision of this person; a repetition of the pending one is not sent.

        Without a match a refusal is reported.
        """
        replica = self._replica
        if replica is None:
            self._emit_event(RefusalReceived(ONLY_DURING_MATCH_SENTENCE))
            return
        match, step = self._next_decision
        step = step if match == replica.match else 0
        text, pending = str(action), self._pending_act
        if pending is not None and (pending.match_number, pending.step, pending.action) == (replica.match, step, text):
            return
        self._last_action_id += 1
        self._pending_act = Act(self._last_action_id, replica.match, step, text, replica.version)
        self._send(self._pending_act)

    @property
    def memory(self) -> Memory | None:
        return None if self._seat_memory is None or self.view is None else self._seat_memory.memory_for_view(self.view)

    @property
    def past(self) -> MatchPast | None:
        return None if self._shown_match is None else self._shown_match.past

    @property
    def is_checking_match(self) -> bool:
        return self.verifier.is_checking

    @property
    def awaits_answer(self) -> bool:
        return self._pending_act is not None

    # Called by the subclass that exchanges the messages

    def hello_message(self, deals: HostDeals | None = None) -> Hello:
        """Return the first message on a new connection, for the first visit and for every return.

        It contains the version of the client's copy of the match, even of a match that is over: after a power cut the
        host may have lost its end. `deals` is what this program remembers of the deals of the host to which it goes,
        None if that is the same host as before.
        """
        self.verifier.expect_welcome(deals)
        hello = structs.replace(self._spec, name=self.name, token=self.token, other_tokens=self.other_tokens).hello()
        replica = self._replica
        if replica is None:
            return hello
        return structs.replace(
            hello, match_number=replica.match, version=replica.version, seat=replica.view.seat, process=self._process
        )

    def handle_message(self, message: ServerMessage) -> None:
        """Carry out what a message of the host says, and report its effects as events.

        Raises `net.errors.Malformed` for a message that no honest host sends.
        """
        match message:
            case MatchUpdate():
                self._update_match(message)
            case ActionAnswered(action_id, match, step):
                self.verifier.add_own_action(self.seat, self._pending_act, action_id, step)
                self._next_decision = (match, step)
                self._clear_pending_act(action_id)
            case RequestRefused(action_id, reason):
                self._clear_pending_act(action_id)
                self._emit_event(RefusalReceived(clean_text(reason, MAX_REASON_CELLS)))
            case ActionDelayed(_, seconds):
                self._emit_event(ActionDelay(seconds))
            case TableInfo() | SeatsChanged():
                self._update_table(message)
            case OwnNameAndSeat(name, seat, owner):
                self.name, self.seat, self.is_owner = clean_text(name, MAX_NAME_CELLS), seat, owner
            case MatchSnapshot():
                self._begin_match(message)
            case MatchResult():
                self._finish_match(message)
            case MatchAborted(match, reason):
                self._stop_match(match, clean_text(reason, MAX_REASON_CELLS))
            case DealProgress():
                self.verifier.process_deal(message, self._table_id, self.table, self.seat)
            case RecordPiece():
                self.verifier.receive_piece(message)
            case ClockChanged(clock):
                self._set_clock(clock)
            case ChatLine(name, text):
                if clean_text(name, MAX_NAME_CELLS) not in self.muted_names:
                    self._emit_event(ChatReceived(clean_text(name, MAX_NAME_CELLS), clean_text(text, MAX_CHAT_CELLS)))
            case TableNotice(text):
                self._report_notice(NoticeReceived(clean_text(text, MAX_REASON_CELLS)))
            case SeatQuestionsChanged(questions):
                self._set_questions(questions)
            case Welcome():
                self._process_welcome(message)
            case ConnectionFailed(kind, reason):
                self._on_failure(received_error(kind, clean_text(reason, MAX_REASON_CELLS)))
            case _:
                pass

    def handle_messages(self, messages: Iterable[ServerMessage]) -> None:
        """Carry out what messages of the host say, and report their effects only then.

        A listener that decides at once does not decide in a state that is past already.

        Raises `net.errors.Malformed` for a message that no honest host sends; what those before it did is reported.
        """
        listener, events = self._listener, list[Event]()
        if listener is not None:
            self._listener = events.append
        try:
            for message in messages:
                self.handle_message(message)
        finally:
            self._listener = listener
            for event in events:
                self._emit_event(event)

    def report_host_lost(self, reason: str) -> None:
        """Report that the host is lost for good, for a `reason`; only the first call has an effect."""
        if self._host_lost is None:
            self._host_lost = HostLost(reason)
            self._emit_event(self._host_lost)

    # Private methods

    def _forget_table(self) -> None:
        """Discard the state of the previous table, because the host now serves another one."""
        self.view = None
        self.seat_names = ()
        self.standings = ()
        self.put_result_away()
        self._replica = None
        self._seat_memory = self._shown_match = None
        self._finished_match = NUMBER_WITHOUT_MATCH
        self._process = ""
        self.verifier.discard_evidence()
        self._next_decision = (NUMBER_WITHOUT_MATCH, 0)
        self._pending_act = None

    def _process_welcome(self, welcome: Welcome) -> None:
        """Store what the welcome says of this person, table and process, and call `on_welcome`.

        The clock and the questions are cleared; the pending action, if there is one, is sent again.
        """
        has_returned = not self._table_id and welcome.token in (self.token, *self.other_tokens)
        if self.token and welcome.token != self.token:
            self.other_tokens = (self.token, *self.other_tokens)
        self.other_tokens = tuple(token for token in self.other_tokens if token != welcome.token)
        self.token, self._table_id, self._process = welcome.token, welcome.table_id, welcome.process
        self._last_action_id = max(self._last_action_id, welcome.last_action_id)
        self._set_clock(None)
        self._set_questions(())
        if self._pending_act is not None:  # if it was done before the connection broke, the host answers from memory
            self._send(self._pending_act)
        self.verifier.set_host_process(welcome.process, has_returned)
        self._on_welcome()

    def _begin_match(self, snapshot: MatchSnapshot) -> None:
        """Replace the copy of the match by a snapshot; report a new match, or a new view of the same one."""
        if self.seat is not None and self.seat >= len(snapshot.names):
            raise Malformed("The host named a seat that the match does not have.")
        before, continues = self._replica, self._match_continues
        replica = MatchReplica(snapshot, self.seat)
        past = None if snapshot.past is None else replica.decode_past(snapshot.past)
        self._replica = replica
        self._match_continues, self._finished_match = True, NUMBER_WITHOUT_MATCH
        is_same = before is not None and before.is_same_match(replica)
        self.verifier.process_snapshot(replica)
        self.view = replica.view
        self._seat_memory = SeatMemory(replica.view, None if past is None else (past.first_view, past.changes))
        if past is not None:
            past = past.with_missed_changes(replica.missed_changes) if past.leads_to(replica.view) else None
        self._shown_match = ShownMatch(past or MatchPast(replica.view, replica.opening_changes))
        self.seat_names = tuple(clean_text(name, MAX_NAME_CELLS) for name in replica.names)
        self.standings = ()
        self.put_result_away()
        later = _changes_since(before, past, replica.view) if before is not None and is_same else []
        if later or (continues and is_same):
            for changed in later or [MatchChanged((), replica.view)]:
                self._emit_event(changed)
        else:
            self.missed_changes = replica.missed_changes
            self._emit_event(
                MatchBegan(replica.view, self.seat_names, replica.opening_changes, replica.missed_changes, past)
            )

    def _update_match(self, update: MatchUpdate) -> None:
        """Apply an update to the copy of the match, or request a snapshot if updates before it are missing."""
        changes = None if self._replica is None else self._replica.apply_update(update)
        if self._replica is None or changes is None:
            self._send(RequestSnapshot())
            return
        self.view = self._replica.view
        if self._seat_memory is not None:
            self._seat_memory.remember_changes(changes, self.view)
        if self._shown_match is not None:
            self._shown_match.add_changes(changes)
        self.verifier.add_changes(changes)
        self._emit_event(MatchChanged(changes, self.view))

    def _finish_match(self, result: MatchResult) -> None:
        """Report the result of a match, and start its verification; a second result of the same match is ignored."""
        if result.match_number == self._finished_match:
            return
        if not _is_result_of_match(result, len(result.names if self._replica is None else self._replica.names)):
            raise Malformed("The host sent a result that is impossible in this match.")
        self._finished_match = result.match_number
        self.standings = tuple(Standing(*standing) for standing in result.standings)
        names = tuple(clean_text(name, MAX_NAME_CELLS) for name in result.names)
        self.seat_names = names
        bot_decisions = {seat: (by_bot, decisions) for seat, by_bot, decisions in result.bot_decisions}
        self.match_end, self.verdict = MatchEnded(self.standings, names, bot_decisions), None
        self._emit_event(self.match_end)
        self.verifier.finish_match(result.match_number, self.standings)

    def _stop_match(self, match: int, reason: str) -> None:
        """Report that a match was aborted, and drop the copy of it; a second report of the same match is ignored."""
        if match == self._finished_match:
            return
        self._finished_match, self._replica = match, None
        self._emit_event(MatchStopped(reason))
        self.verifier.finish_match(match, None)

    def _update_table(self, update: TableInfo | SeatsChanged) -> None:
        """Replace the state of the table, or of its seats, and report it.

        The client's copy of the table's clock pauses and resumes with the table.
        """
        now = self.table_time()
        if isinstance(update, TableInfo):
            self.table = check_received_table(update, now)
        else:
            self.table = apply_seat_changes(self.table, update, now)
        if self.table.phase == "lobby":  # the next match is a new one, even if it has the number of a lost one
            self._match_continues, self._next_decision = False, (NUMBER_WITHOUT_MATCH, 0)
        if self.table.paused or self.table.deserted:
            self._table_clock.pause(self.time())
        else:
            self._table_clock.resume(self.time())
        self._emit_event(TableChanged(self.table))

    def _set_clock(self, clock: ShownClock | None) -> None:
        """Replace the decision clock that the host shows this person, and report it if it differs."""
        seats = 0 if self.table is None else len(self.table.seats)
        if clock is not None and clock.seat is not None and clock.seat >= seats:
            raise Malformed("The host sent the clock of a seat that the table does not have.")
        before = self.clock
        self.clock = clock.with_end_time(self.table_time()) if clock is not None and clock.total_seconds else None
        if self.clock != before:
            self._emit_event(DecisionClockChanged(self.clock))

    def _set_questions(self, questions: tuple[SeatQuestion, ...]) -> None:
        """Replace the questions that this person can answer, and report them if they differ."""
        cleaned = tuple(
            structs.replace(question, name=clean_text(question.name, MAX_NAME_CELLS)) for question in questions
        )
        if cleaned != self.questions:
            self.questions = cleaned
            self._emit_event(QuestionsReceived(cleaned))

    def _report_notice(self, notice: NoticeReceived) -> None:
        """Report a notice of the table; without a listener keep the last `NOTICES_AT_ONCE` notices for later."""
        if self._listener is None:
            self._buffered_notices = [*self._buffered_notices, notice][-NOTICES_AT_ONCE:]
        self._emit_event(notice)

    def _clear_pending_act(self, action_id: int) -> None:
        """Clear the pending action if the host has answered it or a later one."""
        if self._pending_act is not None and action_id >= self._pending_act.id:
            self._pending_act = None

    def _emit_event(self, event: Event) -> None:
        """Report an event to the listener, if there is one."""
        if isinstance(event, VerificationResult):
            self.verdict = event
        if self._listener is not None:
            self._listener(event)


def _changes_since(replica: MatchReplica, past: MatchPast | None, view: View) -> list[MatchChanged]:
    """Return what leads from a copy of a match to the present `view`, batch by batch, as the `past` of a snapshot tells
    it; nothing if it does not tell."""
    later: list[MatchChanged] = []
    if past is not None:
        now, versions = replica.view, accumulate(map(len, past.batches))
        with suppress(KeyError, ValueError):  # changes that are impossible there: of another match, or the host lies
            for changes in (batch for batch, end in zip(past.batches, versions, strict=True) if end > replica.version):
                now = now.apply_all(changes)
                later.append(MatchChanged(changes, now))
    return later if later and later[-1].view == view else []


def _is_result_of_match(result: MatchResult, seats: int) -> bool:
    """Return whether a result fits a match with that many seats: a name and one standing for each, and a winner."""
    standings = [seat for seat, _, _ in result.standings]
    ranks = [rank for _, _, rank in result.standings]
    shares = [seat for seat, _, _ in result.bot_decisions]
    fits = len(result.names) == seats == len(standings) == len({*standings}) and 1 in ranks
    return fits and all(seat < seats for seat in (*standings, *shares))
