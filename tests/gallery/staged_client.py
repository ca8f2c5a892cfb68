"""`StagedClient`: a stand-in for a client and its host, with a seeded match in this process, for pictures and tests.

The match is the same in every run. Bots answer at once, so after every call the match waits for the person or is over.
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
from net.protocol.table_state import SeatInfo, ShownClock, TableInfo, Terms, plain_settings


class StagedClient(Client):
    """A stand-in for the client of the person in seat 0, at a table where all other players are bots.

    The first match has the given `seed`, each further match another one. `requests` lists the requests that have no
    effect here.
    """

    def __init__(
        self,
        game: str = "mad-queens",
        names: Sequence[str] = ("OwnNameAndSeat", "Ada", "Björn", "Chidi"),
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
        self.requests: list[str] = []
        seats = tuple(SeatInfo(seat, name, bot=bot or "bot" if seat else "") for seat, name in enumerate(names))
        settings = plain_settings(games[game].settings(len(names), self._options))
        self.table: TableInfo = TableInfo("The round table", game, settings, seats, (), "lobby", 0, address, owner=0)

    @property
    def game(self) -> Game:
        """The game at the table."""
        return games[self.table.game]

    def set_listener(self, listener: Callable[[Event], None]) -> None:
        """Set the function that is called with each event."""
        self._listener = listener

    def start_match(self) -> None:
        """Fill free seats with bots, begin a match, report it to the listener, and act for the bots."""
        if any(not seat.name for seat in self.table.seats):
            self._change_table(
                seats=tuple(
                    seat if seat.name else SeatInfo(seat.seat, f"Bot {seat.seat + 1}", "bot")
                    for seat in self.table.seats
                )
            )
        self.seat_names = tuple(seat.name for seat in self.table.seats)
        self.match = self.game.start(len(self.table.seats), f"{self._seed}", self._options)
        self.view = self.match.view(self.seat)
        self._change_table(phase="playing", matches=self.table.matches + 1)
        opening = tuple(seen for change in self.match.opening_changes if (seen := change.seen_by(self.seat)))
        self._listener(MatchBegan(self.view, self.seat_names, opening))
        self._let_bots_play()

    def send_action(self, action: Action) -> None:
        """Carry out an action of the person and then those of the bots.

        Report a refusal to the listener if the action is illegal.
        """
        assert self.match is not None
        assert self.seat is not None
        try:
            self._perform(self.seat, action)
        except IllegalAction as error:
            self._listener(RefusalReceived(str(error)))
            return
        self._let_bots_play()

    def play_on(self) -> None:
        """Play the match to its end, with the game's first bot acting for the person."""
        assert self.match is not None
        while not self.match.over and self.seat is not None:
            self.send_action(next(iter(self.game.bots.values()))(self.match.view(self.seat)))

    def set_people(self, names: Sequence[str], bots: Sequence[int] = (), spectators: Sequence[str] = ()) -> None:
        """Set who is at the table: the person's name and the others' by seat, the seats with bots, then the spectators.

        An empty name makes a seat free.
        """
        seats = tuple(SeatInfo(seat, name, "bot" if seat in bots and name else "") for seat, name in enumerate(names))
        self._change_table(seats=seats, spectators=tuple(spectators), spectator_count=len(spectators))

    def receive_chat(self, name: str, text: str) -> None:
        """Report a line of chat of somebody else at the table."""
        self._listener(ChatReceived(name, text))

    def _perform(self, seat: int, action: Action) -> None:
        """Carry out an action, and report those of its changes to the listener that the person may see."""
        assert self.match is not None
        changes = self.match.act(seat, action)
        self.view = self.match.view(self.seat)
        seen = tuple(known for change in changes if (known := change.seen_by(self.seat)))
        self._listener(MatchChanged(seen, self.view))
        if self.match.over:
            self._change_table(phase="lobby")
            self._listener(MatchEnded(self.match.standings, self.seat_names))

    def _let_bots_play(self) -> None:
        """Act for every bot that the match waits for, until it waits only for the person or is over."""
        assert self.match is not None
        while bots := sorted(self.match.awaited - {self.seat}):
            bot = self.game.bots.get(self._bot) or next(iter(self.game.bots.values()))
            for seat in bots:
                if seat in self.match.awaited:
                    self._perform(seat, bot(self.match.view(seat)))

    def _change_table(self, **changes: object) -> None:
        """Replace fields of the table's state and report it to the listener."""
        self.table = replace(self.table, **changes)
        self._listener(TableChanged(self.table))

    def _set_seat(self, state: SeatInfo) -> None:
        """Replace the state of a seat and report it to the listener."""
        seats = self.table.seats
        self._change_table(seats=(*seats[: state.seat], state, *seats[state.seat + 1 :]))

    def take_seat(self, seat: int | None = None) -> None:
        """Move the person to a free seat, by default the first; do nothing if `seat` is taken."""
        free = [state.seat for state in self.table.seats if not state.name]
        if seat is None or seat in free:
            if self.seat is not None:
                self._set_seat(SeatInfo(self.seat))
            self.seat = free[0] if seat is None else seat
            self._set_seat(SeatInfo(self.seat, self.name))

    def leave_seat(self) -> None:
        """Free the person's seat; the person then watches."""
        if self.seat is not None:
            seat, self.seat = self.seat, None
            self._set_seat(SeatInfo(seat))

    def configure_table(self, game: str, seats: int, options: Mapping[str, object]) -> None:
        """Change the game, the number of seats or the options."""
        self._options = dict(options)
        states = tuple(SeatInfo(seat) for seat in range(len(self.table.seats), seats))
        settings = games[game].settings(seats, self._options)
        self._change_table(game=game, options=settings, seats=(*self.table.seats[:seats], *states))

    def add_bot(self, bot: str = "", seat: int | None = None) -> None:
        """Seat a bot; report a refusal if no seat is free."""
        free = [state.seat for state in self.table.seats if not state.name]
        if not free:
            self._listener(RefusalReceived("Every seat is taken."))
            return
        place = free[0] if seat is None else seat
        self._set_seat(SeatInfo(place, f"Bot {place + 1}", bot or "bot"))

    def remove_bot(self, seat: int) -> None:
        """Free the seat of a bot."""
        self._set_seat(SeatInfo(seat))

    def send_chat(self, text: str) -> None:
        """Report a line of chat of the person, as the host would send it back."""
        self._listener(ChatReceived(self.name, text))

    # What is asked of a table as a whole; what a host would do about people is only noted down

    def table_time(self) -> float:
        """Return the time of the table in seconds, as the test has set it."""
        return self.time

    def set_table_state(self, **changes: object) -> None:
        """Replace fields of the table's state, or with `clock` the decision clock, as if the host had sent them."""
        if "clock" in changes:
            clock = changes.pop("clock")
            assert clock is None or isinstance(clock, ShownClock)
            self.clock = clock
            self._listener(DecisionClockChanged(clock))
        self._change_table(**changes)

    def set_ready(self, is_ready: bool = True) -> None:
        """Mark the person as ready or not."""
        assert self.seat is not None
        self._set_seat(replace(self.table.seats[self.seat], is_ready=is_ready))

    def set_terms(self, terms: Terms) -> None:
        """Change the terms of the table."""
        self._change_table(terms=terms)

    def pause_match(self, is_paused: bool = True) -> None:
        """Pause or resume the match."""
        self._change_table(paused=is_paused)

    def end_match(self) -> None:
        """End the match and return to the lobby."""
        self._change_table(phase="lobby", paused=False)
        self._listener(MatchStopped("You have broken the match off; it counts for nobody."))

    def kick_person(self, name: str) -> None:
        """Remove a person from the table."""
        self.requests.append(f"kick {name}")

    def give_seat_to_bot(self, seat: int, bot: str = "") -> None:
        """Give a person's seat to a bot."""
        self.requests.append(f"replace {seat}")

    def make_owner(self, name: str) -> None:
        """Make another person the owner."""
        self.requests.append(f"hand over {name}")

    def _send(self, message: ClientMessage) -> None:
        """Ignore a message for which this class has no method of its own."""

    async def close(self) -> None:
        """Record that the client was closed."""
        self.closed = True
