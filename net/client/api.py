"""What a person's interface holds of a host, near or far: what it is told, and what it may ask for.

The interface never knows whether the host is in another room or in the same process. It keeps a `Client`,
asks for things by its methods, and is told everything as an *event*, on the event loop, in order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from core import Action, View
from net.client.events import Event
from net.protocol.table_state import Clock, TableInfo, Terms


class Client(ABC):
    """One person's end of a table.

    `name` is what the person is called here, `seat` where they sit (None: watching), `owner` whether they
    run the table, `table`, `view` and `clock` the latest of each (None before there is one), `muted` whose chat
    is not heard; `comes_back` is False for those whom nothing brings back to a seat that they leave. Every method
    only asks; what comes of it arrives as an event, a refusal included.
    """

    name: str
    seat: int | None
    owner: bool
    table: TableInfo | None
    view: View | None
    names: tuple[str, ...]
    clock: Clock | None = None
    muted: frozenset[str] = frozenset()
    comes_back: bool = True

    def now(self) -> float:
        """Return the time in seconds by which `until` and `away_until` are given; it stands while the table pauses."""
        return 0.0

    @property
    def unanswered(self) -> bool:
        """Whether the action that was asked for last has been neither done nor refused so far."""
        return False

    def mute(self, name: str, on: bool = True) -> None:
        """Hear nothing more of what somebody says, or (not `on`) hear it again; nobody else knows of it."""
        self.muted = self.muted | {name} if on else self.muted - {name}

    def be_here(self) -> None:
        """Take the decisions back from the bot that stands in for this person, if one does, by doing just anything."""
        table, seat = self.table, self.seat
        if table is not None and seat is not None and seat < len(table.seats) and table.seats[seat].stand_in:
            self.ready(table.seats[seat].ready)

    @abstractmethod
    def listen(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` with every event from now on; a second call replaces the first listener.

        What was before is in `table`, `view` and `names`; only what the table noticed and that the host is lost
        is told to whoever comes late.
        """

    @abstractmethod
    def act(self, action: Action) -> None:
        """Do `action` in the match."""

    @abstractmethod
    def sit(self, seat: int | None = None) -> None:
        """Sit down in a free seat, or in the first one there is.

        Between matches who has a seat may so change places with a program. Who watches may take over the seat of
        a program, if the table's terms allow it; during a match another `MatchBegan` comes with that.
        """

    @abstractmethod
    def stand(self) -> None:
        """Leave the seat and watch."""

    @abstractmethod
    def configure(self, game: str, seats: int, options: Mapping[str, object]) -> None:
        """Set the table's game, number of seats and options (owner only, between matches)."""

    @abstractmethod
    def add_bot(self, bot: str = "", seat: int | None = None) -> None:
        """Let a program take a free seat (owner only); without a name the game's best one."""

    @abstractmethod
    def remove_bot(self, seat: int) -> None:
        """Free a seat that a program holds (owner only)."""

    @abstractmethod
    def start(self) -> None:
        """Begin a match (owner only); free seats are filled with bots.

        After a match the same people play again in the same seats, by the same options.
        """

    def ready(self, on: bool = True) -> None:
        """Let everybody see that one is ready for the next match, or not."""
        raise NotImplementedError

    def set_terms(self, terms: Terms) -> None:
        """Set how the table is run (owner only, at any time; a new clock counts from the next decision)."""
        raise NotImplementedError

    def kick(self, name: str) -> None:
        """Send a person away from the table, whether they play or watch (owner only).

        They cannot come back with their token. In a match a program takes over their seat for good.
        """
        raise NotImplementedError

    def pause(self, on: bool = True) -> None:
        """Let the match stand still, with all clocks, graces and actions; or (not `on`) go on (owner only)."""
        raise NotImplementedError

    def replace(self, seat: int, bot: str = "") -> None:
        """Give the seat of somebody who is away to a program for good (owner only); as in `add_bot`."""
        raise NotImplementedError

    def end_match(self) -> None:
        """Break off the match for everybody (owner only); it counts for nobody."""
        raise NotImplementedError

    def hand_over(self, name: str) -> None:
        """Make somebody who is here the owner of the table (owner only)."""
        raise NotImplementedError

    @abstractmethod
    def say(self, text: str) -> None:
        """Say something to everybody at the table."""

    @abstractmethod
    async def close(self) -> None:
        """Leave the table and let go of everything that belongs to this client."""
