"""Stored seat tokens: a token brings its owner, and nobody else, back to the seat."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time

import pytest

from net.client.events import MatchBegan
from net.host.recovery import JournalSettings
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.limits import MAX_TOKENS_OFFERED
from tests.support.full_disk import simulate_full_disk
from tests.support.patience import PATIENCE_SECONDS
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.connect.seat_tokens import (
    MAX_TOKENS_KEPT,
    SEAT_TOKEN_FILE,
    find_seat_tokens,
    find_tokens_of_other_names,
    store_seat_token,
)
from tui.settings import Settings


def assign_tokens_to_process(folder, process):
    """Change the stored tokens so that they belong to the process with this id."""
    kept = json.loads((folder / SEAT_TOKEN_FILE).read_text())
    (folder / SEAT_TOKEN_FILE).write_text(json.dumps([{**entry, "process": process} for entry in kept]))


@pytest.fixture
def id_of_ended_process():
    """Start a process, wait for its end, and return its id."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        return process.pid


def test_newest_token_of_the_same_table_and_name_is_found(tmp_path) -> None:
    folder = tmp_path / "new"
    store_seat_token(folder, "a:1", "Bo", "one", "T")
    store_seat_token(folder, "a:1", "Bo", "two", "T")
    store_seat_token(folder, "b:1", "Bo", "three", "T")
    assert find_seat_tokens(folder, "a:1", "Bo") == ("two",)
    assert find_seat_tokens(folder, "a:1", "Cy") == find_seat_tokens(folder, "a:2", "Bo") == ()
    assert len(json.loads((folder / SEAT_TOKEN_FILE).read_text())) == 2


def test_seat_token_of_one_host_of_a_club_is_offered_at_others_with_the_same_key(tmp_path) -> None:
    key, other_key = "a1" * 32, "b2" * 32
    for place, token in ((f"{key}:7433", "hall"), (f"{key}:7433/3", "table 3"), (f"{other_key}:7433", "other club")):
        store_seat_token(tmp_path, place, "Bo", token, token)
    store_seat_token(tmp_path, "192.168.1.2:7433", "Bo", "without a key", "T")
    assert find_seat_tokens(tmp_path, f"{key}:7434", "Bo") == ("hall",)
    assert find_seat_tokens(tmp_path, f"{key}:7434/3", "Bo") == ("table 3",)
    assert find_seat_tokens(tmp_path, f"{key}:7434/4", "Bo") == ()
    assert find_seat_tokens(tmp_path, "192.168.1.2:7434", "Bo") == ()
    store_seat_token(tmp_path, f"{key}:7434", "Bo", "newer", "hall")
    assert find_seat_tokens(tmp_path, f"{key}:7433", "Bo") == ("hall", "newer")


def test_tokens_of_other_names_are_those_of_people_whose_programs_have_ended(tmp_path, id_of_ended_process) -> None:
    key, other_key = "a1" * 32, "b2" * 32
    for place, name in ((f"{key}:7433", "Bo"), (f"{key}:7434", "Cy"), (f"{other_key}:7433", "Di")):
        store_seat_token(tmp_path, place, name, f"token of {name}", "T")
    assert find_tokens_of_other_names(tmp_path, f"{key}:7433", "Ann") == ("token of Cy", "token of Bo")
    assert find_tokens_of_other_names(tmp_path, f"{key}:7433", "Bo") == ("token of Cy",)
    assign_tokens_to_process(tmp_path, 1)
    assert find_tokens_of_other_names(tmp_path, f"{key}:7433", "Ann") == ()
    assign_tokens_to_process(tmp_path, id_of_ended_process)
    assert len(find_tokens_of_other_names(tmp_path, f"{key}:7433", "Ann")) == 2


def test_tokens_of_the_last_tables_of_a_host_are_offered_the_newest_first(tmp_path) -> None:
    for table in range(MAX_TOKENS_OFFERED + 2):
        store_seat_token(tmp_path, "a:1", "Bo", f"token of {table}", f"table {table}")
    store_seat_token(tmp_path, "a:1", "Bo", "another token of 5", "table 5")
    offered = find_seat_tokens(tmp_path, "a:1", "Bo")
    assert offered[:3] == ("another token of 5", "token of 9", "token of 8")
    assert len(offered) == MAX_TOKENS_OFFERED
    assert "token of 5" not in offered


def test_token_stored_by_version_0_2_is_offered(tmp_path, id_of_ended_process) -> None:
    entry = {"table": "a:1", "name": "Bo", "token": "one", "process": id_of_ended_process}
    (tmp_path / SEAT_TOKEN_FILE).write_text(json.dumps([entry]))
    store_seat_token(tmp_path, "a:1", "Bo", "two", "T")
    assert find_seat_tokens(tmp_path, "a:1", "Bo") == ("two", "one")
    store_seat_token(tmp_path, "a:1", "Bo", "one", "U")
    assert find_seat_tokens(tmp_path, "a:1", "Bo") == ("one", "two")


