"""Fixture that makes a decision on any screen count as soon as it is shown."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def shorten_delay_of_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a decision count one millisecond after it is shown, so that tests need not wait."""
    monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 0.001)
