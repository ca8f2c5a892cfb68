"""A client over TCP: an asyncio shell around a person's end of a connection. It decides nothing.

`join` goes to a table. If the link breaks, the client tries to come back to its seat by itself for
`RETURN_SECONDS`; only then is the host lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from typing import Final

from core.fairness.commitments import SECRET_BYTES
from net.client.background import at_leisure
from net.client.events import Reconnected, Reconnecting, StartedAnew
from net.client.session import ClientSession, ignore
from net.errors import HostGone, Malformed, NetError, PeerFault, SessionEnded, TlsMismatch, TooBig
from net.limits import (
    JOIN_SECONDS,
    NEWS_MESSAGES,
    NEXT_ADDRESS_SECONDS,
    PORT,
    RETRY_SECONDS,
    RETURN_SECONDS,
)
from net.protocol.connection import ClientEndpoint
from net.protocol.messages import Bye, ClientMessage, ConnectionFailed, ServerMessage, Welcome
from net.security.host_certificate import client_context, fingerprint_of
from net.security.known_hosts import HostTrust
from net.transport.address_errors import (
    SSH_BEGINS,
    check_port,
    in_brackets,
    no_table,
    ssh_instead,
    way_back,
    why_not_reached,
)
from net.transport.tcp_connection import TcpConnection
from net.transport.tls import ByteStream, PlainStream, TlsStream

GONE: Final = "The host cannot be reached any more."
SEAT_KEPT: Final = "Your seat is kept: {0} leads back to it."
ANEW: Final = "The host has been started anew; the match that was played there is gone."


class RemoteClient(ClientSession):
    """The client of a person at a table on another machine."""

    def __init__(
        self,
        address: str,
        port: int,
        name: str,
        code: str = "",
        watch: bool = False,
        token: str = "",
        trust: HostTrust | None = None,
        recall: Callable[[str], str] = lambda fingerprint: "",
    ) -> None:
        super().__init__(name, code if trust is None else trust.secret, watch, token)
        self._where = (address, port)
        self._trust = trust
        self._recall = recall
        self._context = None if trust is None else client_context()
        self._loop = asyncio.get_running_loop()
        self._line: ClientConnection | None = None
        self._returning: asyncio.Task[None] | None = None
        self._closed = False
        self._waiting: asyncio.Future[None] | None = None
        self._news: list[ServerMessage] = []
        self._anew = False
        self.notary.chance = secrets.token_bytes(SECRET_BYTES)
        self.welcomed = self._let_in
        self.failed = self._refused

    async def enter(self) -> None:
        """Connect, say hello and wait to be let in; raises `NetError`."""
        address, port = self._where
        self._waiting = waiting = self._loop.create_future()
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                await self._loop.create_connection(
                    lambda: ClientConnection(self), address, port, happy_eyeballs_delay=NEXT_ADDRESS_SECONDS
                )
                await waiting
        except (OSError, UnicodeError) as error:
            raise HostGone(why_not_reached(error, address, port)) from error
        finally:
            if not waiting.done() or waiting.cancelled() or waiting.exception() is not None:
                self._hang_up()
            waiting.cancel()
            self._waiting = None

    def new_seal(self, greet: Callable[[], None]) -> ByteStream:
        """Return what is to lie around the bytes of a new line; `greet` is called once the host is known."""
        if self._context is None:
            greet()
            return PlainStream()

        def judge(certificate: bytes) -> None:
            self._judge(fingerprint_of(certificate))
            greet()

        return TlsStream(self._context, judge)

    def _judge(self, fingerprint: str) -> None:
        """Raise `NetError` if the host with this key is not to be told anything; else find what we are to it."""
        assert self._trust is not None
        self._trust.judge(in_brackets(*self._where), fingerprint)
        self.token = self.token or self._recall(fingerprint)

    def time(self) -> float:
        return self._loop.time()

    def what_answers(self, first: bytes) -> NetError:
        """Return what to say where the first that is heard, or its beginning, is not what a host says."""
        return (
            TlsMismatch(ssh_instead(*self._where))
            if first.startswith(SSH_BEGINS)
            else Malformed(no_table(*self._where))
        )

    async def close(self) -> None:
        self._closed = True
        self._listener = ignore
        if self._returning is not None:
            self._returning.cancel()
        line = self._line
        if line is not None:
            line.say(Bye())
            line.part()
            await line.gone.wait()

    def hear(self, message: ServerMessage) -> None:
        """Take in one message; what is told before the welcome waits for it, for only that says which table this is."""
        if self._waiting is None or self._waiting.done() or isinstance(message, ConnectionFailed):
            super().hear(message)
            return
        self._news.append(message)
        if len(self._news) > NEWS_MESSAGES:
            raise Malformed("The host does not come to its welcome.")
        if isinstance(message, Welcome):
            news, self._news = self._news, []
            if self._table_id and message.table != self._table_id:
                self._anew = True
                self._forget()
                self._emit(StartedAnew(ANEW))
            for one in news:
                super().hear(one)

    def _at_leisure(self, work: Iterator[None]) -> None:
        at_leisure(self._loop, work, lambda: not self._closed and self._lost is None)

    def _say(self, message: ClientMessage) -> None:
        if self._line is not None:
            self._line.say(message)

    # What the line calls

    def on_line(self, line: ClientConnection) -> None:
        """Take a new line into use."""
        self._line = line
        self._news = []
        self._anew = False

    def off_line(self, line: ClientConnection, error: NetError) -> None:
        """Note that a line has ended, and try to come back unless there is no point."""
        if self._line is not line:  # it was given up before, and another one may be in its place
            return
        self._line = None
        if self._waiting is not None:
            if not self._waiting.done():
                self._waiting.set_exception(error)
        elif self._table_id and not self._closed and self._lost is None and self._returning is None:
            self._returning = self._loop.create_task(self._come_back())

    # Within

    async def _come_back(self) -> None:
        until = self._loop.time() + RETURN_SECONDS
        tries = 0
        while (left := until - self._loop.time()) > 0 and self._lost is None and self._line is None:
            self._emit(Reconnecting(left))
            await asyncio.sleep(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
            tries += 1
            try:
                await self.enter()
            except (HostGone, SessionEnded):
                continue
            except NetError as error:
                self.lose(str(error))
        self._returning = None
        if self._line is not None and self._lost is None and not self._anew:
            self._emit(Reconnected())
        if self._line is None:
            self.lose(self._why_gone())

    def _why_gone(self) -> str:
        """Return that the host is lost, and to whoever plays, how they come back to their seat."""
        if self.seat is None or self.table is None or self.table.phase != "playing":
            return GONE
        return f"{GONE} {SEAT_KEPT.format(way_back(*self._where, insecure=self._trust is None))}"

    def _let_in(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _refused(self, error: NetError) -> None:
        """Note the host's last words: after them there is no point in coming back."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(error)
        else:
            self.lose(str(error))

    def _hang_up(self) -> None:
        """Give up a line on which nobody has let us in; how long it takes to end does not matter any more."""
        line, self._line = self._line, None
        if line is not None:
            line.close()


