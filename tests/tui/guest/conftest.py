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
    """Yield a table or a club with a listener for guests, made by the class that is the fixture's parameter; close it
    after the test.
    """
    async with AsyncExitStack() as stack:
        yield request.param(tmp_path, stack)


guest_table = pytest.fixture(
    place_with_guest_listener, params=[SshTable, WebClub, WebTable, SshClub], ids=["ssh", "web-club", "web", "ssh-club"]
)
"""Fixture: a table on its own or in a club, which the test opens; the test runs for each carrier."""

single_table = pytest.fixture(place_with_guest_listener, params=[SshTable, WebTable], ids=["ssh", "web"])
"""Fixture: a table on its own, which the test opens; the test runs for each carrier."""

guest_club = pytest.fixture(place_with_guest_listener, params=[SshClub, WebClub], ids=["ssh", "web"])
"""Fixture: a club, which the test opens; the test runs for each carrier."""

CARRIER_FIXTURES: Final = ("guest_table", "single_table", "guest_club")
"""Names of the fixtures whose tests run over the first or the second carrier, and in the deep run over all."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run each test of these files over one carrier only, in turn the first or the second; the deep run has all."""
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
