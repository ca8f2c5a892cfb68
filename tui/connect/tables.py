"""The tables of one person: opens and joins them, leaves them open to others, and turns failures into sentences.

The screens (`tui.app.app`) and the line mode (`tui.line_mode.main_menu`) only show what this file decides.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from core import RulesError
from net.errors import ChangedKey, CodeRejected, NetError

if TYPE_CHECKING:
    from net.client.deal_memory import DealMemory
    from tui.connect.club import ClubInsteadOfTable, HallHandle
    from tui.connect.guest_listeners import NewListenerOpener
    from tui.connect.request import TableRequest
    from tui.connect.table_handle import TableHandle, TableOpener
    from tui.settings import Settings


async def open_table_with_late_import(
    request: TableRequest,
    settings: Settings,
    deals: DealMemory | None = None,
    new_opener: NewListenerOpener | None = None,
) -> TableHandle:
    """Open the table of a request as `tui.connect.open_table.open_table` does."""
    from tui.connect.open_table import open_table  # forty modules, which the home screen does not need

    return await open_table(request, settings, deals, new_opener)


class OpeningFailed(Exception):
    """Raised when the table of a request could not be opened, joined or returned to; the text is a sentence on why.

    `request`: what was requested. `wants_code`: whether the table needs a code that the request does not have.
    `changed_key`: the error, if the host shows another key than before, else None; `trusting_request` joins
    nevertheless. `club`: the club that is at the address in place of a table, or None; `Tables.enter_hall` goes into
    its hall.
    """

    def __init__(self, error: Exception, request: TableRequest) -> None:
        from tui.connect.club import ClubInsteadOfTable
        from tui.connect.open_table import table_opening_failure_sentence

        super().__init__(table_opening_failure_sentence(error, request))
        self.request = request
        self.wants_code = isinstance(error, CodeRejected)
        self.changed_key = error if isinstance(error, ChangedKey) else None
        self.club = error if isinstance(error, ClubInsteadOfTable) else None

    @property
    def trusting_request(self) -> TableRequest:
        """The same request, now trusting the host's changed key."""
        assert self.changed_key is not None
        return replace(self.request, trusted_key=self.changed_key.shown_fingerprint)


class Tables:
    """Opens the tables of one person, and stores those hosted here that the person left open to other players.

    `settings` are the person's, stored in `folder`; addresses joined are added to them. `opener` opens a table. Call
    `close` when the program ends.
    """

    def __init__(self, settings: Settings, folder: Path, opener: TableOpener = open_table_with_late_import) -> None:
        self._settings = settings
        self._folder = folder
        self.opener = opener
        self._left_open: list[TableHandle] = []
        self._last_hosted: TableRequest | None = None

    @cached_property
    def _deals(self) -> DealMemory:
        """What this program remembers of the fair deals of all hosts."""
        from net.client.deal_memory import DealMemory  # with the proofs of fair deals, needed at a table alone
        from net.client.saved_deal_parts import DEAL_PARTS_FILE, SavedDealParts

        return DealMemory(SavedDealParts(self._folder / DEAL_PARTS_FILE))

    async def open(self, request: TableRequest) -> TableHandle:
        """Open, host, join or resume the table of a request, and save a joined address and a new name.

        If the table cannot be opened, raises `OpeningFailed` and saves nothing.
        """
        try:
            handle = await self.opener(request, self._settings, self._deals)
        except (NetError, RulesError, OSError) as error:
            raise OpeningFailed(error, request) from error
        if request.kind == "host":
            self._last_hosted = handle.request
        self._save_address_and_name(request)
        return handle

    async def enter_hall(self, club: ClubInsteadOfTable) -> HallHandle:
        """Enter the hall of a club that was found at an address; raises `OpeningFailed` if the connection fails or the
        club refuses."""
        try:
            hall = await club.enter()
        except (NetError, OSError) as error:
            raise OpeningFailed(error, club.request) from error
        self._save_address_and_name(club.request)
        return hall

    def _save_address_and_name(self, request: TableRequest) -> None:
        """Save the address that was joined, and a new name."""
        if request.kind == "join":
            from tui.connect.address import full_address

            self._settings.remember_address(full_address(request.address, request.port))
        if request.kind == "join" or self._settings.has_new_name:
            self._settings.save(self._folder)

    def request_like_last_table(self, request: TableRequest) -> TableRequest:
        """Return a request to host with the addresses and ports of the table hosted last in this program, if any.

        It has the same addresses, the same port or the next free one, the same ports for guests, and the same
        encryption. A request that continues an unfinished match has its own port, where its guests look for it.
        """
        last = self._last_hosted
        if last is None or request.kind != "host":
            return request
        same = replace(
            request,
            bind=last.bind,
            ssh_port=last.ssh_port,
            web_port=last.web_port,
            web_tls=last.web_tls,
            web_host=last.web_host,
            certificate=last.certificate,
            certificate_key=last.certificate_key,
            insecure=last.insecure,
            durable=last.durable,
        )
        return same if request.unfinished_table is not None else replace(same, port=last.port, any_port=True)

    @property
    def last_table_had_browsers(self) -> bool:
        """Whether the table hosted last in this program was served to browsers."""
        return self._last_hosted is not None and self._last_hosted.web_port is not None

    @property
    def has_open_table(self) -> bool:
        """Whether a table hosted here is left open to other players."""
        return bool(self._left_open)

    @property
    def name_of_last_table(self) -> str:
        """The name of the table hosted here that was left open most recently, "" without one."""
        table = self._left_open[-1].client.table if self._left_open else None
        return table.name if table is not None else ""

    async def leave_table_open(self, handle: TableHandle) -> None:
        """Leave a table that is hosted here without closing it; `TableHandle.leave` closes it."""
        await handle.client.close()
        self._left_open.append(handle)

    async def return_to_last_table(self) -> TableHandle:
        """Rejoin the table left open most recently, in the same seat.

        If that fails, the table is closed, and `OpeningFailed` raised.
        """
        from net.client.join_spec import JoinSpec
        from net.host.local_client import LocalClient
        from tui.connect.requested_table import saved_deal_parts

        handle = self._left_open.pop()
        host, before = handle.host, handle.client
        assert host is not None
        assert isinstance(before, LocalClient)
        runner, secret = host.server.runner, host.server.secret
        person = JoinSpec(before.name, secret, token=before.token)
        client = LocalClient(runner, person, saved_deal_parts=saved_deal_parts())
        try:
            await client.join_table()
        except BaseException as error:
            await host.close()
            if isinstance(error, NetError):
                raise OpeningFailed(error, handle.request) from error
            raise
        return replace(handle, client=client, notices="")

    async def close(self) -> None:
        """Close every table that was left open; one that fails to close does not keep the others open."""
        async with AsyncExitStack() as ends:
            while self._left_open:
                host = self._left_open.pop().host
                if host is not None:
                    ends.push_async_callback(host.close)

    async def drop(self) -> None:
        """Close every table that was left open, like a host that dies."""
        for handle in self._left_open:
            if handle.host is not None:
                await handle.host.drop()
        self._left_open.clear()
