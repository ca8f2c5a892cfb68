"""The host on a network: an asyncio shell around connections and one table. It decides nothing.

`host` opens a table that others can join and gives back the client of the person who hosts it.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from errno import EADDRINUSE
from typing import TYPE_CHECKING, Protocol

from core import games
from net.certificates import Certificate
from net.codes import write_code
from net.connection import HostEnd
from net.descriptors import connections_allowed
from net.doorways import check_port, in_brackets, why_not_open
from net.effects import Asked, Gone, Link, Paused, Resumed
from net.errors import NetError, NotAdmitted, NotListening, PeerFault, PortTaken
from net.gate import Gate
from net.guesses import TOO_MANY, Guesses
from net.house import Frames, House
from net.journal import goes_on, hosted
from net.keeping import Keeping, kept_table
from net.limits import BEHIND_SECONDS, LINGER_SECONDS, PORT, QUEUE_BYTES, SYSTEM_QUEUE_BYTES
from net.messages import Ask, Hello, Tell
from net.near import PACE_SECONDS, Near, seats_for
from net.saved import Saved
from net.sealing import Seal, Sealed, Unsealed
from net.table import Table

if TYPE_CHECKING:
    from net.discovery import Announcer


class Far(asyncio.Protocol):
    """The host's end of one TCP connection."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._loop = asyncio.get_running_loop()
        self._end = HostEnd(self._loop.time())
        self._seal = host.new_seal()
        self._link: Link | None = None
        self._is_stranger = True
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if not self._host.admit(self, address_of(transport)):
            transport.abort()
            return
        _tune(transport)
        transport.set_write_buffer_limits(high=QUEUE_BYTES)
        self._link = self._host.house.connect(self)
        self._set_timer()

    def data_received(self, data: bytes) -> None:
        now = self._loop.time()
        if self._link is None:
            self._read_later(self._host.gate.hear(self, len(data), 0, now))
            return
        try:
            heard = self._end.receive(self._seal.open(data), now)
        except PeerFault as fault:
            self._end.refuse(fault)
            self._give_up()
            return
        for one in heard:
            if isinstance(one, PeerFault):
                self._give_up()
                return
            if self._is_stranger and isinstance(one, Hello):
                self._ponder(one, now)
            else:
                self._pass_on(one)
        self._flush()
        pause = self._host.gate.hear(self, len(data), len(heard), now)
        self._read_later(max(pause, BEHIND_SECONDS) if self._host.house.is_full else pause)

    def eof_received(self) -> None:
        """Let go of who has hung up, though what was said to them may never be read."""
        self._part()
        self._close()

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
        if self._is_stranger:
            self._is_stranger = False
            self._host.gate.let_in(self)
        for message in messages:
            self._end.send_frame(frames.of(message))
        self._flush()

    def end(self, error: NetError) -> None:
        """Close when everything has gone out, or a little later in any case."""
        self._link = None
        self._close()

    def cut(self) -> None:
        """Let go of this connection at once."""
        if self._transport is not None:
            self._transport.abort()

    # Within

    def _ponder(self, hello: Hello, now: float) -> None:
        """Pass a newcomer on to the table; a wrong code takes its time, and after some of them none is looked at."""
        assert self._transport is not None
        host, address = self._host, address_of(self._transport)
        if not hello.code.strip() or host.table.seating.by_token(hello.token) is not None:
            self._pass_on(hello)
        elif host.guesses.refused(address, now):
            self._end.refuse(NotAdmitted(TOO_MANY))
            self._give_up()
        elif host.table.secrets.opens(hello.code):
            self._pass_on(hello)
        else:
            self._loop.call_later(host.guesses.wrong(address, now), self._pass_on, hello)

    def _pass_on(self, message: Ask) -> None:
        if self._link is not None:
            self._host.house.post(Asked(self._link, message))

    def _read_later(self, pause: float) -> None:
        if pause and self._transport is not None:
            self._transport.pause_reading()
            self._loop.call_later(pause, self._read_on)

    def _read_on(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def _flush(self) -> None:
        data = self._seal.close(self._end.take())
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
        self._host.show_out(self)
        if self._transport is not None and not self._transport.is_closing():
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._loop.call_later(LINGER_SECONDS, self._transport.abort)
            try:
                if last := self._seal.end():
                    self._transport.write(last)
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


class Annex(Protocol):
    """Another way to the table of a host, such as that over SSH; it ends with the host."""

    port: int

    def stop(self) -> None:
        """Let nobody else in."""

    async def close(self) -> None:
        """Send those home who have come this way, after the table has said goodbye to them."""


class Host:
    """A table that listens on the network. Make one with `host`; `close` ends it."""

    def __init__(self, certificate: Certificate | None = None) -> None:
        self.house: House
        self.certificate = certificate
        self.secret_word = ""
        self.went_on = False
        self.bound = ""
        self.announcer: Announcer | None = None
        self.annex: Annex | None = None
        self._server: asyncio.Server
        self.gate: Gate[Far] = Gate(in_all=connections_allowed())
        self.guesses = Guesses()
        self._ends: set[Far] = set()
        self._empty = asyncio.Event()

    async def open(self, bind: str, port: int) -> tuple[str, int]:
        """Take a port (0: any) without listening yet, and return the address and port; raises `NotListening`."""
        loop = asyncio.get_running_loop()
        check_port(port, 0)
        try:
            if bind:
                self._server = await loop.create_server(lambda: Far(self), bind, port, start_serving=False)
            else:
                link = everywhere(port)
                self._server = await loop.create_server(lambda: Far(self), sock=link, start_serving=False)
        except (OSError, UnicodeError) as error:
            kind = PortTaken if isinstance(error, OSError) and error.errno == EADDRINUSE else NotListening
            raise kind(why_not_open(error, bind, port)) from error
        address, port, *_ = self._server.sockets[0].getsockname()
        self.bound = "" if address in ("0.0.0.0", "::") else address
        return address, port

    async def give_back(self) -> None:
        """Let go of the port again, though there is no table yet."""
        self._server.close()
        await self._server.wait_closed()

    async def listen(self, house: House) -> None:
        """Let people in, to the table of this house, until it is broken off."""
        self.house = house
        house.broken.add_done_callback(lambda _: self._server.close())
        await self._server.start_serving()

    @property
    def table(self) -> Table:
        """The table that people come to."""
        return self.house.table

    @property
    def code(self) -> str:
        """The code to give to others, whole, with what proves this host's key; nothing if everybody may come."""
        if not self.secret_word or self.certificate is None:
            return self.secret_word
        return write_code(self.certificate.fingerprint, self.secret_word)

    def new_seal(self) -> Seal:
        """Return what is to lie around the bytes of a new connection."""
        return Unsealed() if self.certificate is None else Sealed(self.certificate.context)

    async def close(self) -> None:
        """Say goodbye to everybody and stop listening."""
        self._server.close()
        if self.annex is not None:
            self.annex.stop()
        if self.announcer is not None:
            await self.announcer.close()
        await self.house.end()
        for end in list(self._ends):
            end.end(NetError())
        if self._ends:
            await self._empty.wait()
        if self.annex is not None:
            await self.annex.close()
        await self._server.wait_closed()

    def admit(self, end: Far, address: str) -> bool:
        """Take in a new connection, unless too much comes from its address or there is no room."""
        cut = self.gate.arrive(end, address, asyncio.get_running_loop().time())
        if cut is end:
            return False
        self._ends.add(end)
        self._empty.clear()
        if cut is not None:
            cut.cut()
        return True

    def show_out(self, end: Far) -> None:
        """Note that a connection has been told to go; it makes room before it goes if others need it."""
        cut = self.gate.show_out(end)
        if cut is not None:
            cut.cut()

    def forget(self, end: Far) -> None:
        """Note that a connection has ended."""
        self._ends.discard(end)
        self.gate.leave(end)
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
    certificate: Certificate | None = None,
    keeping: Keeping | None = None,
) -> tuple[Host, Near | None]:
    """Open a table on the network; return it, and the client of the person called `name` who hosts it.

    Without a name nobody sits at the host's machine, and the first to join owns the table. The arguments are
    those of `net.near.open_table`, and the same errors are raised; also `net.errors.NotListening`, an `OSError`,
    if the port is taken or there is none like it. A table at this port whose process has ended before its match did
    goes on, unless `keeping` says otherwise: then `Host.went_on` is true, it has the code that it had, and whoever
    hosts it has their seat again. The caller closes both, the client first.
    """
    rules = games[game]
    number = seats_for(rules, seats, bots)
    rules.settings(number, options or {})
    server = Host(certificate)
    server.secret_word = code.strip()
    where, port = await server.open(bind, port)
    address = in_brackets(own_address() if where in ("0.0.0.0", "::") else where, port)

    def make() -> Table:
        return Table(
            rules,
            number,
            options or {},
            secret=secrets.token_bytes(32),
            name=table_name or (f"{name}'s table" if name else ""),
            code=code,
            seed=seed,
            pace=pace,
            bots=min(bots, number - (name is not None and not watch)),
            address=address,
        )

    def restore(saved: Saved) -> Table:
        now = asyncio.get_running_loop().time()
        return Table.restore(saved, now, pace=pace, address=address, code=code or None, chance=secrets.token_bytes(16))

    def like(saved: Saved) -> bool:
        return (saved.table.game, len(saved.table.chairs)) == (game, number)

    try:
        table, chapter = await kept_table(keeping, hosted(port), make, restore, like)
    except BaseException:
        await server.give_back()
        raise
    house = House(table, chapter)
    own = ""
    if chapter is not None and chapter.saved is not None:
        server.went_on = goes_on(chapter.saved)
        server.secret_word = chapter.saved.table.code or code.strip()
        own = chapter.own
    client: Near | None = None
    if name is not None:
        client = Near(house, name, watch, server.secret_word, token=own)
        await client.enter()
        if chapter is not None:
            await chapter.keep_own(client.token)
    await server.listen(house)
    return server, client


def everywhere(port: int) -> socket.socket:
    """Return a socket bound at every address of this machine, of IPv6 too if it has that; raises `OSError`."""
    if socket.has_dualstack_ipv6():
        with suppress(OSError):
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


def own_address() -> str:
    """Return the address under which this machine is most likely known on its network."""
    # Documentation addresses: nothing is sent, only a route is looked up.
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))
            address: str = probe.getsockname()[0]
            return address
    from net.discovery import bound_addresses

    # A network that leads nowhere else, as at a table with one switch: an address that another machine can type.
    return next((one for one in bound_addresses("") if not one.startswith("fe80:")), "127.0.0.1")


def address_of(transport: asyncio.BaseTransport) -> str:
    """Return where a connection comes from; nothing if it has gone already."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def _tune(transport: asyncio.Transport) -> None:
    """Send at once, for updates are small and each is wanted now; and bound the system's own queue."""
    link: socket.socket | None = transport.get_extra_info("socket")
    if link is not None:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_QUEUE_BYTES)
