"""Programs killed in the middle of a match and started again: ``queens play`` alone, and the host of a table."""

from __future__ import annotations

import os
import re
import signal
import socket

import pytest

from tests.support.depth import IS_DEEP_RUN, only_deep
from tests.support.terminal import Terminal, play_to_the_end


def risk_text(text: str) -> str:
    """Return how many cards of the person's deck would be caught, as Mad Queens shows it: "6 of 48"."""
    found = re.search(r"(\d+ of \d+) would be caught", text)
    return found[1] if found else ""


@pytest.mark.deep
def test_solo_match_is_resumed_after_its_program_was_killed_or_left(open_program):
    first = open_program("play", "mad-queens", "--seats", "2", "--seed", "1", "--pace", "fast")
    first.wait_for("Space Reveal")
    first.wait_until_settled()
    untouched = risk_text(first.text)
    first.press(" ")
    first.wait_until(lambda text: risk_text(text) not in ("", untouched) and "B Bank" in text, "a card turned")
    known = risk_text(first.text)
    os.killpg(first._process.pid, signal.SIGKILL)
    first.wait_for_exit()

    second = open_program("play", "--pace", "fast")
    second.wait_until(lambda text: risk_text(text) == known and "B Bank" in text, "the match as it was killed")
    second.press("\x11")
    second.wait_for("Leave the match?")
    second.press("\x11")
    assert second.finish() == 0

    third = open_program("play", "--pace", "fast")
    third.wait_until(lambda text: risk_text(text) == known and "B Bank" in text, "the match as it was left")
    if IS_DEEP_RUN:
        third.play_to_the_end()
        assert [name for name, _ in third.show_standings()].count("Wanda") == 1
        third.press("\x11")
        assert third.finish() == 0
        history = open_program("history")
        history.wait_for("Wanda")
        history.finish()
        assert history.text.count("Mad Queens") == 1


@pytest.mark.deep
@pytest.mark.parametrize("mode", [(), ("--plain",)], ids=["screens", "lines"])
def test_seat_waits_for_a_person_whose_window_was_closed(open_program, mode):
    """A window that closes, as when an ssh connection drops, does not count as leaving: the same command leads back to
    the seat.
    """
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    host = open_program("host", "mad-queens", "--seats", "2", "--port", port, "--bind", "127.0.0.1", name="Hannah")
    host.wait_for("queens join")
    join = ("join", f"127.0.0.1:{port}", *mode)
    guest = open_program(*join, name="Ines")
    host.wait_for("Ines")
    host.press("s")
    host.wait_for("Space Reveal")
    close_window(guest)
    host.wait_for("Ines is away; the table waits")
    again = open_program(*join, name="Ines")
    again.wait_for("reveal" if mode else "Space Reveal")
    host.wait_for("Ines is back")


@pytest.mark.deep
def test_match_goes_on_when_a_host_whose_window_was_closed_is_started_again(open_program):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    command = ("host", "mad-queens", "--seats", "2", "--port", port, "--bind", "127.0.0.1")
    host = open_program(*command, name="Hannah")
    host.wait_for("queens join")
    client = open_program("join", f"127.0.0.1:{port}", name="Ines")
    host.wait_for("Ines")
    host.press("s")
    client.wait_for("Space Reveal")
    close_window(host)
    client.wait_for("trying until it does")
    again = open_program(*command, name="Hannah")
    client.wait_for("You are back")
    again.wait_for("Space Reveal")


def close_window(program: Terminal) -> None:
    """Close the terminal of a program, and send it the signal that programs get when a window closes."""
    program.close_terminal()
    os.killpg(program._process.pid, signal.SIGHUP)
    program.wait_for_exit()


@only_deep
def test_killed_and_restarted_host_has_everybody_in_their_seats(open_program):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    command = ("host", "mad-queens", "--seats", "2", "--port", port, "--bind", "127.0.0.1")
    host = open_program(*command, name="Hannah")
    host.wait_for("queens join")
    client = open_program("join", f"127.0.0.1:{port}", name="Ines")
    client.wait_for("Hannah starts it")
    host.wait_for("Ines")
    host.press("s")
    for terminal in (host, client):
        terminal.wait_for("Space Reveal")
    os.killpg(host._process.pid, signal.SIGKILL)
    host.wait_for_exit()
    client.wait_for("trying until it does")
    again = open_program(*command, name="Hannah")
    client.wait_for("You are back")
    both = (again, client)
    play_to_the_end(both)
    results = [terminal.show_standings() for terminal in both]
    assert results[0] == results[1]
    assert {name for name, _ in results[0]} == {"Hannah", "Ines"}
