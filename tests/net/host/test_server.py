"""Hosts and clients over real TCP connections, in one process."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import msgpack
import pytest

from core import Action, games, replay
from net.client.events import ActionDelay, ChatReceived, HostLost, MatchBegan, MatchChanged, MatchEnded, RefusalReceived
from net.errors import HostGone, Rejected
from net.host.server import TableServer, bind_port, host
from net.host.table_runner import TableRunner
from net.host.table_spec import make_table_spec, new_table
from net.limits import (
    MAX_QUEUE_BYTES,
    MAX_UNAUTHENTICATED_BYTES,
    MAX_UNAUTHENTICATED_PER_ADDRESS,
    PERSON_MESSAGES_AT_ONCE,
    PROTOCOL_VERSION,
)
from net.protocol.messages import ConnectionFailed, Hello, ServerMessage, Stand, encode_message, read_server_message
from net.protocol.padded_frames import is_padding
from net.transport.admission import Admission
from tests.support.depth import parametrize, sample_cases
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS

ASYNCIO_BACKLOG = 100
"""Number of new connections that asyncio by default lets wait until they are accepted."""

MAX_BACKLOG_FILE = Path("/proc/sys/net/core/somaxconn")
"""Path of the file in which Linux says how many new connections it lets wait at most."""

SYSTEM_BACKLOG = int(MAX_BACKLOG_FILE.read_text(encoding="ascii")) if MAX_BACKLOG_FILE.exists() else 0
"""Largest number of new connections that Linux lets wait until they are accepted."""


def port_of(client) -> int:
    """Return the port of a client's table."""
    return int(client.table.address.rpartition(":")[2])


class PlayingListener:
    """A listener of events that plays for a client by the function `choose(game, view)`, which may return None for no
    action. `check(client)` is called after each update, `plays` counts the updates, `over` is set at the end of a
    match, and `problems` lists refusals and the loss of the host.
    """

    def __init__(self, client, choose, check=None):
        self.client = client
        self.over = asyncio.Event()
        self.plays = 0
        self.problems: list[object] = []
        self._choose = choose
        self._check = check
        client.set_listener(self)

    def __call__(self, event):
        match event:
            case MatchBegan(view=view) | MatchChanged(view=view):
                self.plays += isinstance(event, MatchChanged)
                if self._check is not None:
                    self._check(self.client)
                game = games[view.game]
                action = self._choose(game, view) if game.legal(view) else None
                if action is not None:
                    self.client.send_action(action)
            case MatchEnded():
                self.over.set()
            case RefusalReceived() | HostLost():
                self.problems.append(event)


async def wait_for_match_ends(listeners):
    """Wait until the match of every listener is over, at most `PATIENCE_SECONDS`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for robot in listeners:
            await robot.over.wait()


async def close_all(server, *clients):
    """Close the clients and then the server, within `PATIENCE_SECONDS`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for client in clients:
            await client.close()
        await server.close()


def matches_to_play():
    """Yield slug, seats and options of matches: each game with its fewest and its most seats from 2 to 8, and also with
    sealed plays if it has them.
    """
    for game in games.values():
        numbers = [number for number in game.seats if 2 <= number <= 8]
        for seats in sorted({numbers[0], numbers[-1]}):
            yield pytest.param(game.slug, seats, {}, id=f"{game.slug}-{seats}")
            if "visibility" in game.options:
                yield pytest.param(game.slug, seats, {"visibility": "sealed"}, id=f"{game.slug}-{seats}-sealed")


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "seats", "options"), sample_cases(list(matches_to_play()), 3))
async def test_matches_with_a_client_in_every_seat_are_played_to_the_end(slug, seats, options, choose_sensible_action):
    chance = random.Random(1)
    server, first = await host(
        make_table_spec(slug, seats=seats, options=options, seed=5, pace=0), "Ann", "127.0.0.1", 0
    )
    clients = [first] + [await join("127.0.0.1", port_of(first), f"P{n}") for n in range(1, seats)]
    clients.append(await join("127.0.0.1", port_of(first), "Wim", watch=True))
    assert [client.seat for client in clients] == [*range(seats), None]

    def check(client):
        """Compare a remote client's view with the host's once all bytes are read; the local one shares the state."""
        if client is first:
            assert client.view == server.table.state.runner.match.view(0)

    robots = [
        PlayingListener(client, lambda game, view: choose_sensible_action(game, view, chance), check)
        for client in clients
    ]
    first.start_match()
    await wait_for_match_ends(robots)
    match = server.table.state.runner.match
    for client, robot in zip(clients, robots, strict=True):
        assert client.view == match.view(client.seat)
        assert client.standings == match.standings
        assert robot.problems == []
    await close_all(server, *clients)


