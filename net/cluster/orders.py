"""`ClusterOrders`: passes the orders of people who run a club on to its other hosts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Final

from net.cluster.store import Store, StoreAway, Stored
from net.cluster.task_end import end_tasks
from net.limits import STORE_PAUSE_SECONDS

ORDER_KEYS: Final = "order"
"""The first word of the keys of orders."""


class ClusterOrders:
    """The orders that the hosts of a club pass on to each other, as the host called `host` uses them.

    `ordered` is called with each order that another host passes on. Call `start` first, and `close` at the end. Orders
    from before `start` are ignored.
    """

    def __init__(self, store: Store, host: str) -> None:
        self.ordered: Callable[[str], None] = lambda order: None
        self._store = store
        self._host = host
        self._numbers = count(1)
        self._known: set[str] = set()
        self._has_started = False
        self._work: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to receive the orders of other hosts; raises `StoreAway`."""
        await self._store.watch(ORDER_KEYS, self._receive)
        self._has_started = True

    def pass_on(self, order: str) -> None:
        """Pass an order on to all other hosts, as soon as the store can be reached; returns at once."""
        key = f"{ORDER_KEYS}.{self._host}-{next(self._numbers)}"
        self._known.add(key)
        task = asyncio.get_running_loop().create_task(self._write(key, order.encode()))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def close(self) -> None:
        """End: no order is passed on any more."""
        await end_tasks(list(self._work))

    async def _write(self, key: str, data: bytes) -> None:
        """Write an order, again and again until the store has answered.

        A copy that is written twice has the same key.
        """
        while True:
            try:
                await self._store.append(key, data)
            except StoreAway:
                await asyncio.sleep(STORE_PAUSE_SECONDS)
            else:
                return

    def _receive(self, stored: Stored) -> None:
        """Call `ordered` with an order of another host, once for each order."""
        if stored.data and stored.key not in self._known:
            self._known.add(stored.key)
            if self._has_started:
                self.ordered(stored.data.decode(errors="replace"))
