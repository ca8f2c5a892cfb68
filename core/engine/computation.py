"""Runs a long computation that is a generator: it yields its progress and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

ReturnT = TypeVar("ReturnT")
ProgressT = TypeVar("ProgressT")


def run_to_end(work: Generator[object, None, ReturnT]) -> ReturnT:
    """Do all the work of a generator at once, and return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: ReturnT = end.value
            return result


def with_progress(work: Generator[object, None, ReturnT], progress: ProgressT) -> Generator[ProgressT, None, ReturnT]:
    """Do the work of a generator, and yield `progress` each time that it yields; return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: ReturnT = end.value
            return result
        yield progress
