"""Hosts a table on the network: opens the journal, TLS, the listeners for guests and the announcement."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from net.errors import NetError
from tui.connect.free_port import open_at_free_port, other_port_sentence
from tui.connect.guest_listeners import (
    Listener,
    NewListenerOpener,
    SshListener,
    WebListener,
    add_saved_listeners,
    close_listeners,
    listen_as_before,
    listen_for_browsers,
    listen_for_guests,
)
from tui.connect.requested_table import journal_settings, requested_spec, saved_deal_parts
from tui.connect.saved_listeners import SavedListeners, load_listeners, save_listeners
from tui.settings import Settings, data_folder

if TYPE_CHECKING:
    from net.client.api import Client
    from net.discovery.announce import Announcer
    from net.host.server import TableServer
    from net.security.host_certificate import Certificate
    from tui.connect.request import TableRequest

MATCH_RESUMED_SENTENCE: Final = (
    "Your unfinished match goes on; queens host --new opens a new table and keeps it for later."
)
"""The notice to the person who hosts that the unfinished match at their port continues."""

TABLE_RESUMED_SENTENCE: Final = (
    "The table that was open here before is back, with its people, its rules and its code; queens host "
    "--new opens another one."
)
"""The notice to the person who hosts that their table is opened again, without a match."""

MATCH_NOT_RESUMED_SENTENCE: Final = (
    "That match is being played by another program or has been thrown away: this is a new table."
)
"""The notice to the person who hosts that the match which they chose cannot continue."""

UNFINISHED_AT_PORT_SENTENCE: Final = "To resume the match left unfinished on port {0}: queens host --port {0}."
"""The notice to the person who hosts about an unfinished match at another port, ``{0}``."""

MAX_UNFINISHED_AGE_DAYS: Final = 14
"""The person who hosts gets a notice of an unfinished match at another port of theirs if it is at most this many days
old.
"""

MAX_PORTS_NAMED: Final = 3
"""At most this many ports with unfinished matches are mentioned."""

MAX_UNFINISHED_SEARCH_SECONDS: Final = 1.0
"""The search for unfinished matches at other ports delays the opening of a table by at most this many seconds."""


class _Closable(Protocol):
    """Something that is closed when a table or a club is closed."""

    async def close(self) -> None: ...


async def close_in_order(announcer: _Closable, server: _Closable, *listeners: Listener | None) -> None:
    """Withdraw the announcement of a table or a club, end it with a goodbye to everybody, and close the listeners.

    From the beginning, the listeners accept nobody. If a step fails, the others are done nevertheless.
    """
    open_listeners = [listener for listener in listeners if listener is not None]
    for listener in open_listeners:
        listener.stop()
    async with AsyncExitStack() as ends:
        for listener in open_listeners:
            ends.push_async_callback(listener.close)
        ends.push_async_callback(server.close)
        ends.push_async_callback(announcer.close)


class HostedTable(Struct):
    """A table that this process hosts: its server, its announcement, and its listeners for guests if it has any.

    `unfinished_ports`: other ports at which a match was left unfinished; empty if a match continues here.
    `listen_for_browsers` opens a listener for browsers as the table's request says; None if this process cannot serve
    any.

    `ssh` and `web` are the listeners for guests by SSH and by browser; None without one. `request` is the one to host
    this table, with the listeners of a table that goes on here; `listeners_notice` says which were opened again, or is
    "".
    """

    server: TableServer
    announcer: Announcer
    request: TableRequest
    ssh: SshListener | None = None
    web: WebListener | None = None
    unfinished_ports: tuple[int, ...] = ()
    listen_for_browsers: Callable[[], Awaitable[WebListener]] | None = None
    listeners_notice: str = ""

    @property
    def can_open_to_browsers(self) -> bool:
        """Whether this table could be served to browsers, but is not yet."""
        return self.web is None and self.listen_for_browsers is not None

    async def open_to_browsers(self) -> None:
        """Serve the table to browsers from now on, and tell everybody.

        Raises `PortTaken` if the port is in use, another `NotListening` if the address or the certificate cannot be
        used.
        """
        listen, self.listen_for_browsers = self.listen_for_browsers, None
        if listen is not None:
            try:
                self.web = await listen()
            except BaseException:
                self.listen_for_browsers = listen
                raise
            self.server.runner.open_to_browsers(self.web.port, self.web.encrypted)
            self.save_listeners()

    def save_listeners(self) -> None:
        """Save how guests come in, for a host that goes on with this table."""
        saved, request = load_listeners(data_folder(), self.server.table.id), self.request
        now = SavedListeners(
            self.ssh.port if self.ssh is not None else saved.ssh_port,
            self.web.port if self.web is not None else saved.web_port,
            request.web_tls,
            request.web_host,
            request.certificate and str(Path(request.certificate).absolute()),
            request.certificate_key and str(Path(request.certificate_key).absolute()),
            request.bind or saved.bind,
        )
        if now != saved:
            save_listeners(data_folder(), self.server.table.id, now)

    async def close(self) -> None:
        """Withdraw the announcement, end the table with a goodbye to everybody, and stop listening."""
        await close_in_order(self.announcer, self.server, self.ssh, self.web)

    async def drop(self) -> None:
        """Close like a host that dies: programs that have joined wait for it; guests, whose programs run here, are told
        goodbye."""
        self.server.drop_connections()
        await self.close()


async def open_host(
    request: TableRequest, settings: Settings, name: str | None, new_opener: NewListenerOpener | None = None
) -> tuple[HostedTable, Client | None]:
    """Host the table of a request and announce it; return it, and the client of the person called `name`.

    With None as `name` no player joins from this process, and the client is None. `new_opener` is needed if the request
    has an `ssh_port` or a `web_port`. Raises an error if the port is in use or the table cannot be opened.
    """
    from net.discovery.announce import announce_table

    server, client = await _host_at_free_port(request, settings, name)
    ssh: SshListener | None = None
    web: WebListener | None = None
    try:
        ports = () if server.match_resumed else await _ports_with_unfinished_matches(data_folder())
        opener = None
        if new_opener is not None:
            opener = new_opener(server.runner, data_folder(), server.code_attempts, server.code)
        ssh, web = await listen_for_guests(opener, request)
        notice = ""
        if server.table_resumed and opener is not None:
            saved = load_listeners(data_folder(), server.table.id)
            ssh_before, web_before, notice = await listen_as_before(opener, request, saved)
            ssh, web, request = ssh or ssh_before, web or web_before, add_saved_listeners(request, saved)
    except BaseException:
        if client is not None:
            await client.close()
        await server.close()
        await close_listeners(ssh, web)
        raise
    if web is not None:
        server.table.open_to_browsers(web.port, web.encrypted)
    own_name = "" if client is None else client.name  # at a table that goes on, the one that they had there
    announced_name = own_name or (settings.name if settings.named else "")
    announcer = announce_table(partial(server.announcement, announced_name), server.bound_address)
    listen = None if opener is None else partial(listen_for_browsers, opener, request)
    hosted = HostedTable(server, announcer, request, ssh, web, ports, listen, notice)
    hosted.save_listeners()
    return hosted, client


async def _host_at_free_port(
    request: TableRequest, settings: Settings, name: str | None
) -> tuple[TableServer, Client | None]:
    """Host at the port of the request or, if it has `any_port`, at the first free one; raises `PortTaken`."""
    from net.host.server import host
    from net.security.host_certificate import host_certificate

    certificate = None if request.insecure else host_certificate(data_folder())
    return await open_at_free_port(
        lambda port: host(
            requested_spec(request, settings),
            name,
            request.bind,
            port,
            certificate=certificate,
            journal=journal_settings(request),
            saved_deal_parts=saved_deal_parts(),
        ),
        request.port,
        only_there=not request.any_port,
    )


async def _ports_with_unfinished_matches(folder: Path) -> tuple[int, ...]:
    """Return the ports at which recently hosted matches were left unfinished; none if they cannot be read in time.

    Call it after this process has claimed its own table in the journal, so that this table is not among them.
    """
    import asyncio
    from time import time

    from net.journal import JOURNAL_FILE, ports_of_unfinished_tables

    with suppress(NetError, OSError, ValueError, TimeoutError):  # it is only a hint
        async with asyncio.timeout(MAX_UNFINISHED_SEARCH_SECONDS):
            return await asyncio.to_thread(
                ports_of_unfinished_tables, folder / JOURNAL_FILE, time() - MAX_UNFINISHED_AGE_DAYS * 86_400
            )
    return ()


def host_notices(host: HostedTable, request: TableRequest) -> str:
    """Return the notices for the person who hosts, as one text: resumed matches, a changed port, key fingerprints."""
    server = host.server
    port = int(server.table.address.rpartition(":")[2])
    sentences = resume_notices(host)
    if request.unfinished_table is not None and not server.match_resumed:
        sentences.insert(0, MATCH_NOT_RESUMED_SENTENCE)
    sentences.extend(filter(None, [other_port_sentence(request, port)]))
    if server.certificate is not None:
        sentences.append(host_key_sentence(server.certificate))
    if host.ssh is not None:
        sentences.append(ssh_key_sentence(host.ssh))
    return " ".join(sentences)


def resume_notices(host: HostedTable) -> list[str]:
    """Return sentences about the match or table that is resumed here, or about ports where one could be resumed."""
    if host.server.table_resumed:
        resumed = MATCH_RESUMED_SENTENCE if host.server.match_resumed else TABLE_RESUMED_SENTENCE
        return [resumed, *filter(None, [host.listeners_notice])]
    return [UNFINISHED_AT_PORT_SENTENCE.format(port) for port in host.unfinished_ports[:MAX_PORTS_NAMED]]


def host_key_sentence(certificate: Certificate) -> str:
    """Return the sentence with the fingerprint of this host's key, which the host reads out to people who join."""
    from net.security.host_certificate import key_in_groups

    return f"The key of this host is {key_in_groups(certificate.fingerprint)}."


def ssh_key_sentence(ssh_listener: SshListener) -> str:
    """Return the sentence with the fingerprint of this host's SSH key, written as ssh clients show it."""
    return f"With ssh the key of this host is {ssh_listener.fingerprint}."
