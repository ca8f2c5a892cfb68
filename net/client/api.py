"""What a person's interface holds of a host, near or far: what it is told, and what it may ask for.

The interface never knows whether the host is in another room or in the same process. It keeps a `Client`,
asks for things by its methods, and is told everything as an *event*, on the event loop, in order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from core import Action, Change, Standing, Value, View
from net.limits import GRACE_SECONDS


class SeatInfo(Struct, frozen=True):
    """Who sits in a seat: `bot` names the program that plays it, `here` is False while its person is away.

    An empty `name` is a free seat. Somebody away is waited for until `away_until`, a time by `Client.now`; when
    that is past, the program `stand_in` plays for them until they are back. `ready` is what they say of
    themselves before a match; nothing depends on it.
    """

    seat: int
    name: str = ""
    bot: str = ""
    here: bool = True
    ready: bool = False
    stand_in: str = ""
    away_until: float | None = None


class Terms(Struct, frozen=True):
    """How a table is run, whatever it plays.

    `clock` is how many seconds every decision may take (0: as long as one likes); then the game's automatic
    action is done, and who lets it come to that three times in a row is away. `grace` is how many seconds
    somebody who is away is waited for before a program stands in. `take_over` is whether those who watch may take
    over the seat of a program.
    """

    clock: int = 0
    grace: int = GRACE_SECONDS
    take_over: bool = True


class Total(Struct, frozen=True):
    """How a person has done at this table so far: matches, wins, and points in the game that it plays now."""

    name: str
    matches: int
    wins: int
    points: int


class Clock(Struct, frozen=True):
    """The clock of the decision that is waited for: `total` seconds, which run out at `until` by `Client.now`.

    A client's own decision comes first; else it is the `seat` that is waited for, or None for several, of which
    the last counts. `until` is None where it would betray how far somebody is in a sealed play.
    """

    total: float
    until: float | None
    seat: int | None = None


class TableInfo(Struct, frozen=True):
    """A table as everybody at it sees it.

    `phase` is ``lobby`` before the first match and between matches, ``playing`` during one. `owner` is the seat
    or None of who runs the table, `owner_name` what they are called, also if they only watch; nobody else changes
    the game, its options and the seats, and starts a match. `watchers` names those who watch, the first few of them
    if there are many; `watching` is how many there are. While it is `paused` nothing happens in the match, and its
    clocks stand still. `totals` is how those who have played here have done, best first, the first few of them.
    """

    name: str
    game: str
    options: Mapping[str, Value]
    seats: tuple[SeatInfo, ...]
    watchers: tuple[str, ...]
    phase: str
    matches: int
    address: str
    owner: int | None = None
    watching: int = 0
    terms: Terms = Terms()
    paused: bool = False
    totals: tuple[Total, ...] = ()
    owner_name: str = ""


class TableChanged(Struct, frozen=True):
    """The table is as `table` now says: somebody came, sat down, left, or a setting changed."""

    table: TableInfo


class MatchBegan(Struct, frozen=True):
    """A match begins, or goes on for somebody who has just come: `view` is all that this client may know.

    `names` are the seats' names for this match; `opening` the changes of setting up, for the log, already
    contained in the view.
    """

    view: View
    names: tuple[str, ...]
    opening: tuple[Change, ...]


class Played(Struct, frozen=True):
    """Something happened in the match: `changes` led to `view`."""

    changes: tuple[Change, ...]
    view: View


class MatchEnded(Struct, frozen=True):
    """The match is over; `standings` are final."""

    standings: tuple[Standing, ...]
    names: tuple[str, ...]


class MatchStopped(Struct, frozen=True):
    """The match was broken off, for a `reason` in one sentence, and counts for nobody; the table is in the lobby."""

    reason: str


class Verified(Struct, frozen=True):
    """This end has checked by itself the match that has just ended, and says in one `sentence` what became of it.

    `fair` is True if the deal is proven fair and everything that was shown follows from it by the rules, False if
    something is wrong, and None if there is nothing wrong but no proof of the deal either.
    """

    fair: bool | None
    sentence: str


class ClockSet(Struct, frozen=True):
    """The clock of the decision that is waited for is now `clock`; None: none runs."""

    clock: Clock | None


class Refused(Struct, frozen=True):
    """The host did not do what was asked, for a `reason` in one sentence."""

    reason: str


class HeldBack(Struct, frozen=True):
    """What was asked counts only in so many `seconds`, to be fair to slow lines: it happens then, or is refused."""

    seconds: float


class Said(Struct, frozen=True):
    """Somebody said something."""

    name: str
    text: str


class Noticed(Struct, frozen=True):
    """Something about the people here, in one sentence from the table itself: who came, went, or is back."""

    text: str


class Reconnecting(Struct, frozen=True):
    """The connection is gone, and the client tries to come back by itself; in `seconds_left` it gives up (`Lost`).

    It comes again with every try. What is asked for meanwhile does not reach the host, but for the last action.
    """

    seconds_left: float


class Reconnected(Struct, frozen=True):
    """The connection is back, and everything that was missed meanwhile has been told."""


class StartedAnew(Struct, frozen=True):
    """The connection is back, but the table is another one: the host was started anew, as `reason` says.

    It comes instead of `Reconnected`, before everything about the new table is told. What was played is gone.
    """

    reason: str


class Lost(Struct, frozen=True):
    """The connection is gone for good, for a `reason` in one sentence; nothing more will come."""

    reason: str


Event: TypeAlias = (
    TableChanged
    | MatchBegan
    | Played
    | MatchEnded
    | MatchStopped
    | Verified
    | ClockSet
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

CAN_TAKE_OVER: Final = "A match is being played: you watch, and can take over the seat of a bot."
"""What the table notices for who comes during a match; how that is done is for each end to add."""


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
