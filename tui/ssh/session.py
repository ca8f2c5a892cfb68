"""The SSH side of one guest's terminal: what asyncssh asks of us, and what becomes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import Context
from typing import TYPE_CHECKING, Final

import asyncssh
from asyncssh.connection import SSHConnection

from tui.ssh.guest_session import GuestIdentity, GuestSession
from tui.ssh.limits import FAREWELL_SECONDS
from tui.ssh.client_terminal import ClientTerminal

if TYPE_CHECKING:
    from tui.ssh.server import SshServer

NO_COMMANDS: Final = "This is a card table and runs no commands: leave the command out to sit down."
NO_FILES: Final = "This is a card table and has no files: come in with ssh to sit down."


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One channel: a terminal, or somebody who wants something else and is told that it is not here."""

    def __init__(self, server: SshServer, who: GuestIdentity, sat_down: Callable[[], None]) -> None:
        self._server = server
        self._who = who
        self._sat_down = sat_down
        self._kind = ""
        self._size = (0, 0)
        self._refusal = ""
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._connection: SSHConnection
        self._terminal: ClientTerminal | None = None
        self._stay: GuestSession | None = None
        self._task: asyncio.Task[None] | None = None

    # What the guest's end asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self._connection = chan.get_connection()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._kind = term_type[:64] or "dumb"
        self._size = (term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._refusal = NO_COMMANDS
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self._refusal = NO_FILES
        return True

    def session_started(self) -> None:
        self._sat_down()
        if self._refusal:
            self._channel.write_stderr(f"{self._refusal}\r\n".encode())
            self._leave(1)
            return
        self._terminal = ClientTerminal(self._channel, self._kind, self._size, self._channel.get_environment())
        self._stay = GuestSession(self._server, self._terminal, self._who)
        # A context of its own: what runs for one guest must not know another's program, nor the host's.
        self._task = asyncio.get_running_loop().create_task(self._run(self._stay), context=Context())
        self._server.stays[self._task] = self._stay

    async def _run(self, stay: GuestSession) -> None:
        status = 1
        try:
            status = await stay.run()
        finally:
            self._leave(status)
            if self._task is not None:
                self._server.stays.pop(self._task, None)
            self._stay = self._terminal = None

    def _leave(self, status: int) -> None:
        """Say how it ended, and hang up: at the latest when the last words should long have been read."""
        with suppress(OSError):
            self._channel.exit(status)
        asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self._connection.abort)

    # What comes from the guest's end

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._terminal is not None:
            self._terminal.heard(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._terminal is not None:
            self._terminal.resized(self._size)

    def pause_writing(self) -> None:
        if self._terminal is not None and self._stay is not None:
            self._terminal.hold()
            self._stay.slow(True)

    def resume_writing(self) -> None:
        if self._terminal is not None and self._stay is not None:
            self._terminal.release()
            self._stay.slow(False)

    def break_received(self, msec: int) -> bool:
        return True

    def eof_received(self) -> bool:
        if self._stay is not None:
            self._stay.end()
        return True  # what is still to be said can be heard

    def connection_lost(self, exc: Exception | None) -> None:
        if self._terminal is not None:
            self._terminal.gone = True
        if self._stay is not None:
            self._stay.end()
