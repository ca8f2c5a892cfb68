"""The Textual driver of a guest's program: draws on a `GuestTerminal` and reads keys from it."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, Protocol, TextIO, cast

from textual import constants, events, messages
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from net.protocol.rate_limit import TokenBucket
from tui.app.textual_internals import KeyParser, draw_again, stop_drawing
from tui.guest.farewells import PASTE_CUT_SENTENCE, PASTE_TOO_LONG_FAREWELL
from tui.guest.input_throttle import InputThrottle
from tui.guest.limits import INPUT_PAUSE_SECONDS, MAX_MESSAGES_IN_A_ROW, MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from tui.guest.runtime import LOOP_TIME_BUDGET, new_loop_time_budget
from tui.guest.terminal import Extent, GuestTerminal

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import App

    from tui.drawing.byte_budget import ByteBudget

ENTER_SCREEN_MODE: Final = (
    "\x1b[?1049h"  # the alternate screen
    "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"  # the mouse
    "\x1b[?25l\x1b[?1004h"  # no cursor; say when the window has the focus
    "\x1b[>25u"  # keys without ambiguity (kitty)
    "\x1b[?2026$p"  # can whole frames be shown at once?
    "\x1b[?2004h\x1b[?7l"  # pastes are marked; no wrapping
)
"""The escape sequences that prepare a terminal: alternate screen, mouse, focus, paste."""

LEAVE_SCREEN_MODE: Final = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1000l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
)
"""The escape sequences that undo `ENTER_SCREEN_MODE` and reset what drawing has changed."""


class DrivenProgram(Protocol):
    """The part of a guest's program that the driver uses."""

    terminal: GuestTerminal
    byte_budget: ByteBudget

    def end_with_farewell(self, sentence: str) -> None:
        """End the program, and write the reason to the guest."""

    def show_notice(self, sentence: str) -> None:
        """Show one sentence on the present screen."""


