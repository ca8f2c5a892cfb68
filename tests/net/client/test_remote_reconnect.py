"""A client over TCP whose link breaks: it says so, comes back by itself, or gives up with a clear word."""

from __future__ import annotations

import asyncio

import pytest

import net.client.remote
from core import Action, games
from net.client.events import HostRestarted, Lost, MatchBegan, Reconnected, Reconnecting, Refused, TableChanged
from net.client.remote import HOST_UNREACHABLE, RESTARTED_WITHOUT_MATCH, join
from net.errors import HostGone
from net.host.server import host
from net.host.table_spec import table_spec
from net.limits import RECONNECT_SECONDS

WAIT = 30
REVEAL = Action(("reveal",))


class Ear:
    """Keeps what a client tells, and lets a test wait for it."""

    def __init__(self, client):
        self.events: list[object] = []
        self._news = asyncio.Event()
        client.listen(self)

    def __call__(self, event):
        self.events.append(event)
        self._news.set()

    def kinds(self):
        return [type(event) for event in self.events]

    async def until(self, condition):
        """Wait, from one event to the next, until something is so."""
        async with asyncio.timeout(WAIT):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def hears(self, kind, times=1):
        await self.until(lambda: self.kinds().count(kind) >= times)


async def two_at_a_table(**kw):
    server, ann = await host(table_spec("mad-queens", seats=2, seed=3, pace=0, **kw), "Ann", "127.0.0.1", 0)
    port = int(ann.table.address.rpartition(":")[2])
    bob = await join("127.0.0.1", port, "Bob")
    return server, ann, bob, Ear(bob)


async def leave(server, *clients):
    async with asyncio.timeout(WAIT):
        for client in clients:
            await client.close()
        await server.close()


async def test_client_reports_reconnecting_and_then_reconnected():
    server, ann, bob, ear = await two_at_a_table()
    ann.start()
    await ear.hears(MatchBegan)
    bob._connection._transport.abort()
    await ear.hears(Reconnected)
    kinds = ear.kinds()
    first = next(event for event in ear.events if isinstance(event, Reconnecting))
    assert RECONNECT_SECONDS - 1 < first.seconds_left <= RECONNECT_SECONDS
    assert kinds.index(Reconnecting) < kinds.index(Reconnected)
    assert TableChanged in kinds[kinds.index(Reconnecting) : kinds.index(Reconnected)], "told before it is back"
    assert bob.view == server.table.state.runner.match.view(1)
    assert bob.seat == 1
    assert Lost not in kinds
    await leave(server, bob, ann)


async def test_client_reports_every_broken_connection():
    server, ann, bob, ear = await two_at_a_table()
    for times in (1, 2, 3):
        bob._connection._transport.abort()
        await ear.hears(Reconnected, times)
    assert Lost not in ear.kinds()
    assert ear.kinds().count(Reconnecting) >= 3
    await leave(server, bob, ann)


async def test_client_reconnects_after_a_connection_that_breaks_during_the_welcome():
    """The second link breaks in the very moment in which it is made good."""
    server, ann, bob, ear = await two_at_a_table()
    admitted = bob._on_welcome
    breaks = [True, True, False]

    def break_again():
        admitted()
        if breaks.pop(0):
            bob._connection._transport.abort()

    bob._on_welcome = break_again
    bob._connection._transport.abort()
    await ear.until(lambda: not breaks and ear.kinds()[-1] is Reconnected)
    assert Lost not in ear.kinds()
    assert bob._connection is not None
    await leave(server, bob, ann)


async def test_an_action_done_while_the_link_was_gone_is_done_once_it_is_back():
    server, ann, bob, ear = await two_at_a_table()
    ann.start()
    await ear.hears(MatchBegan)
    bob._connection._transport.abort()
    await ear.hears(Reconnecting)
    if games["mad-queens"].legal(bob.view):
        bob.act(REVEAL)
    await ear.hears(Reconnected)
    await ear.until(lambda: bob._pending_act is None)
    assert Refused not in ear.kinds() or server.table.state.runner.steps[1], "done, or done for Bob before it came"
    await leave(server, bob, ann)


