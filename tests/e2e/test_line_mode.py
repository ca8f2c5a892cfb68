"""The line mode in whole programs: through pipes, over TCP, from a file, and in a terminal without cursor control."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.terminal import PATIENCE_SECONDS, free_port

pytestmark = pytest.mark.slow

PROBE = "probe"
"""A word that the line mode does not know, typed to find out whether a menu is complete.

Lines are handled in order, and a menu is written before the next line is handled; so the menu is complete once the
program has answered this word.
"""

REPLY_TO_PROBE = f"I do not know what '{PROBE}' means."
"""What the program answers to the probe."""

MATCH_IS_OVER_SENTENCE = "The match is over."
"""The line that ends every match."""

NUMBERED_CHOICES = re.compile(r"(?:^|[:,] )(\d+)\) (.*?)(?=$|, \d+\) |\.$)")
"""A choice of a menu with its number, as in "1) Reveal"."""

SHORT_MATCH_OPTIONS = {
    "mad-queens": ["--bots", "2"],
    "mad-queens-classic": ["--bots", "2"],
    "big-queen": ["--set", "target=100", "--set", "max_rounds=1"],
    "queens-dungeon": ["--set", "target=60"],
    "queen-bees-ii": ["--seats", "3"],
}
"""For each game the arguments by which a match is over soon."""


class Program:
    """A program in the line mode, whose lines are read and typed through pipes or in a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str, terminal: bool = False, **environment: str) -> None:
        self.lines: list[str] = []
        self.bytes = b""
        self._rest = b""
        self._seen = 0
        self._probed = False
        self._chance = random.Random(1)
        command = [sys.executable, "-m", "tui", *arguments]
        surroundings = {**os.environ, "QUEENS_DATA": str(folder), "PYTHONIOENCODING": "utf-8", **environment}
        if terminal:
            self._in, other = pty.openpty()
            self._out = self._in
            self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=surroundings)
            os.close(other)
        else:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=surroundings
            )
            self._in, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()

    def close(self) -> None:
        """Kill the program if it still runs, and close its pipes or its terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        if self.process.stdin is None:
            os.close(self._in)

    def fileno(self) -> int:
        """The file descriptor of the output, for `select`."""
        return self._out

    @property
    def text(self) -> str:
        """All whole lines of the program's output that have been read."""
        return "\n".join(self.lines)

    def read(self, seconds: float) -> bool:
        """Read what is written within `seconds`; return False if nothing came."""
        if not select.select([self._out], [], [], max(seconds, 0))[0]:
            return False
        try:
            data = os.read(self._out, 65536)
        except OSError:
            data = b""
        self.bytes += data
        *whole, self._rest = (self._rest + data).split(b"\n")
        self.lines += [line.decode().rstrip("\r") for line in whole]
        return bool(data)

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._in, f"{line}\n".encode())

    def end_input(self) -> None:
        """Close the input pipe."""
        self.process.stdin.close()

    def wait_for(self, wanted: str, seconds: float = PATIENCE_SECONDS) -> str:
        """Wait for a line that matches the pattern `wanted`; return it.

        Search from the line after the last one found. Raise `AssertionError` if nothing is written for the rest of
        `seconds`, or the output ends.
        """
        end = time.monotonic() + seconds
        while True:
            while self._seen < len(self.lines):
                self._seen += 1
                if re.search(wanted, self.lines[self._seen - 1]):
                    return self.lines[self._seen - 1]
            if not self.read(end - time.monotonic()):
                raise AssertionError(f"never heard {wanted!r}; heard:\n{self.text}")

    @property
    def match_is_over(self) -> bool:
        """Whether the program has written that the match is over."""
        return MATCH_IS_OVER_SENTENCE in self.lines

    def answer_menu(self) -> None:
        """Type a number of the newest menu, if one was written since the last number.

        Choices that go on are preferred to those that go back. The probe is typed when the menu begins to appear, and
        the number when the probe is answered.
        """
        unseen = self.lines[self._seen :]
        if not self._probed:
            if any(NUMBERED_CHOICES.search(line) for line in unseen):
                self.type(PROBE)
                self._probed = True
            return
        replies = [at for at, line in enumerate(unseen) if line.startswith(REPLY_TO_PROBE)]
        if not replies:
            return
        self._probed = False
        self._seen += replies[0] + 1
        numbers = {n: words for line in unseen[: replies[0]] for n, words in NUMBERED_CHOICES.findall(line)}
        on = sorted(n for n, words in numbers.items() if words not in ("Back", "No, play on", "No, stay"))
        if on:
            self.type(self._chance.choice(on))
            self.answer_menu()

    def wait_for_exit(self) -> int:
        """Read until the program has ended; return its exit status."""
        while self.read(PATIENCE_SECONDS):
            pass
        return self.process.wait(PATIENCE_SECONDS)


