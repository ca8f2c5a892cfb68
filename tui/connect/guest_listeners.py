"""The listeners for guests of a table that is hosted here, over SSH and for browsers: what they are, and opening them.

`tui.ssh` and `tui.web` implement them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from msgspec.structs import replace

from net.errors import NotListening, PortTaken
from net.limits import DEFAULT_SSH_PORT, DEFAULT_WEB_PORT
from tui.connect.free_port import open_at_free_port
from tui.connect.request import TableRequest
from tui.connect.saved_listeners import SavedListeners
from tui.settings import data_folder

if TYPE_CHECKING:
    from ssl import SSLContext

    from net.host.table_runner import TableRunner
    from net.transport.code_attempts import CodeAttempts

ListenerT = TypeVar("ListenerT")

LISTENERS_REOPENED_SENTENCE: Final = "Guests come in as before: {0}."
"""The notice to the person who hosts that listeners for guests are opened again; ``{0}`` names them with their ports.
"""

LISTENER_NOT_REOPENED_SENTENCE: Final = "They cannot come in with {0} as before: {1}"
"""The notice to the person who hosts that a listener for guests, ``{0}``, cannot be opened again; ``{1}`` is the
reason.
"""


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
        ssh = await _listen_at_port(partial(opener.open_ssh_listener, request.bind), request.ssh_port, DEFAULT_SSH_PORT)
    try:
        return ssh, None if request.web_port is None else await listen_for_browsers(opener, request)
    except BaseException:
        await close_listeners(ssh)
        raise


async def close_listeners(*listeners: Listener | None) -> None:
    """Close those listeners that were opened."""
    for listener in listeners:
        if listener is not None:
            await listener.close()


async def listen_as_before(
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
            open_web_listener = _browser_opener(opener, replace(add_saved_listeners(request, saved), bind=bind))
            web = await _listen_again(open_web_listener, saved.web_port, DEFAULT_WEB_PORT)
            opened.append(f"in a browser on port {web.port}")
        except NotListening as error:
            refused.append(LISTENER_NOT_REOPENED_SENTENCE.format("a browser", error))
        except BaseException:
            await close_listeners(ssh)
            raise
    said = [LISTENERS_REOPENED_SENTENCE.format(" and ".join(opened))] if opened else []
    return ssh, web, " ".join([*said, *refused])


def add_saved_listeners(request: TableRequest, saved: SavedListeners) -> TableRequest:
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


async def listen_for_browsers(opener: ListenerOpener, request: TableRequest) -> WebListener:
    """Open the listener for browsers at the port of a request; for port 0 at the first free one."""
    return await _listen_at_port(_browser_opener(opener, request), request.web_port or 0, DEFAULT_WEB_PORT)


def _browser_opener(opener: ListenerOpener, request: TableRequest) -> Callable[[int], Awaitable[WebListener]]:
    """Return the function that opens the listener for browsers of a request at a port; raises `NotListening` if the
    certificate cannot be used."""
    host_names = [request.web_host] if request.web_host else []
    return partial(opener.open_web_listener, request.bind, tls=web_tls_context(request), host_names=host_names)


async def _listen_at_port(listen: Callable[[int], Awaitable[ListenerT]], port: int, usual_port: int) -> ListenerT:
    """Call `listen` with the wanted port; for port 0 with the ports from `usual_port` upwards, until one is free.

    Raises `PortTaken` if the port, or each of the ports tried, is in use.
    """
    return await open_at_free_port(listen, port or usual_port, only_there=port != 0)


async def _listen_again(listen: Callable[[int], Awaitable[ListenerT]], port: int, usual_port: int) -> ListenerT:
    """Call `listen` with the port at which the listener was before; if that is taken, with the ports from `usual_port`
    on."""
    with suppress(PortTaken):
        return await listen(port)
    return await _listen_at_port(listen, 0, usual_port)


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
