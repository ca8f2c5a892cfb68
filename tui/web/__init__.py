"""A table in browsers: people open an address, or scan it, and play in a page that this process serves.

This folder holds what is specific to the web: the listener (`server`), a connection (`connection`), a WebSocket
(`socket`) and its frames (`frames`), the cookie by which a browser is known again (`cookie`), and the files of the page
(`page_files`, `page/`). What happens to a guest, the programs that guests see, and their isolation from the host and
each other, are in `tui.guest`.

The command line imports `open_web`. aiohttp is imported only in this folder, and only when a table is opened for
browsers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.limits import WEB_PORT

if TYPE_CHECKING:
    from ssl import SSLContext

    from tui.guest.host import GuestHost
    from tui.web.server import WebServer


async def open_web(guests: GuestHost, bind: str = "", port: int = WEB_PORT, tls: SSLContext | None = None) -> WebServer:
    """Open a listener for browsers for the table of `guests`: HTTPS with the context `tls`, else HTTP.

    Port 0 means any free port. Raises `net.errors.NotListening`, an `OSError`, if the port cannot be opened.

    The caller must call `stop` on the result before the table's runner ends, and `close` after it.
    """
    from tui.web.server import WebServer

    server = WebServer(guests, tls)
    await server.listen(bind, port)
    return server
