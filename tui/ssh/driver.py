"""What Textual draws with, and hears keys from, where the terminal is that of a guest over SSH."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, TextIO, cast

from textual import constants, events, messages
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from net.protocol.rate_limit import TokenBucket
from tui.ssh.colour_detection import Answers
from tui.ssh.input_throttle import InputThrottle
from tui.ssh.limits import (
    INPUT_PAUSE_SECONDS,
    LATE_ANSWER_SECONDS,
    MESSAGES_AT_ONCE,
    MESSAGES_IN_A_ROW,
    MESSAGES_PER_SECOND,
)
from tui.ssh.terminal import Extent

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import App

    from tui.ssh.guest_app import GuestApp

ENTER: Final = (
    "\x1b[?1049h"  # the alternate screen
    "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"  # the mouse
    "\x1b[?25l\x1b[?1004h"  # no cursor; say when the window has the focus
    "\x1b[>25u"  # keys without ambiguity (kitty)
    "\x1b[?2026$p"  # can whole frames be shown at once?
    "\x1b[?2004h\x1b[?7l"  # pastes are marked; no wrapping
)
LEAVE: Final = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1000l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
)
"""Takes back everything that `ENTER` and drawing have changed."""

PASTED_TOO_MUCH: Final = "That was a longer paste than anything here can take, so your screen was closed."


class Keys(XTermParser):
    """Textual's parser, but that it keeps nothing alive.

    There `_parse_extended_key` is a method in a cache of the whole class, which holds a thousand parsers, and with each
    of them its program, for ever.
    """

    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]


class GuestDriver(Driver):
    """Writes to a guest's terminal what a program draws, and passes on keys, no faster than anybody types.

    Nothing here may touch the host on behalf of a guest.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=False, mouse=mouse, size=size)
        self._program = cast("GuestApp", app)
        self._terminal = self._program.terminal
        self._context = copy_context()
        self._keys = Keys()
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._inflow = InputThrottle(self._loop.time())
        self._answers = Answers()
        self._begun_at = self._loop.time()
        self._allowance = TokenBucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, self._loop.time())
        self._messages: Iterator[Message] = iter(())
        self._frame: list[str] = []
        self._sending: asyncio.Handle | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._ticking: asyncio.TimerHandle | None = None
        self._held = self._closed = False

    # What is drawn

    def write(self, data: str) -> None:
        if self._closed:
            return
        self._frame.append(data)
        if self._sending is None:
            self._sending = self._loop.call_soon(self._send)

    def _send(self) -> None:
        """Send what was written in this turn of the loop in one piece."""
        self._sending = None
        if self._frame:
            data = "".join(self._frame).encode("utf-8", "replace")
            self._frame.clear()
            self._terminal.write(data)

    def hold(self) -> None:
        if not self._held:
            self._held = True
            self._app._begin_batch()

    def release(self) -> None:
        if self._held:
            self._held = False
            self._context.copy().run(self._draw_again)

    def _draw_again(self) -> None:
        self._app._end_batch()
        if self._app._running and self._app.screen_stack:
            self._app.screen.refresh()

    # What is typed

    def heard(self, data: bytes) -> None:
        if not self._closed:
            self._inflow.add(data)
            if self._looking is None:
                self._context.copy().run(self._look)

    def _look(self) -> None:
        """Pass on what may be passed on now; while something must wait, nothing more is read."""
        self._looking = None
        if self._closed:
            return
        if self._pass_on():
            self._terminal.pause(False)
        else:
            self._terminal.pause(True)
            self._looking = self._loop.call_later(INPUT_PAUSE_SECONDS, self._look)

    def _pass_on(self) -> bool:
        """Pass on a few messages, for a program takes in all that it has before anybody else's turn comes.

        Returns whether nothing is left.
        """
        now = self._loop.time()
        for _ in range(MESSAGES_IN_A_ROW):
            if self._allowance.left(now) < 1:
                return False
            message = next(self._messages, None)
            while message is None:
                part = self._inflow.take(now)
                if self._inflow.too_much:
                    self._program.close_with(PASTED_TOO_MUCH)
                    return True
                if not part:
                    return not self._inflow.pending
                self._messages = self._parse(part)
                message = next(self._messages, None)
            self._allowance.spend(1, now)
            self.process_message(message)
        return False

    def _parse(self, data: bytes) -> Iterator[Message]:
        """Return what some bytes mean, one after the other; of movements of the mouse in a row only the last."""
        if self._loop.time() < self._begun_at + LATE_ANSWER_SECONDS:
            data = self._answers.sift(data)
        elif rest := self._answers.rest():
            data = rest + data
        if self._ticking is not None:
            self._ticking.cancel()
        self._ticking = self._loop.call_later(constants.ESCAPE_DELAY + 0.005, self._tick)
        text = self._decode(data)
        moved: Message | None = None
        for message in self._keys.feed(text) if text else ():
            if moved is not None and not isinstance(message, events.MouseMove):
                yield moved
            moved = message if isinstance(message, events.MouseMove) else None
            if moved is None:
                yield message
        if moved is not None:
            yield moved

    def _tick(self) -> None:
        """Take an escape that nothing has followed for the key."""
        self._ticking = None
        if not self._closed:
            for message in self._keys.tick():
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        if not isinstance(message, messages.InBandWindowResize):
            super().process_message(message)

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)

    def resized(self, size: Extent) -> None:
        self._size = size
        self._context.copy().run(self._say_size)

    def _say_size(self) -> None:
        size = Size(*(self._size or self._terminal.size))
        self._app.post_message(events.Resize(size, size))

    # Beginning and end

    def start_application_mode(self) -> None:
        self._size = self._terminal.size
        self.write(ENTER)
        self._say_size()
        self._terminal.give_to(self)

    def disable_input(self) -> None:
        self._terminal.take_back()

    def stop_application_mode(self) -> None:
        self.write(LEAVE)
        self._send()

    def close(self) -> None:
        self._send()
        self._closed = True
        self._terminal.pause(False)
        self._keys._gen.close()
        for handle in (self._sending, self._looking, self._ticking):
            if handle is not None:
                handle.cancel()

    # Nothing may touch the host on behalf of a guest

    @property
    def can_suspend(self) -> bool:
        return False

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the host's."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Keep nothing: the file would be on the host's disk."""
        binary.close()
