"""A client over TCP whose connection breaks: it reports this, and reconnects or gives up with a reason."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

import net.client.host_link
import net.client.remote
from core import Action, games
from net.client.events import (
    ConnectionRestored,
    HostLost,
    HostRestarted,
    MatchBegan,
    MatchChanged,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
)
from net.client.host_link import HOST_UNREACHABLE_SENTENCE
from net.client.remote import RESTARTED_WITHOUT_MATCH_SENTENCE, RemoteClient
from net.errors import HostGone
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.limits import (
    MAX_MESSAGES_BEFORE_WELCOME,
    MAX_RECONNECT_SECONDS,
    MAX_UPDATES_AT_RETURN,
    RECONNECT_PAUSES_SECONDS,
)
from net.protocol.endpoint import ClientEndpoint
from net.protocol.messages import Welcome, encode_message
from net.table.seat_past import seat_past
from tests.net.conftest import TableHarness
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""


class EventRecorder:
    """Records the events of a client, so that a test can wait for an event."""

    def __init__(self, client):
        self.events: list[object] = []
        self._news = asyncio.Event()
        client.set_listener(self)

    def __call__(self, event):
        self.events.append(event)
        self._news.set()

    def event_kinds(self):
        """Return the classes of the recorded events, in order."""
        return [type(event) for event in self.events]

    async def wait_until(self, condition):
        """Wait until a condition, which is checked after every event, is true; raise `TimeoutError` after
        `PATIENCE_SECONDS`.
        """
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def wait_for(self, event_class, times=1):
        """Wait until events of this kind have been recorded `times` times."""
        await self.wait_until(lambda: self.event_kinds().count(event_class) >= times)


async def open_table_with_two_people(**settings):
    """Open a table for two over TCP; return the server, the client of Ann, its owner, and Bob's client and events.

    `settings` are further arguments of `make_table_spec`.
    """
    server, ann = await host(make_table_spec("mad-queens", seats=2, seed=3, pace=0, **settings), "Ann", "127.0.0.1", 0)
    port = int(ann.table.address.rpartition(":")[2])
    bob = await join("127.0.0.1", port, "Bob")
    return server, ann, bob, EventRecorder(bob)


async def close_all(server, *clients):
    """Close the clients and then the server, within `PATIENCE_SECONDS`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for client in clients:
            await client.close()
        await server.close()


async def test_client_reports_reconnect_attempts_then_the_restored_connection_and_keeps_its_seat():
    server, ann, bob, recorder = await open_table_with_two_people()
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    bob._connection._transport.abort()
    await recorder.wait_for(ConnectionRestored)
    kinds = recorder.event_kinds()
    first = next(event for event in recorder.events if isinstance(event, ReconnectAttempt))
    assert MAX_RECONNECT_SECONDS - 1 < first.seconds_left <= MAX_RECONNECT_SECONDS
    assert kinds.index(ReconnectAttempt) < kinds.index(ConnectionRestored)
    assert TableChanged in kinds[kinds.index(ReconnectAttempt) : kinds.index(ConnectionRestored)], (
        "told before it is back"
    )
    assert bob.view == server.table.state.runner.match.view(1)
    assert bob.seat == 1
    assert HostLost not in kinds
    await close_all(server, bob, ann)


