"""A table with a listener for SSH, and its guests: the real OpenSSH client in a pseudo-terminal, or asyncssh's
client.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import random
import shutil
import signal
import struct
import subprocess
import termios
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import asyncssh
import pytest

from core import games
from net.client.join_spec import JoinSpec
from net.host.local_client import LocalClient
from net.host.table_runner import TableRunner
from net.table.spec import TableSpec
from net.table.table import Table
from tests.support.idle import wait_for_idle
from tests.support.patience import PATIENCE_SECONDS
from tests.support.screen import FastScreen, ScreenOutput
from tui.guest.app import GuestApp
from tui.guest.colour_detection import COLOUR_QUERY
from tui.guest.guest_service import TableService
from tui.guest.host import GuestHost
from tui.ssh import open_ssh_listener
from tui.ssh.server import SshServer
from tui.widgets.settle_time import SETTLE_SECONDS

LOOPBACK_ADDRESS = "127.0.0.1"
"""The IP address at which the tables of the tests listen."""


class TerminalWithAlternateScreen(FastScreen):
    """The screen of a terminal that has a second, alternate screen; `alternate` says whether that one is shown."""

    alternate = False

    def set_mode(self, *modes: int, private: bool = False, **_: object) -> None:
        """Record when the alternate screen is shown, and set other modes."""
        if private and 1049 in modes:
            self.alternate = True
            self.reset()
        super().set_mode(*modes, private=private)

    def reset_mode(self, *modes: int, private: bool = False, **_: object) -> None:
        """Record when the alternate screen is left, and reset other modes."""
        if private and 1049 in modes:
            self.alternate = False
            self.reset()
        super().reset_mode(*modes, private=private)


class GuestScreen:
    """The terminal of a guest: `data` is everything that was written to it, `has_ended` whether the session is over."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self.screen = TerminalWithAlternateScreen(*size)
        self._output = ScreenOutput(self.screen)
        self.data = b""
        self.has_ended = False
        self._more = asyncio.Event()

    def feed(self, data: bytes) -> None:
        """Show bytes on the screen."""
        self.data += data
        self._output.feed(data)
        self._more.set()

    @property
    def text(self) -> str:
        """The text of the screen, row by row."""
        return self._output.text

    async def wait_for(self, is_reached: Callable[[], object], expected_text: str = "what was wanted") -> None:
        """Wait until `is_reached()`, which is called after each output, is true.

        The message of a failure has `expected_text` and the screen.
        """

        async def poll_condition() -> None:
            """Wait for output until `is_reached()` is true."""
            while not is_reached():
                assert not self.has_ended, f"the end came before {expected_text}; the screen shows:\n{self.text}"
                self._more.clear()
                await self._more.wait()

        try:
            await asyncio.wait_for(poll_condition(), PATIENCE_SECONDS)
        except TimeoutError:
            raise AssertionError(
                f"never saw {expected_text}; the screen shows:\n{self.text}\n{self.data[-300:]!r}"
            ) from None

    async def wait_for_text(self, text: str) -> None:
        """Wait until the screen shows a text."""
        await self.wait_for(lambda: text in self.text, repr(text))

    async def wait_until_settled(self) -> None:
        """Wait until the screen has not changed for so long that a board accepts a decision.

        On a busy machine that time passes also while the host still has to draw or the guest to read, so both must be
        idle before it and after it.
        """
        await wait_for_idle()
        is_changing = True
        while is_changing:
            self._more.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._more.wait(), 2 * SETTLE_SECONDS)
            await wait_for_idle()
            is_changing = self._more.is_set()


