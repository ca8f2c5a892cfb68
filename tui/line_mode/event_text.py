"""Hearing: what the host tells, in sentences."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from net.client.api import Client
from net.client.events import (
    Event,
    HeldBack,
    Lost,
    MatchBegan,
    MatchEnded,
    MatchStopped,
    Noticed,
    Played,
    Reconnected,
    Reconnecting,
    Refused,
    Said,
    StartedAnew,
    TableChanged,
    Verified,
)
from net.protocol.table_state import TableInfo
from tui.boards.common.refusals import OVER
from tui.line_mode.menus import ACTING, ANSWER, Listing
from tui.line_mode.narrators import teller_for
from tui.line_mode.output import Manner
from tui.line_mode.table_text import described, news, standings_so_far
from tui.text.results import headline, standings_in_words
from tui.text.table import told, whose

MOST_PLACES: Final = 40
"""Places of the final standings that are read out, and besides them one's own."""

MOST_NAMES: Final = 12
"""Players who are named when a match begins."""

MOST_SPEAKERS: Final = 20
"""People who are remembered because they said something, the last ones."""


class Hearing(Listing):
    """The part of a conversation that says what events mean."""

    def __init__(
        self,
        client: Client,
        write: Callable[[str], None],
        manner: Manner,
        prefer: Callable[[Manner], None] | None,
        solo: bool,
        best: Callable[[str, int], str] | None,
        kept: Callable[[], None] | None,
        invitation: Sequence[str],
    ) -> None:
        super().__init__(client, write, manner, prefer, solo)
        self.invitation = tuple(invitation)
        self._best = best
        self._kept = kept
        self._table: TableInfo | None = None
        self._seat: int | None = None
        self._owner = False
        self._broken = False
        self._totals: tuple[object, ...] = ()
        self.heard_from: deque[str] = deque(maxlen=MOST_SPEAKERS)

    def begin(self, *, start: bool = True) -> None:
        """Say where one is; at a table of one's own begin to play, if `start`."""
        client = self.client
        self._note_table()
        if client.view is not None and client.table is not None and client.table.phase == "playing":
            self._begin_match(MatchBegan(client.view, client.names, ()), under_way=True)
        elif self.solo and start:
            self.start()
        else:
            self.say(*described(client, self.invitation, solo=self.solo))

    def hear(self, event: Event) -> None:
        """Take note of an event, and say what it means."""
        match event:
            case TableChanged():
                self._table_changed(event.table)
            case MatchBegan():
                self._begin_match(event)
            case Played():
                self._played(event)
            case MatchEnded():
                self._ended(event)
            case MatchStopped(reason):
                self.say(reason)
                self._over()
            case Said(name, text):
                self._note_speaker(name)
                self.say(f"{'You say' if name == self.client.name else f'{name} says'}: {text}")
            case Refused():
                self._next.clear()
                self._awaited = ""
                self.say(told(event))
            case Noticed(text):
                self.say_once(text)
            case HeldBack() | Verified():
                self.say(told(event))
            case Reconnected():
                self._back()
                self.say(told(event))
            case Reconnecting():
                self._reconnecting(event)
            case StartedAnew():
                self._back()
                self.say(told(event))
                self._over()
                self._table = None
                self.say(*described(self.client, self.invitation))
            case Lost():
                self.say(told(event))
                self.left = "lost"

    def _back(self) -> None:
        """The line is back: what is not answered by now never will be."""
        self._awaited = ""
        self._broken = False
        if self._kept is not None:
            self._kept()

    def _note_speaker(self, name: str) -> None:
        """Remember who says something: of many who watch, the table names only the first few."""
        if name in self.heard_from:
            self.heard_from.remove(name)
        self.heard_from.append(name)

    def _reconnecting(self, event: Reconnecting) -> None:
        """Say once that the line is broken, not at every try."""
        if not self._broken:
            self.say(told(event))
        self._broken = True

    def settle(self, at: float) -> None:
        self._note_self()
        super().settle(at)

    # The table

    def _table_changed(self, table: TableInfo) -> None:
        before, self._table = self._table, table
        if self.playing and self.teller is not None:
            self.teller.names = self._called(self.teller.names)
        if self._awaited == ANSWER:
            self._awaited = ""
        if before is not None and (not self.solo or self._awaited == ""):
            self.say_once(*news(before, table, self.client.seat))
        if table.totals and table.totals != self._totals and table.phase == "lobby":
            self._totals = table.totals
            self.say(*standings_so_far(table))

    def _note_table(self) -> None:
        self._table, self._seat, self._owner = self.client.table, self.client.seat, self.client.owner

    def _note_self(self) -> None:
        """Say where oneself has come to sit, and whether one runs the table."""
        client = self.client
        if client.seat != self._seat and not self.solo:
            self._seat = client.seat
            self.say("You watch now." if client.seat is None else f"You sit in seat {client.seat + 1}.")
        if client.owner != self._owner:
            self._owner = client.owner
            if not self.solo:
                self.say(whose(client.owner))

    # A match

    def _begin_match(self, event: MatchBegan, *, under_way: bool = False) -> None:
        """Tell the beginning of a match, or, if it is `under_way`, how it stands."""
        under_way = under_way or self.playing
        self._awaited = ""
        self._next.clear()
        self._unlist()
        self.playing = True
        named = self._called(event.names)
        self.teller = teller = teller_for(event.view, named)
        names = ", ".join(f"{name} (you)" if seat == event.view.seat else name for seat, name in enumerate(named))
        players = names if len(named) <= MOST_NAMES else f"{len(named)} players"
        self.say(f"{teller.game.title} {'goes on' if under_way else 'begins'}: {players}.")
        if under_way:
            self.tell(*teller.table())
        else:
            self.say(*teller.opening(event.opening))
        table = self.client.table
        if event.view.seat is None and table is not None and table.terms.take_over and any(s.bot for s in table.seats):
            self.tell("You watch; sit and the number of a bot's seat takes it over.")

    def _called(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what the players are called now: somebody may have taken over a seat since the match began."""
        seats = self.client.table.seats if self.client.table is not None else ()
        if len(seats) != len(names):
            return tuple(names)
        return tuple(seat.name or name for seat, name in zip(seats, names, strict=True))

    def _played(self, played: Played) -> None:
        if self.teller is None:
            return
        if not played.changes and played.view != self.teller.view:
            self.teller.view = played.view
            self.tell("The table has moved on; it is now as follows.", *self.teller.table())
        else:
            self.say(*self.teller.tell(played))
        if self._awaited == ACTING and not self.client.unanswered:
            self._awaited = ""

    def _ended(self, ended: MatchEnded) -> None:
        view = self.client.view
        self.say(OVER, headline(ended.standings, ended.names, self.client.seat, view))
        places = standings_in_words(ended.standings, ended.names, self.client.seat, view)
        mine = [place for place, one in zip(places, ended.standings, strict=False) if one.seat == self.client.seat]
        self.say(*places[:MOST_PLACES], *(place for place in mine if place not in places[:MOST_PLACES]))
        if len(ended.standings) == 1 and self.client.seat is not None and self._best is not None and view is not None:
            self.say(self._best(view.game, ended.standings[0].score))
        self._over()

    def _over(self) -> None:
        self.playing = False
        self._awaited = ""
        self._next.clear()
        self._unlist()
