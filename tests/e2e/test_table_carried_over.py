"""A table of `queens host` goes on in a club of the same machine: real programs in the line mode."""

from __future__ import annotations

import signal

import pytest

from tests.e2e.test_club import come_into_hall
from tests.support.terminal import free_port

pytestmark = pytest.mark.slow


def test_hosted_match_goes_on_in_a_club_with_the_seats_of_both_people(start_program) -> None:
    port, club_port = free_port(), free_port()
    here = ("--bind", "127.0.0.1", "--pace", "fast", "--port")
    hannah = start_program("machine", "host", "mad-queens", "--plain", "--name", "Hannah", "--seats", "2", *here, port)
    hannah.wait_for("Hannah's table")
    bob = start_program("Bob", "join", f"127.0.0.1:{port}", "--plain", "--name", "Bob")
    hannah.wait_for("^Bob sits down")
    hannah.type("start")
    for person in (hannah, bob):
        person.wait_for("^Mad Queens begins: ")
    missing = start_program("machine", "club", "import", "--table", port, "--port", club_port, "--name", "Café")
    missing.wait_for(f"There was no club on this machine on port {club_port}: name the port of the club with --port")
    assert missing.wait_for_exit() == 1
    club = start_program("machine", "club", "--name", "Café", *here, club_port)
    club.wait_for(r"Ctrl\+C closes it")
    club.process.send_signal(signal.SIGTERM)
    club.wait_for_exit()
    running = start_program("machine", "club", "import", "--table", port, "--port", club_port, "--name", "Café")
    running.wait_for(f"The table on port {port} is open, or being carried over: close it first")
    assert running.wait_for_exit() == 1
    hannah.process.send_signal(signal.SIGTERM)
    hannah.wait_for_exit()
    bob.wait_for("^The host has closed the table")
    bob.close()
    moved = start_program("machine", "club", "import", "--table", port, "--port", club_port, "--name", "Café")
    moved.wait_for("^Hannah's table is table 1 of Café now, asleep until somebody comes")
    assert moved.wait_for_exit() == 0
    again = start_program("machine", "club", "import", "--table", port, "--port", club_port, "--name", "Café")
    again.wait_for(f"No table of queens host waits on this machine on port {port}")
    assert again.wait_for_exit() == 1

    club = start_program("machine", "club", "--name", "Café", *here, club_port)
    club.wait_for(r"Ctrl\+C closes it")
    for folder, name, seats in (("machine", "Hannah", "Hannah .you., Bob"), ("Bob", "Bob", "Hannah, Bob .you.")):

        def start_in_folder(name: str, *arguments: str, folder: str = folder, **options: str | bool):
            """Start a program with the data of the person's first one."""
            return start_program(folder, *arguments, **options)

        person = come_into_hall(start_in_folder, club_port, name)
        person.type("1")
        person.wait_for(f"^Mad Queens goes on: {seats}")
