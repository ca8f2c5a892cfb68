"""Keep asyncio's debug mode cheap: it records where each future and callback was made, as the whole stack.

Under pytest a stack has some fifty frames, and recording them took a third of the processor time.
Three frames say where.
"""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Iterator
from types import FrameType
from typing import Final

FRAMES: Final = 3


def install() -> None:
    """Shorten what `traceback.extract_stack` sees of a running stack; tracebacks of exceptions stay whole."""
    walk = traceback.walk_stack

    def walk_short(frame: FrameType | None) -> Iterator[tuple[FrameType, int]]:
        return walk(frame) if frame is None else itertools.islice(walk(frame), FRAMES)

    traceback.walk_stack = walk_short
