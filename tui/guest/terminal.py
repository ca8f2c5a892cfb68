"""Protocols of a guest's terminal and of its listener, independent of the transport (SSH)."""

from __future__ import annotations

from typing import Protocol, TypeAlias

Extent: TypeAlias = tuple[int, int]
"""The size of a terminal: columns and rows."""


class TerminalListener(Protocol):
    """Receives the input, the size changes and the flow control of a terminal."""

    def data_received(self, data: bytes) -> None:
        """Handle bytes that were typed."""

    def resized(self, size: Extent) -> None:
        """Handle a new window size (columns, rows)."""

    def pause_drawing(self) -> None:
        """Stop drawing, because the guest does not read."""

    def resume_drawing(self) -> None:
        """Draw the whole screen, and go on drawing."""


class GuestTerminal(Protocol):
    """The terminal of a guest, on which a program draws."""

    @property
    def size(self) -> Extent:
        """Columns and rows, clamped to the limits."""

    def write(self, data: bytes) -> None:
        """Send bytes to the terminal; does nothing after the guest has disconnected."""

    def pause_reading(self, paused: bool) -> None:
        """Stop or resume reading input; a client that is not read soon has to stop sending."""

    def set_listener(self, listener: TerminalListener) -> None:
        """Pass input to `listener`, first the input that came while there was none."""

    def clear_listener(self, unhandled: bytes = b"") -> None:
        """Keep input until the next `set_listener`; `unhandled` input of the last listener comes first."""
