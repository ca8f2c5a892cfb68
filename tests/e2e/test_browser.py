"""A host with a screen, a bot and guests in a real browser: real programs, one table, whole matches."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator

from tests.e2e.test_host_and_clients_on_screens import play_number
from tests.e2e.test_ssh_table import open_ssh_client
from tests.support.browser import (
    LAPTOP_SIZE,
    MAX_WAIT_MILLISECONDS,
    OVERLAPS_SCRIPT,
    PAUSE_BETWEEN_CHECKS_MILLISECONDS,
    PHONE_SIZE,
    ROTATED_PHONE_SIZE,
    SMALL_TARGETS_SCRIPT,
    PageOpener,
    WatchedPage,
    browser,
    open_page,
)
from tests.support.depth import only_deep
from tests.support.patience import PATIENCE_SECONDS
from tests.support.qr_code import read_qr_code
from tests.support.terminal import (
    ProgramOpener,
    Terminal,
    free_port,
    offered_step,
    read_standings,
    take_turns,
    wait_for_same_standings,
)

if TYPE_CHECKING:
    from tests.e2e.test_ssh_table import SshOpener

__all__ = ["browser", "open_page", "open_ssh_client"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1_800),  # whole matches on screens; a match that stands still fails after PATIENCE_SECONDS
]

CLIENT_NAMES = ("Ines",)
"""The people who play over the network."""

PICTURES_FOLDER = os.environ.get("QUEENS_BROWSER_PICTURES", "")
"""Path of the folder in which pictures of the page are kept; if it is empty, no pictures are taken."""

OFFLINE_MILLISECONDS = 20_000
"""Time for which the browser has no network, as a phone in airplane mode."""


class WebGuest:
    """A guest in a browser of their own; `bankings` counts how often the guest has banked."""

    def __init__(self, watched: WatchedPage, address: str) -> None:
        self.watched = watched
        self.page = watched.page
        self.bankings = 0
        self.page.goto(address)

    def sit_down(self, name: str) -> None:
        """Fill in the form and wait for the table."""
        self.take_picture("form")
        self.page.fill("#name", name)
        self.page.click("#sit")
        self.page.wait_for_selector("#table")

    def take_picture(self, name: str) -> None:
        """Check that no part of the page lies over another one, and keep a picture of it if pictures are wanted."""
        size = self.page.viewport_size
        assert size is not None
        assert self.page.evaluate(OVERLAPS_SCRIPT) == []
        if (size["width"], size["height"]) != LAPTOP_SIZE:
            assert self.page.evaluate(SMALL_TARGETS_SCRIPT) == []
        if PICTURES_FOLDER:
            Path(PICTURES_FOLDER).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{PICTURES_FOLDER}/{name}-{size['width']}x{size['height']}.png")

    @property
    def text(self) -> str:
        """What the terminal shows, row by row."""
        rows = self.page.evaluate("[...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent)")
        return "\n".join(row.replace("\xa0", " ") for row in rows)

    @property
    def text_and_buttons(self) -> str:
        """What the terminal shows, and the buttons of its keys with the names of these, which a phone does not show."""
        text, buttons = self.page.evaluate(
            """() => [".xterm-rows > div", "#keys button"].map((parts) => [...document.querySelectorAll(parts)])
                .map((parts) => parts.map((part) => [...part.childNodes].map((one) => one.textContent)))"""
        )
        return "\n".join([*("".join(row).replace("\xa0", " ") for row in text), *map(" ".join, buttons)])

    def wait_for(self, *expected_text: str) -> None:
        """Wait until the terminal or a button of a key shows one of these texts."""
        try:
            self.watched.wait_until(
                lambda: any(one in self.text_and_buttons for one in expected_text), " or ".join(expected_text)
            )
        except AssertionError as error:
            raise AssertionError(f"{error}; the page shows:\n{self.text_and_buttons}") from None

    def wait_until(self, is_reached: Callable[[str], bool], condition_name: str) -> None:
        """Wait until `is_reached`, called with the text of the terminal, returns true; the text of a failure says what
        is shown.
        """
        try:
            self.watched.wait_until(lambda: is_reached(self.text), condition_name)
        except AssertionError as error:
            raise AssertionError(f"{error}; the page shows:\n{self.text}") from None

    # The simple view

    @property
    def simple_view_text(self) -> str:
        """Return the text that the simple view has announced."""
        return self.page.inner_text("#said")

    def wait_for_simple_view_text(self, text: str) -> None:
        """Wait until a text is announced in the simple view."""
        self.watched.wait_until(lambda: text in self.simple_view_text, text)

    def tap_choice(self, label: str) -> None:
        """Tap a button of the simple view, again and again until it is gone, because a tap just after a change does
        nothing.
        """
        button = self.page.get_by_role("button", name=label).first
        button.wait_for()
        self.watched.wait_until(lambda: not self._tap(button), label)

    def press_key(self, label: str, expected_text: str) -> None:
        """Tap the button of a key until a text is shown; tap it again only if the text has not come within ten seconds.

        The host is slow on a busy machine, and a second tap would act on the next thing that the same key does.
        """
        for _ in range(MAX_WAIT_MILLISECONDS // 10_000):
            self._tap(self.page.locator("#keys button", has_text=label))
            with suppress(AssertionError):
                self.watched.wait_until(lambda: expected_text in self.text_and_buttons, expected_text, 10_000)
                return
        raise AssertionError(
            f"the key {label} has not brought {expected_text}; the page shows:\n{self.text_and_buttons}"
        )

    def tap_first_choice(self) -> bool:
        """Tap the first card or button that can be chosen; return whether there was one."""
        return self._tap(self.page.locator("#hand button, #choices button").first)

    def _tap(self, button: Locator) -> bool:
        """Tap a button, if it is there; return whether it was."""
        if not button.count():
            self.page.wait_for_timeout(30)
            return False
        with suppress(PlaywrightError):  # it is gone by now
            button.tap(timeout=300)
        return True

    # The screen

    def take_turn(self, offer: str) -> None:
        """Tap the button of the step that Mad Queens offers, if it is the guest's move."""
        if offer in ("Bank", "Reveal"):
            self.bankings += offer == "Bank"
            self._tap(self.page.locator("#keys button", has_text=offer))


