"""Fixtures for tests of what guests may expect over every carrier (SSH and the web)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.support.depth import ONLY_DEEP_MARKS
from tests.support.guest_clubs import SshClub, WebClub
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import SshTable


async def place_with_guest_listener(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SshTable]:
    """Yield, with a listener of each carrier in turn, the table or club that the fixture names; it is closed after the
    test.
    """
    async with AsyncExitStack() as stack:
        yield request.param(tmp_path, stack)


guest_table = pytest.fixture(
    place_with_guest_listener, params=[SshTable, WebClub, WebTable, SshClub], ids=["ssh", "web-club", "web", "ssh-club"]
)
"""Fixture: a table that is not open yet, on its own or in a club, over each carrier."""

single_table = pytest.fixture(place_with_guest_listener, params=[SshTable, WebTable], ids=["ssh", "web"])
"""Fixture: a table on its own that is not open yet, over each carrier."""

guest_club = pytest.fixture(place_with_guest_listener, params=[SshClub, WebClub], ids=["ssh", "web"])
"""Fixture: a club that is not open yet, over each carrier."""

CARRIER_FIXTURES: Final = ("guest_table", "single_table", "guest_club")
"""Names of the fixtures whose tests run over the first or the second carrier, and in the deep run over all."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave each test of these files only one of the carriers, in turn; the others are left to the deep run."""
    numbers: dict[str, int] = {}
    for item in items:
        if item.path.parent != Path(__file__).parent or item.get_closest_marker("parametrize"):
            continue
        indices = item.callspec.indices if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        for fixture in CARRIER_FIXTURES:
            if fixture in indices:
                number = numbers.setdefault(item.nodeid.partition("[")[0], len(numbers))
                if indices[fixture] != number % 2:
                    for mark in ONLY_DEEP_MARKS:
                        item.add_marker(mark)
