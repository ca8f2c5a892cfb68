"""Fixture: the hall of a club."""

from __future__ import annotations

import pytest

from tests.net.club.hall_harness import HallHarness


@pytest.fixture
def harness():
    """Return an empty hall."""
    return HallHarness()
