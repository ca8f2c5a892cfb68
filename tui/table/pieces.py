"""Long computations in short pieces, between which keys, events and other guests have their turn."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable, Generator
from time import monotonic
from typing import Final, TypeVar

PIECE_SECONDS: Final = 0.002
"""About how long a computation works before others have their turn."""

Progress = TypeVar("Progress")
Outcome = TypeVar("Outcome")


async def run_in_pieces(
    work: Generator[Progress, None, Outcome], on_progress: Callable[[Progress], object] | None = None
) -> Outcome:
    """Run a generator to its end, in pieces of about `PIECE_SECONDS`, and return what it returns.

    After each piece it waits as long as the piece took, so it takes at most half of a processor. Before it goes on,
    `on_progress` gets what the generator has yielded last. Cancelling the task, or an error that `on_progress` raises,
    stops the work and closes the generator. Errors of the generator are raised.
    """
    try:
        while True:
            began = monotonic()
            try:
                progress = next(work)
                while monotonic() - began < PIECE_SECONDS:
                    progress = next(work)
            except StopIteration as end:
                result: Outcome = end.value
                return result
            await sleep(monotonic() - began)
            if on_progress is not None:
                on_progress(progress)
    finally:
        work.close()
