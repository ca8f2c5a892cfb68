"""The web server of a table or a club: it listens, serves the page, and admits guests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web
from aiohttp.web_request import BaseRequest

from net.transport.listening_socket import listen_everywhere
from tui.guest.host import GuestHost
from tui.guest.listener import GuestListener
from tui.web.answers import ANSWER_HEADERS, sentence_answer
from tui.web.connection import TlsConnection, WebConnection
from tui.web.cookie import cookie_header, cookie_name, is_valid_cookie, new_cookie
from tui.web.host_names import is_own_host, own_host_names
from tui.web.limits import PAGE_CHUNK_BYTES
from tui.web.page_files import INDEX_FILE, PageFile, index_with_title, page_files
from tui.web.socket import serve_socket

if TYPE_CHECKING:
    from asyncio import Server
    from ssl import SSLContext

LOOPBACK_ADDRESSES: Final = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
"""The addresses from which a reverse proxy on this machine connects; its headers about its clients are believed."""

WRONG_HOST_NAME_SENTENCE: Final = (
    "Open this page at the address that the lobby of its host shows; --web-host NAME allows another name."
)
"""The answer to a browser that asks for the page by a name that a stranger may have set up to lead here."""


class WebServer(GuestListener):
    """The listener of a table for browsers, made by `tui.web.open_web_listener`.

    `host_names` are further names by which browsers may ask for the page. `encrypted`: whether it serves HTTPS.
    """

    option = "--web"
    can_move_guests = True

    def __init__(self, guests: GuestHost, tls: SSLContext | None = None, host_names: Iterable[str] = ()) -> None:
        super().__init__(guests)
        self.encrypted = tls is not None
        self._tls = tls
        self._names = own_host_names(host_names)
        self._files = page_files(service_kind=guests.service.kind)
        self._cookie = cookie_name(guests.service.public_id)

    async def _open_acceptor(self, bind: str, port: int) -> tuple[Server, int]:
        """Open the listening socket; raises `OSError` if the address or the port cannot be used."""
        manager = web.Server(self._answer_request)

        def connect() -> WebConnection | TlsConnection:
            connection = WebConnection(manager, self)
            return connection if self._tls is None else TlsConnection(connection, self._tls)

        if bind:
            acceptor = await self._loop.create_server(connect, bind, port)
        else:
            acceptor = await self._loop.create_server(connect, sock=listen_everywhere(port))
        return acceptor, acceptor.sockets[0].getsockname()[1]

    async def close(self) -> None:
        for connection in list(self.connections):
            if isinstance(connection, WebConnection) and not connection.has_guest:
                connection.abort()
        await super().close()

    # Requests

    async def _answer_request(self, request: BaseRequest) -> web.StreamResponse:
        """Answer a request with the page, one of its files, or its socket; anything else is not found.

        The end of the path decides, so that the page works behind any prefix of a reverse proxy.
        """
        path = request.rel_url.raw_path
        if request.method not in (hdrs.METH_GET, hdrs.METH_HEAD):
            return sentence_answer(405, "This page can only be read.")
        folder, _, name = path.rpartition("/")
        is_socket = name == "socket" and request.method == hdrs.METH_GET
        if is_socket or not name:
            if not self._names_this_machine(request):
                return sentence_answer(403, WRONG_HOST_NAME_SENTENCE)
            return await (self._open_socket(request) if is_socket else self._send_index(request))
        file = self._files.get(name) if folder.endswith("/static") else None
        if file is None:
            return sentence_answer(404, "There is nothing here; the table is at the address you were given.")
        return await _send_file(request, file, {hdrs.CACHE_CONTROL: "no-cache"})

    async def _send_index(self, request: BaseRequest) -> web.StreamResponse:
        """Send the page, and the cookie by which this browser is recognised, unless it has one."""
        headers: dict[str, str] = {hdrs.CACHE_CONTROL: "no-store"}
        value = request.cookies.get(self._cookie, "")
        value = value if is_valid_cookie(value) else new_cookie()
        encrypted = self._is_encrypted(request)
        headers[hdrs.SET_COOKIE] = cookie_header(self._cookie, value, encrypted)
        if encrypted:  # elsewhere browsers ignore it, and write an error on their console
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        return await _send_file(request, index_with_title(self._files[INDEX_FILE], self.guests.service.title), headers)

    async def _open_socket(self, request: BaseRequest) -> web.StreamResponse:
        """Serve the socket of a guest whose page came from this very host, and has its cookie."""
        hosts = {request.headers.get(hdrs.HOST, "").lower(), _forwarded_host(request)} - {""}
        scheme, _, origin = request.headers.get(hdrs.ORIGIN, "").lower().partition("://")
        if origin not in hosts or scheme not in ("http", "https"):
            return sentence_answer(403, "This socket is for the page of this table.")
        cookie = request.cookies.get(self._cookie, "")
        known = cookie if is_valid_cookie(cookie) else ""
        return await serve_socket(self, request, self._browser_address(request), known, self._is_encrypted(request))

    def _names_this_machine(self, request: BaseRequest) -> bool:
        """Return whether a request names this machine, or comes through a reverse proxy, which checks names itself.

        Over HTTPS the answer is yes: the browser has compared the name with the certificate.
        """
        host = request.headers.get(hdrs.HOST, "")
        return self.encrypted or bool(_forwarded_host(request)) or is_own_host(host, self._names)

    def _is_encrypted(self, request: BaseRequest) -> bool:
        """Return whether the connection from the browser is encrypted: by this server, or by the reverse proxy before
        it.
        """
        return self.encrypted or (
            _is_behind_proxy(request) and request.headers.get("X-Forwarded-Proto", "").lower() == "https"
        )

    @staticmethod
    def _browser_address(request: BaseRequest) -> str:
        """Return the IP address of the browser, also behind a reverse proxy on this machine."""
        protocol = request.protocol
        assert isinstance(protocol, WebConnection)
        forwarded = request.headers.getall("X-Forwarded-For", []) if _is_behind_proxy(request) else []
        last = forwarded[-1].rpartition(",")[2].strip() if forwarded else ""
        return last[:64] or protocol.address


def _is_behind_proxy(request: BaseRequest) -> bool:
    """Return whether a request comes from this machine, so that a reverse proxy may have sent it."""
    protocol = request.protocol
    return isinstance(protocol, WebConnection) and protocol.address in LOOPBACK_ADDRESSES


def _forwarded_host(request: BaseRequest) -> str:
    """Return the host that a reverse proxy on this machine was asked for; empty without one.

    The script of a page cannot add this header to the request for a socket.
    """
    forwarded = request.headers.getall("X-Forwarded-Host", []) if _is_behind_proxy(request) else []
    return forwarded[-1].rpartition(",")[2].strip().lower() if forwarded else ""


async def _send_file(request: BaseRequest, file: PageFile, headers: Mapping[str, str]) -> web.StreamResponse:
    """Send a file of the page in pieces, unless the browser has it already."""
    if request.headers.get(hdrs.IF_NONE_MATCH) == file.tag and headers[hdrs.CACHE_CONTROL] != "no-store":
        return web.Response(status=304, headers={**ANSWER_HEADERS, hdrs.ETAG: file.tag, **headers})
    response = web.StreamResponse(headers={**ANSWER_HEADERS, hdrs.ETAG: file.tag, **headers})
    response.headers[hdrs.CONTENT_TYPE] = file.content_type
    response.content_length = len(file.content)
    await response.prepare(request)
    if request.method != hdrs.METH_HEAD:
        for at in range(0, len(file.content), PAGE_CHUNK_BYTES):
            await response.write(file.content[at : at + PAGE_CHUNK_BYTES])
    await response.write_eof()
    return response
