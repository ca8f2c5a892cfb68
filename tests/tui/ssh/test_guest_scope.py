"""What a guest over SSH can come to: the table and its rules, and nothing else of the host's program."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from tui.guest.app import GuestApp

HOST_SCREENS = {
    f"tui.screens.{name}" for name in ("home", "join", "settings", "history", "history_match", "statistics", "replay")
}
"""The modules of screens that read the host's files or settings, or that lead to other tables from its machine."""

KEYS = [
    *"abdefghijklmnoprstuvwxyz0123456789?/ \t\r",
    *(f"\x1b[{number}~" for number in (1, 2, 3, 4, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24)),
    *(chr(letter) for letter in range(1, 27) if letter not in (3, 17)),
    *("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[Z", "\x1bx"),
]
"""Every key but those that leave at once (Ctrl+C, Ctrl+Q) and C, which copies."""


def program_of(table) -> GuestApp:
    return next(session.app for session in table.server.sessions.values())


def screens(program: GuestApp) -> set[str]:
    return {type(screen).__module__ for screen in program.screen_stack}


@pytest.mark.parametrize("playing", [False, True])
async def test_no_key_leads_a_guest_to_what_is_the_hosts(opened, playing):
    table = await opened.open()
    guest = await table.light_guest()
    await guest.sees("you")
    await table.owner.close()
    await table.settled(lambda: program_of(table).client().owner)
    if playing:
        program_of(table).client().start()
        await guest.sees("Space Reveal")
    seen = set()
    for key in KEYS:
        if not table.server.sessions:
            break
        program = program_of(table)
        guest.press(key)
        await asyncio.sleep(0.03)
        seen |= screens(program)
        if program.screen_stack and len(program.screen_stack) > 2:
            guest.press("\x1b")
            await asyncio.sleep(0.08)
            seen |= screens(program)
    assert seen - {"tui.guest.app"}
    assert not seen & HOST_SCREENS


async def test_the_host_s_screens_are_not_there_for_a_guest(opened):
    table = await opened.open()
    guest = await table.light_guest()
    await guest.sees("you")
    program = program_of(table)
    for name in ("play", "setup", "host", "join", "past", "rules", "settings", "quit"):
        await program.follow_home_choice(name)
    await asyncio.sleep(0.05)
    assert screens(program) == {"tui.guest.app", "tui.screens.lobby"}


def test_nothing_reads_asyncssh_before_a_table_is_opened_for_it():
    program = (
        "import tui.cli.main, tui.app.app, tui.connect.open_table, tui.ssh, tui.cli.arguments, net.host.server, sys;"
        "tui.cli.arguments.parser(); print('asyncssh' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
