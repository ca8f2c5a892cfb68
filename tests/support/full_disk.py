"""Simulates a full disk: for a while, writing fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def simulate_full_disk() -> Iterator[None]:
    """Context manager: during its block, every write of this process that would make a file longer fails.

    POSIX only.
    """
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
