"""Makes the debug mode of asyncio cheap: it records the whole stack where each future and callback is made.

Under pytest a stack has some fifty frames, and recording them took a third of the processor time; three frames are
enough to find the place. Looking for changes of the source of each frame took another fifth, so the text of a line is
read only when it is printed.
"""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Iterable
from traceback import FrameSummary, StackSummary
from types import FrameType
from typing import Any, Final

FRAMES: Final = 3
"""How many frames of a stack are recorded."""


class RunningFrames(list[tuple[FrameType, int]]):
    """The innermost frames of a running stack, each with the number of its line."""


def install() -> None:
    """Shorten what `traceback.extract_stack` records of a running stack; tracebacks of exceptions stay whole."""
    walk = traceback.walk_stack
    extract: Any = StackSummary.extract.__func__  # type: ignore[attr-defined]

    def walk_short(frame: FrameType | None) -> Iterable[tuple[FrameType, int]]:
        """Return the innermost frames of a running stack, or of `frame` all, as `traceback.walk_stack` does."""
        return walk(frame) if frame is None else RunningFrames(itertools.islice(walk(frame), FRAMES))

    def extract_short(
        kind: type[StackSummary], frames: Iterable[tuple[FrameType, int]], **options: Any
    ) -> StackSummary:
        """Summarise a shortened stack without reading its source; any other frames as `StackSummary` does."""
        if not isinstance(frames, RunningFrames):
            return extract(kind, frames, **options)
        return kind(
            [
                FrameSummary(frame.f_code.co_filename, line, frame.f_code.co_name, lookup_line=False)
                for frame, line in frames
            ]
        )

    traceback.walk_stack = walk_short
    StackSummary.extract = classmethod(extract_short)  # type: ignore[assignment]
