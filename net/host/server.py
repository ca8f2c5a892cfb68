"""`TableServer`: a table that listens on the network; `host` opens one.

It makes no decisions: it accepts connections and passes their messages to the table's runner.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from errno import EADDRINUSE

from net.client.saved_deal_parts import SavedDealParts
from net.discovery.announcement import Advert
from net.errors import HOST_CLOSED_TABLE, HostGone, NotListening, PortTaken
from net.host.connection import ServerConnection
from net.host.local_client import LocalClient
from net.host.local_table import admit_owner, limit_bots
from net.host.recovery import JournalSettings, open_journalled_table
from net.host.table_runner import TableRunner
from net.journal import TableJournal, has_unfinished_match, hosted_slot
from net.limits import PORT, UNACCEPTED_CONNECTIONS
from net.security.host_certificate import Certificate
from net.security.table_code import chosen_secret, write_code
from net.table.spec import TableSpec
from net.table.table import Table
from net.table.tick import CodesTried
from net.transport.address_errors import address_with_port, check_port, why_not_open
from net.transport.admission import Admission
from net.transport.code_attempts import CodeAttempts
from net.transport.handshake_queue import HandshakeQueue
from net.transport.interfaces import own_address
from net.transport.listening_socket import connections_allowed, let_wait, listen_everywhere
from net.transport.tls import PlainStream, TlsStream

ALL_ADDRESSES = ("0.0.0.0", "::")
"""The addresses, for IPv4 and IPv6, by which a socket listens at every address of this machine."""


class TableServer:
    """A table that listens on the network. Make one with `host`; `close` ends it.

    `listener` is bound to a port and does not listen yet; its connections come from `new_connection`. `runner` runs the
    table, which is journalled in `journal` if that is not None. `certificate`: the host's key; None: no TLS.

    `match_resumed`: whether an unfinished match was recovered; `table_resumed`: whether the table was recovered, with
    its people, terms and code; `bound_address`: the address that it listens at, empty for all.
    """

    def __init__(
        self,
        listener: asyncio.Server,
        runner: TableRunner,
        certificate: Certificate | None = None,
        journal: TableJournal | None = None,
    ) -> None:
        self.runner = runner
        self.certificate = certificate
        saved = journal.saved if journal is not None else None
        self.table_resumed = saved is not None
        self.match_resumed = saved is not None and has_unfinished_match(saved)
        self.admission: Admission[ServerConnection] = Admission(total=connections_allowed())
        self.code_attempts = CodeAttempts(runner.is_code, runner.is_member, lambda: runner.post_input(CodesTried()))
        address, _ = _bound_to(listener)
        self.bound_address = "" if address in ALL_ADDRESSES else address
        self._handshakes = HandshakeQueue(asyncio.get_running_loop())
        self._listener = listener
        self._connections: set[ServerConnection] = set()

    @property
    def table(self) -> Table:
        """The table that the server runs."""
        return self.runner.table

    @property
    def secret(self) -> str:
        """The secret part of the table code; empty if the table has none."""
        return self.table.code

    @property
    def code(self) -> str:
        """The table code to invite others, with the fingerprint of the host's key; empty if the table has none."""
        if not self.secret or self.certificate is None:
            return self.secret
        return write_code(self.certificate.fingerprint, self.secret)

    def advert(self, name: str) -> Advert:
        """Return the current announcement of the table on the network, under the name `name` of a person.

        With "", as on a host at whose machine nobody plays, it has the name of the owner, or else that of the table.
        """
        table, info = self.table, self.table.info()
        return Advert(
            table.id,
            name or info.owner_name or info.name,
            info.game,
            table.free_seats,
            len(info.seats),
            info.phase,
            bool(self.secret),
            self.certificate.fingerprint if self.certificate is not None else "",
            int(table.address.rpartition(":")[2]),
        )

    async def accept_connections(self) -> None:
        """Start to accept connections at the bound port, until the runner fails; raises `NotListening`."""
        self.runner.failed.add_done_callback(lambda _: self._listener.close())
        address, port = _bound_to(self._listener)
        try:
            await self._listener.start_serving()
        except OSError as error:  # another program has bound the port at the same time, and listens already
            raise _not_listening(error, address, port) from error
        let_wait(self._listener, UNACCEPTED_CONNECTIONS)

    async def close(self) -> None:
        """End the table with a goodbye to everybody, and stop listening; then the port is free again.

        It can also be called before `accept_connections`, and after an error.
        """
        self._listener.close()
        await self.runner.end_table()
        for connection in list(self._connections):
            connection.end_connection(HostGone(HOST_CLOSED_TABLE))
        if self._connections:
            await asyncio.wait([connection.closed for connection in self._connections])
        await self._listener.wait_closed()

    def register_connection(self, connection: ServerConnection) -> ServerConnection:
        """Register a connection, to be closed with the server, and return it."""
        self._connections.add(connection)
        connection.closed.add_done_callback(lambda _: self._connections.discard(connection))
        return connection

    def new_connection(self) -> ServerConnection:
        """Return the server's side of a new connection to the listener."""
        stream = PlainStream() if self.certificate is None else TlsStream(self.certificate.context)
        handshakes = None if self.certificate is None else self._handshakes
        connection = ServerConnection(self.runner, self.admission, self.code_attempts, stream, handshakes)
        return self.register_connection(connection)


