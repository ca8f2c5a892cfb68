"""A sixth game costs its folder and one line in the registry; its own board and narrator cost a few lines more.

One copy of the program gets the folder `tests/sixth_game/high_card` and the line in the registry, and plays the game
with the board and the narrator for any game; another copy plays it with a board and a narrator of its own. The chapter
of CONTRIBUTING on adding a game names the same lines.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.depth import ONLY_DEEP_MARKS
from tests.support.source_tree import LAYERS, REPOSITORY_ROOT

pytestmark = pytest.mark.slow

REGISTRY_FILE = "core/engine/registry.py"
"""Path in the repository of the file that lists the games."""

REGISTRY_END_TEXT = "    )\n)\n"
"""Source text at the end of the list of games, before which the sixth game is added."""


INTERFACES_FILE = "tui/boards/games.py"
"""Path in the repository of the file that maps each game to its board and narrator."""

INTERFACE_IMPORTS = """def _import_high_card_board() -> BoardClass:
    from tui.boards.high_card.board import HighCardBoard

    return HighCardBoard


def _import_high_card_narrator() -> NarratorClass:
    from tui.line_mode.narrators.high_card import HighCardNarrator

    return HighCardNarrator


"""
"""Python source of the functions that import the board and the narrator of the sixth game."""

START_OF_INTERFACE_TABLE = "INTERFACE_BY_GAME: Final = {\n"
"""Source text at which the table of boards and narrators begins, and behind which the sixth game is added."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(False, id="generic interface", marks=ONLY_DEEP_MARKS), pytest.param(True, id="own interface")],
)
def has_interface(request: pytest.FixtureRequest) -> bool:
    """Whether the sixth game has a board and a narrator of its own."""
    return bool(request.param)


@pytest.fixture(scope="module")
def program_copy(tmp_path_factory: pytest.TempPathFactory, has_interface: bool) -> Path:
    """Return a copy of the program that knows the sixth game."""
    copy = tmp_path_factory.mktemp("program")
    for layer in LAYERS:
        shutil.copytree(REPOSITORY_ROOT / layer, copy / layer, ignore=shutil.ignore_patterns("*.pyc.*"))
    shutil.copytree(REPOSITORY_ROOT / "tests" / "sixth_game" / "high_card", copy / "core" / "high_card")
    text = (copy / REGISTRY_FILE).read_text(encoding="utf-8")
    assert text.count(REGISTRY_END_TEXT) == 1
    (copy / REGISTRY_FILE).write_text(
        text.replace(REGISTRY_END_TEXT, '        "high-card",\n' + REGISTRY_END_TEXT), encoding="utf-8"
    )
    if has_interface:
        add_interface(copy)
    return copy


def add_interface(program_copy: Path) -> None:
    """Add the board and the narrator of the sixth game to a copy of the program."""
    board, narrator = program_copy / "tui/boards/high_card", program_copy / "tui/line_mode/narrators/high_card.py"
    board.mkdir()
    (board / "__init__.py").write_text('"""The board of High Card."""\n', encoding="utf-8")
    shutil.copy(REPOSITORY_ROOT / "tests/sixth_game/board.py", board / "board.py")
    shutil.copy(REPOSITORY_ROOT / "tests/sixth_game/narrator.py", narrator)
    text = (program_copy / INTERFACES_FILE).read_text(encoding="utf-8")
    assert text.count(START_OF_INTERFACE_TABLE) == text.count("GENERIC_INTERFACE: Final") == 1
    text = text.replace(
        START_OF_INTERFACE_TABLE,
        f'{START_OF_INTERFACE_TABLE}    "high-card": '
        "GameInterface(_import_high_card_board, _import_high_card_narrator),\n",
    )
    text = text.replace("GENERIC_INTERFACE: Final", f"{INTERFACE_IMPORTS}GENERIC_INTERFACE: Final")
    (program_copy / INTERFACES_FILE).write_text(text, encoding="utf-8")


def environment_of_copy(program_copy: Path, folder: Path) -> dict[str, str]:
    """Return environment variables with which Python imports the copy and not this checkout."""
    return {"PYTHONSAFEPATH": "1", "PYTHONPATH": str(program_copy), "QUEENS_DATA": str(folder)}


def run_copy(program_copy: Path, folder: Path, *arguments: str, typed: str = "") -> str:
    """Run the copied program with `folder` for its data, type the text `typed`, and return what the program prints."""
    command = [sys.executable, "-m", "tui", *arguments]
    outside = {**os.environ, **environment_of_copy(program_copy, folder)}
    done = subprocess.run(
        command, cwd=folder, env=outside, input=typed, capture_output=True, text=True, timeout=580, check=True
    )
    return done.stdout


def test_sixth_game_is_played_to_its_end_in_the_line_mode(program_copy, has_interface, tmp_path) -> None:
    said = run_copy(program_copy, tmp_path, "play", "high-card", "--plain", "--seed", "7", typed="1\n" * 4)
    assert "High Card" in said
    assert (" leads." in said) is has_interface
    (match,) = [
        one for one in json.loads(run_copy(program_copy, tmp_path, "history", "--json")) if one["game"] == "high-card"
    ]
    assert sum(result["score"] for result in match["results"]) == 3


def test_sixth_game_is_played_to_its_end_on_a_board(program_copy, has_interface, open_program, tmp_path) -> None:
    terminal = open_program("play", "high-card", "--seed", "7", **environment_of_copy(program_copy, tmp_path / "data"))
    for laid in range(3):
        terminal.wait_until(lambda text, laid=laid: "Your move" in text and text.count(": Lays ") >= 3 * laid, "a turn")
        terminal.wait_until_settled()
        assert (" leads." in terminal.text) is has_interface
        terminal.press("\r")
        terminal.wait_until(lambda text, laid=laid: text.count("You: Lays ") > laid, "the card that was laid")
    terminal.wait_for("The match is over")
    assert sum(score for _, score in terminal.show_standings()) == 3
    replayed = open_program("replay", "1", **environment_of_copy(program_copy, tmp_path / "data"))
    replayed.wait_for("The match begins.")
    replayed.press("\x1b[C")
    replayed.wait_until(lambda text: re.search(r" lays (10|[2-9JQKA])[♣♦♥♠]\.", text), "the first step in a sentence")


@pytest.mark.parametrize("has_interface", [False], indirect=True, ids=["generic interface"], scope="module")
def test_sixth_game_has_printed_rules_and_bots(program_copy, tmp_path) -> None:
    assert "pack of 52 cards" in run_copy(program_copy, tmp_path, "rules", "high-card")
    counted = json.loads(run_copy(program_copy, tmp_path, "simulate", "high-card", "--matches", "20", "--json"))
    assert counted["matches"] == 20
