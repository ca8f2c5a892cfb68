"""The longest time for which a test waits for something that must happen: so long that no machine is too slow."""

from __future__ import annotations

from typing import Final

PATIENCE_SECONDS: Final = 120.0
"""Longest time for which a test waits for anything; after it the test fails, and says what it has waited for.

It is a fifth of the ``timeout`` of pytest (pyproject.toml), so that a wait that fails is reported as such, also after
others in the same test that took long.
"""
