"""`TableRunner`: runs one table on the event loop. It gathers inputs into ticks and performs their results.

`TickRunner` is the part of it that also runs the hall of a club (`net.host.hall_runner`).

It makes no decisions. The inputs of one turn of the event loop form one tick. The journal entries of a tick are
committed before any message of that tick is sent; inputs in the meantime form the next tick. Each connection is written
to once per tick. If many people act without pause, ticks are spaced out (`MESSAGE_RECIPIENTS_PER_SECOND`), because each
tick costs a message to every person at the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Generic, Protocol, TypeVar

from net.errors import (
    HOST_CLOSED_TABLE_SENTENCE,
    HostGone,
    JournalDamaged,
    JournalMissing,
    JournalUnusable,
    NetError,
    TableTaken,
)
from net.journal.entries import Entry
from net.limits import (
    MAX_INBOX_MESSAGES,
    MESSAGE_RECIPIENTS_AT_ONCE,
    MESSAGE_RECIPIENTS_PER_SECOND,
    MIN_COMMIT_WAIT_SECONDS,
    READ_PAUSE_SECONDS,
)
from net.protocol.frames import FrameCache, Outbox
from net.protocol.messages import ConnectionFailed, ServerMessage
from net.protocol.rate_limit import TokenBucket
from net.table.table import Table
from net.table.tick import ConnectionId, HostClosing, Input, TickResult

MachineInput = TypeVar("MachineInput", contravariant=True)

JOURNAL_FAILED_CLAUSE: Final = "the host can no longer write down what happens"
"""A clause which says why play has stopped: the journal cannot be written."""
TABLE_FAILED_CLAUSE: Final = "the host has made a mistake"
"""A clause which says why play has stopped: the table itself has failed."""
MATCH_GOES_ON_LATER_SENTENCE: Final = "The match is kept, and goes on when the host is started again."
"""The sentence that people read after play has stopped if the match is kept."""
JOURNAL_IS_MISSING_SENTENCE: Final = "What was played is lost, unless the file is put back."
"""The sentence after play has stopped because the file of the journal is gone."""
JOURNAL_IS_DAMAGED_SENTENCE: Final = "The journal is damaged; queens doctor --export copies what can be read."
"""The sentence after play has stopped because the journal is damaged."""


def _kept_match_sentence(error: NetError) -> str:
    """Return the sentence which says what is left of a journalled match after play has stopped because of `error`."""
    if isinstance(error, JournalMissing):
        return JOURNAL_IS_MISSING_SENTENCE
    return JOURNAL_IS_DAMAGED_SENTENCE if isinstance(error, JournalDamaged) else MATCH_GOES_ON_LATER_SENTENCE


class JournalSink(Protocol):
    """The journal of one table, as the runner uses it."""

    def commit(self, entries: Sequence[Entry], on_done: Callable[[NetError | None], None]) -> None:
        """Write these entries together; `on_done` is called on the event loop later, with None or with the error."""

    async def close(self, is_over: bool) -> None:
        """Write all entries and close; `is_over`: the table has ended and will not be recovered."""


class TickMachine(Protocol[MachineInput]):
    """The interface of what a `TickRunner` runs: a table, or the hall of a club."""

    def handle(self, inputs: Sequence[MachineInput | Input], now: float) -> TickResult:
        """Carry out what has arrived since the last call, and return the result.

        `now` is the loop's time, without the seconds for which nothing could be written.
        """


class TickRunner(Generic[MachineInput]):
    """Runs one `machine` on the running event loop.

    Without a `journal` every tick is performed at once. If the journal cannot be written, or if the machine itself
    fails, play stops: no message of that tick is sent, every connection gets the reason, and the future `failure` is
    done with the error. If another host has the table now (`TableTaken`), connections end without a message. While
    `may_send` returns False a tick without entries is committed, too: the journal then finds out who has the table.
    `after_tick` is called after each tick. `message_rate` bounds the messages that are read, unless it is None.
    """

    def __init__(
        self,
        machine: TickMachine[MachineInput],
        journal: JournalSink | None = None,
        may_send: Callable[[], bool] = lambda: True,
        *,
        after_tick: Callable[[], None] = lambda: None,
        message_rate: TokenBucket | None = None,
    ) -> None:
        self._machine = machine
        self._may_send = may_send
        self._after_tick = after_tick
        self._message_rate = message_rate
        self._loop = asyncio.get_running_loop()
        self.failure: asyncio.Future[NetError] = self._loop.create_future()
        self._journal = journal
        self._outboxes: dict[ConnectionId, Outbox] = {}
        self._welcomed: set[ConnectionId] = set()
        self._next_connection_id = 1
        self._inbox: list[MachineInput | Input] = []
        self._uncommitted: TickResult | None = None
        self._commit_began = 0.0
        self._stood_still = 0.0  # seconds for which the machine's time did not run, as nothing could be written
        self._committed: asyncio.Event | None = None  # while somebody waits for the end of a commit
        self._alarm_is_due = False
        self._stopped = False
        self._has_said_goodbye = False
        self._failure: HostGone | TableTaken | None = None
        self._recipients = 0
        self._delivery_rate = TokenBucket(MESSAGE_RECIPIENTS_PER_SECOND, MESSAGE_RECIPIENTS_AT_ONCE, self._loop.time())
        self._next_tick: asyncio.Handle | None = None
        self._alarm_timer: asyncio.TimerHandle | None = None
        self._schedule_tick()  # a recovered table waits for its people, though none of them comes back

    def connect(self, outbox: Outbox) -> ConnectionId:
        """Add a connection that receives messages in `outbox`, and return its id.

        After a failure, or the end, the connection is sent the reason and ended.
        """
        connection = self._next_connection_id
        self._next_connection_id += 1
        if self._failure is None:
            self._outboxes[connection] = outbox
        else:
            self._loop.call_soon(self._reject_connection, outbox, self._failure)
        return connection

    def disconnect(self, connection: ConnectionId) -> None:
        """Remove a connection; no more messages are sent on it."""
        self._outboxes.pop(connection, None)
        self._welcomed.discard(connection)

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection, though its hello may not have been handled yet."""
        return bool(self._outboxes)

    @property
    def inbox_is_full(self) -> bool:
        """Whether too many inputs wait for the next tick, because the journal is slow; then add no input."""
        return len(self._inbox) >= MAX_INBOX_MESSAGES

    def count_received(self, messages: int, now: float) -> float:
        """Count messages that a connection has received; return for how many seconds nothing may be read from it."""
        pause = READ_PAUSE_SECONDS if self.inbox_is_full else 0.0
        return pause if self._message_rate is None else max(pause, self._message_rate.overdraw(messages, now))

    def send_to_all(self, message: ServerMessage) -> None:
        """Send everybody, except newcomers who have been sent nothing yet, a message that does not come from the
        machine.
        """
        frames = FrameCache()
        for connection in list(self._welcomed):
            self._outboxes[connection].deliver_messages([message], frames)

    def post_input(self, item: MachineInput | Input) -> None:
        """Add an input to those that the table handles next, in one tick."""
        self._inbox.append(item)
        self._schedule_tick()

    async def end(self, is_over: Callable[[], bool]) -> None:
        """End with a goodbye on every connection, after a commit in progress, and close the journal.

        `is_over` is called after the last tick; it returns whether the journal is needed no longer, as nothing is to go
        on.
        """
        self._stopped = True
        await self._wait_for_commit()
        if self._next_tick is not None:
            self._next_tick.cancel()  # its inputs are handled in the last tick
        try:
            if not self.failure.done() and not self._has_said_goodbye:
                self._has_said_goodbye = True
                self._inbox.append(HostClosing())
                self._run_tick()
                await self._wait_for_commit()
        finally:
            self._stop_ticks()
            self._failure = self._failure or HostGone(HOST_CLOSED_TABLE_SENTENCE)
            journal, self._journal = self._journal, None
            if journal is not None:
                await journal.close(is_over=is_over() and not self.failure.done())

    async def flush(self) -> None:
        """Let the table handle its inputs now, and return when what it writes is committed, or play has stopped."""
        await self._wait_for_commit()
        if not self._stopped:
            if self._next_tick is not None:
                self._next_tick.cancel()
            self._run_tick()
            await self._wait_for_commit()

    async def _wait_for_commit(self) -> None:
        """Return when the tick that is being committed is committed, or play has stopped; at once if there is none."""
        if self._uncommitted is not None:
            self._committed = self._committed or asyncio.Event()
            await self._committed.wait()

    async def abandon(self) -> None:
        """End without sending anything more, because another host has the table or is to have it, and close the
        journal.

        What is not committed yet is never sent.
        """
        if self._failure is None:
            self._failure = TableTaken()
            outboxes = list(self._outboxes.values())
            self._stop_ticks()
            for outbox in outboxes:
                outbox.end_connection(self._failure)
        journal, self._journal = self._journal, None
        if journal is not None:
            await journal.close(is_over=False)

    # Ticks

    def _schedule_tick(self) -> None:
        """Schedule the next tick (the handling of all inputs so far), unless one is scheduled or the last one is not
        committed yet."""
        if self._next_tick is None and self._uncommitted is None and not self._stopped:
            pause = self._tick_delay()
            loop = self._loop
            self._next_tick = loop.call_later(pause, self._run_tick) if pause else loop.call_soon(self._run_tick)

    def _tick_delay(self) -> float:
        """Return in how many seconds the waiting inputs are to be handled: 0 unless very many messages were sent
        recently."""
        recipients, self._recipients = self._recipients, 0
        return self._delivery_rate.overdraw(recipients, self._loop.time())

    def _run_tick(self) -> None:
        """Pass all waiting inputs to the machine; perform the result, after a commit if it has journal entries.

        An error of the machine stops play and is raised again.
        """
        self._next_tick = None
        self._alarm_is_due = False
        inbox, self._inbox = self._inbox, []
        try:
            result = self._machine.handle(inbox, self._loop.time() - self._stood_still)
        except Exception:
            # The state of the machine is undefined now, and nobody is sent anything of it; the journal is intact.
            kept = "" if self._journal is None else "; what was played is kept"
            self._stop_play(HostGone(f"The program has made a mistake, and play has stopped{kept}."))
            raise
        if self._journal is None or (not result.journal and self._may_send()):
            self._perform_result(result)
            return
        self._uncommitted = result
        self._commit_began = self._loop.time()
        self._journal.commit(result.journal, self._after_commit)

    def _after_commit(self, error: NetError | None) -> None:
        """Perform the tick that has been committed, or stop play if it could not be; schedule what waits by now.

        While a commit takes long, because the store of a club cannot be reached, nobody can act. So the machine's time
        stands still then, and no decision clock runs out.
        """
        result, self._uncommitted = self._uncommitted, None
        waited = self._loop.time() - self._commit_began
        if waited > MIN_COMMIT_WAIT_SECONDS:
            self._stood_still += waited
        if self._committed is not None:
            self._committed.set()
            self._committed = None
        if self._failure is not None:
            return
        if error is not None:
            self._stop_play(error)
            return
        if result is not None:
            self._perform_result(result)
        if self._inbox or self._alarm_is_due:
            self._schedule_tick()

    # Failures

    def _stop_ticks(self) -> None:
        """Handle no more inputs, cancel the alarm, and send nothing more on any connection."""
        self._stopped = True
        for handle in (self._next_tick, self._alarm_timer):
            if handle is not None:
                handle.cancel()
        self._outboxes.clear()
        self._welcomed.clear()

    def _stop_play(self, error: NetError) -> None:
        """Stop play because of an error of the journal or of the table: every connection gets the reason and ends.

        The future `failure` is done with the error.
        """
        failure = error if isinstance(error, TableTaken) else self._stop_reason(error)
        outboxes = list(self._outboxes.values())
        self._stop_ticks()
        self.failure.set_result(error)
        self._failure = failure
        for outbox in outboxes:
            self._reject_connection(outbox, failure)

    def _stop_reason(self, error: NetError) -> HostGone:
        """Return the error that people are sent when `error` stops play: its sentence says whether the match is
        kept."""
        why = TABLE_FAILED_CLAUSE if isinstance(error, HostGone) else JOURNAL_FAILED_CLAUSE
        why += f" ({error.reason})" if isinstance(error, JournalUnusable) else ""
        reason = f"Play stops here, because {why}."
        if self._journal is not None:
            reason += f" {_kept_match_sentence(error)}"
        return HostGone(reason)

    @staticmethod
    def _reject_connection(outbox: Outbox, reason: HostGone | TableTaken) -> None:
        """Send the reason why play has stopped on a connection, unless play goes on at another host, and end the
        connection.
        """
        if isinstance(reason, HostGone):
            outbox.deliver_messages([ConnectionFailed(HostGone.__name__, str(reason))], FrameCache())
        outbox.end_connection(reason)

    # Results

    def _perform_result(self, result: TickResult) -> None:
        """Do what the table has decided, once its journal entries are committed: send messages, end connections, set
        the alarm."""
        messages: dict[ConnectionId, list[ServerMessage]] = {}
        for send in result.sends:
            for connection in send.connections:
                messages.setdefault(connection, []).append(send.message)
        self._recipients = len(messages)
        frames = FrameCache()
        for connection, its_messages in messages.items():
            outbox = self._outboxes.get(connection)
            if outbox is not None:
                self._welcomed.add(connection)
                outbox.deliver_messages(its_messages, frames)
        for drop in result.drops:
            outbox = self._outboxes.pop(drop.connection, None)
            self._welcomed.discard(drop.connection)
            if outbox is not None:
                outbox.end_connection(drop.error)
        self._set_alarm(result.wake_at)
        self._after_tick()

    def _set_alarm(self, alarm_time: float | None) -> None:
        """Call the machine at its time `alarm_time`, even without inputs, in place of the earlier alarm; None: no
        alarm."""
        if self._alarm_timer is not None:
            self._alarm_timer.cancel()
            self._alarm_timer = None
        if alarm_time is not None:
            self._alarm_timer = self._loop.call_at(alarm_time + self._stood_still, self._post_alarm)

    def _post_alarm(self) -> None:
        """Schedule a call of the table without input, because the time of the alarm has come."""
        self._alarm_timer = None
        self._alarm_is_due = True
        self._schedule_tick()


