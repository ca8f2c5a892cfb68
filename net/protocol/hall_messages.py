"""The messages between a client and the hall of a club, in both directions.

What a hall and a table have in common is in `net.protocol.client_messages` and `net.protocol.server_messages`: hello,
chat, refusals, goodbye, keepalive.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, field
from msgspec.structs import replace

from net.limits import MAX_HALL_ROWS, MAX_RESULTS_PER_HALL_MATCH
from net.protocol.field_types import Message, Settings, ShortText, WholeNumber

RowCount: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_HALL_ROWS)]
"""The number of rows of the list of tables that somebody is shown at a time."""


class TableRow(Message, frozen=True):
    """A table in the list of a club.

    `number` names the table in the club, and is never given to another one. `people` are there, players and spectators;
    `free_seats` of the `seats` are free. `playing` is whether a match is being played, `private` whether the table asks
    for a code. A table that is `suspended` is in the club's journal only: nobody is there, and it is resumed when
    somebody comes.
    """

    number: WholeNumber
    name: ShortText
    game: ShortText
    seats: WholeNumber
    free_seats: WholeNumber
    people: WholeNumber
    playing: bool = False
    private: bool = False
    suspended: bool = False

    @property
    def is_in_use(self) -> bool:
        """Whether somebody is at the table."""
        return bool(self.people) and not self.suspended

    @property
    def sort_position(self) -> tuple[bool, int]:
        """The key by which rows are sorted in the list: suspended tables come after the others, then by number."""
        return self.suspended, self.number

    @property
    def has_room(self) -> bool:
        """Whether anybody can sit down there now: it asks for no code, no match is being played, and a seat is free."""
        return bool(self.free_seats) and not self.playing and not self.private

    def with_update(self, update: RowUpdate) -> TableRow:
        """Return this row with the values that an update gives: free seats, people, and whether a match is being
        played."""
        return replace(self, free_seats=update.free_seats, people=update.people, playing=update.playing)


class RowUpdate(Message, frozen=True):
    """The changes in the row of a table, if no more than these fields have changed.

    The fields are those of `TableRow`: the `number` of the table, how many `free_seats` and `people` it has, and
    whether a match is being played there (`playing`).
    """

    number: WholeNumber
    free_seats: WholeNumber
    people: WholeNumber
    playing: bool = False


class SeatScore(Message, frozen=True):
    """The result of a seat in a finished match: the `name` of its player, whether that is a bot
    (`is_bot`), and the points."""

    name: ShortText
    score: int
    is_bot: bool = False


class MatchRow(Message, frozen=True):
    """A finished match in the list of a club.

    `number` names the match, `game` is the slug of the game, `seats` the number of seats, `ended` a time of day in
    seconds. `scores` are the best of the seats, best first.
    """

    number: WholeNumber
    game: ShortText
    seats: WholeNumber
    ended: WholeNumber
    scores: Annotated[tuple[SeatScore, ...], Meta(max_length=MAX_RESULTS_PER_HALL_MATCH)] = ()


START_RATING: Final = 1_000
"""The rating on the ladder of somebody who has played no match yet."""


class TotalRow(Message, frozen=True):
    """The totals of the person called `name` in the matches of an evening: of one game, or of all.

    `matches` is how many they have finished, `wins` how many of these they have won, `points` what they have in all.
    `rating` is what they have on the ladder, where everybody begins at `START_RATING`; in the totals of a game
    it is 0.
    """

    name: ShortText
    matches: WholeNumber
    wins: WholeNumber
    points: int
    rating: WholeNumber = 0


class ShowTables(Message, frozen=True, tag=64):
    """Request for a window of the list of tables: the first `row_count` tables that come after the table
    `after_number`.

    Only those count whose name, game or number contains `text`, if that is not empty; `with_room`: only those where
    anybody can sit down now. Answered by `TablesShown`, and then by `TablesChanged` until another window is asked for.
    """

    text: ShortText = ""
    with_room: bool = False
    after_number: WholeNumber = 0
    row_count: RowCount = MAX_HALL_ROWS


class OpenTable(Message, frozen=True, tag=65):
    """Request to open a table; answered by `TableReady` or `RequestRefused`.

    Without `seats` it has the usual number of the game. The last `bots` seats get bots. Without a `name` it is named
    after the person. With `needs_code` it gets a code, `code` if that is not empty.
    """

    game: ShortText
    seats: WholeNumber = 0
    bots: WholeNumber = 0
    options: Settings = field(default_factory=dict)
    name: ShortText = ""
    needs_code: bool = False
    code: ShortText = ""

    def __repr__(self) -> str:
        return f"OpenTable({self.game!r}, seats={self.seats}, name={self.name!r}, needs_code={self.needs_code})"


class PlayNow(Message, frozen=True, tag=66):
    """Request for a table with room, of this game or of any; answered by `TableReady` or `RequestRefused`."""

    game: ShortText = ""


class GiveOrder(Message, frozen=True, tag=67):
    """An order of an organiser of the club (`net.club.administration`); the first is ``run`` and the club's key.

    Answered by lines of chat of the club, that are sent to this person only, or by `RequestRefused`.
    """

    order: ShortText

    def __repr__(self) -> str:
        return "GiveOrder()"


class ShowMatches(Message, frozen=True, tag=68):
    """Request for the finished matches of the club that everybody may see, also of earlier evenings; answered by
    `MatchesShown`.

    Without `before_number` these are the latest, otherwise those before the match with that number.
    """

    before_number: WholeNumber = 0


class ShowTotals(Message, frozen=True, tag=69):
    """Request for the totals of the evening in the game with this slug, or for the ladder; answered by
    `TotalsShown`."""

    game: ShortText = ""


class HallWelcome(Message, frozen=True, tag=80):
    """The answer to the hello of somebody who is let into the hall.

    `token`, a secret, brings this person back, and is asked of them at every table of the club. `club` identifies the
    club, `club_name` is what it is called, and `name` is what this person is called in it. `web_port` is the port of
    the page for browsers, encrypted or not (`web_encrypted`), and `ssh_port` the one for ssh clients; 0 for none.
    """

    token: ShortText
    club: ShortText
    club_name: ShortText
    name: ShortText
    web_port: WholeNumber = 0
    web_encrypted: bool = False
    ssh_port: WholeNumber = 0

    def __repr__(self) -> str:
        return f"HallWelcome({self.club_name!r}, name={self.name!r})"


class TablesShown(Message, frozen=True, tag=81):
    """A window of the list of tables.

    There are `tables` in all, of which `found` fit what was asked for, and `people` in the hall.
    """

    tables: WholeNumber
    found: WholeNumber
    people: WholeNumber
    rows: tuple[TableRow, ...] = ()


class TablesChanged(Message, frozen=True, tag=82):
    """The changes in the window: the tables in `gone` leave it, then `updates` and whole `rows` come into it.

    `tables`, `found` and `people` are the present numbers, as in `TablesShown`. `gone` are numbers of tables.
    """

    tables: WholeNumber
    found: WholeNumber
    people: WholeNumber
    gone: tuple[WholeNumber, ...] = ()
    updates: tuple[RowUpdate, ...] = ()
    rows: tuple[TableRow, ...] = ()


class TableReady(Message, frozen=True, tag=83):
    """The number of the table that was opened for this person, or has room for them.

    `code` is its code if they opened it.
    """

    number: WholeNumber
    code: ShortText = ""

    def __repr__(self) -> str:
        return f"TableReady({self.number})"


class MatchesShown(Message, frozen=True, tag=84):
    """Finished matches of the club, the latest first; `has_earlier` is whether there are earlier ones.

    The record of each is fetched as at a table (`net.protocol.client_messages.RequestRecord`), by its number.
    """

    rows: Annotated[tuple[MatchRow, ...], Meta(max_length=MAX_HALL_ROWS)]
    has_earlier: bool = False


class TotalsShown(Message, frozen=True, tag=85):
    """The totals of the evening in the game with this slug, most wins first, or the ladder, for which it is "".

    Of `people` in all the first are in `rows`; if this person is another one, `own_row` is their row.
    """

    game: ShortText
    people: WholeNumber
    rows: Annotated[tuple[TotalRow, ...], Meta(max_length=MAX_HALL_ROWS)]
    own_row: TotalRow | None = None


class TableElsewhere(Message, frozen=True, tag=86):
    """The answer to the hello for a table that another host of the club runs, at this `address` (``HOST:PORT``).

    It is "" while the table changes hosts, so that none runs it: ask again soon. A host that cannot reach the club's
    store leads everybody to another one in this way, also from its hall.
    """

    address: ShortText = ""


class ClubHosts(Message, frozen=True, tag=87):
    """The `addresses` (``HOST:PORT``) of all hosts of a club: its hall and its tables are found at each of them."""

    addresses: tuple[ShortText, ...]


HallRequest: TypeAlias = ShowTables | OpenTable | PlayNow | GiveOrder | ShowMatches | ShowTotals
"""Any request that can be made only in the hall of a club."""

HallMessage: TypeAlias = (
    HallWelcome | TablesShown | TablesChanged | TableReady | MatchesShown | TotalsShown | TableElsewhere | ClubHosts
)
"""Any message that only the hall of a club sends."""