class OpenSshGuest(GuestScreen):
    """The OpenSSH client in a pseudo-terminal; it answers the host's query for its colours with `answers`."""

    def __init__(
        self,
        arguments: Sequence[str],
        size: tuple[int, int] = (100, 30),
        term: str = "xterm-256color",
        answers: bytes = b"\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?62;22c",
        **environment: str,
    ) -> None:
        super().__init__(size)
        self._size = size
        self._arguments = arguments
        self._answers = answers
        self._environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": term, **environment}

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", self._size[1], self._size[0], 0, 0))
        self.process = subprocess.Popen(  # noqa: ASYNC220 - it has started when this returns
            self._arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=self._environment,
            start_new_session=True,
        )
        os.close(slave)
        self._loop.add_reader(self._master, self._read)
        return self

    async def __aexit__(
        self, error_class: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop_reading()
        if self.process.poll() is None:
            self.process.kill()
        await asyncio.to_thread(self.process.wait)
        os.close(self._master)

    def stop_reading(self) -> None:
        """Stop reading what the client writes."""
        self._loop.remove_reader(self._master)

    def resume_reading(self) -> None:
        """Read again what the client writes."""
        self._loop.add_reader(self._master, self._read)

    def _read(self) -> None:
        """Show what the client has written, and answer the query for colours once."""
        try:
            data = os.read(self._master, 65536)
        except OSError:
            data = b""
        if not data:
            self.stop_reading()
            self.has_ended = True
            self._more.set()
            return
        if b"\x1bP$qm\x1b\\" in data and self._answers:
            os.write(self._master, self._answers)
        self.feed(data)

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)  # it has no controlling terminal that would do so

    def kill(self) -> None:
        """Kill the client."""
        self.process.send_signal(signal.SIGKILL)

    async def wait_for_exit(self) -> int:
        """Wait until the client has ended; return its exit status."""
        return await asyncio.wait_for(asyncio.to_thread(self.process.wait), PATIENCE_SECONDS)