async def test_client_that_cannot_reconnect_reports_the_time_left_and_then_the_loss(monkeypatch):
    monkeypatch.setattr(net.client.remote, "RECONNECT_SECONDS", 0.4)
    server, ann, bob, ear = await two_at_a_table()
    server._server.close()
    bob._connection._transport.abort()
    await ear.hears(Lost)
    tries = [event.seconds_left for event in ear.events if isinstance(event, Reconnecting)]
    assert tries == sorted(tries, reverse=True)
    assert tries[0] <= 0.4
    assert len(tries) > 1
    assert ear.events[-1] == Lost(HOST_UNREACHABLE)
    assert Reconnected not in ear.kinds()
    await leave(server, bob, ann)


async def test_whoever_plays_is_told_that_the_seat_is_kept_and_what_leads_back(monkeypatch):
    monkeypatch.setattr(net.client.remote, "RECONNECT_SECONDS", 0.2)
    server, ann, bob, ear = await two_at_a_table()
    ann.start()
    await ear.hears(MatchBegan)
    server._server.close()
    bob._connection._transport.abort()
    await ear.hears(Lost)
    address, port = bob._address
    assert ear.events[-1] == Lost(
        f"{HOST_UNREACHABLE} Your seat is kept: queens join {address}:{port} --insecure leads back to it."
    )
    await leave(server, bob, ann)


async def test_closing_the_client_ends_its_attempts_to_reconnect():
    server, ann, bob, ear = await two_at_a_table()
    server._server.close()
    bob._connection._transport.abort()
    await ear.hears(Reconnecting)
    await leave(server, bob, ann)
    assert Lost not in ear.kinds()


async def test_client_does_not_reconnect_after_a_goodbye_of_the_host():
    server, _ann, bob, ear = await two_at_a_table()
    await server.close()
    await ear.hears(Lost)
    assert ear.events[-1] == Lost("The host has closed the table.")
    assert Reconnecting not in ear.kinds()
    await bob.close()


async def test_leaving_a_host_that_reads_nothing_takes_no_longer_than_a_moment(monkeypatch):
    """What was said cannot go out, so the connection would stay for ever if it waited for that."""
    monkeypatch.setattr("net.transport.tcp_connection.LINGER_SECONDS", 0.1)
    server, ann, bob, _ear = await two_at_a_table()
    for end in server._connections:
        end._transport.pause_reading()
    line = bob._connection
    line._transport.write(bytes(32_000_000))
    assert line._transport.get_write_buffer_size(), "the system has taken it all"
    async with asyncio.timeout(WAIT):
        await bob.close()
    assert line.closed.is_set()
    await leave(server, ann)


async def die(server):
    """End a host as `kill -9` would: no goodbye, and the port is free at once."""
    server._server.close()
    for end in list(server._connections):
        end._transport.abort()
    await asyncio.wait([end.closed for end in server._connections])


async def test_a_host_that_was_started_anew_has_a_new_table():
    server, ann, bob, ear = await two_at_a_table()
    port = bob._address[1]
    ann.start()
    await ear.hears(MatchBegan)
    token = bob.token
    await die(server)
    other, cleo = await host(table_spec("mad-queens", seats=3, pace=0), "Cleo", "127.0.0.1", port)
    await ear.hears(HostRestarted)
    assert next(event for event in ear.events if isinstance(event, HostRestarted)).reason == RESTARTED_WITHOUT_MATCH
    assert Reconnected not in ear.kinds()
    assert Lost not in ear.kinds()
    assert (bob.view, bob.names, bob.standings) == (None, (), ())
    assert bob.table == cleo.table
    assert (bob.table.phase, bob.seat, bob.owner) == ("lobby", 1, False)
    assert bob.token != token
    bob.act(REVEAL)
    assert ear.events[-1] == Refused("No match is being played now.")
    cleo.start()
    await ear.hears(MatchBegan, 2)
    await leave(other, bob, cleo)
    await leave(server, ann)


