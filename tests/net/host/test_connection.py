"""The host's end of a connection, over real TCP with TLS: host keys, codes, and hostile bytes."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from unittest.mock import Mock

import pytest

from core import Action
from net.client.events import ChatReceived
from net.errors import ChangedKey, HostGone, NetError, Rejected, TlsMismatch, WrongHost
from net.host.connection import Route, ServerConnection
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.limits import PROTOCOL_VERSION, WRONG_CODES_PER_MINUTE
from net.protocol.endpoint import HostEndpoint
from net.protocol.messages import Hello, encode_message
from net.security.host_certificate import host_certificate
from net.security.known_hosts import HostTrust, KnownHosts
from net.table.tick import ConnectionLost
from net.transport.admission import TOO_MANY_FROM_ADDRESS_SENTENCE, Admission
from net.transport.code_attempts import CodeAdmitted, CodeAttempts
from net.transport.handshake_queue import HandshakeQueue
from net.transport.tls import PlainStream
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS


def port_of(server) -> int:
    """Return the port at which a server listens."""
    return int(server.table.address.rpartition(":")[2])


async def close_all(server, *clients):
    """Close the clients and then the server, within `PATIENCE_SECONDS`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        for client in clients:
            await client.close()
        await server.close()


async def open_table(folder, code="", **settings):
    """Open a table of Mad Queens on the network with the host key in `folder`; return the server and the owner's
    client.
    """
    return await host(
        make_table_spec("mad-queens", code=code, pace=0, **settings),
        "Ann",
        "127.0.0.1",
        0,
        certificate=host_certificate(folder),
    )


async def test_client_knows_the_key_of_a_host_after_a_match_over_tls(tmp_path):
    server, ann = await open_table(tmp_path / "ann", seats=2, seed=3)
    port = port_of(server)
    trust = HostTrust(tmp_path / "bob")
    bob = await join("127.0.0.1", port, "Bob", trust=trust)
    assert trust.is_new_host
    assert trust.fingerprint == server.certificate.fingerprint
    began = asyncio.Event()
    bob.set_listener(lambda event: began.set() if bob.view is not None else None)
    ann.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await began.wait()
    ann.send_action(Action(("reveal",)))
    bob.send_action(Action(("reveal",)))
    bob.send_chat("hello over TLS")
    sent_bytes = asyncio.Event()
    ann.set_listener(lambda event: sent_bytes.set() if isinstance(event, ChatReceived) else None)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await sent_bytes.wait()
    assert len(server.table.state.runner.match.actions) == 2
    await bob.close()
    again = HostTrust(tmp_path / "bob")
    bob = await join("127.0.0.1", port, "Bob", trust=again)
    assert not again.is_new_host
    await close_all(server, bob, ann)