@pytest.mark.parametrize("actions", [MAX_UPDATES_AT_RETURN // 2, 2 * MAX_MESSAGES_BEFORE_WELCOME])
async def test_client_is_told_every_action_that_it_missed_however_many_they_are(actions):
    """A host that sent more than `MAX_MESSAGES_BEFORE_WELCOME` messages for them would be left for good."""
    server, ann, bob, recorder = await open_table_with_two_people()
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    runner = server.table.state.runner
    bob._connection._transport.abort()
    for _ in range(actions):
        actor = min(runner.match.waiting)
        runner.act(actor, runner.match.default(actor), "person", 0.0)
    shown = len(seat_past(runner, 1).batches)
    await recorder.wait_for(ConnectionRestored)
    assert HostLost not in recorder.event_kinds()
    assert bob.view == runner.match.view(1)
    assert sum(isinstance(event, MatchChanged) and bool(event.changes) for event in recorder.events) == shown
    await close_all(server, bob, ann)


async def test_client_hears_of_what_it_missed_only_when_it_has_the_present_view():
    """A player who decides at every event would else decide in a state that is past."""
    server, ann, bob, recorder = await open_table_with_two_people()
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    runner = server.table.state.runner
    bob._connection._transport.abort()
    for _ in range(MAX_UPDATES_AT_RETURN // 2):
        actor = min(runner.match.waiting)
        runner.act(actor, runner.match.default(actor), "person", 0.0)
    views_when_told = []

    def listen(event):
        if isinstance(event, MatchChanged):
            views_when_told.append(bob.view)
        recorder(event)

    bob.set_listener(listen)
    await recorder.wait_for(ConnectionRestored)
    assert len(views_when_told) > 1
    assert all(view == runner.match.view(1) for view in views_when_told)
    await close_all(server, bob, ann)


async def test_client_makes_its_first_reconnect_attempts_within_a_minute_and_tries_for_over_an_hour():
    assert sum(RECONNECT_PAUSES_SECONDS) < 60, "a host that is back at once gets everybody back within a minute"
    assert MAX_RECONNECT_SECONDS > 3_600


async def test_client_reports_each_of_several_broken_connections():
    server, ann, bob, recorder = await open_table_with_two_people()
    for times in (1, 2, 3):
        bob._connection._transport.abort()
        await recorder.wait_for(ConnectionRestored, times)
    assert HostLost not in recorder.event_kinds()
    assert recorder.event_kinds().count(ReconnectAttempt) >= 3
    await close_all(server, bob, ann)


async def test_client_reconnects_although_two_new_connections_break_at_the_welcome():
    """The next two connections break as soon as the host's welcome has arrived."""
    server, ann, bob, recorder = await open_table_with_two_people()
    admitted = bob._on_welcome
    breaks = [True, True, False]

    def break_connection_again():
        """Admit Bob, and break the connection if the next item of `breaks` says so."""
        admitted()
        if breaks.pop(0):
            bob._connection._transport.abort()

    bob._on_welcome = break_connection_again
    bob._connection._transport.abort()
    await recorder.wait_until(lambda: not breaks and recorder.event_kinds()[-1] is ConnectionRestored)
    assert HostLost not in recorder.event_kinds()
    assert bob._connection is not None
    await close_all(server, bob, ann)


async def test_action_requested_while_disconnected_is_executed_after_reconnecting():
    server, ann, bob, recorder = await open_table_with_two_people()
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    bob._connection._transport.abort()
    await recorder.wait_for(ReconnectAttempt)
    if games["mad-queens"].legal(bob.view):
        bob.send_action(REVEAL_ACTION)
    await recorder.wait_for(ConnectionRestored)
    await recorder.wait_until(lambda: bob._pending_act is None)
    assert RefusalReceived not in recorder.event_kinds() or server.table.state.runner.steps[1], (
        "done, or done for Bob before it came"
    )
    await close_all(server, bob, ann)


async def test_client_that_cannot_reconnect_reports_the_time_left_and_then_the_loss(monkeypatch):
    monkeypatch.setattr(net.client.host_link, "MAX_RECONNECT_SECONDS", 1.0)
    monkeypatch.setattr(net.client.host_link, "RECONNECT_PAUSES_SECONDS", (0.01,))
    server, ann, bob, recorder = await open_table_with_two_people()
    server._listener.close()
    bob._connection._transport.abort()
    await recorder.wait_for(HostLost)
    attempts = [event.seconds_left for event in recorder.events if isinstance(event, ReconnectAttempt)]
    assert attempts == sorted(attempts, reverse=True)
    assert attempts[0] <= 1.0
    assert len(attempts) > 1
    assert recorder.events[-1] == HostLost(HOST_UNREACHABLE_SENTENCE)
    assert ConnectionRestored not in recorder.event_kinds()
    await close_all(server, bob, ann)


async def test_player_whose_connection_is_lost_reads_that_the_seat_is_kept_and_how_to_return(monkeypatch):
    monkeypatch.setattr(net.client.host_link, "MAX_RECONNECT_SECONDS", 0.2)
    server, ann, bob, recorder = await open_table_with_two_people()
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    server._listener.close()
    bob._connection._transport.abort()
    await recorder.wait_for(HostLost)
    address, port = bob._address
    assert recorder.events[-1] == HostLost(
        f"{HOST_UNREACHABLE_SENTENCE} Your seat is kept: join again (queens join {address}:{port} --insecure)."
    )
    await close_all(server, bob, ann)


async def test_closed_client_makes_no_more_attempts_to_reconnect():
    server, ann, bob, recorder = await open_table_with_two_people()
    server._listener.close()
    bob._connection._transport.abort()
    await recorder.wait_for(ReconnectAttempt)
    await close_all(server, bob, ann)
    assert HostLost not in recorder.event_kinds()


async def test_client_does_not_reconnect_after_a_goodbye_of_the_host():
    server, _ann, bob, recorder = await open_table_with_two_people()
    await server.close()
    await recorder.wait_for(HostLost)
    assert recorder.events[-1] == HostLost("The host has closed the table.")
    assert ReconnectAttempt not in recorder.event_kinds()
    await bob.close()


async def test_client_closes_without_waiting_for_a_host_that_reads_nothing(monkeypatch):
    """The send buffer never becomes empty, so closing must not wait for that."""
    monkeypatch.setattr("net.transport.tcp_connection.MAX_LINGER_SECONDS", 0.1)
    server, ann, bob, _recorder = await open_table_with_two_people()
    for end in server._connections:
        end._transport.pause_reading()
    connection = bob._connection
    connection._transport.write(bytes(32_000_000))
    assert connection._transport.get_write_buffer_size(), "the system has taken it all"
    async with asyncio.timeout(PATIENCE_SECONDS):
        await bob.close()
    assert connection.closed.is_set()
    await close_all(server, ann)


async def kill_host(server):
    """End a host as `kill -9` would: without a goodbye, and with its port free at once."""
    server._listener.close()
    for end in list(server._connections):
        end._transport.abort()
    await asyncio.wait([end.closed for end in server._connections])


async def test_client_reports_a_host_restarted_without_a_journal_and_joins_its_new_table():
    server, ann, bob, recorder = await open_table_with_two_people()
    port = bob._address[1]
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    token = bob.token
    await kill_host(server)
    other, cleo = await host(make_table_spec("mad-queens", seats=3, pace=0), "Cleo", "127.0.0.1", port)
    await recorder.wait_for(HostRestarted)
    assert (
        next(event for event in recorder.events if isinstance(event, HostRestarted)).reason
        == RESTARTED_WITHOUT_MATCH_SENTENCE
    )
    assert ConnectionRestored not in recorder.event_kinds()
    assert HostLost not in recorder.event_kinds()
    assert (bob.view, bob.seat_names, bob.standings) == (None, (), ())
    assert bob.table == cleo.table
    assert (bob.table.phase, bob.seat, bob.is_owner) == ("lobby", 1, False)
    assert bob.token != token
    bob.send_action(REVEAL_ACTION)
    assert recorder.events[-1] == RefusalReceived("No match is being played now.")
    cleo.start_match()
    await recorder.wait_for(MatchBegan, 2)
    await close_all(other, bob, cleo)
    await close_all(server, ann)


async def test_client_reports_a_restarted_host_before_it_watches_the_new_match():
    server, ann, bob, recorder = await open_table_with_two_people()
    port = bob._address[1]
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    bob._connection._transport.pause_reading()  # the new match begins before Bob notices anything
    await kill_host(server)
    other, cleo = await host(make_table_spec("big-queen", pace=60), "Cleo", "127.0.0.1", port)
    cleo.start_match()
    bob._connection._transport.abort()
    await recorder.wait_for(MatchBegan, 2)
    kinds = recorder.event_kinds()
    assert kinds.index(HostRestarted) < len(kinds) - 1 - kinds[::-1].index(MatchBegan), "it is said first"
    assert bob.view.game == "big-queen"
    assert bob.seat is None
    await close_all(other, bob, cleo)
    await close_all(server, ann)


async def test_connection_lost_between_matches_is_not_reported_as_a_new_host():
    """In the lobby a lost connection costs the seat and its token; Bob joins the same table again and gets a seat."""
    server, ann, bob, recorder = await open_table_with_two_people()
    bob._connection._transport.abort()
    await recorder.wait_for(ConnectionRestored)
    assert HostRestarted not in recorder.event_kinds()
    assert bob.seat == 1
    await close_all(server, bob, ann)


async def test_second_program_with_the_same_token_takes_over_the_seat_and_the_first_is_notified():
    server, ann, bob, recorder = await open_table_with_two_people()
    port = bob._address[1]
    ann.start_match()
    await recorder.wait_for(MatchBegan)
    bob.send_action(REVEAL_ACTION)
    await recorder.wait_until(lambda: bob._pending_act is None)
    again = await join("127.0.0.1", port, "Bob", token=bob.token)
    assert (again.seat, again.name, again.token) == (1, "Bob", bob.token)
    assert again.view == bob.view
    await recorder.wait_for(HostLost)
    recorders = EventRecorder(again)
    again.send_action(games["mad-queens"].legal(again.view)[0])
    await recorders.wait_until(lambda: again._pending_act is None)
    assert server.table.state.runner.steps[1] == 2, "it is no repetition of what the other program did"
    await close_all(server, again, bob, ann)


async def test_person_with_an_unknown_token_joins_as_a_new_person():
    server, ann, bob, _recorder = await open_table_with_two_people()
    eve = await join("127.0.0.1", bob._address[1], "Eve", token="0" * 32)
    assert (eve.seat, eve.name) == (None, "Eve")
    assert eve.token not in ("0" * 32, bob.token)
    await close_all(server, eve, bob, ann)


async def test_joining_a_host_that_never_sends_a_welcome_raises_host_gone(monkeypatch):
    """The host accepts the connection and sends nothing; `join` gives up after `MAX_JOIN_SECONDS`."""
    monkeypatch.setattr(net.client.remote, "MAX_JOIN_SECONDS", 0.3)
    mute = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
    port = mute.sockets[0].getsockname()[1]
    async with asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(HostGone):
            await join("127.0.0.1", port, "Bob")
    mute.close()
    await mute.wait_closed()


async def test_client_of_a_host_that_sends_no_table_id_reconnects():
    """Every honest host sends an id. The client of a host that did not once waited for ever after a lost connection."""
    messages = ClientEndpoint(None, 0).receive(TableHarness(seats=2).join_person("Bob").received_bytes, 0)
    told = [replace(message, table_id="") if isinstance(message, Welcome) else message for message in messages]

    async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Welcome somebody, wait until they say something more, and hang up."""
        await reader.read(1_024)
        writer.write(b"".join(map(encode_message, told)))
        await reader.read(1_024)
        writer.close()

    server = await asyncio.start_server(welcome, "127.0.0.1", 0)
    bob = await join("127.0.0.1", server.sockets[0].getsockname()[1], "Bob")
    recorder = EventRecorder(bob)
    bob.send_chat("Well?")
    await recorder.wait_for(ReconnectAttempt)
    await bob.close()
    server.close()


async def test_client_gives_up_on_a_host_that_accepts_connections_and_sends_nothing(monkeypatch):
    """The system accepts connections for a process that is stopped, but nothing is sent."""
    server, ann, bob, recorder = await open_table_with_two_people()
    monkeypatch.setattr(net.client.host_link, "MAX_JOIN_SECONDS", 0.05)
    monkeypatch.setattr(net.client.host_link, "RECONNECT_PAUSES_SECONDS", (0.01,))
    monkeypatch.setattr(net.client.host_link, "MAX_RECONNECT_SECONDS", 1.5)
    await kill_host(server)
    mute = await asyncio.get_running_loop().create_server(asyncio.Protocol, *bob._address)
    await recorder.wait_for(HostLost)
    assert recorder.event_kinds().count(ReconnectAttempt) > 1
    assert ConnectionRestored not in recorder.event_kinds()
    assert recorder.events[-1] == HostLost(HOST_UNREACHABLE_SENTENCE)
    mute.close()
    await mute.wait_closed()
    await close_all(server, bob, ann)


async def test_join_that_is_cancelled_just_when_it_succeeds_leaves_no_connection_open(monkeypatch):
    server, ann = await host(make_table_spec("mad-queens", seats=2, pace=0), "Ann", "127.0.0.1", 0)
    finish, connections = RemoteClient._finish_admission, []

    def finish_and_give_up(client):
        """Admit the person, and cancel their attempt before it notices that."""
        finish(client)
        connections.append(client._connection)
        joining.cancel()

    monkeypatch.setattr(RemoteClient, "_finish_admission", finish_and_give_up)
    joining = asyncio.create_task(join("127.0.0.1", int(ann.table.address.rpartition(":")[2]), "Bob"))
    await asyncio.wait([joining], timeout=PATIENCE_SECONDS)
    assert joining.cancelled()
    await asyncio.wait_for(connections[0].closed.wait(), PATIENCE_SECONDS)
    await close_all(server, ann)
