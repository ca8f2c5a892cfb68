"""How many guests there is room for over SSH, in all and from one address: each has a whole program on this machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from net.transport.admission import origin
from tui.ssh.limits import GUESTS, GUESTS_PER_ADDRESS

FULL: Final = "This table has as many guests over SSH as it can take; please come back later."
FULL_FOR_ADDRESS: Final = "There are as many guests from your address as this table can take; please come back later."


class GuestLimit:
    """Counts the guests who are here."""

    def __init__(self, guests: int = GUESTS, guests_per_address: int = GUESTS_PER_ADDRESS) -> None:
        self._room = guests
        self._room_per_address = guests_per_address
        self._guests: Counter[str] = Counter()

    def why_full(self, address: str) -> str:
        """Return in one sentence why nobody else from this address can sit down now, or nothing."""
        if self._guests.total() >= self._room:
            return FULL
        return FULL_FOR_ADDRESS if self._guests[origin(address)] >= self._room_per_address else ""

    @contextmanager
    def taken(self, address: str) -> Iterator[None]:
        """Count a guest for as long as they are here."""
        whence = origin(address)
        self._guests[whence] += 1
        try:
            yield
        finally:
            self._guests[whence] -= 1
            if not self._guests[whence]:
                del self._guests[whence]
