"""`retry_until_answer`: repeats the first questions of a host to its store, while the servers may still have to
agree."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from net.cluster.store import StoreUnreachable
from net.limits import STORE_PREPARE_SECONDS, STORE_RETRY_PAUSE_SECONDS

StoreAnswer = TypeVar("StoreAnswer")


async def retry_until_answer(question: Callable[[], Awaitable[StoreAnswer]]) -> StoreAnswer:
    """Ask the store, again and again while no answer comes, and return the answer.

    Raises `StoreUnreachable` after `STORE_PREPARE_SECONDS`.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + STORE_PREPARE_SECONDS
    while True:
        try:
            return await question()
        except StoreUnreachable:
            if loop.time() >= end:
                raise
        await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
