"""Fixtures for tests of the interface: a program with a `StagedClient` instead of real tables, and the text on its
screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from net.client.deal_memory import DealMemory
from tests.gallery.staged_client import StagedClient
from tests.support.patience import PATIENCE_SECONDS
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.settings import Settings

TERMINAL_ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""Environment variables of a terminal with 24-bit colours."""


@pytest.fixture
def make_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., QueensApp]:
    """Return a function that makes the program with a staged client; a decision counts as soon as it is shown.

    Its `names` are those of the seats, the person's first; its `environment` is that of the terminal. What the program
    usually shows for some seconds stays as long as a test waits for it: a busy machine must not be too slow to see it.
    """
    monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 0.001)
    monkeypatch.setattr("tui.app.app.NOTICE_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr("tui.screens.join.SEARCH_SECONDS", PATIENCE_SECONDS)

    def make(
        request: TableRequest | None = None,
        names: tuple[str, ...] = ("You", "Ada"),
        seed: str = "7",
        environment: Mapping[str, str] = TERMINAL_ENVIRONMENT,
        **settings: object,
    ) -> QueensApp:
        """Return a program that opens staged tables."""

        async def open_staged_table(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
            """Open a table whose client is a `StagedClient`."""
            address = "192.168.1.20:7433" if request.kind == "host" else ""
            client = StagedClient(request.game, names, request.seed or seed, request.options, address)
            return TableHandle(client, request, join_code=request.code)

        taste = Settings(**{"name": "You", "animation": "off", "remarks": False, **settings})
        return QueensApp(taste, tmp_path, request, environment=environment, opener=open_staged_table)

    return make


@pytest.fixture
def screen_text() -> Callable[[QueensApp], str]:
    """Return a function that returns all text on the screen of a program, row by row."""

    def read(app: QueensApp) -> str:
        return "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    return read
