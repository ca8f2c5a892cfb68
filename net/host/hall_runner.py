"""`HallRunner`: runs the hall of a club on the event loop, and has the orders of the hall carried out."""

from __future__ import annotations

from collections.abc import Callable

from net.club.hall import Hall
from net.club.tick import HallInput, HallOrder, HallResult
from net.host.table_runner import TickRunner
from net.table.tick import TickResult


class HallRunner(TickRunner[HallInput]):
    """Runs `hall`; passes its orders to `carry_out`, which must not block."""

    def __init__(self, hall: Hall, carry_out: Callable[[HallOrder], None]) -> None:
        super().__init__(hall)
        self.hall = hall
        self._carry_out = carry_out

    def _perform_result(self, result: TickResult) -> None:
        """Send what the hall has decided, end connections, and pass its orders on to the club."""
        super()._perform_result(result)
        if isinstance(result, HallResult):
            for order in result.orders:
                self._carry_out(order)

    async def end_hall(self) -> None:
        """End the hall with a goodbye on every connection."""
        await self.end(lambda: True)
