"""One SSH connection: its login, and which requests of the client are granted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import asyncssh
from asyncssh.constants import OPEN_ADMINISTRATIVELY_PROHIBITED

from net.limits import MAX_NAME_CELLS
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean_text
from net.transport.socket_options import set_socket_options
from tui.guest.identity import GuestIdentity
from tui.guest.limits import MIN_UNREAD_BYTES_TO_PAUSE, READ_BYTES_IN_A_BURST, READ_BYTES_PER_SECOND
from tui.guest.listener import GuestListener
from tui.ssh.asyncssh_internals import collect_variables_in, has_sent_host_key, limit_read_rate, refuse_costly_keys
from tui.ssh.client_variables import ClientVariables
from tui.ssh.limits import (
    MAX_HOST_KEY_REPLY_SECONDS,
    MAX_LOGIN_STEP_SECONDS,
    MAX_PASSPHRASE_SECONDS,
    MAX_READ_BYTES,
    MAX_WINDOW_BYTES,
)
from tui.ssh.session import SshSession

NO_FORWARDING_SENTENCE: Final = "This is a card table and forwards nothing."
"""The sentence that refuses a request for port forwarding."""


class SshConnection(asyncssh.SSHServer):
    """One SSH connection: anybody may log in, and a guest who proves a key is known again by it.

    `bytes_read` counts the bytes received.
    """

    def __init__(self, listener: GuestListener) -> None:
        self._listener = listener
        self._connection: asyncssh.SSHServerConnection
        self._address = "?"
        self.bytes_read = 0
        self._offered_key = ""
        self._identity = ""
        self._login_began = False
        self._sessions = 0
        self._login_timer: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the connection, limit its read rate and what its keys cost, and start the login timer."""
        self._connection = conn
        set_socket_options(conn)
        peer = conn.get_extra_info("peername")
        self._address = str(peer[0]) if peer else "?"
        self._listener.count_connection(self, self._address)
        bucket = TokenBucket(READ_BYTES_PER_SECOND, READ_BYTES_IN_A_BURST, asyncio.get_running_loop().time())
        limit_read_rate(conn, bucket, MAX_READ_BYTES, self._count_bytes)
        refuse_costly_keys(conn)
        self._set_login_timer(MAX_LOGIN_STEP_SECONDS, self._check_key_exchange)

    def _set_login_timer(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call `callback` after `seconds`, and cancel the timer that was set before."""
        self._stop_login_timer()
        self._login_timer = asyncio.get_running_loop().call_later(seconds, callback)

    def _stop_login_timer(self) -> None:
        """Cancel the login timer if one is set."""
        if self._login_timer is not None:
            self._login_timer.cancel()
            self._login_timer = None

    def _check_key_exchange(self) -> None:
        """Abort the connection if the client has not finished the key exchange in time.

        It is called `MAX_LOGIN_STEP_SECONDS` after the connection, and waits longer if the client has got the host key.
        """
        if has_sent_host_key(self._connection):
            self._set_login_timer(MAX_HOST_KEY_REPLY_SECONDS - MAX_LOGIN_STEP_SECONDS, self.abort)
        else:
            self.abort()

    def _count_bytes(self, count: int) -> None:
        """Add to the number of bytes received."""
        self.bytes_read += count

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_login_timer()
        self._listener.forget_connection(self)

    def abort(self) -> None:
        """Abort this connection at once."""
        self._connection.abort()

    # Authentication: a key that was only offered, and not used to sign, identifies nobody

    def begin_auth(self, username: str) -> bool:
        """Begin a login, which may take `MAX_PASSPHRASE_SECONDS`; return True: the client must authenticate."""
        self._offered_key = ""
        if not self._login_began:
            self._login_began = True
            self._set_login_timer(MAX_PASSPHRASE_SECONDS, self.abort)
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._offered_key = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        self._offered_key = ""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self._offered_key = ""
        return True

    def auth_completed(self) -> None:
        """Store the key that the login has proved ("" without one) as the identity; called by asyncssh after the login.

        The connection is aborted unless the client asks for a session within `MAX_LOGIN_STEP_SECONDS`.
        """
        self._identity = self._offered_key
        self._set_login_timer(MAX_LOGIN_STEP_SECONDS, self.abort)

    # Requests of the client

    def session_requested(self) -> tuple[asyncssh.SSHServerChannel[bytes], SshSession] | bool:
        """Grant one session per connection; return its channel and handler, or False."""
        self._sessions += 1
        if self._sessions > 1:
            return False
        channel = self._connection.create_server_channel(encoding=None, window=MAX_WINDOW_BYTES)
        channel.set_write_buffer_limits(high=MIN_UNREAD_BYTES_TO_PAUSE)
        collect_variables_in(channel, ClientVariables())
        name = clean_text(self._connection.get_extra_info("username") or "", MAX_NAME_CELLS) or "Guest"
        identity = f"{self._identity} {name.casefold()}" if self._identity else ""
        return channel, SshSession(
            self._listener, GuestIdentity(name, self._address, identity), self.handle_session_request
        )

    def handle_session_request(self) -> str:
        """Stop the login timer, because the client has asked for a terminal or for something that is refused.

        Returns the sentence that says why there is no room for a guest; "" if there is.
        """
        self._stop_login_timer()
        refusal = self._listener.admission.refusal(self)
        if not refusal:
            self._listener.admission.authenticate(self)
        return refusal

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING_SENTENCE)

    def unix_connection_requested(self, dest_path: str) -> bool:
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING_SENTENCE)
