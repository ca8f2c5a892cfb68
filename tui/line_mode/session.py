"""Runs a conversation: reads typed lines and events at the same time, and handles them one by one.

Use: ``why = await converse(client, read_line, write_line, LineFormat(width=80))``.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from net.client.api import Client
from net.client.events import Event
from tui.crash_message import WRONG_TABLE_DATA_SENTENCE, wants_traceback
from tui.line_mode.commands import run_line
from tui.line_mode.context import NO_CONTEXT, ConversationContext
from tui.line_mode.conversation import Conversation
from tui.line_mode.narrators.choices import NumberedMenu
from tui.line_mode.output import DEFAULT_FORMAT, LineFormat
from tui.table.hint import DecisionOver, think_of_hint

MAX_LINES_TYPED_AHEAD: Final = 64
"""At most this many typed lines wait to be handled; further ones stay in the input."""

REPLY_SECONDS: Final = 5.0
"""A typed line waits at most this many seconds for the host's reply to the request before it."""

LEFT_TABLE_SENTENCE: Final = "You leave the table."
"""The last sentence to a person who leaves a table."""


async def converse(
    client: Client,
    read_line: Callable[[], Awaitable[str | None]],
    write_line: Callable[[str], None],
    line_format: LineFormat = DEFAULT_FORMAT,
    context: ConversationContext = NO_CONTEXT,
    *,
    start: bool = True,
    show: Callable[[Conversation], None] | None = None,
    continues_visit: bool = False,
) -> str:
    """Run the line mode at a table for one person; return ``left``, ``lost``, or ``open`` (open to the other players).

    `read_line` returns the next line, or None at the end of the input, which counts as leaving. `write_line` takes a
    line without its end and must not block. At a solo table a match begins at once if `start`. `show` is called
    whenever all events and lines are handled, for an interface that shows the choices itself. `continues_visit`:
    whether the person was at the table before, with another interface of the same client. The client is not closed.
    """
    conversation = Conversation(client, write_line, run_line, line_format, context)
    conversation.reader.continues_visit = continues_visit
    return await _ConversationRun(client, conversation, read_line, start, show).run()


