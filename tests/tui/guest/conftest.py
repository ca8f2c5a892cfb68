"""Fixtures for what is promised to guests over every carrier."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import SshTable


@pytest.fixture(params=[SshTable, WebTable], ids=["ssh", "web"])
async def guest_table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SshTable]:
    """A table that is not open yet, with a listener of each carrier in turn; it is closed after the test."""
    async with AsyncExitStack() as stack:
        yield request.param(tmp_path, stack)
