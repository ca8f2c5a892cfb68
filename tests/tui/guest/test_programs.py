"""What a guest's program may do in the host's process, over every carrier.

The sections have the numbers of `tests/tui/ssh/test_limits.py`, which has the rest of the limits.
"""

from __future__ import annotations

import asyncio
import gc
import io
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest

import tui.guest.runtime
from tests.support.depth import sample_cases
from tests.support.idle import wait_for_idle
from tests.support.patience import PATIENCE_SECONDS
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import SshTable
from tui.guest.app import GuestApp
from tui.guest.driver import GuestDriver
from tui.guest.guest_tokens import GUEST_TOKENS_FILE
from tui.guest.limits import MAX_BYTES_BEFORE_LISTENER
from tui.screens.lobby import LobbyScreen
from tui.screens.match import MatchScreen
from tui.ssh.host_key import HOST_KEY_FILE
from tui.widgets.chat_line import ChatLine

over_one_carrier = pytest.mark.parametrize("single_table", sample_cases([WebTable, SshTable], 1), indirect=True)
"""Decorator of a test that holds for every carrier (SSH and browsers): the test runs over one of them, in the deep run
over both.
"""


def guest_programs(table: SshTable) -> list[GuestApp]:
    """Return the programs of all guests, in the order in which the guests came."""
    return [session.app for session in table.server.sessions.values() if session.app is not None]


def count_freed_programs(table: SshTable) -> int:
    """Return how many programs of guests have ended and been freed since the last full garbage collection."""
    policy = table.server.guests.gc_policy
    return policy._ended_count - len(policy._ended_programs)


# 2. The output of the process


@pytest.mark.deep
@over_one_carrier
async def test_guest_programs_do_not_replace_stdout_and_stderr_of_the_process(single_table, monkeypatch):
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    table = await single_table.open()
    guests = [await table.join(name) for name in ("ann", "bea")]
    for guest in guests:
        await guest.wait_for_text("you")
    assert (sys.stdout, sys.stderr) == (out, err)
    print("the host prints")
    guests[0].hang_up()
    await table.wait_until(lambda: len(table.server.sessions) == 1)
    assert (sys.stdout, sys.stderr) == (out, err)
    guests[1].hang_up()
    await table.wait_until(lambda: not table.server.sessions)
    assert (sys.stdout, sys.stderr) == (out, err)
    assert (out.getvalue(), err.getvalue()) == ("the host prints\n", "")


# 3. The memory of closed programs


@pytest.mark.deep
@over_one_carrier
async def test_ended_program_is_freed_without_a_garbage_collection(single_table, monkeypatch):
    monkeypatch.setattr(tui.guest.runtime, "DELAY_BEFORE_FREEING_PROGRAM_SECONDS", 0.1)
    monkeypatch.setattr(tui.guest.runtime, "MIN_GUESTS_BEFORE_IDLE_COLLECTION", 1_000)
    table = await single_table.open()
    gone: list[weakref.ref[Any]] = []
    for number in range(3):
        guest = await table.join()
        await guest.wait_for_text("you")
        guest.press(f"\x1b[{100 + number};5u\x1b[1;5A\x1b[200~pasted\x1b[201~")  # keys as kitty sends them
        guest.press("\x1b[116u")
        await guest.wait_for_text("Enter Send")
        gone += [ref for ref in map(weakref.ref, guest_programs(table)) if ref not in gone]
        gone += map(weakref.ref, guest_programs(table)[0].query("*"))
        gc.disable()
        try:
            guest.hang_up()
            await table.wait_until(lambda: not table.server.sessions)
            await table.wait_until(lambda number=number: count_freed_programs(table) == number + 1)
            kept = [one for one in (ref() for ref in gone) if one is not None]
        finally:
            gc.enable()
        assert all(not vars(one) for one in kept), "what is left is empty"
        del kept
    del guest
    await asyncio.sleep(0)
    table.server.guests.gc_policy.collect_garbage()
    assert not [ref() for ref in gone if ref() is not None]


# 5. A guest who sends without end


@pytest.mark.deep
@over_one_carrier
async def test_guest_whose_keys_cost_much_time_has_to_wait_and_others_do_not(single_table):
    """A guest who opens and closes screens without a pause must wait once the allowance is used up; others need not."""
    table = await single_table.open()
    restless, other = await table.join("ann"), await table.join("bea")
    await restless.wait_for_text("you")
    await other.wait_for_text("you")
    passed = 0
    driver = guest_programs(table)[0]._driver
    assert isinstance(driver, GuestDriver)
    allowance, usual = driver._loop_time, driver.send_message

    def count(message: Any) -> None:
        nonlocal passed
        passed += 1
        usual(message)

    driver.send_message = count  # type: ignore[method-assign]
    allowance._per_second = 1e-9
    allowance._tokens = 0.1
    restless.press("\x1bOP\x1bOP" * 500)
    await table.wait_until(lambda: allowance._tokens <= 0)
    other.press("t")
    await other.wait_for_text("Enter Send")
    before = passed
    other.press("abc")
    await other.wait_for_text("abc")
    assert passed == before < 1_000, "the other keys wait"
    allowance._tokens = 10.0  # more than one repaint costs on a busy machine
    await table.wait_until(lambda: passed > before)
    restless.hang_up()


@pytest.mark.deep
@over_one_carrier
async def test_input_of_a_guest_that_the_program_has_not_read_yet_is_limited(single_table):
    table = await single_table.open()
    await (await table.join()).wait_for_text("you")
    terminal = guest_programs(table)[0].terminal
    terminal.clear_listener()
    for _ in range(10):
        terminal.data_received(bytes(MAX_BYTES_BEFORE_LISTENER))
    assert terminal._early_input == bytes(MAX_BYTES_BEFORE_LISTENER)


