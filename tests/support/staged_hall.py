"""A hall of a club without a network, for tests of the interface: its client records requests, its handle opens staged
tables.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from net.client.hall import TableListChanged
from net.errors import CodeRejected
from net.protocol.messages import MatchRow, SeatScore, TableRow
from tests.gallery.staged_client import StagedClient
from tui.connect.club import ClubInsteadOfTable, HallHandle
from tui.connect.found_host import FoundHost
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle

TABLES_OF_CLUB = (
    TableRow(3, "Ann's table", "mad-queens", 4, 3, 1),
    TableRow(12, "Bob's table", "big-queen", 4, 0, 4, True),
    TableRow(13, "Secret", "queen-bees-ii", 3, 0, 3, False, True),
    TableRow(14, "Strange", "bridge", 4, 4, 0),
)
"""Rows of the tables of the club; number 13 asks for a code."""

FINISHED_MATCH = MatchRow(
    17, "mad-queens", 5, 1_800_000_000, (SeatScore("Ann", 41), SeatScore("Ada", 30, True), SeatScore("Bob", 7))
)
"""A finished match in the list of the evening."""

PACKED_RECORD = zlib.compress(
    (Path(__file__).parents[1] / "conformance" / "records" / "mad-queens-1-default.txt").read_bytes()
)
"""The record of a match in packed form, as a host sends it."""

PRIVATE_TABLE_CODE = "mozart"
"""The code of table 13."""


class StagedHallClient:
    """A stand-in for the client of a person in a hall: it records the requests in `requests`; a test reports events by
    `report`.
    """

    def __init__(self, rows=TABLES_OF_CLUB, found=None):
        self.name = "Wanda"
        self.rows = rows
        self.tables = len(rows)
        self.found_count = len(rows) if found is None else found
        self.people = 5
        self.club_name = "Café"
        self.is_listed = True
        self.host_lost = ""
        self.web_port, self.web_encrypted, self.ssh_port = 8222, False, 2222
        self.requests = []
        self._listener = None

    def set_listener(self, listener):
        """Set the function that is called with each event from now on."""
        self._listener = listener

    def report(self, event):
        """Report an event to the listener."""
        self._listener(event)

    def change_rows(self, *rows, found_count=None):
        """Change the rows of the tables that the person sees, and report that."""
        self.rows = rows
        self.found_count = len(rows) if found_count is None else found_count
        self.report(TableListChanged())

    def show_tables(self, text="", *, with_room=False, after_number=0, row_count=0):
        """Record a request for tables."""
        self.requests.append(("show_tables", text, {"with_room": with_room, "after": after_number}))

    def open_table(self, game, *, seats=0, bots=0, options=None, name="", private=False, code=""):
        """Record a request to open a table, without the arguments that have their usual values."""
        asked = {"seats": seats, "bots": bots, "options": options or {}, "name": name}
        asked |= {"private": private, "code": code}
        self.requests.append(("open_table", game, {name: value for name, value in asked.items() if value}))

    def play_now(self, game=""):
        """Record a request for any table with a free seat."""
        self.requests.append(("play_now", game))

    def show_matches(self, before_number=0):
        """Record a request for the matches of the evening."""
        self.requests.append(("show_matches", before_number))

    def show_totals(self, game=""):
        """Record a request for the totals of a game, or for the ladder of all games."""
        self.requests.append(("show_totals", game))

    def fetch_record(self, match_number):
        """Record a request for the record of a match."""
        self.requests.append(("fetch_record", match_number))

    def send_chat(self, text):
        """Record a line of chat."""
        self.requests.append(("send_chat", text))


class StagedHall(HallHandle):
    """A stand-in for the handle of a hall, whose tables have staged clients; `visits` lists the tables that were
    opened.
    """

    notices = "You have not met this host before."
    request = TableRequest("join", address="192.168.1.20")
    join_code = ""
    address = "192.168.1.20:7433"

    def __init__(self, client=None):
        self.client = client or StagedHallClient()
        self.visits = []
        self.saved = 0
        self.has_left = False
        self.error = None

    def save_token(self):
        """Count how often the token of the hall was saved."""
        self.saved += 1

    async def open_table(self, number, code="", *, watch=False):
        """Return the handle of a staged table; table 13 asks for its code."""
        if number == 13 and code != PRIVATE_TABLE_CODE:
            raise CodeRejected("No.")
        if self.error is not None:
            raise self.error
        self.visits.append((number, code, watch))
        client = StagedClient("mad-queens", ("You", "Ada"), "7", {}, "192.168.1.20:7433")
        request = TableRequest("join", address="192.168.1.20", watch=watch)
        sentence = f"In the hall it is table {number}" + (f", and its code is {code}." if code else ".")
        return TableHandle(client, request, club_table_sentence=sentence)

    async def leave(self):
        """Record that the person has left."""
        self.has_left = True


class StagedClubInsteadOfTable(ClubInsteadOfTable):
    """The result of a request to join a table if the address is that of a club; `enter` returns the staged `hall`."""

    def __init__(self, hall):
        super().__init__(FoundHost(TableRequest("join", address="192.168.1.20"), "Wanda", None), "")
        self._hall = hall

    async def enter(self):
        """Return the staged hall."""
        return self._hall
