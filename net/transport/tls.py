"""TLS over memory buffers, or no TLS: converts bytes of the network to bytes of the protocol and back. No socket.

asyncio's own TLS keeps a buffer of 256 KiB for each connection and reports a connection only after its handshake. With
this one a half-open connection is visible, has the same few seconds as any other, and costs some 30 kB.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Protocol

from net.errors import Malformed, NetError, TlsMismatch, TooBig
from net.limits import MAX_HANDSHAKE_BYTES, TLS_RECORD_BYTES

HANDSHAKE_RECORD_TYPE: Final = 0x16
"""The type of a TLS record with a part of the handshake (RFC 8446, 5.1)."""
ALERT_RECORD_TYPE: Final = 0x15
"""The type of a TLS record with an alert (RFC 8446, 5.1)."""

CLIENT_WITHOUT_TLS_SENTENCE: Final = "This host insists on TLS: join without --insecure."
"""The reason of `TlsMismatch` for a client without TLS at a host with it."""
HOST_WITHOUT_TLS_SENTENCE: Final = (
    "What answers there is not a table of Mad Queens, or is one that was opened with --insecure: only if you know "
    "that it "
    "was, join with --insecure too; anybody in between can then listen."
)
"""The reason of `TlsMismatch` for a client with TLS at something without it."""


class ByteStream(Protocol):
    """A layer between the bytes of a TCP connection and those of the protocol."""

    def start(self) -> None:
        """Begin the handshake, at the client's end; the host's end waits for it."""

    def unwrap(self, data: bytes) -> bytes:
        """Return the protocol's bytes that `data` carries; raises `NetError` for a fault or an untrusted host."""

    def wrap(self, data: bytes) -> bytes:
        """Return the bytes to send so that the other end gets `data`; what is left of the handshake comes first."""

    def finish(self) -> bytes:
        """Return the last bytes to send; the stream sends nothing afterwards."""


class PlainStream:
    """A byte stream without TLS, for ``--insecure`` and tests: the bytes stay as they are."""

    def start(self) -> None:
        """Do nothing: a connection without TLS needs no handshake."""

    def unwrap(self, data: bytes) -> bytes:
        return data

    def wrap(self, data: bytes) -> bytes:
        return data

    def finish(self) -> bytes:
        return b""


class TlsStream:
    """TLS for one connection.

    A host gives the context of its certificate. A client also gives `check_certificate`; it is called with the host's
    certificate (DER) before anything is sent to it, and raises `NetError` if it is not trusted. Data to be sent before
    the end of the handshake waits.
    """

    def __init__(self, context: ssl.SSLContext, check_certificate: Callable[[bytes], None] | None = None) -> None:
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._client = check_certificate is not None
        self._check_certificate = check_certificate
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=not self._client)
        self._handshake_bytes = 0
        self._ready = False
        self._broken = False
        self._peer_is_plain = False
        self._peer_finished = False
        self._waiting: list[bytes] = []

    def start(self) -> None:
        """Begin the handshake, at the client's end only."""
        if self._client:
            self._continue_handshake()

    def unwrap(self, data: bytes) -> bytes:
        """Return the decrypted content of `data`; b"" after an error or the other end's close_notify.

        Raises `Malformed` for a breach of TLS, `TlsMismatch` without TLS, `TooBig` for a handshake that is too long,
        and the error of `check_certificate`.
        """
        if self._broken or self._peer_is_plain or self._peer_finished:
            return b""
        if not self._ready and data:
            self._check_handshake(data)
        received: list[bytes] = []
        try:
            for piece in _split_into_records(data):
                self._incoming.write(piece)
                if not self._ready:
                    self._continue_handshake()
                if self._ready:
                    received += self._read_decrypted()
        except ssl.SSLError as error:
            self._broken = True
            raise Malformed("The other end does not speak TLS as it should.") from error
        except NetError:
            self._broken = True
            raise
        return b"".join(received)

    def wrap(self, data: bytes) -> bytes:
        """Return the bytes to send so that the other end gets `data`; until the handshake is done, `data` waits."""
        if self._peer_is_plain:
            return data
        if self._broken:
            return self._outgoing.read()
        if not self._ready:
            if data:
                self._waiting.append(data)
            return self._outgoing.read()
        wrapped = [self._outgoing.read()]
        for piece in _split_into_records(data):
            self._tls.write(piece)
            wrapped.append(self._outgoing.read())
        return b"".join(wrapped)

    def finish(self) -> bytes:
        """Return the last bytes to send, among them the message that ends TLS (close_notify)."""
        if self._ready and not self._broken:
            self._broken = True
            with suppress(ssl.SSLError):  # the other end's close_notify has not come yet; ours is written
                self._tls.unwrap()
        return self._outgoing.read() if not self._peer_is_plain else b""

    def _continue_handshake(self) -> None:
        """Continue the handshake; when it is done, check the certificate of the host before anything is sent to it."""
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return
        if self._check_certificate is not None:
            der = self._tls.getpeercert(binary_form=True)
            self._check_certificate(der or b"")
        self._ready = True
        waiting, self._waiting = self._waiting, []
        for data in waiting:
            self._tls.write(data)

    def _read_decrypted(self) -> Iterator[bytes]:
        """Yield the decrypted data that has arrived."""
        while self._incoming.pending or self._tls.pending():
            try:
                piece = self._tls.read(TLS_RECORD_BYTES)
            except ssl.SSLWantReadError:
                return
            except ssl.SSLZeroReturnError:
                piece = b""
            if not piece:
                self._peer_finished = True  # what comes after the other end's close_notify would stay in the buffer
                return
            yield piece

    def _check_handshake(self, data: bytes) -> None:
        """Raise `TlsMismatch` if the other end does not begin with TLS, `TooBig` if its handshake is too long."""
        first, is_start = data[0], self._handshake_bytes == 0
        self._handshake_bytes += len(data)
        if self._handshake_bytes > MAX_HANDSHAKE_BYTES:
            self._broken = True
            raise TooBig(f"A handshake of more than {MAX_HANDSHAKE_BYTES} bytes is refused.")
        if not is_start:
            return
        if self._client:
            if first not in (HANDSHAKE_RECORD_TYPE, ALERT_RECORD_TYPE):
                self._broken = True
                raise TlsMismatch(HOST_WITHOUT_TLS_SENTENCE)
        elif first != HANDSHAKE_RECORD_TYPE:
            self._peer_is_plain = True
            raise TlsMismatch(CLIENT_WITHOUT_TLS_SENTENCE)


def _split_into_records(data: bytes) -> Iterator[bytes]:
    """Yield `data` in pieces of `TLS_RECORD_BYTES`, so that OpenSSL keeps no larger buffer."""
    for at in range(0, len(data), TLS_RECORD_BYTES):
        yield data[at : at + TLS_RECORD_BYTES]