async def test_client_returns_to_its_seat_in_a_kept_match_after_a_visit_to_another_table(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "guest"))
    journal = JournalSettings(tmp_path / "journal.db", time.time)
    spec = make_table_spec("mad-queens", seats=2, pace=0)
    server, ann = await host(spec, "Ann", "127.0.0.1", 0, journal=journal)
    port = int(ann.table.address.rpartition(":")[2])
    request = TableRequest("join", address="127.0.0.1", port=port, insecure=True)

    async def visit_of_bo():
        """Open the table of the request as Bo, leave it, and return the name, the seat and whether a match was on."""
        table = await open_table(request, Settings(name="Bo"))
        place = table.client.name, table.client.seat, table.client.view is not None
        await table.leave()
        return place

    handle = await open_table(request, Settings(name="Bo"))
    begun = asyncio.Event()
    handle.client.set_listener(lambda event: begun.set() if isinstance(event, MatchBegan) else None)
    ann.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await begun.wait()
    await handle.leave()
    await ann.close()
    await server.close()
    new = JournalSettings(tmp_path / "journal.db", time.time, opens_new_table=True)
    server, ann = await host(spec, "Ann", "127.0.0.1", port, journal=new)
    assert await visit_of_bo() == ("Bo", 1, False)
    await ann.close()
    await server.close()
    server, ann = await host(spec, "Ann", "127.0.0.1", port, journal=journal)
    assert server.match_resumed
    assert await visit_of_bo() == ("Bo", 1, True)
    await ann.close()
    await server.close()


def test_token_file_is_readable_by_its_owner_only(tmp_path) -> None:
    store_seat_token(tmp_path, "a:1", "Bo", "one", "T")
    if os.name == "posix":
        assert (tmp_path / SEAT_TOKEN_FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [SEAT_TOKEN_FILE]


@pytest.mark.skipif(os.name != "posix", reason="limits are those of POSIX")
def test_full_disk_leaves_the_token_file_unchanged_and_no_copy(tmp_path) -> None:
    store_seat_token(tmp_path, "a:1", "Bo", "one", "T")
    with simulate_full_disk():
        store_seat_token(tmp_path, "a:1", "Bo", "two", "T")
    assert find_seat_tokens(tmp_path, "a:1", "Bo") == ("one",)
    assert [path.name for path in tmp_path.iterdir()] == [SEAT_TOKEN_FILE]


def test_seat_token_is_offered_only_after_the_process_that_used_it_has_died(tmp_path, id_of_ended_process) -> None:
    store_seat_token(tmp_path, "a:1", "Bo", "one", "T")
    assign_tokens_to_process(tmp_path, os.getppid())
    assert find_seat_tokens(tmp_path, "a:1", "Bo") == ()
    store_seat_token(tmp_path, "a:1", "Bo", "two", "T")
    assert len(json.loads((tmp_path / SEAT_TOKEN_FILE).read_text())) == 2, "each of two programs keeps its own"
    assign_tokens_to_process(tmp_path, id_of_ended_process)
    assert find_seat_tokens(tmp_path, "a:1", "Bo") == ("two", "one")


def test_oldest_of_too_many_seat_tokens_are_dropped(tmp_path) -> None:
    for port in range(MAX_TOKENS_KEPT + 3):
        store_seat_token(tmp_path, f"a:{port}", "Bo", str(port), "T")
    assert len(json.loads((tmp_path / SEAT_TOKEN_FILE).read_text())) == MAX_TOKENS_KEPT
    assert find_seat_tokens(tmp_path, "a:0", "Bo") == ()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "3", "[3]", '[{"token": 1}]', "\x00", "[" * 100_000])
def test_unreadable_token_file_counts_as_empty(tmp_path, text) -> None:
    (tmp_path / SEAT_TOKEN_FILE).write_text(text)
    assert find_seat_tokens(tmp_path, "a:1", "Bo") == ()
    store_seat_token(tmp_path, "a:1", "Bo", "one", "T")
    assert find_seat_tokens(tmp_path, "a:1", "Bo") == ("one",)


async def test_person_whose_program_died_gets_the_seat_back_by_joining_again(
    tmp_path, monkeypatch, id_of_ended_process
) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    server, ann = await host(make_table_spec("mad-queens", seats=2, pace=0), "Ann", "127.0.0.1", 0)
    request = TableRequest("join", address="127.0.0.1", port=int(ann.table.address.rpartition(":")[2]), insecure=True)
    bo = (await open_table(request, Settings(name="Bo"))).client
    ann.start_match()
    assign_tokens_to_process(tmp_path, os.getppid())
    other = (await open_table(request, Settings(name="Bo"))).client
    assert (other.seat, other.name) == (None, "Bo 2"), "a second program beside the first is somebody else"
    await other.close()
    assign_tokens_to_process(tmp_path, id_of_ended_process)
    (tmp_path / SEAT_TOKEN_FILE).write_text(json.dumps([{**json.loads((tmp_path / SEAT_TOKEN_FILE).read_text())[1]}]))
    bo._connection._transport.abort()
    bo._closed = True
    again = (await open_table(request, Settings(name="Bo"))).client
    assert (again.seat, again.name) == (1, "Bo")
    assert again.view.seat == 1
    for client in (again, bo, ann):
        await client.close()
    await server.close()