async def test_client_reconnects_only_to_a_host_with_the_same_key(tmp_path):
    server, ann = await open_table(tmp_path / "ann", seats=2)
    bob = await join("127.0.0.1", port_of(server), "Bob", trust=HostTrust(tmp_path / "bob"))
    events: list[object] = []
    news = asyncio.Event()
    bob.set_listener(lambda event: (events.append(event), news.set()))

    async def until(name):
        """Wait until the client has reported an event of the class called `name`."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while name not in [type(event).__name__ for event in events]:
                news.clear()
                await news.wait()

    bob._connection._transport.abort()
    await until("ConnectionRestored")
    server.certificate = host_certificate(tmp_path / "eve")
    bob._connection._transport.abort()
    await until("HostLost")
    assert "by another key" in events[-1].reason
    await close_all(server, bob, ann)


async def test_join_at_a_changed_key_is_refused_until_the_person_accepts_it(tmp_path):
    server, ann = await open_table(tmp_path / "ann")
    port = port_of(server)
    where = f"127.0.0.1:{port}"
    known = KnownHosts(tmp_path / "bob")
    known.remember(where, "0" * 64)
    with pytest.raises(ChangedKey) as caught:
        await join("127.0.0.1", port, "Bob", token="a secret", trust=HostTrust(tmp_path / "bob"))
    assert (caught.value.address, caught.value.known_fingerprint) == (where, "0" * 64)
    assert caught.value.shown_fingerprint == server.certificate.fingerprint
    assert known.key_at(where) == "0" * 64
    assert not server.table.state.people.spectators(), "nobody said hello"
    bob = await join(
        "127.0.0.1", port, "Bob", trust=HostTrust(tmp_path / "bob", accepted_fingerprint=caught.value.shown_fingerprint)
    )
    assert known.key_at(where) == server.certificate.fingerprint
    await close_all(server, bob, ann)


async def test_correct_code_admits_a_person_and_authenticates_the_host(tmp_path):
    server, ann = await open_table(tmp_path / "ann", "green gables")
    port, code = port_of(server), server.code
    KnownHosts(tmp_path / "bob").remember(f"127.0.0.1:{port}", "0" * 64)
    bob = await join("127.0.0.1", port, "Bob", trust=HostTrust(tmp_path / "bob", code.lower().replace("-", " ")))
    assert bob.seat == 1
    eve = host_certificate(tmp_path / "eve")
    server.certificate = eve
    with pytest.raises(WrongHost, match="your code was not given away"):
        await join("127.0.0.1", port, "Cat", trust=HostTrust(tmp_path / "cat", code))
    with pytest.raises(Rejected, match="only the end of a code"):
        await join("127.0.0.1", port, "Cat", trust=HostTrust(tmp_path / "cat", "green gables"))
    with pytest.raises(Rejected, match="asks for a code"):
        await join("127.0.0.1", port, "Cat", trust=HostTrust(tmp_path / "cat"))
    await close_all(server, bob, ann)


async def test_correct_code_is_refused_after_too_many_wrong_ones(tmp_path, monkeypatch):
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 0.0)
    server, ann = await open_table(tmp_path / "ann", "queens")
    port, code = port_of(server), server.code
    early = await join("127.0.0.1", port, "Dan", trust=HostTrust(tmp_path / "dan", code))
    reasons = []
    for _ in range(WRONG_CODES_PER_MINUTE + 1):
        with pytest.raises(Rejected) as caught:
            await join("127.0.0.1", port, "Bob", trust=HostTrust(tmp_path / "bob", f"{code[:14]}-king"))
        reasons.append(str(caught.value))
    assert all("that was not it" in reason for reason in reasons[:-1])
    assert "Too many wrong codes" in reasons[-1]
    with pytest.raises(Rejected, match="Too many wrong codes"):
        await join("127.0.0.1", port, "Bob", trust=HostTrust(tmp_path / "bob", code))
    back = await join("127.0.0.1", port, "Dan", token=early.token, trust=HostTrust(tmp_path / "dan", code))
    assert back.seat == early.seat, "who has a seat comes back to it whatever others at the same address do"
    await close_all(server, back, early, ann)


async def test_each_further_wrong_code_is_answered_later(tmp_path, monkeypatch):
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 0.2)
    server, ann = await open_table(tmp_path / "ann", "queens")
    port, code = port_of(server), server.code
    loop = asyncio.get_running_loop()
    for before in range(3):
        begun = loop.time()
        with pytest.raises(Rejected, match="that was not it"):
            await join("127.0.0.1", port, "Eve", trust=HostTrust(tmp_path / "eve", f"{code[:14]}-king"))
        assert loop.time() - begun >= 0.2 * before
    await close_all(server, ann)


async def test_delayed_answer_to_a_wrong_code_delays_nobody_else_at_the_address(tmp_path, monkeypatch):
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 3_600.0)
    server, ann = await open_table(tmp_path / "ann", "queens")
    port, code = port_of(server), server.code
    server.code_attempts.check_hello("127.0.0.1", "king", "", asyncio.get_running_loop().time())
    counted = asyncio.Event()
    check_hello = server.code_attempts.check_hello
    monkeypatch.setattr(CodeAttempts, "check_hello", lambda self, *hello: (counted.set(), check_hello(*hello))[1])
    eve = asyncio.ensure_future(join("127.0.0.1", port, "Eve", trust=HostTrust(tmp_path / "eve", f"{code[:14]}-king")))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await counted.wait()
    bob = await join("127.0.0.1", port, "Bob", trust=HostTrust(tmp_path / "bob", code))
    assert bob.seat == 1
    assert not eve.done()
    eve.cancel()
    await asyncio.wait([eve])
    await close_all(server, bob, ann)


async def test_no_more_wrong_codes_are_checked_when_many_come_at_once(tmp_path, monkeypatch):
    """Each attempt is counted before it is answered, so many connections at once guess no faster than one."""
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 0.05)
    server, ann = await open_table(tmp_path / "ann", "queens")
    port, code = port_of(server), server.code

    async def refusal_of_wrong_code(number: int) -> str:
        """Join as person `number` with a wrong code; return the reason of the refusal."""
        with pytest.raises(Rejected) as caught:
            await join("127.0.0.1", port, "Eve", trust=HostTrust(tmp_path / f"eve{number}", f"{code[:14]}-king"))
        return str(caught.value)

    answers = await asyncio.gather(*(refusal_of_wrong_code(number) for number in range(WRONG_CODES_PER_MINUTE + 4)))
    assert sum("that was not it" in sent_bytes for sent_bytes in answers) == WRONG_CODES_PER_MINUTE
    assert sum("Too many wrong codes" in sent_bytes for sent_bytes in answers) == 4
    await close_all(server, ann)


async def test_client_and_host_of_which_only_one_uses_tls_report_it_in_one_sentence(tmp_path):
    server, ann = await open_table(tmp_path / "ann")
    with pytest.raises(TlsMismatch, match="without --insecure"):
        await join("127.0.0.1", port_of(server), "Bob")
    await close_all(server, ann)
    server, ann = await host(make_table_spec("mad-queens", pace=0), "Ann", "127.0.0.1", 0)
    with pytest.raises(TlsMismatch, match="is not a table of Mad Queens, or is one"):
        await join("127.0.0.1", port_of(server), "Bob", trust=HostTrust(tmp_path / "bob"))
    await close_all(server, ann)


async def error_after_bytes(sent_bytes: bytes, trust: HostTrust | None) -> str:
    """Join a port that sends these bytes and disconnects; return the error of the client."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the bytes to a client that has connected, wait for its first byte, and disconnect."""
        writer.write(sent_bytes)
        await reader.read(1)
        writer.close()

    other = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = other.sockets[0].getsockname()[1]
    async with other:
        with pytest.raises(NetError) as caught:
            await join("127.0.0.1", port, "Bob", trust=trust)
    return str(caught.value).replace(str(port), "PORT")