MATCHES_WITH_ACTIONS_OUT_OF_TURN = [
    ("queens-dungeon", 4, {"reneging": "honour", "time_limit": 1440, "target": 200}),
    ("queens-dungeon", 2, {"reneging": "honour", "challenge": True}),
    ("big-queen", 4, {"hand_size": 5, "catch_grace": 0, "target": 300}),
    ("big-queen", 6, {"hand_size": 4, "catch_grace": 30, "target": 300}),
]
"""Game, number of seats and options of matches in which seats may act out of turn."""

LATE_ANSWER_REASONS = {"A partner has already said no.", "Nobody has asked you anything."}
"""Why an answer to a partner of Big Queen is refused that comes after another partner's no, or after that turn."""


@parametrize(("slug", "seats", "options"), MATCHES_WITH_ACTIONS_OUT_OF_TURN, 2)
async def test_matches_with_a_bot_in_every_other_seat_are_played_to_the_end(
    slug, seats, options, choose_sensible_action
):
    """People act only in their own turn, although in these games a seat may also act out of turn. Of two partners who
    are asked at once, the no of one may come before the answer of the other.
    """
    server, first = await host(
        make_table_spec(slug, seats=seats, bots=seats // 2, options=options, pace=0), "Ann", "127.0.0.1", 0
    )
    clients = [first] + [await join("127.0.0.1", port_of(first), f"P{n}") for n in range(1, seats - seats // 2)]
    chance = random.Random(4)

    def choose(game, view):
        """Return an action on the person's own turn, or the answer to a partner; else None."""
        asked = view.facts.get("asked") == "waiting"
        return choose_sensible_action(game, view, chance) if view.facts["turn"] == view.seat or asked else None

    robots = [PlayingListener(client, choose) for client in clients]
    first.start_match()
    await wait_for_match_ends(robots)
    match = server.table.state.runner.match
    for client, robot in zip(clients, robots, strict=True):
        assert client.view == match.view(client.seat)
        assert client.standings == match.standings
        expected = LATE_ANSWER_REASONS if slug == "big-queen" else set()
        assert {problem.reason for problem in robot.problems} <= expected
    assert replay(match.record).digest == match.digest
    await close_all(server, *clients)


async def test_catch_over_the_network_does_not_count_before_an_announcement_within_the_grace():
    """Cat's catch arrives first, but Bob announces his last card within the grace: he is not caught."""
    options = {"hand_size": 4, "catch_grace": 30}
    game = games["big-queen"]
    seed = next(seed for seed in range(1000) if can_meld_in_first_turn(game, seed, options))
    server, ann = await host(
        make_table_spec("big-queen", seats=4, options=options, seed=seed, pace=0), "Ann", "127.0.0.1", 0
    )
    people = [ann] + [await join("127.0.0.1", port_of(ann), name) for name in ("Bob", "Cat", "Dan")]
    heard = [[] for _ in people]
    news = asyncio.Event()
    for client, events in zip(people, heard, strict=True):
        client.set_listener(lambda event, events=events: (events.append(event), news.set()))

    async def until(condition):
        """Wait until the condition is true, checking it after every event; at most `PATIENCE_SECONDS`."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():
                news.clear()
                await news.wait()

    ann.start_match()
    for seat, verb in ((0, "deal"), (1, "draw"), (1, "meld"), (1, "discard")):
        client = people[seat]

        def legal_actions(client=client, verb=verb):
            """Return the client's legal actions with this verb, () while an action of it is pending."""
            legal = game.legal(client.view) if client.view and client._pending_act is None else ()
            return [action for action in legal if action.verb == verb]

        await until(legal_actions)
        client.send_action(legal_actions()[0])
    await until(lambda: all(client.view.facts["due"] == (1,) for client in people))
    people[2].send_action(Action(("catch", 1)))
    await until(lambda: any(isinstance(event, ActionDelay) for event in heard[2]))
    people[1].send_action(Action(("announce",)))
    await until(lambda: any(isinstance(event, RefusalReceived) for event in heard[2]))
    await until(lambda: all(client.view.facts["due"] == () for client in people))
    assert len(people[1].view.cards("hand/1")) == 1
    assert "catch" not in [action.verb for _, action in server.table.state.runner.match.actions]
    await close_all(server, *people)


def can_meld_in_first_turn(game, seed, options):
    """Return whether seat 1 can lay a set in its first turn of Big Queen, and then has one card left."""
    match = game.start(4, seed=seed, options=options)
    match.act(0, Action(("deal",)))
    match.act(1, Action(("draw",)))
    return any(action.verb == "meld" for action in match.legal(1))


async def test_every_client_has_the_hosts_view_after_every_action(choose_sensible_action):
    """The next action is sent only when every client has the host's view after the last one."""
    server, first = await host(make_table_spec("mad-queens", seats=3, seed=9, pace=0), "Ann", "127.0.0.1", 0)
    clients = [first] + [await join("127.0.0.1", port_of(first), f"P{n}") for n in (1, 2)]
    news = asyncio.Event()
    for client in clients:
        client.set_listener(lambda event: news.set())
    first.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (server.table.state.runner is not None and server.table.state.runner.match.over):
            running = server.table.state.runner
            while running is None or any(client.view != running.match.view(client.seat) for client in clients):
                news.clear()
                await news.wait()
                running = server.table.state.runner
            if running.match.over:
                break
            actor = min(running.match.waiting)
            steps = running.steps[actor]
            clients[actor].send_action(
                choose_sensible_action(games["mad-queens"], clients[actor].view, random.Random(1))
            )
            while running.steps[actor] == steps:
                news.clear()
                await news.wait()
    await close_all(server, *clients)


async def raw_connection(port: int):
    """Return the reader and writer of a new TCP connection to 127.0.0.1, on which nothing is sent."""
    return await asyncio.open_connection("127.0.0.1", port)


async def received_messages(reader) -> list[ServerMessage]:
    """Return all messages that a host sends until it closes the connection."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        data = await reader.read(-1)
    unpacker = msgpack.Unpacker(use_list=True)
    unpacker.feed(data)
    return [read_server_message(plain) for plain in unpacker if not is_padding(plain)]


async def test_server_ends_although_a_connection_is_never_made() -> None:
    """asyncio makes the protocol of a connection first, as is done here, and may fail to make the connection."""
    server, first = await host(make_table_spec("mad-queens", seats=2, pace=0), "Ann", "127.0.0.1", 0)
    server.new_connection()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await first.close()
        await server.close()


@pytest.mark.parametrize("turns", range(5))
async def test_client_who_comes_in_just_when_listening_ends_is_disconnected_at_once(turns: int) -> None:
    """Between the accepted connection and its transport lies a turn of the event loop."""
    server, first = await host(make_table_spec("mad-queens", seats=2, pace=0), "Ann", "127.0.0.1", 0)
    with socket.create_connection(("127.0.0.1", port_of(first))) as late:
        late.setblocking(False)
        for _ in range(turns):
            await asyncio.sleep(0)
        server.stop_listening()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await first.close()
            await server.close()
            with suppress(ConnectionResetError):
                assert await asyncio.get_running_loop().sock_recv(late, 1) == b""


ENCODED_HELLO = encode_message(Hello(PROTOCOL_VERSION, "Eve"))
"""The bytes of a valid first message of a client."""


@parametrize(
    ("data", "expected_error"),
    [
        (b"\xc1", "Malformed"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "Malformed"),
        (encode_message(Stand()), "Malformed"),
        (b"\xda\xff\xff" + b"x" * 60_000, "TooBig"),
        (ENCODED_HELLO + b"\xdb\x7f\xff\xff\xff" + b"x" * 60_000, "TooBig"),
        (ENCODED_HELLO + b"\xdd\x7f\xff\xff\xff", "Malformed"),
        (ENCODED_HELLO + encode_message(Stand()) * (PERSON_MESSAGES_AT_ONCE + 50), "TooFast"),
        (msgpack.packb([0, 99, "Eve"]), "WrongVersion"),
    ],
    4,
)
async def test_bad_peer_gets_one_clear_error_and_disturbs_nobody(data, expected_error):
    """A peer that sends something wrong gets one error, and the people at the table play on."""
    server, ann = await host(make_table_spec("mad-queens", seats=2, seed=3, pace=0), "Ann", "127.0.0.1", 0)
    bob = await join("127.0.0.1", port_of(ann), "Bob")
    ann.start_match()
    reader, writer = await raw_connection(port_of(ann))
    writer.write(data)
    sent_messages = await received_messages(reader)
    assert [message.kind for message in sent_messages if isinstance(message, ConnectionFailed)] == [expected_error]
    assert isinstance(sent_messages[-1], ConnectionFailed)
    writer.close()
    robots = [PlayingListener(client, lambda game, view: game.legal(view)[-1]) for client in (ann, bob)]
    for client in (ann, bob):
        client.send_action(Action(("reveal",)))
    await wait_for_match_ends(robots)
    assert bob.view == server.table.state.runner.match.view(1)
    assert robots[1].problems == []
    await close_all(server, bob, ann)


async def test_peer_that_never_reads_delays_nobody_and_uses_bounded_memory():
    server, ann = await host(make_table_spec("mad-queens", seats=100, seed=3, pace=0), "Ann", "127.0.0.1", 0)
    stalled_socket = socket.socket()
    stalled_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    stalled_socket.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(stalled_socket, ("127.0.0.1", port_of(ann)))
    await loop.sock_sendall(stalled_socket, encode_message(Hello(PROTOCOL_VERSION, "Eve", watch=True)))
    here = asyncio.Event()
    ann.set_listener(lambda event: here.set() if ann.table.spectators else None)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await here.wait()
    eve = next(person for person in server.table.state.people.connected.values() if person.name == "Eve")
    robot = PlayingListener(ann, lambda game, view: game.legal(view)[-1])
    ann.start_match()
    await wait_for_match_ends([robot])
    assert robot.problems == []
    assert eve.slow_since is not None, "she is told nothing more"
    assert eve.followed_match_number == 1, "and will hear of the end when she reads"
    for end in server._connections:
        assert end._transport.get_write_buffer_size() < 4 * MAX_QUEUE_BYTES
    stalled_socket.close()
    await close_all(server, ann)


async def test_peer_that_disconnects_without_reading_does_not_delay_closing(monkeypatch):
    """The send buffer of such a peer never becomes empty, so closing must not wait for that."""
    monkeypatch.setattr("net.transport.tcp_connection.MAX_LINGER_SECONDS", 0.1)
    server, ann = await host(make_table_spec("mad-queens", seats=2, seed=3, pace=0), "Ann", "127.0.0.1", 0)
    stalled_socket = socket.socket()
    stalled_socket.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(stalled_socket, ("127.0.0.1", port_of(ann)))
    await loop.sock_sendall(stalled_socket, encode_message(Hello(PROTOCOL_VERSION, "Eve", watch=True)))
    news = asyncio.Event()
    ann.set_listener(lambda event: news.set())
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not ann.table.spectators:
            news.clear()
            await news.wait()
        (end,) = server._connections
        end._transport.write(bytes(32_000_000))
        stalled_socket.shutdown(socket.SHUT_WR)
        while ann.table.spectators:
            news.clear()
            await news.wait()
        await close_all(server, ann)
    stalled_socket.close()


async def test_client_reconnects_to_its_seat():
    server, ann = await host(make_table_spec("mad-queens", seats=2, seed=3, pace=0), "Ann", "127.0.0.1", 0)
    bob = await join("127.0.0.1", port_of(ann), "Bob")
    seen = asyncio.Event()
    ann.set_listener(lambda event: seen.set())
    ann.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not server.table.state.active_runner:
            await seen.wait()
            seen.clear()
        bob._connection._transport.abort()
        for here in (False, True):
            while ann.table.seats[1].is_here != here:
                await seen.wait()
                seen.clear()
    robots = [PlayingListener(client, lambda game, view: game.legal(view)[-1]) for client in (ann, bob)]
    ann.send_action(Action(("reveal",)))
    if bob.view is not None and games["mad-queens"].legal(bob.view):
        bob.send_action(games["mad-queens"].legal(bob.view)[-1])
    await wait_for_match_ends(robots)
    assert bob.seat == 1
    assert bob.name == "Bob"
    assert bob.standings == ann.standings
    assert not [problem for problem in robots[1].problems if isinstance(problem, HostLost)]
    await close_all(server, bob, ann)


async def test_host_that_closes_sends_its_clients_the_reason():
    server, ann = await host(make_table_spec("mad-queens"), None, "127.0.0.1", 0)
    assert ann is None
    port = int(server.table.address.rpartition(":")[2])
    bob = await join("127.0.0.1", port, "Bob")
    assert bob.is_owner
    lost: list[object] = []
    bob.set_listener(lost.append)
    await close_all(server)
    assert lost[-1:] == [HostLost("The host has closed the table.")]
    await bob.close()
    with pytest.raises(HostGone, match="There is no table at"):
        await join("127.0.0.1", port, "Bob")


async def test_hostile_name_is_cleaned_at_a_table_with_a_code():
    server, ann = await host(make_table_spec("mad-queens", code="queens"), "Ann", "127.0.0.1", 0)
    with pytest.raises(Rejected, match="code"):
        await join("127.0.0.1", port_of(ann), "Eve")
    bob = await join("127.0.0.1", port_of(ann), "\x1b]0;x\x07Ann\u202e", "queens")
    assert bob.name == "Ann 2"
    heard = asyncio.Event()
    ann.set_listener(lambda event: heard.set() if isinstance(event, ChatReceived) else None)
    bob.send_chat("hi")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await heard.wait()
    await close_all(server, bob, ann)


async def test_client_that_has_joined_has_the_state_of_the_table_with_its_name_and_address():
    server, ann = await host(make_table_spec("mad-queens", seats=3, name="Green Gables"), "Ann", "127.0.0.1", 0)
    bob = await join("127.0.0.1", port_of(ann), "Bob")
    assert bob.table == ann.table
    assert bob.table.name == "Green Gables"
    assert bob.table.address.startswith("127.0.0.1:")
    await close_all(server, bob, ann)


async def test_new_connection_makes_the_host_close_the_oldest_one_that_has_sent_no_hello():
    """A hello says who a connection is for. All connections come from one address here."""
    server, ann = await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", 0)
    port = port_of(ann)
    mute = [await raw_connection(port) for _ in range(MAX_UNAUTHENTICATED_PER_ADDRESS)]
    bob = await join("127.0.0.1", port, "Bob")
    assert bob.seat == 1
    assert await mute[0][0].read() == b"", "the first of them has been cut off"
    assert not mute[-1][0].at_eof()
    for _, writer in mute:
        writer.transport.abort()
    await close_all(server, bob, ann)


@pytest.mark.skipif(sys.platform != "linux", reason="all of 127.0.0.0/8 is this machine on Linux only")
@pytest.mark.parametrize("first_bytes", [b"", ENCODED_HELLO[:4]], ids=["silent", "half-open"])
async def test_newcomers_join_while_silent_connections_of_many_addresses_hold_all_places(first_bytes):
    server, ann = await host(make_table_spec("mad-queens", seats=8), "Ann", "127.0.0.1", 0)
    server.admission = Admission(max_unauthenticated=4)
    links = []
    for number in range(6):
        address = (f"127.0.3.{number + 1}", 0)
        links.append(await asyncio.open_connection("127.0.0.1", port_of(ann), local_addr=address))
        links[-1][1].write(first_bytes)
    newcomers = [await join("127.0.0.1", port_of(ann), f"Guest {number}") for number in range(5)]
    assert [client.seat for client in newcomers] == [1, 2, 3, 4, 5]
    for _, writer in links:
        writer.transport.abort()
    await close_all(server, *newcomers, ann)


async def test_number_of_connections_from_one_address_is_bounded(monkeypatch):
    monkeypatch.setattr("net.transport.admission.NEW_CONNECTIONS_AT_ONCE", 3)
    monkeypatch.setattr("net.transport.admission.NEW_CONNECTIONS_PER_SECOND", 1e-6)
    server, ann = await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", 0)
    port = port_of(ann)
    for _ in range(3):
        _, writer = await raw_connection(port)
        writer.transport.abort()
    with pytest.raises(HostGone):
        await join("127.0.0.1", port, "Bob")
    await close_all(server, ann)


async def test_flood_from_one_address_is_delayed_and_nobody_is_disconnected(monkeypatch):
    monkeypatch.setattr("net.transport.admission.ADDRESS_MESSAGES_AT_ONCE", 4)
    monkeypatch.setattr("net.transport.admission.ADDRESS_MESSAGES_PER_SECOND", 50)
    server, ann = await host(make_table_spec("mad-queens", seats=3), "Ann", "127.0.0.1", 0)
    people = [await join("127.0.0.1", port_of(ann), name) for name in ("Bob", "Cat")]
    refused = [[] for _ in people]
    news = asyncio.Event()
    for client, events in zip(people, refused, strict=True):
        client.set_listener(lambda event, events=events: (events.append(event), news.set()))
        for _ in range(20):
            client.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while any(sum(isinstance(event, RefusalReceived) for event in events) < 20 for events in refused):
            news.clear()
            await news.wait()
    assert not any(isinstance(event, HostLost) for events in refused for event in events)
    await close_all(server, *people, ann)


async def test_people_are_served_while_strangers_at_their_address_send_without_a_pause(monkeypatch):
    """What the strangers send is not counted against the people, and neither is their own silence."""
    monkeypatch.setattr("net.transport.admission.ADDRESS_BYTES_AT_ONCE", 50_000)
    monkeypatch.setattr("net.transport.admission.ADDRESS_BYTES_PER_SECOND", 1)
    server, ann = await host(make_table_spec("mad-queens", seats=3), "Ann", "127.0.0.1", 0)
    bob = await join("127.0.0.1", port_of(ann), "Bob")
    strangers = [await raw_connection(port_of(ann)) for _ in range(8)]
    for reader, writer in strangers:
        writer.write(bytes([0xC1]) + bytes(30_000))
        async with asyncio.timeout(PATIENCE_SECONDS):
            await reader.read()  # the host has read it all, and closes
        writer.write(bytes(400_000))
    heard = asyncio.Event()
    ann.set_listener(lambda event: heard.set() if isinstance(event, ChatReceived) else None)
    for _ in range(3):
        heard.clear()
        bob.send_chat("I am still here")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await heard.wait()
    cat = await join("127.0.0.1", port_of(ann), "Cat")
    assert cat.seat == 2
    for _, writer in strangers:
        writer.transport.abort()
    await close_all(server, cat, bob, ann)


async def test_host_stops_reading_from_a_stranger_who_sends_more_than_handshake_and_hello(monkeypatch):
    monkeypatch.setattr("net.transport.tcp_connection.MAX_LINGER_SECONDS", 10 * PATIENCE_SECONDS)
    server, ann = await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", 0)
    _, writer = await raw_connection(port_of(ann))
    writer.write(bytes([0xC1]) + bytes(MAX_UNAUTHENTICATED_BYTES))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (ends := list(server._connections)) or ends[0]._transport.is_reading():  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert server.admission.unauthenticated_count == 1
    writer.transport.abort()
    await close_all(server, ann)


async def test_reading_pauses_while_too_many_inputs_wait_for_the_journal(monkeypatch):
    monkeypatch.setattr("net.host.table_runner.MAX_INBOX_MESSAGES", 2)
    server, ann = await host(make_table_spec("mad-queens", seats=3), "Ann", "127.0.0.1", 0)
    bob = await join("127.0.0.1", port_of(ann), "Bob")
    reading = []
    seen = asyncio.Event()
    go_on = server.runner._schedule_tick
    monkeypatch.setattr(server.runner, "_schedule_tick", lambda: None)  # as while a commit takes its time
    [end] = server._connections
    monkeypatch.setattr(end, "_pause_reading", lambda pause: (reading.append(pause), seen.set()))
    bob.start_match()
    bob.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not any(reading):
            seen.clear()
            await seen.wait()
    go_on()
    monkeypatch.undo()
    await close_all(server, bob, ann)


async def test_host_that_never_listened_can_be_closed():
    listener = await bind_port(asyncio.Protocol, "127.0.0.1", 0)
    assert listener.sockets
    server = TableServer(listener, TableRunner(new_table(make_table_spec("mad-queens"))))
    await server.close()
    assert not listener.sockets


OPENING_STEPS = (
    "address_with_port",
    "limit_bots",
    "open_journalled_table",
    "TableRunner",
    "LocalClient",
    "admit_owner",
    "TableServer.accept_connections",
)
"""The functions that open a table, in the order in which they are called; each of them can fail."""


@pytest.mark.parametrize("step", OPENING_STEPS)
async def test_failure_in_any_step_of_opening_a_table_releases_the_port_and_disconnects_everybody(monkeypatch, step):
    listeners: list[asyncio.Server] = []
    runners: list[TableRunner] = []

    async def bind_and_record(*where):
        """Bind the port, and record the listening socket."""
        listeners.append(await bind_port(*where))
        return listeners[-1]

    def run_and_record(*table_and_journal):
        """Make the runner of the table, and record it."""
        runners.append(TableRunner(*table_and_journal))
        return runners[-1]

    class OpeningError(Exception):
        """The error that the patched step of opening raises."""

        pass

    def fail(*args, **kw):
        raise OpeningError

    monkeypatch.setattr("net.host.server.bind_port", bind_and_record)
    monkeypatch.setattr("net.host.server.TableRunner", run_and_record)
    monkeypatch.setattr(f"net.host.server.{step}", fail)
    with pytest.raises(OpeningError):
        await host(make_table_spec("mad-queens"), "Ann", "127.0.0.1", 0)
    [listener] = listeners
    assert not listener.sockets
    assert all(runner._stopped and not runner._outboxes for runner in runners)


async def test_operating_system_lets_more_newcomers_wait_than_asyncio_while_the_host_is_busy():
    """With the limit of asyncio, 100, the system drops the next connection, whose client tries again after a second."""
    newcomers = 2 * ASYNCIO_BACKLOG
    if newcomers > SYSTEM_BACKLOG:
        pytest.skip("this system lets fewer connections wait")
    server, _ = await host(make_table_spec("mad-queens"), None, "127.0.0.1", 0)
    port = int(server.table.address.rpartition(":")[2])
    with ExitStack() as stack:
        for _ in range(newcomers):  # the event loop of the host has no turn meanwhile
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=0.9))
    await server.close()
