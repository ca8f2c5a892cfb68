"""The host on a network: an asyncio shell around connections and one table. It decides nothing.

`host` opens a table that others can join and gives back the client of the person who hosts it.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Mapping, Sequence

from core import games
from net.connection import HostEnd
from net.doorways import check_port, why_not_open
from net.effects import Asked, Gone, Link, Paused, Resumed
from net.errors import NetError, NotListening, PeerFault
from net.house import Frames, House
from net.limits import LINGER_SECONDS, PORT, QUEUE_BYTES, STRANGERS
from net.messages import Tell
from net.near import PACE_SECONDS, Near, seats_for
from net.table import Table


class Far(asyncio.Protocol):
    """The host's end of one TCP connection."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._end = HostEnd(self._loop.time())
        self._link: Link | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if not self._host.admit(self):
            transport.abort()
            return
        _tune(transport)
        transport.set_write_buffer_limits(high=QUEUE_BYTES)
        self._link = self._host.house.connect(self)
        self._set_timer()

    def data_received(self, data: bytes) -> None:
        if self._link is None:
            return
        for heard in self._end.receive(data, self._loop.time()):
            if isinstance(heard, PeerFault):
                self._give_up()
                return
            self._host.greeted(self)
            self._host.house.post(Asked(self._link, heard))
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        self._host.forget(self)
        if self._timer is not None:
            self._timer.cancel()
        self._part()

    def pause_writing(self) -> None:
        if self._link is not None:
            self._host.house.post(Paused(self._link))

    def resume_writing(self) -> None:
        if self._link is not None:
            self._host.house.post(Resumed(self._link))

    # What the house calls

    def deliver(self, messages: Sequence[Tell], frames: Frames) -> None:
        """Write the messages of one tick, at once."""
        for message in messages:
            self._end.send_frame(frames.of(message))
        self._flush()

    def end(self, error: NetError) -> None:
        """Close when everything has gone out, or a little later in any case."""
        self._link = None
        self._close()

    # Within

    def _flush(self) -> None:
        data = self._end.take()
        if data and self._transport is not None:
            self._transport.write(data)

    def _give_up(self) -> None:
        """Send the last words to an end at fault, and tell the table that it is gone."""
        self._flush()
        self._part()
        self._close()

    def _part(self) -> None:
        if self._link is not None:
            link, self._link = self._link, None
            self._host.house.disconnect(link)
            self._host.house.post(Gone(link))

    def _close(self) -> None:
        """Say that nothing more follows and let the other end close: closing with unread bytes would cut our words."""
        self._end.closing = True
        if self._timer is not None:
            self._timer.cancel()
        if self._transport is not None and not self._transport.is_closing():
            self._timer = self._loop.call_later(LINGER_SECONDS, self._transport.abort)
            try:
                self._transport.write_eof()
            except OSError:
                self._transport.abort()

    def _set_timer(self) -> None:
        self._timer = self._loop.call_at(self._end.deadline, self._look_at_clock)

    def _look_at_clock(self) -> None:
        if self._end.check(self._loop.time()) is not None:
            self._give_up()
            return
        self._flush()
        self._set_timer()


class Host:
    """A table that listens on the network. Make one with `host`; `close` ends it."""

    def __init__(self) -> None:
        self.house: House
        self._server: asyncio.Server
        self._ends: set[Far] = set()
        self._strangers: set[Far] = set()
        self._empty = asyncio.Event()

    async def open(self, bind: str, port: int) -> tuple[str, int]:
        """Take a port (0: any) without listening yet, and return the address and port; raises `NotListening`."""
        loop = asyncio.get_running_loop()
        check_port(port, 0)
        try:
            self._server = await loop.create_server(lambda: Far(self), bind, port, start_serving=False)
        except (OSError, UnicodeError) as error:
            raise NotListening(why_not_open(error, bind, port)) from error
        address, port, *_ = self._server.sockets[0].getsockname()
        return address, port

    async def listen(self, house: House) -> None:
        """Let people in, to the table of this house."""
        self.house = house
        await self._server.start_serving()

    @property
    def table(self) -> Table:
        """The table that people come to."""
        return self.house.table

    async def close(self) -> None:
        """Say goodbye to everybody and stop listening."""
        self._server.close()
        self.house.end()
        for end in list(self._ends):
            end.end(NetError())
        if self._ends:
            await self._empty.wait()
        await self._server.wait_closed()

    def admit(self, end: Far) -> bool:
        """Take in a new connection, unless too many have not said hello."""
        if len(self._strangers) >= STRANGERS:
            return False
        self._ends.add(end)
        self._empty.clear()
        self._strangers.add(end)
        return True

    def greeted(self, end: Far) -> None:
        """Note that a connection has said hello."""
        self._strangers.discard(end)

    def forget(self, end: Far) -> None:
        """Note that a connection has ended."""
        self._ends.discard(end)
        self._strangers.discard(end)
        if not self._ends:
            self._empty.set()


async def host(
    game: str,
    name: str | None,
    bind: str = "0.0.0.0",
    port: int = PORT,
    code: str = "",
    *,
    seats: int | None = None,
    bots: int = 0,
    options: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    pace: float = PACE_SECONDS,
    watch: bool = False,
    table_name: str = "",
) -> tuple[Host, Near | None]:
    """Open a table on the network; return it, and the client of the person called `name` who hosts it.

    Without a name nobody sits at the host's machine, and the first to join owns the table. The arguments are
    those of `net.near.open_table`, and the same errors are raised; also `net.errors.NotListening`, an `OSError`,
    if the port is taken or there is none like it. The caller closes both, the client first.
    """
    rules = games[game]
    number = seats_for(rules, seats, bots)
    rules.settings(number, options or {})
    server = Host()
    where, port = await server.open(bind, port)
    table = Table(
        rules,
        number,
        options or {},
        secret=secrets.token_bytes(32),
        name=table_name or (f"{name}'s table" if name else ""),
        code=code,
        seed=seed,
        pace=pace,
        bots=min(bots, number - (name is not None and not watch)),
        address=f"{own_address() if where in ('0.0.0.0', '::') else where}:{port}",
    )
    house = House(table)
    client: Near | None = None
    if name is not None:
        client = Near(house, name, watch, code)
        await client.enter()
    await server.listen(house)
    return server, client


def own_address() -> str:
    """Return the address under which this machine is most likely known on its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, only a route is looked up
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


def _tune(transport: asyncio.Transport) -> None:
    """Send at once, for updates are small and each is wanted now; and bound the system's own queue."""
    link: socket.socket | None = transport.get_extra_info("socket")
    if link is not None:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, QUEUE_BYTES)