@pytest.mark.parametrize("plain", [False, True])
async def test_error_of_joining_another_kind_of_program_does_not_suggest_to_switch_tls_off(tmp_path, plain):
    def trust_of_connection() -> HostTrust | None:
        return None if plain else HostTrust(tmp_path)

    for banner in (b"SSH-2.0-OpenSSH_9.2\r\n", b"SSH-2.0-dropbear"):
        told = await error_after_bytes(banner, trust_of_connection())
        assert "ssh -p PORT NAME@127.0.0.1" in told
        assert "insecure" not in told
    for words in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220 mail.example ESMTP\r\n"):
        told = await error_after_bytes(words, trust_of_connection())
        assert told.startswith("What answers")
        assert "is not a table of Mad Queens" in told


BYTES_OF_OTHER_PROGRAMS = [
    b"",
    b"\x00",
    b"\x16",
    b"\x16\x03\x01\xff\xff" + bytes(4000),
    b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x03",
    b"\x15\x03\x03\x00\x02\x02\x28",
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"SSH-2.0-OpenSSH_9.2\r\n",
    bytes(range(256)) * 40,
    encode_message(Hello(PROTOCOL_VERSION, "Eve")),
]
"""Byte strings that port scanners and other programs may send to the port of a table."""


@pytest.mark.parametrize("tls", [True, False], ids=["tls", "plain"])
async def test_person_can_join_while_noise_is_sent_to_the_port(tmp_path, tls):
    """The noise is what port scanners and other programs send, whole or cut off, and connections that send nothing."""
    certificate = host_certificate(tmp_path / "ann") if tls else None
    server, ann = await host(make_table_spec("mad-queens", pace=0), "Ann", "127.0.0.1", 0, certificate=certificate)
    port = port_of(server)
    loop = asyncio.get_running_loop()
    for data in BYTES_OF_OTHER_PROGRAMS:
        for half_close in (True, False):
            with socket.socket() as link:
                link.setblocking(False)
                await loop.sock_connect(link, ("127.0.0.1", port))
                if data:
                    await loop.sock_sendall(link, data)
                if half_close:
                    link.shutdown(socket.SHUT_WR)
                    async with asyncio.timeout(PATIENCE_SECONDS):
                        try:
                            while await loop.sock_recv(link, 4096):
                                pass
                        except ConnectionError:
                            pass
    bob = await join("127.0.0.1", port, "Bob", trust=HostTrust(tmp_path / "bob") if tls else None)
    assert bob.name == "Bob"
    assert bob.seat is not None
    await close_all(server, bob, ann)


