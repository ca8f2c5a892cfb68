"""Keep asyncio's debug mode cheap: it records where each future and callback was made, as the whole stack.

Under pytest a stack has some fifty frames, and recording them took a third of the processor time. Three frames say
where. Asking the file system whether the source of each frame has changed took another fifth; the text of a line is
read only when somebody prints it.
"""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Iterable
from traceback import FrameSummary, StackSummary
from types import FrameType
from typing import Any, Final

FRAMES: Final = 3


class RunningFrames(list[tuple[FrameType, int]]):
    """The innermost frames of a running stack, each with the number of its line."""


def install() -> None:
    """Shorten what `traceback.extract_stack` sees of a running stack; tracebacks of exceptions stay whole."""
    walk = traceback.walk_stack
    extract: Any = StackSummary.extract.__func__  # type: ignore[attr-defined]

    def walk_short(frame: FrameType | None) -> Iterable[tuple[FrameType, int]]:
        return walk(frame) if frame is None else RunningFrames(itertools.islice(walk(frame), FRAMES))

    def extract_short(
        kind: type[StackSummary], frames: Iterable[tuple[FrameType, int]], **options: Any
    ) -> StackSummary:
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
