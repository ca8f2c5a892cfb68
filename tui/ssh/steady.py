"""Keeps the event loop as asyncssh needs it, whatever Textual does to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


def keep_steady(loop: asyncio.AbstractEventLoop) -> None:
    """Let no program make the tasks of this loop eager.

    From Python 3.12 on, Textual switches the whole loop to eager tasks whenever a program begins. asyncssh's
    logins hang on such a loop.
    """

    def ignore(factory: Callable[..., Any] | None) -> None:
        """Take no other way of making tasks."""

    loop.set_task_factory(None)
    loop.set_task_factory = ignore  # type: ignore[method-assign]
