"""Reads the events of a client: keeps the state of the table, and calls the method of one interface for each event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import structs

from net.client.api import Client
from net.client.events import (
    ActionDelay,
    ChatReceived,
    ConnectionRestored,
    DecisionClockChanged,
    Event,
    HostLost,
    HostRestarted,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    MatchStopped,
    NoticeReceived,
    QuestionsReceived,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
    VerificationResult,
)
from net.protocol.refusals import MATCH_ENDED_WHILE_AWAY_SENTENCE
from net.protocol.table_state import SeatQuestion, TableInfo
from tui.text.results import result_headline
from tui.text.table import connection_sentence, ownership_news, seat_news

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class EventSubscriber(Protocol[Result_co]):
    """An interface that shows a table, such as the screens or the line mode.

    The reader calls one method for each event. The method returns None if it has shown the event, or else an awaitable
    that ends when it has.
    """

    def on_table_changed(self, earlier: TableInfo | None, table: TableInfo) -> Result_co:
        """Show the changed table; `earlier` is the one shown last, None at a new table."""

    def on_match_began(self, began: MatchBegan, under_way: bool) -> Result_co:
        """Show a match from its beginning, or its present state if it was `under_way` already."""

    def on_match_changed(self, changed: MatchChanged) -> Result_co:
        """Show changes of the match."""

    def on_match_ended(self, match_ended: MatchEnded) -> Result_co:
        """Show the end of the match and its result."""

    def on_match_stopped(self, reason: str) -> Result_co:
        """Show the lobby, and why the match was broken off."""

    def on_match_verified(self, result: VerificationResult) -> Result_co:
        """Show the result of the check of the last match."""

    def on_clock_set(self) -> Result_co:
        """Show the decision clock, which the client has."""

    def on_chat(self, line: ChatReceived) -> Result_co:
        """Show a line of chat."""

    def on_notice(self, sentence: str) -> Result_co:
        """Show a notice of the table."""

    def on_questions(self, questions: Sequence[SeatQuestion]) -> Result_co:
        """Show the first of the questions about seats that the person can answer now.

        `questions` is empty when there is none any more.
        """

    def on_refusal(self, reason: str) -> Result_co:
        """Show why the host has refused a request."""

    def on_connection_news(self, sentence: str, is_repeated: bool) -> Result_co:
        """Show the state of the connection; `is_repeated`: the same state as before, with another remaining time."""

    def on_reconnected(self, sentence: str) -> Result_co:
        """Show that the client has reconnected; requests made in the meantime may be lost."""

    def on_host_restarted(self, reason: str) -> Result_co:
        """Show the new table of a host that was restarted, and what was lost."""

    def on_host_lost(self, reason: str) -> Result_co:
        """Leave the table, and show why the client has stopped trying to reach the host."""


class EventReader(Generic[Result]):
    """Reads the events of `client` in order, for one subscriber.

    `is_playing`: whether a match is being played; otherwise the table is in the lobby, possibly with a result.
    `host_lost`: whether the client has stopped trying to reach the host. `save_token` is called after each reconnect.
    `continues_visit`: whether the person was at the table before, with another interface (screens or lines) of the same
    client.
    """

    def __init__(
        self, client: Client, save_token: Callable[[], None] | None = None, *, continues_visit: bool = False
    ) -> None:
        self.continues_visit = continues_visit
        self.is_playing = False
        self.host_lost = False
        self._client = client
        self._save_token = save_token
        self._subscriber: EventSubscriber[Result] | None = None
        self._table: TableInfo | None = None
        self._seat: int | None = None
        self._owner = False
        self._reconnecting = False
        self._missed_changes_reported = False

    def subscribe(self, subscriber: EventSubscriber[Result]) -> None:
        """Set the interface whose methods are called for the events."""
        self._subscriber = subscriber

    def read_present_state(self) -> MatchBegan | None:
        """Store the present table, seat and ownership, so that `read` reports only later changes; call it first.

        Return the event from which an interface shows the running match as it is now; None in the lobby.
        """
        client = self._client
        self._table, self._seat, self._owner = client.table, client.seat, client.is_owner
        if client.view is None or client.table is None or client.table.phase != "playing":
            return None
        self.is_playing = True
        began = MatchBegan(client.view, client.seat_names, (), client.missed_changes, client.past)
        return self._with_current_names(began)

    def current_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the people and bots who have the seats of the match by now.

        `names` are those at its beginning; a seat may have been taken over since, also while the host was away.
        """
        seats = self._client.table.seats if self._client.table is not None else ()
        if len(seats) != len(names):
            return tuple(names)
        return tuple(seat.name or name for seat, name in zip(seats, names, strict=True))

    def _with_current_names(self, began: MatchBegan) -> MatchBegan:
        """Return an event with the present names of the seats, and with those at the beginning if some are others."""
        names = self.current_names(began.names)
        return structs.replace(began, names=names, first_names=began.names if names != began.names else ())

    @property
    def missed_result_sentences(self) -> str:
        """The sentences with the winners of a match that ended while the person was away; "" if none did.

        Read it before the first event: a new client has a result only of a match whose end the person has not been
        shown.
        """
        client = self._client
        if self.continues_visit or not client.standings or client.view is None or self.is_playing:
            return ""
        winners = result_headline(client.standings, client.seat_names, client.view.seat, client.view)
        return f"{MATCH_ENDED_WHILE_AWAY_SENTENCE} {winners}"

    @property
    def result_still_shown(self) -> MatchEnded | None:
        """The result that an earlier interface of this client still showed to the person; None if it showed none.

        Read it before the first event: a new match makes it None.
        """
        return self._client.match_end if self.continues_visit and not self.is_playing else None

    def read(self, event: Event) -> Result:
        """Store what an event changes; return what the subscriber's method for this event returns."""
        subscriber = self._subscriber
        assert subscriber is not None, "nobody has subscribed"
        match event:
            case TableChanged(table):
                before, self._table = self._table, table
                return subscriber.on_table_changed(before, table)
            case MatchBegan():
                under_way, self.is_playing = self.is_playing, True
                return subscriber.on_match_began(self._with_current_names(event), under_way)
            case MatchChanged():
                return subscriber.on_match_changed(event)
            case MatchEnded():
                self.is_playing = False
                return subscriber.on_match_ended(event)
            case MatchStopped(reason):
                self.is_playing = False
                return subscriber.on_match_stopped(reason)
            case VerificationResult():
                return subscriber.on_match_verified(event)
            case DecisionClockChanged():
                return subscriber.on_clock_set()
            case ChatReceived():
                return subscriber.on_chat(event)
            case NoticeReceived(sentence):
                return subscriber.on_notice(sentence)
            case QuestionsReceived(questions):
                return subscriber.on_questions(questions)
            case RefusalReceived(reason):
                return subscriber.on_refusal(reason)
            case ActionDelay():
                return subscriber.on_connection_news(connection_sentence(event), False)
            case ReconnectAttempt():
                is_repeated, self._reconnecting = self._reconnecting, True
                return subscriber.on_connection_news(connection_sentence(event), is_repeated)
            case ConnectionRestored():
                self._record_reconnect()
                return subscriber.on_reconnected(connection_sentence(event))
            case HostRestarted(reason):
                self._record_reconnect()
                self.is_playing, self._table = False, None
                return subscriber.on_host_restarted(reason)
            case HostLost(reason):
                self.host_lost = True
                return subscriber.on_host_lost(reason)

    @property
    def is_reconnecting(self) -> bool:
        """Whether the connection is broken and the client tries to reconnect."""
        return self._reconnecting

    def are_first_missed_changes(self) -> bool:
        """Return whether the changes being read are the first of those that the client missed while the connection was
        broken.

        It returns True once for each reconnect.
        """
        first, self._missed_changes_reported = (
            self._reconnecting and not self._missed_changes_reported,
            self._reconnecting,
        )
        return first

    def _record_reconnect(self) -> None:
        """Store that the client has reconnected, and save its token."""
        self._reconnecting = self._missed_changes_reported = False
        if self._save_token is not None:
            self._save_token()

    def take_seat_news(self) -> str:
        """Return the sentence that tells the person their new seat; "" if it has not changed since the last call."""
        before, self._seat = self._seat, self._client.seat
        return "" if self._seat == before else seat_news(self._seat)

    def take_ownership_news(self) -> str:
        """Return the sentence that the person has become the owner, or is the owner no longer.

        Returns "" if nothing has changed since the last call.
        """
        before, self._owner = self._owner, self._client.is_owner
        return "" if self._owner == before else ownership_news(self._owner)
