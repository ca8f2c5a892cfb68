"""A program with a staged table behind it: seeded, at once, without a network or a clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.gallery.stage import StagedClient
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.settings import Settings

TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., QueensApp]:
    """Return what makes the program; `names` are those of the seats, ours first, `environment` that of the terminal.

    Its decisions count as soon as it is idle.
    """
    monkeypatch.setattr("tui.boards.common.board.SETTLE_SECONDS", 0.001)

    def make(
        request: TableRequest | None = None,
        names: tuple[str, ...] = ("You", "Ada"),
        seed: str = "7",
        environment: Mapping[str, str] = TERMINAL,
        **settings: object,
    ) -> QueensApp:
        async def stage(request: TableRequest, settings: Settings) -> TableHandle:
            address = "192.168.1.20:7433" if request.kind == "host" else ""
            client = StagedClient(request.game, names, request.seed or seed, request.options, address)
            return TableHandle(client, request, code=request.code)

        taste = Settings(**{"name": "You", "animation": "none", **settings})
        return QueensApp(taste, tmp_path, request, environment=environment, opener=stage)

    return make


@pytest.fixture
def shown() -> Callable[[QueensApp], str]:
    """Return what reads all text on the screen, row by row."""

    def read(app: QueensApp) -> str:
        return "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    return read
