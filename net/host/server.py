"""`TableServer`: a table that listens on the network; `host` opens one.

It makes no decisions: it accepts connections and passes their messages to the table's runner.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final

from net.client.join_spec import JoinSpec
from net.client.saved_deal_parts import SavedDealParts
from net.discovery.announcement import OwnAnnouncement
from net.errors import HOST_CLOSED_TABLE_SENTENCE, HostGone
from net.host.connection import Route
from net.host.connection_server import ALL_ADDRESSES, ConnectionServer, bind_port, bound_address_and_port
from net.host.local_client import LocalClient
from net.host.local_table import admit_owner, limit_bots
from net.host.recovery import JournalSettings, open_journalled_table
from net.host.table_runner import TableRunner
from net.journal import TableJournal, has_unfinished_match, hosted_slot
from net.limits import DEFAULT_PORT
from net.protocol.messages import Hello
from net.security.host_certificate import Certificate
from net.security.table_code import check_chosen_secret
from net.table.spec import TableSpec
from net.table.table import Table
from net.table.tick import CodeGuessingNoticed
from net.transport.address_errors import address_with_port
from net.transport.admission import Admission
from net.transport.code_attempts import CodeAttempts
from net.transport.interfaces import own_address
from net.transport.listening_socket import max_open_connections

NO_CLUB_HERE_SENTENCE: Final = "This is a single table, not a club."
"""The answer to a hello for a table of a club, where there is only a single table."""


class TableServer(ConnectionServer):
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
        super().__init__(listener, certificate, Admission(max_connections=max_open_connections()))
        self.runner = runner
        saved = journal.saved if journal is not None else None
        self.table_resumed = saved is not None
        self.match_resumed = saved is not None and has_unfinished_match(saved)
        self.code_attempts = CodeAttempts(
            runner.is_code, runner.is_member, lambda: runner.post_input(CodeGuessingNoticed())
        )

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
        return self.whole_code(self.secret)

    def announcement(self, name: str) -> OwnAnnouncement:
        """Return the current announcement of the table on the network, under the name `name` of a person.

        With "", as on a host at whose machine nobody plays, it has the name of the owner, or else that of the table.
        """
        return announcement_of_table(self.table, name, self.certificate.fingerprint if self.certificate else "")

    async def accept_connections(self) -> None:
        """Start to accept connections at the bound port, until the runner fails.

        Raises `NotListening` if that is impossible, for example because another program has the port.
        """
        self.runner.failure.add_done_callback(lambda _: self.stop_listening())
        await super().accept_connections()

    async def close(self) -> None:
        """End the table with a goodbye to everybody, and stop listening; then the port is free again.

        It can also be called before `accept_connections`, and after an error.
        """
        self.stop_listening()
        await self.runner.end_table()
        await self.close_connections(HostGone(HOST_CLOSED_TABLE_SENTENCE))

    def route(self, hello: Hello) -> Route | str:
        """Return the route to the table; it is the only one here, so a hello for a table of a club is refused."""
        if hello.club_table:
            return NO_CLUB_HERE_SENTENCE
        return Route(self.runner, self.code_attempts, hello, any(map(self.runner.has_seat, hello.tokens)))

    def knows(self, hello: Hello) -> bool:
        """Return whether the sender of a hello is a person of the table."""
        return any(map(self.runner.is_member, hello.tokens))


def announcement_of_table(table: Table, name: str, fingerprint: str) -> OwnAnnouncement:
    """Return the current announcement of a table on the network, under the name `name` of a person.

    With "" it has the name of the owner, or else that of the table. `fingerprint` is that of the host's key, "" without
    TLS.
    """
    info = table.info()
    return OwnAnnouncement(
        table.id,
        name or info.owner_name or info.name,
        info.game,
        table.free_seats,
        len(info.seats),
        info.phase,
        bool(table.code),
        fingerprint,
        int(table.address.rpartition(":")[2]),
    )


async def host(
    spec: TableSpec,
    name: str | None,
    address: str = "0.0.0.0",
    port: int = DEFAULT_PORT,
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
    secret = check_chosen_secret(spec.code) if spec.code.strip() else ""
    client: LocalClient | None = None
    async with AsyncExitStack() as on_failure:
        listener = await bind_port(lambda: server.new_connection(), address, port)
        on_failure.callback(listener.close)
        bound, port = bound_address_and_port(listener)
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
            person = JoinSpec(name, server.secret, watch=watch, token=token)
            client = LocalClient(runner, person, saved_deal_parts=saved_deal_parts)
            on_failure.push_async_callback(client.close)
            await admit_owner(client, runner, table_journal)
        await server.accept_connections()
        on_failure.pop_all()
    return server, client
