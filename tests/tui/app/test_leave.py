"""Leaving a table is completed, whatever happens to the task that began it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from tests.support.patience import PATIENCE_SECONDS


class SlowSession:
    """A stand-in for the session at a table: leaving it ends only when `may_end` is set."""

    def __init__(self) -> None:
        self.client = SimpleNamespace(is_remote=False)
        self.began, self.may_end = asyncio.Event(), asyncio.Event()
        self.left = self.dropped = False

    async def leave(self) -> None:
        """Leave the table, slowly."""
        self.began.set()
        await self.may_end.wait()
        self.left = True

    async def drop(self) -> None:
        """Disconnect, as a broken connection would."""
        self.dropped = True


async def test_leaving_a_table_goes_on_though_the_caller_that_began_it_is_cancelled(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)), asyncio.timeout(PATIENCE_SECONDS):
        app.session = session = SlowSession()
        first = asyncio.create_task(app.leave_everything())
        await session.began.wait()
        first.cancel()
        second = asyncio.create_task(app.leave_everything())
        await asyncio.wait({first})
        assert not second.done()
        session.may_end.set()
        await second
        assert session.left


async def test_program_whose_terminal_is_gone_is_disconnected_and_does_not_leave_its_table(
    make_program, monkeypatch
) -> None:
    monkeypatch.setattr("tui.app.app.is_terminal_closed", lambda descriptor: True)
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        app.session = session = SlowSession()
        app._end_if_terminal_is_gone()
        await pilot.pause()
        assert (session.left, session.dropped) == (False, True)
    assert app.return_code == 129
