"""No test reads or writes what belongs to whoever runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.support import idle, short_stacks

idle.install()
short_stacks.install()


@pytest.fixture(scope="session", autouse=True)
def data_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the program keep its data in a folder of these tests, where they name no other."""
    before = os.environ.get("QUEENS_DATA")
    os.environ["QUEENS_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    if before is None:
        del os.environ["QUEENS_DATA"]
    else:
        os.environ["QUEENS_DATA"] = before
