"""One connection, without a socket: bytes in, messages out, bytes to send, the next deadline.

A frame is one MessagePack value; frames follow each other without anything between them. After a fault of the
other end the connection is `closing`: its last words are among the bytes to send, and whatever still comes in
is ignored. The only thing that ever comes out of hostile bytes is one `PeerFault`, after the messages before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

import msgpack  # type: ignore[import-untyped]
from msgspec.msgpack import Ext

from net.errors import Malformed, NetError, PeerFault, TooBig, TooFast, TooSlow, WrongVersion
from net.limits import (
    CLIENT_FRAME_BYTES,
    CLIENT_LIST_ITEMS,
    FRAME_SECONDS,
    HELLO_SECONDS,
    HOST_FRAME_BYTES,
    HOST_LIST_ITEMS,
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    PERSON_BYTES_AT_ONCE,
    PERSON_BYTES_PER_SECOND,
    PING_SECONDS,
    PROTOCOL_VERSION,
    REASON_CELLS,
    SILENCE_SECONDS,
    UNAUTHENTICATED_FRAME_BYTES,
)
from net.protocol.messages import (
    ClientMessage,
    ConnectionFailed,
    Hello,
    Message,
    Ping,
    Pong,
    ServerMessage,
    read_client_message,
    read_server_message,
    to_bytes,
)
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean

Heard = TypeVar("Heard", bound=Message)

_UNREADABLE: Final = (ValueError, msgpack.exceptions.UnpackException, msgpack.exceptions.BufferFull)


class Endpoint(Generic[Heard]):
    """What both ends have in common; see `HostEndpoint` and `ClientEndpoint`.

    An unpacker is kept only while a frame has come in part: it takes some 45 kB, and most connections are silent.
    """

    __slots__ = (
        "_asked_at",
        "_ended",
        "_fed",
        "_frame_bytes",
        "_frame_since",
        "_heard_at",
        "_list_items",
        "_outgoing",
        "_read",
        "_unpacker",
        "closing",
    )

    def __init__(self, read: Callable[[object], Heard], frame_bytes: int, list_items: int, now: float) -> None:
        self.closing = False
        self._read = read
        self._frame_bytes = frame_bytes
        self._list_items = list_items
        self._unpacker: msgpack.Unpacker | None = None
        self._fed = 0
        self._ended = 0
        self._outgoing: list[bytes] = []
        self._heard_at = self._asked_at = now
        self._frame_since: float | None = None

    # In

    def receive(self, data: bytes, now: float) -> list[Heard | PeerFault]:
        """Take in bytes and return the messages that they complete; a fault of the other end stands last."""
        heard: list[Heard | PeerFault] = []
        if self.closing or not data:
            return heard
        self._heard_at = now
        try:
            for plain in self._frames(data, now):
                message = self._admit(plain, now)
                if isinstance(message, Ping):
                    self.send(Pong())
                elif not isinstance(message, Pong):
                    heard.append(message)
        except PeerFault as fault:
            heard.append(self._fail(fault))
        if self._fed == self._ended:
            self._frame_since = None
        elif self._frame_since is None or heard:
            self._frame_since = now
        return heard

    def _frames(self, data: bytes, now: float) -> Iterator[object]:
        """Yield the values that become complete, never holding more than one frame's bytes."""
        unpacker = self._unpacker = self._unpacker or self._new_unpacker()
        start = 0
        while start < len(data):
            room = self._frame_bytes - (self._fed - self._ended)
            if room <= 0:
                raise TooBig(f"A frame of more than {self._frame_bytes} bytes is refused.")
            piece = data[start : start + room]
            start += len(piece)
            self._fed += len(piece)
            unpacker.feed(piece)
            while True:
                try:
                    plain = unpacker.unpack()
                except msgpack.OutOfData:
                    break
                except _UNREADABLE as error:
                    raise Malformed("These bytes are no message: they are not MessagePack as agreed.") from error
                self._ended = unpacker.tell()
                yield plain
        if self._fed == self._ended:
            self._fed = self._ended = 0
            self._unpacker = None

    def _new_unpacker(self) -> msgpack.Unpacker:
        return msgpack.Unpacker(
            use_list=True,
            read_size=UNAUTHENTICATED_FRAME_BYTES,
            max_buffer_size=max(self._frame_bytes, CLIENT_FRAME_BYTES),
            max_array_len=self._list_items,
            max_map_len=self._list_items,
            ext_hook=Ext,
        )

    def _admit(self, plain: object, now: float) -> Heard:
        return self._read(plain)

    def _fail(self, fault: PeerFault) -> PeerFault:
        """Begin to close because of a fault of the other end, and return the fault."""
        self._close()
        return fault

    def _close(self) -> None:
        self.closing = True
        self._unpacker = None

    # Out

    def send(self, message: Message) -> None:
        """Say something."""
        self.send_frame(to_bytes(message))

    def send_frame(self, frame: bytes) -> None:
        """Say something whose bytes are made already."""
        if not self.closing:
            self._outgoing.append(frame)

    def take(self) -> bytes:
        """Return the bytes to send now; they are then the caller's."""
        outgoing, self._outgoing = self._outgoing, []
        return b"".join(outgoing)

    # Time

    @property
    def deadline(self) -> float:
        """When `check` is to be called next; what is said and heard meanwhile puts that off, or begins a frame."""
        question = max(self._heard_at, self._asked_at) + PING_SECONDS
        silence = min(question, self._heard_at + SILENCE_SECONDS)
        return silence if self._frame_since is None else min(silence, self._frame_since + FRAME_SECONDS)

    def check(self, now: float) -> PeerFault | None:
        """Do what the time asks for: a question whether the other end is there, or the fault that it is not."""
        if self.closing or now < self.deadline:
            return None
        if self._frame_since is not None and now >= self._frame_since + FRAME_SECONDS:
            return self._fail(TooSlow("A message was begun and never finished."))
        if now >= self._heard_at + SILENCE_SECONDS:
            return self._fail(TooSlow("Nothing has been heard for too long."))
        self._asked_at = now
        self.send(Ping())
        return None


