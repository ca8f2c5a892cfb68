"""The limit on guests, in all and from one address: each has a whole program in the host's process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from net.transport.admission import origin_of_address
from tui.guest.limits import MAX_GUESTS, MAX_GUESTS_PER_ADDRESS, MAX_GUESTS_WITH_MOVEMENT

TABLE_FULL_SENTENCE: Final = "There is no room for another guest now; please come back later."
"""The farewell to a guest for whom the host has no room."""
ADDRESS_FULL_SENTENCE: Final = "There is no room for another guest from your address; please come back later."
"""The farewell to a guest from an address that has as many guests as are allowed."""


class GuestLimit:
    """Counts the guests of a host, and refuses further ones at the limits."""

    def __init__(self, guests: int = MAX_GUESTS, guests_per_address: int = MAX_GUESTS_PER_ADDRESS) -> None:
        self._limit = guests
        self._limit_per_address = guests_per_address
        self._guests: Counter[str] = Counter()

    def refusal(self, address: str) -> str:
        """Return the sentence that refuses a guest from this address, or "" if there is room."""
        if self._guests.total() >= self._limit:
            return TABLE_FULL_SENTENCE
        return ADDRESS_FULL_SENTENCE if self._guests[origin_of_address(address)] >= self._limit_per_address else ""

    @property
    def leaves_room_for_animation(self) -> bool:
        """Whether so few guests are connected that their boards may be animated."""
        return self._guests.total() <= MAX_GUESTS_WITH_MOVEMENT

    @contextmanager
    def count_guest(self, address: str) -> Iterator[None]:
        """Return a context manager that counts a guest from this address within its block."""
        guest_origin = origin_of_address(address)
        self._guests[guest_origin] += 1
        try:
            yield
        finally:
            self._guests[guest_origin] -= 1
            if not self._guests[guest_origin]:
                del self._guests[guest_origin]
