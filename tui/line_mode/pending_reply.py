"""The reply of the host that a conversation waits for before it writes the next menu or takes the next line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum

from core import Action
from net.client.api import Client


class Reply(Enum):
    """What the host sends in reply to a request, besides a refusal."""

    PLAYED = "played"
    """The changes of an action."""

    MATCH = "match"
    """The beginning of a match."""

    TABLE = "table"
    """The changed table."""


class PendingReply:
    """Sends requests, and tracks the reply that is still to come, and the actions to be sent after it."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._awaited: Reply | None = None
        self._next_actions: deque[Action] = deque()

    @property
    def awaited(self) -> bool:
        """Whether a reply is still to come."""
        return self._awaited is not None

    def act(self, actions: tuple[Action, ...]) -> None:
        """Send the first of some actions; the next one is sent when that one has been answered."""
        first, *rest = actions
        self._next_actions = deque(rest)
        self._awaited = Reply.PLAYED
        self._client.act(first)

    def take_next_action(self) -> Action | None:
        """Return the action that is due now, if the one before it has been answered."""
        return self._next_actions.popleft() if self._next_actions and not self.awaited else None

    def act_and_continue(self, action: Action) -> None:
        """Send an action that `take_next_action` returned; those after it stay queued."""
        self.act((action, *self._next_actions))

    def start_match(self) -> None:
        """Ask for a match to begin."""
        self._awaited = Reply.MATCH
        self._client.start()

    def change_table(self, request: Callable[[], None]) -> None:
        """Call `request`, which asks for a change of the table."""
        self._awaited = Reply.TABLE
        request()

    def played(self) -> None:
        """Note that changes of the match came in."""
        if self._awaited is Reply.PLAYED and not self._client.awaits_answer:
            self._awaited = None

    def table_changed(self) -> None:
        """Note that a changed table came in."""
        if self._awaited is Reply.TABLE:
            self._awaited = None

    def give_up(self) -> None:
        """Wait no longer; the queued actions are still sent."""
        self._awaited = None

    def cancel(self) -> None:
        """Wait no longer, and drop the queued actions: a refusal, or another match."""
        self._awaited = None
        self._next_actions.clear()