class HostEndpoint(Endpoint[ClientMessage]):
    """The host's end: it reads what a person's end says, and watches sizes, rates and the time to say hello."""

    __slots__ = ("_bytes", "_greeted", "_messages", "_since")

    def __init__(self, now: float) -> None:
        super().__init__(read_client_message, CLIENT_FRAME_BYTES, CLIENT_LIST_ITEMS, now)
        self._frame_bytes = UNAUTHENTICATED_FRAME_BYTES
        self._since = now
        self._greeted = False
        self._messages = TokenBucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, now)
        self._bytes = TokenBucket(PERSON_BYTES_PER_SECOND, PERSON_BYTES_AT_ONCE, now)

    @property
    def deadline(self) -> float:
        common = super().deadline
        return common if self._greeted else min(common, self._since + HELLO_SECONDS)

    def check(self, now: float) -> PeerFault | None:
        if not self.closing and not self._greeted and now >= self._since + HELLO_SECONDS:
            return self._fail(TooSlow("Nobody has said hello."))
        return super().check(now)

    def _frames(self, data: bytes, now: float) -> Iterator[object]:
        """Yield the values that become complete, of as many bytes as this person may send."""
        allowed = data[: max(0, int(self._bytes.left(now)))]
        self._bytes.spend(len(allowed), now)
        yield from super()._frames(allowed, now)
        if len(allowed) < len(data):
            raise TooFast(f"More than {PERSON_BYTES_PER_SECOND} bytes a second are too many.")

    def _admit(self, plain: object, now: float) -> ClientMessage:
        if not self._messages.spend(1, now):
            raise TooFast(f"More than {MESSAGES_PER_SECOND} messages a second are too many.")
        if not self._greeted:
            self._greet(plain)
        return self._read(plain)

    def _greet(self, plain: object) -> None:
        if not isinstance(plain, list) or len(plain) < 2 or plain[0] != 0:
            raise Malformed("The first thing to say to a host of Mad Queens is hello.")
        if plain[1] != PROTOCOL_VERSION:
            raise WrongVersion(
                f"This host speaks version {PROTOCOL_VERSION} of the protocol; both ends need the same program."
            )
        self._greeted = True
        self._frame_bytes = CLIENT_FRAME_BYTES

    def refuse(self, error: NetError) -> None:
        """Send `error`, which was found outside this endpoint, as the last message and begin to close."""
        if not self.closing:
            self._send_error(error)
            self._close()

    def _fail(self, fault: PeerFault) -> PeerFault:
        """Send the fault as the last message and begin to close; return it."""
        self._send_error(fault)
        return super()._fail(fault)

    def _send_error(self, error: NetError) -> None:
        self.send(ConnectionFailed(type(error).__name__, clean(str(error), REASON_CELLS)))


class ClientEndpoint(Endpoint[ServerMessage]):
    """A person's end: it reads what the host says, and begins with a hello; without one that is still to be sent."""

    __slots__ = ()

    def __init__(self, hello: Hello | None, now: float) -> None:
        super().__init__(read_server_message, HOST_FRAME_BYTES, HOST_LIST_ITEMS, now)
        if hello is not None:
            self.send(hello)
