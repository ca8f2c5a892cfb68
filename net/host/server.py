"""The host on a network: an asyncio shell around connections and one table. It decides nothing.

`host` opens a table that others can join and gives back the client of the person who hosts it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from errno import EADDRINUSE
from typing import Protocol

from core import games
from net.discovery.announce import Advert, Announcer
from net.errors import HostGone, NotListening, PortTaken
from net.host.connection import ServerConnection
from net.host.local_client import PACE_SECONDS, LocalClient, come_in, seats_for
from net.host.recovery import Keeping, kept_table
from net.host.table_runner import TableRunner
from net.journal import TableJournal, has_unfinished_match, hosted_slot
from net.limits import PORT
from net.security.host_certificate import Certificate
from net.security.table_code import chosen_secret, write_code
from net.table.spec import TableSpec
from net.table.table import Table
from net.transport.address_errors import check_port, in_brackets, why_not_open
from net.transport.admission import Admission
from net.transport.code_attempts import CodeAttempts
from net.transport.interfaces import own_address
from net.transport.listen import connections_allowed, listen_everywhere
from net.transport.tls import ByteStream, PlainStream, TlsStream


class ExtraListener(Protocol):
    """Another way to the table of a host, such as that over SSH; it ends with the host.

    `fingerprint` is that of the key by which this way is known again, as clients of that kind show it.
    """

    port: int
    fingerprint: str

    def stop(self) -> None:
        """Let nobody else in."""

    async def close(self) -> None:
        """Send those home who have come this way, after the table has said goodbye to them."""


class TableServer:
    """A table that listens on the network. Make one with `host`; `close` ends it.

    `went_on` is whether a match goes on here that was left, `came_back` whether the table is one that was open here
    before, with its own people, rules and code; `ports_of_unfinished_tables` are other ports at which one waits, as far
    as whoever opened the table has looked.
    """

    def __init__(self, certificate: Certificate | None = None) -> None:
        self.certificate = certificate
        self.secret_word = ""
        self.went_on = False
        self.came_back = False
        self.ports_of_unfinished_tables: tuple[int, ...] = ()
        self.bound = ""
        self.announcer: Announcer | None = None
        self.annex: ExtraListener | None = None
        self.gate: Admission[ServerConnection] = Admission(total=connections_allowed())
        self.code_attempts = CodeAttempts(
            lambda code: self.house.is_code(code), lambda token: self.house.is_member(token)
        )
        self._server: asyncio.Server | None = None
        self._house: TableRunner | None = None
        self._ends: set[ServerConnection] = set()
        self._empty = asyncio.Event()

    async def open(self, bind: str, port: int) -> tuple[str, int]:
        """Take a port (0: any) without listening yet, and return the address and port; raises `NotListening`."""
        loop = asyncio.get_running_loop()
        check_port(port, 0)
        try:
            if bind:
                self._server = await loop.create_server(lambda: ServerConnection(self), bind, port, start_serving=False)
            else:
                link = listen_everywhere(port)
                self._server = await loop.create_server(lambda: ServerConnection(self), sock=link, start_serving=False)
        except (OSError, UnicodeError) as error:
            raise _not_open(error, bind, port) from error
        address, port, *_ = self._server.sockets[0].getsockname()
        self.bound = "" if address in ("0.0.0.0", "::") else address
        return address, port

    def furnish(self, table: Table, chapter: TableJournal | None) -> TableRunner:
        """Return the house for the table that people are to come to; `chapter` is what it is written into, if it is."""
        self.house = TableRunner(table, chapter)
        self.secret_word = table.code
        if chapter is not None and chapter.saved is not None:
            self.came_back = True
            self.went_on = has_unfinished_match(chapter.saved)
        return self.house

    async def listen(self) -> None:
        """Let people in at the port, to the table of the house, until it is broken off; raises `NotListening`."""
        server = self._server
        assert server is not None
        self.house.broken.add_done_callback(lambda _: server.close())
        where, port, *_ = server.sockets[0].getsockname()
        try:
            await server.start_serving()
        except OSError as error:  # somebody who took the port at the same time listens already
            raise _not_open(error, where, port) from error

    @property
    def house(self) -> TableRunner:
        """What runs the table that people come to; not before it is furnished."""
        assert self._house is not None
        return self._house

    @house.setter
    def house(self, house: TableRunner) -> None:
        self._house = house

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

    def advert(self, name: str) -> Advert:
        """Return what the table of the person called `name` now announces on the network."""
        table, info = self.table, self.table.info()
        return Advert(
            table.id,
            name,
            info.game,
            table.free_seats,
            len(info.seats),
            info.phase,
            bool(self.secret_word),
            self.certificate.fingerprint if self.certificate is not None else "",
            int(table.address.rpartition(":")[2]),
        )

    def new_stream(self) -> ByteStream:
        """Return what is to lie around the bytes of a new connection."""
        return PlainStream() if self.certificate is None else TlsStream(self.certificate.context)

    async def close(self) -> None:
        """Say goodbye to everybody and stop listening, as far as it has come to that; the port is free again."""
        if self._server is not None:
            self._server.close()
        if self.annex is not None:
            self.annex.stop()
        if self.announcer is not None:
            await self.announcer.close()
        if self._house is not None:
            await self._house.end()
        for end in list(self._ends):
            end.end(HostGone("The host has closed the table."))
        if self._ends:
            await self._empty.wait()
        if self.annex is not None:
            await self.annex.close()
        if self._server is not None:
            await self._server.wait_closed()

    def admit(self, end: ServerConnection, address: str) -> bool:
        """Take in a new connection, unless too much comes from its address or there is no room."""
        cut = self.gate.add(end, address, asyncio.get_running_loop().time())
        if cut is end:
            return False
        self._ends.add(end)
        self._empty.clear()
        if cut is not None:
            cut.cut()
        return True

    def show_out(self, end: ServerConnection) -> None:
        """Note that a connection has been told to go; it makes room before it goes if others need it."""
        cut = self.gate.demote(end)
        if cut is not None:
            cut.cut()

    def forget(self, end: ServerConnection) -> None:
        """Note that a connection has ended."""
        self._ends.discard(end)
        self.gate.remove(end)
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
) -> tuple[TableServer, LocalClient | None]:
    """Open a table on the network; return it, and the client of the person called `name` who hosts it.

    Without a name nobody sits at the host's machine, and the first to join owns the table. The arguments are
    those of `net.host.local_client.open_table`, and the same errors are raised; also `net.errors.BadCode`, and
    `NotListening`, an `OSError`, if the port is taken or there is none like it. A table at this port whose process has
    ended before its match did goes on, unless `keeping` says otherwise: then `TableServer.went_on` is true, it has the
    code that it had, and whoever hosts it has their seat again; so does one between two matches of the same
    game and as many seats. The caller closes both, the client first.
    """
    rules = games[game]
    number = seats_for(rules, seats, bots)
    rules.settings(number, options or {})
    code = chosen_secret(code) if code.strip() else ""
    server = TableServer(certificate)
    client: LocalClient | None = None
    async with AsyncExitStack() as in_vain:
        in_vain.push_async_callback(server.close)
        where, port = await server.open(bind, port)
        spec = TableSpec(
            rules,
            number,
            options or {},
            name=table_name or (f"{name}'s table" if name else ""),
            code=code,
            seed=seed,
            pace=pace,
            bots=min(bots, number - (name is not None and not watch)),
            address=in_brackets(own_address() if where in ("0.0.0.0", "::") else where, port),
        )
        table, chapter = await kept_table(keeping, hosted_slot(port), spec, reuse_lobby=True)
        house = server.furnish(table, chapter)
        if name is not None:
            client = LocalClient(
                house, name, server.secret_word, watch=watch, token=chapter.host_token if chapter else ""
            )
            in_vain.push_async_callback(client.close)
            await come_in(client, house, chapter)
        await server.listen()
        in_vain.pop_all()
    return server, client


def _not_open(error: OSError | UnicodeError, bind: str, port: int) -> NotListening:
    """Return why no table can be opened at an address and port."""
    taken = isinstance(error, OSError) and error.errno == EADDRINUSE
    return (PortTaken if taken else NotListening)(why_not_open(error, bind, port))
