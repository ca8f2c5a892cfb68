"""A real browser without a window, and the faults that no page in it may have."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from tests.support.patience import PATIENCE_SECONDS

BROWSER_PROGRAM_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of browsers that Playwright can control, the smallest first."""

MAX_WAIT_MILLISECONDS: Final = int(1_000 * PATIENCE_SECONDS)
"""The longest wait for anything in a page."""

PAUSE_BETWEEN_CHECKS_MILLISECONDS: Final = 60
"""The pause between two checks of a page, each of which costs several milliseconds of processor time."""

PHONE_SIZE: Final = (390, 844)
"""The window of a phone held upright: width and height in CSS pixels."""

ROTATED_PHONE_SIZE: Final = (844, 390)
"""The window of a phone held on its side: width and height in CSS pixels."""

LAPTOP_SIZE: Final = (1280, 800)
"""The window of a laptop: width and height in CSS pixels."""

SMALL_TARGETS_SCRIPT: Final = """() => [...document.querySelectorAll("button, input, summary")]
    .filter((target) => target.checkVisibility())
    .map((target) => [target.id || target.textContent, target.getBoundingClientRect()])
    .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
"""JavaScript that returns the visible buttons and inputs of a page that are too small for a finger, with their
sizes.
"""

OVERLAPS_SCRIPT: Final = """() => {
    const shown = (part) => {
        let { left, right, top, bottom } = part.getBoundingClientRect();
        for (let box = part.parentElement; box; box = box.parentElement)
            if (getComputedStyle(box).overflowY === "auto") {
                top = Math.max(top, box.getBoundingClientRect().top);
                bottom = Math.min(bottom, box.getBoundingClientRect().bottom);
            }
        return { left, right, top, bottom };
    };
    const seen = [...document.querySelectorAll("#table button, #table input, #table summary, #screen, #said")]
        .filter((part) => part.checkVisibility())
        .map((part) => [part.id || part.textContent, shown(part)]);
    const outside = seen.filter(([, box]) => box.left < -1 || box.right > innerWidth + 1);
    const wrong = outside.map(([name]) => `${name} outside`);
    for (const [i, [name, a]] of seen.entries())
        for (const [other, b] of seen.slice(i + 1))
            if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
                wrong.push(`${name} over ${other}`);
    return wrong;
}"""
"""JavaScript that returns, as sentences, which parts of a page overlap or lie outside the window.

In a list that scrolls only the visible parts count.
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield the one browser that all tests of a file use; they are skipped if this machine has no browser.

    While it runs no test can have an event loop of its own, so it ends with the file.
    """
    program = next(filter(None, map(shutil.which, BROWSER_PROGRAM_NAMES)), None)
    if program is None:
        pytest.skip("no browser: install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        yield browser
        browser.close()


class WatchedPage:
    """A page of a browser that records its faults; `faults` lists them in words.

    A fault is an error or a warning on the console, or a request to another origin than that of the page and
    `other_origins`, those of the club's other hosts.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.faults: list[str] = []
        self.other_origins: tuple[str, ...] = ()
        self.page: Page = context.new_page()
        self.page.set_default_timeout(MAX_WAIT_MILLISECONDS)
        self.page.on("console", self._record_console_fault)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._record_foreign_request)
        self._origin = ""

    def _record_console_fault(self, message: ConsoleMessage) -> None:
        """Record an error or a warning on the console."""
        lost = "WebSocket" in message.text or "ERR_INTERNET_DISCONNECTED" in message.text
        if message.type in ("error", "warning") and not lost:
            self.faults.append(message.text)

    def _record_foreign_request(self, request: Request) -> None:
        """Record a request to another origin than that of the page."""
        self._origin = self._origin or "/".join(request.url.split("/", 3)[:3])
        if not request.url.startswith(tuple(f"{origin}/" for origin in (self._origin, *self.other_origins))):
            self.faults.append(f"asked {request.url}")

    def wait_until(
        self, condition: Callable[[], object], condition_name: str, milliseconds: int = MAX_WAIT_MILLISECONDS
    ) -> None:
        """Wait until `condition` returns something true, while the browser runs.

        Fail after `milliseconds` with a text that contains `condition_name`.
        """
        for _ in range(milliseconds // PAUSE_BETWEEN_CHECKS_MILLISECONDS):
            if condition():
                return
            self.page.wait_for_timeout(PAUSE_BETWEEN_CHECKS_MILLISECONDS)
        raise AssertionError(f"the page never came to this: {condition_name}")


PageOpener = Callable[..., WatchedPage]
"""A function that opens a new page, with its own cookies and storage, in a window of a size (width, height)."""


@pytest.fixture
def open_page(browser: Browser) -> Iterator[PageOpener]:
    """Return a function that opens a watched page; at the end of the test no page may have a fault."""
    pages: list[WatchedPage] = []

    def open_one(size: tuple[int, int] = LAPTOP_SIZE, colours: str = "dark") -> WatchedPage:
        """Open a page in a window of a size; at any other size than `LAPTOP_SIZE` it is on a device with a touch
        screen.
        """
        width, height = size
        touched = size != LAPTOP_SIZE
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touched,
            is_mobile=touched,
            device_scale_factor=2 if touched else 1,
            color_scheme="light" if colours == "light" else "dark",
        )
        pages.append(WatchedPage(context))
        return pages[-1]

    yield open_one
    for watched in pages:
        watched.page.context.close()
    faults = [fault for watched in pages for fault in watched.faults]
    assert faults == [], faults
