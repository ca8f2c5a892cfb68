"""The SSH channel of one guest's session: the methods that asyncssh calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import Context
from typing import Final, Protocol

import asyncssh
from asyncssh.connection import SSHConnection

from tui.ssh.client_terminal import ClientTerminal
from tui.ssh.guest_session import GuestHost, GuestIdentity, GuestSession
from tui.ssh.limits import FAREWELL_SECONDS

NO_COMMANDS: Final = "This is a card table and runs no commands: leave the command out to sit down."
"""The answer to a command."""

NO_FILES: Final = "This is a card table and has no files: come in with ssh to sit down."
"""The answer to a file transfer."""


class SessionHost(GuestHost, Protocol):
    """The methods and fields of the SSH server that a channel uses."""

    sessions: dict[asyncio.Task[None], GuestSession]


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One channel: runs a guest's session on its terminal; refuses commands and file transfers in one sentence.

    `requested` is called when the client has asked for a session, so that its login timer can stop; it returns the
    sentence that refuses the session, or an empty string.
    """

    def __init__(self, server: SessionHost, guest: GuestIdentity, requested: Callable[[], str]) -> None:
        self._server = server
        self._guest = guest
        self._requested = requested
        self._kind = ""
        self._size = (0, 0)
        self._refusal = ""
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._connection: SSHConnection
        self._terminal: ClientTerminal | None = None
        self._session: GuestSession | None = None
        self._task: asyncio.Task[None] | None = None

    # Requests of the client

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
        """Run the guest's session, or write the refusal of a command, of a file transfer, or for lack of room."""
        self._refusal = self._requested() or self._refusal
        if self._refusal:
            self._channel.write_stderr(f"{self._refusal}\r\n".encode())
            self._exit_with_status(1)
            return
        self._terminal = ClientTerminal(self._channel, self._kind, self._size, self._channel.get_environment())
        self._session = GuestSession(self._server, self._terminal, self._guest)
        # In a new context, so that Textual finds neither another guest's program in it nor the host's.
        self._task = asyncio.get_running_loop().create_task(self._run_session(self._session), context=Context())
        self._server.sessions[self._task] = self._session

    async def _run_session(self, session: GuestSession) -> None:
        """Run the guest's session, send its exit status, and forget it."""
        status = 1
        try:
            status = await session.run()
        finally:
            self._exit_with_status(status)
            if self._task is not None:
                self._server.sessions.pop(self._task, None)
            self._session = self._terminal = None

    def _exit_with_status(self, status: int) -> None:
        """Send the exit status, and abort the connection if the client has not closed it after `FAREWELL_SECONDS`."""
        with suppress(OSError):
            self._channel.exit(status)
        asyncio.get_running_loop().call_later(FAREWELL_SECONDS, self._connection.abort)

    # Data and events of the channel

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._terminal is not None:
            self._terminal.data_received(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._terminal is not None:
            self._terminal.resized(self._size)

    def pause_writing(self) -> None:
        if self._terminal is not None and self._session is not None:
            self._terminal.pause_drawing()
            self._session.set_unread(True)

    def resume_writing(self) -> None:
        if self._terminal is not None and self._session is not None:
            self._terminal.resume_drawing()
            self._session.set_unread(False)

    def break_received(self, msec: int) -> bool:
        return True

    def eof_received(self) -> bool:
        if self._session is not None:
            self._session.end()
        return True  # keep the channel open for what is still to be written

    def connection_lost(self, exc: Exception | None) -> None:
        """End the guest's session."""
        if self._terminal is not None:
            self._terminal.gone = True
        if self._session is not None:
            self._session.end()
