"""`cancel_tasks`: cancels tasks that wait for the store, and waits until they have ended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from net.limits import STORE_RETRY_PAUSE_SECONDS


async def cancel_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended; their errors are dropped.

    `asyncio.wait_for` of Python 3.11, which the client of NATS uses, forgets a cancellation that comes together with
    the answer. So a task that still runs is cancelled again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=STORE_RETRY_PAUSE_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
