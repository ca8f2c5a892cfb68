"""The line mode of the whole program: through pipes, over TCP, with commands from a file, and in a terminal without
cursor control.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.support.depth import GAMES_TO_START, parametrize
from tests.support.line_program import LineModeProgram, check_output_is_plain, play_to_the_end
from tests.support.patience import PATIENCE_SECONDS
from tests.support.terminal import free_port

pytestmark = pytest.mark.slow

SHORT_MATCH_ARGUMENTS_BY_SLUG = {
    "mad-queens": ["--bots", "2"],
    "mad-queens-classic": ["--bots", "2"],
    "big-queen": ["--set", "target=100", "--set", "max_rounds=1"],
    "queens-dungeon": ["--set", "target=60"],
    "queen-bees-ii": ["--seats", "3"],
}
"""Maps the slug of a game to command-line arguments by which a match is soon over."""


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
def test_match_of_each_game_is_played_to_its_end_through_pipes(slug, start_program) -> None:
    person = start_program("Ada", "play", slug, "--plain", "--seed", "3", *SHORT_MATCH_ARGUMENTS_BY_SLUG[slug])
    play_to_the_end(person)
    person.wait_for(r"^\d+\) Play again")
    person.end_input()
    assert person.wait_for_exit() == 0
    assert person.lines[-1] == "You leave the table."
    check_output_is_plain(person)


def start_host_and_client(start_program, *arguments: str) -> tuple[LineModeProgram, LineModeProgram]:
    """Return two programs: Hanna hosts a table in lines, and Jo has joined it."""
    port = free_port()
    host = start_program(
        "Hanna", "host", *arguments, "--plain", "--name", "Hanna", "--bind", "127.0.0.1", "--port", port,
        "--pace", "fast",
    )  # fmt: skip
    host.wait_for("Others on this network join with: queens join 127.0.0.1")
    client = start_program("Jo", "join", f"127.0.0.1:{port}", "--plain", "--name", "Jo")
    client.wait_for("Seat 2: Jo .you.")
    host.wait_for("Jo sits down")
    return host, client


def test_two_people_play_two_matches_in_line_mode_over_tcp(start_program) -> None:
    host, client = start_host_and_client(start_program, "queen-bees-ii", "--seats", "3")
    client.type("say hello")
    host.wait_for("Jo says: hello")
    host.type("start")
    for program in (host, client):
        program.wait_for("^Queen Bees II begins: ")  # the choices of the lobby lead elsewhere
    play_to_the_end(host, client)
    client.wait_for(r"^\d\. (?:Hanna|You|Jo|\w+): .*")
    host.type("start")
    client.wait_for("^Queen Bees II begins: ")
    client.type("quit")
    client.type("yes")
    assert client.wait_for_exit() == 0
    host.wait_for("^Jo ")
    host.end_input()
    assert host.wait_for_exit() == 0
    check_output_is_plain(host)
    check_output_is_plain(client)


def test_host_in_line_mode_leaves_the_table_to_the_others_and_comes_back(start_program) -> None:
    host, client = start_host_and_client(start_program, "mad-queens", "--seats", "2")
    for line in ("clock 90", "mute JO", "set visibility open", "set visibility open", "unmute jo", "start"):
        host.type(line)
    host.wait_for("Jo is muted for you.")
    host.wait_for("That is already so.")
    host.wait_for("You hear Jo again.")
    host.wait_for(r"Your move: 1\) reveal")
    client.wait_for(r"Your move: 1\) reveal")
    host.type("time")
    host.wait_for(r"^(90|8\d) s for you\.$")

    host.type("quit")
    host.wait_for(r"^2\) Leave it open to others")
    host.type("2")
    host.wait_for("Your table stays open")
    host.wait_for(r"^1\) Back to your table, Hanna's table")
    client.wait_for("You are the owner now.")
    client.type("reveal")
    client.wait_for(r"^You reveal ")

    host.type("1")
    host.wait_for("Mad Queens goes on: Hanna .you., Jo.")
    host.type("say back")
    client.wait_for("Hanna says: back")
    for line in ("quit", "2", "quit"):
        host.type(line)
    host.wait_for("Quit. Your table closes")
    host.type("yes")
    client.wait_for("The host has closed the table.")
    assert host.wait_for_exit() == 0
    assert host.lines[-1] == "Goodbye."
    assert client.wait_for_exit() == 1
    check_output_is_plain(host)
    check_output_is_plain(client)


def test_line_mode_plays_and_leaves_by_commands_from_a_file(start_program, tmp_path) -> None:
    script = tmp_path / "script"
    script.write_text("reveal\nbank\nlook\nscores\n", encoding="utf-8")
    command = [sys.executable, "-m", "tui", "play", "mad-queens", "--plain", "--ascii", "--bots", "0", "--seed", "3"]
    surroundings = {**os.environ, "QUEENS_DATA": str(tmp_path)}
    with script.open() as lines:
        done = subprocess.run(command, stdin=lines, capture_output=True, env=surroundings, timeout=PATIENCE_SECONDS)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode("ascii")
    assert re.search(r"^You reveal [0-9JQKA]+[cdhs]\.$", text, re.MULTILINE)
    assert "1 card banked for" in text
    assert re.search(r"^Scores: You [12]\.$", text, re.MULTILINE)
    assert text.splitlines()[-2:] == ["You leave the table.", "Your match is kept: queens play picks it up again."]


def test_program_in_a_dumb_terminal_starts_the_line_mode(start_program) -> None:
    person = start_program("Ada", "play", "mad-queens", "--bots", "1", terminal=True, TERM="dumb")
    person.wait_for(r"Your move: 1\) reveal")
    person.type("1")
    person.wait_for(r"You reveal \S+\.")
    person.type("quit")
    person.wait_for(r"1\) Yes, leave")
    person.type("y")
    person.wait_for("You leave the table")
    assert person.wait_for_exit() == 0
    assert b"\x1b" not in person.bytes


def test_line_mode_ends_when_its_terminal_is_closed(start_program) -> None:
    person = start_program("Ada", "play", "mad-queens", "--bots", "1", "--plain", terminal=True)
    person.wait_for(r"Your move: 1\) reveal")
    person.type("\x04")
    person.wait_for("You leave the table")
    assert person.wait_for_exit() == 0


def test_line_mode_ends_when_its_output_is_closed(start_program) -> None:
    person = start_program("Ada", "play", "mad-queens", "--bots", "2", "--plain")
    person.wait_for(r"Your move: 1\) reveal")
    person.process.stdout.close()
    person.process.stdout = None
    person.type("look")
    person.type("look")
    assert person.process.wait(PATIENCE_SECONDS) == 0
