"""A guest's program does nothing on the host's machine: it opens no browser and no file, and suspends no process.

The program and its driver both refuse such requests; each is tested alone, so that neither hides a gap in the other.
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

from tests.support.depth import parametrize
from tui.guest.app import GuestApp
from tui.guest.driver import GuestDriver

LINK_ADDRESS = "https://example.org"
"""The address of a link that a guest follows."""


@pytest.fixture
async def seated_guest(ssh_table: Any) -> Any:
    """Fixture: a guest who has taken a seat."""
    table = await ssh_table.open()
    shown = await table.join_with_asyncssh()
    await shown.wait_for_text("you")
    return shown


@pytest.fixture
def guest_program(seated_guest: Any, ssh_table: Any) -> GuestApp:
    """The program of the guest."""
    [session] = ssh_table.server.sessions.values()
    assert isinstance(session.app, GuestApp)
    return session.app


@pytest.fixture
def guest_driver(guest_program: GuestApp) -> GuestDriver:
    """The driver of the guest's program."""
    assert isinstance(guest_program._driver, GuestDriver)
    return guest_program._driver


@pytest.fixture
def recorded_driver_requests(
    guest_program: GuestApp, guest_driver: GuestDriver, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Fixture: a list of the requests of the program to its driver, which only records them."""
    driver_requests: list[str] = []
    for name in ("open_url", "deliver_binary", "suspend_application_mode"):
        monkeypatch.setattr(guest_driver, name, lambda *_, name=name, **__: driver_requests.append(name))
    return driver_requests


# The program


async def test_program_shows_a_link_and_opens_nothing(seated_guest, guest_program, recorded_driver_requests):
    guest_program.open_url(LINK_ADDRESS)
    await seated_guest.wait_for_text(LINK_ADDRESS)
    assert recorded_driver_requests == []


@parametrize(
    "screenshot_method", [GuestApp.deliver_screenshot, GuestApp.save_screenshot, GuestApp.action_screenshot], 1
)
async def test_program_writes_no_screenshot(
    guest_program, recorded_driver_requests, screenshot_method, tmp_path, monkeypatch
):
    """A screenshot would show a hand of cards, so none is made."""
    monkeypatch.setattr(guest_program, "export_screenshot", lambda *_, **__: pytest.fail("a picture was drawn"))
    before = sorted(tmp_path.rglob("*"))
    assert not screenshot_method(guest_program, "picture.svg", str(tmp_path))
    assert recorded_driver_requests == []
    assert sorted(tmp_path.rglob("*")) == before


async def test_program_never_suspends_the_host(guest_program, recorded_driver_requests, monkeypatch):
    signals: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *sent: signals.append(sent))
    monkeypatch.setattr(GuestDriver, "can_suspend", True)
    guest_program.action_suspend_process()
    assert signals == []
    App.action_suspend_process(guest_program)
    assert signals == [(os.getpid(), signal.SIGTSTP)], "this is what Textual would have done"


async def test_program_offers_no_commands_of_textual(guest_program):
    assert list(App.get_system_commands(guest_program, guest_program.screen)), "Textual has some"
    assert list(guest_program.get_system_commands(guest_program.screen)) == []


# The driver


async def test_driver_opens_no_browser(guest_driver, monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda *_, **__: pytest.fail("the host's browser was opened"))
    guest_driver.open_url(LINK_ADDRESS)


@pytest.mark.parametrize("data", [io.StringIO("text"), io.BytesIO(b"bytes")], ids=["text", "bytes"])
async def test_driver_writes_no_file_and_closes_the_data_it_was_given(guest_driver, tmp_path: Path, monkeypatch, data):
    monkeypatch.setattr("threading.Thread.start", lambda _: pytest.fail("something was begun in the background"))
    guest_driver.deliver_binary(data, delivery_key="key", save_path=tmp_path / "file")
    assert data.closed
    assert not (tmp_path / "file").exists()


async def test_driver_of_a_guest_cannot_be_suspended(guest_driver, monkeypatch):
    monkeypatch.setattr(Driver, "can_suspend", True)
    assert guest_driver.can_suspend is False