class TableRunner(TickRunner[Input]):
    """Runs one table, with its `journal` if that is not None. `may_send` returns whether no other host can have the
    table."""

    def __init__(
        self,
        table: Table,
        journal: JournalSink | None = None,
        may_send: Callable[[], bool] = lambda: True,
        *,
        after_tick: Callable[[], None] = lambda: None,
        message_rate: TokenBucket | None = None,
    ) -> None:
        super().__init__(table, journal, may_send, after_tick=after_tick, message_rate=message_rate)
        self.table = table

    def is_code(self, code: str) -> bool:
        """Return whether this is the table's code, or the table has none."""
        return self.table.is_code(code)

    def is_member(self, token: str) -> bool:
        """Return whether this token belongs to a person whom the table knows."""
        return self.table.is_member(token)

    def has_seat(self, token: str) -> bool:
        """Return whether this token belongs to a person with a seat, connected or not."""
        return self.table.has_seat(token)

    @property
    def table_id(self) -> str:
        """The public identifier of the table, which is different for every table."""
        return self.table.id

    def open_to_browsers(self, port: int, encrypted: bool) -> None:
        """Tell everybody at which port the page for browsers is, and whether it is HTTPS."""
        self.table.open_to_browsers(port, encrypted)
        self._schedule_tick()

    async def end_table(self) -> None:
        """End the table with a goodbye on every connection, after a commit in progress, and close the journal."""
        await self.end(lambda: not self.table.is_playing)
