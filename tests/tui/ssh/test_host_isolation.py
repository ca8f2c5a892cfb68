"""A guest's program does nothing to the host's machine: opens no browser, writes no file, never suspends the process.

The program and its driver each refuse such things. So that neither hides a hole in the other, each is tried alone.
"""

from __future__ import annotations

import io
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.driver import Driver

from tui.guest.app import GuestApp
from tui.guest.driver import GuestDriver

URL = "https://example.org"


@pytest.fixture
async def guest(opened: Any) -> Any:
    """What a guest sees, who sits at a table."""
    table = await opened.open()
    shown = await table.asyncssh_guest()
    await shown.wait_for_text("you")
    return shown


@pytest.fixture
def program(guest: Any, opened: Any) -> GuestApp:
    """The program of this guest."""
    [session] = opened.server.sessions.values()
    assert isinstance(session.app, GuestApp)
    return session.app


@pytest.fixture
def driver(program: GuestApp) -> GuestDriver:
    """What this program is drawn with."""
    assert isinstance(program._driver, GuestDriver)
    return program._driver


@pytest.fixture
def asked(program: GuestApp, driver: GuestDriver, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the program has asked of its driver, which in this test would do it."""
    asked: list[str] = []
    for name in ("open_url", "deliver_binary", "suspend_application_mode"):
        monkeypatch.setattr(driver, name, lambda *_, name=name, **__: asked.append(name))
    return asked


# The program


async def test_program_shows_a_link_and_opens_nothing(guest, program, asked):
    program.open_url(URL)
    await guest.wait_for_text(URL)
    assert asked == []


@pytest.mark.parametrize("keep", [GuestApp.deliver_screenshot, GuestApp.save_screenshot, GuestApp.action_screenshot])
async def test_program_writes_no_screenshot(program, asked, keep, tmp_path, monkeypatch):
    """A picture is a hand of cards, so it is not even drawn."""
    monkeypatch.setattr(program, "export_screenshot", lambda *_, **__: pytest.fail("a picture was drawn"))
    before = sorted(tmp_path.rglob("*"))
    assert not keep(program, "picture.svg", str(tmp_path))
    assert asked == []
    assert sorted(tmp_path.rglob("*")) == before


async def test_program_never_suspends_the_host(program, asked, monkeypatch):
    signals: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *sent: signals.append(sent))
    monkeypatch.setattr(GuestDriver, "can_suspend", True)
    program.action_suspend_process()
    assert signals == []
    App.action_suspend_process(program)
    assert signals == [(os.getpid(), signal.SIGTSTP)], "this is what Textual would have done"


async def test_program_offers_no_commands_of_textual(program):
    assert list(App.get_system_commands(program, program.screen)), "Textual has some"
    assert list(program.get_system_commands(program.screen)) == []


# The driver


async def test_driver_opens_no_browser(driver, monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda *_, **__: pytest.fail("the host's browser was opened"))
    driver.open_url(URL)


@pytest.mark.parametrize("given", [io.StringIO("text"), io.BytesIO(b"bytes")], ids=["text", "bytes"])
async def test_driver_writes_no_file_and_closes_the_data_it_was_given(driver, tmp_path: Path, monkeypatch, given):
    monkeypatch.setattr("threading.Thread.start", lambda _: pytest.fail("something was begun in the background"))
    driver.deliver_binary(given, delivery_key="key", save_path=tmp_path / "file")
    assert given.closed
    assert not (tmp_path / "file").exists()


async def test_driver_of_a_guest_cannot_be_suspended(driver, monkeypatch):
    monkeypatch.setattr(Driver, "can_suspend", True)
    assert driver.can_suspend is False
