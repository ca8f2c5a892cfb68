"""One host and its clients, real programs: all screens show the same match and the same standings."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

from tests.support.depth import IS_DEEP_RUN, count_for_depth, only_deep
from tests.support.patience import PATIENCE_SECONDS
from tests.support.terminal import MIN_BANKINGS, free_port, take_turns, wait_for_output

if TYPE_CHECKING:
    from tests.support.terminal import Terminal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1_800),  # whole matches on screens; a match that stands still fails after PATIENCE_SECONDS
]

PERSON_NAMES = ("Hannah", "Ines", "Jo", "Karl")[: count_for_depth(2, 4)]
"""The names of the people, first that of the host."""

F1_KEY_BYTES = "\x1bOP"
"""The bytes that a terminal sends for the key F1."""

REPAINT_SECONDS = 0.03
"""Approximate time that a program is given to repaint its screen before the next key; a program that has less repaints
less often.
"""

SIZE_WITH_LOG = (120, 40)
"""Columns and rows of a terminal with room for the log beside the table."""


def play_number(text: str) -> int:
    """Return the number of the play that a screen shows; 0 if its match is over."""
    found = re.search(r"Mad Queens +\w+ (\d+)", text.partition("\n")[0])
    return int(found[1]) if found and "Enter Standings" not in text else 0


def play_banned_cards_and_points(
    text: str, name: str
) -> tuple[int, tuple[str, ...], tuple[tuple[str, str], ...]] | None:
    """Return the number of the play, the banned cards and all points that the screen of `name` shows; None if one of
    these is missing.
    """
    rows = text.splitlines()
    mine = re.search(r"You (\d+) points?", rows[0])
    label = next((y for y, row in enumerate(rows) if " BANNED" in row), None)
    if mine is None or label is None:
        return None
    x = rows[label].index(" BANNED")
    banned = tuple(re.findall(r"[0-9JQKA]+[♣♦♥♠]", rows[label + 1][x : x + 12]))
    place = r"(?:(?:leads|tied 1st|won) +(?:with +)?)?"
    others = re.findall(rf"({'|'.join(PERSON_NAMES)}) +{place}(\d+)\b", "\n".join(rows[1:label]))
    return play_number(text), banned, tuple(sorted([(name, mine[1]), *others]))


def wait_for_all(terminals: Mapping[str, Terminal], is_reached: Callable[[], bool], condition_name: str) -> None:
    """Read what the programs write until `is_reached()`, which may look at all screens, is true.

    Fail, with `condition_name` in the message, if no program writes for `PATIENCE_SECONDS`.
    """
    while not is_reached():
        ready = select.select(terminals.values(), [], [], PATIENCE_SECONDS)[0]
        shown = "\n".join(terminal.text for terminal in terminals.values())
        assert ready, f"waited in vain for: {condition_name}; the screens show:\n{shown}"
        for terminal in ready:
            terminal.read_available()


def play_in_all_terminals(terminals: Mapping[str, Terminal]) -> int:
    """Act in every terminal whose board offers an action, until all boards offer the standings; return the number of
    plays. Nobody turns a card before all screens show the same play, the same banned cards and the same points.
    """
    for play in range(1, 100):

        def begun(play: int = play) -> bool:
            """Whether all screens show the same state of a play."""
            scenes = {play_banned_cards_and_points(terminal.text, name) for name, terminal in terminals.items()}
            one = scenes.pop()
            return (
                not scenes
                and one is not None
                and one[0] == play
                and len(one[1]) == 2
                and len(one[2]) == len(PERSON_NAMES)
            )

        def over() -> bool:
            """Whether all boards offer the standings."""
            return all(terminal.next_offered_step == "Standings" for terminal in terminals.values())

        wait_for_all(terminals, lambda begun=begun, over=over: begun() or over(), f"play {play} alike on all screens")
        if over():
            return play - 1

        def in_play(text: str, play: int = play) -> bool:
            """Whether a screen still shows this play."""
            return play_number(text) == play

        while here := [terminal for terminal in terminals.values() if in_play(terminal.text)]:
            if not take_turns(here, in_play) and not wait_for_output(here, PATIENCE_SECONDS):
                raise AssertionError("no screen changes any more:\n" + "\n".join(one.text for one in here))
    raise AssertionError("the match does not end")


@pytest.mark.deep
def test_host_and_its_clients_see_the_same_match_on_their_screens(open_program) -> None:
    port = free_port()
    host = open_program(
        "host",
        "mad-queens",
        "--seats",
        str(len(PERSON_NAMES)),
        "--port",
        port,
        "--bind",
        "127.0.0.1",
        name=PERSON_NAMES[0],
    )
    host.wait_for(f"queens join 127.0.0.1:{port}")
    everybody = {"Hannah": host}
    for name in PERSON_NAMES[1:]:
        client = open_program("join", f"127.0.0.1:{port}", name=name)
        client.wait_for("Hannah starts it")
        host.wait_for(name)
        everybody[name] = client
    host.press("s")
    assert play_in_all_terminals(everybody) > MIN_BANKINGS, (
        "each bank takes a play, and more cards are turned after them"
    )
    results = [terminal.show_standings() for terminal in everybody.values()]
    assert sorted(name for name, _ in results[0]) == sorted(PERSON_NAMES)
    assert all(result == results[0] for result in results)
    for terminal in reversed(everybody.values()):
        terminal.press("\x11")
        terminal.press("y")
        assert terminal.finish() == 0


@pytest.mark.deep
def test_headless_host_runs_until_sigint(open_program, tmp_path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "tui", "host", "mad-queens", "--headless", "--seats", "3", "--code", "dragon"]
    command += ["--port", port, "--bind", "127.0.0.1", "--pace", "fast"]
    environment = {**os.environ, "QUEENS_DATA": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as host:
        try:
            lines = [host.stdout.readline() for _ in range(3)]
            way, code = lines[2].split(" --code ")
            assert way == f"  queens join 127.0.0.1:{port}"
            assert code.endswith("-dragon\n"), "before the word stands what proves the host's key"
            stranger = open_program("join", f"127.0.0.1:{port}", name="Ivo")
            stranger.wait_for("code")
            client = open_program("join", f"127.0.0.1:{port}", "--code", code.strip().lower(), name="Ines")
            client.wait_for("S Start")
            client.press("s")
            client.wait_for("Space Reveal")
            if IS_DEEP_RUN:
                client.play_to_the_end()
                assert len(client.show_standings()) == 3
            host.send_signal(signal.SIGINT)
            assert host.wait(timeout=PATIENCE_SECONDS) == 0
            assert "closed" in host.stdout.read()
            client.wait_for("Play now")
        finally:
            host.kill()


@only_deep
def test_join_without_a_host_shows_the_join_screen(open_program) -> None:
    terminal = open_program("join", f"127.0.0.1:{free_port()}")
    terminal.wait_for("Address of the host")
    terminal.wait_for("127.0.0.1")


@pytest.mark.deep
def test_killed_client_and_killed_host_return_and_a_leaving_host_says_so_to_the_client(open_program) -> None:
    port = free_port()
    command = ("host", "mad-queens", "--seats", "2", "--port", port, "--bind", "127.0.0.1")
    host = open_program(*command, name=PERSON_NAMES[0], size=SIZE_WITH_LOG)
    host.wait_for("queens join")
    client = open_program("join", f"127.0.0.1:{port}", name=PERSON_NAMES[1])
    client.wait_for("Hannah starts it")
    host.wait_for(PERSON_NAMES[1])
    host.press("s")
    client.wait_for("Space Reveal")
    os.killpg(client._process.pid, signal.SIGKILL)
    client.wait_for_exit()
    host.wait_for("Ines is away; the table waits")
    client = open_program("join", f"127.0.0.1:{port}", name=PERSON_NAMES[1])
    host.wait_for("Ines is back")
    client.wait_for("Space Reveal")
    assert "watch" not in client.text

    os.killpg(host._process.pid, signal.SIGKILL)
    host.wait_for_exit()
    host = open_program(*command, "--new", name=PERSON_NAMES[0])
    host.wait_for("queens join")
    client.wait_for("opened another table")
    client.wait_for("Hannah starts it")
    host.wait_for(PERSON_NAMES[1])
    host.press("s")
    client.wait_for("Space Reveal")

    host.press("\x11")
    host.wait_for("Close this table?")
    host.press("y")
    assert host.finish() == 0
    client.wait_for("Play now")
    client.wait_for("closed")


@only_deep
def test_host_whose_terminal_is_blocked_serves_its_table_and_shows_it_later(open_program) -> None:
    port = free_port()
    command = ("host", "mad-queens", "--seats", "3", "--port", port, "--bind", "127.0.0.1")
    host = open_program(*command, name="Hannah", size=SIZE_WITH_LOG)
    host.wait_for("queens join")
    inside = os.open(host.path, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    full_since = 0
    for _ in range(2_000):
        host.press(F1_KEY_BYTES)  # opens the help, or closes it
        time.sleep(REPAINT_SECONDS)  # keys that come faster are painted once
        if not select.select([], [inside], [], 0)[1]:
            full_since += 1
        if full_since > 45:
            break
    os.close(inside)
    assert full_since > 45, "the terminal still takes what the host writes"
    client = open_program("join", f"127.0.0.1:{port}", name="Ines")
    client.wait_for("Hannah starts it")
    assert "Ines" not in host.text
    host.wait_for("Ines")
