"""Who keeps a token gets back to the seat, and nobody else does."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from net.host.server import host
from net.host.table_spec import table_spec
from tests.support.full_disk import full_disk
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.connect.seat_tokens import MOST_TOKENS, SEAT_TOKEN_FILE, find_seat_token, store_seat_token
from tui.settings import Settings


def assign_tokens_to_process(folder, process):
    """Say that another process has kept all that is kept."""
    kept = json.loads((folder / SEAT_TOKEN_FILE).read_text())
    (folder / SEAT_TOKEN_FILE).write_text(json.dumps([{**entry, "process": process} for entry in kept]))


@pytest.fixture
def dead_process():
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        return process.pid


def test_newest_token_of_the_same_table_and_name_is_found(tmp_path) -> None:
    folder = tmp_path / "new"
    store_seat_token(folder, "a:1", "Bo", "one")
    store_seat_token(folder, "a:1", "Bo", "two")
    store_seat_token(folder, "b:1", "Bo", "three")
    assert find_seat_token(folder, "a:1", "Bo") == "two"
    assert find_seat_token(folder, "a:1", "Cy") == find_seat_token(folder, "a:2", "Bo") == ""
    assert len(json.loads((folder / SEAT_TOKEN_FILE).read_text())) == 2


def test_token_file_is_readable_by_its_owner_only(tmp_path) -> None:
    store_seat_token(tmp_path, "a:1", "Bo", "one")
    if os.name == "posix":
        assert (tmp_path / SEAT_TOKEN_FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [SEAT_TOKEN_FILE]


@pytest.mark.skipif(os.name != "posix", reason="limits are those of POSIX")
def test_full_disk_keeps_the_token_file_and_leaves_no_copy(tmp_path) -> None:
    store_seat_token(tmp_path, "a:1", "Bo", "one")
    with full_disk():
        store_seat_token(tmp_path, "a:1", "Bo", "two")
    assert find_seat_token(tmp_path, "a:1", "Bo") == "one"
    assert [path.name for path in tmp_path.iterdir()] == [SEAT_TOKEN_FILE]


def test_token_is_offered_only_after_its_process_has_died(tmp_path, dead_process) -> None:
    store_seat_token(tmp_path, "a:1", "Bo", "one")
    assign_tokens_to_process(tmp_path, os.getppid())
    assert find_seat_token(tmp_path, "a:1", "Bo") == ""
    store_seat_token(tmp_path, "a:1", "Bo", "two")
    assert len(json.loads((tmp_path / SEAT_TOKEN_FILE).read_text())) == 2, "each of two programs keeps its own"
    assign_tokens_to_process(tmp_path, dead_process)
    assert find_seat_token(tmp_path, "a:1", "Bo") == "two"


def test_oldest_tokens_are_dropped(tmp_path) -> None:
    for port in range(MOST_TOKENS + 3):
        store_seat_token(tmp_path, f"a:{port}", "Bo", "x")
    assert len(json.loads((tmp_path / SEAT_TOKEN_FILE).read_text())) == MOST_TOKENS
    assert find_seat_token(tmp_path, "a:0", "Bo") == ""


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "3", "[3]", '[{"token": 1}]', "\x00", "[" * 100_000])
def test_unreadable_token_file_counts_as_empty(tmp_path, text) -> None:
    (tmp_path / SEAT_TOKEN_FILE).write_text(text)
    assert find_seat_token(tmp_path, "a:1", "Bo") == ""
    store_seat_token(tmp_path, "a:1", "Bo", "one")
    assert find_seat_token(tmp_path, "a:1", "Bo") == "one"


async def test_rejoin_after_the_program_died_returns_the_seat(tmp_path, monkeypatch, dead_process) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    server, ann = await host(table_spec("mad-queens", seats=2, pace=0), "Ann", "127.0.0.1", 0)
    request = TableRequest("join", address="127.0.0.1", port=int(ann.table.address.rpartition(":")[2]), insecure=True)
    bo = (await open_table(request, Settings(name="Bo"))).client
    ann.start_match()
    assign_tokens_to_process(tmp_path, os.getppid())
    other = (await open_table(request, Settings(name="Bo"))).client
    assert (other.seat, other.name) == (None, "Bo 2"), "a second program beside the first is somebody else"
    await other.close()
    assign_tokens_to_process(tmp_path, dead_process)
    (tmp_path / SEAT_TOKEN_FILE).write_text(json.dumps([{**json.loads((tmp_path / SEAT_TOKEN_FILE).read_text())[1]}]))
    bo._connection._transport.abort()
    bo._closed = True
    again = (await open_table(request, Settings(name="Bo"))).client
    assert (again.seat, again.name) == (1, "Bo")
    assert again.view.seat == 1
    for client in (again, bo, ann):
        await client.close()
    await server.close()