class GuestDriver(Driver):
    """Draws a program on a guest's terminal, and passes keys to it no faster than a person types.

    It never touches the host's machine for a guest.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=False, mouse=mouse, size=size)
        self._guest_app = app
        self._event_loop = asyncio.get_running_loop()
        self._program = cast("DrivenProgram", app)
        self._terminal = self._program.terminal
        self._context = copy_context()
        self._keys = KeyParser()
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._throttle = InputThrottle(self._event_loop.time())
        self._message_bucket = TokenBucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, self._event_loop.time())
        allowance = LOOP_TIME_BUDGET.get(None)
        self._loop_time = new_loop_time_budget(self._event_loop.time()) if allowance is None else allowance
        self._messages: Iterator[Message] = iter(())
        self._frame: list[str] = []
        self._frame_handle: asyncio.Handle | None = None
        self._input_timer: asyncio.TimerHandle | None = None
        self._escape_timer: asyncio.TimerHandle | None = None
        self._drawing_paused = self._is_closed = False

    # Output

    def write(self, data: str) -> None:
        """Collect what is drawn, and send it at the end of this turn of the event loop."""
        if self._is_closed:
            return
        self._frame.append(data)
        if self._frame_handle is None:
            self._frame_handle = self._event_loop.call_soon(self._send_frame)

    def _send_frame(self) -> None:
        """Send all that was written in this turn of the event loop at once."""
        self._frame_handle = None
        if self._frame:
            data = "".join(self._frame).encode("utf-8", "replace")
            self._frame.clear()
            self._terminal.write(data)
            self._program.byte_budget.record_written(len(data))

    def pause_drawing(self) -> None:
        if not self._drawing_paused:
            self._drawing_paused = True
            stop_drawing(self._guest_app)

    def resume_drawing(self) -> None:
        if self._drawing_paused:
            self._drawing_paused = False
            self._context.copy().run(draw_again, self._guest_app)

    # Input

    def data_received(self, data: bytes) -> None:
        """Queue typed bytes, and pass on those that the rate limit allows."""
        if not self._is_closed:
            self._throttle.add(data)
            if self._input_timer is None:
                self._context.copy().run(self._handle_input)

    def _handle_input(self) -> None:
        """Pass on the input that the rate limit allows; while input waits, nothing more is read from the terminal."""
        self._input_timer = None
        if self._is_closed:
            return
        if self._post_messages():
            self._terminal.pause_reading(False)
        else:
            self._terminal.pause_reading(True)
            self._input_timer = self._event_loop.call_later(INPUT_PAUSE_SECONDS, self._handle_input)

    def _post_messages(self) -> bool:
        """Post up to `MAX_MESSAGES_IN_A_ROW` messages to the program; return whether no input is left.

        A program handles all posted messages before another program runs, so they are few: one at a time for a guest
        whose messages have cost the event loop much time (`tui.guest.runtime.LOOP_TIME_BUDGET`).
        """
        now = self._event_loop.time()
        in_a_row = MAX_MESSAGES_IN_A_ROW if self._loop_time.is_more_than_half_full(now) else 1
        for _ in range(in_a_row):
            if self._message_bucket.tokens_left(now) < 1 or self._loop_time.tokens_left(now) <= 0:
                return False
            message = next(self._messages, None)
            while message is None:
                cut_before = self._throttle.cuts_paste
                part = self._throttle.take_bytes(now)
                if self._throttle.cuts_paste and not cut_before:
                    self._program.show_notice(PASTE_CUT_SENTENCE)
                if self._throttle.paste_too_long:
                    self._program.end_with_farewell(PASTE_TOO_LONG_FAREWELL)
                    return True
                if not part:
                    return not self._throttle.has_waiting_bytes
                self._messages = self._parse_input(part)
                message = next(self._messages, None)
            self._message_bucket.spend(1, now)
            self.process_message(message)
        return False

    def _parse_input(self, data: bytes) -> Iterator[Message]:
        """Yield the messages for some bytes of input; of consecutive mouse movements only the last."""
        if self._escape_timer is not None:
            self._escape_timer.cancel()
            self._escape_timer = None
        text = self._decode(data)
        moved: Message | None = None
        for message in self._keys.messages(text) if text else ():
            if moved is not None and not isinstance(message, events.MouseMove):
                yield moved
            moved = message if isinstance(message, events.MouseMove) else None
            if moved is None:
                yield message
        if moved is not None:
            yield moved
        # Only now: the messages of these bytes may have taken several turns, and the last byte may be an escape.
        self._escape_timer = self._event_loop.call_later(constants.ESCAPE_DELAY + 0.005, self._resolve_escape_byte)

    def _resolve_escape_byte(self) -> None:
        """Pass on an escape byte as the Escape key, because no other byte has followed it."""
        self._escape_timer = None
        if not self._is_closed:
            for message in self._keys.tick():
                self.process_message(message)

    def process_message(self, message: Message) -> None:
        if not isinstance(message, messages.InBandWindowResize):
            super().process_message(message)

    def send_message(self, message: Message) -> None:
        self._guest_app.post_message(message)

    def handle_resize(self, size: Extent) -> None:
        """Tell the program the new window size."""
        self._size = size
        self._context.copy().run(self._post_terminal_size)

    def _post_terminal_size(self) -> None:
        """Post the size of the terminal to the program."""
        size = Size(*(self._size or self._terminal.size))
        self._guest_app.post_message(events.Resize(size, size))

    # Start and end

    def start_application_mode(self) -> None:
        """Prepare the terminal, and listen to its input."""
        self._size = self._terminal.size
        self.write(ENTER_SCREEN_MODE)
        self._post_terminal_size()
        self._terminal.set_listener(self)

    def disable_input(self) -> None:
        self._terminal.clear_listener()

    def stop_application_mode(self) -> None:
        self.write(LEAVE_SCREEN_MODE)
        self._send_frame()

    def close(self) -> None:
        """Send the last output and stop all timers."""
        self._send_frame()
        self._is_closed = True
        self._terminal.pause_reading(False)
        self._keys.close()
        for handle in (self._frame_handle, self._input_timer, self._escape_timer):
            if handle is not None:
                handle.cancel()

    # What Textual would do on the host's machine

    @property
    def can_suspend(self) -> bool:
        return False

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the browser would be the host's."""

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
        """Write nothing: the file would be on the host's disk."""
        binary.close()
