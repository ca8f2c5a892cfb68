"""A hall of a club without a network: its visitors with copies of the list of tables, and the tables that the hall
orders to open.
"""

from __future__ import annotations

from msgspec.structs import replace

from net.club.administration import (
    AnnounceOrder,
    CloseForGoodOrder,
    EndOrder,
    NoMoreMatchesOrder,
    SendAwayOrder,
    StopOrder,
)
from net.club.hall import Hall
from net.club.table_lifecycle import CloseOrder, OpenOrder, SuspendOrder
from net.club.tick import (
    ArrivalOrder,
    LookUpOrder,
    OpeningFailed,
    OrderAnswered,
    TableClosed,
    TableOpened,
    TableRowChanged,
)
from net.limits import HALL_UPDATE_SECONDS, PROTOCOL_VERSION
from net.protocol.messages import (
    ChatLine,
    HallWelcome,
    Hello,
    RequestRefused,
    TableReady,
    TableRow,
    TablesChanged,
    TablesShown,
    encode_message,
)
from net.security.hall_tokens import HallTokens
from net.table.tick import ConnectionLost, MessageReceived

CLUB_SECRET = b"the secret of the club"
"""The secret of the club."""


def table_row(table_number, free_seats=4, people=0, name="", game="mad-queens", **other_fields):
    """Return the row of a table of four seats."""
    return TableRow(table_number, name or f"Table {table_number}", game, 4, free_seats, people, **other_fields)


class Visitor:
    """A person's end of a connection to a hall: the messages that they have been sent, and their copy of the list of
    tables.
    """

    def __init__(self, harness, connection):
        self.harness = harness
        self.connection = connection
        self.welcome = None
        self.rows = {}
        self.counts = None
        self.messages = []
        self.error = None

    def send(self, message):
        """Send a message to the hall, which handles it in the next tick, together with everything else that has
        arrived.
        """
        self.harness.inbox.append(MessageReceived(self.connection, message, "10.0.0.1"))

    def lose_connection(self):
        """Break the connection."""
        self.harness.inbox.append(ConnectionLost(self.connection))
        self.harness.visitors.pop(self.connection, None)

    def receive(self, message):
        """Receive a message of the hall, and apply it to the copy of the list of tables."""
        assert self.error is None, "nothing comes after the end"
        self.messages.append(message)
        match message:
            case HallWelcome():
                assert self.welcome is None
                self.welcome = message
            case TablesShown(tables, found, people, rows):
                self.counts, self.rows = (tables, found, people), {one.number: one for one in rows}
            case TablesChanged(tables, found, people, gone, updates, rows):
                self.counts = (tables, found, people)
                for table_number in gone:
                    del self.rows[table_number]
                for update in updates:
                    self.rows[update.number] = self.rows[update.number].with_update(update)
                self.rows |= {one.number: one for one in rows}

    @property
    def name(self):
        """The name that the hall has given this person."""
        return self.welcome.name

    @property
    def token(self):
        """The token that the hall has given this person."""
        return self.welcome.token

    def messages_of_kind(self, message_class):
        """Return the messages of the class `message_class` that the person has been sent, in order."""
        return [message for message in self.messages if isinstance(message, message_class)]

    @property
    def refusals(self):
        """The reasons for which requests were refused."""
        return [message.reason for message in self.messages_of_kind(RequestRefused)]

    @property
    def chat_lines(self):
        """The lines of chat that the person has been sent, each as (name, text)."""
        return [(line.name, line.text) for line in self.messages_of_kind(ChatLine)]

    @property
    def offered_tables(self):
        """The numbers and codes of the tables that the hall has offered to the person."""
        return [offer.number for offer in self.messages_of_kind(TableReady)]


