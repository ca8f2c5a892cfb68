"""The terminal of a guest, at the other end of a channel of bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from tui.guest.limits import (
    LATE_ANSWER_SECONDS,
    MAX_BYTES_BEFORE_LISTENER,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_UNREAD_BYTES,
    MIN_COLUMNS,
    MIN_ROWS,
    SECONDS_BETWEEN_RESIZES,
)
from tui.guest.terminal import ByteChannel, Extent, TerminalListener
from tui.guest.terminal_answers import TerminalAnswers


class ClientTerminal:
    """Writes to a guest's terminal, and passes its input to one listener at a time (`tui.guest.terminal`).

    `kind` is the client's name for its terminal (``TERM``), "" if it has none; `environment` are the environment
    variables that it sent. `is_disconnected`: whether the guest has disconnected. `has_unread`: whether the guest has
    left so much output unread that drawing is paused.
    """

    def __init__(self, channel: ByteChannel, kind: str, size: Extent, environment: Mapping[str, str]) -> None:
        self._channel = channel
        self.kind = kind
        self.environment = environment
        self.size = clamp_size(size)
        self.is_disconnected = False
        self.has_unread = False
        self._listener: TerminalListener | None = None
        self._resize_timer: asyncio.TimerHandle | None = None
        self._early_input = b""
        self._reading_paused = False
        self._late_answers: TerminalAnswers | None = None
        self._late_until = 0.0

    def set_listener(self, listener: TerminalListener) -> None:
        """Pass input to `listener`, first the input that came while there was none."""
        self._listener = listener
        early, self._early_input = self._early_input, b""
        if self.has_unread:
            listener.pause_drawing()
        if early:
            listener.data_received(early)

    def clear_listener(self, unhandled_bytes: bytes = b"") -> None:
        """Store input until the next `set_listener`, first the `unhandled_bytes` that the last listener has left."""
        self._listener = None
        self._early_input = unhandled_bytes
        self.pause_reading(False)  # last, because input that was left unread comes at once

    def filter_late_answers(self, answers: TerminalAnswers) -> None:
        """Remove these answers of the terminal from the input if they still arrive within `LATE_ANSWER_SECONDS`."""
        self._late_answers = answers
        self._late_until = asyncio.get_running_loop().time() + LATE_ANSWER_SECONDS

    def write(self, data: bytes) -> None:
        """Send bytes to the terminal; abort the connection if more than `MAX_UNREAD_BYTES` are unread."""
        if self.is_disconnected:
            return
        try:
            self._channel.write(data)
        except OSError:
            self.is_disconnected = True
            return
        if self._channel.unsent_bytes() > MAX_UNREAD_BYTES:
            self.abort()

    def write_sentence(self, sentence: str) -> None:
        """Write a sentence on a line of its own, or on several if it has line breaks."""
        lines = sentence.replace("\n", "\r\n") if self.kind else sentence
        self.write(f"\r\n{lines}\r\n".encode() if self.kind else f"{lines}\n".encode())

    def abort(self) -> None:
        """Abort the connection, even if output is unread."""
        self.is_disconnected = True
        self._channel.abort()

    def pause_reading(self, paused: bool) -> None:
        """Stop reading input if `paused`, else resume it; a client whose input is not read has to stop sending soon."""
        if paused == self._reading_paused:
            return
        self._reading_paused = paused
        if paused:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    # Called by the carrier

    def data_received(self, data: bytes) -> None:
        """Pass input to the listener; without a listener store up to `MAX_BYTES_BEFORE_LISTENER` of it for the next
        one."""
        if self._late_answers is not None:
            data = self._remove_late_answers(self._late_answers, data)
        if self._listener is not None:
            self._listener.data_received(data)
        elif len(self._early_input) < MAX_BYTES_BEFORE_LISTENER:
            self._early_input += data

    def _remove_late_answers(self, answers: TerminalAnswers, data: bytes) -> bytes:
        """Return input without the late answers in it; give up looking for them after their time."""
        if not answers.complete and asyncio.get_running_loop().time() < self._late_until:
            return answers.remove_answers(data)
        self._late_answers = None
        return answers.take_incomplete() + data

    def handle_resize(self, size: Extent) -> None:
        """Store a new window size; the listener gets at most one size per `SECONDS_BETWEEN_RESIZES`."""
        self.size = clamp_size(size)
        if self._resize_timer is None:
            self._resize_timer = asyncio.get_running_loop().call_later(SECONDS_BETWEEN_RESIZES, self._report_size)

    def _report_size(self) -> None:
        """Tell the listener the newest window size."""
        self._resize_timer = None
        if self._listener is not None and not self.is_disconnected:
            self._listener.handle_resize(self.size)

    def pause_drawing(self) -> None:
        """Pause the listener's drawing, because the guest does not read."""
        self.has_unread = True
        if self._listener is not None:
            self._listener.pause_drawing()

    def resume_drawing(self) -> None:
        """Resume the listener's drawing, because the guest reads again."""
        self.has_unread = False
        if self._listener is not None:
            self._listener.resume_drawing()


def clamp_size(size: Extent) -> Extent:
    """Return the nearest size (columns, rows) within the limits; 80 by 24 if the client gave none."""
    columns, rows = size
    return (
        min(max(columns or 80, MIN_COLUMNS), MAX_COLUMNS),
        min(max(rows or 24, MIN_ROWS), MAX_ROWS),
    )
