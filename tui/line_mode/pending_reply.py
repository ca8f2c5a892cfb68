"""The reply of the host that a conversation awaits before it prints a menu or handles a line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum

from core import Action
from net.client.api import Client


class ReplyKind(Enum):
    """The kind of reply that a request awaits; any request can also be refused."""

    ACTION_DONE = "action done"
    """The reply to an action: the changes that it makes in the match."""

    MATCH = "match"
    """The reply to a start: the beginning of a match."""

    TABLE = "table"
    """The reply to a change of the table: the changed table."""


class PendingReply:
    """Sends requests, and stores the kind of reply awaited and the actions queued until it arrives."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._awaited: ReplyKind | None = None
        self._next_actions: deque[Action] = deque()

    @property
    def is_awaited(self) -> bool:
        """Whether a reply is awaited."""
        return self._awaited is not None

    def send_actions(self, actions: tuple[Action, ...]) -> None:
        """Send the first of `actions` (not empty); the others replace the queue, and each is sent after a reply."""
        first, *rest = actions
        self._next_actions = deque(rest)
        self._awaited = ReplyKind.ACTION_DONE
        self._client.send_action(first)

    def take_next_action(self) -> Action | None:
        """Return the next queued action if no reply is awaited, else None."""
        return self._next_actions.popleft() if self._next_actions and not self.is_awaited else None

    def send_next_action(self, action: Action) -> None:
        """Send an action that `take_next_action` has returned; the actions after it stay queued."""
        self.send_actions((action, *self._next_actions))

    def start_match(self) -> None:
        """Request the beginning of a match."""
        self._awaited = ReplyKind.MATCH
        self._client.start_match()

    def change_table(self, request: Callable[[], None]) -> None:
        """Call `request`, which requests a change of the table, and await its reply."""
        self._awaited = ReplyKind.TABLE
        request()

    def handle_match_changes(self) -> None:
        """Stop waiting for the reply to an action, if the changes that have arrived are this reply."""
        if self._awaited is ReplyKind.ACTION_DONE and not self._client.awaits_answer:
            self._awaited = None

    def handle_table_change(self) -> None:
        """Stop waiting for a changed table, because it has arrived."""
        if self._awaited is ReplyKind.TABLE:
            self._awaited = None

    def stop_waiting(self) -> None:
        """Stop waiting for the reply; queued actions are still sent."""
        self._awaited = None

    def cancel(self) -> None:
        """Stop waiting for the host's reply and drop the actions queued after it, after a refusal or when another match
        begins."""
        self._awaited = None
        self._next_actions.clear()
