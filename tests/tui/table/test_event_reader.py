"""The reader of a client's events: what it records of each event, and which method of its subscriber it calls."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from core import games
from net.client.events import (
    ActionDelay,
    ChatReceived,
    ConnectionRestored,
    DecisionClockChanged,
    HostLost,
    HostRestarted,
    MatchBegan,
    MatchChanged,
    MatchEnded,
    MatchStopped,
    NoticeReceived,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
    VerificationResult,
)
from tests.support.scripted_terminal import ScriptedClient, table_info
from tui.app.table_session import TableSession
from tui.line_mode.event_text import EventText
from tui.table.event_reader import EventReader, EventSubscriber

NEW_MATCH = games["mad-queens"].start(3, 1, {})
"""A match that has just begun."""

MATCH_BEGAN_EVENT = MatchBegan(NEW_MATCH.view(0), ("Ada", "Bea", "Cleo"), ())
"""The event of the beginning of `NEW_MATCH`."""

MATCH_ENDED_EVENT = MatchEnded((), ("Ada", "Bea", "Cleo"))
"""The event of the end of a match."""

FAIR_RESULT = VerificationResult(True, "Fair deal.")
"""The result of the check of a match."""

SUBSCRIBER_METHODS = {name for name in vars(EventSubscriber) if name.startswith("on_")}
"""The names of the methods of a subscriber."""


class RecordingSubscriber:
    """A subscriber that records each call as the name of the method and its arguments, and returns the name."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        assert name in SUBSCRIBER_METHODS

        def record(*arguments: Any) -> str:
            self.calls.append((name, *arguments))
            return name

        return record


def new_reader(client: ScriptedClient | None = None) -> tuple[EventReader[str], RecordingSubscriber, list[str]]:
    """Return a reader of a client's events, the recorder that subscribes to it, and the list to which tokens are
    saved.
    """
    saved: list[str] = []
    recorder = RecordingSubscriber()
    reader: EventReader[str] = EventReader(client or ScriptedClient(), lambda: saved.append("token"))
    reader.subscribe(recorder)
    return reader, recorder, saved


