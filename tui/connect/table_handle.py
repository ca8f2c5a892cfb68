"""The handle of an open table, and the type of a function that opens tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from net.client.api import Client
from tui.connect.request import TableRequest
from tui.settings import Settings

if TYPE_CHECKING:
    from net.host.server import TableServer


class TableHandle(Struct, frozen=True):
    """An open table: the client of this process and, if this process hosts the table, the server in `host`.

    Call `save_token` after each reconnect: it stores the seat token with which this person can resume. `release_token`
    allows another process of this person to use that token. `notices` holds the sentences to show about how the table
    was opened, or is empty. `resumable`: whether an abandoned match can be continued from the home screen. `code` is
    the table code that others need to join, an empty string if they need none.
    """

    client: Client
    host: TableServer | None = None
    save_token: Callable[[], None] = lambda: None
    release_token: Callable[[], None] = lambda: None
    notices: str = ""
    resumable: bool = False
    code: str = ""

    async def leave(self) -> None:
        """Disconnect, release the token, and close the table if it is hosted here."""
        await self.client.close()
        self.release_token()
        if self.host is not None:
            await self.host.close()


TableOpener: TypeAlias = Callable[[TableRequest, Settings], Awaitable[TableHandle]]
"""Opens, hosts or joins the table of a request, as `tui.connect.open_table.open_table` does."""
