"""The reader of events: what it notes of each event, and which method of the subscriber it calls."""

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
from tests.support.scripted_terminal import ScriptedClient, table
from tui.app.table_session import TableSession
from tui.line_mode.event_text import EventText
from tui.table.event_reader import EventReader, EventSubscriber

MATCH = games["mad-queens"].start(3, 1, {})
"""A match that has just begun."""

BEGAN = MatchBegan(MATCH.view(0), ("Ada", "Bea", "Cleo"), ())
"""The event of the beginning of `MATCH`."""

ENDED = MatchEnded((), ("Ada", "Bea", "Cleo"))
"""The event of the end of a match."""

RESULT = VerificationResult(True, "Fair deal.")
"""The result of the check of a match."""

METHODS = {name for name in vars(EventSubscriber) if name.startswith("on_")}
"""The names of the methods of a subscriber."""


class Recorder:
    """A subscriber that records each call as the name of the method and its arguments, and returns the name."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        assert name in METHODS

        def record(*arguments: Any) -> str:
            self.calls.append((name, *arguments))
            return name

        return record


def reader_of(client: ScriptedClient | None = None) -> tuple[EventReader[str], Recorder, list[str]]:
    """Return a reader of a client's events, the recorder that subscribes to it, and the list of saved tokens."""
    saved: list[str] = []
    recorder = Recorder()
    reader: EventReader[str] = EventReader(client or ScriptedClient(), lambda: saved.append("token"))
    reader.subscribe(recorder)
    return reader, recorder, saved


@pytest.mark.parametrize(
    ("event", "call"),
    [
        (TableChanged(table()), ("on_table_changed", None, table())),
        (BEGAN, ("on_match_began", BEGAN, False)),
        (MatchChanged((), BEGAN.view), ("on_match_changed", MatchChanged((), BEGAN.view))),
        (ENDED, ("on_match_ended", ENDED)),
        (MatchStopped("Ada has ended it."), ("on_match_stopped", "Ada has ended it.")),
        (RESULT, ("on_match_verified", RESULT)),
        (DecisionClockChanged(None), ("on_clock_set",)),
        (ChatReceived("Bea", "hi"), ("on_chat", ChatReceived("Bea", "hi"))),
        (NoticeReceived("Bea joins."), ("on_notice", "Bea joins.")),
        (RefusalReceived("Not now."), ("on_refusal", "Not now.")),
        (
            ActionDelay(2.0),
            ("on_connection_news", "That counts in 2 s, if it is still due: slow lines get a chance too.", False),
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
    reader, recorder, _ = reader_of()
    assert reader.read(event) == call[0]
    assert recorder.calls == [call]


@pytest.mark.parametrize("subscriber", [TableSession, EventText])
def test_screens_and_line_mode_have_every_method_of_a_subscriber(subscriber) -> None:
    assert set(vars(subscriber)) >= METHODS


@pytest.mark.parametrize("end", [ENDED, MatchStopped("Ended."), HostRestarted("Started again.")])
def test_reader_is_playing_from_the_beginning_of_a_match_to_its_end(end) -> None:
    reader, _, _ = reader_of()
    assert not reader.playing
    reader.read(BEGAN)
    assert reader.playing
    for event in (MatchChanged((), BEGAN.view), TableChanged(table()), ReconnectAttempt(5.0), ConnectionRestored()):
        reader.read(event)
        assert reader.playing
    reader.read(end)
    assert not reader.playing


def test_second_beginning_of_a_match_is_reported_as_under_way() -> None:
    reader, recorder, _ = reader_of()
    reader.read(BEGAN)
    reader.read(BEGAN)
    reader.read(ENDED)
    reader.read(BEGAN)
    assert [call[2] for call in recorder.calls if call[0] == "on_match_began"] == [False, True, False]


def test_arrive_returns_the_running_match() -> None:
    client = ScriptedClient(state=table(phase="playing"))
    reader, _, _ = reader_of(client)
    assert reader.arrive() is None, "the view has not arrived"
    client.view = BEGAN.view
    assert reader.arrive() == BEGAN
    assert reader.playing
    client.table = table()
    assert reader_of(client)[0].arrive() is None


def test_table_is_compared_with_the_one_before_except_after_a_restart() -> None:
    reader, recorder, _ = reader_of()
    reader.arrive()
    first, second = table(matches=1), table(matches=2)
    for event in (TableChanged(first), HostRestarted("Started again."), TableChanged(second)):
        reader.read(event)
    changes = [call[1:] for call in recorder.calls if call[0] == "on_table_changed"]
    assert changes == [(table(), first), (None, second)]


def test_reconnect_attempts_in_a_row_are_marked_as_repeated() -> None:
    reader, recorder, _ = reader_of()
    for event in (ReconnectAttempt(3.0), ReconnectAttempt(2.0), ConnectionRestored(), ReconnectAttempt(3.0)):
        reader.read(event)
    assert [call[2] for call in recorder.calls if call[0] == "on_connection_news"] == [False, True, False]


@pytest.mark.parametrize("event", [ConnectionRestored(), HostRestarted("Started again.")])
def test_token_is_saved_after_each_reconnect(event) -> None:
    reader, _, saved = reader_of()
    reader.read(ReconnectAttempt(3.0))
    assert saved == []
    reader.read(event)
    assert saved == ["token"]


def test_host_is_lost_only_after_the_client_has_given_it_up() -> None:
    reader, _, _ = reader_of()
    reader.read(ReconnectAttempt(3.0))
    assert not reader.host_lost
    reader.read(HostLost("It is gone."))
    assert reader.host_lost


def test_own_seat_and_ownership_are_told_once_when_they_change() -> None:
    client = ScriptedClient()
    reader, _, _ = reader_of(client)
    reader.arrive()
    assert (reader.take_seat_news(), reader.take_ownership_news()) == ("", "")
    client.seat, client.is_owner = 2, False
    client.table = replace(client.table, owner=1)
    assert reader.take_seat_news() == "You sit in seat 3."
    assert reader.take_ownership_news() == "You are no longer the owner."
    assert (reader.take_seat_news(), reader.take_ownership_news()) == ("", "")
    client.seat, client.is_owner = None, True
    assert reader.take_seat_news() == "You watch now."
    assert reader.take_ownership_news() == "You are the owner now."


def test_match_under_way_is_told_with_the_names_of_those_who_have_its_seats_by_now() -> None:
    """The seat of a guest who could not come back after a restart of the host has a bot, under the bot's name."""
    client = ScriptedClient()
    client.view, client.seat_names = MATCH.view(0), ("Ada", "Guest", "Cleo")
    client.table = table(phase="playing")
    reader, recorder, _ = reader_of(client)
    began = reader.arrive()
    assert began is not None
    assert began.names == ("Ada", "Bea", "Cleo")
    reader.read(MatchBegan(MATCH.view(0), ("Ada", "Guest", "Cleo"), ()))
    [(_, told, _)] = recorder.calls
    assert told.names == ("Ada", "Bea", "Cleo")
