"""A table over SSH: people with an SSH client play in their terminal, with nothing to install.

This folder holds what is specific to SSH: the listener (`server`), a login (`connection`), a channel (`session`), the
client's terminal (`client_terminal`, `line_input`, `colour_detection`), and what happens to one guest
(`guest_session`). The programs that guests see, and their isolation from the host and each other, are in `tui.guest`.

The command line imports `open_ssh`. asyncssh is imported only in this folder, and only when a table is opened for SSH.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from net.limits import SSH_PORT

if TYPE_CHECKING:
    from net.host.table_runner import TableRunner
    from net.transport.code_attempts import CodeAttempts
    from tui.ssh.server import SshServer


async def open_ssh(
    runner: TableRunner,
    folder: Path,
    bind: str = "",
    port: int = SSH_PORT,
    code_attempts: CodeAttempts | None = None,
    code: str = "",
) -> SshServer:
    """Open an SSH listener for the table that `runner` runs; `folder` holds the host's key.

    Port 0 means any free port. `code_attempts` limits wrong table codes, over TCP and SSH together; `code` is the table
    code with which others join over TCP. Raises `net.errors.NotListening`, an `OSError`, if the port cannot be opened.

    The caller must call `stop` on the result before `runner` ends, and `close` after it.
    """
    from tui.ssh.server import SshServer

    server = SshServer(runner, folder, code_attempts, code)
    await server.listen(bind, port)
    return server
