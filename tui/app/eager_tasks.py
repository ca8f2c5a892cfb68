"""The guard of an event loop against eager tasks, which Textual would make of all tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


def forbid_eager_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Prevent programs from making all tasks of this event loop eager.

    From Python 3.12 on, Textual switches the whole loop to eager tasks when a program starts. On such a loop logins of
    asyncssh hang, and Python cannot connect to a host that has several addresses to try (python/cpython#124309).
    """

    def ignore(factory: Callable[..., Any] | None) -> None:
        """Ignore a request to change the factory of tasks."""

    loop.set_task_factory(None)
    loop.set_task_factory = ignore  # type: ignore[method-assign]
