"""Runs a long computation that is a generator: it yields its progress and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Produced = TypeVar("Produced")
Progress = TypeVar("Progress")


def run_to_end(work: Generator[object, None, Produced]) -> Produced:
    """Do all the work of a generator at once, and return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Produced = end.value
            return result


def with_progress(work: Generator[object, None, Produced], progress: Progress) -> Generator[Progress, None, Produced]:
    """Do the work of a generator, and yield `progress` each time that it yields; return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Produced = end.value
            return result
        yield progress
