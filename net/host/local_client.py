"""`LocalClient`: a client in the host's own process. It exchanges the same messages as over TCP, unencoded."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Final

from net.client.background_work import run_in_background
from net.client.deal_memory import HostDeals
from net.client.join_spec import JoinSpec, VerifierSpec
from net.client.saved_deal_parts import SavedDealParts
from net.client.session import ClientSession, ignore_report
from net.host.local_link import LocalLink
from net.host.table_runner import TableRunner
from net.protocol.messages import Bye, ServerMessage

OWN_VERIFIER_SPEC: Final = VerifierSpec(secrets.token_bytes)
"""The verifier settings of a person who runs this program themselves: the client takes part in deals and checks
them."""

GUEST_VERIFIER_SPEC: Final = VerifierSpec(secrets.token_bytes, believes_host=True)
"""The verifier settings of a guest's client, which runs in the host's process: it takes part in deals, but can prove
nothing to the guest."""


class LocalClient(LocalLink, ClientSession):
    """The client of a person in the host's own process, such as the owner or a guest over SSH.

    With `owns_runner`, closing the client closes the table. With `says_goodbye`, closing it leaves the table, as
    closing a remote client does; otherwise the seat is reserved for the token. A client that is not `resumable` loses
    its seat at the end of the connection in any case. `origin`: the address or network that the person comes from,
    `key`: the fingerprint of the SSH key that they have proved. `saved_deal_parts`: this program's parts in the deals
    of unfinished matches.
    """

    def __init__(
        self,
        runner: TableRunner,
        spec: JoinSpec,
        verifier: VerifierSpec = OWN_VERIFIER_SPEC,
        *,
        owns_runner: bool = False,
        says_goodbye: bool = False,
        origin: str = "",
        key: str = "",
        saved_deal_parts: SavedDealParts | None = None,
    ) -> None:
        ClientSession.__init__(
            self,
            spec,
            verifier,
            deals=HostDeals(saved_deal_parts, "solo" if owns_runner else "own"),
            on_welcome=self._finish_admission,
            on_failure=self._report_failure,
        )
        self._table_runner = runner
        self._owns_runner = owns_runner
        self._says_goodbye = says_goodbye
        LocalLink.__init__(self, runner, origin, key)

    async def join_table(self) -> None:
        """Send the hello and wait until the table has admitted this person; raises `NetError` if it does not."""
        await self._enter(self.hello_message())

    async def close(self) -> None:
        """Leave the table, or only disconnect without `says_goodbye`; report no more events."""
        if self._says_goodbye:
            self._send(Bye(not self.can_resume))
        await self._end()

    async def drop_connection(self) -> None:
        """Disconnect like a broken connection: the seat of a resumable client is reserved."""
        if not self.can_resume:
            self._send(Bye(True))
        await self._end()

    def time(self) -> float:
        return self._loop.time()

    # Private methods

    async def _end(self) -> None:
        """End the connection to the table, or the table itself with `owns_runner`; report nothing more."""
        self._listener = ignore_report
        self._disconnect(tells_host=not self._owns_runner)
        if self._owns_runner:
            await self._table_runner.end_table()

    def message_received(self, message: ServerMessage) -> None:
        """Carry out what a message of the table says."""
        self.handle_message(message)

    def report_host_lost(self, reason: str) -> None:
        """Report that the table is lost for good, for a `reason`; only the first call has an effect."""
        ClientSession.report_host_lost(self, reason)

    def _run_in_background(self, work: Iterator[None]) -> None:
        run_in_background(self._loop, work, lambda: self._connection_id is not None)
