"""Programs killed in the middle of a match and started again: ``queens play`` alone, and the host of a table."""

from __future__ import annotations

import os
import signal
import socket

import pytest

from tests.support.terminal import play_to_the_end


@pytest.mark.parametrize("how", ["killed", "left"])
def test_killed_solo_match_is_resumed(opened, how):
    with_game = ("play", "mad-queens", "--seats", "2", "--pace", "fast")
    first = opened(*with_game)
    first.wait_for("Space Reveal")
    first.wait_until_settled()
    before = first.text
    first.press(" ")
    first.wait_until(lambda text: text != before and ("Your move" in text or "Bank" in text), "a card turned")
    if how == "killed":
        os.killpg(first._process.pid, signal.SIGKILL)
        first.wait_for_exit()
    else:
        first.press("\x11")
        first.wait_for("Leave the match?")
        first.press("\x11")
        assert first.finish() == 0
    again = opened("play", "--pace", "fast")
    again.play_to_the_end()
    assert [name for name, _ in again.show_standings()].count("Wanda") == 1
    again.press("\x11")
    assert again.finish() == 0
    history = opened("history")
    history.wait_for("Wanda")
    history.finish()
    assert history.text.count("Mad Queens") == 1


def test_killed_host_resumes_with_everybody_in_their_seats(opened):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    command = ("host", "mad-queens", "--seats", "2", "--port", port, "--bind", "127.0.0.1")
    host = opened(*command, name="Hannah")
    host.wait_for("queens join")
    client = opened("join", f"127.0.0.1:{port}", name="Ines")
    client.wait_for("Hannah starts it")
    host.wait_for("Ines")
    host.press("s")
    for terminal in (host, client):
        terminal.wait_for("Space Reveal")
    os.killpg(host._process.pid, signal.SIGKILL)
    host.wait_for_exit()
    client.wait_for("trying until it does")
    again = opened(*command, name="Hannah")
    client.wait_for("You are back")
    both = (again, client)
    play_to_the_end(both)
    results = [terminal.show_standings() for terminal in both]
    assert results[0] == results[1]
    assert {name for name, _ in results[0]} == {"Hannah", "Ines"}
