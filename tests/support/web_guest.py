"""A table with a listener for browsers, and its guests: aiohttp's client in this process instead of a browser."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from typing import Any, Final

import aiohttp

from tests.support.patience import PATIENCE_SECONDS
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS, GuestScreen, SshTable
from tui.web import open_web_listener
from tui.web.server import WebServer

SYSTEM_BUFFER_BYTES: Final = 16_384
"""Number of bytes that the operating system may buffer at each end of a connection; with more, a guest who does not
read would be sent megabytes.
"""


class WebGuest(GuestScreen):
    """A guest over a WebSocket, without a browser; `frames` are the text frames that the host has sent, as objects."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.socket = socket
        self.frames: list[dict[str, Any]] = []
        self._may_read = asyncio.Event()
        self._may_read.set()
        self.reading = asyncio.ensure_future(self._read())
        self._sent: set[asyncio.Future[None]] = set()

    async def _read(self) -> None:
        """Show what the host sends, until the connection ends."""
        async for message in self.socket:
            await self._may_read.wait()
            if message.type is aiohttp.WSMsgType.TEXT:
                self.frames.append(json.loads(message.data))
                self._more.set()
            elif message.type is aiohttp.WSMsgType.BINARY:
                self.feed(message.data)
        self.has_ended = True
        self._more.set()

    @property
    def text(self) -> str:
        """The text of the screen, and below it the sentences that the page shows beside the screen."""
        said = [frame["sentence"] for frame in self.frames if "sentence" in frame]
        said += [line for frame in self.frames_of_kind("said") for line in frame["lines"]]
        return "\n".join([self._output.text, *said])

    def frames_of_kind(self, frame_kind: str) -> list[dict[str, Any]]:
        """Return the frames of this kind that the host has sent so far."""
        return [frame for frame in self.frames if frame["kind"] == frame_kind]

    async def wait_for_frame(self, frame_kind: str, number: int = 1) -> dict[str, Any]:
        """Wait until the host has sent `number` frames of this kind, and return the last of them."""
        await self.wait_for(lambda: len(self.frames_of_kind(frame_kind)) >= number, f"frame {frame_kind} {number}")
        return self.frames_of_kind(frame_kind)[number - 1]

    def send(self, frame_kind: str, **fields: object) -> None:
        """Send a text frame."""
        self._send(self.socket.send_str(json.dumps({"kind": frame_kind, **fields})))

    def press(self, keys: str) -> None:
        """Type keys, as the page sends them."""
        self._send(self.socket.send_bytes(keys.encode()))

    def _send(self, send_coroutine: Any) -> None:
        """Run the coroutine `send_coroutine`, which sends a message, after those of earlier calls have ended."""
        task = asyncio.ensure_future(send_coroutine)
        self._sent.add(task)
        task.add_done_callback(self._sent.discard)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal in the page."""
        self.screen.resize(rows, columns)
        self.send("resize", columns=columns, rows=rows, fingers=False)

    def hang_up(self) -> None:
        """End the connection at once."""
        connection = self.socket._response.connection
        if connection is not None and connection.transport is not None:
            connection.transport.abort()

    def stop_reading(self) -> None:
        """Read no more of what the host draws."""
        self._may_read.clear()
        transport: Any = self.socket._response.connection.transport  # type: ignore[union-attr]
        transport.pause_reading()
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SYSTEM_BUFFER_BYTES)

    def resume_reading(self) -> None:
        """Read what the host draws again."""
        self.socket._response.connection.transport.resume_reading()  # type: ignore[union-attr]
        self._may_read.set()

    async def wait_for_exit(self) -> None:
        """Wait until the host has closed the socket."""
        await asyncio.wait_for(self.reading, PATIENCE_SECONDS)


class WebTable(SshTable):
    """A table in this process that guests join with browsers: a host's listener for HTTP and WebSockets."""

    server: WebServer  # type: ignore[assignment]

    async def listen(self) -> None:
        self.server = await open_web_listener(self.guests, LOOPBACK_ADDRESS, 0)
        self._browsers: dict[str, aiohttp.ClientSession] = {}

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{LOOPBACK_ADDRESS}:{self.server.port}/"

    async def browser(self, device: str = "") -> aiohttp.ClientSession:
        """Return the HTTP client of a device, which has opened the page and keeps its cookie; for "" a new device."""
        if device and device in self._browsers:
            return self._browsers[device]
        browser = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self._stack.push_async_callback(browser.close)
        self._browsers[device] = browser
        async with browser.get(self.address) as page:
            assert page.status == 200
            await page.read()  # or the connection would be closed, and not used again
        return browser

    async def connect_socket(self, device: str = "", **headers: str) -> aiohttp.ClientWebSocketResponse:
        """Open a WebSocket in the browser of a device."""
        browser = await self.browser(device)
        return await browser.ws_connect(
            f"{self.address}socket", headers={"Origin": self.address.rstrip("/"), **headers}, max_msg_size=0
        )

    async def join(  # type: ignore[override]
        self,
        name: str = "ann",
        size: tuple[int, int] = (100, 30),
        device: str = "",
        device_code: str = "",
        **join_frame: object,
    ) -> WebGuest:
        """Join in the browser of a device, a new one if none is named; return the guest.

        `device_code` is the code with which this device takes over the seat of another device.
        """
        guest = WebGuest(await self.connect_socket(device), size)
        self._stack.push_async_callback(self._close_socket, guest)
        guest.send("enter", name=name, columns=size[0], rows=size[1], device=device_code, **join_frame)
        return guest

    @staticmethod
    async def _close_socket(guest: WebGuest) -> None:
        """Close the socket of a guest."""
        guest._may_read.set()
        guest.reading.cancel()
        with suppress(asyncio.CancelledError, OSError):
            await guest.reading
        with suppress(OSError):
            await guest.socket.close()
