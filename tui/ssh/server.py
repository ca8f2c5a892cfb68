"""The SSH server of a table: it listens, and lets guests in."""

from __future__ import annotations

import logging
from contextvars import Context
from errno import EADDRINUSE
from typing import Final

import asyncssh

from net.errors import NotListening, PortTaken
from net.transport.address_errors import check_port, why_not_open
from tui.guest.host import GuestHost
from tui.guest.listener import GuestListener
from tui.ssh.connection import SshConnection
from tui.ssh.host_key import host_key
from tui.ssh.limits import KEEPALIVE_SECONDS, MAX_UNANSWERED_KEEPALIVES

KEY_EXCHANGES: Final = (
    "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521"
)
"""The key exchanges that are allowed, because each costs the host little; others could keep it busy for seconds."""


class SshServer(GuestListener):
    """The SSH listener of a table, made by `tui.ssh.open_ssh`.

    `port`: the port it listens at; `fingerprint`: the fingerprint of its key, as SSH clients show it.
    """

    def __init__(self, guests: GuestHost) -> None:
        super().__init__(guests)
        self.port = 0
        self.fingerprint = ""
        self._listener: asyncssh.SSHAcceptor | None = None

    async def listen(self, bind: str, port: int) -> None:
        """Listen at the address `bind` ("" for all) and a port (0: any free one); raises `NotListening`."""
        check_port(port, 0)
        self.guests.add_listener()
        # Failed logins, such as those of port scanners, are not worth a line on the host's screen.
        asyncssh.set_log_level(logging.CRITICAL)
        try:
            # In a new context, so that guests' tasks do not find the host's own program in it.
            self._listener = await self._loop.create_task(self._open_listener(bind, port), context=Context())
        except (OSError, UnicodeError) as error:
            self.guests.remove_listener()
            kind = PortTaken if isinstance(error, OSError) and error.errno == EADDRINUSE else NotListening
            raise kind(why_not_open(error, bind, port).replace("--port", "--ssh PORT")) from error
        self.port = self._listener.get_port()

    async def _open_listener(self, bind: str, port: int) -> asyncssh.SSHAcceptor:
        """Open the listener of asyncssh with the host key; raises `OSError`."""
        key = host_key(self.guests.folder)
        self.fingerprint = key.get_fingerprint()
        return await asyncssh.listen(
            bind,
            port,
            server_factory=lambda: SshConnection(self),
            server_host_keys=[key],
            kex_algs=KEY_EXCHANGES,
            compression_algs="none",
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            gss_host=None,
            password_auth=False,
            login_timeout=0,  # SshConnection has its own
            keepalive_interval=KEEPALIVE_SECONDS,
            keepalive_count_max=MAX_UNANSWERED_KEEPALIVES,
        )

    def stop(self) -> None:
        super().stop()
        if self._listener is not None:
            self._listener.close()

    async def close(self) -> None:
        await super().close()
        if self._listener is not None:
            await self._listener.wait_closed()
