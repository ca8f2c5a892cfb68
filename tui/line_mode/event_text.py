"""Describes the events of a client in sentences."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from core.engine.rule_set import MATCH_IS_OVER
from net.client.api import Client
from net.client.events import (
    ActionDelay,
    ChatReceived,
    ConnectionRestored,
    Event,
    HostLost,
    HostRestarted,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    MatchStopped,
    NoticeReceived,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
    VerificationResult,
)
from net.protocol.table_state import TableInfo
from tui.line_mode.menus import Menus
from tui.line_mode.narrators import narrator_for
from tui.line_mode.output import Output
from tui.line_mode.pending_reply import PendingReply
from tui.line_mode.table_text import table_description, table_news, totals_sentence
from tui.text.results import headline, standings_sentences
from tui.text.table import event_sentence, ownership_news

MOST_PLACES: Final = 40
"""Places of the final standings that are written; one's own is always among them."""

MOST_PLAYERS_NAMED: Final = 12
"""Players that are named when a match begins; of more only the number."""

MOST_SPEAKERS: Final = 20
"""Latest people who said something, kept to find them by name."""


class EventText:
    """Turns events into sentences, and keeps `menus` and `pending` up to date with them.

    `best` takes a game and a solo score, and returns a sentence that compares it with the best earlier one.
    `save_token` is called after each reconnect. `invitation`: the sentences with the ways to join the table.
    `speakers`: the names of recent chat authors.
    """

    def __init__(
        self,
        client: Client,
        output: Output,
        menus: Menus,
        pending: PendingReply,
        *,
        solo: bool,
        best: Callable[[str, int], str] | None,
        save_token: Callable[[], None] | None,
        invitation: Sequence[str],
    ) -> None:
        self.invitation = tuple(invitation)
        self.speakers: deque[str] = deque(maxlen=MOST_SPEAKERS)
        self._client = client
        self._output = output
        self._menus = menus
        self._pending = pending
        self._solo = solo
        self._best = best
        self._save_token = save_token
        self._table: TableInfo | None = None
        self._seat: int | None = None
        self._owner = False
        self._reconnecting = False
        self._totals: tuple[object, ...] = ()

    def note_table(self) -> None:
        """Store the present table, seat and ownership, so that only later changes are reported."""
        self._table, self._seat, self._owner = self._client.table, self._client.seat, self._client.is_owner

    def describe_table(self) -> None:
        """Write a description of the table between two matches."""
        self._output.write_news(*table_description(self._client, self.invitation, solo=self._solo))

    def write_event(self, event: Event) -> None:
        """Write the sentences for an event."""
        match event:
            case TableChanged():
                self._table_changed(event.table)
            case MatchBegan():
                self.begin_match(event)
            case MatchChanged():
                self._played(event)
            case MatchEnded():
                self._match_ended(event)
            case MatchStopped(reason):
                self._output.write_news(reason)
                self._end_match()
            case ChatReceived(name, text):
                self._remember_speaker(name)
                self._output.write_news(f"{'You say' if name == self._client.name else f'{name} says'}: {text}")
            case RefusalReceived():
                self._pending.cancel()
                self._output.write_news(event_sentence(event))
            case NoticeReceived(text):
                self._output.write_news_once(text)
            case ActionDelay() | VerificationResult() | HostLost():
                self._output.write_news(event_sentence(event))
            case ReconnectAttempt():
                if not self._reconnecting:  # once, not at every attempt
                    self._output.write_news(event_sentence(event))
                self._reconnecting = True
            case ConnectionRestored():
                self._reconnected()
                self._output.write_news(event_sentence(event))
            case HostRestarted():
                self._reconnected()
                self._output.write_news(event_sentence(event))
                self._end_match()
                self._table = None
                self.describe_table()

    def _reconnected(self) -> None:
        """Cancel the pending reply, which was lost with the connection."""
        self._pending.stop_waiting()
        self._reconnecting = False
        if self._save_token is not None:
            self._save_token()

    def _remember_speaker(self, name: str) -> None:
        """Store the name of a chat author, because the table lists only the first few spectators."""
        if name in self.speakers:
            self.speakers.remove(name)
        self.speakers.append(name)

    # The table

    def _table_changed(self, table: TableInfo) -> None:
        before, self._table = self._table, table
        narrator = self._menus.narrator
        if self._menus.playing and narrator is not None:
            narrator.names = self._current_names(narrator.names)
        self._pending.table_arrived()
        if before is not None and not (self._solo and self._pending.awaited):
            self._output.write_news_once(*table_news(before, table, self._client.seat))
        if table.totals and table.totals != self._totals and table.phase == "lobby":
            self._totals = table.totals
            self._output.write_news(*totals_sentence(table))

    def write_own_changes(self) -> None:
        """Write the person's seat and ownership if they have changed."""
        client = self._client
        if client.seat != self._seat and not self._solo:
            self._seat = client.seat
            seat = "You watch now." if client.seat is None else f"You sit in seat {client.seat + 1}."
            self._output.write_news(seat)
        if client.is_owner != self._owner:
            self._owner = client.is_owner
            if not self._solo:
                self._output.write_news(ownership_news(client.is_owner))

    # A match

    def begin_match(self, event: MatchBegan, *, under_way: bool = False) -> None:
        """Write the beginning of a match, or its state if it is `under_way`."""
        under_way = under_way or self._menus.playing
        self._pending.cancel()
        names = self._current_names(event.names)
        narrator = narrator_for(event.view, names)
        self._menus.begin_match(narrator)
        marked = ", ".join(f"{name} (you)" if seat == event.view.seat else name for seat, name in enumerate(names))
        players = marked if len(names) <= MOST_PLAYERS_NAMED else f"{len(names)} players"
        self._output.write_news(f"{narrator.game.title} {'goes on' if under_way else 'begins'}: {players}.")
        if under_way:
            self._output.write(*narrator.table_sentences())
        else:
            self._output.write_news(*narrator.opening_sentences(event.opening))
        table = self._client.table
        if event.view.seat is None and table is not None and table.terms.take_over and any(s.bot for s in table.seats):
            self._output.write("You watch; sit and the number of a bot's seat takes it over.")

    def _current_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the present names of the players; a seat may have been taken over since the beginning."""
        seats = self._client.table.seats if self._client.table is not None else ()
        if len(seats) != len(names):
            return tuple(names)
        return tuple(seat.name or name for seat, name in zip(seats, names, strict=True))

    def _played(self, played: MatchChanged) -> None:
        narrator = self._menus.narrator
        if narrator is None:
            return
        if not played.changes and played.view != narrator.view:
            narrator.view = played.view
            self._output.write("The table has moved on; it is now as follows.", *narrator.table_sentences())
        else:
            self._output.write_news(*narrator.narrate(played))
        self._pending.handle_match_changes()

    def _match_ended(self, ended: MatchEnded) -> None:
        client, view = self._client, self._client.view
        self._output.write_news(MATCH_IS_OVER, headline(ended.standings, ended.names, client.seat, view))
        places = standings_sentences(ended.standings, ended.names, client.seat, view)
        own = [place for place, one in zip(places, ended.standings, strict=False) if one.seat == client.seat]
        self._output.write_news(*places[:MOST_PLACES], *(place for place in own if place not in places[:MOST_PLACES]))
        if len(ended.standings) == 1 and client.seat is not None and self._best is not None and view is not None:
            self._output.write_news(self._best(view.game, ended.standings[0].score))
        self._end_match()

    def _end_match(self) -> None:
        self._pending.cancel()
        self._menus.end_match()