class ClientConnection(TcpConnection[ClientEndpoint]):
    """One TCP connection of a client."""

    def __init__(self, guest: RemoteClient) -> None:
        end = ClientEndpoint(None, guest.time())
        super().__init__(end, guest.new_seal(lambda: end.send(guest.hello())))
        self.gone = asyncio.Event()
        self._guest = guest
        self._error: NetError = HostGone("The connection to the host has ended.")
        self._begun = False
        self._met = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._guest.on_line(self)
        self._seal.begin()
        self._flush()
        self._look_at_clock()

    def data_received(self, data: bytes) -> None:
        begins, self._begun = not self._begun, True
        try:
            if begins and data.startswith(SSH_BEGINS):
                raise self._guest.what_answers(data)
            for heard in self._end.receive(self._seal.open(data), self._loop.time()):
                if isinstance(heard, PeerFault):
                    raise heard
                self._met = True
                self._guest.hear(heard)
        except NetError as fault:
            if not self._met and isinstance(fault, Malformed | TooBig):
                fault = self._guest.what_answers(b"")
            self._error = fault
            self._guest.failed(fault)
            self.close()
            return
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.gone.set()
        self._guest.off_line(self, self._error)

    def say(self, message: ClientMessage) -> None:
        """Send one message."""
        self._end.send(message)
        self._flush()

    def close(self) -> None:
        """End this connection when everything has gone out, or a little later in any case."""
        transport = self._say_last()
        if transport is not None:
            transport.close()

    def part(self) -> None:
        """Say that nothing follows, and let the host end the connection: closing with news unread cuts our last words.

        A host that does not is left a little later.
        """
        self._let_close()

    def _give_up(self) -> None:
        self.close()


async def join(
    address: str,
    port: int = PORT,
    name: str = "",
    code: str = "",
    watch: bool = False,
    token: str = "",
    trust: HostTrust | None = None,
    recall: Callable[[str], str] = lambda fingerprint: "",
) -> RemoteClient:
    """Go to the table at an address and return the client of the person called `name` there.

    When it returns, the client's `table` is known, and its `view` if a match is being played. `token` is the
    `token` of an earlier client at this table, whose seat is taken over if it still waits for its person; any
    other is as none. `trust` judges the host, knows the code and makes the link TLS; without it everything goes
    in the open, to whoever answers, and `code` with it. By `recall` a token is found where none is given: it is asked
    for the one of the host with this key, whatever address led there.

    Raises `net.errors.HostGone` if nothing answers, `CodeRejected` without the right code, `Rejected` when there is
    no room, `WrongVersion` if the programs do not fit, `TlsMismatch` if only one end speaks TLS, `WrongHost` or
    `ChangedKey` if the host is not the one that is meant, `NotListening` for a port that there is not.
    """
    check_port(port)
    guest = RemoteClient(address, port, name, code, watch, token, trust, recall)
    await guest.enter()
    return guest