class KeyboardAuthClient(asyncssh.SSHClient):
    """A client of asyncssh that completes a keyboard-interactive login which asks nothing, as OpenSSH does."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *challenge: object) -> list[str]:
        return []


class AsyncsshGuest(GuestScreen, asyncssh.SSHClientSession[bytes]):
    """A guest who uses asyncssh's client in this process, for tests with many guests."""

    connection: asyncssh.SSHConnection
    channel: asyncssh.SSHClientChannel[bytes]

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan
        self.connection = chan.get_connection()

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Answer the query for colours, and show the output."""
        if COLOUR_QUERY in data:
            self.channel.write(b"\x1b[?62;22c")
        self.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.has_ended = True
        self._more.set()

    def press(self, keys: str) -> None:
        """Type keys."""
        self.channel.write(keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        self.channel.change_terminal_size(columns, rows)

    def hang_up(self) -> None:
        """End the connection at once."""
        self.connection.abort()

    def stop_reading(self) -> None:
        """Read nothing more of what is drawn."""
        self.channel.pause_reading()

    def resume_reading(self) -> None:
        """Read again what is drawn."""
        self.channel.resume_reading()

    async def wait_for_exit(self) -> int | None:
        """Wait until the session has ended; return its exit status."""
        await asyncio.wait_for(self.channel.wait_closed(), PATIENCE_SECONDS)
        return self.channel.get_exit_status()


class SshTable:
    """A table in this process with a listener for SSH."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self._keys: dict[str, asyncssh.SSHKey] = {}
        self.table: Table
        self.server: SshServer

    async def open(self, game: str = "mad-queens", seats: int = 4, code: str = "", seed: int | None = 1) -> Self:
        """Open the table with its owner Olga, and the listener; return this object.

        `game` is the slug of the game; `code` is the table code, "" for none; `seed` is the given seed, None for a deal
        to which everybody contributes.
        """
        self.table = Table(
            TableSpec(games[game], seats, {}, code=code, seed=seed), bytes(32), random.Random(1).randbytes
        )
        self.runner = TableRunner(self.table)
        self.owner = LocalClient(self.runner, JoinSpec("Olga", code))
        await self.owner.join_table()
        self.guests = GuestHost(TableService(self.runner), self.folder)
        await self.listen()
        self._stack.push_async_callback(self.close)
        return self

    async def listen(self) -> None:
        """Open the listener."""
        self.server = await open_ssh_listener(self.guests, LOOPBACK_ADDRESS, 0)

    async def close(self) -> None:
        """Close the listener and the table."""
        self.server.stop()
        await self.runner.end_table()
        await self.server.close()

    def openssh_command(
        self, user: str, *options: str, key: Path | None = None, remote_command: Sequence[str] = ()
    ) -> list[str]:
        """Return the command line with which the OpenSSH client joins this table as `user`. `remote_command` is a
        command that it asks the host to run.
        """
        identity = ["-i", str(key), "-o", "IdentitiesOnly=yes"] if key else ["-o", "PubkeyAuthentication=no"]
        return [
            *("ssh", "-F", "none", "-p", str(self.server.port), "-o", "StrictHostKeyChecking=accept-new"),
            *(
                "-o",
                f"UserKnownHostsFile={self.folder / 'known_hosts'}",
                *identity,
                *options,
                f"{user}@{LOOPBACK_ADDRESS}",
                *remote_command,
            ),
        ]

    async def join_with_openssh(
        self, user: str, *options: str, key: Path | None = None, **rest: object
    ) -> OpenSshGuest:
        """Join with the OpenSSH client; return the guest."""
        guest = OpenSshGuest(self.openssh_command(user, *options, key=key), **rest)  # type: ignore[arg-type]
        return await self._stack.enter_async_context(guest)

    async def connect(self, user: str = "ann", **options: object) -> asyncssh.SSHClientConnection:
        """Log in with asyncssh's client; return the connection, which has no session yet."""
        usual = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": None}
        connection, _ = await asyncssh.create_connection(
            KeyboardAuthClient, LOOPBACK_ADDRESS, self.server.port, username=user, **{**usual, **options}
        )
        self._stack.push_async_callback(connection.wait_closed)
        self._stack.callback(connection.close)
        return connection

    async def join_with_asyncssh(
        self,
        user: str = "ann",
        size: tuple[int, int] = (100, 30),
        term: str | None = "xterm-256color",
        kept_screen_size: tuple[int, int] | None = None,
        **options: object,
    ) -> AsyncsshGuest:
        """Join with asyncssh's client, which reports a window of `size` cells; return the guest.

        `kept_screen_size` is the size of the screen that the test keeps, by default the same.
        """
        connection = await self.connect(user, **options)
        terminal = {"term_type": term, "term_size": size} if term is not None else {}
        _, guest = await connection.create_session(
            lambda: AsyncsshGuest(kept_screen_size or size), encoding=None, window=32_768, **terminal
        )
        return guest

    async def join(self, name: str = "ann", size: tuple[int, int] = (100, 30), device: str = "") -> AsyncsshGuest:
        """Join with asyncssh's client in this process, with the key of `device` if one is named; return the guest."""
        keys = self._keys.setdefault(device, asyncssh.generate_private_key("ssh-ed25519"))
        return await self.join_with_asyncssh(name, size, client_keys=[keys] if device else None)

    async def complete_departure(self, guest: Any) -> None:
        """Wait until a guest who has left the table has been shown the goodbye."""
        await guest.wait_for_text("You have left the table.")

    def seat_names(self) -> list[str]:
        """Return the name at each seat, "" for a free one."""
        return [seat.name for seat in self.table.info().seats]

    async def wait_until(self, condition: Callable[[], object]) -> None:
        """Wait until the condition holds; fail after `PATIENCE_SECONDS`."""

        async def poll_condition() -> None:
            """Look every 10 ms whether the condition holds."""
            while not condition():  # noqa: ASYNC110 - what is waited for may be anything
                await asyncio.sleep(0.01)

        await asyncio.wait_for(poll_condition(), PATIENCE_SECONDS)


async def draw_until_output_is_unread(program: GuestApp) -> None:
    """Draw the screen of a guest who does not read, again and again, until the program notices that they do not."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not program.terminal.has_unread:
            program.screen.refresh()
            await asyncio.sleep(0.001)


@pytest.fixture
async def ssh_table(tmp_path: Path) -> AsyncIterator[SshTable]:
    """Fixture: a table that is not open yet; it is closed after the test."""
    async with AsyncExitStack() as stack:
        yield SshTable(tmp_path, stack)


@pytest.fixture
def private_key_file(tmp_path: Path) -> Path:
    """A private key file, as OpenSSH makes it."""
    path = tmp_path / "id"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(path)
    path.chmod(0o600)
    return path


@pytest.fixture(autouse=True)
def require_openssh() -> None:
    """Fail early if the OpenSSH client is not installed."""
    assert shutil.which("ssh"), "these tests use the OpenSSH client: install openssh-client"
