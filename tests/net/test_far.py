"""A client over TCP whose link breaks: it says so, comes back by itself, or gives up with a clear word."""

from __future__ import annotations

import asyncio

import net.far
from core import Action, games
from net.client import Lost, MatchBegan, Played, Reconnected, Reconnecting, Refused
from net.far import GONE, join
from net.host import host
from net.limits import RETURN_SECONDS

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
    server, ann = await host("mad-queens", "Ann", "127.0.0.1", 0, seats=2, seed=3, pace=0, **kw)
    port = int(ann.table.address.rpartition(":")[2])
    bob = await join("127.0.0.1", port, "Bob")
    return server, ann, bob, Ear(bob)


async def leave(server, *clients):
    async with asyncio.timeout(WAIT):
        for client in clients:
            await client.close()
        await server.close()


async def test_a_person_is_told_that_the_client_comes_back_and_that_it_is_back():
    server, ann, bob, ear = await two_at_a_table()
    ann.start()
    await ear.hears(MatchBegan)
    bob._line._transport.abort()
    await ear.hears(Reconnected)
    kinds = ear.kinds()
    first = next(event for event in ear.events if isinstance(event, Reconnecting))
    assert RETURN_SECONDS - 1 < first.seconds_left <= RETURN_SECONDS
    assert kinds.index(Reconnecting) < kinds.index(Played) < kinds.index(Reconnected), "told anew before it is back"
    assert bob.seat == 1
    assert Lost not in kinds
    await leave(server, bob, ann)


async def test_every_break_is_told_anew():
    server, ann, bob, ear = await two_at_a_table()
    for times in (1, 2, 3):
        bob._line._transport.abort()
        await ear.hears(Reconnected, times)
    assert Lost not in ear.kinds()
    assert ear.kinds().count(Reconnecting) >= 3
    await leave(server, bob, ann)


async def test_a_link_that_breaks_again_at_once_is_not_the_end():
    """The second link breaks in the very moment in which it is made good."""
    server, ann, bob, ear = await two_at_a_table()
    welcomed = bob.welcomed
    breaks = [True, True, False]

    def break_again():
        welcomed()
        if breaks.pop(0):
            bob._line._transport.abort()

    bob.welcomed = break_again
    bob._line._transport.abort()
    await ear.until(lambda: not breaks and ear.kinds()[-1] is Reconnected)
    assert Lost not in ear.kinds()
    assert bob._line is not None
    await leave(server, bob, ann)


async def test_an_action_done_while_the_link_was_gone_is_done_once_it_is_back():
    server, ann, bob, ear = await two_at_a_table()
    ann.start()
    await ear.hears(MatchBegan)
    bob._line._transport.abort()
    await ear.hears(Reconnecting)
    if games["mad-queens"].legal(bob.view):
        bob.act(REVEAL)
    await ear.hears(Reconnected)
    await ear.until(lambda: bob._unanswered is None)
    assert Refused not in ear.kinds() or server.table.running.steps[1], "done, or done for Bob before it came"
    await leave(server, bob, ann)


async def test_who_cannot_come_back_is_told_so_and_how_long_it_takes(monkeypatch):
    monkeypatch.setattr(net.far, "RETURN_SECONDS", 0.4)
    server, ann, bob, ear = await two_at_a_table()
    server._server.close()
    bob._line._transport.abort()
    await ear.hears(Lost)
    tries = [event.seconds_left for event in ear.events if isinstance(event, Reconnecting)]
    assert tries == sorted(tries, reverse=True)
    assert tries[0] <= 0.4
    assert len(tries) > 1
    assert ear.events[-1] == Lost(GONE)
    assert Reconnected not in ear.kinds()
    await leave(server, bob, ann)


async def test_leaving_ends_the_tries():
    server, ann, bob, ear = await two_at_a_table()
    server._server.close()
    bob._line._transport.abort()
    await ear.hears(Reconnecting)
    await leave(server, bob, ann)
    assert Lost not in ear.kinds()


async def test_a_goodbye_is_no_break():
    server, _ann, bob, ear = await two_at_a_table()
    await server.close()
    await ear.hears(Lost)
    assert ear.events[-1] == Lost("The host has closed the table.")
    assert Reconnecting not in ear.kinds()
    await bob.close()


async def test_leaving_a_host_that_reads_nothing_takes_no_longer_than_a_moment(monkeypatch):
    """What was said cannot go out, so the connection would stay for ever if it waited for that."""
    monkeypatch.setattr(net.far, "LINGER_SECONDS", 0.1)
    server, ann, bob, _ear = await two_at_a_table()
    for end in server._ends:
        end._transport.pause_reading()
    line = bob._line
    line._transport.write(bytes(32_000_000))
    assert line._transport.get_write_buffer_size(), "the system has taken it all"
    async with asyncio.timeout(WAIT):
        await bob.close()
    assert line.gone.is_set()
    await leave(server, ann)