class HallHarness:
    """A hall with a clock of its own, and the tables of its club.

    `tables` has the row of every table in the list; `set_row` and `close_table` change it.
    """

    def __init__(self, code="", process=b"1", known=()):
        self.now = 0.0
        tokens = HallTokens(CLUB_SECRET, process)
        self.key = tokens.organiser_key
        self.hall = Hall("Club", tokens, code, known_people=known)
        self.inbox = []
        self.visitors = {}
        self.tables = {}
        self.openers = {}
        self.arrivals = []
        self.openings = []
        self.refused_orders = []
        self.administrative = []
        self.look_ups = []
        self.wake_at = None
        self.update_bytes = {}
        self._connections = 0

    def add_visitor(self, name="Ann", tokens=(), code="", other_names=()):
        """Let a visitor say hello to the hall, with these tokens and this code of the club; return the visitor.

        `other_names` are the tokens that their program has got for other names.
        """
        self._connections += 1
        visitor = self.visitors[self._connections] = Visitor(self, self._connections)
        visitor.send(
            Hello(
                PROTOCOL_VERSION,
                name,
                code,
                other_tokens=tuple(tokens),
                tokens_of_other_names=tuple(other_names),
            )
        )
        return visitor

    def set_row(self, row, opener=""):
        """Open or change a table: give the hall its new row, and who has opened it, as the directory does."""
        self.tables[row.number] = row
        self.openers[row.number] = "" if row.suspended else opener or self.openers.get(row.number, "")
        self.inbox.append(TableRowChanged(row, self.openers[row.number]))

    def close_table(self, table_number):
        """Close the table of this number."""
        self.tables.pop(table_number, None)
        self.openers.pop(table_number, None)
        self.inbox.append(TableClosed(table_number))

    def tick(self):
        """Make the hall handle all messages that have arrived (a tick), and carry out its orders; return its result."""
        inbox, self.inbox = self.inbox, []
        result = self.hall.handle(inbox, self.now)
        self.wake_at = result.wake_at
        sizes = {}
        for send in result.sends:
            for connection in send.connections:
                if connection in self.visitors:
                    self.visitors[connection].receive(send.message)
                    if isinstance(send.message, TablesChanged | ChatLine):
                        sizes[connection] = sizes.get(connection, 0) + len(encode_message(send.message))
        self.update_bytes = sizes
        for drop in result.drops:
            visitor = self.visitors.pop(drop.connection, None)
            if visitor is not None:
                visitor.error = drop.error
        for order in result.orders:
            match order:
                case OpenOrder():
                    self.openings.append(order)
                case CloseOrder(table_number, if_suspended) if not if_suspended or self.tables[table_number].suspended:
                    self.close_table(table_number)
                case SuspendOrder(table_number) if not self.tables[table_number].people:
                    self.set_row(replace(self.tables[table_number], suspended=True))
                case CloseForGoodOrder(table_number):
                    self.close_table(table_number)
                    self.inbox.append(OrderAnswered(order.connection, order.answer_when_done))
                case StopOrder():
                    self.inbox.append(OrderAnswered(order.connection, order.answer_when_done))
                case SendAwayOrder() | AnnounceOrder() | NoMoreMatchesOrder() | EndOrder():
                    self.administrative.append(order)
                case ArrivalOrder(person):
                    self.arrivals.append(person)
                case LookUpOrder():
                    self.look_ups.append(order)
                case _:
                    self.refused_orders.append(order)
        return result

    def carry_out_oldest_order(self, table_number, *, fails=False):
        """Carry out the hall's oldest order to open a table: the table gets the number `table_number`; or with `fails`
        report that it could not be opened.
        """
        order = self.openings.pop(0)
        if fails:
            self.inbox.append(OpeningFailed(order.order_number, "It cannot be."))
            return order
        code = (order.code or "SECRET") if order.private else ""
        row = TableRow(table_number, order.name, order.game, order.seats, order.seats, 0, False, order.private)
        self.set_row(row, order.person)
        self.inbox.append(TableOpened(order.order_number, table_number, code))
        return order

    def wait(self, seconds=HALL_UPDATE_SECONDS):
        """Let `seconds` of virtual time pass; the hall handles what is due at the times that it asks for."""
        end = self.now + seconds
        self.tick()
        while self.wake_at is not None and self.wake_at <= end:
            self.now = max(self.now, self.wake_at)
            self.tick()
        self.now = end


def add_visitors(harness, *names):
    """Make people with these names come into the hall, and return them."""
    people = [harness.add_visitor(name) for name in names]
    harness.tick()
    return people