@pytest.mark.parametrize("tls", [True, False], ids=["tls", "plain"])
async def test_full_host_refuses_a_newcomer_with_a_reason_and_readmits_a_person_with_a_seat(tmp_path, tls):
    certificate = host_certificate(tmp_path / "ann") if tls else None
    trust = HostTrust(tmp_path / "bob") if tls else None
    server, ann = await host(make_table_spec("mad-queens", pace=0), "Ann", "127.0.0.1", 0, certificate=certificate)
    server.admission = Admission(max_connections=4)  # two people, one of an address
    port = port_of(server)
    bob = await join("127.0.0.1", port, "Bob", trust=trust)
    with pytest.raises(Rejected, match=TOO_MANY_FROM_ADDRESS_SENTENCE):
        await join("127.0.0.1", port, "Cat", trust=trust)
    again = await join("127.0.0.1", port, "Bob", token=bob.token, trust=trust)
    assert again.seat == bob.seat == 1
    await close_all(server, bob, again, ann)


@pytest.mark.parametrize(("end_callback", "expected_silence"), [("eof_received", 0), ("connection_lost", 8)])
async def test_lost_connection_counts_as_silent_since_its_last_byte_unless_its_stream_has_ended(
    monkeypatch, end_callback, expected_silence
):
    """A program that is killed has read everything, and its stream ends; a broken line has no such end."""
    runner = Mock(**{"count_received.return_value": 0.0})
    no_limits = {"add": None, "demote": None, "refusal": "", "count_received": 0.0}
    admission = Mock(**{f"{name}.return_value": value for name, value in no_limits.items()})
    attempts = Mock(**{"check_hello.return_value": CodeAdmitted()})
    connection = ServerConnection(lambda hello: Route(runner, attempts, hello, False), admission, PlainStream())
    connection.connection_made(Mock(spec=asyncio.Transport, **{"get_extra_info.return_value": None}))
    connection.data_received(encode_message(Hello(PROTOCOL_VERSION, "Eve")))
    monkeypatch.setattr(HostEndpoint, "silence", lambda self, now: 8)
    connection.eof_received() if end_callback == "eof_received" else connection.connection_lost(ConnectionResetError())
    _, posted = [call.args[0] for call in runner.post_input.call_args_list]
    assert (type(posted), posted.silence) == (ConnectionLost, expected_silence)
    if not connection.closed.done():
        connection.connection_lost(None)


