"""A table without a host: a seeded match in this process, at once and always the same, for pictures and tests.

Bots answer as soon as they are asked, so after every call the match waits for the person or is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from core import Action, Game, IllegalAction, Match, games
from net.client.api import Client
from net.client.events import (
    ChatReceived,
    DecisionClockChanged,
    Event,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    MatchStopped,
    RefusalReceived,
    TableChanged,
)
from net.protocol.messages import ClientMessage
from net.protocol.table_state import Clock, SeatInfo, TableInfo, Terms, plain_settings


class StagedClient(Client):
    """The person in seat 0 of a table where all others are bots; every match has the next seed."""

    def __init__(
        self,
        game: str = "mad-queens",
        names: Sequence[str] = ("YourPlace", "Ada", "Björn", "Chidi"),
        seed: int | str = 7,
        options: Mapping[str, object] | None = None,
        address: str = "",
        bot: str = "",
    ) -> None:
        self.name = names[0]
        self.seat: int | None = 0
        self.is_owner = True
        self.seat_names: tuple[str, ...] = tuple(names)
        self._seed = seed
        self._options = dict(options or {})
        self._bot = bot
        self._listener: Callable[[Event], None] = lambda event: None
        self.match: Match | None = None
        self.view = None
        self.closed = False
        self.time = 0.0
        self.asked: list[str] = []
        seats = tuple(SeatInfo(seat, name, bot=bot or "bot" if seat else "") for seat, name in enumerate(names))
        settings = plain_settings(games[game].settings(len(names), self._options))
        self.table: TableInfo = TableInfo("The round table", game, settings, seats, (), "lobby", 0, address, owner=0)

    @property
    def game(self) -> Game:
        """The game at the table."""
        return games[self.table.game]

    def set_listener(self, listener: Callable[[Event], None]) -> None:
        self._listener = listener

    def start_match(self) -> None:
        if any(not seat.name for seat in self.table.seats):
            self._change(
                seats=tuple(
                    seat if seat.name else SeatInfo(seat.seat, f"Bot {seat.seat + 1}", "bot")
                    for seat in self.table.seats
                )
            )
        self.seat_names = tuple(seat.name for seat in self.table.seats)
        self.match = self.game.start(len(self.table.seats), f"{self._seed}", self._options)
        self.view = self.match.view(self.seat)
        self._change(phase="playing", matches=self.table.matches + 1)
        opening = tuple(seen for change in self.match.opening if (seen := change.seen_by(self.seat)))
        self._listener(MatchBegan(self.view, self.seat_names, opening))
        self._let_bots_play()

    def send_action(self, action: Action) -> None:
        assert self.match is not None
        assert self.seat is not None
        try:
            self._perform(self.seat, action)
        except IllegalAction as error:
            self._listener(RefusalReceived(str(error)))
            return
        self._let_bots_play()

    def play_on(self) -> None:
        """Let a bot play for the person too, to the end of the match."""
        assert self.match is not None
        while not self.match.over and self.seat is not None:
            self.send_action(next(iter(self.game.bots.values()))(self.match.view(self.seat)))

    def people(self, names: Sequence[str], bots: Sequence[int] = (), watchers: Sequence[str] = ()) -> None:
        """Seat these people and bots; an empty name is a free seat."""
        seats = tuple(SeatInfo(seat, name, "bot" if seat in bots and name else "") for seat, name in enumerate(names))
        self._change(seats=seats, watchers=tuple(watchers), watching=len(watchers))

    def hear(self, name: str, text: str) -> None:
        """Let somebody say something."""
        self._listener(ChatReceived(name, text))

    def _perform(self, seat: int, action: Action) -> None:
        assert self.match is not None
        changes = self.match.act(seat, action)
        self.view = self.match.view(self.seat)
        seen = tuple(known for change in changes if (known := change.seen_by(self.seat)))
        self._listener(MatchChanged(seen, self.view))
        if self.match.over:
            self._change(phase="lobby")
            self._listener(MatchEnded(self.match.standings, self.seat_names))

    def _let_bots_play(self) -> None:
        """Let every bot that is waited for act, one after the other."""
        assert self.match is not None
        while bots := sorted(self.match.awaited - {self.seat}):
            bot = self.game.bots.get(self._bot) or next(iter(self.game.bots.values()))
            for seat in bots:
                if seat in self.match.awaited:
                    self._perform(seat, bot(self.match.view(seat)))

    def _change(self, **what: object) -> None:
        self.table = replace(self.table, **what)
        self._listener(TableChanged(self.table))

    def _seat(self, state: SeatInfo) -> None:
        seats = self.table.seats
        self._change(seats=(*seats[: state.seat], state, *seats[state.seat + 1 :]))

    def take_seat(self, seat: int | None = None) -> None:
        free = [state.seat for state in self.table.seats if not state.name]
        if seat is None or seat in free:
            if self.seat is not None:
                self._seat(SeatInfo(self.seat))
            self.seat = free[0] if seat is None else seat
            self._seat(SeatInfo(self.seat, self.name))

    def leave_seat(self) -> None:
        if self.seat is not None:
            seat, self.seat = self.seat, None
            self._seat(SeatInfo(seat))

    def configure_table(self, game: str, seats: int, options: Mapping[str, object]) -> None:
        self._options = dict(options)
        states = tuple(SeatInfo(seat) for seat in range(len(self.table.seats), seats))
        settings = games[game].settings(seats, self._options)
        self._change(game=game, options=settings, seats=(*self.table.seats[:seats], *states))

    def add_bot(self, bot: str = "", seat: int | None = None) -> None:
        free = [state.seat for state in self.table.seats if not state.name]
        if not free:
            self._listener(RefusalReceived("Every seat is taken."))
            return
        place = free[0] if seat is None else seat
        self._seat(SeatInfo(place, f"Bot {place + 1}", bot or "bot"))

    def remove_bot(self, seat: int) -> None:
        self._seat(SeatInfo(seat))

    def send_chat(self, text: str) -> None:
        self._listener(ChatReceived(self.name, text))

    # What is asked of a table as a whole; what a host would do about people is only noted down

    def table_time(self) -> float:
        return self.time

    def run(self, **what: object) -> None:
        """Let the host say something else about the table, or about the clock."""
        if "clock" in what:
            clock = what.pop("clock")
            assert clock is None or isinstance(clock, Clock)
            self.clock = clock
            self._listener(DecisionClockChanged(clock))
        self._change(**what)

    def set_ready(self, on: bool = True) -> None:
        assert self.seat is not None
        self._seat(replace(self.table.seats[self.seat], ready=on))

    def set_terms(self, terms: Terms) -> None:
        self._change(terms=terms)

    def pause_match(self, on: bool = True) -> None:
        self._change(paused=on)

    def end_match(self) -> None:
        self._change(phase="lobby", paused=False)
        self._listener(MatchStopped("You have broken the match off; it counts for nobody."))

    def kick_person(self, name: str) -> None:
        self.asked.append(f"kick {name}")

    def give_seat_to_bot(self, seat: int, bot: str = "") -> None:
        self.asked.append(f"replace {seat}")

    def make_owner(self, name: str) -> None:
        self.asked.append(f"hand over {name}")

    def _send(self, message: ClientMessage) -> None:
        """Ignore what this stand-in for a client has no method for."""

    async def close(self) -> None:
        self.closed = True
