"""The event loop of the program keeps ordinary tasks, whatever Textual asks for when it starts."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from tests.support.patience import PATIENCE_SECONDS
from tui.cli.run_interface import _run_app


async def test_program_keeps_ordinary_tasks_though_textual_asks_for_eager_ones(monkeypatch) -> None:
    factories = []

    async def run_async() -> None:
        """Do what Textual does from Python 3.12 on when an app starts."""
        loop = asyncio.get_running_loop()
        loop.set_task_factory(lambda loop, coroutine: asyncio.Task(coroutine, loop=loop))
        factories.append(loop.get_task_factory())

    async def close() -> None:
        """Close nothing."""

    app = SimpleNamespace(
        run_async=run_async, end=lambda status: None, tables=SimpleNamespace(close=close), leave_everything=close
    )
    monkeypatch.setattr("tui.cli.signals.handle_signal", lambda name, action: None)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await _run_app(app)
    assert factories == [None]
