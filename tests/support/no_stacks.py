"""Keep asyncio's debug mode cheap: it records where each future, callback and coroutine was made, as a stack.

Recording them took more than a fifth of the processor time of the tests; its checks (a loop called from another
thread, a coroutine that nobody awaits) cost next to nothing and stay. Run the tests with QUEENS_STACKS=1 to have the
stacks in the messages of asyncio.
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
    """The frames of a running stack, none of which is wanted."""


def install() -> None:
    """Let `traceback.extract_stack` see nothing of a running stack; tracebacks of exceptions stay whole."""
    if os.environ.get("QUEENS_STACKS"):
        return
    asyncio.constants.DEBUG_STACK_DEPTH = 0  # type: ignore[misc]
    walk = traceback.walk_stack
    extract: Any = StackSummary.extract.__func__  # type: ignore[attr-defined]

    def walk_none(frame: FrameType | None) -> Iterable[tuple[FrameType, int]]:
        return walk(frame) if frame is None else NoFrames()

    def extract_none(kind: type[StackSummary], frames: Iterable[tuple[FrameType, int]], **options: Any) -> StackSummary:
        return kind() if isinstance(frames, NoFrames) else extract(kind, frames, **options)

    traceback.walk_stack = walk_none
    StackSummary.extract = classmethod(extract_none)  # type: ignore[assignment]
