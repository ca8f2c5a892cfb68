"""Keys one after another: each acts on the screen as the key before it has left it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeAlias

from textual import events
from textual.app import App
from textual.dom import DOMNode

Typed: TypeAlias = events.Key | events.Paste

PATIENCE: Final = 2.0
"""Seconds after which a key that has not come through holds up the others no longer."""


class InTurn(App[None]):
    """A program that hands out a key, or what was pasted, only once the one before it has done all it does.

    Textual hands keys to the widget that has the focus as soon as they come, but does what they are bound to only when
    they have come back up from there: of several typed in one burst all went to the same widget, also those behind a
    key that moves the focus or the cursor.
    """

    _coming_through = False
    _handed_out_at = 0.0

    def __init__(self, *, ansi_color: bool | None = None) -> None:
        self._typed: deque[Typed] = deque()
        super().__init__(ansi_color=ansi_color)

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
            return
        self._typed.append(event)
        if not self._coming_through or monotonic() - self._handed_out_at > PATIENCE:
            await self._hand_out()

    async def _hand_out(self) -> None:
        """Hand out the next key, and have it followed on its way back to the program."""
        self._coming_through = bool(self._typed)
        if not self._typed:
            return
        self._handed_out_at = monotonic()
        target = self.focused or self.screen
        await super().on_event(self.as_meant(self._typed.popleft()))
        # First comes what the key is bound to, then what the widget tells its screen about it.
        self._follow(target, lambda: self._follow(target, self._arrive))

    def _follow(self, node: DOMNode | None, then: Callable[[], object]) -> None:
        """Wait behind all that waits in the queues from a node up to the program, and then go on."""
        if node is None or node is self or not node.call_later(self._follow, node.parent, then):
            self.call_later(then)

    def _arrive(self) -> None:
        # A focus that the key has moved is moved by a call that stands behind this one.
        self.call_later(self._hand_out)

    def as_meant(self, event: Typed) -> Typed:
        """Return what a key means where it arrives now."""
        return event
