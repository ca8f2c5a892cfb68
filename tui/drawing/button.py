"""A button of a board, as a value."""

from __future__ import annotations

from msgspec import Struct

from tui.drawing.rect import BoardCommand


class Button(Struct, frozen=True):
    """A button: its key, its label and its command.

    `enabled`: whether it can be used; `primary`: whether it is the main one.
    """

    key: str
    label: str
    command: BoardCommand
    enabled: bool = True
    primary: bool = False
