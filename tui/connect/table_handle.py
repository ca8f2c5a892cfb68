"""The handle of an open table, and the type of a function that opens tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from net.client.deal_memory import DealMemory
from tui.connect.invitation import (
    INSECURE_NOTICE,
    JOIN_TABLE_BY_COMMAND_TEXT,
    OPEN_TO_BROWSERS_SENTENCE,
    guest_invitation_sentences,
    plain_web_notice,
    ssh_invitation,
    table_invitation,
    web_address,
)
from tui.connect.request import TableRequest
from tui.settings import Settings

if TYPE_CHECKING:
    from net.client.api import Client
    from net.client.events import Event
    from tui.connect.host_table import HostedTable


class TableHandle(Struct, frozen=True):
    """An open table: the client of this process, the request that opened it and, if it is hosted here, its `host`.

    Call `save_token` after each reconnect: it stores the seat token with which this person can resume. `release_token`
    allows another process of this person to use that token. `notices` are the sentences to show about how the table was
    opened, or "". `can_resume`: whether this person can leave during a match and later continue it from the home
    screen. `join_code` is the table code that others need to join, "" if they need none. At a table of a club it is the
    code of the club, and `club_table_sentence` is the sentence that says which table it is there; else that is "".
    """

    client: Client
    request: TableRequest
    host: HostedTable | None = None
    save_token: Callable[[], None] = lambda: None
    release_token: Callable[[], None] = lambda: None
    notices: str = ""
    can_resume: bool = False
    join_code: str = ""
    club_table_sentence: str = ""

    @property
    def solo(self) -> bool:
        """Whether the table is in this process only, so that nobody else can join."""
        return self.request.kind == "play"

    @property
    def join_command(self) -> str:
        """The command by which others join this table; empty where nobody can."""
        table = self.client.table
        return "" if self.solo or table is None else table_invitation(table, self.join_code, self.request.insecure)

    @property
    def ssh_command(self) -> str:
        """The command by which others join with an SSH client; empty where this host does not listen for SSH."""
        table, host = self.client.table, self.host
        if table is None or host is None or host.ssh is None:
            return ""
        return ssh_invitation(table.address, host.ssh.port)

    @property
    def web_address(self) -> str:
        """The address of the page for browsers; empty where the host serves none."""
        table, host = self.client.table, self.host
        if table is None:
            return ""
        if host is not None and host.web is not None:
            return web_address(table.address, host.web.port, host.web.encrypted, self.join_code)
        if table.web_port and table.address:
            return web_address(table.address, table.web_port, table.web_encrypted, self.join_code)
        return ""

    @property
    def web_notice(self) -> str:
        """The sentence that the page for browsers is not encrypted; "" if there is no page, or if it is encrypted."""
        return plain_web_notice(self.web_address)

    @property
    def invitation_sentences(self) -> list[str]:
        """The sentences that say how others join the table; none where nobody can."""
        if not self.join_command:
            return []
        said = [
            f"{JOIN_TABLE_BY_COMMAND_TEXT} {self.join_command}",
            *guest_invitation_sentences(self.ssh_command, self.web_address),
        ]
        said.extend(filter(None, [self.club_table_sentence]))
        return [*said, INSECURE_NOTICE] if self.request.insecure else said

    @property
    def can_open_to_browsers(self) -> bool:
        """Whether this program hosts the table, and can let browsers in, which are not let in yet."""
        return self.host is not None and self.host.can_open_to_browsers

    async def open_to_browsers(self) -> str:
        """Admit browsers from now on, and return the sentence that says so.

        Raises `PortTaken` if the port is in use, `NotListening` if the address or the certificate cannot be used.
        """
        assert self.host is not None
        await self.host.open_to_browsers()
        return " ".join(filter(None, [OPEN_TO_BROWSERS_SENTENCE.format(self.web_address), self.web_notice]))

    async def leave(self) -> None:
        """Disconnect, release the token, and close the table if it is hosted here."""
        if self.host is not None:  # first, so that the others hear that it closes, and not that its host is away
            self.client.set_listener(_ignore_event)
            await self.host.close()
        await self.client.close()
        self.release_token()

    async def drop(self) -> None:
        """Disconnect like a broken connection, and release the token: the seat waits for the person, and at a table
        hosted here the others wait for their host."""
        if self.host is not None:
            self.client.set_listener(_ignore_event)
            await self.host.drop()
        await self.client.drop_connection()
        self.release_token()


def _ignore_event(event: Event) -> None:
    """Ignore what a client reports of a table that is being closed here."""


TableOpener: TypeAlias = Callable[[TableRequest, Settings, DealMemory], Awaitable[TableHandle]]
"""A function that opens, hosts or joins the table of a request, and returns its handle."""