async def test_a_host_that_was_started_anew_and_plays_is_watched():
    server, ann, bob, ear = await two_at_a_table()
    port = bob._address[1]
    ann.start()
    await ear.hears(MatchBegan)
    bob._connection._transport.pause_reading()  # the new match begins before Bob notices anything
    await die(server)
    other, cleo = await host(table_spec("big-queen", pace=60), "Cleo", "127.0.0.1", port)
    cleo.start()
    bob._connection._transport.abort()
    await ear.hears(MatchBegan, 2)
    kinds = ear.kinds()
    assert kinds.index(HostRestarted) < len(kinds) - 1 - kinds[::-1].index(MatchBegan), "it is said first"
    assert bob.view.game == "big-queen"
    assert bob.seat is None
    await leave(other, bob, cleo)
    await leave(server, ann)


async def test_a_line_that_breaks_between_matches_is_no_new_host():
    """The seat is given up in the lobby, and the token with it; the table is the same."""
    server, ann, bob, ear = await two_at_a_table()
    bob._connection._transport.abort()
    await ear.hears(Reconnected)
    assert HostRestarted not in ear.kinds()
    assert bob.seat == 1
    await leave(server, bob, ann)


async def test_another_program_that_has_the_token_takes_the_seat_over():
    server, ann, bob, ear = await two_at_a_table()
    port = bob._address[1]
    ann.start()
    await ear.hears(MatchBegan)
    bob.act(REVEAL)
    await ear.until(lambda: bob._pending_act is None)
    again = await join("127.0.0.1", port, "Bob", token=bob.token)
    assert (again.seat, again.name, again.token) == (1, "Bob", bob.token)
    assert again.view == bob.view
    await ear.hears(Lost)
    ears = Ear(again)
    again.act(games["mad-queens"].legal(again.view)[0])
    await ears.until(lambda: again._pending_act is None)
    assert server.table.state.runner.steps[1] == 2, "it is no repetition of what the other program did"
    await leave(server, again, bob, ann)


async def test_a_token_that_nobody_knows_is_that_of_a_newcomer():
    server, ann, bob, _ear = await two_at_a_table()
    eve = await join("127.0.0.1", bob._address[1], "Eve", token="0" * 32)
    assert (eve.seat, eve.name) == (None, "Eve")
    assert eve.token not in ("0" * 32, bob.token)
    await leave(server, eve, bob, ann)


async def test_joining_a_host_that_never_sends_a_welcome_fails_in_time(monkeypatch):
    """Who connects and is told nothing is told so in time, and a client that comes back tries again."""
    monkeypatch.setattr(net.client.remote, "JOIN_SECONDS", 0.3)
    mute = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
    port = mute.sockets[0].getsockname()[1]
    async with asyncio.timeout(WAIT):
        with pytest.raises(HostGone):
            await join("127.0.0.1", port, "Bob")
    mute.close()
    await mute.wait_closed()


async def test_client_does_not_reconnect_to_a_host_that_accepts_and_sends_nothing(monkeypatch):
    """It takes the connection, as the system does for a process that stands still, and says nothing."""
    server, ann, bob, ear = await two_at_a_table()
    monkeypatch.setattr(net.client.remote, "JOIN_SECONDS", 0.3)
    monkeypatch.setattr(net.client.remote, "RECONNECT_SECONDS", 3.0)
    await die(server)
    mute = await asyncio.get_running_loop().create_server(asyncio.Protocol, *bob._address)
    await ear.hears(Lost)
    assert ear.kinds().count(Reconnecting) > 1
    assert Reconnected not in ear.kinds()
    assert ear.events[-1] == Lost(HOST_UNREACHABLE)
    mute.close()
    await mute.wait_closed()
    await leave(server, bob, ann)
