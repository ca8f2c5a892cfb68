"""Makes the debug mode of asyncio cheap: it records the stack where each future, callback and coroutine is made.

Recording stacks took more than a fifth of the processor time of the tests; the checks of the debug mode (a loop called
from another thread, a coroutine that is never awaited) cost little and stay on. With QUEENS_STACKS=1 the tests record
the stacks for the messages of asyncio.
"""

from __future__ import annotations

import asyncio.constants
import os
import traceback
from collections.abc import Iterable
from traceback import StackSummary
from types import FrameType
from typing import Any


class NoFrames(list[tuple[FrameType, int]]):
    """Stands for the frames of a running stack, which are not recorded."""


def install() -> None:
    """Make `traceback.extract_stack` record nothing of a running stack; tracebacks of exceptions stay whole."""
    if os.environ.get("QUEENS_STACKS"):
        return
    asyncio.constants.DEBUG_STACK_DEPTH = 0  # type: ignore[misc]
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
