"""TLS without a socket: two ends, and what is in between."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import ChangedKey, Malformed, NetError, PeerFault, TlsMismatch, TooBig
from net.limits import HANDSHAKE_BYTES
from net.security.host_certificate import client_context, fingerprint_of, host_certificate
from net.transport.tls import PlainStream, TlsStream


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return host_certificate(tmp_path_factory.mktemp("host"))


def trusting(der: bytes) -> None:
    pass


def meet(client: TlsStream, server: TlsStream, said: bytes = b"", step: int = 1 << 20) -> bytes:
    """Let two ends shake hands, in pieces of `step` bytes, and return what the host has heard by then."""
    client.begin()
    heard, out = b"", client.close(said)
    while out:
        back = b""
        for at in range(0, len(out), step):
            heard += server.open(out[at : at + step])
            back += server.close(b"")
        out = b""
        for at in range(0, len(back), step):
            assert client.open(back[at : at + step]) == b""
            out += client.close(b"")
    return heard


@settings(max_examples=20, deadline=None)
@given(st.binary(max_size=60_000), st.binary(max_size=60_000), st.integers(1, 5000))
def test_what_is_said_arrives_whole_however_it_is_cut(certificate, there, back, step) -> None:
    seen: list[bytes] = []
    client, server = TlsStream(client_context(), seen.append), TlsStream(certificate.context)
    assert meet(client, server, b"hello", max(step, 50)) == b"hello"
    assert [fingerprint_of(der) for der in seen] == [certificate.fingerprint]
    for sender, receiver, data in ((client, server, there), (server, client, back)):
        sealed = sender.close(data)
        assert len(data) < 20 or data not in sealed
        assert b"".join(receiver.open(sealed[at : at + step]) for at in range(0, len(sealed), step)) == data


def test_one_byte_at_a_time(certificate) -> None:
    client, server = TlsStream(client_context(), trusting), TlsStream(certificate.context)
    assert meet(client, server, b"hello", 1) == b"hello"


def test_nothing_is_told_to_a_host_that_is_not_trusted(certificate) -> None:
    def distrusting(der: bytes) -> None:
        raise ChangedKey("No.", "host:1", "a" * 64, fingerprint_of(der))

    client, server = TlsStream(client_context(), distrusting), TlsStream(certificate.context)
    client.begin()
    server.open(client.close(b"the secret of the table"))
    with pytest.raises(ChangedKey):
        client.open(server.close(b""))
    rest = client.close(b"more") + client.end()
    with suppress(PeerFault):
        assert server.open(rest) == b""
    assert client.open(b"anything") == b""


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n", b"\x96\x00\x01", b"\x00"])
def test_a_plain_client_gets_plain_last_words(certificate, data) -> None:
    server = TlsStream(certificate.context)
    with pytest.raises(TlsMismatch, match="--insecure"):
        server.open(data)
    assert server.close(b"last words") == b"last words"
    assert server.end() == b""


def test_a_plain_host_is_recognised(certificate) -> None:
    client = TlsStream(client_context(), trusting)
    client.begin()
    assert client.close(b"secret").startswith(b"\x16\x03")
    with pytest.raises(TlsMismatch, match="is no table of Mad Queens, or one"):
        client.open(b"\x93\x2a\xa9Malformed")
    assert b"secret" not in client.close(b"secret")


def test_a_handshake_that_never_ends_is_too_big(certificate) -> None:
    server = TlsStream(certificate.context)
    record = b"\x16\x03\x01\x10\x00\x01\x00\xff\xff"

    def go_on() -> None:
        server.open(record + bytes(55))
        for _ in range(HANDSHAKE_BYTES // 64 + 2):
            server.open(bytes(64))

    with pytest.raises((TooBig, Malformed)):
        go_on()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=300), max_size=8), st.booleans())
def test_hostile_bytes_are_one_fault_at_most_and_then_silence(certificate, pieces, shaken) -> None:
    client, server = TlsStream(client_context(), trusting), TlsStream(certificate.context)
    if shaken:
        meet(client, server)
    faults = 0
    for piece in pieces:
        try:
            server.open(piece)
        except NetError:
            faults += 1
        server.close(b"x")
    server.end()
    assert faults <= 1


def test_a_goodbye_is_no_fault(certificate) -> None:
    client, server = TlsStream(client_context(), trusting), TlsStream(certificate.context)
    meet(client, server)
    words = server.close(b"last words") + server.end()
    assert client.open(words) == b"last words"
    assert server.end() == b""


def test_without_a_seal_bytes_are_as_they_are() -> None:
    seal = PlainStream()
    seal.begin()
    assert (seal.open(b"a"), seal.close(b"b"), seal.end()) == (b"a", b"b", b"")


def test_what_comes_after_the_goodbye_is_not_kept_and_the_other_end_is_still_told(certificate) -> None:
    client, server = TlsStream(client_context(), trusting), TlsStream(certificate.context)
    meet(client, server)
    assert server.open(client.close(b"hello") + client.end()) == b"hello"
    for _ in range(10):
        assert server.open(bytes(100_000)) == b""
    assert server._incoming.pending == 0
    assert server.close(b"goodbye")
