"""A clock for a whole program: it stands still while the program works, and jumps to the next timer when it waits.

So a match of some minutes takes only the seconds in which the program computes, and goes the same way each time.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Mapping
from typing import Any


class VirtualClock:
    """A clock in seconds, which starts at 0.

    It advances only by the time that a `VirtualSelector` would have waited.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def install(self) -> None:
        """Replace `time.monotonic` in this process by this clock, for asyncio and for modules that are imported from
        now on.
        """
        time.monotonic = lambda: self.seconds

    def new_loop(self) -> asyncio.AbstractEventLoop:
        """Return an asyncio event loop that advances this clock instead of waiting for its timers."""
        return asyncio.SelectorEventLoop(VirtualSelector(self))


class VirtualSelector(selectors.BaseSelector):
    """A selector for asyncio that advances a `VirtualClock` instead of waiting; if there is no timer, it waits for
    files.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._files = selectors.DefaultSelector()

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._files.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._files.unregister(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = self._files.select(None if timeout is None else 0)
        if timeout and not ready:
            self._clock.seconds += timeout
        return ready

    def close(self) -> None:
        self._files.close()

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._files.get_map()
