"""A guest over SSH can reach the screens of the table and its rules, and no other screen of the host's program."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from tests.support.idle import wait_for_idle
from tests.support.patience import PATIENCE_SECONDS
from tui.guest.app import GuestApp
from tui.widgets.chat_line import ChatLine

HOST_SCREENS = {
    f"tui.screens.{name}"
    for name in ("home", "join", "settings", "history", "history_match", "statistics", "replay", "lesson")
}
"""The modules of screens that read files or settings of the host, or lead from its machine to other tables."""

KEYS = [
    *"abdefghijklmnoprtuvwxyz0123456789?/ \t\r",
    *(f"\x1b[{number}~" for number in (1, 2, 3, 4, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24)),
    *(chr(letter) for letter in range(1, 27) if letter not in (3, 17)),
    *("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[Z", "\x1bx"),
    "s",
]
"""Every key but Ctrl+C and Ctrl+Q, which leave, and C, which copies; at last the key that starts a match."""


def program_of(table) -> GuestApp:
    """Return the program of the only guest."""
    return next(session.app for session in table.server.sessions.values())


def screen_modules(program: GuestApp) -> set[str]:
    """Return the modules of all screens that a program has open."""
    return {type(screen).__module__ for screen in program.screen_stack}


async def wait_until_handled(program: GuestApp) -> None:
    """Wait until a program has handled the messages and calls that are queued at this time."""
    for _ in range(3):  # a call, the screen that it pushes, and the messages of that screen
        done = asyncio.Event()
        if not program.call_later(done.set):
            return
        await asyncio.wait({asyncio.ensure_future(done.wait())}, timeout=PATIENCE_SECONDS)


@pytest.mark.parametrize("playing", [False, True])
async def test_no_key_leads_a_guest_to_a_screen_of_the_host(ssh_table, playing):
    table = await ssh_table.open()
    guest = await table.asyncssh_guest()
    await guest.wait_for_text("you")
    await table.owner.close()
    await table.wait_until(lambda: program_of(table).client().is_owner)
    if playing:
        program_of(table).client().start_match()
        await guest.wait_for_text("Space Reveal")
    seen = set()
    for key in KEYS:
        if not table.server.sessions:
            break
        program = program_of(table)
        guest.press(key)
        await wait_for_idle()
        seen |= screen_modules(program)
        opened_screens = len(program.screen_stack)
        while opened_screens > 2:  # on a busy machine a key may open its screen only now, so that there is one more
            guest.press("\x1b")
            await table.wait_until(lambda p=program, n=opened_screens: len(p.screen_stack) != n)
            opened_screens = len(program.screen_stack)
            seen |= screen_modules(program)
        if isinstance(program.focused, ChatLine):
            guest.press("\x1b")  # or it would take the keys that follow for a text
            await table.wait_until(lambda p=program: not isinstance(p.focused, ChatLine))
    assert seen - {"tui.guest.app"}
    assert not seen & HOST_SCREENS


async def test_home_choices_do_nothing_for_a_guest(ssh_table):
    table = await ssh_table.open()
    guest = await table.asyncssh_guest()
    await guest.wait_for_text("you")
    program = program_of(table)
    for name in ("play", "setup", "host", "join", "past", "learn", "play big-queen", "rules", "settings", "quit"):
        await program.follow_home_choice(name)
    await wait_until_handled(program)
    assert screen_modules(program) == {"tui.guest.app", "tui.screens.lobby"}


def test_asyncssh_is_not_imported_before_an_ssh_listener_opens():
    program = (
        "import tui.cli.main, tui.app.app, tui.connect.open_table, tui.ssh, tui.cli.arguments, net.host.server, sys;"
        "tui.cli.arguments.parser(); print('asyncssh' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
