"""The data folders that version 0.1 wrote can be read: settings, seat tokens, known hosts, host key, journal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from net.security.host_certificate import host_certificate
from net.security.known_hosts import KnownHosts
from tests.support.patience import PATIENCE_SECONDS
from tests.support.written_by_0_1 import data_folder_of_0_1
from tui.connect.seat_tokens import find_seat_tokens
from tui.settings import LastTableSetup, Settings

HOSTED_ADDRESS = "127.0.0.1:47433"
"""The address at which the table in the data folders was hosted."""


def run_queens(folder: Path, *arguments: str, typed: str = "") -> str:
    """Run the program in a data folder, type `typed`, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tui", *arguments],
        env={**os.environ, "QUEENS_DATA": str(folder), "PYTHONIOENCODING": "utf-8"},
        input=typed.encode(),
        capture_output=True,
        timeout=PATIENCE_SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def test_settings_of_0_1_are_loaded(tmp_path: Path) -> None:
    folder = data_folder_of_0_1("jo", tmp_path)
    assert Settings.load(folder) == Settings(
        name="Jo",
        suits="safe",
        animation="off",
        pace="slow",
        ascii=True,
        table=LastTableSetup("queens-dungeon", 4, 2, {"partners": "on", "target": "300"}),
        addresses=[HOSTED_ADDRESS],
        words=True,
    )
    assert Settings.load(folder).trouble == ""


def test_host_key_of_0_1_is_the_one_in_known_hosts(tmp_path: Path) -> None:
    certificate = host_certificate(data_folder_of_0_1("hanna", tmp_path))
    assert KnownHosts(data_folder_of_0_1("jo", tmp_path)).key_at(HOSTED_ADDRESS) == certificate.fingerprint


def test_seat_token_of_0_1_is_offered_to_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_such_process(number: int, signal: int) -> None:
        raise ProcessLookupError

    monkeypatch.setattr("os.kill", no_such_process)
    folder = data_folder_of_0_1("jo", tmp_path)
    table = f"{KnownHosts(folder).key_at(HOSTED_ADDRESS)}:47433"
    assert [len(token) for token in find_seat_tokens(folder, table, "Jo")] == [32]
    assert find_seat_tokens(folder, table, "Hanna") == ()


def test_unfinished_solo_match_of_0_1_is_continued(tmp_path: Path) -> None:
    folder = data_folder_of_0_1("hanna", tmp_path)
    shown = run_queens(folder, "play", "--plain", typed="quit\nyes\n")
    assert shown.splitlines()[0] == "Mad Queens Classic goes on: Hanna (you), Bea."
    assert "Your match is kept: queens play picks it up again." in shown


def test_history_statistics_and_verify_print_the_matches_of_0_1(tmp_path: Path) -> None:
    folder = data_folder_of_0_1("hanna", tmp_path)
    assert "Queen Bees II" in run_queens(folder, "history")
    assert "Hanna" in run_queens(folder, "stats")
    verdict = run_queens(folder, "verify", "3")
    assert verdict.startswith(
        "No fault found: the record says that the host and seats 1 and 2 shuffled the cards together."
    )
