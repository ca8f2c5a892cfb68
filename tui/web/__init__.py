"""A table in browsers: people open an address, or scan it, and play in a page that this process serves.

This folder holds what is specific to the web: the listener (`server`), a connection (`connection`), a WebSocket
(`socket`) and its text frames (`frames`), the cookie by which a browser is known again (`cookie`), and the files of the
page (`page_files`, `page/`). What happens to a guest, the programs that guests see, and their isolation from the host
and each other, are in `tui.guest`.

The command line imports `open_web_listener`. aiohttp is imported only in this folder, and only when a table is opened
for browsers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.limits import DEFAULT_WEB_PORT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ssl import SSLContext

    from tui.guest.host import GuestHost
    from tui.web.server import WebServer


async def open_web_listener(
    guests: GuestHost,
    bind: str = "",
    port: int = DEFAULT_WEB_PORT,
    tls: SSLContext | None = None,
    host_names: Iterable[str] = (),
) -> WebServer:
    """Open a listener for browsers for the table of `guests`: HTTPS with the context `tls`, else HTTP.

    Port 0 means any free port. Browsers may ask for the page by any address in digits, by a name of this machine, or by
    one of `host_names`. Raises `net.errors.NotListening`, an `OSError`, if the port cannot be opened.

    The caller must call `stop` on the result before the table's runner ends, and `close` after it.
    """
    from tui.web.server import WebServer

    server = WebServer(guests, tls, host_names)
    await server.listen(bind, port)
    return server
