"""Opens the listeners for guests; only the command line may import `tui.connect` and the carriers `ssh` and `web`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui.ssh import open_ssh_listener
from tui.web import open_web_listener

if TYPE_CHECKING:
    from ssl import SSLContext

    from net.host.club_server import ClubServer
    from net.host.table_runner import TableRunner
    from net.transport.code_attempts import CodeAttempts
    from tui.guest.guest_service import GuestService
    from tui.guest.host import GuestHost
    from tui.ssh.server import SshServer
    from tui.web.server import WebServer


class Listeners:
    """Opens listeners for guests; it is the `ListenerOpener` of `tui.connect.guest_listeners`.

    `new_service` returns the table or club that guests join; it is called when the first listener opens. `folder` is
    the one with what guests need to return.
    """

    def __init__(self, new_service: Callable[[], GuestService], folder: Path) -> None:
        self._new_service = new_service
        self._folder = folder
        self._guest_host: GuestHost | None = None

    async def open_ssh_listener(self, bind: str, port: int) -> SshServer:
        """Open the listener over SSH at the address `bind` ("" for all) and a TCP port."""
        return await open_ssh_listener(self._get_guest_host(), bind, port)

    async def open_web_listener(
        self, bind: str, port: int, tls: SSLContext | None = None, host_names: Sequence[str] = ()
    ) -> WebServer:
        """Open the listener for browsers at the address `bind` ("" for all) and a TCP port.

        It serves HTTPS with the context `tls`, else HTTP; `host_names` are more host names of this table.
        """
        return await open_web_listener(self._get_guest_host(), bind, port, tls, host_names)

    def _get_guest_host(self) -> GuestHost:
        """Return the `GuestHost`, which has what all guests share; it is made at the first call."""
        from tui.guest.host import GuestHost

        if self._guest_host is None:
            self._guest_host = GuestHost(self._new_service(), self._folder)
        return self._guest_host


def table_listeners(runner: TableRunner, folder: Path, code_attempts: CodeAttempts, code: str) -> Listeners:
    """Return the object that opens listeners for guests of the table that `runner` runs."""

    def new_service() -> GuestService:
        """Return the table as the service that guests come to."""
        from tui.guest.guest_service import TableService

        return TableService(runner, code_attempts, code)

    return Listeners(new_service, folder)


def club_listeners(club: ClubServer, folder: Path) -> Listeners:
    """Return the object that opens listeners for guests of a club."""

    def new_service() -> GuestService:
        """Return the service that lets guests into the hall of the club."""
        from tui.guest.club import ClubService

        return ClubService(club)

    return Listeners(new_service, folder)