def open_host_at(open_program: ProgramOpener, port: str, web_port: str, *more_arguments: str) -> Terminal:
    """Open a host with a screen that listens at `port` and, for browsers, at the port `web_port`."""
    arguments = ("host", "mad-queens", "--port", port, "--bind", "127.0.0.1", "--web", web_port, *more_arguments)
    host = open_program(*arguments, name="Hannah", size=(120, 40))
    host.wait_for("in any browser")
    return host


def address_shown_by(host: Terminal) -> str:
    """Wait until a host shows the address of its page, and return that address."""
    return str(host.wait_until(lambda text: next(iter(re.findall(r"https?://\S+/\S*", text)), ""), "the address"))


def play_together(guest: WebGuest, terminals: Sequence[Terminal]) -> None:
    """Play Mad Queens in a page and in terminals, always by an action that the board offers, until all of them offer
    the standings. Fail if nothing changes for `PATIENCE_SECONDS`.
    """
    seen, changed = "", time.monotonic()
    while True:
        page = (
            guest.text_and_buttons
        )  # once a round: each look at the page costs several milliseconds of processor time
        offer = offered_step(page, guest.bankings)
        if {offer, *(terminal.next_offered_step for terminal in terminals)} == {"Standings"}:
            return
        guest.take_turn(offer)
        for terminal in terminals:
            terminal.read_available()
        take_turns(terminals)
        guest.page.wait_for_timeout(PAUSE_BETWEEN_CHECKS_MILLISECONDS)
        shown = "\n\n".join([page, *(terminal.text for terminal in terminals)])
        if shown != seen:
            seen, changed = shown, time.monotonic()
        assert time.monotonic() - changed < PATIENCE_SECONDS, f"nobody can play; the screens show:\n{shown}"


