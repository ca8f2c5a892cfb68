"""What a person's interface holds of a host, near or far: what it is told, and what it may ask for.

The interface never knows whether the host is in another room or in the same process. It keeps a `Client`,
asks for things by its methods, and is told everything as an *event*, on the event loop, in order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from core import Action, Change, Standing, Value, View


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who sits in a seat: `bot` names the program that plays it, `here` is False while its person is away.

    An empty `name` is a free seat.
    """

    seat: int
    name: str = ""
    bot: str = ""
    here: bool = True
    ready: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as everybody at it sees it.

    `phase` is ``lobby`` before the first match and between matches, ``playing`` during one. `owner` is the
    seat or None; only the owner changes the game, its options and the seats, and starts a match. `watchers`
    names those who watch, the first few of them if there are many; `watching` is how many there are.
    """

    name: str
    game: str
    options: Mapping[str, Value]
    seats: tuple[SeatState, ...]
    watchers: tuple[str, ...]
    phase: str
    matches: int
    address: str
    owner: int | None = None
    watching: int = 0


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The table is as `table` now says: somebody came, sat down, left, or a setting changed."""

    table: TableState


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """A match begins, or goes on for somebody who has just come: `view` is all that this client may know.

    `names` are the seats' names for this match; `opening` the changes of setting up, for the log, already
    contained in the view.
    """

    view: View
    names: tuple[str, ...]
    opening: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """Something happened in the match: `changes` led to `view`."""

    changes: tuple[Change, ...]
    view: View


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; `standings` are final."""

    standings: tuple[Standing, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The host did not do what was asked, for a `reason` in one sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What was asked counts only in so many `seconds`, to be fair to slow lines: it happens then, or is refused."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something about the people here, in one sentence from the table itself: who came, went, or is back."""

    text: str


@dataclass(frozen=True, slots=True)
class Reconnecting:
    """The connection is gone, and the client tries to come back by itself; in `seconds_left` it gives up (`Lost`).

    It comes again with every try. What is asked for meanwhile does not reach the host, but for the last action.
    """

    seconds_left: float


@dataclass(frozen=True, slots=True)
class Reconnected:
    """The connection is back, and everything has been told anew."""


@dataclass(frozen=True, slots=True)
class StartedAnew:
    """The connection is back, but the table is another one: the host was started anew, as `reason` says.

    It comes instead of `Reconnected`, before everything about the new table is told. What was played is gone.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone for good, for a `reason` in one sentence; nothing more will come."""

    reason: str


Event: TypeAlias = (
    TableChanged
    | MatchBegan
    | Played
    | MatchEnded
    | Refused
    | HeldBack
    | Said
    | Noticed
    | Reconnecting
    | Reconnected
    | StartedAnew
    | Lost
)
"""What a client tells; more kinds may come, so a listener ignores those that it does not know."""


class Client(ABC):
    """One person's end of a table.

    `name` is what the person is called here, `seat` where they sit (None: watching), `owner` whether they
    run the table, `table` and `view` the latest of each (None before there is one). Every method only asks;
    what comes of it arrives as an event, a refusal included.
    """

    name: str
    seat: int | None
    owner: bool
    table: TableState | None
    view: View | None
    names: tuple[str, ...]

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
        """Sit down in a free seat, or in the first one there is."""

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
        """Begin a match (owner only); free seats are filled with bots."""

    @abstractmethod
    def say(self, text: str) -> None:
        """Say something to everybody at the table."""

    @abstractmethod
    async def close(self) -> None:
        """Leave the table and let go of everything that belongs to this client."""