# 6. The files of the host


async def test_guest_opens_and_writes_no_file_on_the_host(single_table, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("webbrowser.open", lambda *_, **__: pytest.fail("the host's browser was opened"))
    table = await single_table.open()
    before = files_below(tmp_path)
    guest = await table.join()
    await guest.wait_for_text("you")
    program = guest_programs(table)[0]
    program.open_url("https://example.org")
    assert program._driver is not None
    program._driver.open_url("https://example.org")
    program.deliver_screenshot()
    program.save_screenshot()
    program.action_screenshot()
    program.deliver_text(io.StringIO("text"), save_directory=tmp_path)
    program.save_settings()
    program.settings.save(program.folder)
    assert not program.folder.is_dir()
    program.folder = tmp_path / "folder"
    program.save_settings()
    await program.follow_home_choice("settings")
    await program.follow_home_choice("join")
    program.action_suspend_process()
    assert not list(program.get_system_commands(program.screen))
    await wait_for_idle()
    assert isinstance(program.screen, LobbyScreen)
    assert files_below(tmp_path) == before
    guest.hang_up()


def files_below(folder: Path) -> list[Path]:
    """Return all files below a folder, without those of the host: its key for SSH, and the data by which guests
    return.
    """
    return sorted(path for path in folder.rglob("*") if path.name not in (HOST_KEY_FILE, GUEST_TOKENS_FILE))


# 6. The screens of the host


HOST_SCREEN_MODULES = {
    f"tui.screens.{name}"
    for name in ("home", "join", "settings", "history", "history_match", "statistics", "replay", "lesson")
}
"""Names of the modules of screens that read files or settings of the host, or lead from its machine to other tables."""

ALL_KEYS = [
    *"abdefghijklmnoprtuvwxyz0123456789?/ \t\r",
    *(f"\x1b[{number}~" for number in (1, 2, 3, 4, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24)),
    *(chr(letter) for letter in range(1, 27) if letter not in (3, 17)),
    *("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[Z", "\x1bx"),
    "s",
]
"""Names of all keys but Ctrl+C and Ctrl+Q, which leave, and C, which copies; the last one starts a match."""


def screen_modules(program: GuestApp) -> set[str]:
    """Return the names of the modules of all screens that a program has open."""
    return {type(screen).__module__ for screen in program.screen_stack}


async def wait_until_handled(program: GuestApp) -> None:
    """Wait until a program has handled the messages and calls that are queued at this time."""
    for _ in range(3):  # a call, the screen that it pushes, and the messages of that screen
        done = asyncio.Event()
        if not program.call_later(done.set):
            return
        await asyncio.wait({asyncio.ensure_future(done.wait())}, timeout=PATIENCE_SECONDS)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("single_table", "playing"),
    sample_cases([(SshTable, False), (SshTable, True), (WebTable, True), (WebTable, False)], 1),
    indirect=["single_table"],
)
async def test_no_key_leads_a_guest_to_a_screen_of_the_host(single_table, playing):
    table = await single_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    await table.owner.close()
    await table.wait_until(lambda: guest_programs(table)[0].client().is_owner)
    if playing:
        guest_programs(table)[0].client().start_match()
        await guest.wait_for_text("Space Reveal")
    seen = set()
    for key in ALL_KEYS:
        if not table.server.sessions:
            break
        program = guest_programs(table)[0]
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
    assert not seen & HOST_SCREEN_MODULES


@pytest.mark.deep
@over_one_carrier
async def test_commands_of_the_home_screen_do_nothing_for_a_guest(single_table):
    table = await single_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    program = guest_programs(table)[0]
    for name in ("play", "setup", "host", "join", "past", "learn", "play big-queen", "rules", "settings", "quit"):
        await program.follow_home_choice(name)
    await wait_until_handled(program)
    assert screen_modules(program) == {"tui.guest.app", "tui.screens.lobby"}


# 7. Movement


async def open_table_of_guest(single_table):
    """Open a table with one guest who becomes its owner; return the table, the guest and their program."""
    table = await single_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    await table.owner.close()
    program = guest_programs(table)[0]
    await table.wait_until(lambda: program.client().is_owner)
    return table, guest, program


async def test_guest_stays_in_a_match_whose_first_events_come_before_its_board_is_made(single_table, monkeypatch):
    _, guest, program = await open_table_of_guest(single_table)
    contents = MatchScreen.contents

    def contents_after_event(screen):
        """Handle an event of the match, and only then make the board."""
        program.decide_board_animation()
        yield from contents(screen)

    monkeypatch.setattr(MatchScreen, "contents", contents_after_event)
    program.client().start_match()
    await guest.wait_for_text("Space Reveal")
    assert program.screen.board.animation.enabled


async def test_boards_are_animated_for_few_guests_and_show_changes_at_once_for_many(single_table, monkeypatch):
    table, guest, program = await open_table_of_guest(single_table)
    assert program.byte_budget._written_sizes, "the budget knows what the guest's terminal gets"
    program.client().start_match()
    await guest.wait_for_text("Space Reveal")
    assert program.screen.board.animation.enabled
    monkeypatch.setattr("tui.guest.guest_limit.MAX_GUESTS_WITH_MOVEMENT", 0)
    guest.press(" ")
    await table.wait_until(lambda: not program.screen.board.animation.enabled)
    assert program.animation_level == "none"
