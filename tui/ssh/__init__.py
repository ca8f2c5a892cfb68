"""A table over SSH: people with an SSH client play in their terminal, with nothing to install.

This folder holds what is specific to SSH: the listener (`server`), a login (`connection`) and a channel (`session`).
What happens to a guest, the programs that guests see, and their isolation from the host and each other, are in
`tui.guest`.

The command line imports `open_ssh_listener`. asyncssh is imported only in this folder, and only when a table is opened
for SSH.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.limits import DEFAULT_SSH_PORT

if TYPE_CHECKING:
    from tui.guest.host import GuestHost
    from tui.ssh.server import SshServer


async def open_ssh_listener(guests: GuestHost, bind: str = "", port: int = DEFAULT_SSH_PORT) -> SshServer:
    """Open an SSH listener for the table of `guests`, whose folder holds the host's key.

    Port 0 means any free port. Raises `net.errors.NotListening`, an `OSError`, if the port cannot be opened.

    The caller must call `stop` on the result before the table's runner ends, and `close` after it.
    """
    from tui.ssh.server import SshServer

    server = SshServer(guests)
    await server.listen(bind, port)
    return server
