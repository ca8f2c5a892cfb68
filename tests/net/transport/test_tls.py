"""TLS over memory buffers: two ends without a socket."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import ChangedKey, Malformed, NetError, PeerFault, TlsMismatch, TooBig
from net.limits import MAX_HANDSHAKE_BYTES
from net.security.host_certificate import client_context, fingerprint_of, host_certificate
from net.transport.tls import PlainStream, TlsStream


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """The certificate of a host, one for all tests of the file."""
    return host_certificate(tmp_path_factory.mktemp("host"))


def accept_certificate(der: bytes) -> None:
    """Accept any certificate."""


def exchange_handshake(
    client: TlsStream, server: TlsStream, first_data: bytes = b"", piece_bytes: int = 1 << 20
) -> bytes:
    """Exchange the TLS handshake in pieces of `piece_bytes` bytes; return what the host has received by then.

    `first_data` is what the client sends right after its part of the handshake.
    """
    client.start()
    heard, out = b"", client.wrap(first_data)
    while out:
        back = b""
        for at in range(0, len(out), piece_bytes):
            heard += server.unwrap(out[at : at + piece_bytes])
            back += server.wrap(b"")
        out = b""
        for at in range(0, len(back), piece_bytes):
            assert client.unwrap(back[at : at + piece_bytes]) == b""
            out += client.wrap(b"")
    return heard


@settings(max_examples=20, deadline=None)
@given(st.binary(max_size=60_000), st.binary(max_size=60_000), st.integers(1, 5000))
def test_data_over_tls_arrives_whole_however_it_is_split(certificate, there, back, step) -> None:
    seen: list[bytes] = []
    client, server = TlsStream(client_context(), seen.append), TlsStream(certificate.context)
    assert exchange_handshake(client, server, b"hello", max(step, 50)) == b"hello"
    assert [fingerprint_of(der) for der in seen] == [certificate.fingerprint]
    for sender, receiver, data in ((client, server, there), (server, client, back)):
        sealed = sender.wrap(data)
        assert len(data) < 20 or data not in sealed
        assert b"".join(receiver.unwrap(sealed[at : at + step]) for at in range(0, len(sealed), step)) == data


def test_handshake_succeeds_one_byte_at_a_time(certificate) -> None:
    client, server = TlsStream(client_context(), accept_certificate), TlsStream(certificate.context)
    assert exchange_handshake(client, server, b"hello", 1) == b"hello"


def test_client_sends_nothing_to_a_host_whose_certificate_it_rejects(certificate) -> None:
    def reject_certificate(der: bytes) -> None:
        raise ChangedKey("No.", "host:1", "a" * 64, fingerprint_of(der))

    client, server = TlsStream(client_context(), reject_certificate), TlsStream(certificate.context)
    client.start()
    server.unwrap(client.wrap(b"the secret of the table"))
    with pytest.raises(ChangedKey):
        client.unwrap(server.wrap(b""))
    rest = client.wrap(b"more") + client.finish()
    with suppress(PeerFault):
        assert server.unwrap(rest) == b""
    assert client.unwrap(b"anything") == b""


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n", b"\x96\x00\x01", b"\x00"])
def test_client_without_tls_gets_an_error_without_tls(certificate, data) -> None:
    server = TlsStream(certificate.context)
    with pytest.raises(TlsMismatch, match="--insecure"):
        server.unwrap(data)
    assert server.wrap(b"last words") == b"last words"
    assert server.finish() == b""


def test_host_without_tls_is_recognised(certificate) -> None:
    client = TlsStream(client_context(), accept_certificate)
    client.start()
    assert client.wrap(b"secret").startswith(b"\x16\x03")
    with pytest.raises(TlsMismatch, match="is not a table of Mad Queens, or is one"):
        client.unwrap(b"\x93\x2a\xa9Malformed")
    assert b"secret" not in client.wrap(b"secret")


def test_endless_handshake_is_refused_as_too_big_or_malformed(certificate) -> None:
    server = TlsStream(certificate.context)
    record = b"\x16\x03\x01\x10\x00\x01\x00\xff\xff"

    def send_endless_handshake() -> None:
        """Send the host a handshake that never ends, in small pieces."""
        server.unwrap(record + bytes(55))
        for _ in range(MAX_HANDSHAKE_BYTES // 64 + 2):
            server.unwrap(bytes(64))

    with pytest.raises((TooBig, Malformed)):
        send_endless_handshake()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=300), max_size=8), st.booleans())
def test_hostile_bytes_to_a_tls_host_lead_to_at_most_one_fault(certificate, pieces, handshake_first) -> None:
    client, server = TlsStream(client_context(), accept_certificate), TlsStream(certificate.context)
    if handshake_first:
        exchange_handshake(client, server)
    faults = 0
    for piece in pieces:
        try:
            server.unwrap(piece)
        except NetError:
            faults += 1
        server.wrap(b"x")
    server.finish()
    assert faults <= 1


def test_close_notify_of_a_tls_peer_is_not_reported_as_a_fault(certificate) -> None:
    client, server = TlsStream(client_context(), accept_certificate), TlsStream(certificate.context)
    exchange_handshake(client, server)
    words = server.wrap(b"last words") + server.finish()
    assert client.unwrap(words) == b"last words"
    assert server.finish() == b""


def test_stream_without_tls_passes_bytes_through() -> None:
    seal = PlainStream()
    seal.start()
    assert (seal.unwrap(b"a"), seal.wrap(b"b"), seal.finish()) == (b"a", b"b", b"")


def test_data_after_close_notify_is_dropped_and_sending_still_works(certificate) -> None:
    client, server = TlsStream(client_context(), accept_certificate), TlsStream(certificate.context)
    exchange_handshake(client, server)
    assert server.unwrap(client.wrap(b"hello") + client.finish()) == b"hello"
    for _ in range(10):
        assert server.unwrap(bytes(100_000)) == b""
    assert server._incoming.pending == 0
    assert server.wrap(b"goodbye")
