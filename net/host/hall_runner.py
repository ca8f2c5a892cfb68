"""`HallRunner`: runs the hall of a club on the event loop, and has tables opened and closed as the hall orders."""

from __future__ import annotations

from collections.abc import Callable

from net.club.hall import Hall, HallInput, HallResult
from net.club.openings import ClosingOrder, OpeningOrder
from net.host.table_runner import TickRunner
from net.table.tick import TickResult


class HallRunner(TickRunner[HallInput]):
    """Runs `hall`; passes its orders to `open_table` and `close_table`, which must not block."""

    def __init__(
        self, hall: Hall, open_table: Callable[[OpeningOrder], None], close_table: Callable[[ClosingOrder], None]
    ) -> None:
        super().__init__(hall)
        self.hall = hall
        self._open_table = open_table
        self._close_table = close_table

    def _perform_result(self, result: TickResult) -> None:
        """Perform a tick, and pass on its orders."""
        super()._perform_result(result)
        if isinstance(result, HallResult):
            for opening in result.openings:
                self._open_table(opening)
            for closing in result.closings:
                self._close_table(closing)

    async def end_hall(self) -> None:
        """End the hall with a goodbye on every connection."""
        await self.end(lambda: True)
