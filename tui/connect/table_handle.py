"""An open table: its client, and the server where this process hosts it."""

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
    """Our place at a table: our end of it, and the host if it runs in this process.

    `keep` keeps what brings us back here; it is to be called when the connection was made anew. `free` lets another
    program of ours come back. `news` is what there is to be said about how the table was opened or reached, in one
    sentence, or nothing. `waits` is whether a match that we leave here can go on at home. `code` is what others need to
    come here, nothing if everybody may.
    """

    client: Client
    host: TableServer | None = None
    keep: Callable[[], None] = lambda: None
    free: Callable[[], None] = lambda: None
    news: str = ""
    waits: bool = False
    code: str = ""

    async def leave(self) -> None:
        """Leave the table; a table hosted here closes."""
        await self.client.close()
        self.free()
        if self.host is not None:
            await self.host.close()


Door: TypeAlias = Callable[[TableRequest, Settings], Awaitable[TableHandle]]
"""What takes a plan and returns our place at the table that it describes."""