def play(*programs: Program) -> None:
    """Answer the menus of all programs until each has written that the match is over; fail if one ends before."""
    end = time.monotonic() + 2 * PATIENCE_SECONDS
    for program in programs:
        program.answer_menu()
    while playing := [program for program in programs if not program.match_is_over]:
        written = select.select(playing, [], [], max(end - time.monotonic(), 0))[0]
        assert written, "\n\n".join(program.text for program in programs)
        for program in written:
            assert program.read(0), f"the program has ended:\n{program.text}"
            if not program.match_is_over:
                program.answer_menu()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[object]:
    """Return a function that starts a program with a data folder of its own; all are closed after the test."""
    with ExitStack() as stack:

        def start(name: str, *arguments: str, terminal: bool = False, **environment: str) -> Program:
            """Start the program for a person of this name."""
            folder = tmp_path / name
            folder.mkdir(exist_ok=True)
            program = Program(folder, *arguments, terminal=terminal, **environment)
            stack.callback(program.close)
            return program

        yield start


def check_is_plain(program: Program) -> None:
    """Check that a program wrote only printable characters, and no escape sequences."""
    assert all(line.isprintable() for line in program.lines)
    assert b"\x1b" not in program.bytes


@pytest.mark.parametrize("slug", SHORT_MATCH_OPTIONS)
def test_match_of_each_game_is_played_through_pipes_to_its_end(slug, started) -> None:
    person = started("Ada", "play", slug, "--plain", "--seed", "3", *SHORT_MATCH_OPTIONS[slug])
    play(person)
    person.wait_for(r"^\d+\) Play again")
    person.end_input()
    assert person.wait_for_exit() == 0
    assert person.lines[-1] == "You leave the table."
    check_is_plain(person)


def start_host_and_client(started, *arguments: str) -> tuple[Program, Program]:
    """Return two programs: Hanna hosts a table in lines, and Jo has joined it."""
    port = free_port()
    host = started(
        "Hanna", "host", *arguments, "--plain", "--name", "Hanna", "--bind", "127.0.0.1", "--port", port,
        "--pace", "fast",
    )  # fmt: skip
    host.wait_for("Others on this network join with: queens join 127.0.0.1")
    client = started("Jo", "join", f"127.0.0.1:{port}", "--plain", "--name", "Jo")
    client.wait_for("Seat 2: Jo .you.")
    host.wait_for("Jo sits down")
    return host, client


def test_two_people_over_tcp_play_two_matches(started) -> None:
    host, client = start_host_and_client(started, "queen-bees-ii", "--seats", "3")
    client.type("say hello")
    host.wait_for("Jo says: hello")
    host.type("start")
    for program in (host, client):
        program.wait_for("^Queen Bees II begins: ")  # the choices of the lobby lead elsewhere
    play(host, client)
    client.wait_for(r"^\d\. (?:Hanna|You|Jo|\w+): .*")
    host.type("start")
    client.wait_for("^Queen Bees II begins: ")
    client.type("quit")
    client.type("yes")
    assert client.wait_for_exit() == 0
    host.wait_for("^Jo ")
    host.end_input()
    assert host.wait_for_exit() == 0
    check_is_plain(host)
    check_is_plain(client)


def test_the_host_leaves_the_table_to_the_others_and_comes_back(started) -> None:
    host, client = start_host_and_client(started, "mad-queens", "--seats", "2")
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
    client.wait_for(r"^You turn ")

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
    check_is_plain(host)
    check_is_plain(client)


def test_script_from_a_file_plays_and_leaves(started, tmp_path) -> None:
    script = tmp_path / "script"
    script.write_text("reveal\nbank\nlook\nscores\n", encoding="utf-8")
    command = [sys.executable, "-m", "tui", "play", "mad-queens", "--plain", "--ascii", "--bots", "0", "--seed", "3"]
    surroundings = {**os.environ, "QUEENS_DATA": str(tmp_path)}
    with script.open() as lines:
        done = subprocess.run(command, stdin=lines, capture_output=True, env=surroundings, timeout=PATIENCE_SECONDS)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode("ascii")
    assert re.search(r"^You turn [0-9JQKA]+[cdhs]\.$", text, re.MULTILINE)
    assert "1 card banked for" in text
    assert re.search(r"^Scores: You [12]\.$", text, re.MULTILINE)
    assert text.splitlines()[-2:] == ["You leave the table.", "Your match is kept: queens play picks it up again."]


def test_dumb_terminal_gets_the_line_mode(started) -> None:
    person = started("Ada", "play", "mad-queens", "--bots", "1", terminal=True, TERM="dumb")
    person.wait_for(r"Your move: 1\) reveal")
    person.type("1")
    person.wait_for(r"You turn \S+\.")
    person.type("quit")
    person.wait_for(r"1\) Yes, leave")
    person.type("y")
    person.wait_for("You leave the table")
    assert person.wait_for_exit() == 0
    assert b"\x1b" not in person.bytes


def test_line_mode_ends_when_its_terminal_is_closed(started) -> None:
    person = started("Ada", "play", "mad-queens", "--bots", "1", "--plain", terminal=True)
    person.wait_for(r"Your move: 1\) reveal")
    person.type("\x04")
    person.wait_for("You leave the table")
    assert person.wait_for_exit() == 0


def test_line_mode_ends_when_its_output_is_closed(started) -> None:
    person = started("Ada", "play", "mad-queens", "--bots", "2", "--plain")
    person.wait_for(r"Your move: 1\) reveal")
    person.process.stdout.close()
    person.process.stdout = None
    person.type("look")
    person.type("look")
    assert person.process.wait(PATIENCE_SECONDS) == 0
