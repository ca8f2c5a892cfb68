"""A table over SSH: whoever has an ssh client sits down in a terminal of their own, with nothing to install.

One listener in the host's event loop, one program a guest, each with a client of the host's own process: the same
redacted view as over a network. What the guests' programs must not do to the host and to each other stands in
`tui.ssh.program`, `tui.guest.driver`, `tui.ssh.inflow` and `tui.ssh.room`. Only here asyncssh is imported, and only when
a table is opened for SSH.
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
    house: TableRunner,
    folder: Path,
    bind: str = "",
    port: int = SSH_PORT,
    code_attempts: CodeAttempts | None = None,
    code: str = "",
) -> SshServer:
    """Let people in over SSH, to the table of this house; `folder` holds the key by which they know this host.

    `port` 0 takes any free one; `code_attempts` is the host's policy for table codes, which also counts those tried
    over TCP, and `code` is what people need to join there. Raises `net.errors.NotListening`, an `OSError`, if it
    cannot be listened there.
    The caller closes it: `stop` before the house ends, `close` after it.
    """
    from tui.ssh.server import SshServer

    server = SshServer(house, folder, code_attempts, code)
    await server.listen(bind, port)
    return server