async def test_connection_with_an_unfinished_handshake_is_closed_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr("net.protocol.endpoint.MAX_HELLO_SECONDS", 0.2)
    server, ann = await open_table(tmp_path / "ann")
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
    writer.write(b"\x16\x03\x01\x02\x00\x01")
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await reader.read() == b""
    writer.close()
    await close_all(server, ann)


class ManualHandshakeQueue(HandshakeQueue):
    """A queue of TLS handshakes whose turns a test runs by hand; `filled` is set when a connection waits in it."""

    def __init__(self):
        self.begin_some = lambda: None
        self.filled = asyncio.Event()
        super().__init__(self)

    def call_soon(self, begin_waiting_handshakes):
        """Record what an event loop would call in its next turn."""
        self.begin_some = begin_waiting_handshakes
        self.filled.set()


async def test_connection_that_waits_for_its_handshake_is_not_closed_for_silence(tmp_path, monkeypatch):
    server, ann = await open_table(tmp_path / "ann")
    server._handshakes = queue = ManualHandshakeQueue()
    checked = asyncio.Queue()
    check = ServerConnection._check_deadlines
    monkeypatch.setattr(ServerConnection, "_check_deadlines", lambda self: (check(self), checked.put_nowait(self)))
    async with asyncio.timeout(PATIENCE_SECONDS):
        with monkeypatch.context() as patched:
            patched.setattr("net.protocol.endpoint.MAX_HELLO_SECONDS", 0.5)
            join_task = asyncio.create_task(
                join("127.0.0.1", port_of(server), "Bob", trust=HostTrust(tmp_path / "bob"))
            )
            await queue.filled.wait()
            for _ in range(3):  # at the beginning, and twice when a hello was due
                await checked.get()
        queue.begin_some()
        bob = await join_task
    assert bob.seat is not None
    await close_all(server, bob, ann)


async def test_connection_that_ends_leaves_the_queue_of_handshakes(tmp_path):
    server, ann = await open_table(tmp_path / "ann")
    server._handshakes = queue = ManualHandshakeQueue()
    _, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
    writer.write(b"\x16")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await queue.filled.wait()
        [connection] = server._connections
        assert len(queue) == 1
        connection.abort()
        await connection.closed
    assert not len(queue)
    writer.close()
    await close_all(server, ann)


async def test_connection_whose_handshake_fails_at_the_host_is_closed(tmp_path, monkeypatch):
    server, ann = await open_table(tmp_path / "ann")
    reported = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context["exception"]))
    monkeypatch.setattr("net.protocol.endpoint.MAX_HELLO_SECONDS", 2 * PATIENCE_SECONDS)  # it is not closed for silence
    failure = MemoryError()
    with monkeypatch.context() as patched:
        patched.setattr(ServerConnection, "_handle_data", Mock(side_effect=failure))
        reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
        writer.write(b"\x16")
        async with asyncio.timeout(PATIENCE_SECONDS):
            with suppress(ConnectionError):
                assert await reader.read() == b""
    assert reported == [failure]
    writer.close()
    bob = await join("127.0.0.1", port_of(server), "Bob", trust=HostTrust(tmp_path / "bob"))
    await close_all(server, bob, ann)


async def test_host_listens_on_every_address_of_both_families_by_default():
    server, ann = await host(make_table_spec("mad-queens", pace=0), "Ann", "", 0)
    port = port_of(server)
    bob = await join("127.0.0.1", port, "Bob")
    clients = [bob]
    if socket.has_dualstack_ipv6():
        clients.append(await join("::1", port, "Cat"))
    with pytest.raises(HostGone):
        await join("127.0.0.1", 1, "Dan")
    await close_all(server, *clients, ann)
