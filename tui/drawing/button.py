"""A button of a board, as a value."""

from __future__ import annotations

from msgspec import Struct

from tui.drawing.rect import BoardCommand


class Button(Struct, frozen=True):
    """A button: its key, its label and its command.

    `enabled`: whether it can be used; `primary`: whether it is the main one; `apart`: whether it is painted at the
    right end of its line, where no other button ever is, so that a click meant for another one cannot hit it.
    """

    key: str
    label: str
    command: BoardCommand
    enabled: bool = True
    primary: bool = False
    apart: bool = False
