"""Tables hosted here that live on though their own player has left: until the program ends, or the player is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tui.connect.request import TableRequest

if TYPE_CHECKING:
    from tui.connect.table_handle import TableHandle


class BackgroundTables:
    """The tables that were left open, the latest last; what is hosted here ends with this program."""

    def __init__(self) -> None:
        self._left: list[tuple[TableHandle, TableRequest]] = []

    def __bool__(self) -> bool:
        return bool(self._left)

    @property
    def name(self) -> str:
        """What the table is called that was left last, or nothing."""
        table = self._left[-1][0].client.table if self._left else None
        return table.name if table is not None else ""

    async def leave(self, place: TableHandle, plan: TableRequest) -> None:
        """Leave a table that is hosted here without closing it."""
        await place.client.close()
        self._left.append((place, plan))

    async def come_back(self) -> tuple[TableHandle, TableRequest]:
        """Sit down again at the table that was left last, in the seat that one had; raises `NetError`."""
        from net.host.local_client import LocalClient

        place, plan = self._left.pop()
        host, before = place.host, place.client
        assert host is not None
        assert isinstance(before, LocalClient)
        client = LocalClient(host.house, before.name, code=host.secret_word, token=before.token)
        try:
            await client.enter()
        except BaseException:
            await host.close()
            raise
        return replace(place, client=client, news=""), plan

    async def close(self) -> None:
        """Close every table that was left open."""
        while self._left:
            host = self._left.pop()[0].host
            if host is not None:
                await host.close()
