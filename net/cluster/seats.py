"""`reserve_seat`: promises a free seat of a table to one person of those whom several hosts lead there at once.

Each host counts the seats that it has promised, but not those that others have. So a promise is written in the store
under the number of the seat, counted in the order in which they are filled, and the first entry counts. The store
forgets promises after `net.limits.RESERVED_SEAT_SECONDS`.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Final

from net.cluster.store import EntryRefused, Store, StoreUnreachable
from net.limits import STORE_RETRY_PAUSE_SECONDS

SEAT_KEY_PREFIX: Final = "seat"
"""The first word of the store keys of promised seats: ``seat.12.3`` is the third one that is filled at table 12."""


async def reserve_seat(store: Store, table_number: int, taken_or_promised_seats: int) -> bool:
    """Promise a seat of the table `table_number`; return whether it had not been promised already, as soon as the store
    answers.

    `taken_or_promised_seats` is how many seats of the table are taken or promised, this one included.
    """
    key, promise = f"{SEAT_KEY_PREFIX}.{table_number}.{taken_or_promised_seats}", secrets.token_bytes(8)
    while True:
        with suppress(EntryRefused, StoreUnreachable):
            await store.append(key, promise, 0)
        with suppress(StoreUnreachable):
            first = await store.first_after(key, 0)
            if first is not None:
                return first.data == promise
        await asyncio.sleep(STORE_RETRY_PAUSE_SECONDS)
