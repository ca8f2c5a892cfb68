"""A table with a listener for ssh, and guests: the real OpenSSH client in a terminal of its own, and asyncssh's."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import signal
import struct
import subprocess
import termios
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import asyncssh
import pyte
import pytest

from core import games
from net.host.local_client import LocalClient
from net.host.table_runner import TableRunner
from net.table.spec import TableSpec
from net.table.table import Table
from tui.boards.common.board import SETTLE_SECONDS
from tui.ssh import open_ssh
from tui.ssh.colour_detection import COLOUR_QUESTION
from tui.ssh.server import SshServer

PATIENCE_SECONDS = float(os.environ.get("PATIENCE", "30"))
LOOPBACK = "127.0.0.1"


class ModernScreen(pyte.Screen):
    """A pyte screen that ignores escape sequences unknown to pyte; `alternate`: the alternate screen is shown."""

    alternate = False

    def set_mode(self, *modes: int, private: bool = False, **_: object) -> None:
        if private and 1049 in modes:
            self.alternate = True
            self.reset()
        super().set_mode(*modes, private=private)

    def reset_mode(self, *modes: int, private: bool = False, **_: object) -> None:
        if private and 1049 in modes:
            self.alternate = False
            self.reset()
        super().reset_mode(*modes, private=private)

    def report_device_status(self, mode: int, **_: object) -> None:
        pass

    def select_graphic_rendition(self, *attributes: int, **_: object) -> None:
        pass


class GuestScreen:
    """The terminal that a guest sees: `data` is all bytes written to it, `has_ended` whether the session is over."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self.screen = ModernScreen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.data = b""
        self.has_ended = False
        self._more = asyncio.Event()

    def feed(self, data: bytes) -> None:
        self.data += data
        self._stream.feed(data)
        self._more.set()

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def until(self, seen: Callable[[], object], what: str = "what was wanted") -> None:
        async def poll() -> None:
            while not seen():
                assert not self.has_ended, f"the end came before {what}; the screen shows:\n{self.text}"
                self._more.clear()
                await self._more.wait()

        try:
            await asyncio.wait_for(poll(), PATIENCE_SECONDS)
        except TimeoutError:
            raise AssertionError(f"never saw {what}; the screen shows:\n{self.text}\n{self.data[-300:]!r}") from None

    async def wait_for_text(self, text: str) -> None:
        await self.until(lambda: text in self.text, repr(text))

    async def look(self) -> None:
        """Wait until the screen has shown the same for as long as a decision has to be seen."""
        with suppress(TimeoutError):
            while True:
                self._more.clear()
                await asyncio.wait_for(self._more.wait(), 2 * SETTLE_SECONDS)


class OpenSSH(GuestScreen):
    """The OpenSSH client in a pseudo-terminal, whose terminal replies `answers` to the question for its colours."""

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
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop_reading()
        if self.process.poll() is None:
            self.process.kill()
        await asyncio.to_thread(self.process.wait)
        os.close(self._master)

    def stop_reading(self) -> None:
        self._loop.remove_reader(self._master)

    def resume_reading(self) -> None:
        self._loop.add_reader(self._master, self._read)

    def _read(self) -> None:
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
        os.write(self._master, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)  # it has no controlling terminal that would do so

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)

    async def ended(self) -> int:
        return await asyncio.wait_for(asyncio.to_thread(self.process.wait), PATIENCE_SECONDS)


class KeyboardAuthClient(asyncssh.SSHClient):
    """Answers a keyboard-interactive login without questions, as OpenSSH does by itself."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *challenge: object) -> list[str]:
        return []


class AsyncsshGuest(GuestScreen, asyncssh.SSHClientSession[bytes]):
    """A guest with asyncssh's client in this process, for tests with many guests."""

    connection: asyncssh.SSHConnection
    channel: asyncssh.SSHClientChannel[bytes]

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan
        self.connection = chan.get_connection()

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if COLOUR_QUESTION in data:
            self.channel.write(b"\x1b[?62;22c")
        self.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.has_ended = True
        self._more.set()

    def press(self, keys: str) -> None:
        self.channel.write(keys.encode())

    async def ended(self) -> int | None:
        await asyncio.wait_for(self.channel.wait_closed(), PATIENCE_SECONDS)
        return self.channel.get_exit_status()


