"""Makes the data folders beside this file with the program as it was in version 0.1 (commit 2e75a81).

    git worktree add ../queens-0.1 2e75a81
    env -C ../queens-0.1 PYTHONPATH=. python THIS_FILE OUTPUT_FOLDER

`hanna` is the data folder of somebody who finished a match alone, left another one unfinished, and hosted a table: one
match was finished there, and the program was killed during the next. `jo` is that of the other player.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from tests.e2e.test_line_mode import Program, play
from tui.settings import LastTableSetup, Settings

HOSTED_PORT = "47433"
"""The port of the hosted table."""


def kill_program(program: Program) -> None:
    """Kill a program with SIGKILL, as a crash would."""
    os.kill(program.process.pid, signal.SIGKILL)
    program.close()


def play_solo_matches(folder: Path) -> None:
    """Finish a match without opponents in `folder`, then begin one against a bot and leave it unfinished."""
    person = Program(folder, "play", "mad-queens", "--plain", "--bots", "0", "--seed", "3", "--name", "Hanna")
    play(person)
    person.end_input()
    person.ended()
    person = Program(folder, "play", "mad-queens-classic", "--plain", "--bots", "1", "--pace", "fast", "--seed", "5")
    for _ in range(6):
        person.wait_for(r"Your move: 1\)")
        person.type("1")
    person.wait_for(r"Your move: 1\)")
    kill_program(person)


def play_hosted_matches(host_folder: Path, client_folder: Path) -> None:
    """Host a table, finish a match with a second player, and kill both programs in the next match."""
    command = ("host", "queen-bees-ii", "--seats", "3", "--bots", "1", "--plain", "--pace", "fast")
    host = Program(
        host_folder, *command, "--bind", "127.0.0.1", "--port", HOSTED_PORT, "--set", "void_of_trump_free=on"
    )
    host.wait_for("Others on this network join with: queens join 127.0.0.1")
    client = Program(client_folder, "join", f"127.0.0.1:{HOSTED_PORT}", "--plain", "--name", "Jo")
    client.wait_for("Seat 2: Jo .you.")
    host.wait_for("Jo sits down")
    host.type("start")
    play(host, client)
    host.type("start")
    client.wait_for("Queen Bees II begins")
    for program in (host, client):
        program.lines[:] = ["" if line == "The match is over." else line for line in program.lines]
    for _ in range(12):
        for program in (host, client):
            program.choose()
    kill_program(client)
    kill_program(host)


def main(output: Path) -> None:
    """Make both data folders below `output`."""
    host_folder, guest_folder = output / "hanna", output / "jo"
    for folder in (host_folder, guest_folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    play_solo_matches(host_folder)
    play_hosted_matches(host_folder, guest_folder)
    settings = Settings.load(guest_folder)
    settings.suits, settings.animation, settings.pace = "safe", "none", "slow"
    settings.ascii = settings.words = True
    settings.table = LastTableSetup("queens-dungeon", 4, 2, {"partners": "on", "target": "300"})
    settings.save(guest_folder)
    with closing(sqlite3.connect(host_folder / "journal.db")) as journal:
        journal.execute("PRAGMA wal_checkpoint(truncate)")
    for left_over in (*output.glob("*/*-wal"), *output.glob("*/*-shm"), *output.glob("*/*.lock")):
        left_over.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
