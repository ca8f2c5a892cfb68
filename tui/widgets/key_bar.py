"""KeyBar: the bottom row of every screen, which lists its keys; a click on an entry runs its action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from textual import events

from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.widgets.canvas_view import CanvasView

REMOVAL_RANK: Final = {"Esc": 0, "F1": 1}


class Key(Struct, frozen=True):
    """One entry: the label of the key, one or two `words` on its effect, and the action of the screen.

    A `primary` entry is highlighted.
    """

    key: str
    words: str
    action: str
    primary: bool = False


class KeyBar(CanvasView):
    """Shows keys in one row; entries that do not fit are dropped from the right.

    Help is dropped next to last, because it lists all keys, and Esc last, because it is the way back.
    """

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; width: 100%; }"

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        super().__init__(ground="panel")
        self._keys = tuple(keys)
        self._spans: list[tuple[int, int, str]] = []

    def show_keys(self, keys: Iterable[Key]) -> None:
        """Replace the entries."""
        keys = tuple(keys)
        if keys != self._keys:
            self._keys = keys
            self.repaint()

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        self._spans = []
        x = 1
        for entry in self._keys_that_fit(canvas.width - x):
            width = _entry_width(entry)
            if entry.primary:
                canvas.text(x, 0, f" {entry.key} {entry.words} ", styles.primary)
            else:
                end = canvas.text(x, 0, entry.key, styles.key)
                canvas.text(end + 1, 0, entry.words, styles.plain)
            self._spans.append((x, x + width, entry.action))
            x += width + 2

    def _keys_that_fit(self, width: int) -> list[Key]:
        """Return the entries that fit `width` cells."""
        shown = list(self._keys)
        while shown and sum(_entry_width(entry) + 2 for entry in shown) - 2 > width:
            shown.remove(max(reversed(shown), key=lambda entry: REMOVAL_RANK.get(entry.key, 2)))
        return shown

    async def on_click(self, event: events.Click) -> None:
        for left, right, action in self._spans:
            if left <= event.x < right:
                event.stop()
                await self.screen.run_action(action)
                return


def _entry_width(entry: Key) -> int:
    return cell_len(entry.key) + cell_len(entry.words) + (3 if entry.primary else 1)
