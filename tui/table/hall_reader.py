"""Reads the events of a hall's client: keeps its state, and calls the method of one interface for each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol

from net.client.events import ChatReceived, ConnectionRestored, HostLost, ReconnectAttempt, RefusalReceived
from net.client.hall import HallAnswer, HallClient, HallEvent, TableGranted, TableListChanged
from tui.table.event_reader import Result, Result_co
from tui.text.hall import (
    BACK_IN_HALL_SENTENCE,
    HALL_AWAY_SENTENCE,
    NO_FREE_SEATS_SENTENCE,
    NO_TABLES_YET_SENTENCE,
    NOTHING_FOUND_SENTENCE,
)


class HallSubscriber(Protocol[Result_co]):
    """An interface that shows a hall, such as the screens or the line mode.

    The reader calls one method for each event. The method returns None if it has shown the event, or else an awaitable
    that ends when it has.
    """

    def on_tables_listed(self) -> Result_co:
        """Show the list of tables, which has changed."""

    def on_table_granted(self, grant: TableGranted) -> Result_co:
        """Lead the person to the table that they have asked for."""

    def on_answer(self, answer: HallAnswer) -> Result_co:
        """Show the answer to a question about matches of the club or totals of the evening."""

    def on_chat(self, line: ChatReceived) -> Result_co:
        """Show a line of chat."""

    def on_refusal(self, reason: str) -> Result_co:
        """Show why the hall has refused a request."""

    def on_connection_news(self, sentence: str, is_repeated: bool) -> Result_co:
        """Show that the club does not answer; `is_repeated`: this has been shown before."""

    def on_reconnected(self, sentence: str) -> Result_co:
        """Show that the club answers again."""

    def on_host_lost(self, reason: str) -> Result_co:
        """Leave the club, and show why the client has stopped trying to reach it."""


class HallReader(Generic[Result]):
    """Reads the events of `client` in order, for one subscriber; `save_token` is called after each reconnect.

    `search` is the text that the names, games or numbers of the listed tables contain, "" for all tables; `with_room`:
    whether only those are listed where anybody can sit down now.
    """

    def __init__(self, client: HallClient, save_token: Callable[[], None]) -> None:
        self.search = ""
        self.with_room = False
        self._client = client
        self._save_token = save_token
        self._subscriber: HallSubscriber[Result] | None = None
        self._is_away = False

    def subscribe(self, subscriber: HallSubscriber[Result]) -> None:
        """Set the interface whose methods are called for the events."""
        self._subscriber = subscriber

    def read(self, event: HallEvent) -> Result:
        """Store what an event changes; return what the subscriber's method for this event returns."""
        subscriber = self._subscriber
        assert subscriber is not None, "nobody has subscribed"
        match event:
            case TableListChanged():
                return subscriber.on_tables_listed()
            case TableGranted():
                return subscriber.on_table_granted(event)
            case ChatReceived():
                return subscriber.on_chat(event)
            case RefusalReceived(reason):
                return subscriber.on_refusal(reason)
            case ReconnectAttempt():
                is_repeated, self._is_away = self._is_away, True
                return subscriber.on_connection_news(HALL_AWAY_SENTENCE, is_repeated)
            case ConnectionRestored():
                self._is_away = False
                self._save_token()
                return subscriber.on_reconnected(BACK_IN_HALL_SENTENCE)
            case HostLost(reason):
                return subscriber.on_host_lost(reason)
            case _:
                return subscriber.on_answer(event)

    # The list of tables

    def show_tables(self, search: str = "", *, with_room: bool = False) -> None:
        """Ask for the first tables in which a text is found, and `with_room` only for those with a free seat."""
        self.search, self.with_room = search, with_room
        self._client.show_tables(search, with_room=with_room)

    def show_next_tables(self) -> None:
        """Ask for the next tables of the same search, after those that are listed; if the last ones are listed, ask for
        the first again."""
        rows = self._client.rows
        self._client.show_tables(self.search, with_room=self.with_room, after_number=rows[-1].number if rows else 0)

    @property
    def why_no_tables(self) -> str:
        """The sentence that says why no table is listed; "" if any is."""
        if self._client.rows:
            return ""
        if not self._client.tables:
            return NO_TABLES_YET_SENTENCE
        return NO_FREE_SEATS_SENTENCE if self.with_room else NOTHING_FOUND_SENTENCE
