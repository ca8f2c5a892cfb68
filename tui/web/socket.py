"""The WebSocket of one guest: a bounded queue of output, and a bounded rate of input."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from aiohttp import WSMsgType, hdrs, web
from aiohttp.web_request import BaseRequest

from net.limits import MAX_NAME_CELLS
from net.protocol.rate_limit import TokenBucket
from net.protocol.sanitize import clean_text
from tui.guest.identity import GuestIdentity
from tui.guest.limits import (
    MAX_FAREWELL_SECONDS,
    MIN_UNREAD_BYTES_TO_PAUSE,
    READ_BYTES_IN_A_BURST,
    READ_BYTES_PER_SECOND,
)
from tui.web.connection import WebConnection
from tui.web.cookie import identity_key
from tui.web.escape_filter import EscapeFilter
from tui.web.frames import JoinFrame, encode_host_frame, parse_browser_frame
from tui.web.limits import (
    FRAME_EXTRA_COST_BYTES,
    MAX_FRAME_BYTES,
    MAX_SILENT_SECONDS,
    SECONDS_BETWEEN_ALIVE_FRAMES,
    SECONDS_BETWEEN_PINGS,
)
from tui.web.session import WebSession

if TYPE_CHECKING:
    from tui.guest.listener import GuestListener

NO_COOKIE_SENTENCE: Final = (
    "This page keeps your seat with a cookie, and your browser refused it: allow it, and reload."
)
"""The sentence for a browser that has refused the cookie."""

NO_NAME_SENTENCE: Final = "Type the name others will see."
"""The sentence for a guest who has given no name."""


class GuestSocket:
    """The WebSocket of a guest, which carries the bytes of the terminal (`tui.guest.terminal.ByteChannel`) and text
    frames.
    """

    def __init__(self, socket: web.WebSocketResponse, connection: WebConnection) -> None:
        self._socket = socket
        self._connection = connection
        self._filter = EscapeFilter()
        self._queue: deque[bytes | str] = deque()
        self._unsent = 0
        self._unread = False
        self._is_closing = False
        self._queue_changed = asyncio.Event()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._subscribers: list[Callable[[bool], None]] = []
        self._loop = asyncio.get_running_loop()
        self._bucket = TokenBucket(READ_BYTES_PER_SECOND, READ_BYTES_IN_A_BURST, self._loop.time())
        self._writer = self._loop.create_task(self._write_queue())
        self._alive_timer = self._loop.call_later(SECONDS_BETWEEN_ALIVE_FRAMES, self._send_alive_frames)

    # The channel of bytes

    def write(self, data: bytes) -> None:
        """Send bytes for the terminal, without the escape sequences on which it must not act."""
        self._queue_part(self._filter.remove_forbidden(data))

    def unsent_bytes(self) -> int:
        return self._unsent

    def pause_reading(self) -> None:
        self._may_read.clear()

    def resume_reading(self) -> None:
        self._may_read.set()

    def abort(self) -> None:
        self._connection.abort()

    # Frames

    def watch_unread_output(self, subscriber: Callable[[bool], None]) -> None:
        self._subscribers.append(subscriber)

    def send(self, frame_kind: str, **fields: object) -> None:
        """Send a text frame."""
        self._queue_part(encode_host_frame(frame_kind, **fields))

    async def receive(self) -> bytes | str | None:
        """Return the next message of the page, no faster than the rate allows; None at the end."""
        while True:
            message = await self._socket.receive()
            if message.type not in (WSMsgType.BINARY, WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG):
                return None
            pause = self._bucket.overdraw(len(message.data) + FRAME_EXTRA_COST_BYTES, self._loop.time())
            if pause:  # else a key would wait for a turn of the event loop, which is long while others join
                await asyncio.sleep(pause)
            if message.type is WSMsgType.PING:
                with suppress(OSError):
                    await self._socket.pong(message.data)
            elif message.type is not WSMsgType.PONG:
                await self._may_read.wait()
                return message.data  # type: ignore[no-any-return]

    def finish(self) -> None:
        """Close the socket when all has been sent, in at most `MAX_FAREWELL_SECONDS`."""
        self._is_closing = True
        self._may_read.set()
        self._queue_changed.set()
        self._loop.call_later(MAX_FAREWELL_SECONDS, self._connection.abort)

    async def wait_closed(self) -> None:
        """Wait until the last of the queue has been sent or the connection is lost."""
        await asyncio.wait((self._writer,))

    def cancel(self) -> None:
        """Send nothing more, not even what is queued."""
        self._writer.cancel()
        self._alive_timer.cancel()

    # Within

    def _queue_part(self, part: bytes | str) -> None:
        """Queue a part of the output; raises `OSError` if the browser has disconnected."""
        if self._writer.done():
            raise ConnectionResetError
        if part:
            self._queue.append(part)
            self._unsent += len(part)
            self._queue_changed.set()
            if self._unsent > MIN_UNREAD_BYTES_TO_PAUSE and not self._unread:
                self._unread = True
                self._report_unread_output()

    async def _write_queue(self) -> None:
        """Send what is queued, consecutive bytes in one message, until the end; a slow browser makes the rest wait."""
        with suppress(OSError):
            while self._queue or not self._is_closing:
                while not self._queue and not self._is_closing:
                    self._queue_changed.clear()
                    await self._queue_changed.wait()
                if self._queue:
                    await self._write_part(self._queue.popleft())
            await self._socket.close()

    def _send_alive_frames(self) -> None:
        """Send the page a frame every `SECONDS_BETWEEN_ALIVE_FRAMES`, by which it knows that the host answers, unless
        output waits.
        """
        if not self._writer.done():
            if not self._queue:
                self.send("alive")
            self._alive_timer = self._loop.call_later(SECONDS_BETWEEN_ALIVE_FRAMES, self._send_alive_frames)

    async def _write_part(self, part: bytes | str) -> None:
        """Send a part of the queue."""
        if isinstance(part, str):
            await self._socket.send_str(part)
        else:
            while self._queue and isinstance(self._queue[0], bytes):
                part += self._queue.popleft()  # type: ignore[operator]
            await self._socket.send_bytes(part)
        self._unsent -= len(part)
        if self._unread and self._unsent <= MIN_UNREAD_BYTES_TO_PAUSE // 4:
            self._unread = False
            self._report_unread_output()

    def _report_unread_output(self) -> None:
        """Tell the subscribers of `watch_unread_output` whether much output waits."""
        for report in self._subscribers:
            report(self._unread)


async def serve_socket(
    listener: GuestListener, request: BaseRequest, address: str, cookie: str, encrypted: bool
) -> web.WebSocketResponse:
    """Serve the socket of a browser from its first frame to the farewell of its guest."""
    response = web.WebSocketResponse(
        autoping=False,
        heartbeat=SECONDS_BETWEEN_PINGS,
        compress=False,
        max_msg_size=MAX_FRAME_BYTES,
        timeout=MAX_FAREWELL_SECONDS,
    )
    response.headers[hdrs.SERVER] = "queens"
    connection = request.protocol
    assert isinstance(connection, WebConnection)
    await response.prepare(request)
    socket = GuestSocket(response, connection)
    try:
        join_frame = await _read_join_frame(socket, cookie)
        if join_frame is not None:
            await _run_guest(listener, socket, connection, join_frame, address, cookie, encrypted)
        socket.finish()
        await socket.wait_closed()
    finally:
        socket.cancel()
    return response


async def _read_join_frame(socket: GuestSocket, cookie: str) -> JoinFrame | None:
    """Return the frame by which a guest joins, with a clean name; None if none comes within `MAX_SILENT_SECONDS`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(MAX_SILENT_SECONDS):
            while True:
                message = await socket.receive()
                frame = parse_browser_frame(message) if isinstance(message, str) else None
                if not isinstance(frame, JoinFrame):
                    return None
                if not cookie:
                    socket.send("refused", sentence=NO_COOKIE_SENTENCE, wants="")
                    return None
                if frame.device or clean_text(frame.name, MAX_NAME_CELLS):
                    return frame
                socket.send("refused", sentence=NO_NAME_SENTENCE, wants="name")
    return None


async def _run_guest(
    listener: GuestListener,
    socket: GuestSocket,
    connection: WebConnection,
    join_frame: JoinFrame,
    address: str,
    cookie: str,
    encrypted: bool,
) -> None:
    """Run the session of a guest, and pass on what the page sends, until one of them ends."""
    refusal = connection.let_guest_in()
    if refusal:
        socket.send("refused", sentence=refusal, wants="")
        return
    name = clean_text(join_frame.name, MAX_NAME_CELLS) or "Guest"
    guest = GuestIdentity(name, address, f"{identity_key(cookie)} {name.casefold()}")
    session = WebSession(listener.guests, socket, guest, join_frame, encrypted)
    ended = asyncio.Event()
    listener.run_session(session, lambda status: ended.set())
    reading = asyncio.ensure_future(session.read_frames())
    over = asyncio.ensure_future(ended.wait())
    await asyncio.wait((reading, over), return_when=asyncio.FIRST_COMPLETED)
    if not ended.is_set():  # the browser has gone
        session.handle_disconnection()
    await over
    reading.cancel()