@pytest.mark.parametrize(
    ("event", "call"),
    [
        (TableChanged(table_info()), ("on_table_changed", None, table_info())),
        (MATCH_BEGAN_EVENT, ("on_match_began", MATCH_BEGAN_EVENT, False)),
        (MatchChanged((), MATCH_BEGAN_EVENT.view), ("on_match_changed", MatchChanged((), MATCH_BEGAN_EVENT.view))),
        (MATCH_ENDED_EVENT, ("on_match_ended", MATCH_ENDED_EVENT)),
        (MatchStopped("Ada has ended it."), ("on_match_stopped", "Ada has ended it.")),
        (FAIR_RESULT, ("on_match_verified", FAIR_RESULT)),
        (DecisionClockChanged(None), ("on_clock_set",)),
        (ChatReceived("Bea", "hi"), ("on_chat", ChatReceived("Bea", "hi"))),
        (NoticeReceived("Bea joins."), ("on_notice", "Bea joins.")),
        (RefusalReceived("Not now."), ("on_refusal", "Not now.")),
        (
            ActionDelay(2.0),
            (
                "on_connection_news",
                "That counts in 2 s, if it is still due: slow connections get a chance, too.",
                False,
            ),
        ),
        (
            ReconnectAttempt(14_000.0),
            ("on_connection_news", "The host does not answer; trying until it does.", False),
        ),
        (
            ReconnectAttempt(60.0),
            ("on_connection_news", "The host does not answer; trying to come back for 60 s more.", False),
        ),
        (ConnectionRestored(), ("on_reconnected", "You are back at the table.")),
        (HostRestarted("Started again."), ("on_host_restarted", "Started again.")),
        (HostLost("It is gone."), ("on_host_lost", "It is gone.")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_event_calls_one_method_and_returns_its_result(event, call) -> None:
    reader, recorder, _ = new_reader()
    assert reader.read(event) == call[0]
    assert recorder.calls == [call]


@pytest.mark.parametrize("subscriber", [TableSession, EventText])
def test_screens_and_line_mode_have_every_method_of_a_subscriber(subscriber) -> None:
    assert set(vars(subscriber)) >= SUBSCRIBER_METHODS


@pytest.mark.parametrize("end_event", [MATCH_ENDED_EVENT, MatchStopped("Ended."), HostRestarted("Started again.")])
def test_reader_is_playing_from_the_beginning_of_a_match_to_its_end(end_event) -> None:
    reader, _, _ = new_reader()
    assert not reader.is_playing
    reader.read(MATCH_BEGAN_EVENT)
    assert reader.is_playing
    for event in (
        MatchChanged((), MATCH_BEGAN_EVENT.view),
        TableChanged(table_info()),
        ReconnectAttempt(5.0),
        ConnectionRestored(),
    ):
        reader.read(event)
        assert reader.is_playing
    reader.read(end_event)
    assert not reader.is_playing


def test_second_beginning_of_the_same_match_is_reported_as_a_running_match() -> None:
    reader, recorder, _ = new_reader()
    reader.read(MATCH_BEGAN_EVENT)
    reader.read(MATCH_BEGAN_EVENT)
    reader.read(MATCH_ENDED_EVENT)
    reader.read(MATCH_BEGAN_EVENT)
    assert [call[2] for call in recorder.calls if call[0] == "on_match_began"] == [False, True, False]


def test_reader_that_begins_during_a_match_returns_that_match() -> None:
    client = ScriptedClient(state=table_info(phase="playing"))
    reader, _, _ = new_reader(client)
    assert reader.read_present_state() is None, "the view has not arrived"
    client.view = MATCH_BEGAN_EVENT.view
    assert reader.read_present_state() == MATCH_BEGAN_EVENT
    assert reader.is_playing
    client.table = table_info()
    assert new_reader(client)[0].read_present_state() is None


def test_changed_table_is_compared_with_the_one_before_except_after_a_restart() -> None:
    reader, recorder, _ = new_reader()
    reader.read_present_state()
    first, second = table_info(matches=1), table_info(matches=2)
    for event in (TableChanged(first), HostRestarted("Started again."), TableChanged(second)):
        reader.read(event)
    changes = [call[1:] for call in recorder.calls if call[0] == "on_table_changed"]
    assert changes == [(table_info(), first), (None, second)]


def test_reconnect_attempts_in_a_row_are_marked_as_repeated() -> None:
    reader, recorder, _ = new_reader()
    for event in (ReconnectAttempt(3.0), ReconnectAttempt(2.0), ConnectionRestored(), ReconnectAttempt(3.0)):
        reader.read(event)
    assert [call[2] for call in recorder.calls if call[0] == "on_connection_news"] == [False, True, False]


@pytest.mark.parametrize("event", [ConnectionRestored(), HostRestarted("Started again.")])
def test_token_is_saved_after_each_reconnect(event) -> None:
    reader, _, saved = new_reader()
    reader.read(ReconnectAttempt(3.0))
    assert saved == []
    reader.read(event)
    assert saved == ["token"]


def test_host_is_lost_only_after_the_client_has_given_it_up() -> None:
    reader, _, _ = new_reader()
    reader.read(ReconnectAttempt(3.0))
    assert not reader.host_lost
    reader.read(HostLost("It is gone."))
    assert reader.host_lost


def test_changes_of_own_seat_and_ownership_are_reported_once() -> None:
    client = ScriptedClient()
    reader, _, _ = new_reader(client)
    reader.read_present_state()
    assert (reader.take_seat_news(), reader.take_ownership_news()) == ("", "")
    client.seat, client.is_owner = 2, False
    client.table = replace(client.table, owner=1)
    assert reader.take_seat_news() == "You sit in seat 3."
    assert reader.take_ownership_news() == "You are no longer the owner."
    assert (reader.take_seat_news(), reader.take_ownership_news()) == ("", "")
    client.seat, client.is_owner = None, True
    assert reader.take_seat_news() == "You are watching now."
    assert reader.take_ownership_news() == "You are the owner now."


def test_running_match_is_reported_with_the_present_names_of_its_seats() -> None:
    """If a guest could not come back after a restart of the host, a bot has their seat, under the bot's name."""
    client = ScriptedClient()
    client.view, client.seat_names = NEW_MATCH.view(0), ("Ada", "Guest", "Cleo")
    client.table = table_info(phase="playing")
    reader, recorder, _ = new_reader(client)
    began = reader.read_present_state()
    assert began is not None
    assert began.names == ("Ada", "Bea", "Cleo")
    reader.read(MatchBegan(NEW_MATCH.view(0), ("Ada", "Guest", "Cleo"), ()))
    [(_, told, _)] = recorder.calls
    assert told.names == ("Ada", "Bea", "Cleo")
