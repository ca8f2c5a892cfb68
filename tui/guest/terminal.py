"""Protocols of a guest's terminal, of its listener, and of the channel of bytes that carries them."""

from __future__ import annotations

from typing import Protocol, TypeAlias

Extent: TypeAlias = tuple[int, int]
"""The size of a terminal: columns and rows."""


class TerminalListener(Protocol):
    """Receives the input, the size changes and the flow control of a terminal."""

    def data_received(self, data: bytes) -> None:
        """Handle bytes that were typed."""

    def handle_resize(self, size: Extent) -> None:
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
        """Stop reading input if `paused`, else resume it; a client whose input is not read has to stop sending soon."""

    def set_listener(self, listener: TerminalListener) -> None:
        """Pass input to `listener`, first the input that came while there was none."""

    def clear_listener(self, unhandled_bytes: bytes = b"") -> None:
        """Store input until the next `set_listener`, first the `unhandled_bytes` that the last listener has left."""


class ByteChannel(Protocol):
    """The channel of bytes to and from one guest that a carrier offers to a terminal."""

    def write(self, data: bytes) -> None:
        """Send bytes, without waiting; raises `OSError` if the guest has disconnected."""

    def unsent_bytes(self) -> int:
        """Return how many of the bytes written have not been sent yet."""

    def pause_reading(self) -> None:
        """Stop reading from the guest."""

    def resume_reading(self) -> None:
        """Read from the guest again."""

    def abort(self) -> None:
        """End the connection at once, even if output is unsent."""
