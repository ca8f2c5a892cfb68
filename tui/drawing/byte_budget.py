"""The bytes that animations may send to a terminal: on a slow line, frames that would exceed them are left out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

MAX_BYTES_PER_SECOND: Final = 4000
"""A second that ends with a frame of an animation has at most this many bytes for the terminal, those of the frame
included."""

BYTES_PER_SECOND_OF_OTHER_WIDGETS: Final = 100
"""The part of `MAX_BYTES_PER_SECOND` that is kept free for what another widget, such as the key bar, writes in the same
update as a frame of an animation.
"""


class ByteBudget:
    """Counts the bytes that a program writes, and says whether movement still fits into the last second.

    Movement that fits is planned: it counts from then on, until it is written. Everything else is written in any case,
    and only counts. While something else is painted but not written, its bytes are not known, and no movement fits.
    `clock` returns the time in seconds; `bytes_per_second` is the most that a second may have in which movement is
    planned.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        bytes_per_second: int = MAX_BYTES_PER_SECOND - BYTES_PER_SECOND_OF_OTHER_WIDGETS,
    ) -> None:
        self._clock = clock
        self._bytes_per_second = bytes_per_second
        self._written_sizes: deque[tuple[float, int]] = deque()
        self._planned_sizes: deque[tuple[float, int]] = deque()
        self._something_else_painted = False

    @property
    def movement_is_planned(self) -> bool:
        """Whether a frame of an animation is planned, so that its bytes are among those written to the terminal
        next."""
        return bool(self._planned_sizes)

    def record_painted(self) -> None:
        """Record that something other than movement has been painted, and will be written soon."""
        self._something_else_painted = True

    def record_written(self, size: int) -> None:
        """Record that `size` bytes are written now, the planned movement among them."""
        self._planned_sizes.clear()
        self._something_else_painted = False
        self._forget_before_last_second()
        self._written_sizes.append((self._clock(), size))

    def plan_movement(self, size: int) -> bool:
        """Return whether `size` more bytes of movement still fit into the last second; if so, plan them."""
        self._forget_before_last_second()
        last_second = sum(one for _, one in self._written_sizes) + sum(one for _, one in self._planned_sizes)
        fits = not self._something_else_painted and last_second + size <= self._bytes_per_second
        if fits and size:
            self._planned_sizes.append((self._clock(), size))
        return fits

    def _forget_before_last_second(self) -> None:
        """Remove the records of what was written and planned a second ago or earlier."""
        end = self._clock() - 1
        for sizes in (self._written_sizes, self._planned_sizes):
            while sizes and sizes[0][0] <= end:
                sizes.popleft()
