"""`LocalClient`: a client in the host's own process. It exchanges the same messages as over TCP, unencoded."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Sequence

from net.client.background import run_in_background
from net.client.deal_memory import HostDeals
from net.client.saved_deal_parts import SavedDealParts
from net.client.session import ClientSession, ignore_report
from net.errors import NetError
from net.host.table_runner import TableRunner
from net.protocol.frames import FrameCache
from net.protocol.messages import Bye, ClientMessage, ServerMessage
from net.table.tick import NO_CONNECTION, ConnectionId, Disconnected, Received


class LocalClient(ClientSession):
    """The client of a person in the host's own process, such as the owner or a guest over SSH.

    With `owns_runner`, closing the client closes the table. With `says_goodbye`, closing it leaves the table, as
    closing a remote client does; otherwise the seat is reserved for the token. A client that is not `resumable` loses
    its seat at the end of the connection in any case. `origin`: the address or network that the person comes from,
    `key`: the fingerprint of the SSH key that they have proved.
    `draw_bytes`: the source of secrets for commit–reveal deals, by default the system's. `saved_deal_parts`: this
    program's parts in the deals of unfinished matches.
    """

    def __init__(
        self,
        runner: TableRunner,
        name: str,
        code: str = "",
        *,
        watch: bool = False,
        token: str = "",
        owns_runner: bool = False,
        says_goodbye: bool = False,
        resumable: bool = True,
        draw_bytes: Callable[[int], bytes] = secrets.token_bytes,
        verifies: bool = True,
        origin: str = "",
        key: str = "",
        saved_deal_parts: SavedDealParts | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._admission: asyncio.Future[None] = self._loop.create_future()
        super().__init__(
            name,
            code,
            watch,
            token,
            draw_bytes=draw_bytes,
            verifies=verifies,
            on_welcome=self._finish_admission,
            on_failure=self._report_failure,
        )
        self.verifier.deals = HostDeals(saved_deal_parts, "solo" if owns_runner else "own")
        self.resumable = resumable
        self._origin, self._key = origin, key
        self._runner = runner
        self._owns_runner = owns_runner
        self._says_goodbye = says_goodbye
        self._connection_id: int | None = runner.connect(self)

    @property
    def connection_id(self) -> ConnectionId:
        """The number of this client's connection to the table; `NO_CONNECTION` once it has ended."""
        return NO_CONNECTION if self._connection_id is None else self._connection_id

    async def join_table(self) -> None:
        """Send the hello and wait until the table has admitted this person; raises `NetError` if it does not."""
        self._send(self.hello_message())
        await self._admission

    async def close(self) -> None:
        """Leave the table, or only disconnect without `says_goodbye`; report no more events."""
        if self._says_goodbye:
            self._send(Bye(not self.resumable))
        await self._disconnect()

    async def drop_connection(self) -> None:
        """Disconnect like a broken connection: the seat of a resumable client is reserved."""
        if not self.resumable:
            self._send(Bye(True))
        await self._disconnect()

    def time(self) -> float:
        return self._loop.time()

    # Called by the table's runner (`net.protocol.frames.Outbox`)

    def deliver_messages(self, messages: Sequence[ServerMessage], frames: FrameCache) -> None:
        """Process the messages of one tick in a later turn of the loop: a listener's error cannot harm the table."""
        self._loop.call_soon(self._handle_messages, messages)

    def end_connection(self, error: NetError) -> None:
        """Report the host lost: the table has ended this connection."""
        self._connection_id = None
        self._loop.call_soon(self.report_host_lost, str(error))

    # Within

    async def _disconnect(self) -> None:
        """End the connection to the table, or the table itself with `owns_runner`; report nothing more."""
        self._listener = ignore_report
        connection_id, self._connection_id = self._connection_id, None
        if connection_id is not None:
            self._runner.disconnect(connection_id)
        if self._owns_runner:
            await self._runner.end_table()
        elif connection_id is not None:
            self._runner.post_input(Disconnected(connection_id))

    def _finish_admission(self) -> None:
        """Record that the table has admitted this person, so that `join_table` returns."""
        if not self._admission.done():
            self._admission.set_result(None)

    def _report_failure(self, error: NetError) -> None:
        """End `join_table` with an error for which the table rejects this person."""
        if not self._admission.done():
            self._admission.set_exception(error)

    def _run_in_background(self, work: Iterator[None]) -> None:
        run_in_background(self._loop, work, lambda: self._connection_id is not None)

    def _handle_messages(self, messages: Sequence[ServerMessage]) -> None:
        """Process messages in their order."""
        for message in messages:
            self.handle_message(message)

    def _send(self, message: ClientMessage) -> None:
        """Pass a message to the table, unless the connection has ended."""
        if self._connection_id is not None:
            self._runner.post_input(Received(self._connection_id, message, self._origin, self._key))
