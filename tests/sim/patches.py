"""Patches: what mutants, and runs with other bounds, replace in the code while they run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeAlias
from unittest.mock import patch

Patch: TypeAlias = tuple[object, str, Any]
"""An object, the name of one of its attributes, and what replaces the attribute."""


@contextmanager
def apply_patches(patches: Iterable[Patch]) -> Iterator[None]:
    """Context manager: apply these patches within the block."""
    with ExitStack() as stack:
        for where, name, value in patches:
            stack.enter_context(patch.object(where, name, value))
        yield
