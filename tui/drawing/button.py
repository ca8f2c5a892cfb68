"""A button of a board, as a value."""

from __future__ import annotations

from msgspec import Struct

from tui.drawing.rect import BoardCommand


class Button(Struct, frozen=True):
    """A button: its key, its label and its command."""

    key: str
    label: str
    command: BoardCommand
    enabled: bool = True
    """Whether the button can be used."""
    primary: bool = False
    """Whether the button is the main one."""
    is_apart: bool = False
    """Whether the button is painted at the right end of its line.

    No other button ever is there, so a click meant for another one cannot hit it.
    """
