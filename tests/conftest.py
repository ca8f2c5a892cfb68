"""Fixtures and hooks for all tests: data folders of their own, the order of the files, and cheaper garbage
collection.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from typing import Final

import hypothesis
import pytest

from tests.support import asyncio_stacks, compiled_tests, idle, parsed_stylesheets
from tests.support.depth import count_for_depth

idle.install_idle_check()
parsed_stylesheets.share_parsed_stylesheets()
asyncio_stacks.stop_recording_stacks()
hypothesis.settings.register_profile("any machine", deadline=None, max_examples=count_for_depth(20, 100))
hypothesis.settings.load_profile("any machine")  # how long an example takes depends on what else runs

sys.dont_write_bytecode = False  # otherwise each start of the program compiles it again, and each worker all tests
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

for name, usual in {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL}.items():
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)  # tests in the background or under nohup, and all that they start, would ignore it

LONGEST_FILES: Final = (
    "tests/tui/web/test_page.py",
    "tests/tui/screens/test_table_menu_and_status.py",
    "tests/tui/screens/test_every_screen_fits.py",
    "tests/tui/guest/test_ssh_and_web_guests.py",
    "tests/tui/screens/test_join.py",
    "tests/tui/screens/test_history.py",
    "tests/tui/ssh/test_limits.py",
    "tests/tui/web/test_protection.py",
    "tests/tui/screens/test_match.py",
    "tests/tui/screens/test_lesson.py",
    "tests/tui/ssh/test_guest_session.py",
    "tests/tui/web/test_tap.py",
    "tests/conformance/test_levels.py",
    "tests/core/engine/test_analysis.py",
    "tests/sim/test_club_simulator.py",
    "tests/sim/test_simulator.py",
    "tests/sim/cluster/test_cluster.py",
    "tests/net/cluster/test_directory.py",
    "tests/e2e/test_browser.py",
    "tests/e2e/test_host_and_clients_on_screens.py",
    "tests/e2e/test_ssh_table.py",
    "tests/e2e/test_club.py",
    "tests/e2e/test_silent_and_unreading_peers.py",
    "tests/e2e/test_killed_host.py",
    "tests/e2e/test_killed_programs.py",
    "tests/e2e/test_solo_match.py",
    "tests/e2e/test_tables_on_local_network.py",
)
"""Paths of the test files that take longest: first those of one process, then those of `tests/e2e`; each group longest
first.
"""

E2E_SPREAD_SHARE: Final = 0.65
"""The test files of `tests/e2e` are spread over this share of the other test files, from the beginning of a run, so
that at the end no worker only waits for programs.
"""

NEW_OBJECTS_PER_COLLECTION: Final = 20_000
"""Number of new objects after which Python collects garbage; with Python's default, 700, the tests are slower."""


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Start two workers more than there are cores: while one waits for programs, which is a quarter of the time, others
    compute. Each further worker costs ten seconds of processor time, because it collects all tests once more.
    """
    return (yield) + 2


def pytest_configure(config: pytest.Config) -> None:
    """Compile the test files before the workers collect all tests; each worker compiles a part of them."""
    compiled_tests.compile_share_of_tests(config)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Switch the garbage collector off while tests are collected: there is no garbage, and the search takes a fifth of
    the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End a worker process without a last garbage collection, which would take seconds."""
    if hasattr(session.config, "workerinput"):
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest files first, and spread the tests of e2e, which mostly wait for other processes, over the run,
    so that other workers compute meanwhile. The files of the rules and the network, which are short, come last, so that
    all workers end together.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.deep)  # `QUEENS_DEEP=1` tries more examples
    longest = {file: number for number, file in enumerate(LONGEST_FILES)}
    items.sort(
        key=lambda item: (
            longest.get(item.nodeid.partition("::")[0], len(longest)),
            not item.nodeid.startswith("tests/tui/"),
        )
    )
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    e2e = [file for file in files if file.startswith("tests/e2e/")]
    others = [file for file in files if file not in e2e]
    between = E2E_SPREAD_SHARE * len(others) / max(len(e2e), 1)
    place = {file: number * between for number, file in enumerate(e2e)} | {file: i for i, file in enumerate(others)}
    items[:] = [item for file in sorted(files, key=place.__getitem__) for item in files[file]]


@pytest.fixture
def shorten_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make an analysis short: it estimates few chances of winning, each from only two imagined endings of the match."""
    for limit, number in (("MAX_PARTS_FOR_CHANCES", 8), ("MIN_PLAYOUTS_PER_CHANCE", 2), ("MAX_PLAYOUTS_PER_CHANCE", 2)):
        monkeypatch.setattr(f"core.engine.analysis.{limit}", number)


@pytest.fixture(scope="session", autouse=True)
def exempt_loaded_modules_from_collection() -> None:
    """Exempt the objects that exist before the first test from garbage collection, which is slow over loaded modules.

    This is done once and not checked again: asking how many objects are exempt (`gc.get_freeze_count`) counts them all,
    which takes longer than many test files.
    """
    gc.collect(1)  # of all generations it would take half a second
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS_PER_COLLECTION, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def use_temporary_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make the program keep its data in a temporary folder, unless a test names another one."""
    before = os.environ.get("QUEENS_DATA")
    os.environ["QUEENS_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    if before is None:
        del os.environ["QUEENS_DATA"]
    else:
        os.environ["QUEENS_DATA"] = before
