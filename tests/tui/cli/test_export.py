"""The command ``queens replay --export`` writes a recording, a picture or a text, and overwrites no file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyte
import pytest

from tui.cli.main import main

RECORD_FILE = Path(__file__).resolve().parents[2] / "conformance" / "records" / "mad-queens-1-default.txt"
"""Path of the record of a short match of one player."""


@pytest.fixture(autouse=True)
def use_isolated_folders(tmp_path, monkeypatch) -> None:
    """Use an empty data folder, and write exported files into a folder of the test."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def export_record(target: str, *arguments: str) -> int:
    """Export the record in `RECORD_FILE` to a file; return the exit status of the command."""
    return main(["replay", str(RECORD_FILE), "--export", target, *arguments])


def test_exported_recording_ends_with_what_the_picture_of_the_last_step_shows(capfd):
    assert export_record("match.cast") == 0
    header, *events = map(json.loads, Path("match.cast").read_text(encoding="utf-8").splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    times = [seconds for seconds, kind, _ in events if kind == "o"]
    assert times == sorted(times)
    assert times[0] == 0
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for _, _, written in events:
        stream.feed(written)
    assert events[-1][2] == "", "the last event only says when the recording ends"
    assert export_record("match.txt", "--step", str(len(events) - 2)) == 0
    rows = Path("match.txt").read_text(encoding="utf-8").splitlines()
    assert [row.rstrip() for row in screen.display][: len(rows)] == rows
    printed = capfd.readouterr()
    assert "match.txt is written." in printed.out
    assert printed.err == "", "progress is for a terminal"


def test_exported_picture_has_the_step_and_the_size_that_were_asked_for():
    assert export_record("match.svg", "--step", "3", "--size", "120x40") == 0
    svg = Path("match.svg").read_text(encoding="utf-8")
    assert "3 of " in svg
    assert "@font-face" not in svg


@pytest.mark.parametrize("target", ["match.svg", "match.txt", "match.cast"])
def test_file_exported_with_ascii_has_no_other_characters(target):
    assert export_record(target, "--ascii") == 0
    assert Path(target).read_text(encoding="utf-8").isascii()


@pytest.mark.parametrize("colourless", [False, True])
def test_exported_picture_and_recording_have_colours_unless_no_color_is_set(monkeypatch, colourless):
    monkeypatch.delenv("NO_COLOR", raising=False)
    if colourless:
        monkeypatch.setenv("NO_COLOR", "1")
    assert export_record("match.svg") == 0
    assert export_record("match.cast") == 0
    inks = set(re.findall("#([0-9a-f]{6})", Path("match.svg").read_text(encoding="utf-8")))
    greatest_chroma = max(max(ink) - min(ink) for ink in map(bytes.fromhex, inks))
    assert (greatest_chroma < 20) is colourless
    assert ("38;2;" not in Path("match.cast").read_text(encoding="utf-8")) is colourless


def test_exported_text_without_a_step_has_the_whole_match_and_its_verdict():
    assert export_record("match.txt") == 0
    text = Path("match.txt").read_text(encoding="utf-8")
    assert "\n1. " in text
    assert "followed the rules" in text.splitlines()[-1]


def test_export_does_not_overwrite_an_existing_file(capsys):
    Path("match.txt").write_text("mine", encoding="utf-8")
    assert export_record("match.txt") == 1
    assert Path("match.txt").read_text(encoding="utf-8") == "mine"
    assert "is there already and is left as it is" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match.gif"], "--export writes a recording (.cast), a picture (.svg) or a text (.txt)"),
        (["match.svg", "--step", "99999"], "this match has no more steps"),
        (["match.svg", "--size", "big"], "--size is columns and rows, as in 120x40"),
        (["match.cast", "--step", "3"], "a recording has them all"),
    ],
)
def test_export_with_a_wrong_ending_step_or_size_prints_one_sentence_and_leaves_no_file(arguments, sentence, capsys):
    assert export_record(*arguments) == 2
    assert sentence in capsys.readouterr().err
    assert not Path(arguments[0]).exists()


def test_options_for_step_and_size_are_refused_without_an_export(capsys):
    assert main(["replay", str(RECORD_FILE), "--step", "3"]) == 2
    assert "are for --export" in capsys.readouterr().err
