"""Fixtures for tests of the page for browsers: a real browser, with the test itself in place of a host."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, WebSocketRoute

from tests.support.browser import LAPTOP_SIZE, PageOpener, WatchedPage, browser, open_page
from tui.web.answers import ANSWER_HEADERS
from tui.web.page_files import PAGE_FOLDER, page_files

__all__ = ["browser", "open_page", "open_scripted_page"]

PAGE_ADDRESS: Final = "http://127.0.0.1:8222/table/"
"""The address of the page of the tests' table."""
PAGE_FILES_BY_PLACE: Final = {place: page_files(PAGE_FOLDER, place) for place in ("table", "club")}
"""Maps "table" and "club" to the files of the page for it; these map names to contents."""


class ScriptedHost:
    """The page in a browser, with the test in place of its host: the test sends frames to the page, and what the page
    sends is kept.
    """

    def __init__(self, watched: WatchedPage, place: str) -> None:
        self._files = PAGE_FILES_BY_PLACE[place]
        self.page = watched.page
        self.watched = watched
        self.frames: list[dict[str, Any]] = []
        self.typed = b""
        self.sockets: list[WebSocketRoute] = []
        self.refuses_connections = False
        self.page.route("**/*", self._answer)
        self.page.route_web_socket("**/socket", self._connect)

    def _answer(self, route: Route) -> None:
        """Answer a request for a file of the page."""
        path = urlsplit(route.request.url).path.removeprefix(urlsplit(PAGE_ADDRESS).path)  # at any host
        name = path.removeprefix("static/") or "index.html"
        file = self._files[name]
        route.fulfill(body=file.content, content_type=file.content_type, headers=ANSWER_HEADERS)

    def _connect(self, socket: WebSocketRoute) -> None:
        """Keep the socket that the page opens."""
        if self.refuses_connections:
            socket.close()
            return
        self.sockets.append(socket)
        socket.on_message(self._receive)

    def _receive(self, message: str | bytes) -> None:
        """Keep a message that the page sends."""
        if isinstance(message, bytes):
            self.typed += message
        else:
            self.frames.append(json.loads(message))

    # What the test does

    def open(self, fragment: str = "") -> None:
        """Open the page by its address."""
        self.page.goto(PAGE_ADDRESS + fragment)

    def send(self, frame_kind: str, **fields: Any) -> None:
        """Send a frame to the page."""
        self.sockets[-1].send(json.dumps({"kind": frame_kind, **fields}))

    def send_terminal_text(self, text: str) -> None:
        """Send a text that the terminal of the page shows; it may contain escape sequences."""
        self.sockets[-1].send(text.encode())

    def wait_for_frame(self, frame_kind: str, number: int = 1) -> dict[str, Any]:
        """Wait until the page has sent `number` frames of this kind, and return the last of them."""
        self.watched.wait_until(lambda: len(self.frames_of_kind(frame_kind)) >= number, f"{frame_kind} {number}")
        return self.frames_of_kind(frame_kind)[number - 1]

    def frames_of_kind(self, frame_kind: str) -> list[dict[str, Any]]:
        """Return the frames of this kind that the page has sent."""
        return [frame for frame in self.frames if frame["kind"] == frame_kind]

    def wait_for_typed(self, expected_bytes: bytes) -> None:
        """Wait until the page has sent exactly these typed bytes; forget them."""
        self.watched.wait_until(lambda: len(self.typed) >= len(expected_bytes), repr(expected_bytes))
        assert self.typed == expected_bytes
        self.typed = b""

    def sit_down(self, name: str = "Ann", table: str = "Ben’s table") -> dict[str, Any]:
        """Fill in the form, answer that the page is admitted, and return the first frame that the page sent."""
        self.page.fill("#name", name)
        self.page.click("#sit")
        frame = self.wait_for_frame("enter")
        self.send("entered", name=name, table=table, encrypted=False)
        self.page.wait_for_selector("#table")
        return frame

    def wait_for_terminal(self) -> None:
        """Wait until the page shows the terminal and has told the host its size."""
        self.page.wait_for_selector(".xterm-rows")
        self.wait_for_frame("resize")


@pytest.fixture
def open_scripted_page(open_page: PageOpener) -> Callable[..., ScriptedHost]:
    """Fixture: a function that opens the page of a table or a club in a window of a `size`; the test answers as its
    host.
    """

    def open_one(size: tuple[int, int] = LAPTOP_SIZE, fragment: str = "", place: str = "table") -> ScriptedHost:
        host = ScriptedHost(open_page(size), place)
        host.open(fragment)
        return host

    return open_one