async def host(
    spec: TableSpec,
    name: str | None,
    address: str = "0.0.0.0",
    port: int = PORT,
    *,
    watch: bool = False,
    certificate: Certificate | None = None,
    journal: JournalSettings | None = None,
    saved_deal_parts: SavedDealParts | None = None,
) -> tuple[TableServer, LocalClient | None]:
    """Open a table on the network; return its server, and the client of the host's own player called `name`.

    Without a `name` no person plays at the host's machine: the client is None, and the first person to join owns the
    table. A table without a name in `spec` is named after the host's player; its `address` is filled in. With
    `journal`, the table of this port is recovered if its match is unfinished, or if it is between two matches and has
    the same game and number of seats: then `TableServer.table_resumed` is true, the code is unchanged, and the owner
    has their seat. `saved_deal_parts` are the program's parts in the deals of unfinished matches. The caller closes
    client and server, in this order.

    Raises `core.BadOption` for seats or options that the game does not have, and `net.errors.BadCode`,
    `JournalDamaged`, `JournalUnusable`, or `NotListening` (an `OSError`; `PortTaken` if the port is in use).
    """
    spec.game.settings(spec.seats, spec.options)
    secret = chosen_secret(spec.code) if spec.code.strip() else ""
    client: LocalClient | None = None
    async with AsyncExitStack() as on_failure:
        listener = await bind_port(lambda: server.new_connection(), address, port)
        on_failure.callback(listener.close)
        bound, port = _bound_to(listener)
        spec = replace(
            limit_bots(spec, 0 if name is None or watch else 1),
            name=spec.name or (f"{name}'s table" if name else ""),
            code=secret,
            address=address_with_port(own_address() if bound in ALL_ADDRESSES else bound, port),
        )
        table, table_journal = await open_journalled_table(journal, hosted_slot(port), spec, reuse_lobby=True)
        runner = TableRunner(table, table_journal)
        server = TableServer(listener, runner, certificate, table_journal)
        on_failure.push_async_callback(server.close)
        if name is not None:
            token = table_journal.host_token if table_journal else ""
            client = LocalClient(
                runner, name, server.secret, watch=watch, token=token, saved_deal_parts=saved_deal_parts
            )
            on_failure.push_async_callback(client.close)
            await admit_owner(client, runner, table_journal)
        await server.accept_connections()
        on_failure.pop_all()
    return server, client


async def bind_port(new_connection: Callable[[], asyncio.Protocol], address: str, port: int) -> asyncio.Server:
    """Return a listener that is bound to a port (0: any) at `address` (empty: all addresses), and does not listen yet.

    `new_connection` is called for each connection that it accepts once it listens. Raises `NotListening`.
    """
    loop = asyncio.get_running_loop()
    check_port(port, 0)
    try:
        if address:
            return await loop.create_server(new_connection, address, port, start_serving=False)
        return await loop.create_server(new_connection, sock=listen_everywhere(port), start_serving=False)
    except (OSError, UnicodeError) as error:
        raise _not_listening(error, address, port) from error


def _bound_to(listener: asyncio.Server) -> tuple[str, int]:
    """Return the address and the port that a listener is bound to."""
    address, port, *_ = listener.sockets[0].getsockname()
    return address, port


def _not_listening(error: OSError | UnicodeError, address: str, port: int) -> NotListening:
    """Return the error for a table that cannot be opened at an address and port, with its reason."""
    taken = isinstance(error, OSError) and error.errno == EADDRINUSE
    return (PortTaken if taken else NotListening)(why_not_open(error, address, port))
