"""Opens the listeners for guests; only the command line may import `tui.connect` and the carriers `ssh` and `web`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui.ssh import open_ssh
from tui.web import open_web

if TYPE_CHECKING:
    from ssl import SSLContext

    from net.host.table_runner import TableRunner
    from net.transport.code_attempts import CodeAttempts
    from tui.guest.host import GuestHost
    from tui.ssh.server import SshServer
    from tui.web.server import WebServer


class Listeners:
    """Opens listeners for the guests of the table that `runner` runs (`tui.connect.host_table.ListenerOpener`)."""

    def __init__(self, runner: TableRunner, folder: Path, code_attempts: CodeAttempts | None = None, code: str = ""):
        self._table = (runner, folder, code_attempts, code)
        self._shared: GuestHost | None = None

    async def open_ssh(self, bind: str, port: int) -> SshServer:
        """Open the listener over SSH at the address `bind` ("" for all) and a TCP port."""
        return await open_ssh(self._guests(), bind, port)

    async def open_web(
        self, bind: str, port: int, tls: SSLContext | None = None, names: Sequence[str] = ()
    ) -> WebServer:
        """Open the listener for browsers at the address `bind` ("" for all) and a TCP port.

        It serves HTTPS with the context `tls`, else HTTP; `names` are more host names of this table.
        """
        return await open_web(self._guests(), bind, port, tls, names)

    def _guests(self) -> GuestHost:
        """Return what all guests of the table share; it is made at the first call."""
        from tui.guest.host import GuestHost

        if self._shared is None:
            self._shared = GuestHost(*self._table)
        return self._shared
