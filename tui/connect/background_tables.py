"""Tables hosted in this process that stay open for the other players after the user has left them."""

from __future__ import annotations

from msgspec.structs import replace

from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle


class BackgroundTables:
    """The tables left open, the latest last; all of them close when the program ends."""

    def __init__(self) -> None:
        self._tables: list[tuple[TableHandle, TableRequest]] = []

    def __bool__(self) -> bool:
        return bool(self._tables)

    @property
    def name(self) -> str:
        """The name of the table left most recently, or an empty string."""
        table = self._tables[-1][0].client.table if self._tables else None
        return table.name if table is not None else ""

    async def leave(self, handle: TableHandle, request: TableRequest) -> None:
        """Leave a table that is hosted here without closing it."""
        await handle.client.close()
        self._tables.append((handle, request))

    async def resume_last(self) -> tuple[TableHandle, TableRequest]:
        """Rejoin the table left most recently, in the same seat; if that raises `NetError`, the table is closed."""
        from net.host.local_client import LocalClient

        handle, request = self._tables.pop()
        host, before = handle.host, handle.client
        assert host is not None
        assert isinstance(before, LocalClient)
        client = LocalClient(host.runner, before.name, host.secret, token=before.token)
        try:
            await client.join_table()
        except BaseException:
            await host.close()
            raise
        return replace(handle, client=client, notices=""), request

    async def close(self) -> None:
        """Close every table that was left open."""
        while self._tables:
            host = self._tables.pop()[0].host
            if host is not None:
                await host.close()
