"""`LocalLink`: the connection of a client to what runs in its own process, a table or the hall of a club.

It is the part that `LocalClient` and `LocalHallClient` have in common, and does for them what `net.client.host_link`
does for clients on the network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from net.errors import HostGone, NetError
from net.host.table_runner import TickRunner
from net.limits import MAX_JOIN_SECONDS
from net.protocol.frames import FrameCache
from net.protocol.messages import ClientMessage, Hello, ServerMessage
from net.table.tick import NO_CONNECTION, ConnectionId, ConnectionLost, MessageReceived


class LocalLink:
    """The connection of one person's client to the table or hall that `runner` runs, without encoding of messages.

    `origin` is the address or network that the person comes from; `key` identifies them: the fingerprint of their SSH
    key, or their identifier in a club; "" if neither is known. A subclass defines `message_received` and
    `report_host_lost`; it calls `_finish_admission` when the person has been let in, and `_report_failure` with the
    error if they are not.
    """

    def __init__(self, runner: TickRunner[Any], origin: str = "", key: str = "") -> None:
        self._loop = asyncio.get_running_loop()
        self._admission: asyncio.Future[None] = self._loop.create_future()
        self._origin, self._key = origin, key
        self._runner = runner
        self._connection_id: int | None = runner.connect(self)

    @property
    def connection_id(self) -> ConnectionId:
        """The number of this client's connection; `NO_CONNECTION` once it has ended."""
        return NO_CONNECTION if self._connection_id is None else self._connection_id

    # What a subclass defines

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the table or the hall says."""
        raise NotImplementedError

    def report_host_lost(self, reason: str) -> None:
        """Report that the connection has ended for good, and for which reason."""
        raise NotImplementedError

    # Called by the runner (`net.protocol.frames.Outbox`)

    def deliver_messages(self, messages: Sequence[ServerMessage], frames: FrameCache) -> None:
        """Pass these messages on in a later turn of the event loop, so that an error of a listener cannot harm the
        runner.
        """
        self._loop.call_soon(self._process_messages, messages)

    def end_connection(self, error: NetError) -> None:
        """Report that the connection has been ended."""
        self._connection_id = None
        self._loop.call_soon(self.report_host_lost, str(error))

    # Called by the subclass

    async def _enter(self, hello: Hello) -> None:
        """Send the hello and wait until this person has been let in; raises `NetError` if they are not."""
        self._send(hello)
        await self._admission

    def _disconnect(self, *, tells_host: bool = True) -> None:
        """End the connection, if there is one; `tells_host`: the table or the hall learns of it."""
        connection_id, self._connection_id = self._connection_id, None
        if connection_id is not None:
            self._runner.disconnect(connection_id)
            if tells_host:
                self._runner.post_input(ConnectionLost(connection_id))

    def _finish_admission(self) -> None:
        """Record that this person has been let in, so that `_enter` returns."""
        if not self._admission.done():
            self._admission.set_result(None)

    def _report_failure(self, error: NetError) -> None:
        """End `_enter` with the error that says why this person is not let in."""
        if not self._admission.done():
            self._admission.set_exception(error)

    def _send(self, message: ClientMessage) -> None:
        """Pass a message on to the table or hall; it is dropped if the connection has ended."""
        if self._connection_id is not None:
            self._runner.post_input(MessageReceived(self._connection_id, message, self._origin, self._key))

    def _process_messages(self, messages: Sequence[ServerMessage]) -> None:
        """Call `message_received` with each of these messages, in their order."""
        for message in messages:
            self.message_received(message)


async def wait_for_admission(
    entering: Awaitable[None], drop: Callable[[], Awaitable[None]], timeout_sentence: str
) -> None:
    """Wait for `entering`, in which a person is let in, at most `MAX_JOIN_SECONDS`; after a failure `drop` the
    connection.

    Raises the error of `entering`, or `HostGone` with the sentence `timeout_sentence` when the time is over.
    """
    try:
        async with asyncio.timeout(MAX_JOIN_SECONDS):
            await entering
    except BaseException as error:
        await drop()
        if isinstance(error, TimeoutError):
            raise HostGone(timeout_sentence) from None
        raise
