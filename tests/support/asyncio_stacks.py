"""Makes the debug mode of asyncio cheaper: it no longer records where in the code each future, callback and coroutine
is made.

Recording these stacks took more than a fifth of the processor time of the tests, and describing each callback that is
cancelled, which each `asyncio.sleep` does, as much in tests that wait. The checks of the debug mode (a loop called from
another thread, a coroutine that is never awaited) cost little and stay on. With QUEENS_STACKS=1 the tests record and
describe everything, for the messages of asyncio.
"""

from __future__ import annotations

import asyncio.constants
import os
import traceback
from asyncio.base_events import BaseEventLoop
from asyncio.events import Handle
from collections.abc import Iterable
from inspect import CO_COROUTINE
from traceback import StackSummary
from types import CoroutineType, FrameType
from typing import Any


class NoFrames(list[tuple[FrameType, int]]):
    """An empty list in place of the frames of a running stack, which are not recorded."""


def check_callback(loop: BaseEventLoop, callback: Any, method: str) -> None:
    """Raise an error if a callback is a coroutine or a coroutine function, as asyncio does at a greater cost.

    A function that is only marked as a coroutine function is not noticed.
    """
    code = getattr(callback, "__code__", None)
    if isinstance(callback, CoroutineType) or (code is not None and code.co_flags & CO_COROUTINE):
        raise TypeError(f"coroutines cannot be used with {method}()")
    if not callable(callback):
        raise TypeError(f"a callable object was expected by {method}(), got {callback!r}")


def cancel_handle(handle: Any) -> None:
    """Cancel a callback as asyncio does without its debug mode: with it, a description of the callback is made."""
    if not handle._cancelled:
        handle._cancelled = True
        handle._callback = None
        handle._args = None


def stop_recording_stacks() -> None:
    """Make `traceback.extract_stack` record nothing of a running stack; the tracebacks of exceptions stay whole."""
    if os.environ.get("QUEENS_STACKS"):
        return
    asyncio.constants.DEBUG_STACK_DEPTH = 0  # type: ignore[misc]
    BaseEventLoop._check_callback = check_callback  # type: ignore[attr-defined]
    Handle.cancel = cancel_handle  # type: ignore[method-assign]
    walk = traceback.walk_stack
    extract: Any = StackSummary.extract.__func__  # type: ignore[attr-defined]

    def walk_none(frame: FrameType | None) -> Iterable[tuple[FrameType, int]]:
        """Return no frames of the running stack, or all of a given one."""
        return walk(frame) if frame is None else NoFrames()

    def extract_none(kind: type[StackSummary], frames: Iterable[tuple[FrameType, int]], **options: Any) -> StackSummary:
        """Return an empty summary for `NoFrames`, else that of `StackSummary`."""
        return kind() if isinstance(frames, NoFrames) else extract(kind, frames, **options)

    traceback.walk_stack = walk_none
    StackSummary.extract = classmethod(extract_none)  # type: ignore[assignment]
