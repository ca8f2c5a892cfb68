"""`queens verify` and `queens replay` without a screen, for valid records, altered ones, and files that are no
records.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from core import games
from net.client.events import VerificationResult
from net.client.playback import Playback
from net.host.local_table import open_table
from net.host.recovery import JournalSettings
from net.host.table_spec import make_table_spec
from net.journal import JOURNAL_FILE
from tests.support.patience import PATIENCE_SECONDS
from tui.cli.main import main
from tui.text.records import read_record

GOLDEN_RECORDS_FOLDER = Path(__file__).parents[2] / "conformance" / "records"
"""The folder of the golden records."""

GOLDEN_RECORD_FILES = [GOLDEN_RECORDS_FOLDER / f"{slug}-{game.usual_seats}-default.txt" for slug, game in games.items()]
"""Paths of one golden record of each game."""


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch) -> None:
    """Fixture: the data folder of the test, in a terminal without colours."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TERM", "xterm")


def run_queens(capsys, *arguments: str) -> tuple[int, str, str]:
    """Run a command; return its exit status, its output and its error output."""
    status = main([str(word) for word in arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.mark.parametrize("path", GOLDEN_RECORD_FILES, ids=lambda path: path.stem)
def test_record_without_a_proof_is_verified_by_replay(capsys, path):
    status, out, err = run_queens(capsys, "verify", path)
    assert (status, err) == (0, "")
    assert "followed the rules" in out
    assert "Deal not proved: the record has no proof of it." in out


@pytest.mark.parametrize("path", GOLDEN_RECORD_FILES, ids=lambda path: path.stem)
def test_replay_command_writes_one_line_for_each_step(capsys, path):
    for seat in ((), ("--seat", "2")):
        status, out, err = run_queens(capsys, "replay", path, *seat)
        assert (status, err) == (0, "")
        lines = out.splitlines()
        total = len(read_record(str(path), Path()).actions)
        numbered = [line for line in lines if line.split(".")[0].isdigit()]
        assert [int(line.split(".")[0]) for line in numbered] == list(range(1, total + 1))
        assert all(len(line) > 6 for line in numbered)
        assert "followed the rules" in lines[-1]
        assert "\x1b" not in out


def test_verdict_names_the_first_wrong_step_of_an_altered_record(capsys, tmp_path):
    text = GOLDEN_RECORD_FILES[0].read_text(encoding="utf-8")
    altered = tmp_path / "altered.txt"
    altered.write_text(text.replace("\n2 reveal", "\n2 bank", 1), encoding="utf-8")
    status, out, err = run_queens(capsys, "verify", altered)
    assert (status, out) == (1, "")
    assert err.startswith("queens: Action 8 of the record, 'bank' of seat 3, is not possible:")
    assert err.count("\n") == 1
    status, out, err = run_queens(capsys, "replay", altered)
    assert status == 1
    assert out.splitlines()[-1].startswith("7. ")
    assert err.startswith("queens: Action 8 ")


def test_file_that_is_no_record_is_refused_in_one_sentence(capsys, tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "text").write_text("hello\n")
    (tmp_path / "evil").write_text("mad-queens record 1\n\x1b[31mgame whist\n")
    (tmp_path / "whist").write_text("mad-queens record 1\ngame whist\nseats 2\nseed 7\ndigest 00\n")
    (tmp_path / "huge").touch()
    os.truncate(tmp_path / "huge", 1 << 32)
    for name in ("empty", "binary", "text", "evil", "whist", "huge", "missing", ".", "", "7", "\0"):
        for command in ("verify", "replay"):
            where = str(tmp_path / name) if name not in ("7", "", "\0") else name
            status, out, err = run_queens(capsys, command, where)
            assert (status, out) == (1, ""), name
            assert err.startswith("queens: "), name
            assert err.count("\n") == 1, name
            assert err.endswith(".\n"), name
            assert "\x1b" not in err
            assert "Traceback" not in err


def test_replay_command_for_an_unknown_seat_is_refused(capsys):
    assert run_queens(capsys, "replay", GOLDEN_RECORD_FILES[0], "--seat", "5")[0] == 1
    assert run_queens(capsys, "replay", GOLDEN_RECORD_FILES[0], "--seat", "0")[0] == 2


@pytest.mark.parametrize("path", GOLDEN_RECORD_FILES, ids=lambda path: path.stem)
def test_playback_of_a_record_shows_the_same_views_backward_and_forward(path):
    record = read_record(str(path), Path())
    playback = Playback(record, None)
    views = [playback.view]
    while (played := playback.step_forward()) is not None and playback.actions_done < 120:
        assert views[-1].apply_all(played.changes) == played.view
        views.append(played.view)
    for done in (60, 3, 2, 1, 0, 64, 33, 32, 31, 119, 5, -4):
        playback.move_to(done)
        assert playback.actions_done == min(max(done, 0), playback.total_actions)
        assert playback.view == views[playback.actions_done]
    playback.move_to(10**9)
    assert playback.actions_done == playback.total_actions
    assert playback.match.digest.hex() == record.digest


async def test_match_in_the_history_is_verified_by_its_number(capsys, tmp_path):
    game = games["mad-queens"]
    keeping = JournalSettings(tmp_path / "data" / JOURNAL_FILE, lambda: 1_000_000.0)
    (tmp_path / "data").mkdir()
    client = await open_table(make_table_spec(game.slug, bots=1, pace=0), "Ann", journal=keeping)
    ended = asyncio.Event()

    def play(event: object) -> None:
        if isinstance(event, VerificationResult):
            ended.set()
        elif client.view is not None and game.legal(client.view):
            client.send_action(game.bots["steady"](client.view))

    client.set_listener(play)
    client.start_match()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await ended.wait()
    await client.close()
    status, out, err = run_queens(capsys, "verify", "1")
    assert (status, err) == (0, "")
    assert out.startswith(
        "No fault found: the record says that the program of seat 1 and the one that dealt shuffled the cards "
        "together. All "
    )
    status, out, err = run_queens(capsys, "replay", "1")
    assert (status, err) == (0, "")
    assert "Ann" in out