class SshTable:
    """A table in this process that can be reached over SSH."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self.table: Table
        self.server: SshServer

    async def open(self, game: str = "mad-queens", seats: int = 4, code: str = "") -> Self:
        self.table = Table(TableSpec(games[game], seats, {}, code=code, seed=1), bytes(32))
        self.runner = TableRunner(self.table)
        self.owner = LocalClient(self.runner, "Olga", code=code)
        await self.owner.join_table()
        self.server = await open_ssh(self.runner, self.folder, LOOPBACK, 0)
        self._stack.push_async_callback(self.close)
        return self

    async def close(self) -> None:
        self.server.stop()
        await self.runner.end_table()
        await self.server.close()

    def command(self, user: str, *options: str, key: Path | None = None, then: Sequence[str] = ()) -> list[str]:
        """The OpenSSH command line that joins this table."""
        identity = ["-i", str(key), "-o", "IdentitiesOnly=yes"] if key else ["-o", "PubkeyAuthentication=no"]
        return [
            *("ssh", "-F", "none", "-p", str(self.server.port), "-o", "StrictHostKeyChecking=accept-new"),
            *(
                "-o",
                f"UserKnownHostsFile={self.folder / 'known_hosts'}",
                *identity,
                *options,
                f"{user}@{LOOPBACK}",
                *then,
            ),
        ]

    async def guest(self, user: str, *options: str, key: Path | None = None, **rest: object) -> OpenSSH:
        """Return a guest at this table, with the OpenSSH client."""
        guest = OpenSSH(self.command(user, *options, key=key), **rest)  # type: ignore[arg-type]
        return await self._stack.enter_async_context(guest)

    async def connect(self, user: str = "ann", **options: object) -> asyncssh.SSHClientConnection:
        """Return a connection to this table, with asyncssh's client, which has no session yet."""
        usual = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": None}
        connection, _ = await asyncssh.create_connection(
            KeyboardAuthClient, LOOPBACK, self.server.port, username=user, **{**usual, **options}
        )
        self._stack.push_async_callback(connection.wait_closed)
        self._stack.callback(connection.close)
        return connection

    async def asyncssh_guest(
        self,
        user: str = "ann",
        size: tuple[int, int] = (100, 30),
        term: str | None = "xterm-256color",
        shown: tuple[int, int] | None = None,
        **options: object,
    ) -> AsyncsshGuest:
        """Return a guest at this table, with asyncssh's client, who reports a window of `size` cells.

        `shown` is the size of the screen that the test keeps, by default the same.
        """
        connection = await self.connect(user, **options)
        terminal = {"term_type": term, "term_size": size} if term is not None else {}
        _, guest = await connection.create_session(
            lambda: AsyncsshGuest(shown or size), encoding=None, window=32_768, **terminal
        )
        return guest

    def names(self) -> list[str]:
        return [seat.name for seat in self.table.info().seats]

    async def wait_until(self, condition: Callable[[], object]) -> None:
        async def poll() -> None:
            while not condition():  # noqa: ASYNC110 - what is waited for may be anything
                await asyncio.sleep(0.01)

        await asyncio.wait_for(poll(), PATIENCE_SECONDS)


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[SshTable]:
    async with AsyncExitStack() as stack:
        yield SshTable(tmp_path, stack)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Somebody's key, as OpenSSH keeps it."""
    path = tmp_path / "id"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(path)
    path.chmod(0o600)
    return path


@pytest.fixture(autouse=True)
def _openssh_is_there() -> None:
    assert shutil.which("ssh"), "these tests use the OpenSSH client: install openssh-client"
