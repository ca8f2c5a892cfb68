"""`LocalHallClient`: the client of a person in the hall of a club that runs in the same process."""

from __future__ import annotations

from typing import Any

from net.client.hall import HallClient
from net.client.session import ignore_report
from net.host.local_link import LocalLink
from net.host.table_runner import TickRunner
from net.protocol.messages import Bye, ServerMessage


class LocalHallClient(LocalLink, HallClient):
    """The client of a person in the hall of a club that this process runs, such as a guest over SSH.

    `origin`: the address or network that the person comes from.
    """

    def __init__(
        self, runner: TickRunner[Any], name: str, code: str = "", *, token: str = "", origin: str = ""
    ) -> None:
        HallClient.__init__(self, name, code, token)
        LocalLink.__init__(self, runner, origin)

    async def enter(self) -> None:
        """Send the hello and wait until the hall has let this person in; raises `NetError` if it does not."""
        await self._enter(self.hello_message())

    async def close(self) -> None:
        """Leave the hall; nothing more is reported."""
        self._send(Bye())
        await self.drop_connection()

    async def drop_connection(self) -> None:
        """Disconnect like a broken connection; nothing more is reported."""
        self._listener = ignore_report
        self._disconnect()

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the hall says."""
        HallClient.message_received(self, message)

    def report_host_lost(self, reason: str) -> None:
        """Report that the hall is lost for good, for a `reason`; only the first call has an effect."""
        HallClient.report_host_lost(self, reason)
