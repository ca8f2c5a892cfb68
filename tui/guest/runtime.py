"""Settings of the whole process for many guests' programs: garbage collection, and the event loop's tasks.

A guest's program is some twenty thousand objects that live as long as the guest stays. When many objects are new,
Python's collector examines all objects: half a second with sixty guests, in which no key is answered. So the objects of
a program that has started are frozen (`gc.freeze`), and examined only after several guests have left.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any

from tui.guest.limits import (
    COLLECT_AFTER_GUESTS,
    COLLECT_AFTER_SECONDS,
    COLLECT_AFTER_SHARE,
    COLLECT_AT_LATEST_GUESTS,
)


class GcPolicy:
    """Freezes the objects of programs that have started, and collects those of programs that have ended.

    A collection holds everybody up for a moment, so there is one for all who leave together, some seconds after the
    last of them.
    """

    def __init__(self) -> None:
        self._running = 0
        self._ended = 0
        self._collection: asyncio.TimerHandle | None = None

    def program_started(self) -> None:
        """Freeze the objects of a program that has painted its first screen."""
        self._running += 1
        gc.collect(0)
        gc.freeze()

    def program_ended(self) -> None:
        """Count a program that has ended; schedule a collection of the ended programs once there are enough."""
        self._running -= 1
        self._ended += 1
        if self._ended < max(COLLECT_AFTER_GUESTS, self._running * COLLECT_AFTER_SHARE):
            return
        if self._collection is None or self._ended < COLLECT_AT_LATEST_GUESTS:
            self._cancel_collection()
            self._collection = asyncio.get_running_loop().call_later(COLLECT_AFTER_SECONDS, self.collect)

    def unfreeze(self) -> None:
        """Give all objects back to Python's collector; called when no guests are left."""
        self._cancel_collection()
        gc.unfreeze()

    def _cancel_collection(self) -> None:
        """Cancel the scheduled collection, if there is one."""
        if self._collection is not None:
            self._collection.cancel()
            self._collection = None

    def collect(self) -> None:
        """Collect the objects of all programs that have ended."""
        self._cancel_collection()
        self._ended = 0
        gc.unfreeze()
        gc.collect()
        gc.freeze()


def forbid_eager_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Prevent programs from making all tasks of this event loop eager.

    From Python 3.12 on, Textual switches the whole loop to eager tasks when a program starts, and logins of asyncssh
    hang on such a loop.
    """

    def ignore(factory: Callable[..., Any] | None) -> None:
        """Ignore a request to change the task factory."""

    loop.set_task_factory(None)
    loop.set_task_factory = ignore  # type: ignore[method-assign]
