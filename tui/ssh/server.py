"""The SSH server of a table or a club: it listens, and admits guests."""

from __future__ import annotations

import logging
from typing import Final

import asyncssh

from net.transport.listening_socket import ConnectionAcceptor
from tui.guest.host import GuestHost
from tui.guest.listener import GuestListener
from tui.ssh.connection import SshConnection
from tui.ssh.host_key import host_key
from tui.ssh.limits import KEEPALIVE_SECONDS, MAX_UNANSWERED_KEEPALIVES

ALLOWED_KEY_EXCHANGES: Final = (
    "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521"
)
"""The key exchange methods that are allowed, because each costs the host little; others could keep it busy for seconds.
"""


class SshServer(GuestListener):
    """The SSH listener of a table, made by `tui.ssh.open_ssh_listener`.

    `fingerprint`: the fingerprint of its key, as SSH clients show it.
    """

    option = "--ssh"

    def __init__(self, guests: GuestHost) -> None:
        super().__init__(guests)
        self.fingerprint = ""

    async def _open_acceptor(self, bind: str, port: int) -> tuple[ConnectionAcceptor, int]:
        """Open the listener of asyncssh with the host key; raises `OSError` if address or port cannot be used."""
        # Failed logins, such as those of port scanners, are not worth a line on the host's screen.
        asyncssh.set_log_level(logging.CRITICAL)
        key = host_key(self.guests.folder)
        self.fingerprint = key.get_fingerprint()
        acceptor = await asyncssh.listen(
            bind,
            port,
            server_factory=lambda: SshConnection(self),
            server_host_keys=[key],
            kex_algs=ALLOWED_KEY_EXCHANGES,
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
        return acceptor, acceptor.get_port()