def play_until_third_play(guest: WebGuest, host: Terminal) -> None:
    """Play Mad Queens in a page and in the terminal of the host, as the boards offer it, until the third play begins or
    the match is over. Both have acted by then. Fail if nothing changes for `PATIENCE_SECONDS`.
    """
    seen, changed = "", time.monotonic()
    while 0 < play_number(host.text) < 3:
        page = guest.text_and_buttons
        guest.take_turn(offered_step(page, guest.bankings))
        host.read_available()
        take_turns([host])
        guest.page.wait_for_timeout(PAUSE_BETWEEN_CHECKS_MILLISECONDS)
        shown = f"{page}\n\n{host.text}"
        if shown != seen:
            seen, changed = shown, time.monotonic()
        assert time.monotonic() - changed < PATIENCE_SECONDS, f"nobody can play; the screens show:\n{shown}"


def wait_for_choices(guest: WebGuest, host: Terminal) -> None:
    """Wait until the simple view offers the guest a choice; the host acts meanwhile, as the guest may wait for it."""

    def is_choice_offered() -> bool:
        """Return whether the simple view offers a choice, after a turn of the host if there is one to take."""
        host.read_available()
        take_turns([host])
        return guest.page.locator("#choices button").first.is_visible()

    guest.watched.wait_until(is_choice_offered, "a choice")


def test_browser_guest_plays_with_the_host_on_the_screen_and_in_the_simple_view(
    open_program: ProgramOpener, open_page: PageOpener
) -> None:
    host = open_host_at(open_program, free_port(), free_port(), "--seats", "2", "--private")
    host.wait_until_settled()
    address = read_qr_code(host.text)
    assert address in host.text
    guest = WebGuest(open_page(ROTATED_PHONE_SIZE), address)
    guest.sit_down("Ann")
    assert guest.page.url == address.partition("#code=")[0]
    guest.wait_for("Hannah starts it")
    host.wait_for("Ann")
    host.press("s")
    host.wait_for("Space Reveal")
    guest.wait_for("Space Reveal")
    guest.take_picture("match")
    play_until_third_play(guest, host)

    guest.page.tap("#switch-view")
    wait_for_choices(guest, host)
    guest.take_picture("simple")


@only_deep
def test_browser_guest_plays_with_host_client_ssh_guest_and_bot(
    open_program: ProgramOpener, open_ssh_client: SshOpener, open_page: PageOpener
) -> None:
    port, ssh = free_port(), free_port()
    seats = 4 + len(CLIENT_NAMES)
    host = open_host_at(
        open_program, port, free_port(), "--ssh", ssh, "--seats", str(seats), "--bots", "1", "--private"
    )
    host.wait_until_settled()
    address = read_qr_code(host.text)
    page, _, code = address.partition("#code=")
    assert address in host.text

    uninvited = WebGuest(open_page(LAPTOP_SIZE), page)
    uninvited.page.fill("#name", "Una")
    uninvited.page.click("#sit")
    uninvited.page.wait_for_selector("#code")
    uninvited.page.fill("#code", f"{code[::-1]}X")
    uninvited.page.click("#sit")
    uninvited.page.wait_for_selector("#refusal >> text=code")
    uninvited.take_picture("refused")

    whole_code = re.search(r"--code (\S+)", host.text)
    assert whole_code
    clients = [open_program("join", f"127.0.0.1:{port}", "--code", whole_code[1], name=name) for name in CLIENT_NAMES]
    for client in clients:
        client.wait_for("Hannah starts it")
    far = open_ssh_client(ssh, "jo")
    far.wait_for("Code:")
    far.press(f"{code}\r")
    far.wait_for("Hannah starts it")
    guest = WebGuest(open_page(ROTATED_PHONE_SIZE), address)
    guest.sit_down("Ann")
    assert guest.page.url == page
    guest.wait_for("Hannah starts it")
    guest.take_picture("lobby")
    host.wait_for("Ann")
    host.press("s")
    guest.wait_for("Space Reveal")
    guest.take_picture("match")

    terminals = (host, *clients, far)
    play_together(guest, terminals)
    guest.press_key("Standings", "Back to the lobby")
    guest.take_picture("result")
    for terminal in terminals:
        terminal.press("\r")
    result = wait_for_same_standings(terminals, seats)
    assert {name for name, _ in result} >= {"Hannah", *CLIENT_NAMES, "jo", "Ann"}
    guest.wait_until(lambda text: read_standings(text) == result, f"the standings {result}")

    host.press("p")
    guest.wait_for("Space Reveal", "Also playing", "Your move")


