"""The client of a person in a club's hall: its copy of the list of tables, and a hall that lies."""

from __future__ import annotations

import pytest

from net.client.events import HostLost
from net.client.hall import RemoteHallClient, TableGranted, TableListChanged
from net.client.join_spec import HostSpec
from net.errors import CodeRejected, Malformed
from net.limits import MAX_HALL_ROWS, MAX_SHORT_TEXT_CHARACTERS
from net.protocol.messages import (
    ChatLine,
    ConnectionFailed,
    GiveOrder,
    HallWelcome,
    MatchUpdate,
    RequestRefused,
    RowUpdate,
    SendChat,
    TableReady,
    TableRow,
    TablesChanged,
    TablesShown,
    Welcome,
)


def table_row(table_number, name="Ann's table"):
    """Return the row of a table."""
    return TableRow(table_number, name, "mad-queens", 4, 3, 1)


@pytest.fixture
async def hall_client():
    """Return a client that has come into a hall; its attribute `events` lists the events that it has reported."""
    one = RemoteHallClient(HostSpec("127.0.0.1"), "Ann")
    one.events = []
    one.set_listener(one.events.append)
    one.message_received(HallWelcome("t", "c", "Café", "Ann 2"))
    return one


async def test_list_of_tables_follows_the_changes_that_the_hall_sends(hall_client):
    hall_client.message_received(TablesShown(9, 3, 7, (table_row(1), table_row(2), table_row(3))))
    hall_client.message_received(
        TablesChanged(8, 2, 6, (1,), (RowUpdate(3, 0, 4, True),), (table_row(4), table_row(2, "Ours")))
    )
    assert [(one.number, one.name, one.free_seats, one.playing) for one in hall_client.rows] == [
        (2, "Ours", 3, False),
        (3, "Ann's table", 0, True),
        (4, "Ann's table", 3, False),
    ]
    assert (hall_client.tables, hall_client.found_count, hall_client.people) == (8, 2, 6)
    assert hall_client.events == [TableListChanged(), TableListChanged()]
    assert hall_client.is_listed
    hall_client.show_tables("x")
    assert not hall_client.is_listed


async def test_chat_line_that_begins_with_a_slash_is_sent_as_an_order(hall_client, monkeypatch):
    sent = []
    monkeypatch.setattr(hall_client, "_send", sent.append)
    hall_client.send_chat("/close  12")
    hall_client.send_chat("either/or")
    assert sent == [GiveOrder("close 12"), SendChat("either/or")]
    hall_client.send_chat("/say " + "x" * 300)
    assert len(sent[-1].order) == MAX_SHORT_TEXT_CHARACTERS


async def test_names_and_chat_of_others_are_cleaned_in_the_hall(hall_client):
    evil = "\x1b[2J[@click=app.quit]\u202eAnn"
    hall_client.message_received(HallWelcome("t", "c", evil, evil))
    hall_client.message_received(TablesShown(1, 1, 1, (TableRow(1, evil, evil, 4, 3, 1),)))
    hall_client.message_received(ChatLine(evil, evil))
    hall_client.message_received(RequestRefused(0, evil))
    texts = [hall_client.club_name, hall_client.name, hall_client.rows[0].name, hall_client.rows[0].game]
    heard, refused = hall_client.events[-2:]
    texts += [heard.name, heard.text, refused.reason]
    assert len(texts) == 7
    assert not any("\x1b" in text or "\u202e" in text for text in texts)


@pytest.mark.parametrize(
    "message",
    [
        TablesShown(1, 1, 1, tuple(map(table_row, range(MAX_HALL_ROWS + 1)))),
        TablesChanged(1, 1, 1, (), (), tuple(map(table_row, range(MAX_HALL_ROWS + 1)))),
        TablesChanged(1, 1, 1, (), (RowUpdate(5, 0, 0),)),
        Welcome("t"),
    ],
    ids=["too many rows", "too many changes", "unknown table", "a table"],
)
async def test_impossible_message_of_a_hall_is_refused_as_malformed(hall_client, message):
    with pytest.raises(Malformed):
        hall_client.message_received(message)


async def test_message_of_a_table_is_ignored_in_the_hall(hall_client):
    hall_client.message_received(MatchUpdate(1, ()))
    assert hall_client.events == []


async def test_offered_table_and_loss_of_the_host_are_reported_by_the_client_of_a_hall(hall_client):
    hall_client.message_received(TableReady(7, "queens"))
    hall_client.message_received(ConnectionFailed(CodeRejected.__name__, "No."))
    hall_client.report_host_lost("Again.")
    assert hall_client.events == [TableGranted(7, "queens"), HostLost("No.")]
    late = []
    hall_client.set_listener(late.append)
    assert late == [HostLost("No.")]
