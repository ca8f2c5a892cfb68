"""What lies around the bytes of a connection: nothing, or TLS. Bytes in, bytes out; it knows no socket.

asyncio's own TLS keeps a buffer of 256 KiB for each connection and shows nobody a connection whose handshake is not
done. Here a half-open one is a stranger like any other, with the same few seconds, and costs some 30 kB.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Protocol

from net.errors import Malformed, NetError, TlsMismatch, TooBig
from net.limits import HANDSHAKE_BYTES, RECORD_BYTES

HANDSHAKE: Final = 0x16
ALERT: Final = 0x15

TO_PLAIN_CLIENT: Final = "This host speaks only over TLS: join without --insecure."
TO_PLAIN_HOST: Final = (
    "What answers there is no table of Mad Queens, or one that was opened with --insecure: only if you know that it "
    "was, join with --insecure too; anybody on the way can then listen."
)


class ByteStream(Protocol):
    """What lies around the bytes of a connection."""

    def begin(self) -> None:
        """Say the first word, if it is ours to say."""

    def open(self, data: bytes) -> bytes:
        """Return what came in these bytes; raises `NetError` if the other end is at fault or not to be trusted."""

    def close(self, data: bytes) -> bytes:
        """Return the bytes to send so that the other end gets `data`, and whatever else is due."""

    def end(self) -> bytes:
        """Return the last bytes to send: nothing follows."""


class PlainStream:
    """Nothing lies around the bytes: for debugging, tests and whoever insists."""

    def begin(self) -> None:
        """Say nothing."""

    def open(self, data: bytes) -> bytes:
        return data

    def close(self, data: bytes) -> bytes:
        return data

    def end(self) -> bytes:
        return b""


class TlsStream:
    """TLS around the bytes of one connection.

    A host is made with the context of its certificate. A client is made with `judge`, which is given the host's
    certificate before anything is told to it, and raises `NetError` if it is not to be trusted. What is to be said
    earlier waits.
    """

    def __init__(self, context: ssl.SSLContext, judge: Callable[[bytes], None] | None = None) -> None:
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._client = judge is not None
        self._judge = judge
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=not self._client)
        self._before = 0
        self._shaken = False
        self._broken = False
        self._bare = False
        self._heard_all = False
        self._waiting: list[bytes] = []

    def begin(self) -> None:
        if self._client:
            self._shake()

    def open(self, data: bytes) -> bytes:
        if self._broken or self._bare or self._heard_all:
            return b""
        if not self._shaken and data:
            self._bound(data)
        said: list[bytes] = []
        try:
            for piece in _pieces(data):
                self._incoming.write(piece)
                if not self._shaken:
                    self._shake()
                if self._shaken:
                    said += self._read()
        except ssl.SSLError as error:
            self._broken = True
            raise Malformed("The other end does not keep to TLS.") from error
        except NetError:
            self._broken = True
            raise
        return b"".join(said)

    def close(self, data: bytes) -> bytes:
        if self._bare:
            return data
        if self._broken:
            return self._outgoing.read()
        if not self._shaken:
            if data:
                self._waiting.append(data)
            return self._outgoing.read()
        sealed = [self._outgoing.read()]
        for piece in _pieces(data):
            self._tls.write(piece)
            sealed.append(self._outgoing.read())
        return b"".join(sealed)

    def end(self) -> bytes:
        if self._shaken and not self._broken:
            self._broken = True
            with suppress(ssl.SSLError):  # the other end's goodbye has not come yet; ours is written
                self._tls.unwrap()
        return self._outgoing.read() if not self._bare else b""

    def _shake(self) -> None:
        """Go on with the handshake, and once it is done judge the host before a word is said to it."""
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return
        if self._judge is not None:
            der = self._tls.getpeercert(binary_form=True)
            self._judge(der or b"")
        self._shaken = True
        waiting, self._waiting = self._waiting, []
        for data in waiting:
            self._tls.write(data)

    def _read(self) -> Iterator[bytes]:
        while self._incoming.pending or self._tls.pending():
            try:
                piece = self._tls.read(RECORD_BYTES)
            except ssl.SSLWantReadError:
                return
            except ssl.SSLZeroReturnError:
                piece = b""
            if not piece:
                self._heard_all = True  # what comes after the other end's goodbye would lie here for good
                return
            yield piece

    def _bound(self, data: bytes) -> None:
        """Raise `TlsMismatch` if the other end does not begin with TLS, `TooBig` if its handshake is too long."""
        first, begins = data[0], self._before == 0
        self._before += len(data)
        if self._before > HANDSHAKE_BYTES:
            self._broken = True
            raise TooBig(f"A handshake of more than {HANDSHAKE_BYTES} bytes is refused.")
        if not begins:
            return
        if self._client:
            if first not in (HANDSHAKE, ALERT):
                self._broken = True
                raise TlsMismatch(TO_PLAIN_HOST)
        elif first != HANDSHAKE:
            self._bare = True
            raise TlsMismatch(TO_PLAIN_CLIENT)


def _pieces(data: bytes) -> Iterator[bytes]:
    """Yield data in pieces that leave no large buffer behind."""
    for at in range(0, len(data), RECORD_BYTES):
        yield data[at : at + RECORD_BYTES]