@only_deep
def test_browser_guest_plays_a_match_in_the_simple_view_and_starts_the_next(
    open_program: ProgramOpener, open_page: PageOpener
) -> None:
    arguments = ("--seats", "3", "--bots", "2", "--set", "target=20", "--pace", "fast", "--headless")
    host = open_program(
        "host", "queens-dungeon", *arguments, "--bind", "127.0.0.1", "--port", free_port(), "--web", free_port()
    )
    host.wait_for("browser")
    guest = WebGuest(open_page(PHONE_SIZE), address_shown_by(host))
    guest.sit_down("Ann")
    guest.wait_for_simple_view_text("You are at")
    guest.tap_choice("Start")
    guest.wait_for_simple_view_text("Hand 1.")
    pictured = False
    said, changed = "", time.monotonic()
    while "wins" not in guest.simple_view_text:
        if guest.simple_view_text != said:
            said, changed = guest.simple_view_text, time.monotonic()
        assert time.monotonic() - changed < PATIENCE_SECONDS, f"nothing more is said after:\n{said}"
        if guest.tap_first_choice() and not pictured and guest.page.locator("#hand button").count():
            guest.take_picture("simple")
            pictured = True
    guest.take_picture("simple-result")
    guest.tap_choice("Play again")
    guest.page.wait_for_selector("#said .new >> text=Queen's Dungeon begins")


@only_deep
def test_browser_guest_keeps_the_seat_after_reload_rotation_lost_network_and_killed_host(
    open_program: ProgramOpener, open_page: PageOpener
) -> None:
    port, web = free_port(), free_port()
    host = open_host_at(open_program, port, web, "--seats", "2")
    guest = WebGuest(open_page(ROTATED_PHONE_SIZE), address_shown_by(host))
    guest.sit_down("Ann")
    host.wait_for("Ann")
    host.press("s")
    guest.wait_for("Space Reveal")

    guest.page.reload()
    guest.wait_for("Space Reveal")

    guest.page.set_viewport_size({"width": PHONE_SIZE[0], "height": PHONE_SIZE[1]})
    guest.watched.wait_until(
        lambda: guest.text.count("\n") > 30 and "Space Reveal" in "".join(guest.text.split("\n")[-5:]), "a tall board"
    )
    guest.take_picture("match")

    guest.page.context.set_offline(True)
    guest.page.wait_for_selector("#notice >> text=Connection lost")
    guest.page.wait_for_timeout(OFFLINE_MILLISECONDS)  # the page tries again all the time
    assert guest.page.is_visible("#notice")
    assert "Space Reveal" in guest.text
    guest.take_picture("lost")
    guest.page.context.set_offline(False)
    guest.page.wait_for_selector("#notice", state="hidden")
    guest.wait_for("Space Reveal")

    os.killpg(host._process.pid, signal.SIGKILL)
    host.wait_for_exit()
    guest.page.wait_for_selector("#notice >> text=Connection lost")
    again = open_program("host", "mad-queens", "--port", port, "--bind", "127.0.0.1", "--web", web, name="Hannah")
    guest.page.wait_for_selector("#notice", state="hidden")
    guest.wait_for("Space Reveal")
    assert "watch" not in guest.text
    again.wait_for("Ann")


@only_deep
def test_another_device_takes_the_seat_over_in_the_middle_of_a_match(
    open_program: ProgramOpener, open_page: PageOpener
) -> None:
    host = open_host_at(open_program, free_port(), free_port(), "--seats", "2")
    phone = WebGuest(open_page(PHONE_SIZE), address_shown_by(host))
    phone.sit_down("Ann")
    host.wait_for("Ann")
    host.press("s")
    phone.page.wait_for_selector("#choices >> text=Reveal")
    phone.page.tap("#menu summary")
    phone.page.tap("#ask-device")
    phone.page.wait_for_selector("#device-code:not(:empty)")
    code = phone.page.inner_text("#device-code")

    tablet = WebGuest(open_page(ROTATED_PHONE_SIZE), address_shown_by(host))
    tablet.page.tap("#other-device")
    tablet.page.fill("#device", code)
    tablet.page.tap("#sit")
    tablet.wait_for("Space Reveal")
    phone.page.wait_for_selector("#farewell")
    assert not phone.page.is_visible("#device-dialog")
    assert "watch" not in tablet.text
