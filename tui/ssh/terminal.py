"""A guest's terminal, at the other end of an SSH channel."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol, TypeAlias

import asyncssh

from tui.ssh.limits import (
    EARLY_BYTES,
    LEAST_COLUMNS,
    LEAST_ROWS,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_UNREAD_BYTES,
    RESIZE_SECONDS,
)

Extent: TypeAlias = tuple[int, int]
"""Columns and rows."""


class Ear(Protocol):
    """Whoever is to hear what comes from a terminal now."""

    def heard(self, data: bytes) -> None:
        """Take in what was typed."""

    def resized(self, size: Extent) -> None:
        """Take note that the window has another size."""

    def hold(self) -> None:
        """Draw nothing more: what was drawn last has not been read."""

    def release(self) -> None:
        """Draw again, and everything."""


class ClientTerminal:
    """What is written to a guest, and who hears what comes from them.

    `kind` is what the guest's end calls its terminal (``TERM``), or empty if it has none; `sent` the variables that
    it has sent. `gone` is whether nothing written will arrive any more.
    """

    def __init__(
        self, channel: asyncssh.SSHServerChannel[bytes], kind: str, size: Extent, sent: Mapping[str, str]
    ) -> None:
        self._channel = channel
        self._connection = channel.get_connection()
        self.kind = kind
        self.sent = sent
        self.size = believed(size)
        self.gone = False
        self.held = False
        self._ear: Ear | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._early = b""
        self._paused = False

    def give_to(self, ear: Ear) -> None:
        """Let `ear` hear what comes from now on, and what nobody has heard yet."""
        self._ear = ear
        early, self._early = self._early, b""
        if self.held:
            ear.hold()
        if early:
            ear.heard(early)

    def take_back(self, unheard: bytes = b"") -> None:
        """Keep what comes until it is given to somebody again; `unheard` has come before it."""
        self._ear = None
        self._early = unheard
        self.pause(False)  # only now, for what was left unread comes at once

    def write(self, data: bytes) -> None:
        """Write; to somebody who is gone, or reads nothing at all, nothing more is written."""
        if self.gone:
            return
        try:
            self._channel.write(data)
        except OSError:
            self.gone = True
            return
        if self._channel.get_write_buffer_size() > MOST_UNREAD_BYTES:
            self.cut()

    def say(self, sentence: str) -> None:
        """Write one line of our own words."""
        self.write(f"\r\n{sentence}\r\n".encode() if self.kind else f"{sentence}\n".encode())

    def cut(self) -> None:
        """End the connection, whatever is still to be read."""
        self.gone = True
        self._connection.abort()

    def pause(self, on: bool) -> None:
        """Leave unread what the guest sends, so that soon their end cannot send any more, or read again."""
        if on == self._paused:
            return
        self._paused = on
        if on:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    # What the channel says

    def heard(self, data: bytes) -> None:
        """Pass on what was typed."""
        if self._ear is not None:
            self._ear.heard(data)
        elif len(self._early) < EARLY_BYTES:
            self._early += data

    def resized(self, size: Extent) -> None:
        """Take note of another size."""
        self.size = believed(size)
        if self._resizing is None:
            self._resizing = asyncio.get_running_loop().call_later(RESIZE_SECONDS, self._resize)

    def _resize(self) -> None:
        """Draw for the size that the window has now; while it is dragged it has another one every moment."""
        self._resizing = None
        if self._ear is not None and not self.gone:
            self._ear.resized(self.size)

    def hold(self) -> None:
        """Take note that the guest does not read."""
        self.held = True
        if self._ear is not None:
            self._ear.hold()

    def release(self) -> None:
        """Take note that the guest reads again."""
        self.held = False
        if self._ear is not None:
            self._ear.release()


def believed(size: Extent) -> Extent:
    """Return a size that can be drawn for, as near as possible to what was said; nothing said is 80 by 24."""
    columns, rows = size
    return (
        min(max(columns or 80, LEAST_COLUMNS), MOST_COLUMNS),
        min(max(rows or 24, LEAST_ROWS), MOST_ROWS),
    )
