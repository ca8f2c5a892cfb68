"""The SSH channel of one guest's session: the methods that asyncssh calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import asyncssh
from asyncssh.connection import SSHConnection

from tui.guest.client_terminal import ClientTerminal
from tui.guest.identity import GuestIdentity
from tui.guest.limits import MAX_FAREWELL_SECONDS
from tui.guest.listener import GuestListener
from tui.guest.session import GuestSession

NO_COMMANDS_SENTENCE: Final = "This is a card table and runs no commands: leave the command out to sit down."
"""The sentence for a client that asks to run a command."""

NO_FILES_SENTENCE: Final = "This is a card table and has no files: come in with ssh to sit down."
"""The sentence for a client that asks for a file transfer."""


class SshChannel:
    """An SSH channel as the channel of bytes of a guest's terminal (`tui.guest.terminal.ByteChannel`)."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self.channel = channel
        self.write = channel.write
        self.unsent_bytes = channel.get_write_buffer_size
        self.pause_reading = channel.pause_reading
        self.resume_reading = channel.resume_reading

    def abort(self) -> None:
        """Abort the connection."""
        self.channel.get_connection().abort()


class SshSession(asyncssh.SSHServerSession[bytes]):
    """The channel of one guest: runs the guest's session on its terminal; refuses commands and file transfers in one
    sentence.

    `handle_request` is a function that is called when the client has asked for a session: it stops the login timer, and
    returns the sentence that refuses the session, "" if it is granted.
    """

    def __init__(self, listener: GuestListener, guest: GuestIdentity, handle_request: Callable[[], str]) -> None:
        self._listener = listener
        self._guest = guest
        self._handle_request = handle_request
        self._terminal_kind = ""
        self._size = (0, 0)
        self._refusal = ""
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._connection: SSHConnection
        self._terminal: ClientTerminal | None = None
        self._session: GuestSession | None = None

    # Requests of the client

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self._connection = chan.get_connection()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._terminal_kind = term_type[:64] or "dumb"
        self._size = (term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._refusal = NO_COMMANDS_SENTENCE
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self._refusal = NO_FILES_SENTENCE
        return True

    def session_started(self) -> None:
        """Run the guest's session, or write the refusal of a command, of a file transfer, or for lack of room."""
        self._refusal = self._handle_request() or self._refusal
        if self._refusal:
            self._channel.write_stderr(f"{self._refusal}\r\n".encode())
            self._exit_with_status(1)
            return
        channel = SshChannel(self._channel)
        self._terminal = ClientTerminal(channel, self._terminal_kind, self._size, self._channel.get_environment())
        self._session = GuestSession(self._listener.guests, self._terminal, self._guest)
        self._listener.run_session(self._session, self._handle_end)

    def _handle_end(self, status: int) -> None:
        """Send the exit status of the guest's session, which has ended, and drop the session."""
        self._exit_with_status(status)
        self._session = self._terminal = None

    def _exit_with_status(self, status: int) -> None:
        """Send the exit status; abort the connection if the client does not close it within `MAX_FAREWELL_SECONDS`."""
        with suppress(OSError):
            self._channel.exit(status)
        asyncio.get_running_loop().call_later(MAX_FAREWELL_SECONDS, self._connection.abort)

    # Data and events of the channel

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._terminal is not None:
            self._terminal.data_received(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._terminal is not None:
            self._terminal.handle_resize(self._size)

    def pause_writing(self) -> None:
        if self._terminal is not None and self._session is not None:
            self._terminal.pause_drawing()
            self._session.set_unread_output_timer(True)

    def resume_writing(self) -> None:
        if self._terminal is not None and self._session is not None:
            self._terminal.resume_drawing()
            self._session.set_unread_output_timer(False)

    def break_received(self, msec: int) -> bool:
        return True

    def eof_received(self) -> bool:
        if self._session is not None:
            self._session.end()
        return True  # keep the channel open for what is still to be written

    def connection_lost(self, exc: Exception | None) -> None:
        """End the guest's session."""
        if self._terminal is not None:
            self._terminal.is_disconnected = True
        if self._session is not None:
            self._session.end()
