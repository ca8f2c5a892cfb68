"""The shell around a table: gathers what comes into ticks, and carries out what the table wants done.

It decides nothing. Everything that arrives in one turn of the event loop makes up one tick. Of its result the journal
entries are committed first, then the messages are delivered, with one write per connection, and then connections are
ended. What arrives while the journal is written makes up the next tick. Every tick costs a message to each who
is there; where a crowd acts without end, a few ticks a second gather what comes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from net.errors import HostGone, JournalUnusable, NetError
from net.journal.entries import Entry
from net.limits import DELIVERIES_AT_ONCE, DELIVERIES_PER_SECOND, INBOX_MESSAGES
from net.protocol.frames import EncodedFrames, Outbox
from net.protocol.messages import ConnectionFailed, ServerMessage
from net.protocol.rate_limit import TokenBucket
from net.table.table import Table
from net.table.tick import ConnectionId, HostClosing, Input, TickResult

UNWRITTEN: Final = "the host cannot write down any more what happens"
MISTAKEN: Final = "the host has made a mistake"
KEPT: Final = "What was played is kept, and goes on when the host has been started again."


class JournalSink(Protocol):
    """What writes down the ticks of one table."""

    def commit(self, entries: Sequence[Entry], then: Callable[[NetError | None], None]) -> None:
        """Write down one tick; `then` is called on the event loop, later, with None or why that failed."""

    async def close(self, over: bool) -> None:
        """Let go of the table, when everything is written; if it is `over`, nobody needs to go on with it."""


class TableRunner:
    """Runs one table on the event loop that is running when it is made.

    Without a `chronicle` nothing is written down, and every tick is carried out at once. If something cannot be
    written, or the table itself fails, play stops: nobody is told of that tick, everybody is told why, and `broken`
    gets the reason.
    """

    def __init__(self, table: Table, chronicle: JournalSink | None = None) -> None:
        self.table = table
        self._loop = asyncio.get_running_loop()
        self.broken: asyncio.Future[NetError] = self._loop.create_future()
        self._chronicle = chronicle
        self._links: dict[ConnectionId, Outbox] = {}
        self._next_link = 1
        self._inbox: list[Input] = []
        self._unwritten: TickResult | None = None
        self._at_rest = asyncio.Event()
        self._at_rest.set()
        self._rang = False
        self._over = False
        self._said_goodbye = False
        self._stopped: HostGone | None = None
        self._told = 0
        self._telling = TokenBucket(DELIVERIES_PER_SECOND, DELIVERIES_AT_ONCE, self._loop.time())
        self._ticking: asyncio.Handle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._go_on()  # a table that goes on has somebody to wait for, though nobody comes

    def connect(self, carrier: Outbox) -> ConnectionId:
        """Give a new link its number; where play has stopped, it is told why and ends."""
        link = self._next_link
        self._next_link += 1
        if self._stopped is None:
            self._links[link] = carrier
        else:
            self._loop.call_soon(self._turn_away, carrier, self._stopped)
        return link

    def disconnect(self, link: ConnectionId) -> None:
        """Forget a link; nothing more is delivered to it."""
        self._links.pop(link, None)

    def is_code(self, code: str) -> bool:
        """Return whether this is the table's code, or the table has none."""
        return self.table.is_code(code)

    def is_member(self, token: str) -> bool:
        """Return whether this token belongs to somebody whom the table knows."""
        return self.table.is_member(token)

    @property
    def is_full(self) -> bool:
        """Whether so much waits for the next tick that nothing should be added: the journal is behind."""
        return len(self._inbox) >= INBOX_MESSAGES

    def post(self, item: Input) -> None:
        """Put something before the table; it is dealt with in the next tick."""
        self._inbox.append(item)
        self._go_on()

    async def end(self) -> None:
        """Say goodbye to everybody, as soon as what is being written down is written."""
        self._over = True
        await self._at_rest.wait()
        if self._ticking is not None:
            self._ticking.cancel()  # what has come is dealt with in the last tick
        try:
            if not self.broken.done() and not self._said_goodbye:
                self._said_goodbye = True
                self._inbox.append(HostClosing())
                self._tick()
                await self._at_rest.wait()
        finally:
            self._fall_silent()
            chronicle, self._chronicle = self._chronicle, None
            if chronicle is not None:
                await chronicle.close(over=not self.table.is_playing and not self.broken.done())

    def _fall_silent(self) -> None:
        self._over = True
        for handle in (self._ticking, self._alarm):
            if handle is not None:
                handle.cancel()
        self._links.clear()

    def _go_on(self) -> None:
        """See to it that there is a tick, unless one is due already or the last one is not written down yet."""
        if self._ticking is None and self._unwritten is None and not self._over:
            pause = self._pause()
            self._ticking = self._loop.call_later(pause, self._tick) if pause else self._loop.call_soon(self._tick)

    def _pause(self) -> float:
        """Return for how long the next tick gathers what comes: not at all, unless very much was told lately."""
        told, self._told = self._told, 0
        return self._telling.overdraw(told, self._loop.time())

    def _tick(self) -> None:
        self._ticking = None
        self._rang = False
        inbox, self._inbox = self._inbox, []
        try:
            result = self.table.handle(inbox, self._loop.time())
        except Exception:
            # Whatever state the table is in now, nobody is told of it; what was told is in the journal.
            self._break_off(HostGone("The program has made a mistake, and play has stopped; what was played is kept."))
            raise
        if self._chronicle is None or not result.journal:
            self._perform(result)
            return
        self._unwritten = result
        self._at_rest.clear()
        self._chronicle.commit(result.journal, self._written)

    def _written(self, error: NetError | None) -> None:
        """Carry out the tick that has been written down, or stop if it could not be."""
        result, self._unwritten = self._unwritten, None
        self._at_rest.set()
        if error is not None:
            self._break_off(error)
            return
        if result is not None:
            self._perform(result)
        if self._inbox or self._rang:
            self._go_on()

    def _break_off(self, error: NetError) -> None:
        """Stop play, for what happens cannot be written down any more, or not be worked out."""
        why = MISTAKEN if isinstance(error, HostGone) else UNWRITTEN
        why += f" ({error.why})" if isinstance(error, JournalUnusable) else ""
        kept = f" {KEPT}" if self._chronicle is not None else ""
        reason = f"Play stops here, because {why}.{kept}"
        links = list(self._links.values())
        self._fall_silent()
        self.broken.set_result(error)
        self._stopped = HostGone(reason)
        for carrier in links:
            self._turn_away(carrier, self._stopped)

    @staticmethod
    def _turn_away(carrier: Outbox, why: HostGone) -> None:
        carrier.deliver([ConnectionFailed(HostGone.__name__, str(why))], EncodedFrames())
        carrier.end(why)

    def _perform(self, result: TickResult) -> None:
        """Perform a tick whose journal entries have been committed: sends, then drops, then the alarm."""
        boxes: dict[ConnectionId, list[ServerMessage]] = {}
        for send in result.sends:
            for connection in send.connections:
                boxes.setdefault(connection, []).append(send.message)
        self._told = len(boxes)
        frames = EncodedFrames()
        for link, messages in boxes.items():
            carrier = self._links.get(link)
            if carrier is not None:
                carrier.deliver(messages, frames)
        for drop in result.drops:
            carrier = self._links.pop(drop.connection, None)
            if carrier is not None:
                carrier.end(drop.error)
        self._set_alarm(result.wake_at)

    def _set_alarm(self, when: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if when is not None:
            self._alarm = self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._rang = True
        self._go_on()
