"""`HallReader`: it calls one method of the interface for each event of a hall, and decides which part of the list to
ask for.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from net.client.events import ChatReceived, ConnectionRestored, HostLost, ReconnectAttempt, RefusalReceived
from net.client.hall import RecordFetched, TableGranted, TableListChanged
from net.protocol.messages import MatchesShown, TableRow, TotalsShown
from tui.table.hall_reader import HallReader
from tui.text.hall import (
    BACK_IN_HALL_SENTENCE,
    HALL_AWAY_SENTENCE,
    NO_FREE_SEATS_SENTENCE,
    NO_TABLES_YET_SENTENCE,
    NOTHING_FOUND_SENTENCE,
)

TABLE_ROW = TableRow(7, "Ann's table", "mad-queens", 2, 1, 1)
"""A row of the list of tables."""


class RecordingSubscriber:
    """A stand-in for an interface: it records which of its methods are called, with which arguments."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        return lambda *arguments: self.calls.append((name, *arguments))


class RecordedHallReader:
    """A `HallReader`, and records of what it does: calls of its interface, the number of saved tokens, and requests to
    the hall.
    """

    def __init__(self, rows=(), tables=0):
        self.list_requests = []
        self.token_save_count = 0
        self.subscriber = RecordingSubscriber()
        client = SimpleNamespace(
            rows=rows, tables=tables, show_tables=lambda text, **what: self.list_requests.append((text, what))
        )
        self.reader = HallReader(client, self.save)
        self.reader.subscribe(self.subscriber)

    def save(self):
        self.token_save_count += 1

    def read(self, *events):
        """Read events; return the calls of the interface."""
        for event in events:
            self.reader.read(event)
        return self.subscriber.calls


@pytest.mark.parametrize(
    ("event", "call"),
    [
        (TableListChanged(), ("on_tables_listed",)),
        (TableGranted(7), ("on_table_granted", TableGranted(7))),
        (MatchesShown(()), ("on_answer", MatchesShown(()))),
        (TotalsShown("", 0, ()), ("on_answer", TotalsShown("", 0, ()))),
        (RecordFetched(3, b""), ("on_answer", RecordFetched(3, b""))),
        (ChatReceived("Ann", "Hello"), ("on_chat", ChatReceived("Ann", "Hello"))),
        (RefusalReceived("No."), ("on_refusal", "No.")),
        (HostLost("The club is closed."), ("on_host_lost", "The club is closed.")),
    ],
)
def test_each_event_of_a_hall_calls_one_method_of_the_interface(event, call):
    assert RecordedHallReader().read(event) == [call]


def test_broken_connection_to_a_club_is_reported_once_and_the_token_saved_after_it():
    hall = RecordedHallReader()
    assert hall.read(ReconnectAttempt(30), ReconnectAttempt(29), ConnectionRestored(), ReconnectAttempt(30)) == [
        ("on_connection_news", HALL_AWAY_SENTENCE, False),
        ("on_connection_news", HALL_AWAY_SENTENCE, True),
        ("on_reconnected", BACK_IN_HALL_SENTENCE),
        ("on_connection_news", HALL_AWAY_SENTENCE, False),
    ]
    assert hall.token_save_count == 1


@pytest.mark.parametrize(("rows", "after_number"), [((TABLE_ROW,), 7), ((), 0)])
def test_next_tables_are_those_of_the_same_search_after_the_last_listed_one(rows, after_number):
    hall = RecordedHallReader(rows, 40)
    hall.reader.show_tables("queens", with_room=True)
    hall.reader.show_next_tables()
    assert hall.list_requests == [
        ("queens", {"with_room": True}),
        ("queens", {"with_room": True, "after_number": after_number}),
    ]


def test_reason_for_an_empty_list_of_tables_is_one_of_three():
    assert RecordedHallReader((TABLE_ROW,), 1).reader.why_no_tables == ""
    assert RecordedHallReader().reader.why_no_tables == NO_TABLES_YET_SENTENCE
    hall = RecordedHallReader(tables=3)
    hall.reader.show_tables("bees")
    assert hall.reader.why_no_tables == NOTHING_FOUND_SENTENCE
    hall.reader.show_tables(with_room=True)
    assert hall.reader.why_no_tables == NO_FREE_SEATS_SENTENCE
