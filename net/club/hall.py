"""The hall of a club: people come in, look at the list of tables, talk, and go to a table.

`Hall.handle` takes everything that has arrived since the last call (one tick) and returns a `HallResult`: what to send,
which connections to end, which tables to open, close and suspend, what to look up, and when to call it again. It has no
clock, no chance and no I/O. Those who run tables post `TableRowChanged` and `TableClosed` for all tables of the club,
and answer each `OpenOrder` with `TableOpened` or `OpeningFailed`, and each `LookUpOrder` with `LookUpAnswered`.

What changes in the list, and what is said, is gathered and sent every `net.limits.HALL_UPDATE_SECONDS`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from core import RulesError
from net.club.administration import (
    SENT_AWAY_FROM_CLUB_SENTENCE,
    Administration,
    HallBroadcast,
)
from net.club.hall_people import HallPeople, HallPerson, KnownPerson
from net.club.list_window import ListWindows
from net.club.table_lifecycle import SeatOrder, TableLifecycle
from net.club.table_list import TableList
from net.club.table_requests import TableRequests, refusal_because
from net.club.tick import (
    ArrivalOrder,
    ClubStopRequested,
    HallInput,
    HallResult,
    HostsChanged,
    LookUpAnswered,
    LookUpOrder,
    OpeningFailed,
    OrderAnswered,
    PeopleElsewhereCounted,
    PersonEnteredElsewhere,
    PersonReported,
    SeatAnswered,
    TableClosed,
    TableOpened,
    TableRowChanged,
)
from net.errors import (
    CLUB_CLOSED_SENTENCE,
    LEFT_CLUB_SENTENCE,
    CodeRejected,
    HostGone,
    Malformed,
    NetError,
    Rejected,
    SessionEnded,
    TooSlow,
)
from net.limits import (
    HALL_CHAT_LINES_AT_ONCE,
    HALL_CHAT_LINES_PER_SECOND,
    HALL_RECORD_PIECES_OF_ALL_AT_ONCE,
    HALL_RECORD_PIECES_OF_ALL_PER_SECOND,
    HALL_UPDATE_SECONDS,
    MAX_CHAT_CELLS,
    MAX_HALL_PEOPLE,
    MAX_HALL_UPDATE_BYTES,
    MAX_NAME_CELLS,
    MAX_SLOW_SECONDS,
    MIN_HALL_UPDATE_BYTES_FOR_TABLES,
)
from net.protocol.messages import (
    Bye,
    ChatLine,
    ClientMessage,
    ClubHosts,
    ConnectionFailed,
    GiveOrder,
    HallWelcome,
    Hello,
    OpenTable,
    Ping,
    PlayNow,
    Pong,
    RequestRecord,
    SendChat,
    ServerMessage,
    ShowMatches,
    ShowTables,
    ShowTotals,
    encode_message,
)
from net.protocol.rate_limit import TokenBucket
from net.protocol.refusals import CHAT_TOO_FAST_SENTENCE, HELLO_FIRST_SENTENCE
from net.protocol.sanitize import clean_text
from net.security.hall_tokens import HallTokens
from net.security.table_code import is_same_code
from net.table.presence import RETURNED_ELSEWHERE_SENTENCE
from net.table.state import ImpossibleRequest
from net.table.tick import (
    ConnectionId,
    ConnectionLost,
    ConnectionToEnd,
    HostClosing,
    MessageReceived,
    MessageToSend,
    WritingPaused,
    WritingResumed,
)

CLUB_ASKS_FOR_CODE_SENTENCE: Final = "This club asks for a code; on the command line give it with --code."
"""The answer to a hello without a code, where the club asks for one."""
WRONG_CLUB_CODE_SENTENCE: Final = "This club asks for a code, and that was not it."
"""The answer to a hello with a wrong code."""

HALL_IS_FULL_SENTENCE: Final = f"The hall is full: {MAX_HALL_PEOPLE} people are here."
"""The answer to a hello when the hall has as many people as it may have."""
NOT_IN_THE_HALL_SENTENCE: Final = "Do that at a table; this is a club's hall."
"""The refusal, in the hall, of a request that only a table can carry out."""


LOOKED_TOO_OFTEN_SENTENCE: Final = "Not so fast: wait a moment, and look again."
"""The refusal to a person who looks through the list, matches or totals too often."""


class Hall:
    """The hall of the club called `name`.

    Everybody who comes in is asked for `code`, unless it is empty. `tokens` makes and recognises the tokens of people.
    `known` are the people whom the club knew when its last process ended (`known_people`). `now` is the real time in
    seconds.
    """

    def __init__(
        self, name: str, tokens: HallTokens, code: str = "", now: float = 0.0, known_people: Sequence[KnownPerson] = ()
    ) -> None:
        self.name = clean_text(name, MAX_NAME_CELLS)
        self.code = code
        self.id = tokens.club_id
        self.guest_ports = (0, False, 0)
        self._hosts = ClubHosts(())
        self._people_elsewhere = 0
        self._tables = TableList()
        self._people = HallPeople(tokens, self.name, known_people, now)
        self._lifecycle = TableLifecycle(self._tables, now)
        self._administration = Administration(
            tokens.organiser_key, self.name, self._people, self._tables, self._say_as_club, self._send_away, now
        )
        self._requests = TableRequests(
            self._people, self._lifecycle, self._administration, self._send, lambda order: self._orders.append(order)
        )
        self._windows = ListWindows(self._tables)
        self._lines: deque[ChatLine] = deque()
        self._chat_rate = TokenBucket(HALL_CHAT_LINES_PER_SECOND, HALL_CHAT_LINES_AT_ONCE, now)
        self._piece_rate = TokenBucket(HALL_RECORD_PIECES_OF_ALL_PER_SECOND, HALL_RECORD_PIECES_OF_ALL_AT_ONCE, now)
        self._orders: list[LookUpOrder | HallBroadcast | SeatOrder | ArrivalOrder] = []
        self._updated_at = float("-inf")
        self._now = now
        self._sends: list[MessageToSend] = []
        self._drops: list[ConnectionToEnd] = []
        self._handlers: Mapping[type, Callable[[HallPerson, Any], None]] = {
            ShowTables: self._show_tables,
            OpenTable: lambda person, message: self._requests.open_table(person, message, self._now),
            PlayNow: lambda person, message: self._requests.play_now(person, message, self._now),
            SendChat: self._send_chat,
            ShowMatches: self._order_results,
            ShowTotals: self._order_results,
            RequestRecord: self._fetch_record,
            GiveOrder: self._give_order,
            Bye: self._handle_goodbye,
            Ping: _ignore_keepalive_in_hall,
            Pong: _ignore_keepalive_in_hall,
        }

    # What a host asks

    @property
    def people(self) -> int:
        """The number of people in the hall."""
        return len(self._people.connected)

    @property
    def people_of_club(self) -> int:
        """The number of people in the halls of all hosts of the club, as everybody sees it."""
        return self.people + self._people_elsewhere

    @property
    def tables(self) -> int:
        """The number of tables of the club, as everybody in the hall sees it: also those where nobody is."""
        return len(self._tables)

    @property
    def tables_with_room(self) -> int:
        """The number of tables at which anybody can sit down now."""
        return sum(row.has_room for row in self._tables)

    def is_code(self, code: str) -> bool:
        """Return whether this is the code of the club, or the club has none."""
        return not self.code or is_same_code(code, self.code)

    @property
    def known_people_version(self) -> int:
        """A number that changes whenever `known_people` may have changed."""
        return self._people.version

    @property
    def known_people(self) -> tuple[KnownPerson, ...]:
        """The people whom the club knows, in the hall or not, as they are kept over a restart."""
        return self._people.known_people

    def id_of(self, tokens: Sequence[str]) -> str:
        """Return the public identifier of the person with one of these tokens, "" if the club has issued none."""
        return self._people.id_of(tokens)

    def is_sent_away(self, person_id: str) -> bool:
        """Return whether an organiser has sent the person with this identifier away from the club for good."""
        person = self._people.find_by_id(person_id)
        return person is not None and person.sent_away

    def was_sent_away(self, hello: Hello) -> bool:
        """Return whether an organiser has sent the sender of a hello away, or somebody whose token their program has
        got for another name."""
        tokens = (*hello.tokens, *hello.tokens_of_other_names)
        return any(self.is_sent_away(self.id_of([token])) for token in tokens)

    @property
    def is_closing(self) -> bool:
        """Whether the club has been told to stop."""
        return self._administration.is_closing

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everybody whom the club knows."""
        return tuple(person.name for person in self._people.known_people)

    def name_of(self, person_id: str) -> str:
        """Return the name of the person with this identifier, "" if the club does not know them."""
        person = self._people.find_by_id(person_id)
        return "" if person is None else person.name

    # Ticks

    def handle(self, inputs: Sequence[HallInput], now: float) -> HallResult:
        """Carry out what has arrived since the last call, and all that is due at the real time `now`, in seconds.

        Returns what the runner of the hall has to do afterwards.
        """
        self._now = now
        self._sends, self._drops = [], []
        for item in inputs:
            self._handle_input(item)
        self._drop_slow_readers()
        self._administration.end_club_if_due(now)
        lifecycle, administration = self._lifecycle, self._administration
        own_orders, self._orders = self._orders, []
        orders = (*lifecycle.take_orders(), *lifecycle.due_orders(now), *administration.take_orders(), *own_orders)
        if self._has_something_to_send and now >= self._updated_at + HALL_UPDATE_SECONDS:
            self._send_updates()
        wake_at = self._wake_at()
        return HallResult((), tuple(self._sends), tuple(self._drops), wake_at, orders)

    def _handle_input(self, item: HallInput) -> None:
        """Carry out one input, such as a message or the loss of a connection; input of a connection that has ended is
        ignored."""
        connected = self._people.connected
        match item:
            case MessageReceived(connection, message) if connection in connected:
                self._handle_request(connected[connection], message)
            case MessageReceived(connection, message):
                self._handle_hello(connection, message)
            case ConnectionLost(connection) if connection in connected:
                self._remove_person(connected[connection])
            case WritingPaused(connection) if connection in connected:
                self._windows.hide_window(connection)
                connected[connection].slow_since = self._now
            case WritingResumed(connection) if connection in connected:
                self._resume_window(connected[connection])
            case TableRowChanged(row, opener):
                self._lifecycle.put_row(row, opener, self._now)
                self._windows.record_change()
            case TableClosed(number):
                self._lifecycle.remove_table(number)
                self._windows.record_change()
            case TableOpened() | OpeningFailed():
                self._requests.answer_opening(item)
            case SeatAnswered(order, is_reserved):
                self._requests.answer_seat_request(order, is_reserved, self._now)
            case LookUpAnswered(connection, answer) if connection in connected:
                self._send(connected[connection], answer)
            case HostsChanged(addresses):
                self._hosts = ClubHosts(addresses)
                self._requests.may_have_other_halls = True  # also when the only other host is leaving
                self._lifecycle.hosts = max(1, len(addresses))
                self._sends.append(MessageToSend(tuple(connected), self._hosts))
            case HallBroadcast(to_tables=True, text=text):
                self._administration.tell_everybody(text)
            case HallBroadcast(name=name, text=text):
                self._lines.append(ChatLine(name, text))
            case PeopleElsewhereCounted(people):
                self._people_elsewhere = people
                self._windows.record_change()
            case PersonReported(known):
                self._record_person(known)
            case PersonEnteredElsewhere(id):
                self._end_visit_of_person_elsewhere(id)
            case ClubStopRequested(minutes, everywhere):
                self._administration.schedule_club_stop(minutes, self._now, everywhere=everywhere)
            case OrderAnswered(connection, text) if connection in connected:
                self._send(connected[connection], ChatLine(self.name, text))
            case HostClosing():
                self._close_hall()
            case _:
                pass

    # People

    def _handle_hello(self, connection: ConnectionId, message: ClientMessage) -> None:
        """Admit the sender of a hello, or end the connection with the reason."""
        if any(drop.connection == connection for drop in self._drops):
            return
        refusal = self._refusal(message)
        if refusal is not None:
            self._end_connection(connection, refusal)
            return
        assert isinstance(message, Hello)
        before = self._people.find_by_id(self._people.id_of(message.tokens))
        if before is not None and before.connection in self._people.connected:
            self._end_connection(before.connection, SessionEnded(RETURNED_ELSEWHERE_SENTENCE))
            self._windows.hide_window(before.connection)
        person = self._people.connect(connection, message.tokens, message.name, self._now)
        person.slow_since = None
        self._send(person, HallWelcome(person.token, self.id, self.name, person.name, *self.guest_ports))
        if self._hosts.addresses:
            self._send(person, self._hosts)
        self._orders.append(ArrivalOrder(person.id))
        self._windows.record_change()

    def _end_visit_of_person_elsewhere(self, id: str) -> None:
        """Disconnect a person who has come into the hall of another host, as a second connection to this hall would."""
        person = self._people.find_by_id(id)
        if person is not None and person.connection in self._people.connected:
            self._end_connection(person.connection, SessionEnded(RETURNED_ELSEWHERE_SENTENCE))
            self._remove_person(person)

    def _record_person(self, known: KnownPerson) -> None:
        """Record what another host reports of a person; if they were sent away there, they have to go here, too."""
        is_to_go = self._people.record_known(known, self._now)
        person = self._people.find_by_id(known.id)
        if is_to_go and person is not None:
            self._administration.send_away(person)

    def _refusal(self, message: ClientMessage) -> NetError | None:
        """Return the error that says why the sender of a first message may not come in; None if they may."""
        if not isinstance(message, Hello):
            return Malformed(HELLO_FIRST_SENTENCE)
        known = self._people.id_of(message.tokens)
        if self.was_sent_away(message):
            return Rejected(SENT_AWAY_FROM_CLUB_SENTENCE)
        if not known and not self.is_code(message.code):
            return CodeRejected(WRONG_CLUB_CODE_SENTENCE if message.code.strip() else CLUB_ASKS_FOR_CODE_SENTENCE)
        if self.people >= MAX_HALL_PEOPLE:
            return Rejected(HALL_IS_FULL_SENTENCE)
        return None

    def _handle_goodbye(self, person: HallPerson, message: Bye) -> None:
        """Take a person who says goodbye out of the hall."""
        self._end_connection(person.connection, SessionEnded(LEFT_CLUB_SENTENCE))
        self._remove_person(person)

    def _remove_person(self, person: HallPerson) -> None:
        """Take a person whose connection has ended out of the hall."""
        self._windows.hide_window(person.connection)
        person.list_request = None
        self._people.disconnect(person)
        self._windows.record_change()

    def _drop_slow_readers(self) -> None:
        """End the connections of people who have read nothing for `net.limits.MAX_SLOW_SECONDS`."""
        for person in list(self._people.connected.values()):
            if person.slow_since is not None and self._now >= person.slow_since + MAX_SLOW_SECONDS:
                self._end_connection(
                    person.connection, TooSlow("Your program has been too slow for the hall for too long.")
                )
                self._remove_person(person)

    def _close_hall(self) -> None:
        """Disconnect everybody, because the club closes."""
        for person in list(self._people.connected.values()):
            self._end_connection(person.connection, HostGone(CLUB_CLOSED_SENTENCE))
            self._remove_person(person)

    # Requests

    def _handle_request(self, person: HallPerson, message: ClientMessage) -> None:
        """Carry out a request of a person in the hall, or send them the reason why it is not possible."""
        try:
            handler = self._handlers.get(type(message))
            if handler is None:
                raise ImpossibleRequest(NOT_IN_THE_HALL_SENTENCE)
            handler(person, message)
        except (ImpossibleRequest, RulesError, NetError) as error:
            self._send(person, refusal_because(error))

    def _show_tables(self, person: HallPerson, message: ShowTables) -> None:
        """Send a person a window of the list now, and from now on what changes in it."""
        if not person.request_rate.spend(1, self._now):
            raise ImpossibleRequest(LOOKED_TOO_OFTEN_SENTENCE)
        person.list_request = message
        if person.slow_since is None:
            self._send(person, self._windows.show_window(person.connection, message, self.people_of_club))

    def _send_chat(self, person: HallPerson, message: SendChat) -> None:
        """Keep a line of chat until the next update, which sends it to everybody in the hall."""
        text = clean_text(message.text, MAX_CHAT_CELLS)
        if not text:
            return
        if not person.chat_rate.spend(1, self._now):
            raise ImpossibleRequest(CHAT_TOO_FAST_SENTENCE)
        if not self._chat_rate.spend(1, self._now):
            raise ImpossibleRequest("Too many people are talking: wait a moment, and say it again.")
        self._lines.append(ChatLine(person.name, text))
        if self._requests.may_have_other_halls:
            self._orders.append(HallBroadcast(name=person.name, text=text))

    # Matches and totals

    def _order_results(self, person: HallPerson, message: ShowMatches | ShowTotals) -> None:
        """Order the answer to a question about matches of the club or totals, unless the person asks too often."""
        if not person.request_rate.spend(1, self._now):
            raise ImpossibleRequest(LOOKED_TOO_OFTEN_SENTENCE)
        self._order_look_up(person, message)

    def _fetch_record(self, person: HallPerson, message: RequestRecord) -> None:
        """Order a piece of the record of a match to be read, unless the person asks too often."""
        if not person.piece_rate.spend(1, self._now):
            raise ImpossibleRequest("You have looked at many matches in a short time: wait a moment, and try again.")
        if not self._piece_rate.spend(1, self._now):
            raise ImpossibleRequest("Too many people are looking at matches: wait a moment, and try again.")
        self._order_look_up(person, message)

    def _order_look_up(self, person: HallPerson, request: ShowMatches | ShowTotals | RequestRecord) -> None:
        """Order the host to answer a request, unless the person's connection takes no answers for the moment."""
        if person.slow_since is None:
            self._orders.append(LookUpOrder(person.connection, person.name, request))

    # The club itself

    def _give_order(self, person: HallPerson, message: GiveOrder) -> None:
        """Carry out an order of an organiser of the club, and send them the answer."""
        for line in self._administration.carry_out(person, message.order, self._now):
            self._send(person, ChatLine(self.name, line))

    def _say_as_club(self, text: str) -> None:
        """Send a line to everybody in the hall, under the name of the club."""
        self._lines.append(ChatLine(self.name, text))

    def _send_away(self, person: HallPerson) -> None:
        """End the connection of a person who is sent away."""
        self._end_connection(person.connection, Rejected(SENT_AWAY_FROM_CLUB_SENTENCE))
        self._remove_person(person)

    # The list of tables

    def _resume_window(self, person: HallPerson) -> None:
        """Send a person whose connection takes messages again the window that they have asked for."""
        person.slow_since = None
        if person.connection not in self._windows and person.list_request is not None:
            self._send(person, self._windows.show_window(person.connection, person.list_request, self.people_of_club))

    def _send_updates(self) -> None:
        """Send everybody the chat and the changes in their windows; what an update has no room for comes later."""
        self._updated_at = self._now
        budget = MAX_HALL_UPDATE_BYTES
        readers = tuple(one.connection for one in self._people.connected.values() if one.slow_since is None)
        while self._lines and budget > 2 * MIN_HALL_UPDATE_BYTES_FOR_TABLES:
            line = self._lines.popleft()
            self._sends.append(MessageToSend(readers, line))
            budget -= len(encode_message(line))
        for connections, change in self._windows.take_changes(self.people_of_club, budget):
            self._sends.append(MessageToSend(connections, change))

    @property
    def _has_something_to_send(self) -> bool:
        """Whether something has still to be sent with an update."""
        return self._windows.has_changes or bool(self._lines)

    # Private methods

    def _send(self, person: HallPerson, message: ServerMessage) -> None:
        """Send a message to one person in the hall."""
        self._sends.append(MessageToSend((person.connection,), message))

    def _end_connection(self, connection: ConnectionId, error: NetError) -> None:
        """End a connection after the messages of this tick; the last of them says `error`."""
        self._sends.append(MessageToSend((connection,), ConnectionFailed(type(error).__name__, str(error))))
        self._drops.append(ConnectionToEnd(connection, error))

    def _wake_at(self) -> float | None:
        """Return the real time at which something is due next; None if nothing is."""
        connected = self._people.connected.values()
        times = [person.slow_since + MAX_SLOW_SECONDS for person in connected if person.slow_since is not None]
        if self._has_something_to_send:
            times.append(max(self._now, self._updated_at + HALL_UPDATE_SECONDS))
        times += [at for at in (self._lifecycle.next_due_at, self._administration.wake_at) if at is not None]
        return min(times, default=None)


def _ignore_keepalive_in_hall(person: HallPerson, message: Ping | Pong) -> None:
    """Do nothing with a ping or pong: the endpoint has answered it already."""
