"""Hosts a table on the network: finds a free port, opens the journal, TLS, listeners for guests, the announcement."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from net.client.api import Client
from net.errors import NetError, NotListening, PortTaken
from net.limits import DEFAULT_SSH_PORT, DEFAULT_WEB_PORT
from tui.connect.request import TableRequest
from tui.connect.saved_listeners import SavedListeners, load_listeners, save_listeners
from tui.settings import BOT_DELAY_SECONDS_BY_PACE, Settings, data_folder

if TYPE_CHECKING:
    from ssl import SSLContext

    from net.client.saved_deal_parts import SavedDealParts
    from net.discovery.announce import Announcer
    from net.host.recovery import JournalSettings
    from net.host.server import TableServer
    from net.host.table_runner import TableRunner
    from net.security.host_certificate import Certificate
    from net.table.spec import TableSpec
    from net.transport.code_attempts import CodeAttempts

MAX_PORTS_TRIED: Final = 20
"""If the request names no port, at most this many are tried from the default one upwards: no machine has more tables.
"""

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

LISTENERS_REOPENED_SENTENCE: Final = "Guests come in as before: {0}."
"""The notice to the person who hosts that listeners for guests are opened again; ``{0}`` names them with their ports.
"""

LISTENER_NOT_REOPENED_SENTENCE: Final = "They cannot come in with {0} as before: {1}"
"""The notice to the person who hosts that a listener for guests, ``{0}``, cannot be opened again; ``{1}`` is the
reason.
"""

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


class Listener(Protocol):
    """A listener for guests of a table, whose screens this process draws; `port` is the TCP port that it listens at."""

    port: int

    def stop(self) -> None:
        """Stop accepting connections."""

    async def close(self) -> None:
        """Close its connections; it is called after the table has sent its goodbye on them."""


class SshListener(Listener, Protocol):
    """The listener over SSH (`tui.ssh.server.SshServer`); `fingerprint`: that of its key, as SSH clients show it."""

    fingerprint: str

    @property
    def guest_count(self) -> int:
        """How many guests are here."""

    async def wait_for_guests_to_leave(self) -> None:
        """Return when no guest is here any more."""


class WebListener(Listener, Protocol):
    """The listener for browsers (`tui.web.server.WebServer`); `encrypted`: whether it serves HTTPS."""

    encrypted: bool


class ListenerOpener(Protocol):
    """Opens the listeners for guests of one table; all of them count towards the same limits.

    The command line passes a function that makes it, because `tui.ssh` and `tui.web` stand above this folder. Its
    methods raise `PortTaken` and other kinds of `NotListening`.
    """

    async def open_ssh_listener(self, bind: str, port: int) -> SshListener:
        """Open the listener over SSH at the address `bind` ("" for all) and a TCP port."""

    async def open_web_listener(
        self, bind: str, port: int, tls: SSLContext | None, host_names: Sequence[str]
    ) -> WebListener:
        """Open the listener for browsers at the address `bind` ("" for all) and a TCP port.

        It serves HTTPS with the context `tls`, else HTTP; `host_names` are more host names of the table.
        """


class NewListenerOpener(Protocol):
    """A function that makes the `ListenerOpener` for the table that `runner` runs, such as
    `tui.cli.listeners.table_listeners`.
    """

    def __call__(self, runner: TableRunner, folder: Path, code_attempts: CodeAttempts, code: str) -> ListenerOpener: ...


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
            ssh_before, web_before, notice = await _listen_as_before(opener, request, saved)
            ssh, web, request = ssh or ssh_before, web or web_before, _add_saved_listeners(request, saved)
    except BaseException:
        if client is not None:
            await client.close()
        await server.close()
        await _close_listeners(ssh, web)
        raise
    if web is not None:
        server.table.open_to_browsers(web.port, web.encrypted)
    own_name = "" if client is None else client.name  # at a table that goes on, the one that they had there
    announced_name = own_name or (settings.name if settings.named else "")
    announcer = announce_table(partial(server.announcement, announced_name), server.bound_address)
    listen_for_browsers = None if opener is None else partial(_listen_for_browsers, opener, request)
    hosted = HostedTable(server, announcer, request, ssh, web, ports, listen_for_browsers, notice)
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
        request,
        lambda port: host(
            requested_spec(request, settings),
            name,
            request.bind,
            port,
            certificate=certificate,
            journal=journal_settings(request),
            saved_deal_parts=saved_deal_parts(),
        ),
    )


OpenedT = TypeVar("OpenedT")


async def open_at_free_port(request: TableRequest, open_at: Callable[[int], Awaitable[OpenedT]]) -> OpenedT:
    """Call `open_at` with the port of a request or, if it has `any_port`, with the next ones until one is free.

    Raises `PortTaken`.
    """
    last = request.port + (MAX_PORTS_TRIED - 1 if request.any_port else 0)
    for port in range(request.port, last):
        with suppress(PortTaken):
            return await open_at(port)
    return await open_at(last)


def other_port_sentence(request: TableRequest, port: int, subject: str = "this table") -> str:
    """Return the sentence that `subject` is at another `port` than requested; "" if it is at the requested one."""
    if request.port in (0, port):
        return ""
    return f"Port {request.port} is taken on this machine: {subject} is on port {port}."


async def listen_for_guests(
    opener: ListenerOpener | None, request: TableRequest
) -> tuple[SshListener | None, WebListener | None]:
    """Open the listeners over SSH and for browsers that a request wants; None for one that it does not want.

    Raises `PortTaken` if a port is in use, another `NotListening` if an address or a certificate cannot be used.
    """
    if opener is None:
        return None, None
    ssh: SshListener | None = None
    if request.ssh_port is not None:
        ssh = await _listen_at_free_port(
            partial(opener.open_ssh_listener, request.bind), request.ssh_port, DEFAULT_SSH_PORT
        )
    try:
        return ssh, None if request.web_port is None else await _listen_for_browsers(opener, request)
    except BaseException:
        await _close_listeners(ssh)
        raise


async def _close_listeners(*listeners: Listener | None) -> None:
    """Close those listeners that were opened."""
    for listener in listeners:
        if listener is not None:
            await listener.close()


async def _listen_as_before(
    opener: ListenerOpener, request: TableRequest, saved: SavedListeners
) -> tuple[SshListener | None, WebListener | None, str]:
    """Open the listeners that a table had before and `request` does not name, each at its port or else a free one.

    If the request names no address, they listen at the former one, so that a page which only this machine could reach
    does not become public. Return the two listeners, and the sentences that name them or say why one of them could not
    be opened.
    """
    bind = request.bind or saved.bind
    ssh: SshListener | None = None
    web: WebListener | None = None
    opened, refused = [], []
    if request.ssh_port is None and saved.ssh_port:
        try:
            ssh = await _listen_again(partial(opener.open_ssh_listener, bind), saved.ssh_port, DEFAULT_SSH_PORT)
            opened.append(f"with ssh on port {ssh.port}")
        except NotListening as error:
            refused.append(LISTENER_NOT_REOPENED_SENTENCE.format("ssh", error))
    if request.web_port is None and saved.web_port:
        try:
            open_web_listener = _browser_opener(opener, replace(_add_saved_listeners(request, saved), bind=bind))
            web = await _listen_again(open_web_listener, saved.web_port, DEFAULT_WEB_PORT)
            opened.append(f"in a browser on port {web.port}")
        except NotListening as error:
            refused.append(LISTENER_NOT_REOPENED_SENTENCE.format("a browser", error))
        except BaseException:
            await _close_listeners(ssh)
            raise
    said = [LISTENERS_REOPENED_SENTENCE.format(" and ".join(opened))] if opened else []
    return ssh, web, " ".join([*said, *refused])


def _add_saved_listeners(request: TableRequest, saved: SavedListeners) -> TableRequest:
    """Return the request with the listeners that the table had before, where the request does not name its own."""
    if request.ssh_port is None and saved.ssh_port:
        request = replace(request, ssh_port=0)
    if request.web_port is not None or not saved.web_port:
        return request
    return replace(
        request,
        web_port=0,
        web_tls=saved.web_tls,
        web_host=saved.web_host,
        certificate=saved.certificate,
        certificate_key=saved.certificate_key,
    )


async def _listen_for_browsers(opener: ListenerOpener, request: TableRequest) -> WebListener:
    """Open the listener for browsers at the port of a request; for port 0 at the first free one."""
    return await _listen_at_free_port(_browser_opener(opener, request), request.web_port or 0, DEFAULT_WEB_PORT)


def _browser_opener(opener: ListenerOpener, request: TableRequest) -> Callable[[int], Awaitable[WebListener]]:
    """Return the function that opens the listener for browsers of a request at a port; raises `NotListening` if the
    certificate cannot be used."""
    host_names = [request.web_host] if request.web_host else []
    return partial(opener.open_web_listener, request.bind, tls=web_tls_context(request), host_names=host_names)


ListenerT = TypeVar("ListenerT")


async def _listen_at_free_port(listen: Callable[[int], Awaitable[ListenerT]], port: int, usual_port: int) -> ListenerT:
    """Call `listen` with the wanted port; for port 0 with the ports from `usual_port` upwards, until one is free.

    Raises `PortTaken` if the port, or each of the ports tried, is in use.
    """
    first = port or usual_port
    last = first if port else first + MAX_PORTS_TRIED - 1
    for tried in range(first, last):
        with suppress(PortTaken):
            return await listen(tried)
    return await listen(last)


async def _listen_again(listen: Callable[[int], Awaitable[ListenerT]], port: int, usual_port: int) -> ListenerT:
    """Call `listen` with the port at which the listener was before; if that is taken, with the ports from `usual_port`
    on."""
    with suppress(PortTaken):
        return await listen(port)
    return await _listen_at_free_port(listen, 0, usual_port)


def web_tls_context(request: TableRequest) -> SSLContext | None:
    """Return the TLS context of the page for browsers, or None for plain HTTP; raises `NotListening` if the certificate
    cannot be used."""
    from net.security.host_certificate import host_certificate

    if not request.certificate:
        return host_certificate(data_folder()).context if request.web_tls else None
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(request.certificate, request.certificate_key)
    except OSError as error:
        why = "they are not a certificate and its key" if isinstance(error, ssl.SSLError) else error.strerror
        raise NotListening(f"{request.certificate} and {request.certificate_key} cannot be used: {why}.") from error
    return context


def requested_spec(request: TableRequest, settings: Settings) -> TableSpec:
    """Return the spec of the table that a request to play or to host describes."""
    from net.host.table_spec import make_table_spec

    return make_table_spec(
        request.game,
        seats=request.seats,
        bots=request.bots,
        bot_kinds=request.bot_kinds,
        options=request.options,
        code=request.code,
        seed=request.seed,
        pace=BOT_DELAY_SECONDS_BY_PACE[settings.pace],
    )


def journal_settings(request: TableRequest) -> JournalSettings:
    """Return the journal settings of a requested table, with the table in the journal that it may resume."""
    from time import time

    from net.host.recovery import JournalSettings
    from net.journal import JOURNAL_FILE

    game = request.game if request.is_game_named else ""
    return JournalSettings(
        data_folder() / JOURNAL_FILE, time, request.durable, request.new_table, request.unfinished_table, game
    )


def saved_deal_parts() -> SavedDealParts:
    """Return this program's parts in the deals of unfinished matches, as its data folder holds them."""
    from net.client.saved_deal_parts import DEAL_PARTS_FILE, SavedDealParts

    return SavedDealParts(data_folder() / DEAL_PARTS_FILE)


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
