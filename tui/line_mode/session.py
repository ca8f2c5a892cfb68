"""The conversation as it runs: lines come when somebody writes them, events when they happen, and neither waits.

why = await converse(client, read_line, write_line, Manner(width=80))
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from net.client.api import Client
from net.client.events import Event
from tui.line_mode.choices import Menu
from tui.line_mode.conversation import Talk
from tui.line_mode.output import TYPED, Manner

TYPED_AHEAD_LINES: Final = 64
"""Lines that a person may type ahead of the table; more wait where they come from."""

ANSWER_SECONDS: Final = 5.0
"""How long a typed line waits for the answer to the one before it; the host may be out of reach."""

FAREWELL: Final = "You leave the table."


async def converse(
    client: Client,
    read_line: Callable[[], Awaitable[str | None]],
    write_line: Callable[[str], None],
    manner: Manner = TYPED,
    *,
    solo: bool = False,
    start: bool = True,
    best: Callable[[str, int], str] | None = None,
    kept: Callable[[], None] | None = None,
    invitation: Sequence[str] = (),
    prefer: Callable[[Manner], None] | None = None,
    hosting: bool = False,
) -> str:
    """Let somebody play at a table in lines, until they leave it or it is lost; return ``left``, ``open`` or ``lost``.

    `read_line` returns the next line, or None when there will be no more, which is taken for a wish to leave;
    `write_line` takes a line without its end, and must not wait. A table of one's own (`solo`) is played at once, if
    `start`. `best` takes a game and a solo score, and returns in a sentence what it means; `kept` is called when the
    line to the host is back, so that what brings somebody back to their seat can be kept; `invitation` says in
    sentences how others come here; `prefer` is told when the person wants to read in another manner. With
    `hosting` it is asked whether others may play on when they leave: that is ``open``. The client is not closed.
    """
    talk = Talk(
        client,
        write_line,
        manner,
        solo=solo,
        best=best,
        kept=kept,
        invitation=invitation,
        prefer=prefer,
        hosting=hosting,
    )
    return await _Course(client, talk, read_line, start).run()


class _Course:
    """One conversation: what has come in and is still to be looked at."""

    def __init__(self, client: Client, talk: Talk, read_line: Callable[[], Awaitable[str | None]], start: bool) -> None:
        self._loop = asyncio.get_running_loop()
        self._client = client
        self._talk = talk
        self._read_line = read_line
        self._start = start
        self._events: deque[Event] = deque()
        self._lines: deque[tuple[str, float, Menu | None]] = deque()
        self._ended = False
        self._woken = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def run(self) -> str:
        talk = self._talk
        self._client.listen(self._hear)
        talk.begin(start=self._start)
        try:
            while not talk.left:
                self._take_in_events()
                if not talk.left and not self._take_a_line():
                    await self._wait()
        finally:
            self._client.listen(_ignore)
            if self._reading is not None:
                self._reading.cancel()
                await asyncio.gather(self._reading, return_exceptions=True)
        if talk.left != "lost":
            talk.tell(FAREWELL)
        return talk.left

    def _hear(self, event: Event) -> None:
        self._events.append(event)
        self._woken.set()

    def _take_in_events(self) -> None:
        """Hear everything that has happened; only then it is time to read out what can be chosen."""
        while self._events:
            self._talk.hear(self._events.popleft())
        self._talk.settle(self._loop.time())

    def _take_a_line(self) -> bool:
        """Do what the next line says if it is time for it; return whether that was so."""
        talk = self._talk
        if self._lines and talk.ready and (talk.manner.typed or not self._too_early()):
            talk.take(*self._lines.popleft())
            return True
        if self._ended and not self._lines and talk.ready:
            talk.leave()
            return True
        return False

    def _too_early(self) -> bool:
        line, _, seen = self._lines[0]
        return self._talk.decides(line, seen)

    async def _wait(self) -> None:
        """Wait for a line or an event, and for an answer only so long."""
        self._read_on()
        seconds = None if self._talk.ready else ANSWER_SECONDS
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            self._talk.give_up_waiting()
        self._woken.clear()

    def _read_on(self) -> None:
        """Read the next line, unless there are enough; what a script writes stays where it is until its time."""
        most = TYPED_AHEAD_LINES if self._talk.manner.typed else 1
        if self._reading is None and not self._ended and len(self._lines) < most:
            self._reading = self._loop.create_task(self._read())

    async def _read(self) -> None:
        try:
            line = await self._read_line()
        except (OSError, EOFError):
            line = None
        if line is None:
            self._ended = True
        else:
            self._lines.append((line, self._loop.time(), self._talk.seen))
        self._reading = None
        self._woken.set()


def _ignore(event: Event) -> None:
    """Do nothing about what happens after the conversation."""
