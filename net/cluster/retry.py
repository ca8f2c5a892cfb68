"""Questions of a host to its store that are asked again while the store cannot be reached: for ever with
`ask_until_answer`, for a while with `retry_until_answer`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from net.cluster.store import StoreUnreachable
from net.limits import STORE_PREPARE_SECONDS, STORE_RETRY_PAUSE_SECONDS

StoreAnswer = TypeVar("StoreAnswer")


async def ask_until_answer(question: Callable[[], Awaitable[StoreAnswer]]) -> StoreAnswer:
    """Ask the store, again and again while it cannot be reached, and return the answer, however long that takes.

    What the question writes may be written twice.
    """
    while True:
        try:
            return await question()
        except StoreUnreachable:
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)


async def retry_until_answer(question: Callable[[], Awaitable[StoreAnswer]]) -> StoreAnswer:
    """Ask the store, again and again while no answer comes, and return the answer: the servers may still have to agree.

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
