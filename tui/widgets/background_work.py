"""Begin background work of a screen, a widget or the application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ParamSpec, Protocol

from textual.worker import Worker

WorkArgumentsT = ParamSpec("WorkArgumentsT")
"""The types of the arguments of the function that does the work."""


class WorkOwner(Protocol):
    """A screen, a widget or the application: its background work ends when it is removed."""

    def run_worker(self, work: Any, *, group: str, exclusive: bool) -> Worker[Any]:
        """Begin a worker of Textual, in place of the group's others if it is `exclusive`."""


def begin_work(
    owner: WorkOwner,
    group: str | None,
    function: Callable[WorkArgumentsT, Awaitable[None]],
    *args: WorkArgumentsT.args,
    **kwargs: WorkArgumentsT.kwargs,
) -> Worker[None]:
    """Begin an asynchronous function in a task of its own, and return its worker.

    Work that the owner already has in this `group` is cancelled first; with None as `group` nothing is cancelled. The
    `function` is called only when its task begins: a coroutine that is replaced before it has begun would never be
    awaited, which Python reports.
    """
    return owner.run_worker(partial(function, *args, **kwargs), group=group or "default", exclusive=group is not None)
