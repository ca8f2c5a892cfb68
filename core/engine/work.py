"""A long computation as a generator, which yields its progress and returns its result; here it is done at once."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Produced = TypeVar("Produced")


def finished(work: Generator[object, None, Produced]) -> Produced:
    """Do all the work of a generator at once, and return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Produced = end.value
            return result
