"""KeyQueue: handles keys one after another, each on the screen that the key before it has left."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final, TypeAlias

from textual import events
from textual.app import App
from textual.dom import DOMNode

KeyOrPaste: TypeAlias = events.Key | events.Paste
"""What a person types: a key, or pasted text."""

MAX_KEY_HANDLING_SECONDS: Final = 2.0
"""A key that is not handled yet delays the keys after it at most this many seconds."""

FIRST_CHECK_SECONDS: Final = 0.003
"""Whether a key has been handled is checked for the first time this many seconds after the key, so that what it changes
is painted before.
"""


class KeyQueue:
    """Delivers a key or a paste only after the actions of the previous one have run.

    Textual passes keys to the focused widget at once, but runs their actions only after they have bubbled up from
    there. So of several keys typed at once all would go to the same widget, also those after a key that moves the focus
    or the cursor. `deliver` passes an event to the usual handling of Textual.
    """

    def __init__(self, app: App[Any], deliver: Callable[[KeyOrPaste], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting_events: deque[KeyOrPaste] = deque()
        self._is_delivering = False
        self._delivered_at = 0.0
        self._queue_round: QueueRound | None = None

    async def add_key(self, event: KeyOrPaste) -> None:
        """Deliver an event now, or after the events that wait."""
        self._waiting_events.append(event)
        if not self._is_delivering or monotonic() - self._delivered_at > MAX_KEY_HANDLING_SECONDS:
            await self._deliver_next()
        else:
            self._begin_queue_rounds()

    async def _deliver_next(self) -> None:
        """Deliver the next waiting event, and wait until its actions have run."""
        self._is_delivering = bool(self._waiting_events)
        if not self._waiting_events:
            return
        self._delivered_at = monotonic()
        target = self._app.focused or self._app.screen
        await self._deliver(self._waiting_events.popleft())
        # The first round runs the key's action, the second what the widget then posts to its screen.
        second = QueueRound(self._app, target, self._finish_key)
        self._queue_round = QueueRound(self._app, target, second.wait_for_next_node)
        if self._waiting_events:
            self._begin_queue_rounds()
        else:  # the rounds take a fifth as long as all else until the answer to a key is painted
            asyncio.get_running_loop().call_later(FIRST_CHECK_SECONDS, self._begin_queue_rounds)

    def _begin_queue_rounds(self) -> None:
        """Begin the `QueueRound`s that find out when the last delivered key has been handled, unless they have
        begun."""
        rounds, self._queue_round = self._queue_round, None
        if rounds is not None:
            rounds.wait_for_next_node()

    def _finish_key(self) -> None:
        """Deliver the next event after all messages that the application has queued by now."""
        # If the key has moved the focus, Textual does that in a call that is queued behind this one.
        self._app.call_later(self._deliver_next)


class QueueRound:
    """Calls `on_done` once all messages have been handled that were queued when the round began: those of the widget
    `node`, of each node around it in the tree of widgets, and of the application.
    """

    def __init__(self, app: App[Any], node: DOMNode, on_done: Callable[[], None]) -> None:
        self._app = app
        self._node: DOMNode | None = node
        self._on_done = on_done

    def wait_for_next_node(self) -> None:
        """Wait until the next node has handled its messages, by a call of this method that is queued behind them.

        After the last node, queue `on_done` behind the messages of the application.
        """
        node = self._node
        if node is None or node is self._app:
            self._app.post_message(events.Callback(callback=self._on_done))
            return
        self._node = node.parent
        # Not by `call_later`: Textual inspects the signature of what that makes, which takes longer than all the rest.
        if not node.post_message(events.Callback(callback=self.wait_for_next_node)):
            self._node = None
            self.wait_for_next_node()


def lower_case_key(event: events.Key) -> events.Key:
    """Return the key press of a capital letter as that of its small letter, and any other one unchanged."""
    letter = event.character or ""
    if not (len(letter) == 1 and letter.isupper()) or event.key.startswith(("ctrl+", "alt+", "super+")):
        return event
    return events.Key(letter.lower(), letter.lower())