class _ConversationRun:
    """A running conversation with its queues of events and lines."""

    def __init__(
        self,
        client: Client,
        conversation: Conversation,
        read_line: Callable[[], Awaitable[str | None]],
        start: bool,
        show: Callable[[Conversation], None] | None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._client = client
        self._conversation = conversation
        self._read_line = read_line
        self._start = start
        self._show = show
        self._events: deque[Event] = deque()
        self._lines: deque[tuple[str, float, NumberedMenu | None]] = deque()
        self._input_ended = False
        self._input_or_event_came = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._wanted_work: asyncio.Task[None] | None = None

    async def run(self) -> str:
        """Pass lines and events to the conversation until it is over; return its result, ``left``, ``open`` or
        ``lost``.

        An error at a table of another program also ends the conversation, because its host may have sent wrong data.
        """
        conversation = self._conversation
        self._client.set_listener(self._queue_event)
        try:
            conversation.begin(start=self._start)
            while not conversation.ending:
                self._handle_events()
                self._begin_wanted_work()
                if not conversation.ending and not self._handle_line():
                    await self._wait_for_input_or_event()
        except Exception:
            if not self._client.is_remote or wants_traceback():
                raise
            conversation.write(WRONG_TABLE_DATA_SENTENCE)
            conversation.leave("lost")
        finally:
            self._client.set_listener(_ignore_event)
            running = [task for task in (self._reader, self._wanted_work) if task is not None]
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        if conversation.ending != "lost":
            conversation.write(LEFT_TABLE_SENTENCE)
        return conversation.ending

    def _queue_event(self, event: Event) -> None:
        """Queue an event and wake the conversation."""
        self._events.append(event)
        self._input_or_event_came.set()

    def _handle_events(self) -> None:
        """Pass on all events that have arrived, then send the next queued action and print a changed menu."""
        while self._events:
            self._conversation.handle_event(self._events.popleft())
        self._conversation.send_and_refresh(self._loop.time())
        if self._show is not None:
            self._show(self._conversation)

    def _begin_wanted_work(self) -> None:
        """Begin to work in a task on a wanted hint, analysis or page for browsers.

        If a task has failed, raise its error.
        """
        if self._wanted_work is not None and self._wanted_work.done():
            done, self._wanted_work = self._wanted_work, None
            done.result()
        if self._conversation.hint_is_wanted and self._wanted_work is None:
            self._conversation.hint_is_wanted = False
            self._wanted_work = self._loop.create_task(self._write_hint())
        elif self._conversation.events.story_is_wanted and self._wanted_work is None:
            self._conversation.events.begin_story()
            self._wanted_work = self._loop.create_task(self._write_story())
        elif self._conversation.analysis_is_wanted and self._wanted_work is None:
            self._conversation.analysis_is_wanted = False
            self._wanted_work = self._loop.create_task(self._write_analysis())
        elif self._conversation.browsers_are_wanted and self._wanted_work is None:
            self._conversation.browsers_are_wanted = False
            self._wanted_work = self._loop.create_task(self._let_browsers_in())

    async def _write_hint(self) -> None:
        """Write the hint when it is ready, unless the decision that it is about is over."""
        try:
            self._conversation.write_hint(await think_of_hint(self._client))
        except DecisionOver:
            pass
        finally:
            self._input_or_event_came.set()

    async def _write_story(self) -> None:
        """Write the story of the match that has ended, when it is ready, unless the next one has begun."""
        try:
            await self._conversation.write_story()
        except DecisionOver:
            pass
        finally:
            self._conversation.events.end_story()
            self._input_or_event_came.set()

    async def _write_analysis(self) -> None:
        """Write the analysis of the match that has ended, when it is ready."""
        try:
            await self._conversation.write_analysis()
        except DecisionOver:
            pass
        finally:
            self._input_or_event_came.set()

    async def _let_browsers_in(self) -> None:
        """Serve the table to browsers, and write that it is, or why not."""
        try:
            await self._conversation.let_browsers_in()
        finally:
            self._input_or_event_came.set()

    def _handle_line(self) -> bool:
        """Pass on the next line, or the end of the input, if that is possible now.

        Return whether anything was passed on.
        """
        conversation = self._conversation
        if self._wanted_work is not None and not self._is_typed:
            return False  # a script has what it asked for before its next decision
        if self._lines and conversation.is_ready_for_line and not self._must_wait():
            conversation.handle_line(*self._lines.popleft())
            return True
        if self._input_ended and not self._lines and conversation.is_ready_for_line:
            conversation.leave()
            return True
        return False

    def _must_wait(self) -> bool:
        """Whether the next line is from a script and cannot be handled yet."""
        line, _, seen = self._lines[0]
        return not self._is_typed and self._conversation.line_must_wait(line, seen)

    @property
    def _is_typed(self) -> bool:
        """Whether a person types the lines, not a script."""
        return self._conversation.output.format.is_typed

    async def _wait_for_input_or_event(self) -> None:
        """Wait for a line or an event; for a pending reply at most `REPLY_SECONDS`."""
        self._start_reading()
        seconds = None if self._conversation.is_ready_for_line else REPLY_SECONDS
        try:
            async with asyncio.timeout(seconds):
                await self._input_or_event_came.wait()
        except TimeoutError:
            self._conversation.stop_waiting()
        self._input_or_event_came.clear()

    def _start_reading(self) -> None:
        """Read the next line unless enough are queued; a script's lines stay in the input until they can be handled."""
        most = MAX_LINES_TYPED_AHEAD if self._is_typed else 1
        if self._reader is None and not self._input_ended and len(self._lines) < most:
            self._reader = self._loop.create_task(self._read_next_line())

    async def _read_next_line(self) -> None:
        """Queue the next line, or store that the input has ended."""
        try:
            line = await self._read_line()
        except (OSError, EOFError):
            line = None
        if line is None:
            self._input_ended = True
        else:
            self._lines.append((line, self._loop.time(), self._conversation.expected_menu))
        self._reader = None
        self._input_or_event_came.set()


def _ignore_event(event: Event) -> None:
    """Ignore an event that comes after the end of the conversation."""
