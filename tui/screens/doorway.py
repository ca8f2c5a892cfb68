"""Doorway: what is there until the table is."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget
from textual.widgets import Static

from tui.screens.room import Room


class Doorway(Room):
    """What somebody sees who goes straight to a table, until it is there."""

    def contents(self) -> Iterable[Widget]:
        yield Static("One moment …", markup=False)
