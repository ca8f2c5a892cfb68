"""Simulation of a full disk: writing fails for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def simulate_full_disk() -> Iterator[None]:
    """Context manager: make every write of this process that would lengthen a file fail, until the end of the block;
    POSIX only.
    """
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
