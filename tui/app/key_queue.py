"""KeyQueue: handles keys one after another, each on the screen that the previous key has left."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final, TypeAlias

from textual import events
from textual.app import App
from textual.dom import DOMNode

KeyOrPaste: TypeAlias = events.Key | events.Paste

KEY_SECONDS: Final = 2.0
"""Seconds after which an unhandled key no longer delays the next ones."""


class KeyQueue:
    """Delivers a key or a paste only after the actions of the previous one have run.

    Textual hands keys to the focused widget as soon as they come, but runs the actions they are bound to only after
    they have bubbled up from there: of several keys typed in one burst all went to the same widget, also those after
    a key that moves the focus or the cursor. `deliver` passes an event on to Textual's own handling.
    """

    def __init__(self, app: App[Any], deliver: Callable[[KeyOrPaste], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[KeyOrPaste] = deque()
        self._is_delivering = False
        self._delivered_at = 0.0

    async def add_key(self, event: KeyOrPaste) -> None:
        """Deliver an event now, or after the events that wait."""
        self._waiting.append(event)
        if not self._is_delivering or monotonic() - self._delivered_at > KEY_SECONDS:
            await self._deliver_next()

    async def _deliver_next(self) -> None:
        self._is_delivering = bool(self._waiting)
        if not self._waiting:
            return
        self._delivered_at = monotonic()
        target = self._app.focused or self._app.screen
        await self._deliver(self._waiting.popleft())
        # The first round runs the key's action, the second what the widget then posts to its screen.
        self._after_all_queues(target, lambda: self._after_all_queues(target, self._key_handled))

    def _after_all_queues(self, node: DOMNode | None, then: Callable[[], object]) -> None:
        """Call `then` after everything that waits in the message queues from a node up to the application."""
        if node is None or node is self._app or not node.call_later(self._after_all_queues, node.parent, then):
            self._app.call_later(then)

    def _key_handled(self) -> None:
        # If the key has moved the focus, Textual does that in a call that is queued behind this one.
        self._app.call_later(self._deliver_next)


def without_capital(event: events.Key) -> events.Key:
    """Return the key press of a capital (Shift, Caps Lock) as that of its small letter, any other one as it is."""
    letter = event.character or ""
    if not (len(letter) == 1 and letter.isupper()) or event.key.startswith(("ctrl+", "alt+", "super+")):
        return event
    return events.Key(letter.lower(), letter.lower())
