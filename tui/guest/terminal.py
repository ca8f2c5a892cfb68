"""Protocols of a guest's terminal and of its listener, independent of the transport (SSH)."""

from __future__ import annotations

from typing import Protocol, TypeAlias

Extent: TypeAlias = tuple[int, int]
"""The size of a terminal: columns and rows."""


class TerminalListener(Protocol):
    """Receives what comes from a terminal."""

    def data_received(self, data: bytes) -> None:
        """Handle bytes that were typed."""

    def resized(self, size: Extent) -> None:
        """Handle a new window size."""

    def pause_drawing(self) -> None:
        """Stop drawing: the guest has not read what was drawn last."""

    def resume_drawing(self) -> None:
        """Draw the whole screen, and go on drawing."""


class GuestTerminal(Protocol):
    """A terminal that a program draws on."""

    @property
    def size(self) -> Extent:
        """Its columns and rows now, clamped to sizes that can be drawn for."""

    def write(self, data: bytes) -> None:
        """Send bytes to the terminal; does nothing once the guest is gone."""

    def pause_reading(self, paused: bool) -> None:
        """Stop or resume reading what the guest types; while it is stopped their client can soon send nothing more."""

    def set_listener(self, listener: TerminalListener) -> None:
        """Pass input on to `listener` from now on, beginning with the input that has waited for one."""

    def clear_listener(self, unhandled: bytes = b"") -> None:
        """Keep input until the next `set_listener`; `unhandled` is put before it."""
