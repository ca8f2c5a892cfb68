"""Fixtures for what is promised to guests over every carrier."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.support.depth import ONLY_DEEP
from tests.support.guest_clubs import SshClub, WebClub
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import SshTable


async def _not_open(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SshTable]:
    """Yield what a fixture names, with a listener of each carrier in turn; it is closed after the test."""
    async with AsyncExitStack() as stack:
        yield request.param(tmp_path, stack)


guest_table = pytest.fixture(
    _not_open,
    params=[
        pytest.param(SshTable, id="ssh"),
        pytest.param(WebTable, id="web", marks=ONLY_DEEP),
        pytest.param(SshClub, id="ssh-club", marks=ONLY_DEEP),
        pytest.param(WebClub, id="web-club"),
    ],
)
"""A table that is not open yet, on its own or in a club.

Without the deep run each carrier has one of both; what `single_table` and `guest_club` are for is tried with both.
"""

single_table = pytest.fixture(_not_open, params=[SshTable, WebTable], ids=["ssh", "web"])
"""A table on its own that is not open yet."""

guest_club = pytest.fixture(_not_open, params=[SshClub, WebClub], ids=["ssh", "web"])
"""A club that is not open yet."""
