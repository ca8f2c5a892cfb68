"""No test reads or writes what belongs to whoever runs it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from typing import Final

import hypothesis
import pytest

from tests.support import idle, parsed_stylesheets, short_stacks

idle.install()
parsed_stylesheets.install()
short_stacks.install()
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")  # how long an example takes depends on what else runs

sys.dont_write_bytecode = False  # otherwise each start of the program compiles it again, and each worker all tests
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

FIRST: Final = (
    "tests/e2e/",
    "tests/sim/",
    "tests/core/mad_queens/test_figures.py",
    "tests/tui/screens/",
    "tests/tui/ssh/",
    "tests/core/mad_queens_classic/test_figures.py",
    "tests/net/host/",
    "tests/tui/boards/test_true_sentences.py",
)
"""The files that take longest, or wait longest for other processes; what follows them is short."""

ALLOCATIONS_PER_COLLECTION: Final = 20_000
"""How many new objects start a collection of garbage; Python's own 700 start one many times in every test."""


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Start one worker more than there are cores: whole programs and sockets wait a quarter of their time."""
    return (yield) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest files first, so that the workers of one run end together."""
    items.sort(key=lambda item: next((i for i, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST)))


@pytest.fixture(scope="module", autouse=True)
def collector_skips_loaded_modules() -> None:
    """Keep the garbage collector from what is loaded and stays; looking through it took a fifth of the processor time.

    A test of the program's own use of the collector ends this, so each file begins it again.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
        gc.set_threshold(ALLOCATIONS_PER_COLLECTION, 20, 20)


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
