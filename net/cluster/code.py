"""The code for which all hosts of a club ask. The first one decides; the store keeps it as long as one is there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import msgspec

from net.cluster.retry import retry_until_answer
from net.cluster.store import EntryRefused, Store, StoreUnreachable
from net.errors import NetError
from net.limits import LAPSED_LEASE_KEPT_SECONDS, STORE_ANSWER_SECONDS, STORE_RETRY_PAUSE_SECONDS

CLUB_CODE_KEY: Final = "code.club"
"""The key of the club's code in the store, which deletes the code soon after the last host has stopped writing it."""
OTHER_CODE_SENTENCE: Final = "The club has another code at its other hosts: leave --code out, and it is the same here."
"""The reason of a `CodeDiffers` when the other hosts ask for another code."""
OPEN_ELSEWHERE_SENTENCE: Final = (
    "The club is open to everybody at its other hosts, so it is open here, too: leave --private and --code out."
)
"""The reason of a `CodeDiffers` when the other hosts ask for no code."""


class CodeDiffers(NetError):
    """Raised when a host of a club is to ask for another code than the others do."""


async def common_code(store: Store, code: str, *, is_code_drawn: bool) -> str:
    """Return the code of the club in a store: that of its other hosts, or, if there are none, `code`, which is written.

    "" stands for no code. A host that wants none takes over the code of the others, and so does one whose code was
    drawn at random (`is_code_drawn`). Raises `CodeDiffers` if the others ask for no code and this host does, or for
    another code than the one that a person chose, or `StoreUnreachable`.
    """
    found = await retry_until_answer(lambda: _find_or_write_code(store, code))
    if code and not found:
        raise CodeDiffers(OPEN_ELSEWHERE_SENTENCE)
    if code and not is_code_drawn and found != code:
        raise CodeDiffers(OTHER_CODE_SENTENCE)
    return found


async def _find_or_write_code(store: Store, code: str) -> str:
    """Return the code in the store; if there is none, write this one."""
    while True:
        last = await store.last(CLUB_CODE_KEY)
        if last is not None:
            return msgspec.msgpack.decode(last.data, type=str)
        with suppress(EntryRefused):
            await store.append(CLUB_CODE_KEY, msgspec.msgpack.encode(code), 0)
            if not code:  # it is written again at once, and a host that has begun at the same time is refused
                return ""
        await asyncio.sleep(STORE_ANSWER_SECONDS)  # that of a host that has begun at the same time may replace it


async def keep_code(store: Store, code: str) -> None:
    """Write the code of the club again and again, so that the store does not forget it, until it is cancelled."""
    while True:
        try:
            await store.append(CLUB_CODE_KEY, msgspec.msgpack.encode(code))
        except StoreUnreachable:
            await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
        else:
            await asyncio.sleep(LAPSED_LEASE_KEPT_SECONDS / 4)
