"""The client of a person in the hall of a club: `HallClient`, and over TCP `RemoteHallClient`, which `enter_hall`
returns.

For people in the process that runs the club: `net.host.local_club`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from net.client.events import ChatReceived, ConnectionRestored, HostLost, ReconnectAttempt, RefusalReceived
from net.client.host_link import HostLink
from net.client.join_spec import HostSpec
from net.client.session import ignore_report
from net.errors import Malformed, NetError, ReachedOtherHost, received_error
from net.limits import (
    MAX_CHAT_CELLS,
    MAX_HALL_ROWS,
    MAX_JOIN_SECONDS,
    MAX_NAME_CELLS,
    MAX_PACKED_RECORD_BYTES,
    MAX_REASON_CELLS,
    MAX_SHORT_TEXT_CHARACTERS,
    PROTOCOL_VERSION,
)
from net.protocol.field_types import Settings
from net.protocol.messages import (
    ChatLine,
    ClientMessage,
    ClubHosts,
    ConnectionFailed,
    GiveOrder,
    HallWelcome,
    Hello,
    MatchesShown,
    MatchRow,
    OpenTable,
    PlayNow,
    RecordPiece,
    RequestRecord,
    RequestRefused,
    SendChat,
    ServerMessage,
    ShowMatches,
    ShowTables,
    ShowTotals,
    TableElsewhere,
    TableReady,
    TableRow,
    TablesChanged,
    TablesShown,
    TotalsShown,
    Welcome,
)
from net.protocol.sanitize import clean_text
from net.transport.address_errors import check_port


class TableListChanged(Struct, frozen=True):
    """Event: the rows of the list of tables that the person sees have changed; they are in `HallClient.rows`."""


class TableGranted(Struct, frozen=True):
    """Event: the hall's answer to a person who has asked for a table, with the number of their table.

    `code` is the code of the table if the person has opened it with one, else "".
    """

    number: int
    code: str = ""


class RecordFetched(Struct, frozen=True):
    """Event: the answer to `HallClient.fetch_record`: the packed record of the match with this `match_number`, b"" if
    the club has none to show."""

    match_number: int
    packed_record: bytes


HallAnswer: TypeAlias = MatchesShown | TotalsShown | RecordFetched
"""An answer of a hall to a question about the matches of the club or the totals of the evening."""

HallEvent = (
    TableListChanged
    | TableGranted
    | HallAnswer
    | ChatReceived
    | RefusalReceived
    | ReconnectAttempt
    | ConnectionRestored
    | HostLost
)
"""Any event in a hall that its client reports."""


class HallClient:
    """One person's session in the hall of a club, across reconnects, without I/O: no socket, no event loop, no clock.

    A subclass exchanges the messages with the hall: it implements `_send`, calls `message_received` with every message
    of the hall and `report_host_lost` when the club is gone for good. `_finish_admission` is called when the hall has
    let the person in, `_report_failure` with the error for which it ends the connection.

    `name` is what the person is called there, `token` the secret that brings them back. `rows` are the tables that they
    see, in the order of the list: those that `show_tables` has asked for, as far as there is room. `found_count` is how
    many tables fit that search, `tables` how many the club has, and `people` how many people are in the hall.
    `is_listed` is whether an answer to the last `show_tables` has come, and `host_lost` why the club is lost for good,
    or empty. `hosts` are the addresses of all hosts of the club, if it has several.
    """

    def __init__(self, name: str, code: str = "", token: str = "") -> None:
        self.name = name
        self.token = token
        self.club_id = ""
        self.club_name = ""
        self.web_port = self.ssh_port = 0
        self.web_encrypted = False
        self.tables = self.found_count = self.people = 0
        self.host_lost = ""
        self.hosts: tuple[str, ...] = ()
        self.is_listed = False
        self._code = code
        self._wanted = ShowTables()
        self._rows: dict[int, TableRow] = {}
        self._fetching = 0  # the number of the match whose record is on its way
        self._fetched = bytearray()
        self._listener: Callable[[HallEvent], None] = ignore_report

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The tables that the person sees, in the order of the list."""
        return tuple(sorted(self._rows.values(), key=lambda row: row.sort_position))

    async def close(self) -> None:
        """Leave the hall; nothing more is reported."""
        raise NotImplementedError

    def _send(self, message: ClientMessage) -> None:
        """Send a message to the hall; it is dropped while there is no connection."""
        raise NotImplementedError

    def _finish_admission(self) -> None:
        """Record that the hall has let this person in."""
        raise NotImplementedError

    def _report_failure(self, error: NetError) -> None:
        """Record the error for which the hall ends the connection."""
        raise NotImplementedError

    def set_listener(self, listener: Callable[[HallEvent], None]) -> None:
        """Report to this function from now on what happens; a host that is lost already is reported at once."""
        self._listener = listener
        if self.host_lost:
            listener(HostLost(self.host_lost))

    # Requests

    def show_tables(
        self, text: str = "", *, with_room: bool = False, after_number: int = 0, row_count: int = MAX_HALL_ROWS
    ) -> None:
        """Ask for `row_count` tables of the list: those after the table with the number `after_number`, or the first
        for 0.

        Only those count in whose name, game or number `text` is found, and `with_room` only those where anybody can sit
        down now.
        """
        self._wanted = ShowTables(
            text[:MAX_SHORT_TEXT_CHARACTERS], with_room, after_number, max(1, min(row_count, MAX_HALL_ROWS))
        )
        self.is_listed = False
        self._send(self._wanted)

    def open_table(
        self,
        game: str,
        *,
        seats: int = 0,
        bots: int = 0,
        options: Settings | None = None,
        name: str = "",
        private: bool = False,
        code: str = "",
    ) -> None:
        """Ask for a new table of the game with this slug; the hall answers with `TableGranted` or a refusal.

        Without `seats` it has the usual number of the game; the last `bots` seats get bots. Without a `name` it is
        named after the person. A `private` table needs a code: `code`, or a new one if that is "".
        """
        self._send(OpenTable(game, seats, bots, options or {}, clean_text(name, MAX_NAME_CELLS), private, code))

    def play_now(self, game: str = "") -> None:
        """Ask for a table with room; one is opened if there is none.

        `game` is the slug of its game, or "" for any game.
        """
        self._send(PlayNow(game))

    def show_matches(self, before_number: int = 0) -> None:
        """Ask for the latest finished matches of the club, or for those before the match with the number
        `before_number`.

        The answer is reported as `MatchesShown`.
        """
        self._send(ShowMatches(before_number))

    def show_totals(self, game: str = "") -> None:
        """Ask for the totals of the evening in a game, or for the ladder; the answer is reported as `TotalsShown`."""
        self._send(ShowTotals(game))

    def fetch_record(self, match_number: int) -> None:
        """Ask for the record of a finished match, reported with `RecordFetched`; a refusal ends the wait for it."""
        self._fetching = match_number
        self._fetched.clear()
        self._send(RequestRecord(match_number, 0))

    def send_chat(self, text: str) -> None:
        """Send a line of chat to everybody in the hall, or after a slash an order of an organiser of the club."""
        if text.startswith("/"):
            self._send(GiveOrder(clean_text(text[1:], MAX_CHAT_CELLS)[:MAX_SHORT_TEXT_CHARACTERS]))
        else:
            self._send(SendChat(clean_text(text, MAX_CHAT_CELLS)))

    # Called by the subclass

    def hello_message(self) -> Hello:
        """Return the first message to the hall on a new connection."""
        return Hello(PROTOCOL_VERSION, clean_text(self.name, MAX_NAME_CELLS), self._code, token=self.token)

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the hall says; raises `Malformed` for one that no honest hall sends."""
        match message:
            case HallWelcome(token, club, club_name, name):
                self.token, self.club_id = token, club
                self.web_port, self.web_encrypted = message.web_port, message.web_encrypted
                self.ssh_port = message.ssh_port
                self._fetching = 0
                self.club_name, self.name = clean_text(club_name, MAX_NAME_CELLS), clean_text(name, MAX_NAME_CELLS)
                self._send(self._wanted)
                self._finish_admission()
            case TablesShown(tables, found, people, rows):
                self.tables, self.found_count, self.people = tables, found, people
                self._rows = {row.number: _clean_table_row(row) for row in rows}
                self._report_rows()
            case TablesChanged():
                self._change_rows(message)
            case ClubHosts(addresses):
                self.hosts = addresses
            case TableReady(number, code):
                self._listener(TableGranted(number, code))
            case MatchesShown(rows):
                self._listener(replace(message, rows=tuple(map(_clean_match_row, rows))))
            case TotalsShown(game, _, rows, own):
                cleaned = tuple(replace(row, name=clean_text(row.name, MAX_NAME_CELLS)) for row in rows)
                own = own and replace(own, name=clean_text(own.name, MAX_NAME_CELLS))
                self._listener(replace(message, game=clean_text(game, MAX_NAME_CELLS), rows=cleaned, own_row=own))
            case RecordPiece():
                self._add_piece(message)
            case ChatLine(name, text):
                self._listener(ChatReceived(clean_text(name, MAX_NAME_CELLS), clean_text(text, MAX_CHAT_CELLS)))
            case RequestRefused(_, reason):
                self._fetching = 0
                self._listener(RefusalReceived(clean_text(reason, MAX_REASON_CELLS)))
            case ConnectionFailed(kind, reason):
                self._report_failure(received_error(kind, clean_text(reason, MAX_REASON_CELLS)))
            case Welcome():
                raise Malformed("There is a single table at that address now, not a club.")
            case _:
                pass

    def _change_rows(self, change: TablesChanged) -> None:
        """Update the rows; raises `Malformed` for an update of an unknown table, or too many rows."""
        self.tables, self.found_count, self.people = change.tables, change.found, change.people
        for number in change.gone:
            self._rows.pop(number, None)
        for update in change.updates:
            if update.number not in self._rows:
                raise Malformed("The hall has changed a table that it has not shown.")
            self._rows[update.number] = self._rows[update.number].with_update(update)
        for row in change.rows:
            self._rows[row.number] = _clean_table_row(row)
        self._report_rows()

    def _add_piece(self, piece: RecordPiece) -> None:
        """Add a piece to the record that is fetched; ask for the next piece, or after the last one report the
        record."""
        if piece.match_number != self._fetching or piece.first_byte != len(self._fetched):
            return
        self._fetched += piece.data
        if piece.data and len(self._fetched) < min(piece.total_bytes, MAX_PACKED_RECORD_BYTES):
            self._send(RequestRecord(piece.match_number, len(self._fetched)))
            return
        self._fetching, packed = 0, bytes(self._fetched)
        self._fetched.clear()
        self._listener(RecordFetched(piece.match_number, packed if len(packed) == piece.total_bytes else b""))

    def _report_rows(self) -> None:
        """Report the changed list; raises `Malformed` if there are more rows than anybody can ask for."""
        if len(self._rows) > MAX_HALL_ROWS:
            raise Malformed("The hall shows more tables than were asked for.")
        self.is_listed = True
        self._listener(TableListChanged())

    def report_host_lost(self, reason: str) -> None:
        """Report that the host is lost for good, for a `reason`; only the first call has an effect."""
        if not self.host_lost:
            self.host_lost = reason
            self._listener(HostLost(reason))


class RemoteHallClient(HostLink, HallClient):
    """The client of a person in the hall of a club on another machine; make one with `enter_hall`."""

    def __init__(self, host: HostSpec, name: str, code: str = "", *, token: str = "") -> None:
        HostLink.__init__(self, replace(host, find_hosts=lambda: self.hosts))
        HallClient.__init__(self, name, code if host.trust is None else host.trust.secret, token)

    async def enter(self) -> None:
        """Connect, and wait until the hall has let this person in.

        Raises `NetError` if it cannot be reached or refuses them.
        """
        await self._enter(MAX_JOIN_SECONDS)

    async def close(self) -> None:
        """Leave the hall; nothing more is reported."""
        self._listener = ignore_report
        await super().close()

    # Called by the link and its connection

    def hello_for_host(self, host: str) -> Hello:
        """Return the hello on a new connection."""
        return self.hello_message()

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the hall says, and report its effects as events.

        Raises `ReachedOtherHost` if people are to come to the hall of another host.
        """
        if isinstance(message, TableElsewhere) and self._waits_for_admission:
            raise ReachedOtherHost(message.address)
        HallClient.message_received(self, message)

    def report_host_lost(self, reason: str) -> None:
        """Report that the host is lost for good, for a `reason`; only the first call has an effect."""
        HostLink.report_host_lost(self, reason)
        HallClient.report_host_lost(self, reason)

    def _report_attempt(self, seconds_left: float) -> None:
        """Report an attempt to reach the club again."""
        self._listener(ReconnectAttempt(seconds_left))

    def _report_reconnected(self) -> None:
        """Report that the person is in the hall again."""
        self._listener(ConnectionRestored())


async def enter_hall(host: HostSpec, name: str, code: str = "", *, token: str = "") -> RemoteHallClient:
    """Come into the hall of the club at a host, and return the client of the person called `name`.

    `code` is the code of the club, for a host without `trust`, and `token` that of an earlier `HallClient`, or of
    `net.errors.ReachedClub`. Raises `net.errors.HostGone` if nothing answers, another `NetError` if the club refuses
    the person, or is not the expected one.
    """
    check_port(host.port)
    client = RemoteHallClient(host, name, code, token=token)
    await client.enter()
    return client


def _clean_table_row(row: TableRow) -> TableRow:
    """Return a row with clean texts, which are shown to the person."""
    return replace(row, name=clean_text(row.name, MAX_NAME_CELLS), game=clean_text(row.game, MAX_NAME_CELLS))


def _clean_match_row(row: MatchRow) -> MatchRow:
    """Return a row of the list of matches with clean texts."""
    scores = tuple(replace(one, name=clean_text(one.name, MAX_NAME_CELLS)) for one in row.scores)
    return replace(row, game=clean_text(row.game, MAX_NAME_CELLS), scores=scores)
